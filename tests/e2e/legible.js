// One look at the page as it is: text that is cut off, covered or outside of the window, controls
// that are small or cannot be hit, and in a dialog what has the focus and is not in sight. Each is
// a sentence in the answer. legible.py has the exceptions.
window.legible = ({ free, overlays, within, controls, loose, covered, focus }) => {
  const wrong = new Set();
  const kept = (make) => {
    const all = new Map();
    return (one) => {
      let made = all.get(one);
      if (made === undefined) all.set(one, (made = make(one)));
      return made;
    };
  };
  const style = kept((one) => getComputedStyle(one));
  const place = kept((one) => one.getBoundingClientRect());
  const isVisible = kept((one) => one.checkVisibility({ visibilityProperty: true }));
  const isDrawn = kept(
    (one) =>
      Boolean(one.ownerSVGElement) ||
      one.matches("svg, img, canvas, input, select, textarea, progress") ||
      !/[,/] 0\)$/.test(style(one).backgroundColor),
  );
  const name = (one) =>
    `${[one.localName, ...one.classList].join(".")} in #${one.closest("[id]").id}`;
  const say = (line, problem) => wrong.add(`${problem}: ${name(line.element)} "${line.text}"`);
  const most = (...all) => Math.round(Math.max(...all));
  const page = document.scrollingElement;
  const top =
    document.querySelector("dialog[open], [popover]:popover-open:not(#notice)") ?? document.body;

  // The boxes of an element that may cut it, and the drawn one in which it is to be.
  const around = kept((element) => {
    const boxes = [];
    for (let box = element; box && box !== document.body; box = box.parentElement) {
      const { overflowX, overflowY, position, display } = style(box);
      if (display === "contents") continue;
      const cuts = overflowX !== "visible" || overflowY !== "visible";
      const owns = display !== "inline" && (isDrawn(box) || box.localName === "button");
      const outer = place(box);
      if (outer.width < 2) return null; // for those who hear the page
      if (cuts || owns) boxes.push({ box, outer, overflowX, overflowY, cuts, owns });
      if (position === "fixed") break;
    }
    return boxes;
  });

  // Whether a bar that stays while its surroundings scroll lies over an element only for now.
  const passes = (hit, element) => {
    let bar = hit;
    while (bar && !(bar.contains(element) || style(bar).position === "sticky")) bar = bar.parentElement;
    if (!bar || bar.contains(element)) return false;
    let rolls = bar.parentElement;
    while (rolls && !/auto|scroll/.test(style(rolls).overflow)) rolls = rolls.parentElement;
    if (!rolls?.contains(element)) return false;
    if (rolls.scrollWidth > rolls.clientWidth + 1) return true;
    const isAbove = place(bar).top < place(rolls).top + rolls.clientHeight / 2;
    return isAbove
      ? rolls.scrollTop > 1
      : rolls.scrollTop + rolls.clientHeight < rolls.scrollHeight - 1;
  };

  // Reduces a line to the part in sight; returns whether there is any.
  const isInSight = (line) => {
    let { left, right, top, bottom } = line;
    let rollsX = false, rollsY = false, owner = null; // prettier-ignore
    const boxes = around(line.element);
    if (!boxes) return false;
    for (const { box, outer, overflowX, overflowY, cuts, owns } of boxes) {
      const beside = Math.max(outer.left - left, right - outer.right);
      const beyond = Math.max(outer.top - top, bottom - outer.bottom);
      if (cuts) {
        const mayCut = box.matches(".name, .level"); // a picture beside it tells the level, too
        if (/hidden|clip/.test(overflowX) && !rollsX && !mayCut && beside > 1.5)
          say(line, `${most(beside)} px are cut off at the side`);
        if (/hidden|clip/.test(overflowY) && !rollsY && beyond > 1.5)
          say(line, `${most(beyond)} px are cut off above or below`);
        rollsX ||= /auto|scroll/.test(overflowX) || mayCut;
        rollsY ||= /auto|scroll/.test(overflowY);
        if (rollsY && line.isText && outer.height < bottom - top) say(line, "seen through a slit");
      }
      if (owns && line.isText && !rollsX && !rollsY && !owner) {
        owner = box;
        if (Math.max(beside, beyond) > 1.5)
          say(line, `${most(beside, beyond)} px are outside of ${name(box)}`);
      }
      if (cuts) {
        // Sizes of the inside are rounded: less than a pixel more would be that of a neighbour.
        const x = outer.left + box.clientLeft, y = outer.top + box.clientTop; // prettier-ignore
        const width = Math.min(box.clientWidth, Math.floor(outer.right - x));
        const height = Math.min(box.clientHeight, Math.floor(outer.bottom - y));
        [left, right] = [Math.max(left, x), Math.min(right, x + width)];
        [top, bottom] = [Math.max(top, y), Math.min(bottom, y + height)];
      }
    }
    rollsY ||= page.scrollHeight > innerHeight;
    if (!rollsX && (left < -1 || right > innerWidth + 1)) say(line, "beyond the window");
    if (!rollsY && (top < -1 || bottom > innerHeight + 1)) say(line, "beyond the window");
    Object.assign(line, { left, right, top, bottom });
    return right - left > 2 && bottom - top > 2;
  };

  // Every line of text. Letters are not as high as their line.
  const lines = [], range = document.createRange(); // prettier-ignore
  const isAsked = kept((one) => !one.closest(free) && Boolean(one.closest(within)));
  const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
  for (let node; (node = walker.nextNode()); ) {
    const element = node.parentElement, text = node.data.trim().slice(0, 60); // prettier-ignore
    if (!text || !isVisible(element) || !isAsked(element)) continue;
    range.selectNodeContents(node);
    for (const { left, right, top, bottom, width, height } of range.getClientRects())
      if (width > 1 && height > 1)
        lines.push({ element, node, text, isText: true, left, right,
          top: top + height * 0.2, bottom: bottom - height * 0.15 }); // prettier-ignore
  }
  // Every control; one that is drawn by its label is where that is.
  const pressed = [];
  for (const one of top.querySelectorAll(controls)) {
    const label = one.matches("[type=checkbox], [type=radio]") && one.labels?.[0];
    const element = label || one;
    if (!isVisible(element) || !one.closest(within)) continue;
    const { left, right, top, bottom, width, height } = place(element);
    const text = (one.ariaLabel || one.innerText || one.name || one.id || "").trim().slice(0, 60);
    const line = { element, one, text, left, right, top, bottom, width, height };
    if (width > 1 && height > 1) pressed.push(line);
  }
  if (page.scrollWidth > innerWidth) wrong.add("the page is too wide");
  if (top !== document.body && top.scrollWidth > top.clientWidth + 1) wrong.add("the dialog is too wide");
  const seen = lines.filter(isInSight), inSight = pressed.filter(({ one }) => !one.matches(loose)).filter(isInSight); // prettier-ignore

  for (const [node, { length, 0: line }] of Map.groupBy(seen, (line) => line.node))
    if (length > 2 && length > node.data.trim().length / 3) say(line, `a word in ${length} lines`);

  const mayLieOver = (one, other) =>
    overlays.some(([over, under]) => one.closest(over) && other.matches(under));

  // Controls: large enough for a finger (WCAG 2.5.8), and nothing lies over a part of them.
  for (const line of inSight) {
    const { element, left, right, top, bottom, width, height } = line;
    const isInText = style(element).display === "inline";
    if (!isInText && Math.min(width, height) < 23.5)
      say(line, `only ${Math.round(width)} by ${Math.round(height)} px`);
    if (left > 0 && right <= innerWidth && top >= 0 && bottom <= innerHeight) {
      const [box] = isInText ? element.getClientRects() : [line];
      for (const [x, y] of [[2, 2], [1, 1], [1, 3], [3, 1], [3, 3]]) { // prettier-ignore
        const hit = document.elementFromPoint(
          box.left + ((box.right - box.left) * x) / 4,
          box.top + ((box.bottom - box.top) * y) / 4,
        );
        if (hit && !element.contains(hit) && !mayLieOver(hit, element) && !passes(hit, element))
          say(line, `cannot be pressed, ${name(hit)} lies over it`);
      }
    }
  }

  // What lies at the corners and in the middle of a line, from the top to the ground below it.
  // Fingers and mice go through some of it: that is set aside, only where there is text, as a rule
  // for all elements takes twenty times as long.
  const isAtText = (one) => {
    const box = place(one);
    return seen.some((line) => line.left < box.right && box.left < line.right
      && line.top < box.bottom && box.top < line.bottom); // prettier-ignore
  };
  const through = [...document.querySelectorAll("body *:not(svg *, .foliage, .canopy)")].filter(
    (one) => style(one).pointerEvents === "none" && isVisible(one) && isAtText(one),
  );
  const before = through.map((one) => one.style.pointerEvents);
  through.forEach((one) => one.style.setProperty("pointer-events", "auto", "important"));
  const texts = Map.groupBy(seen, (line) => line.element);
  const isWritten = (one, x, y) =>
    texts.get(one)?.some((l) => l.left < x && x < l.right && l.top < y && y < l.bottom);
  const judge = (line, x, y) => {
    let isBelow = false;
    for (const hit of document.elementsFromPoint(x, y)) {
      if (mayLieOver(hit, line.element) || passes(hit, line.element)) return;
      if (hit.contains(line.element)) {
        isBelow = true;
        if (isDrawn(hit)) return;
      } else if (!line.element.contains(hit)) {
        const isThing =
          isWritten(hit, x, y) || hit.matches("button:not(.opens)") || hit.closest(".glyph, .emblem");
        if (isThing || (isDrawn(hit) && !isBelow))
          say(line, `${isBelow ? "lies over" : "covered by"} ${name(hit)}`);
        if (isThing || isDrawn(hit)) return;
      }
    }
  };
  for (const line of seen) {
    const { left, right, top, bottom } = line;
    judge(line, (left + right) / 2, (top + bottom) / 2);
    for (const x of [left + 1, right - 1])
      for (const y of [top + 1, bottom - 1]) judge(line, x, y);
  }
  through.forEach((one, at) => {
    one.style.pointerEvents = before[at];
    if (!one.style.length) one.removeAttribute("style");
  });

  // Below the notch or the home indicator.
  const isFirst = page.scrollTop < 1;
  const isLast = page.scrollTop + innerHeight > page.scrollHeight - 1;
  if (covered)
    for (const line of [...seen, ...inSight]) {
      const { left, right, top, bottom } = line;
      const by = Math.max(covered.left - left, right - (innerWidth - covered.right),
        isFirst ? covered.top - top : 0,
        isLast ? bottom - (innerHeight - covered.bottom) : 0); // prettier-ignore
      if (by > 0.5) say(line, `${Math.round(by)} px are below the notch`);
    }

  // What has the focus in a dialog, forwards and backwards.
  const dialog = document.querySelector("dialog[open]");
  if (focus && dialog) {
    const before = document.activeElement, scrolled = dialog.scrollTop; // prettier-ignore
    const bars = [...dialog.querySelectorAll("*")].filter((one) => style(one).position === "sticky");
    const rolls = dialog.scrollHeight > dialog.clientHeight + 1;
    const look = ({ one, text }) => {
      if (rolls) {
        one.blur();
        one.focus();
      }
      const box = one.getBoundingClientRect(), frame = dialog.getBoundingClientRect(); // prettier-ignore
      const over = bars
        .filter((bar) => !bar.contains(one))
        .map((bar) => bar.getBoundingClientRect())
        .map((bar) => Math.min(bar.bottom, box.bottom) - Math.max(bar.top, box.top));
      const hidden = Math.max(frame.top - box.top, box.bottom - frame.bottom, ...over);
      if (hidden > 0.5)
        wrong.add(`${Math.round(hidden)} px are covered of what has the focus: ${name(one)} "${text}"`);
    };
    const all = pressed.filter(({ one }) => !one.disabled && isVisible(one));
    dialog.scrollTop = 0;
    all.forEach(look);
    if (rolls) {
      dialog.scrollTop = dialog.scrollHeight;
      all.reverse().forEach(look);
      before?.focus({ preventScroll: true });
      dialog.scrollTop = scrolled;
    }
  }
  return [...wrong];
};

