// The service worker: keeps one version of the whole site, and changes to the next one only when
// every open page agrees (docs/dev/offline.md). The build writes Workbox before this text, and the
// files with their hashes into it.
"use strict";

const VERSION = "build:version";
const FILES = ["build:files"];
const PATIENCE = 2000; // milliseconds that a page has to answer
const LATER = 5000; // milliseconds that a page has to start in peace
const CHANGE = 10000; // milliseconds that a change of versions may take
const AGAIN = 500; // milliseconds
const DAY = 24 * 3600 * 1000; // milliseconds

workbox.core.setCacheNameDetails({ prefix: "cacao" }); // Workbox adds the scope: others may share the origin
const keeper = new workbox.precaching.PrecacheController({
  plugins: [{ requestWillFetch, cachedResponseWillBeUsed, handlerDidError }],
});
keeper.precache(FILES.map(([url, revision, integrity]) => ({ url, revision, integrity })));
const sizes = new Map(FILES.map(([url, , , size]) => [keeper.getCacheKeyForURL(url), size]));

// A file is taken from the browser's own cache, where the open page has just put it, if it is
// exactly the right one; else from the server. So a first visit loads nothing twice.
async function requestWillFetch({ request }) {
  const integrity =
    request.integrity ||
    keeper.getIntegrityForCacheKey(keeper.getCacheKeyForURL(request.url)) ||
    "";
  const as = (cache) =>
    new Request(request.url, { mode: "same-origin", credentials: "same-origin", integrity, cache });
  try {
    const found = await fetch(as("only-if-cached"));
    if (found.ok) return as("force-cache");
  } catch {
    // it is not there, or is that of another version
  }
  return as("reload");
}

// --- What is kept may be wrong: a disk loses a part of a file, or a person changes it ----------

// The size of a file is known at once. To hash it takes time.
async function isRight(kept, key, thoroughly) {
  try {
    const body = await kept.clone().blob();
    if (!kept.ok || body.size !== sizes.get(key)) return false;
    if (!thoroughly) return true;
    const hash = await crypto.subtle.digest("SHA-256", await body.arrayBuffer());
    const text = btoa(String.fromCharCode(...new Uint8Array(hash)));
    return `sha256-${text}` === keeper.getIntegrityForCacheKey(key);
  } catch {
    return false; // it is not there, or cannot be read
  }
}

// A wrong file is as good as none: Workbox then fetches it, with its hash, and keeps it.
async function cachedResponseWillBeUsed({ cachedResponse, request, event }) {
  const thoroughly = event?.request?.cache === "reload"; // a page has seen that it is damaged
  return (await isRight(cachedResponse, request.url, thoroughly)) ? cachedResponse : null;
}

// Where the browser's store does not work, the page comes from the host.
async function handlerDidError({ error, request, event }) {
  const isServed = event?.type === "fetch";
  return isServed && error instanceof DOMException ? fetch(request) : undefined;
}

// A page that cannot start asks nothing, so the worker looks by itself.
let looked = 0; // when
self.addEventListener("fetch", ({ request }) => {
  const since = Date.now();
  if (request.mode === "navigate") setTimeout(() => tend(since).catch(() => undefined), LATER);
});

// If the host has another version by now, files of this one cannot be had any more. A page that
// cannot start without them changes to the other version, if no other page is in use.
async function tend(since) {
  if (looked > since || !(await asked.wrong()) || (await asked.mend()) !== "lost") return;
  const { installing } = await self.registration.update();
  while (installing?.state === "installing")
    await new Promise((resolve) =>
      installing.addEventListener("statechange", resolve, { once: true }),
    );
  if ((await allAnswers("fails")).includes(true)) await asked.change();
}

// --- Pages that load while versions change wait, so that none begins with the old one --------

let changing = 0; // until when
const arriving = new Set(); // promises of pages that have been answered but have not loaded yet

self.addEventListener("fetch", (event) => {
  if (event.request.mode !== "navigate" || !event.resultingClientId) return;
  const there = self.clients
    .get(event.resultingClientId)
    .catch(() => undefined)
    .finally(() => arriving.delete(there));
  arriving.add(there);
});

workbox.routing.registerRoute(
  ({ request }) => request.mode === "navigate" && Date.now() < changing,
  async () =>
    new Response(
      '<!doctype html><link rel="icon" href="data:,"><meta http-equiv="refresh" content="0.3">',
      { headers: { "Content-Type": "text/html" } },
    ),
);
// Files whose address names their content (Python's program). The browser keeps the machine code of
// such a file only for the copy in its own cache. So that copy is served, as long as it is there
// and came from the host together with ours.
for (const address of FILES.map(([url]) => url).filter((url) => url.includes("?"))) {
  const url = new URL(address, self.location).href;
  const ours = keeper.createHandlerBoundToURL(address);
  workbox.routing.registerRoute(
    ({ request }) => request.url === url && request.cache !== "reload",
    async (asked) => {
      const [theirs, kept] = await Promise.all([
        fetch(url, { mode: "same-origin", cache: "only-if-cached" }).catch(() => undefined),
        keeper.matchPrecache(address),
      ]);
      const same = (name) => theirs.headers.get(name) === kept.headers.get(name);
      if (theirs?.ok && kept && ["ETag", "Last-Modified", "Content-Length"].every(same))
        return theirs;
      return ours(asked);
    },
  );
}

