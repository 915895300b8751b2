// A stand-in for the parts of a browser that the page's first scripts use, and for as much of
// PyScript and Pyodide as they notice. Standard input has the page, its files and cases; each case
// is a page of its own. Writes how each page looks when nothing moves, and after each step.
import { createHash } from "node:crypto";
import fs from "node:fs";
import { setImmediate } from "node:timers/promises";
import vm from "node:vm";

const BASE = "https://example.org/cacao/";
const { html, files, cases } = JSON.parse(fs.readFileSync(0, "utf8"));
let page; // the present one

class Ears {
  heard = [];
  addEventListener = (type, work) => this.heard.push([type, work]);
  tell(type, event = {}) {
    for (const [kind, work] of this.heard) if (kind === type) attempt(() => work(event));
  }
}

// An exception is an event of the page; one in its listener does not go on for ever.
function attempt(work) {
  try {
    work();
  } catch (error) {
    page.errors += 1;
    if (page.errors < 9) page.tell("error", { target: page.window, message: `Uncaught ${error}` });
  }
}
process.on("unhandledRejection", (reason) => page.tell("unhandledrejection", { reason }));

class Element {
  textContent = "";
  attributes = {};
  dataset = new Proxy(this.attributes, {
    get: (all, name) => all[`data-${name}`],
    set: (all, name, value) => Boolean((all[`data-${name}`] = String(value))),
  });
  constructor(tag, parent) {
    Object.assign(this, { tag, parent });
  }
  getAttribute = (name) => this.attributes[name] ?? null;
  setAttribute = (name, value) => (this.attributes[name] = String(value));
  removeAttribute = (name) => delete this.attributes[name];
  closest = (selector) => (fits(this, selector) ? this : (this.parent?.closest(selector) ?? null));
  get sheet() {
    const answer = page.answers[this.attributes.href];
    return answer && { cssRules: answer.status === 200 ? ["a rule"] : [] };
  }
}
const property = (name, get) =>
  Object.defineProperty(Element.prototype, name, {
    get() {
      return get(this.attributes[name]);
    },
    set(value) {
      if (value === false) this.removeAttribute(name);
      else this.setAttribute(name, value);
    },
  });
for (const name of ["lang", "id"]) property(name, (value) => value ?? "");
for (const name of ["href", "src"]) property(name, (value) => value && new URL(value, BASE).href);
property("hidden", (value) => value !== undefined);
property("value", Number);

