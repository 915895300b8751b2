// Connects games to an MQTT broker. It runs in a sandboxed frame without an origin: the page itself
// may not connect to other hosts, and this frame cannot read the page. It sees topics and ciphertext
// only. The other side is cacao_web/features/together/dom/relay.py.
//
// The page sends what it wishes, with one port for each line: { protocol, address, user, topics,
// will }. Then the port takes { ask: "more" }, { ask: "publish", number, topic, payload, retained,
// seconds } and { ask: "close" }. It tells ["hello"], ["open", expires], ["arrived", topics and
// payloads], ["flooded"], ["kept", number, trouble, detail] and ["ended", trouble, detail].
"use strict";

const PROTOCOL = 2; // of these messages: after a new version, an old page may meet a new frame
const LONGEST = 8192; // bytes of a payload
const MOST_TOPICS = 32; // of a line, besides those that were subscribed to by name
const PAUSE = 20; // milliseconds between messages to the page
const PATIENCE = 10000; // milliseconds for each step of connecting
const SILENCE = 4000; // milliseconds after which a broker may not know MQTT 5: some wait for ever
const UNKEPT = 20000; // milliseconds for an acknowledgement
const LARGEST = 16384; // bytes of a packet, which brokers with MQTT 5 keep to
const BACKLOG = 4 << 20; // bytes that have come and were not handled; more ends the line
const REFUSED = 128; // the first reason code of MQTT 5 that is an error
const versions = new Map(); // address -> version of MQTT that worked

class Trouble extends Error {
  constructor(kind, detail, isVersion = false) {
    super(detail);
    Object.assign(this, { kind, isVersion });
  }
}

function sizeOf({ length }) {
  return length + 2 + (length > 127) + (length > 16383) + (length > 2097151);
}

function address(host) {
  if (!/^[a-z0-9.-]+(:\d{1,5})?$/i.test(host)) throw new Trouble("UNREACHABLE", "no address");
  return `${/^(localhost|127\.0\.0\.1)(:|$)/i.test(host) ? "ws" : "wss"}://${host}/mqtt`;
}

// Log in with one version of MQTT. Browsers do not say why a WebSocket cannot be opened.
function loggedIn(wishes, protocolVersion) {
  return new Promise((resolve, reject) => {
    let backlog = 0;
    let isOpen = false;
    let silence = 0;
    const fail = ({ code, message = "closed" } = {}) => {
      clearTimeout(silence);
      client.end(true);
      const isVersion = isOpen && (!code || code === 1 || code === 132);
      const kind = !isOpen ? "UNREACHABLE" : code ? "REFUSED" : "NO_BROKER";
      reject(new Trouble(kind, message, isVersion));
    };
    const socket = (url, protocols) => {
      const made = new WebSocket(url, protocols);
      const send = made.send.bind(made);
      made.send = (data) => made.readyState === WebSocket.OPEN && send(data); // else browsers warn
      made.addEventListener("open", () => {
        isOpen = true;
        if (protocolVersion === 5) silence = setTimeout(fail, SILENCE, { message: "silent" });
      });
      made.addEventListener("message", ({ data }) => {
        backlog += data.byteLength ?? data.length;
        if (backlog > BACKLOG) client.end(true);
      });
      return made;
    };
    const client = mqtt.connect(address(wishes.address), {
      protocolVersion,
      username: wishes.user,
      clientId: crypto.getRandomValues(new Uint32Array(4)).join("-").slice(0, 23),
      will: wishes.will && { topic: wishes.will, payload: "", qos: 1, retain: true },
      properties: { maximumPacketSize: LARGEST, receiveMaximum: 2 * MOST_TOPICS },
      keepalive: 30,
      connectTimeout: PATIENCE,
      reconnectPeriod: 0, // the page makes a new line: nothing old is published again
      createWebsocket: socket,
    });
    client.on("error", fail);
    client.on("close", fail);
    client.on("packetreceive", (packet) => {
      backlog -= sizeOf(packet);
      if (packet.qos === 2) client.end(true); // nobody has asked for that; each costs memory
    });
    client.on("connect", () => {
      clearTimeout(silence);
      client.off("error", fail).off("close", fail);
      resolve(client);
    });
  });
}

// The newest version that the broker speaks.
async function connected(wishes) {
  for (const version of [versions.get(wishes.address) ?? 5, 4]) {
    try {
      const client = await loggedIn(wishes, version);
      versions.set(wishes.address, version);
      return client;
    } catch (trouble) {
      versions.delete(wishes.address);
      if (version === 4 || !trouble.isVersion) throw trouble;
    }
  }
}

