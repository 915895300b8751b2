// Starts Python: for PyScript in the page, for PyScript's workers, and for the workers of bots.
import { loadPyodide as load, version } from "../pyodide/pyodide.mjs";

const indexURL = new URL("../pyodide/", import.meta.url).href;
const inPage = "document" in globalThis;

// In the page, boot.js has fetched the program. Elsewhere it is requested in the same way, so that
// its cached machine code is used.
function fetchProgramAsThePageDoes() {
  const { fetch } = globalThis;
  const program = `${indexURL}pyodide.asm.wasm`;
  globalThis.fetch = (resource, options) =>
    resource.toString() === program
      ? fetch(`${program}build:program`, { ...options, cache: "force-cache" })
      : fetch(resource, options);
}

if (!inPage) {
  await import("./store.js");
  fetchProgramAsThePageDoes();
}

// In the page, boot.js has taken care of the library. Elsewhere, if the compiled one is missing or
// damaged, the published one is used.
async function loadPyodide({ library = "stdlib", ...options }) {
  const start = async (name) => {
    const stdLibURL = `${indexURL}python_${name}.zip`;
    const pyodide = await load({ ...options, indexURL, stdLibURL });
    // PyScript would write its modules as text; the library has them as bytecode.
    pyodide.runPython("import sys; sys.path.remove(''); sys.path.append('')");
    return pyodide;
  };
  if (inPage) return start(library);
  try {
    return await start(library);
  } catch (error) {
    console.info("starting with Python's library as it is published", error);
    return start("plain");
  }
}

export { loadPyodide, version };