function fits(element, selectors) {
  return selectors.split(", ").some((selector) => {
    const [last, above] = selector.split(" ").reverse();
    if (above && !element.parent?.closest(above)) return false;
    return [...last.matchAll(/([#[]?)([\w-]+)=?([\w-]*)/g)].every(([, sign, name, value]) => {
      if (sign !== "[") return name === (sign ? element.id : element.tag);
      return value ? element.attributes[name] === value : name in element.attributes;
    });
  });
}

function parsed() {
  const all = [];
  let open = null;
  const tags = /<(\/?)(\w+)((?:\s+[\w:-]+(?:="[^"]*"|='[^']*')?)*)\s*(\/?)>([^<]*)/g;
  for (const [, closing, tag, attributes, closed, text] of html.matchAll(tags)) {
    if (closing) {
      open = open.parent;
      continue;
    }
    const element = new Element(tag, open);
    element.textContent = text;
    for (const [, name, one, two] of attributes.matchAll(/([\w:-]+)(?:="([^"]*)"|='([^']*)')?/g))
      element.attributes[name] = one ?? two ?? "";
    all.push(element);
    if (!closed && !/^(meta|link)$/.test(tag)) open = element;
  }
  return all;
}

// A class of the window with empty properties.
function kind(...names) {
  const made = function () {};
  for (const name of names) made.prototype[name] = null;
  return made;
}

// What scripts find in a window. Each has a context of its own, where it can be taken away.
function furnish(window, { stored, languages, fragment }) {
  const { WebAssembly } = window;
  const { Module, Instance } = WebAssembly;
  Object.assign(WebAssembly, {
    compile: async (bytes) => new Module(new Uint8Array(bytes)), // at once: no thread comes late
    instantiate: async (module) => new Instance(module),
    instantiateStreaming: async (response) => new Instance(await compileStreaming(response)),
    async compileStreaming(response) {
      if (response.headers.get("Content-Type") === "application/wasm")
        return WebAssembly.compile(await response.arrayBuffer());
      throw new TypeError("Incorrect response MIME type. Expected 'application/wasm'.");
    },
  });
  const { compileStreaming } = WebAssembly;
  const given = { URL, Response, EventTarget, MessageEvent, DOMException };
  Object.assign(window, given, { structuredClone, queueMicrotask, console: { info() {} } });
  Object.assign(window, {
    window,
    document: page.document,
    addEventListener: page.addEventListener,
    location: { hash: fragment && `#${fragment}`, reload: () => (page.reloads += 1) },
    navigator: { languages },
    localStorage: Object.create({ getItem: (name) => stored[name] ?? null }),
    matchMedia: () => ({ matches: false }),
    fetch: (...request) => page.fetch(...request),
    performance: { getEntriesByName: (name) => page.entries.filter((one) => one.name === name) },
    setTimeout: (work, wait = 0) => page.timers.set(work, page.now + wait) && work,
    clearTimeout: (work) => page.timers.delete(work),
    requestAnimationFrame: (work) => page.timers.set(work, page.now + 16),
    CSS: { supports: () => true },
    HTMLDialogElement: kind(),
    HTMLScriptElement: kind("noModule"),
    HTMLElement: kind("popover"),
    Window: kind(),
    IDBFactory: kind("open"),
    PerformanceObserver: class {
      constructor(work) {
        page.observers.push((entry) => work({ getEntries: () => [entry] }));
      }
      observe = () => page.entries.forEach(page.observers.at(-1));
    },
    Worker: class extends EventTarget {
      postMessage(data) {
        this.dispatchEvent(new MessageEvent("message", { data }));
      }
      terminate() {}
    },
  });
  window.IDBFactory.prototype.open = (...request) => `opened ${request}`;
  window.indexedDB = new window.IDBFactory();
  Object.assign(window.localStorage, stored);
}

class Page extends Ears {
  errors = 0;
  reloads = 0;
  now = 0; // milliseconds
  timers = new Map();
  asked = [];
  entries = [];
  observers = [];
  waiting = [];
  elements = parsed();
  arrived = 0; // elements that the parser has reached

  constructor(given) {
    super();
    page = this;
    this.answers = { ...files, ...given.files };
    const found = (selectors) =>
      this.elements.slice(0, this.arrived).filter((one) => fits(one, selectors));
    this.document = Object.assign(new Ears(), {
      baseURI: BASE,
      readyState: "loading",
      documentElement: this.elements[0],
      querySelectorAll: found,
      querySelector: (selectors) => found(selectors)[0] ?? null,
      getElementById: (id) => found(`#${id}`)[0] ?? null,
      createElement: (tag) => new Element(tag, null),
      head: { append: (...all) => all.forEach((one) => this.load(one)) },
    });
    this.context = vm.createContext({});
    this.window = vm.runInContext("globalThis", this.context);
    furnish(this.window, given);
    this.execute(given.script);
  }

  execute = (text) => attempt(() => vm.runInContext(text, this.context));

  // All scripts, in their order; those that are not deferred run while the page is read.
  async open() {
    const scripts = this.elements.filter((one) => one.tag === "script" && one.src);
    for (const deferred of [false, true]) {
      if (deferred) Object.assign(this, { arrived: Infinity }).document.readyState = "interactive";
      for (const one of scripts.filter((one) => "defer" in one.attributes === deferred)) {
        await this.rest(5);
        if (!deferred) this.arrived = this.elements.indexOf(one) + 1;
        this.document.currentScript = one;
        if (await this.has(one.src)) this.execute(String(this.body(one.src)));
        else this.tell("error", { target: one });
      }
    }
    this.document.tell("DOMContentLoaded");
    this.document.readyState = "complete";
  }

  // Waits until nothing moves without time.
  async rest(turns = 60) {
    for (let turn = 0; turn < turns; turn += 1) await setImmediate();
  }

  async pass(wait) {
    const end = this.now + wait;
    for (;;) {
      await this.rest();
      const [[work, at] = []] = [...this.timers].sort(([, one], [, two]) => one - two);
      if (!work || at > end) break;
      this.timers.delete(work);
      this.now = Math.max(this.now, at);
      attempt(work);
    }
    this.now = end;
  }

  click(selector) {
    const target = this.document.querySelector(selector);
    target.onclick?.();
    this.document.tell("click", { target });
  }

  name = (address) => new URL(address, BASE).href.slice(BASE.length).replace(/[?].*/, "");
  body = (address) => Buffer.from(this.answers[this.name(address)].body, "base64");

  // Whether a file arrives, as the build hashed it.
  async has(address, integrity = "") {
    while (this.answers[this.name(address)] === "held")
      await new Promise((resolve) => this.waiting.push(resolve));
    const answer = this.answers[this.name(address)];
    const entry = { name: new URL(address, BASE).href, responseStatus: answer?.status ?? 0 };
    this.entries.push(entry);
    for (const tell of this.observers) attempt(() => tell(entry));
    if (answer?.status !== 200) return false;
    const hash = () => createHash("sha256").update(this.body(address)).digest("base64");
    return !integrity || integrity === `sha256-${hash()}`;
  }

  async fetch(address, { integrity, cache } = {}) {
    this.asked.push(`${this.name(address)} ${cache ?? ""}`.trim());
    const arrives = await this.has(address, integrity);
    const answer = this.answers[this.name(address)];
    if (!arrives && (answer?.status ?? 200) === 200) throw new TypeError("Failed to fetch");
    const headers = { "Content-Type": answer.kind };
    return new Response(this.body(address), { status: answer.status, headers });
  }

  mend() {
    this.answers = { ...files };
    for (const go of this.waiting.splice(0)) go();
  }

  // Elements that scripts put into the page.
  async load(element) {
    const { href, src, integrity } = element;
    if (href && this.window.preloadsNothing) return;
    if (!(await this.has(href ?? src, integrity)) || (src && !(await this.imports(/^pyscript/))))
      this.tell("error", { target: element });
    else if (src) await this.python();
  }

  async imports(names) {
    const { integrity } = JSON.parse(this.document.querySelector("[type=importmap]").textContent);
    const needed = Object.entries(integrity).filter(([name]) => names.test(this.name(name)));
    return (await Promise.all(needed.map((one) => this.has(...one)))).every(Boolean);
  }

  // PyScript and Pyodide, which tell a page nothing of most faults: they wait for ever.
  async python() {
    const { window } = this;
    const asked = (name) => window.fetch(`${BASE}pyodide/${name}`);
    if (!(await this.imports(/^(pyodide|vendor|app)/))) return;
    const [lock, library] = [asked("pyodide-lock.json"), asked("python_stdlib.zip")];
    try {
      await window.WebAssembly.instantiateStreaming(asked("pyodide.asm.wasm"), {});
      (await lock).json();
    } catch {
      return;
    }
    this.tell("py:progress", { detail: "Loaded interpreter" });
    const text = await (await library).text();
    if (text.includes("\0")) throw new Error("zipimport.ZipImportError: bad local file header");
    this.tell("py:progress", { detail: "Loaded Pyodide" });
    this.document.documentElement.dataset.state = "ready";
    window.cacao.connect(() => JSON.stringify({ value: "an answer" }));
  }

  seen(value) {
    const root = Object.entries(this.document.documentElement.attributes);
    const of = (selector) => this.elements.filter((one) => fits(one, selector));
    const text = (selector) => of(selector)[0].textContent;
    return {
      ...Object.fromEntries(root.map(([name, one]) => [name.replace("data-", ""), one])),
      ...{ value, reloads: this.reloads, asked: this.asked.splice(0) },
      told: of("[data-failure]").filter((one) => !one.hidden).map((one) => one.dataset.failure),
      sentence: of("[data-failure]").filter((one) => !one.hidden).map((one) => one.textContent),
      reason: text("#failure-reason"),
      arrived: text("#arrived"),
      bar: of("#progress")[0].value,
      busy: of("[aria-busy]").map((one) => one.dataset.command),
      button: text("#home [data-command=new-game]"),
      label: of("#home [data-command=settings]")[0].getAttribute("aria-label"),
    };
  }
}

const all = {};
for (const [name, given] of Object.entries(cases)) {
  new Page(given).open();
  await page.rest();
  all[name] = [page.seen()];
  for (const step of given.steps) {
    const value = await vm.runInThisContext(`async (page, window) => { ${step} }`)(page, page.window);
    await page.rest();
    all[name].push(page.seen(value));
  }
}
process.stdout.write(JSON.stringify(all), () => process.exit(0));
