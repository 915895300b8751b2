// The worker of one bot: a Python of its own without the page. One JSON text comes in, one goes out
// (cacao_web/features/bots/model.py). Before the first line of a bot runs, everything with which a
// worker could reach anything but this page is taken away from it: what is not named here is gone,
// including whatever browsers add later.
import { loadPyodide } from "./python.mjs";

const language = `
  AggregateError Array ArrayBuffer Atomics BigInt BigInt64Array BigUint64Array Boolean DataView Date
  Error EvalError FinalizationRegistry Float16Array Float32Array Float64Array Function Infinity
  Int16Array Int32Array Int8Array Intl Iterator JSON Map Math NaN Number Object Promise Proxy
  RangeError ReferenceError Reflect RegExp Set SharedArrayBuffer String Symbol SyntaxError TypeError
  URIError Uint16Array Uint32Array Uint8Array Uint8ClampedArray WeakMap WeakRef WeakSet
  decodeURI decodeURIComponent encodeURI encodeURIComponent escape eval globalThis isFinite isNaN
  parseFloat parseInt undefined unescape`;
const platform = `
  AbortController AbortSignal DOMException DedicatedWorkerGlobalScope Event EventTarget MessageChannel
  MessageEvent MessagePort TextDecoder TextEncoder URL URLSearchParams WebAssembly WorkerGlobalScope
  addEventListener atob btoa clearInterval clearTimeout close console constructor crypto
  dispatchEvent location name navigator onerror onmessage onmessageerror performance postMessage
  queueMicrotask removeEventListener reportError self setInterval setTimeout structuredClone`;
const words = (text) => new Set(text.trim().split(/\s+/));
const kept = words(language + platform);
const keptOfNavigator = words(
  "constructor hardwareConcurrency language languages maxTouchPoints onLine platform userAgent",
);

function* holders(target) {
  for (let holder = target; holder !== Object.prototype; holder = Object.getPrototypeOf(holder)) {
    yield holder;
  }
}

function namesOf(target) {
  return [...holders(target)].flatMap(Object.getOwnPropertyNames);
}

function keepOnly(target, names) {
  for (const holder of holders(target)) {
    for (const name of Object.getOwnPropertyNames(holder)) {
      if (!names.has(name)) Reflect.deleteProperty(holder, name);
    }
  }
  // Whatever is left and is not a mere constant would be a way out.
  const left = namesOf(target).filter((name) => !names.has(name) && Object(target[name]) === target[name]);
  if (left.length) throw new Error(`this browser cannot shut a bot in: ${left}`);
}

// Python remembers these two where a bot could find them: what it gets can be revoked.
const ways = ["fetch", "XMLHttpRequest"].map((name) => {
  const way = Proxy.revocable(self[name], {});
  self[name] = way.proxy;
  return way;
});
const given = new Set(namesOf(self));

function shutIn() {
  for (const way of ways) way.revoke();
  keepOnly(navigator, keptOfNavigator);
  // What Python itself has put there since may stay.
  keepOnly(self, new Set([...kept, ...namesOf(self).filter((name) => !given.has(name))]));
}

try {
  // The page's library holds what the page imports; a bot may import the rest of it.
  const pyodide = await loadPyodide({ library: "bots" });
  const runner = pyodide.pyimport("cacao_web.features.bots.runner").Runner.callKwargs({ shut_in: shutIn });
  const post = self.postMessage.bind(self);
  self.addEventListener("message", async ({ data }) => {
    try {
      post(await runner.answer(data));
    } catch (error) {
      post(String(error)); // Python itself has broken down
    }
  });
  post("ready");
} catch (error) {
  self.postMessage(String(error));
}