// What the board tells of and cannot be seen: legal cells, ghosts, rings, signs and lit cells that
// are not wholly in sight, or over which something lies.
window.hiddenOnBoard = () => {
  const board = document.getElementById("table");
  const frame = board.getBoundingClientRect();
  const name = (one) => `${[one.localName, ...one.classList].join(".")}${one.id && "#"}${one.id}`;
  const isDrawn = (one) =>
    one.matches("svg, img, input, select, progress, button") ||
    !/[,/] 0\)$/.test(getComputedStyle(one).backgroundColor) ||
    [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  const over = [...document.querySelectorAll("#game *:not(#table, #world, #world *)")]
    .filter((one) => !one.closest(".foliage, #side:popover-open, svg *, [data-boards=yes] #villages"))
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(
      ([one, box]) =>
        Math.min(box.right, frame.right) - Math.max(box.left, frame.left) > 2 &&
        Math.min(box.bottom, frame.bottom) - Math.max(box.top, frame.top) > 2 &&
        one.checkVisibility({ visibilityProperty: true }) &&
        !one.contains(board) &&
        isDrawn(one),
    );
  const layers = ["targets", "ghost", "stars", "hints", "lights"];
  const wrong = new Set();
  for (const one of document.querySelectorAll(layers.map((it) => `#board-${it} > *`).join())) {
    const box = one.getBoundingClientRect();
    if (!box.width) continue;
    const told = `${name(one)} ${one.dataset.cell ?? ""}`;
    const beyond = Math.max(frame.left - box.left, frame.top - box.top,
      box.right - Math.min(frame.right, innerWidth), box.bottom - Math.min(frame.bottom, innerHeight)); // prettier-ignore
    if (beyond > 2) wrong.add(`${told} is ${Math.round(beyond)} px outside of the board`);
    for (const [cover, place] of over) {
      const wide = Math.min(box.right, place.right) - Math.max(box.left, place.left);
      const high = Math.min(box.bottom, place.bottom) - Math.max(box.top, place.top);
      if (Math.min(wide, high) > 2) wrong.add(`${told} lies below ${name(cover)}`);
    }
  }
  return [...wrong];
};
