// The duties of every page of the site towards the service worker (docs/dev/offline.md): it reports
// its version, agrees to an update or not, and reloads itself after the update.
"use strict";

window.offline = (() => {
  const root = document.documentElement;
  const complete = () => document.readyState === "complete";
  const page = {
    version: "build:version",
    // On a page with Python, Python answers once it is ready; others need only be complete.
    free: () => complete() && (!root.dataset.state || page.fails()),
    // Whether it cannot start: it has said so, or its scripts have not come.
    fails() {
      const { state } = root.dataset;
      return complete() && (state === "error" || (state === "booting" && !window.cacao?.ready));
    },
    invitation: null, // the browser's offer to install the site as an app
  };

  const invite = (event) => {
    page.invitation = event;
    window.dispatchEvent(new Event("invitation"));
  };
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault(); // the settings have a button for it
    invite(event);
  });
  window.addEventListener("appinstalled", () => invite(null));

  let container;
  try {
    container = navigator.serviceWorker;
  } catch {
    // the browser refuses, for example in frames
  }
  if (!container) return page;

  let release;
  const hold = (on) => {
    clearTimeout(release); // nothing may start between the consent and the update
    for (const part of [root, ...document.querySelectorAll("dialog")]) part.inert = on;
    if (on) release = setTimeout(hold, 12000, false);
  };
  const answers = {
    version: () => page.version,
    free() {
      const free = page.free();
      hold(free);
      return free ? "free" : "busy";
    },
    fails: () => page.fails(),
    stay: () => hold(false),
  };
  container.addEventListener("message", ({ data, ports }) => {
    const answer = answers[data]?.();
    ports[0]?.postMessage(answer);
  });
  container.startMessages();

  let served = Boolean(container.controller);
  container.addEventListener("controllerchange", () => {
    if (served) location.reload();
    served = true; // the first worker serves the version that is here already
  });
  return page;
})();