workbox.routing.registerRoute(
  new workbox.precaching.PrecacheRoute(keeper, {
    cleanURLs: false,
    ignoreURLParametersMatching: [/./],
  }),
);

// --- What pages ask --------------------------------------------------------------------------

function answered(page, question) {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(resolve, PATIENCE, "silent");
    page.postMessage(question, [port2]);
  });
}

// The open pages that belong to a version; the reference in api/ belongs to none.
async function pages(others = {}) {
  const windows = await self.clients.matchAll({ type: "window", ...others });
  const file = (url) => url.replace(/[?#].*/, "").replace(/\/$/, "/index.html");
  return windows.filter(({ url }) => keeper.getCacheKeyForURL(file(url)));
}

async function allAnswers(question, others) {
  return Promise.all((await pages(others)).map((page) => answered(page, question)));
}

const asked = {
  version: async () => VERSION,

  // Pages that were open before this worker are served by it from now on, if all are of its
  // version.
  async claim() {
    const versions = await allAnswers("version", { includeUncontrolled: true });
    if (versions.some((version) => version !== VERSION)) return false;
    await self.clients.claim();
    return true;
  },

  // How many files are wrong or not there (any more); wrong ones are thrown away.
  async wrong() {
    const cache = await caches.open(keeper.strategy.cacheName);
    let number = 0;
    for (const key of sizes.keys()) {
      const kept = await cache.match(key).catch(() => undefined);
      if (await isRight(kept, key, true)) continue;
      await cache.delete(key);
      number += 1;
    }
    looked = Date.now();
    return number;
  },

  // Fetch them again; the answer is why that failed.
  async mend() {
    let why = "";
    for (const [url, cacheKey] of keeper.getURLsToCacheKeys()) {
      const integrity = keeper.getIntegrityForCacheKey(cacheKey);
      const request = new Request(url, { integrity, credentials: "same-origin" });
      const event = { type: "install", waitUntil: () => undefined };
      try {
        await Promise.all(keeper.strategy.handleAll({ params: { cacheKey }, request, event }));
      } catch (error) {
        if (error.name === "QuotaExceededError") return "full";
        why = "lost"; // the other files may come all the same
      }
    }
    return why;
  },

  // Change to the next version; the answer is what prevents it.
  async change() {
    if (!self.registration.waiting) return "gone";
    changing = Date.now() + CHANGE;
    await Promise.race([
      Promise.all(arriving),
      new Promise((resolve) => setTimeout(resolve, PATIENCE)),
    ]);
    const answers = await allAnswers("free");
    const against = ["busy", "silent"].find((answer) => answers.includes(answer));
    if (!against) {
      self.registration.waiting.postMessage({ ask: "begin" });
      return "";
    }
    changing = 0;
    for (const page of await pages()) page.postMessage("stay");
    return against;
  },

  // The worker before this one has heard that every page agrees. Chromium forgets the call if that
  // worker is busy at that moment.
  async begin() {
    self.skipWaiting();
    again = setInterval(() => self.skipWaiting(), AGAIN);
  },
};

let again;
self.addEventListener("activate", () => clearInterval(again));
self.addEventListener("message", (event) => {
  const answer = asked[event.data.ask]().catch(() => "broken"); // the browser's store, perhaps
  event.waitUntil(answer.then((value) => event.ports[0]?.postMessage(value)));
});

// --- Notifications: of a page that is closed, or on a phone, where only workers can show them ----

// What the page has noted for the day: the bell of a relay (docs/relay.md) pushes a mark, and only
// this browser knows which game it means.
async function noted() {
  const cache = await caches.open("cacao-bell");
  return (await cache.match("./bell-notes")).json();
}

self.addEventListener("push", (event) => {
  const show = async () => {
    const all = await pages({ includeUncontrolled: true });
    if (all.some(({ focused, visibilityState }) => focused && visibilityState === "visible")) return;
    const { title = "Cacao", games = {} } = await noted().catch(() => ({}));
    const game = games[event.data?.text()];
    const isNew = game && Math.abs(Date.now() - Date.parse(game.seen)) < DAY;
    const data = game?.address ?? "";
    const options = { body: isNew ? game.told : "", icon: "icons/touch-180.png", data, tag: data };
    await self.registration.showNotification(isNew ? game.title : title, options);
  };
  event.waitUntil(show());
});

// A tap shows the game.
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const address = event.notification.data ?? "";
  const show = async () => {
    const [page] = await pages({ includeUncontrolled: true });
    if (!page) return self.clients.openWindow(`./${address}`);
    await page.focus();
    if (address) await page.navigate(page.url.replace(/#.*|$/, address)).catch(() => undefined);
  };
  event.waitUntil(show());
});
