// A stand-in for the parts of a browser that the page's first scripts use, and for as much of
// PyScript and Pyodide as they notice. Standard input has the folders of the files, and the cases;
// each case is a page of its own. Writes how each page looks at first and after each step.
import { createHash } from "node:crypto";
import fs from "node:fs";
import { setImmediate } from "node:timers/promises";
import vm from "node:vm";

const { base, web, dist, usual, cases } = JSON.parse(fs.readFileSync(0, "utf8"));
const SCRIPTS = /app\/(check|store|offline|boot).js$/; // the real ones
const absolute = (name) => new URL(name, base).href;
const relative = (address) => absolute(address).slice(base.length).replace(/[?].*/, "");
const kept = {}; // answers for files that have been read
let page; // the present one

function answerFor(name) {
  const given = page.files[name] ?? usual[name];
  if (given?.body === "") return { ...given, body: Buffer.alloc(0) };
  if (given) return given.body && { ...given, body: Buffer.from(given.body, "base64") };
  const path = `${SCRIPTS.test(name) ? web : dist}/${name}`;
  return (kept[name] ??= { status: 200, kind: "", body: fs.readFileSync(path) });
}

function isWhole(answer, integrity) {
  answer.hash ??= `sha256-${createHash("sha256").update(answer.body).digest("base64")}`;
  return answer.hash === integrity;
}

// An exception is an event of the page.
function attempt(work, ...given) {
  try {
    work(...given);
  } catch (error) {
    page.errors += 1;
    if (page.errors < 9) page.tell("error", { target: page.window, message: `Uncaught ${error}` });
  }
}
process.on("unhandledRejection", (reason) => page.tell("unhandledrejection", { reason }));

class Ears {
  heard = [];
  addEventListener = (type, work) => this.heard.push([type, work]);
  tell(type, event) {
    for (const [kind, work] of this.heard) if (kind === type) attempt(work, event);
  }
}

// Its attributes are its properties.
class Element {
  dataset = new Proxy(this, {
    get: (_, name) => this[`data-${name}`],
    set: (_, name, value) => Boolean(this.setAttribute(`data-${name}`, value)),
  });
  getAttribute = (name) => this[name] ?? null;
  setAttribute = (name, value) => (this[name] = String(value));
  removeAttribute = (name) => delete this[name];
  closest = (selector) => (fits(this, selector) ? this : null);
}
const element = (tag, properties) => Object.assign(new Element(), { tag, ...properties });

