// Starts Python: for PyScript in the page, for PyScript's workers, and for the workers of bots.
import { loadPyodide as load, version } from "../pyodide/pyodide.mjs";

const indexURL = new URL("../pyodide/", import.meta.url).href;
const inPage = "document" in globalThis;

// In the page, boot.js has fetched the program. Elsewhere it is asked for in the same way, for the
// sake of its machine code.
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

// In the page, boot.js has seen to the library already. Elsewhere, where the compiled one is missing
// or damaged, there is the library as it is published.
async function loadPyodide({ library = "stdlib", ...options }) {
  const start = async (name) => {
    const stdLibURL = `${indexURL}python_${name}.zip`;
    const pyodide = await load({ ...options, indexURL, stdLibURL });
    // PyScript writes its modules down as text; the library has them as byte code.
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
