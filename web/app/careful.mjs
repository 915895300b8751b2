// Python for a worker where the page, or a worker before it, has met damage or a refusal: with the
// library as it is published, and with no store of the browser.
import "./store.js";
import { loadPyodide as load, version } from "../pyodide/pyodide.mjs";

const folder = new URL("../pyodide/", import.meta.url).href;
const stdLibURL = `${folder}python_plain.zip`;

export { version };
export const loadPyodide = (options) => load({ ...options, indexURL: folder, stdLibURL });
