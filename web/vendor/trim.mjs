// Removes from Pyodide's program what only libraries in machine code could need. It is built to
// load such libraries, so it exports every C function that it has, and contains JavaScript for
// OpenGL, SDL and the like; a page that loads none of them needs one name in sixty.
//
// The two files need parts of each other. This cuts the script into pieces and notes what each of
// them names; Binaryen's wasm-metadce finds out what is never reached from the start; and Terser
// minifies what is left of the script.
// Usage: node trim.mjs <node_modules> <folder of pyodide> <target folder>
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [modules, folder, target] = process.argv.slice(2).map((name) => path.resolve(name));
const load = (name) => import(pathToFileURL(path.join(modules, name)).href);
const { parse } = await load("acorn/dist/acorn.mjs");
const { full } = await load("acorn-walk/dist/walk.mjs");
const { minify } = await load("terser/main.js");

const SCRIPT = "pyodide.asm.mjs";
const PROGRAM = "pyodide.asm.wasm";
const FEATURES = ["bulk-memory", "bulk-memory-opt", "exception-handling", "multivalue",
  "mutable-globals", "nontrapping-float-to-int", "reference-types", "sign-ext"];
const read = (name) => fs.readFileSync(path.join(folder, name));
const unknown = (what) => new Error(`${SCRIPT} is not made as it was: ${what}`);
const source = read(SCRIPT).toString();

// --- Pieces of the script ---------------------------------------------------------------------

const pieces = []; // each with its node, the smaller pieces in it, and the pieces that it reaches
const lists = []; // statements of pieces with commas in between
const roots = []; // pieces that do something by themselves
const declared = new Map(); // a name -> the pieces that declare it

// How a piece names another: a variable, a property of Module, what WebAssembly gives or takes.
const variable = (name) => `variable ${name}`;
const property = (name) => `Module.${name}`;
const given = (name) => `given ${name}`;
const taken = (name) => `taken ${name}`;

function piece(node, names, inner = []) {
  const made = { node, inner, reaches: new Set() };
  for (const name of names) declared.set(name, [...(declared.get(name) ?? []), made]);
  pieces.push(made);
  return made;
}

const isNamed = (node, name) => node?.type === "Identifier" && node.name === name;
const key = ({ computed, property: name }) => (computed ? name.value : name.name);
const isMember = (node, object) =>
  node.type === "MemberExpression" && isNamed(node.object, object) && typeof key(node) === "string";

// Whether evaluating it has no effect.
function isQuiet(node) {
  switch (node?.type) {
    case undefined:
    case "ArrowFunctionExpression":
    case "FunctionExpression":
    case "Identifier":
    case "Literal":
      return true;
    case "ArrayExpression":
      return node.elements.every(isQuiet);
    case "ObjectExpression":
      return node.properties.every((one) => !one.computed && isQuiet(one.value));
    case "UnaryExpression":
      return isQuiet(node.argument);
    case "BinaryExpression":
      return isQuiet(node.left) && isQuiet(node.right);
    case "MemberExpression":
      return !node.computed && isQuiet(node.object);
    default:
      return false;
  }
}

function divide(node) {
  if (node.type === "FunctionDeclaration") {
    const isExports = node.id.name === "assignWasmExports";
    piece(node, [variable(node.id.name)], isExports ? node.body.body.map(divideExport) : []);
  } else if (node.type === "VariableDeclaration")
    lists.push({ whole: node, items: node.declarations.map(divideVariable) });
  else if (node.type !== "ExpressionStatement" || !divideAssignment(node))
    roots.push(piece(node, []));
}

function divideVariable(node) {
  if (isNamed(node.id, "wasmImports")) {
    const items = node.init.properties.map((one) => piece(one, [taken(one.key.name ?? one.key.value)]));
    lists.push({ whole: node, items });
    return piece(node, [variable("wasmImports")], items);
  }
  const made = piece(node, node.id.type === "Identifier" ? [variable(node.id.name)] : []);
  if (node.id.type !== "Identifier" || !isQuiet(node.init)) roots.push(made);
  return made;
}

// _name = Module["_name"] = wasmExports["name"], or = wasmExports["name"].value >>> 0
function divideExport(node) {
  const names = [];
  let value = node.expression;
  for (; value.type === "AssignmentExpression"; value = value.right)
    if (value.left.type === "Identifier") names.push(variable(value.left.name));
    else if (isMember(value.left, "Module")) names.push(property(key(value.left)));
  if (value.type === "BinaryExpression") value = value.left.object;
  const made = piece(node, names);
  if (names.length !== 2 || !isMember(value, "wasmExports")) roots.push(made);
  return made;
}

// Module["name"] = value; and thing.name = value, which goes with the thing
function divideAssignment(node) {
  const { type, left, right } = node.expression;
  if (type !== "AssignmentExpression" || !isQuiet(right)) return false;
  if (isMember(left, "Module")) return piece(node, [property(key(left))]);
  const things = declared.get(variable(left.object?.name));
  if (!things || !isMember(left, left.object.name)) return false;
  const made = piece(node, []);
  for (const thing of things) thing.reaches.add(made);
  return true;
}

// --- What names what --------------------------------------------------------------------------

