// What the page can do before Python is there: show how the start goes, remember an early click,
// say what went wrong, and offer window.cacao (API.md) to bots and tests.
"use strict";

const root = document.documentElement;
const stored = (() => {
  try {
    return JSON.parse(localStorage.getItem("cacao.settings") || "{}").theme || "";
  } catch {
    return "";
  }
})();
root.dataset.theme =
  stored || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");

window.cacao = (() => {
  let ask = null;
  let connected;
  const ready = new Promise((resolve) => (connected = resolve));
  // Resolves when the browser has painted what Python has drawn.
  const drawn = () =>
    new Promise((resolve) => {
      requestAnimationFrame(() => setTimeout(resolve));
      setTimeout(resolve, 250); // hidden pages draw no frames
    });
  const call = (name, argument = "") => {
    if (!ask) throw new Error("Python is not ready: await window.cacao.ready");
    const answer = JSON.parse(ask(name, String(argument)));
    if ("error" in answer) throw new Error(answer.error);
    return answer.value;
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
      call("load", textOrLink);
      await drawn();
    },
    painted: drawn,
    connect(answer) {
      ask = answer;
      document.querySelectorAll("[aria-busy]").forEach((busy) => busy.removeAttribute("aria-busy"));
      connected();
    },
    failed,
  };
})();

document.addEventListener("click", (event) => {
  const button = event.target.closest("#home [data-command]");
  if (!button || root.dataset.state !== "booting") return;
  root.dataset.early = button.dataset.command;
  button.setAttribute("aria-busy", "true");
});

const stages = {
  "Loading Pyodide": 25,
  "Loaded Pyodide": 60,
  "Loading files": 70,
  "Loaded files": 80,
  "Loading packages": 70,
  "Loaded packages": 85,
};
window.addEventListener("py:progress", ({ detail }) => {
  const bar = document.getElementById("progress");
  if (bar && stages[detail]) bar.value = Math.max(bar.value, stages[detail]);
});

function failed(reason) {
  if (root.dataset.state !== "booting") return;
  root.dataset.state = "error";
  document.getElementById("failure-reason").textContent = String(reason);
}
window.addEventListener("error", (event) => failed(event.message || "a file is missing"), true);
window.addEventListener("unhandledrejection", (event) => failed(event.reason));
// Pyodide waits for ever for a file that is not there.
new PerformanceObserver((list) => {
  const missing = list.getEntries().find((entry) => entry.responseStatus >= 400);
  if (missing) failed(`${missing.name}: ${missing.responseStatus}`);
}).observe({ type: "resource", buffered: true });
setTimeout(() => failed("the start takes too long"), 90000);
