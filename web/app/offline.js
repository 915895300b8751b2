// What every page of the site owes the service worker (docs/dev/offline.md): it says which version
// it is, agrees to a change of versions or not, and loads itself anew when that has come.
"use strict";

window.offline = (() => {
  const root = document.documentElement;
  const page = {
    version: "build:version",
    // A page with Python in it is asked by Python, as soon as that is there; others need only be whole.
    free: () => !root.dataset.state && document.readyState === "complete",
    invitation: null, // the browser's offer to install the site as an app
  };

  const invite = (event) => {
    page.invitation = event;
    window.dispatchEvent(new Event("invitation"));
  };
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault(); // the button in the settings is the place for it
    invite(event);
  });
  window.addEventListener("appinstalled", () => invite(null));

  let container;
  try {
    container = navigator.serviceWorker;
  } catch {
    // the browser refuses, as some do in frames
  }
  if (!container) return page;

  let release;
  const hold = (on) => {
    clearTimeout(release); // nothing may begin between the consent and the change
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
    served = true; // the first worker has only begun to serve what is here already
  });
  return page;
})();
