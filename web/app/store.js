// PyScript opens a store in IndexedDB and waits for it, although this page keeps nothing there.
// It gets one in memory, which never refuses and takes no time. For the page and for workers.
(() => {
  "use strict";
  const memory = () => {
    const kept = new Map();
    const answer = (work) => {
      const request = {};
      queueMicrotask(() => request.onsuccess({ target: { result: work() } }));
      return request;
    };
    const table = {
      clear: () => answer(() => kept.clear()),
      count: () => answer(() => kept.size),
      delete: (key) => answer(() => kept.delete(key)),
      get: (key) => answer(() => kept.get(key)),
      getKey: (key) => answer(() => (kept.has(key) ? key : undefined)),
      getAllKeys: () => answer(() => [...kept.keys()]),
      put: (value, key) => answer(() => kept.set(key, value) && key),
    };
    return answer(() => ({ close() {}, transaction: () => ({ objectStore: () => table }) }));
  };
  let real = null;
  try {
    real = globalThis.indexedDB ?? null;
  } catch {
    // refused
  }
  const open = (name, version) => {
    if (name.startsWith("IDBMap/")) return memory();
    if (!real) throw new DOMException("IndexedDB is not to be had here", "SecurityError");
    return version === undefined ? real.open(name) : real.open(name, version);
  };
  const standIn = { open, deleteDatabase: (name) => real.deleteDatabase(name), lacking: !real };
  Object.defineProperty(globalThis, "indexedDB", { configurable: true, value: standIn });
})();
