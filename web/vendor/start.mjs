// Starts Python as a page does: does a program that the build has changed still work?
// Errors are on stderr, with an exit status other than 0.
// Usage: node start.mjs <folder of pyodide> <folder of the program> <zip of the library>
import path from "node:path";
import { pathToFileURL } from "node:url";
import v8 from "node:v8";

v8.setFlagsFromString("--liftoff-only"); // it runs too briefly to gain from optimizing

const [folder, program, library] = process.argv.slice(2, 5).map((name) => path.resolve(name));
const { loadPyodide } = await import(pathToFileURL(path.join(folder, "pyodide.mjs")).href);
try {
  await loadPyodide({
    indexURL: program + path.sep,
    stdLibURL: library,
    lockFileURL: path.join(folder, "pyodide-lock.json"),
  });
} catch (error) {
  process.stderr.write(`${error.message}\n`, () => process.exit(1));
  await new Promise(() => {});
}
process.exit(0);
