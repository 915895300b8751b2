// The page before Python is ready: download Python's files in parallel, ahead of PyScript; show the
// progress; and offer window.cacao (docs/api.md).
"use strict";

const root = document.documentElement;
// check.js says what went wrong; if it has not arrived itself, this does, and nothing starts.
if (!window.cacao) {
  const file = "./app/check.js";
  const reload = () => location.reload();
  root.dataset.state = "error";
  document.querySelector("[data-failure=file]").hidden = false;
  document.getElementById("failure-reason").textContent = new URL(file, document.baseURI).href;
  document.getElementById("retry").onclick = () =>
    fetch(file, { cache: "reload" }).then(reload, reload);
}
const { failed } = window.cacao;
// Its error event may have come before anybody listened, and nobody can play without it. If it did
// not arrive, there is an empty style sheet, or none.
for (const { href, sheet } of document.querySelectorAll("link[rel=stylesheet]"))
  if (!sheet?.cssRules.length) failed(href, "file", href);
// It names the page's version, so the page cannot name its hash.
if (!window.offline) {
  const file = new URL("./app/offline.js", document.baseURI).href;
  failed(file, "damaged", file);
}

window.cacao = (() => {
  let ask = null;
  let connected;
  const ready = new Promise((resolve) => (connected = resolve));
  // Resolves when the browser has painted Python's last drawing.
  const drawn = () =>
    new Promise((resolve) => {
      requestAnimationFrame(() => setTimeout(resolve));
      // Hidden pages draw no frames; a busy computer may need long for one.
      setTimeout(resolve, document.hidden ? 250 : 3000);
    });
  const call = (name, argument = "") => {
    if (!ask) throw new Error("Python is not ready: await window.cacao.ready");
    const answer = JSON.parse(ask(name, String(argument)));
    if ("error" in answer) throw new Error(answer.error);
    return answer.value;
  };
  // The address that follows a call, when it is made; undefined if there is none.
  const outcome = async () => {
    for (;;) {
      const address = call("outcome");
      if (address !== null) return address || undefined;
      await drawn();
    }
  };
  return {
    ready,
    record: () => call("record"),
    legalMoves: () => call("legalMoves"),
    play: async (notation) => {
      call("play", notation);
      await drawn();
    },
    load: async (textOrLink) => {
      const follows = call("load", textOrLink);
      await drawn();
      return follows ? await outcome() : undefined;
    },
    // Resolves with the address that invites the next seat at another device.
    invite: async () => {
      call("invite");
      return await outcome();
    },
    // {seat: "here" | "live" | "link" | "invited"}
    table: () => call("table"),
    painted: drawn,
    // Resolves when all automatic moves, motion, searches and saving have ended.
    settled: async () => {
      await ready;
      for (let calm = 0; calm < 2; calm = call("settled") ? calm + 1 : 0) await drawn();
    },
    connect(answer) {
      ask = answer;
      document.querySelectorAll("[aria-busy]").forEach((busy) => busy.removeAttribute("aria-busy"));
      connected();
    },
    failed,
  };
})();

// --- Progress of the start --------------------------------------------------------------------

const here = document.currentScript;
// Files of a first visit, from the build: address -> [bytes, hash]; relative to this page.
const files = new Map(
  Object.entries(JSON.parse(here.dataset.files)).map(([name, [size, hash]]) => [
    new URL(name, document.baseURI).href,
    { size, hash, arrived: 0 },
  ])
);
const fileNamed = (end) =>
  [...files.keys()].find((address) => new URL(address).pathname.endsWith(end));
const LOADED = 80; // position of the bar, of 100, when all files are loaded
const PATIENCE = 90_000; // milliseconds without any progress
const megabytes = (bytes) => (bytes / 1e6).toFixed(1);
let watchdog = 0;

function stage(name, value) {
  root.dataset.stage = name;
  const bar = document.getElementById("progress");
  if (bar) bar.value = Math.max(bar.value, value);
  clearTimeout(watchdog);
  if (root.dataset.state === "booting")
    watchdog = setTimeout(() => failed("the start takes too long", "slow"), PATIENCE);
}

function arrived(address, bytes) {
  const file = files.get(address);
  if (!file || file.arrived >= bytes) return;
  file.arrived = Math.min(bytes, file.size);
  const all = [...files.values()];
  const total = all.reduce((sum, one) => sum + one.size, 0);
  const sum = all.reduce((sum, one) => sum + one.arrived, 0);
  const count = document.getElementById("arrived");
  if (count) count.textContent = `${megabytes(sum)} / ${megabytes(total)} MB`;
  if (root.dataset.stage === "loading")
    stage(sum < total ? "loading" : "python", (LOADED * sum) / total);
}

const stages = {
  "Loaded interpreter": ["game", 90],
  "Loaded Pyodide": ["game", 95],
};
window.addEventListener("py:progress", ({ detail }) => {
  if (detail in stages) stage(...stages[detail]);
});
window.addEventListener("unhandledrejection", (event) => failed(event.reason));
// Files that are not fetched here count when they are loaded; Pyodide waits forever for a missing
// one.
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) {
    const file = files.get(entry.name);
    if (!file || file.own) continue;
    if (entry.responseStatus >= 400)
      failed(`${entry.name}: ${entry.responseStatus}`, "file", entry.name);
    else arrived(entry.name, file.size);
  }
}).observe({ type: "resource", buffered: true });