function subscribed(client, topics) {
  return new Promise((resolve, reject) => {
    const fail = (kind, detail) => reject(new Trouble(kind, detail));
    setTimeout(fail, PATIENCE, "NOT_READ", "no answer");
    client.once("close", () => fail("LOST", "closed"));
    client.subscribe(topics, { qos: 1 }, (error, granted) => {
      if (error) fail(error.packet ? "NOT_READ" : "LOST", error.message);
      else if (granted.some(({ qos }) => qos >= REFUSED)) fail("NOT_READ", "refused");
      else resolve();
    });
  });
}

class Line {
  client = null;
  isEnded = false;
  isWanted = false; // whether the page has handled what it was told last
  last = -Infinity; // when that was
  timer = 0;
  named = new Set(); // topics that were subscribed to by name
  topics = new Set(); // others on which something has come
  isFlooded = false;
  waiting = new Map(); // topic -> its newest message

  constructor(port, wishes) {
    this.port = port;
    port.onmessage = ({ data }) => this.heard(data);
    this.tell("hello");
    this.open(wishes).catch(({ kind = "LOST", message }) => this.end(kind, message));
  }

  tell(...what) {
    this.port.postMessage(what);
  }

  heard(data) {
    if (data.ask === "more") this.isWanted = true;
    if (data.ask === "more") this.flush();
    if (data.ask === "publish") this.publish(data);
    if (data.ask === "close") this.close();
  }

  async open(wishes) {
    if (wishes.protocol !== PROTOCOL) throw new Trouble("UNREACHABLE", "another version of the page");
    const client = await connected(wishes);
    this.client = client;
    if (this.isEnded) return this.close();
    this.named = new Set(wishes.topics.filter((topic) => !/[+#]/.test(topic)));
    let detail = "";
    client.on("error", ({ message }) => (detail = message));
    client.on("disconnect", ({ reasonCode }) => (detail = `reason ${reasonCode}`));
    client.on("message", (topic, payload) => this.arrive(topic, payload));
    await subscribed(client, wishes.topics);
    this.tell("open", client.options.protocolVersion === 5);
    client.on("close", () => this.end("LOST", detail));
    if (!client.connected) this.end("LOST", detail);
  }

  // --- What comes: the newest message of each topic, and a pause after each word to the page ----

  arrive(topic, payload) {
    if (payload.length > LONGEST) return;
    if (!this.named.has(topic) && this.topics.size < MOST_TOPICS) this.topics.add(topic);
    if (!this.named.has(topic) && !this.topics.has(topic)) {
      if (!this.isFlooded) this.tell("flooded");
      this.isFlooded = true;
      return;
    }
    this.waiting.delete(topic); // so that the newest comes last
    this.waiting.set(topic, new Uint8Array(payload)); // a copy: the original is part of more
    this.flush();
  }

  flush() {
    if (!this.isWanted || !this.waiting.size || this.timer) return;
    const rest = this.last + PAUSE - performance.now();
    if (rest > 0) {
      this.timer = setTimeout(() => {
        this.timer = 0;
        this.flush();
      }, rest);
      return;
    }
    this.last = performance.now();
    this.isWanted = false;
    this.tell("arrived", ...this.waiting);
    this.waiting.clear();
  }

  // --- What goes ---------------------------------------------------------------------------------

  publish({ number, topic, payload, retained, seconds }) {
    const { client } = this;
    if (!client?.connected) return this.tell("kept", number, "LOST", "closed");
    const late = setTimeout(() => this.tell("kept", number, "NOT_KEPT", "no answer"), UNKEPT);
    const expires = seconds > 0 && client.options.protocolVersion === 5;
    const properties = expires ? { messageExpiryInterval: seconds } : undefined;
    client.publish(topic, payload, { qos: 1, retain: retained, properties }, (error) => {
      clearTimeout(late);
      const kind = error?.code >= REFUSED ? "NOT_KEPT" : "LOST";
      this.tell("kept", number, error ? kind : "", error?.message ?? "");
    });
  }

  // --- The end -----------------------------------------------------------------------------------

  end(kind, detail) {
    if (this.isEnded) return;
    if (this.waiting.size) this.tell("arrived", ...this.waiting);
    this.tell("ended", kind, detail);
    this.close();
  }

  close() {
    this.isEnded = true;
    clearTimeout(this.timer);
    this.waiting.clear();
    this.isWanted = false;
    this.client?.end(); // properly, so that the will is not published
    this.client?.on("error", () => undefined);
  }
}

addEventListener("message", ({ source, data, ports }) => {
  const isOurs = source === parent && origin === "null"; // only in a sandbox
  if (isOurs && ports.length === 1) new Line(ports[0], data);
});
