// The worker of one bot: a Python of its own without the page. One JSON text comes in, one goes
// out (cacao_web/bots.py). What else the site keeps in the browser is taken away before a bot runs.
import { loadPyodide } from "../pyodide/pyodide.mjs";

const file = (name) => new URL(`../${name}`, import.meta.url).href;

function takeAway(target, names) {
  for (let holder = target; holder; holder = Object.getPrototypeOf(holder)) {
    for (const name of names) delete holder[name];
  }
}

try {
  // The page's library holds what the page imports; a bot may import the rest of it.
  const pyodide = await loadPyodide({ stdLibURL: file("pyodide/python_bots.zip") });
  const runner = pyodide.pyimport("cacao_web.botrunner").Runner();
  takeAway(self, ["BroadcastChannel", "Worker", "caches", "cookieStore", "indexedDB"]);
  takeAway(navigator, ["locks", "serviceWorker", "storage"]);
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
