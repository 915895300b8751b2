// Draws SVG pictures as PNG files, bit for bit the same on every machine.
// Usage: node draw.mjs <folder of @resvg/resvg-wasm> <pixels> <source svg> <target png> …
import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [folder, ...wanted] = process.argv.slice(2);
const { initWasm, Resvg } = await import(
  pathToFileURL(path.resolve(folder, "index.mjs")).href
);
await initWasm(fs.readFileSync(path.join(folder, "index_bg.wasm")));
while (wanted.length) {
  const [pixels, source, target] = wanted.splice(0, 3);
  const fitTo = { mode: "width", value: Number(pixels) };
  const picture = new Resvg(fs.readFileSync(source, "utf8"), { fitTo }).render();
  fs.writeFileSync(target, picture.asPng());
}
