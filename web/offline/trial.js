// What 'build.py serve' hands out as sw.js: a service worker that keeps nothing, and throws away
// what a real one has stored at this address. Pages that it takes over reload themselves.
"use strict";

// Chromium forgets the call if the worker before this one is busy at that moment.
let again;
self.addEventListener("install", () => {
  self.skipWaiting();
  again = setInterval(() => self.skipWaiting(), 1000);
});

self.addEventListener("activate", (event) => {
  clearInterval(again);
  const forget = async () => {
    for (const name of await caches.keys()) {
      if (name.startsWith("cacao-precache") && name.endsWith(self.registration.scope)) {
        await caches.delete(name);
      }
    }
  };
  event.waitUntil(forget());
});

self.addEventListener("message", ({ data, ports }) => {
  if (data.ask === "change") self.registration.waiting?.postMessage({ ask: "begin" });
  ports[0]?.postMessage("");
});
