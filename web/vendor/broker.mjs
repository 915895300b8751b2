// An MQTT broker (3.1.1) for WebSockets. It lets everybody in, keeps nothing on disk, prints "ready",
// and ends when its input does: so it ends with the program that has started it, however that ends.
// Usage: node broker.mjs <node_modules> <host> <port>
import path from "node:path";
import { Readable } from "node:stream";
import { pathToFileURL } from "node:url";

const [modules, host, port] = process.argv.slice(2);
const load = (name) => import(pathToFileURL(path.resolve(modules, name)).href);
const { Aedes } = await load("aedes/aedes.js");
const { QlobberTrue } = await load("qlobber/index.js");
const { WebSocketServer, createWebSocketStream } = await load("ws/wrapper.mjs");

const broker = await Aedes.createBroker();

// Pages rely on this: whatever lies at the broker when they subscribe comes before what is published
// later. aedes reads it bit by bit, while other messages pass. Here it is all sent at once.
const kept = new Map(); // topic -> its retained message
broker.persistence.storeRetained = async (packet) => {
  kept.delete(packet.topic);
  if (packet.payload.length) kept.set(packet.topic, { ...packet });
};
broker.persistence.createRetainedStreamCombi = () => Readable.from([]);
broker.on("subscribe", (subscriptions, client) => {
  const wanted = new QlobberTrue({ separator: "/", wildcard_one: "+", wildcard_some: "#" });
  for (const { topic } of subscriptions) wanted.add(topic);
  const [{ qos }] = subscriptions;
  // in the order in which they came: aedes drops what is older than what a client has got last
  for (const packet of [...kept.values()].filter((one) => wanted.test(one.topic)))
    client.publish({ ...packet, qos: Math.min(qos, packet.qos), retain: true }, () => {});
});

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
