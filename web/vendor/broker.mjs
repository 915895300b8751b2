// An MQTT broker (3.1.1) for WebSockets. It lets everybody in, keeps nothing on disk, prints "ready",
// and ends when its input does: so it ends with the program that has started it, however that ends.
// Usage: node broker.mjs <node_modules> <host> <port>
import path from "node:path";
import { pathToFileURL } from "node:url";

const [modules, host, port] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(path.resolve(modules, name)).href);
const { Aedes } = await load("aedes/aedes.js");
const { WebSocketServer, createWebSocketStream } = await load("ws/wrapper.mjs");

const broker = await Aedes.createBroker();
const handleProtocols = () => "mqtt";
const server = new WebSocketServer({ host, port: Number(port), path: "/mqtt", handleProtocols });
server.on("connection", (socket, request) =>
  broker.handle(createWebSocketStream(socket), request));
server.on("listening", () => console.log("ready"));
server.on("error", ({ message }) => {
  console.error(message);
  process.exit(1);
});
process.stdin.on("end", () => process.exit()).resume();