// Whether an element fits a selector; what the selector says of elements above it is left out.
const fits = (one, selectors) =>
  selectors.split(", ").some((selector) =>
    [...selector.split(" ").at(-1).matchAll(/([#[]?)([\w-]+)=?([\w-]*)/g)].every(
      ([, sign, name, value]) => {
        if (sign === "[") return name in one && (!value || one[name] === value);
        return name === (sign ? one.id : one.tag);
      }
    )
  );

// The elements of the page, without the drawings.
function* parsed(html) {
  const tags = /<(\w+)((?:\s+[\w:-]+(?:="[^"]*"|='[^']*')?)*)\s*\/?>([^<]*)/g;
  for (const [, tag, text, textContent] of html.matchAll(tags)) {
    if (!/data-|src=|rel=|type=|failure-reason|progress/.test(text)) continue;
    const one = element(tag, { textContent });
    for (const [, name, first, second] of text.matchAll(/([\w:-]+)(?:="([^"]*)"|='([^']*)')?/g)) {
      const value = first ?? second ?? (name === "hidden" || "");
      one[name] = name === "href" || name === "src" ? absolute(value) : value;
    }
    yield one;
  }
}

const CLASSES = `
  Object.assign(globalThis, {
    Window: function () {},
    IDBFactory: function () {},
    HTMLDialogElement: function () {},
    HTMLScriptElement: function () {},
    HTMLElement: function () {},
    Worker: class extends EventTarget {
      postMessage(data) { this.dispatchEvent(new MessageEvent("message", { data })); }
      terminate() {}
    },
  });
  IDBFactory.prototype.open = (...request) => "opened " + request;
  globalThis.indexedDB = new IDBFactory();
  HTMLScriptElement.prototype.noModule = false;
  HTMLElement.prototype.popover = null;
  WebAssembly.compile = async (bytes) => new WebAssembly.Module(bytes); // at once, in no thread
  WebAssembly.instantiate = async (module) => new WebAssembly.Instance(module);
  WebAssembly.instantiateStreaming = () => {};
  WebAssembly.compileStreaming = async (response) => {
    if (response.headers.get("Content-Type") === "application/wasm")
      return WebAssembly.compile(await response.arrayBuffer());
    throw new TypeError("Incorrect response MIME type. Expected 'application/wasm'.");
  };`;

class Page extends Ears {
  errors = 0;
  reloads = 0;
  now = 0; // milliseconds
  timers = new Map(); // work -> when it is due
  asked = [];
  entries = [];
  waiting = [];
  observe() {}
  found = (selectors) => this.elements.filter((one) => fits(one, selectors));

  constructor({ files, script, ...given }) {
    super();
    page = Object.assign(this, { files });
    this.elements = [...parsed(String(answerFor("index.html").body))];
    for (const one of this.found("[rel=stylesheet]")) {
      const answer = answerFor(relative(one.href));
      const isRight = answer?.status === 200 && isWhole(answer, one.integrity);
      one.sheet = answer && { cssRules: isRight ? ["a rule"] : [] };
    }
    const reached = (one) => (this.document.readyState === "loading" ? [] : this.found(one));
    this.document = Object.assign(new Ears(), {
      baseURI: base,
      readyState: "loading",
      documentElement: this.found("html")[0],
      querySelectorAll: reached,
      querySelector: (selector) => reached(selector)[0] ?? null,
      getElementById: (id) => reached(`#${id}`)[0] ?? null,
      createElement: element,
      head: { append: (...all) => all.forEach((one) => this.load(one)) },
    });
    this.context = vm.createContext({ URL, Response, EventTarget, MessageEvent, DOMException });
    this.window = vm.runInContext("globalThis", this.context);
    Object.assign(this.window, { structuredClone, queueMicrotask, ...this.furniture(given) });
    this.execute(CLASSES);
    this.execute(script);
  }

  // What scripts find in a window; each page has its own, where it can be taken away.
  furniture = ({ stored, languages, fragment }) => ({
    window: this.window,
    document: this.document,
    addEventListener: this.addEventListener,
    navigator: { languages },
    location: { hash: fragment, reload: () => (this.reloads += 1) },
    localStorage: { __proto__: { getItem: (name) => stored[name] ?? null }, ...stored },
    console: { info() {} },
    matchMedia: () => ({ matches: false }),
    CSS: { supports: () => true },
    fetch: (...request) => this.fetch(...request),
    performance: { getEntriesByName: (name) => this.entries.filter((one) => one.name === name) },
    PerformanceObserver: class {
      constructor(work) {
        page.observe = (...entries) => work({ getEntries: () => entries });
      }
      observe = () => page.observe(...page.entries);
    },
    setTimeout: (work, wait = 0) => this.timers.set(work, this.now + wait) && work,
    clearTimeout: (work) => this.timers.delete(work),
    requestAnimationFrame: (work) => this.timers.set(work, this.now + 16),
  });

  execute = (text) => attempt(() => vm.runInContext(text, this.context));

  // The page's own scripts; the first runs while the page is read.
  async open() {
    for (const one of this.found("script").filter(({ src }) => SCRIPTS.test(src))) {
      if ("defer" in one) this.document.readyState = "interactive";
      this.document.currentScript = one;
      if (await this.has(one.src, one.integrity)) this.execute(String(answerFor(relative(one.src)).body));
      else this.tell("error", { target: one });
      if (!("defer" in one)) await this.rest(5);
    }
    this.document.tell("DOMContentLoaded");
    this.document.readyState = "complete";
  }

  // Waits until nothing moves that needs no time.
  async rest(turns = 60) {
    for (let turn = 0; turn < turns; turn += 1) await setImmediate();
  }

  async pass(wait) {
    for (const end = this.now + wait; ; ) {
      await this.rest();
      const [work, at] = [...this.timers].sort(([, one], [, two]) => one - two)[0] ?? [];
      this.now = Math.min(at ?? end, end);
      if (!work || at > end) return;
      this.timers.delete(work);
      attempt(work);
    }
  }

  click(selector) {
    const [target] = this.found(selector);
    target.onclick?.();
    this.document.tell("click", { target });
  }

  mend() {
    this.files = {};
    for (const go of this.waiting.splice(0)) go();
  }

  // Whether a file arrives, as the build hashed it.
  async has(address, integrity) {
    const name = relative(address);
    while (this.files[name] === "held") await new Promise((resolve) => this.waiting.push(resolve));
    const answer = answerFor(name);
    const entry = { name: absolute(address), responseStatus: answer?.status ?? 0 };
    this.entries.push(entry);
    attempt(this.observe, entry);
    return answer?.status === 200 && (!integrity || isWhole(answer, integrity));
  }

  async fetch(address, { integrity, cache } = {}) {
    this.asked.push(`${relative(address)} ${cache ?? ""}`.trim());
    const arrives = await this.has(address, integrity);
    const { status, kind, body } = answerFor(relative(address)) ?? {};
    if (!status || (status === 200 && !arrives)) throw new TypeError("Failed to fetch");
    return new Response(body, { status, headers: { "Content-Type": kind } });
  }

  // What scripts put into the page.
  async load(one) {
    if (one.href && this.window.preloadsNothing) return;
    if (one.href) one.href = absolute(one.href);
    const arrived = await this.has(one.href ?? one.src, one.integrity);
    if (!arrived || (one.src && !(await this.imports("pyscript"))))
      this.tell("error", { target: one });
    else if (one.src) await this.python();
  }

  async imports(folder) {
    const { integrity } = JSON.parse(this.found("[type=importmap]")[0].textContent);
    const needed = Object.entries(integrity).filter(([name]) => name.includes(folder));
    return (await Promise.all(needed.map((one) => this.has(...one)))).every(Boolean);
  }

  // PyScript and Pyodide. They tell a page nothing of most faults, and wait for ever.
  async python() {
    const asked = (name) => this.window.fetch(absolute(`pyodide/${name}`));
    const [lock, library] = [asked("pyodide-lock.json"), asked("python_stdlib.zip")];
    try {
      if (!(await this.imports(""))) return;
      await this.window.WebAssembly.instantiateStreaming(asked("pyodide.asm.wasm"), {});
      await (await lock).json();
    } catch {
      return;
    }
    this.tell("py:progress", { detail: "Loaded interpreter" });
    const archive = Buffer.from(await (await library).arrayBuffer());
    if (archive.includes(Buffer.alloc(499))) throw new Error("ZipImportError: bad file header");
    this.tell("py:progress", { detail: "Loaded Pyodide" });
    this.document.documentElement.dataset.state = "ready";
    this.window.cacao.connect(() => JSON.stringify({ value: "an answer" }));
  }

  seen(value) {
    const told = this.found("[data-failure]").filter(({ hidden }) => !hidden);
    const root = Object.entries(this.document.documentElement);
    return {
      ...Object.fromEntries(root.map(([name, text]) => [name.replace("data-", ""), text])),
      ...{ value, reloads: this.reloads, asked: this.asked.splice(0) },
      told: told.map((one) => one.dataset.failure),
      sentence: told.map((one) => one.textContent).join(),
      reason: this.found("#failure-reason")[0].textContent,
      bar: Number(this.found("#progress")[0].value),
      busy: this.found("[aria-busy]").map((one) => one.dataset.command),
      button: this.found("[data-command=new-game]")[0].textContent,
      label: this.found("[data-command=settings]")[0]["aria-label"],
    };
  }
}

const all = {};
for (const [name, { steps, ...given }] of Object.entries(cases)) {
  new Page(given).open();
  await page.rest();
  all[name] = [page.seen()];
  for (const step of steps) {
    const work = vm.runInThisContext(`async (page, window) => { ${step} }`);
    const value = await work(page, page.window).catch(String);
    await page.rest();
    all[name].push(page.seen(value));
  }
}
process.stdout.write(JSON.stringify(all), () => process.exit(0));
