// A peer that speaks MQTT 5, and does what a word in the user's name says. It prints "ready", and ends
// when its input does. What is published comes back to whoever has published it, as the seconds after
// which it expires.
// Usage: node odd_broker.mjs <node_modules> <host> <port>
import path from "node:path";
import { pathToFileURL } from "node:url";

const [modules, host, port] = process.argv.slice(2);
const { WebSocketServer } = await import(pathToFileURL(path.join(modules, "ws/wrapper.mjs")).href);

function packet(kind, ...parts) {
  const body = Buffer.concat(parts.map((part) => Buffer.from(part)));
  const size = [];
  let length = body.length;
  for (; length > 127; length >>= 7) size.push((length % 128) + 128);
  return Buffer.concat([Buffer.from([kind, ...size, length]), body]);
}

function message(topic, payload) {
  return packet(0x30, [topic.length >> 8, topic.length & 255], topic, [0], payload);
}

// Cut whole packets off what has come; returns them, and the rest.
function packets(data) {
  const found = [];
  for (;;) {
    const end = data.findIndex((byte, at) => at > 0 && byte < 128) + 1;
    const size = data.subarray(1, end);
    const length = size.reduce((sum, byte, at) => sum + ((byte & 127) << (7 * at)), 0);
    if (!end || data.length < end + length) return [found, data];
    found.push([data[0], data.subarray(end, end + length)]);
    data = data.subarray(end + length);
  }
}

// The parts of a message that is to be kept; its only property is when it expires.
function kept(body) {
  const end = 2 + body.readUInt16BE();
  const rest = body.subarray(end + 2);
  const seconds = rest[0] === 5 && rest[1] === 2 ? rest.readUInt32BE(2) : 0;
  return [body.toString("latin1", 2, end), body.subarray(end, end + 2), `${seconds}`];
}

function flood(socket) {
  for (let number = 0; number < 6000; number += 1) {
    socket.send(message(`t${number % 100}`, `${number}`));
    if (number % 100 === 0) socket.send(message("t0", Buffer.alloc(8193)));
  }
}

function connected(socket, body, has) {
  const version = body[6];
  if (has("nonsense")) socket.send(Buffer.alloc(6, 255));
  else if (has("older") && version === 5) socket.close();
  else if (version === 4) socket.send(packet(0x20, [0, has("older") ? 0 : 1]));
  else socket.send(packet(0x20, [0, has("refused") ? 0x87 : 0, 0]));
}

function subscribed(socket, body, has) {
  const code = has("unread") ? 0x87 : 1;
  socket.send(packet(0x90, body.subarray(0, 2), has("older") ? [code] : [0, code]));
  if (has("flood")) flood(socket);
  if (has("huge"))
    socket.send(Buffer.concat([Buffer.from([0x30, 255, 255, 255, 127]), Buffer.alloc(6 << 20)]));
}

function published(socket, body, has) {
  const [topic, id, seconds] = kept(body);
  socket.send(packet(0x40, id, [has("unkept") ? 0x97 : 0]));
  socket.send(message(topic, seconds));
}

function meet(socket) {
  let user = "";
  let data = Buffer.alloc(0);
  const has = (word) => user.includes(word);
  socket.on("message", (more) => {
    const [whole, rest] = packets(Buffer.concat([data, more]));
    data = rest;
    for (const [kind, body] of whole) {
      if (kind === 0x10) user = body.toString("latin1");
      if (kind === 0x10) connected(socket, body, has);
      else if (kind === 0x82) subscribed(socket, body, has);
      else if (kind >> 4 === 3) published(socket, body, has);
    }
  });
}

const server = new WebSocketServer({ host, port: Number(port), handleProtocols: () => "mqtt" });
server.on("connection", meet).on("listening", () => console.log("ready"));
process.stdin.on("end", () => process.exit()).resume();
