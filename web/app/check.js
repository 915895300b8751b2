// The first script, in syntax that old browsers understand: theme and text size, missing features
// of the browser, early clicks, and the message if the page cannot start. boot.js continues from here.
(function () {
  "use strict";
  var root = document.documentElement;
  var failedFile = "";

  function stored(name) {
    try {
      return String(JSON.parse(localStorage.getItem("cacao.settings") || "{}")[name] || "");
    } catch (error) {
      return "";
    }
  }
  var theme = stored("theme");
  var dark = window.matchMedia && matchMedia("(prefers-color-scheme: dark)").matches;
  if (theme !== "light" && theme !== "dark") theme = dark ? "dark" : "light";
  root.setAttribute("data-theme", theme);
  root.setAttribute("data-text-size", stored("text_size"));
  // The first screen leaves room for the list of saved games (library), which comes later.
  function hasGames() {
    try {
      return Object.keys(localStorage).some(function (key) {
        return key.indexOf("cacao.game.") === 0;
      });
    } catch (error) {
      return false;
    }
  }
  if (hasGames()) root.setAttribute("data-games", "yes");
  // Texts first. The pictures of the first screen are drawn one frame later; behind a link, where a
  // game is shown, only if they are needed.
  root.setAttribute("data-pictures", "later");
  if (location.hash.length <= 1 && window.requestAnimationFrame)
    requestAnimationFrame(function () {
      setTimeout(function () {
        root.removeAttribute("data-pictures");
      });
    });

  // The first screen in the language that Python will choose (preferences.py), before it is ready.
  function language() {
    var known = (root.getAttribute("data-languages") || "").split(" ");
    var set = stored("language");
    var wishes = set ? [set] : navigator.languages || [];
    for (var i = 0; i < wishes.length; i += 1) {
      var code = wishes[i].toLowerCase().split("-")[0];
      if (code === "en" || known.indexOf(code) >= 0) return code;
    }
    return "en";
  }
  var speaks = language();
  function translate(texts) {
    if (root.getAttribute("data-state") === "ready") return; // Python has done it already
    root.lang = speaks;
    var told = document.querySelectorAll("[data-text], [data-label]");
    for (var i = 0; i < told.length; i += 1) {
      var text = told[i].getAttribute("data-text");
      var label = told[i].getAttribute("data-label");
      if (text) told[i].textContent = texts[text] || text;
      if (label) told[i].setAttribute("aria-label", texts[label] || label);
    }
  }
  function speak(texts) {
    if (document.readyState !== "loading") translate(texts);
    else
      document.addEventListener("DOMContentLoaded", function () {
        translate(texts);
      });
  }
  if (speaks !== "en" && window.fetch)
    fetch("./locale/" + speaks + ".json")
      .then(function (response) {
        return response.json();
      })
      .then(speak, function () {}); // stay in English until Python is ready

  // The sentence in index.html (data-failure) that fits an error of a browser or of Python.
  var SIGNS = [
    ["memory", /RangeError|MemoryError|out of memory|allocat/i],
    ["wasm", /code generation disallowed|WebAssembly.*(blocked|disallow|refus|not allowed)/i],
    ["file", /Failed to fetch|NetworkError|Load failed|import(ing|ed)? (a )?module|: [45]\d\d$/i],
    ["damaged", /CompileError|LinkError|BadZip|ZipImport|SyntaxError|magic word|ExitStatus/i],
  ];
  function kindOf(reason) {
    for (var i = 0; i < SIGNS.length; i += 1) if (SIGNS[i][1].test(reason)) return SIGNS[i][0];
    return "other";
  }

  function show() {
    var told = document.querySelectorAll("[data-failure]");
    for (var i = 0; i < told.length; i += 1)
      told[i].hidden = told[i].getAttribute("data-failure") !== failure.kind;
    var place = document.getElementById("failure-reason");
    if (place) place.textContent = failure.reason;
  }

  var failure = null;
  // Report that the page cannot start. The first reason counts, except one without a fitting
  // sentence: that may be a consequence reported before its cause. The sentence is removed if the
  // page becomes ready after all.
  function failed(reason, kind, file) {
    // A fatal error of Python is not an Error object, but has its properties.
    reason = reason && reason.message ? reason.name + ": " + reason.message : String(reason);
    kind = kind || kindOf(reason);
    var state = root.getAttribute("data-state");
    var counts = failure ? failure.kind === "other" && kind !== "other" : state === "booting";
    if (!counts || state === "ready") return;
    failure = { reason: reason.slice(-400), kind: kind };
    failedFile = file || "";
    root.setAttribute("data-state", "error");
    if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", show);
    show();
  }

  // A damaged file is requested again, bypassing the browser's cache.
  function retry() {
    function reload() {
      location.reload();
    }
    if (failedFile && window.fetch) fetch(failedFile, { cache: "reload" }).then(reload, reload);
    else reload();
  }
  // What is chosen before Python is ready is done then (app.py).
  function remember(button) {
    if (!button || root.getAttribute("data-state") !== "booting") return;
    root.setAttribute("data-first-choice", button.getAttribute("data-command"));
    button.setAttribute("aria-busy", "true");
  }
  document.addEventListener("click", function (event) {
    if (event.target.id === "retry") retry();
    else if (event.target.closest) remember(event.target.closest("#home [data-command]"));
  });

  // A complete file that is refused is not the file that was built.
  function arrived(file) {
    var entries = window.performance && performance.getEntriesByName(file);
    return Boolean(entries && entries.length && entries[0].responseStatus === 200);
  }

  window.addEventListener(
    "error",
    function (event) {
      var file = event.target && (event.target.src || event.target.href);
      if (file) failed(file, arrived(file) ? "damaged" : "file", file);
      else failed(event.message, /SyntaxError/.test(event.message) ? "browser" : "");
    },
    true
  );

  function missing() {
    var wasm = typeof WebAssembly === "object" ? WebAssembly : null;
    if (!wasm) return "WebAssembly";
    if (typeof wasm.Exception !== "function") return "WebAssembly.Exception";
    if (typeof wasm.compileStreaming !== "function") return "WebAssembly.compileStreaming";
    if (typeof BigInt64Array !== "function") return "BigInt64Array";
    if (typeof structuredClone !== "function") return "structuredClone";
    if (typeof HTMLDialogElement !== "function") return "<dialog>";
    if (!("noModule" in HTMLScriptElement.prototype)) return '<script type="module">';
    if (!(window.CSS && CSS.supports && CSS.supports("selector(:has(a))"))) return ":has()";
    if (!CSS.supports("color", "color-mix(in srgb, red, blue)")) return "color-mix()";
    if (!("popover" in HTMLElement.prototype)) return "popover";
    return "";
  }

  window.cacao = { failed: failed };
  var lacks = missing();
  if (lacks) failed(lacks, lacks === "WebAssembly" ? "wasm" : "browser"); // boot.js starts nothing then
})();
