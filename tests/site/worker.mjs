// A stand-in for the parts of a browser that the service worker uses. Standard input has the
// worker's text, the files of the host by address, and the steps: scripts that get `browser`.
// Writes what the steps return.
import { createHash } from "node:crypto";
import fs from "node:fs";
import vm from "node:vm";

const { base, worker, files, cases } = JSON.parse(fs.readFileSync(0, "utf8"));
const hashed = (body) => `sha256-${createHash("sha256").update(body).digest("base64")}`;

class Address extends Request {
  constructor(what, more) {
    super(typeof what === "string" ? new URL(what, base) : what, more);
  }
}

// Answers of a host; what a browser has kept of them; and who listens.
class Browser {
  host = { ...files };
  kept = new Map();
  asked = []; // by the worker, of the host
  heard = [];
  said = []; // to pages
  timers = []; // what waits
  shown = []; // notifications
  pageFails = false;
  isClosed = false; // whether no page is open
  look = {}; // how the page differs from one in front
  full = broken(false);
  blind = broken(false);

  constructor() {
    const store = {
      match: async (key) => this.blind() ?? this.kept.get(new Address(key.url ?? key).url)?.clone(),
      put: async (key, answer) =>
        this.full() ?? void this.kept.set(new Address(key.url ?? key).url, answer),
      delete: async (key) => this.kept.delete(key.url ?? key),
      keys: async () => [...this.kept.keys()].map((url) => new Address(url)),
    };
    const registration = {
      scope: base,
      update: async () => this.said.push("update") && registration,
      showNotification: async (title, { body, data }) => this.shown.push([title, body, data]),
      waiting: { postMessage: ({ ask }) => this.said.push(ask) },
    };
    const page = {
      url: `${base}index.html`,
      ...{ focused: true, visibilityState: "visible" },
      focus: async () => this.said.push("focus"),
      navigate: async (url) => this.said.push(url.slice(base.length)),
      postMessage: (question, [port]) =>
        port?.postMessage({ fails: this.pageFails, free: "free" }[question]),
    };
    this.self = vm.createContext({
      ...{ Request: Address, Response, Headers, URL, Error, DOMException, MessageChannel },
      ...{ crypto, btoa },
      FetchEvent: class {},
      caches: { ...store, open: async () => this.blind() ?? store },
      clients: {
        matchAll: async () => (this.isClosed ? [] : [Object.assign(page, this.look)]),
        get: async () => page,
        openWindow: async (url) => this.said.push(url),
      },
      location: new URL("sw.js", base),
      registration,
      fetch: (request) => this.fetch(request),
      addEventListener: (type, work) => this.heard.push([type, work]),
      setTimeout: (work, wait = 0) => (wait ? this.timers.push(work) : setImmediate(work)),
      skipWaiting() {},
    });
    this.self.self = this.self;
    vm.runInContext(worker, this.self);
  }

  async fetch(request) {
    if (request.cache === "only-if-cached") throw new TypeError("not in the browser's own cache");
    const name = request.url.slice(base.length);
    this.asked.push(name);
    const body = this.host[name];
    if (body === undefined || (request.integrity && hashed(body) !== request.integrity))
      throw new TypeError("Failed to fetch");
    return new Response(body);
  }

  async tell(type, properties) {
    const waits = [];
    const event = Object.assign(new this.self.FetchEvent(), { type, ...properties });
    event.waitUntil = (work) => waits.push(work);
    event.respondWith = (answer) => (event.answer = answer);
    for (const [kind, work] of this.heard) if (kind === type) work(event);
    const answer = await event.answer?.then((found) => found.text(), String);
    await Promise.all(waits);
    return answer;
  }

  // What the page has noted, so many hours ago.
  note(hours) {
    const seen = new Date(Date.now() - hours * 3600000).toISOString();
    const games = { mark: { title: "Ana · You", told: "It is your turn", seen, address: "#g=1" } };
    const notes = JSON.stringify({ title: "News in a game with friends", games });
    this.kept.set(new Address("./bell-notes").url, new Response(notes));
  }
  push = (mark) => this.tell("push", { data: mark && { text: () => mark } });
  tap = (data) => this.tell("notificationclick", { notification: { data, close() {} } });
  install = () => this.tell("install", {});
  page = () => this.open("index.html", { mode: "navigate" });
  open = (name, more = {}) => {
    const request = new Address(name);
    for (const [key, value] of Object.entries({ mode: "no-cors", ...more }))
      Object.defineProperty(request, key, { value });
    return this.tell("fetch", { request });
  };
  ask = (ask) =>
    new Promise((resolve) =>
      this.tell("message", { data: { ask }, ports: [{ postMessage: resolve }] }),
    );
  keep = (name, body, more) => this.kept.set(this.key(name), new Response(body, more));
  // As where a disk cannot read it.
  breakOff(name) {
    const blob = () => Promise.reject(new TypeError("cannot be read"));
    const found = { ok: true, clone: () => found, blob };
    this.kept.set(this.key(name), found);
  }
  key = (name) => [...this.kept.keys()].find((url) => new URL(url).pathname.endsWith(name));
  text = (name) => this.kept.get(this.key(name))?.clone().text();
  // What waits in the worker for a later time, up to its end, or until it waits again.
  async later() {
    const works = this.timers.splice(0).map((work) => work());
    let over = false;
    Promise.allSettled(works).then(() => (over = true));
    for (let looks = 0; !over && looks < 100; looks++)
      await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function broken(on) {
  return () => {
    if (on) throw new DOMException("the store does not work", on);
  };
}

const all = {};
for (const [name, step] of Object.entries(cases)) {
  const browser = new Browser();
  await browser.install();
  browser.asked = [];
  const work = vm.runInThisContext(`async (browser, broken, DOMException) => { ${step} }`);
  all[name] = (await work(browser, broken, DOMException)) ?? null;
}
process.stdout.write(JSON.stringify(all), () => process.exit(0));