const wasm = new WebAssembly.Module(read(PROGRAM));
const exported = WebAssembly.Module.exports(wasm).map(({ name }) => name);
const exports = new Set(exported.map(given));
const reached = (name) => [...(declared.get(name) ?? []), ...(exports.has(name) ? [name] : [])];

// Too many names are better than too few: a text may refer to anything that it mentions.
function names(node) {
  switch (node.type) {
    case "Identifier":
      return [variable(node.name)];
    case "Literal":
      return [property(node.value), taken(node.value), given(node.value)];
    case "MemberExpression":
      return [isNamed(node.object, "wasmExports") ? given(key(node)) : property(key(node))];
    case "Property":
      return [property(node.key.name)];
    default:
      return [];
  }
}

function connect(made) {
  const isInner = ({ start, end }) =>
    made.inner.some(({ node }) => node.start <= start && end <= node.end);
  full(made.node, (node) => {
    if (isInner(node)) return;
    for (const other of names(node).flatMap(reached)) made.reaches.add(other);
  });
}

const tree = parse(source, { ecmaVersion: "latest", sourceType: "module" });
const main = tree.body.find((node) => isNamed(node.id, "_createPyodideModule"));
if (!main) throw unknown("no _createPyodideModule");
const isAssignment = (node) => node.type === "ExpressionStatement";
// What is assigned to may be declared further down.
main.body.body.filter((node) => !isAssignment(node)).forEach(divide);
main.body.body.filter(isAssignment).forEach(divide);
for (const name of ["assignWasmExports", "wasmImports"])
  if (!declared.get(variable(name))?.[0].inner.length) throw unknown(`no ${name}`);
pieces.forEach(connect);
const words = new Set(read("pyodide.mjs").toString().match(/[\w$]+/g));
roots.push(...[...words].flatMap((word) => reached(property(word))));

// --- What is never reached --------------------------------------------------------------------

const numbers = new Map(pieces.map((made, number) => [made, `piece ${number}`]));
const label = (one) => numbers.get(one) ?? one;
const graph = [
  { name: "start", root: true, reaches: [...new Set(roots)].map(label) },
  ...pieces.map((made) => ({ name: label(made), reaches: [...made.reaches].map(label) })),
  ...exported.map((name) => ({ name: given(name), export: name })),
  ...WebAssembly.Module.imports(wasm).map(({ module, name }) => ({
    name: `${module}: ${name}`,
    import: [module, name],
    reaches: reached(taken(name)).map(label),
  })),
];
function metadce(options) {
  const program = path.join(modules, "binaryen", "bin", "wasm-metadce");
  try {
    return execFileSync(process.execPath, [program, ...options], {
      encoding: "utf8", maxBuffer: 2 ** 28, stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    throw new Error(`wasm-metadce: ${error.stderr?.trim().split("\n").at(-1) || error.code}`);
  }
}
fs.mkdirSync(target, { recursive: true });
const [notes, made] = ["graph.json", PROGRAM].map((name) => path.join(target, name));
fs.writeFileSync(notes, JSON.stringify(graph));
const told = metadce([...FEATURES.map((name) => `--enable-${name}`), path.join(folder, PROGRAM),
  `--graph-file=${notes}`, "-o", made]);
fs.rmSync(notes);
const unused = new Set(Array.from(told.matchAll(/^unused: (.*)$/gm), ([, name]) => name));

// --- The script without it --------------------------------------------------------------------

const cuts = [];
const cut = (start, end) => cuts.push({ start, end });
const isGone = (one) => unused.has(label(one));

// What is left of a list still has commas in between.
function thin(items) {
  const last = items.findLastIndex((one) => !isGone(one));
  items.slice(0, last).forEach((one, at) => {
    if (isGone(one)) cut(one.node.start, items[at + 1].node.start);
  });
  if (last + 1 < items.length) cut(items[last].node.end, items.at(-1).node.end);
}

const listed = new Set(lists.flatMap(({ items }) => items));
for (const { whole, items } of lists)
  if (items.every(isGone)) cut(whole.start, whole.end);
  else thin(items);
for (const one of pieces) if (isGone(one) && !listed.has(one)) cut(one.node.start, one.node.end);

// A table of all functions' addresses, for libraries that are loaded later. It would be filled at
// every start, though nothing asks for one when the JavaScript for such libraries is gone.
const asked = WebAssembly.Module.imports(new WebAssembly.Module(fs.readFileSync(made)));
if (!asked.some(({ module }) => module.startsWith("GOT")))
  full(main, ({ type, start, end, expression }) => {
    const isFilled = type === "ExpressionStatement" && isNamed(expression.callee, "updateGOT");
    if (isFilled && isNamed(expression.arguments[0], "origExports")) cut(start, end);
  });

const kept = []; // the last part first
let from = source.length; // of what has been cut last: smaller pieces in it are gone with it
cuts.sort((one, other) => other.end - one.end || one.start - other.start);
for (const { start, end } of cuts)
  if (end <= from || start < from) {
    kept.push(source.slice(Math.min(end, from), from));
    from = Math.min(start, from);
  }
const text = [source.slice(0, from), ...kept.reverse()].join("");
const short = await minify(text, { module: true, compress: { passes: 2 }, keep_classnames: true });
fs.writeFileSync(path.join(target, SCRIPT), short.code);