// --- Python's files, ahead of PyScript -------------------------------------------------------

const browserFetch = window.fetch.bind(window);
const prepared = new Map(); // address -> promise of the response for the first request

window.fetch = (resource, options) => {
  const address = new URL(resource.url ?? resource, document.baseURI).href;
  const response = prepared.get(address);
  prepared.delete(address);
  return response ?? browserFetch(resource, options);
};

async function get(address, options) {
  const response = await browserFetch(address, options);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response;
}

// Read to the end, only to count the bytes.
async function follow(address, body) {
  const reader = body.getReader();
  for (let bytes = 0; ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    arrived(address, (bytes += value.length));
  }
}

// Python's library; if the compiled one is missing or damaged, the published one.
async function library(address, plain) {
  const file = files.get(address);
  file.own = true;
  let response;
  try {
    response = await get(address, { integrity: file.hash });
  } catch (error) {
    console.info(`${error}; starting with Python's library as it is published`);
    root.dataset.library = "plain";
    response = await get(plain).catch((error) => {
      failed(error, "file", address);
      throw error;
    });
  }
  arrived(address, file.size);
  return response;
}

// Pyodide's list of packages. Errors in it must be found here: if the browser itself reads JSON
// for a script, its errors are not events of the page.
async function list(address) {
  files.get(address).own = true;
  try {
    const text = await (await get(address)).text();
    JSON.parse(text);
    arrived(address, files.get(address).size);
    return new Response(text);
  } catch (error) {
    failed(error, error instanceof SyntaxError ? "damaged" : "", address);
    throw error;
  }
}

// Pyodide's program, compiled while downloading and while PyScript starts. Chromium caches compiled
// WebAssembly per download: if the browser asks the host whether the file has changed, the cached
// code is lost. So it does not ask; the address changes with the content.
let program; // promise of the compiled module
let programResponse; // the response that Pyodide gets

async function compiled(address) {
  files.get(address).own = true;
  let response;
  try {
    response = await get(address, { cache: "force-cache" });
  } catch (error) {
    failed(error, "file", address);
    throw error;
  }
  follow(address, response.clone().body).catch(() => {});
  try {
    return await WebAssembly.compileStreaming(response);
  } catch (error) {
    // Some hosts do not declare it as WebAssembly; a complete file can still be compiled. If it is
    // declared, the cached file is damaged.
    const known = response.headers.get("Content-Type") === "application/wasm";
    const cache = known ? "reload" : "force-cache";
    const whole = await (await get(address, { cache })).arrayBuffer();
    return await WebAssembly.compile(whole).catch((error) => {
      failed(error, "", address);
      throw error;
    });
  }
}

const { instantiateStreaming } = WebAssembly;
WebAssembly.instantiateStreaming = async (source, imports) => {
  const response = await source;
  if (response !== programResponse) return instantiateStreaming(response, imports);
  try {
    const module = await program;
    return { module, instance: await WebAssembly.instantiate(module, imports) };
  } catch (error) {
    failed(error); // Pyodide itself would only write it to the console
    throw error;
  }
};

function prepare(address, response) {
  response.catch(() => {}); // reported already
  prepared.set(address, response);
}

function fetchAhead() {
  const wasm = fileNamed("pyodide.asm.wasm");
  const zip = fileNamed("python_stdlib.zip");
  const lock = fileNamed("pyodide-lock.json");
  program = compiled(wasm);
  program.catch(() => {}); // reported already
  programResponse = new Response(null);
  prepare(wasm.replace(/\?.*/, ""), Promise.resolve(programResponse));
  prepare(zip, library(zip, zip.replace("stdlib", "plain")));
  prepare(lock, list(lock));
}

// PyScript, and the modules that it and Python would request one after the other. They are not in
// the page's text: browsers read ahead there, and would parse a megabyte and a half just when the
// first screen should be painted.
function loadModules() {
  const { integrity: hashes } = JSON.parse(
    document.querySelector("script[type=importmap]").textContent
  );
  const element = (kind, properties) => Object.assign(document.createElement(kind), properties);
  const preloads = Object.entries(hashes).map(([href, integrity]) =>
    element("link", { rel: "modulepreload", href, integrity })
  );
  document.head.append(...preloads, element("script", { type: "module", src: "pyscript/core.js" }));
}

// --- Errors of browsers ----------------------------------------------------------------------

if (window.indexedDB.lacking) root.dataset.careful = "store";

// Some of Safari's errors have no stack, and Python accepts only exceptions with one.
if (!("stack" in Error.prototype))
  Object.defineProperty(Error.prototype, "stack", { value: "", writable: true, configurable: true });

const RealWorker =
  window.Worker ??
  class extends EventTarget {
    constructor() {
      throw new Error("there are no web workers here");
    }
  };
// PyScript would wait forever for a worker that the browser refuses to create. It gets an object
// whose first message is the reason.
window.Worker = class extends RealWorker {
  constructor(...given) {
    try {
      super(...given);
    } catch (error) {
      const none = Reflect.construct(EventTarget, [], new.target);
      none.missing = new MessageEvent("message", { data: error });
      setTimeout(() => none.dispatchEvent(none.missing));
      return none;
    }
  }
  postMessage(...given) {
    if (!this.missing) super.postMessage(...given);
  }
  terminate() {
    if (!this.missing) super.terminate();
  }
};

if (root.dataset.state === "booting") {
  stage("loading", 0);
  fetchAhead();
  loadModules();
}
