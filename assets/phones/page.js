"use strict";
// The page of one seat. It knows zones, cards, moves and buttons, and names no game: what it shows
// comes whole in each snapshot, and what is touched goes back as a message. See
// docs/phones-protocol.md. It begins in a task of its own, so that a slow phone answers after parsing.
setTimeout(() => {
  const DATA = JSON.parse(document.getElementById("data").textContent);
  const RETRY = 1000;
  const PING = 10000;
  const PATIENCE = 5000;
  const DRAG = 10;
  const AFTER_TOUCH = 600; // milliseconds
  const STAGES = { // parts of each view, in the order in which they are drawn for the first time
    ask: ["titles", "name", "faces", "portraits", "more portraits", "last portraits"],
    table: ["top", "hand", "pictures", "buttons", "chips", "line", "zones", "seats", "small pictures"],
  };
  const FIRST_PICTURES = 4; // cards of the hand that have a picture in its first stage
  const FACES_PER_STAGE = Math.ceil(DATA.faces.length / 3);
  const SHORT = 700; // height in pixels up to which cards on an upright phone are small, as in page.css
  const ONE_ROW = 640; // height in pixels up to which an upright phone shows few cards in one row
  const STYLES = ["dimmed", "lit", "pending"];
  const app = document.getElementById("app");
  const room = location.hash.slice(1);
  const tokenKey = `seat ${room}`;
  const language =
    (navigator.languages || [navigator.language])
      .map((each) => each.slice(0, 2).toLowerCase())
      .find((each) => each in DATA.words) || DATA.language;
  const words = DATA.words[language] || Object.values(DATA.words)[0];
  document.documentElement.lang = language;
  document.title = DATA.game;
  if (DATA.hue !== null) {
    document.documentElement.classList.add("hued");
    document.documentElement.style.setProperty("--hue", DATA.hue);
  }

  const state = {
    view: "connecting", // connecting, ask, waiting, seated, table, sorry
    why: "",
    name: "",
    face: DATA.faces[Math.floor(Math.random() * DATA.faces.length)],
    table: null,
    version: 0,
    selected: "",
    isOnline: false,
    shaken: "",
    sees: {},
  };
  const pictures = { cards: {}, symbols: {} }; // addresses of drawings
  const inbox = []; // texts of messages that haven't been parsed yet
  const turns = new MessageChannel(); // starts a new task without the delay of nested timers
  const stages = { ask: 0, table: 0 }; // how many parts of each view are drawn
  let parsed = null;
  let described = null; // elements of a snapshot that the next task shows
  let socket = null;
  let nextId = 1;
  let pending = null;
  let heardAt = 0;
  let drag = null;
  let sounds = null;
  let soundTimer = 0;
  let shownTint = "";

  // == small things ===========================================================================

  function load(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return state.sees[key] || null;
    }
  }

  function keep(key, value) {
    try {
      localStorage.setItem(key, value);
    } catch {
      state.sees[key] = value; // A private window keeps nothing: it lasts as long as the page.
    }
  }

  // == drawing: descriptions of elements, and what changes them ==============================

  function build(tag, values = {}, ...children) {
    // Describes an element. `key` tells it from its siblings; `patch` makes and changes the nodes.
    const { key, ...rest } = values;
    const wanted = children.flat(2).filter((each) => each !== null && each !== undefined && each !== "");
    return { tag, key, values: rest, children: wanted };
  }

  const memory = new Map(); // key -> what was described last: inputs as text, and the description

  function remember(key, inputs, describe) {
    // Returns the same description for the same inputs; `patchChildren` then skips all of its nodes.
    const text = JSON.stringify(inputs);
    const known = memory.get(key);
    if (known && known.text === text) return known.description;
    const description = describe();
    memory.set(key, { text, description });
    return description;
  }

  let changes = 0; // counts nodes that came, went or moved
  const drawn = new WeakMap(); // node -> what was drawn: key, description, values, and handlers by event

  function create(description) {
    const node = description.tag
      ? document.createElement(description.tag)
      : document.createTextNode(description);
    drawn.set(node, { key: "", values: {}, handlers: {} });
    if (description.tag) patch(node, description);
    return node;
  }

  function patch(node, description) {
    const { values, children } = description;
    const before = drawn.get(node);
    before.description = description;
    for (const key of Object.keys(before.values)) {
      if (!(key in values)) setValue(node, key, null, before);
    }
    for (const [key, value] of Object.entries(values)) {
      if (key === "style" || before.values[key] !== value) setValue(node, key, value, before);
    }
    before.values = values;
    patchChildren(node, children);
  }

  function setValue(node, key, value, before) {
    if (key.startsWith("on")) {
      const event = key.slice(2);
      if (!(event in before.handlers)) node.addEventListener(event, (happened) => before.handlers[event](happened));
      before.handlers[event] = value || (() => {});
    } else if (key === "style") {
      const old = before.values.style || {};
      for (const [name, part] of Object.entries(value || {})) {
        if (old[name] !== part) node.style.setProperty(name, part);
      }
    } else if (value === null || value === undefined || value === false) node.removeAttribute(key);
    else node.setAttribute(key, value === true ? "" : value);
  }

  function patchChildren(parent, descriptions) {
    // Children keep their nodes by key, else by tag, first class and number: a slow phone has to
    // build, lay out and paint only what is new.
    const counts = new Map();
    const keys = descriptions.map((each) => {
      const kind = each.key || (each.tag ? `${each.tag}.${(each.values.class || "").split(" ", 1)}` : "text");
      const count = counts.get(kind) || 0;
      counts.set(kind, count + 1);
      return `${kind} ${count}`;
    });
    const kept = new Set(keys);
    const old = new Map();
    for (const node of [...parent.childNodes]) {
      const { key } = drawn.get(node);
      if (kept.has(key)) old.set(key, node);
      else {
        node.remove();
        changes += 1;
      }
    }
    let next = parent.firstChild;
    descriptions.forEach((wanted, nth) => {
      let node = old.get(keys[nth]);
      if (!node) {
        node = create(wanted);
        drawn.get(node).key = keys[nth];
      } else if (drawn.get(node).description === wanted) {
        // It was remembered.
      } else if (wanted.tag) patch(node, wanted);
      else if (node.data !== String(wanted)) node.data = wanted;
      if (node === next) next = next.nextSibling;
      else {
        parent.insertBefore(node, next);
        changes += 1;
      }
    });
  }

  const urls = new Map();

  function urlOf(picture) {
    // A short address for each drawing: the browser reads it once, however often it is shown.
    if (picture.startsWith("data:")) return picture;
    if (!urls.has(picture)) {
      urls.set(picture, URL.createObjectURL(new Blob([picture], { type: "image/svg+xml" })));
    }
    return urls.get(picture);
  }

  function portrait(person, size = "") {
    const drawn = DATA.portraits[person.portrait];
    const inside = drawn
      ? build("img", { src: urlOf(drawn), alt: "", width: "100%" })
      : person.initial || (person.name || "?").slice(0, 1).toUpperCase();
    return build("span", { class: `face ${size}`, "aria-hidden": "true" }, inside);
  }

  function symbol(letter, tint) {
    const drawn = pictures.symbols[letter];
    if (!drawn) return null;
    const mask = `url("${drawn}")`;
    return build("span", {
      class: "symbol",
      "aria-hidden": "true",
      style: { "-webkit-mask-image": mask, "mask-image": mask, "background-color": tint },
    });
  }

  function plain(runs) {
    return runs.map((run) => run.spoken || run.text).join("");
  }

  function sentence(runs) {
    // What is drawn is hidden from screen readers where other words are read for it.
    return runs.map((run) => {
      const drawn = [run.symbol ? symbol(run.symbol, run.tint) : null, run.text];
      const kind = `${run.tone} ${run.symbol && run.text.length < 12 ? "together" : ""}`;
      if (!run.spoken) return build("span", { class: kind }, drawn);
      return build(
        "span",
        { class: kind },
        build("span", { "aria-hidden": "true" }, drawn),
        build("span", { class: "unseen" }, run.spoken),
      );
    });
  }

  let toastTimer = 0;
  function toast(text) {
    const node = document.getElementById("toast");
    node.textContent = text;
    node.classList.add("on");
    clearTimeout(toastTimer);
    toastTimer = setTimeout(() => node.classList.remove("on"), 3200);
  }

  function say(text) {
    const live = document.getElementById("live");
    if (live.textContent !== text) live.textContent = text;
  }

  function isOn(key) {
    return load(key) !== "off";
  }

  function unlockSound() {
    // Browsers allow sound after a touch. Opening the device takes long on slow phones, so it waits
    // until the answer to the touch is drawn; a browser that wants it sooner gets it by the next one.
    if (!soundTimer) soundTimer = setTimeout(openSound, AFTER_TOUCH);
    if (sounds && sounds.state === "suspended") sounds.resume();
  }

  function openSound() {
    const Context = window.AudioContext || window.webkitAudioContext;
    if (Context) sounds = new Context();
  }

  function ring(notes) {
    if (!isOn("sound") || !sounds || sounds.state !== "running") return;
    notes.forEach((pitch, nth) => {
      const from = sounds.currentTime + nth * 0.12;
      const tone = sounds.createOscillator();
      const level = sounds.createGain();
      tone.type = "sine";
      tone.frequency.value = pitch;
      level.gain.setValueAtTime(0, from);
      level.gain.linearRampToValueAtTime(0.16, from + 0.02);
      level.gain.exponentialRampToValueAtTime(0.001, from + 0.35);
      tone.connect(level).connect(sounds.destination);
      tone.start(from);
      tone.stop(from + 0.4);
    });
  }

  function buzz(pattern) {
    // Browsers refuse, and complain, before the page has been touched for the first time.
    const isTouched = !navigator.userActivation || navigator.userActivation.hasBeenActive;
    if (isOn("vibration") && isTouched && navigator.vibrate) navigator.vibrate(pattern);
  }

  // == the connection =========================================================================

  function connect() {
    if (socket && socket.readyState <= WebSocket.OPEN) return;
    const opened = new WebSocket(`ws://${location.host}/seat`);
    socket = opened;
    inbox.length = 0;
    parsed = null;
    opened.onopen = () => {
      heardAt = Date.now();
      transmit({
        type: "hello",
        room: room.slice(0, 64),
        token: (load(tokenKey) || "").slice(0, 64),
        protocol: DATA.protocol,
        language,
      });
    };
    opened.onmessage = (event) => {
      heardAt = Date.now();
      inbox.push(event.data);
      turns.port2.postMessage("parse");
      turns.port2.postMessage("hear");
    };
    opened.onclose = () => {
      if (socket !== opened) return;
      socket = null;
      setOnline(false);
      setTimeout(connectIfWanted, RETRY);
    };
  }

  turns.port1.onmessage = (turn) => {
    // Browsers deliver several messages in one task. Each is parsed, described and shown in tasks of
    // its own, so that a slow phone answers in between.
    const tasks = {
      parse: () => { parsed = inbox.length ? JSON.parse(inbox.shift()) : null; },
      hear: () => parsed && hear(parsed),
      show: () => described && showDescribed(),
      render,
    };
    tasks[turn.data]();
  };

  function renderSoon() {
    // In a task of its own: after a touch, the browser lays the page out in the touch's task.
    turns.port2.postMessage("render");
  }

  function connectIfWanted() {
    if (state.view !== "sorry") connect();
  }

  function wake() {
    // A phone that slept may hold a socket that has long been dead.
    if (socket && socket.readyState === WebSocket.OPEN) ping();
    else connectIfWanted();
  }

  function ping() {
    const opened = socket;
    const asked = Date.now();
    transmit({ type: "ping" });
    setTimeout(() => {
      if (socket === opened && opened && heardAt < asked) {
        socket = null;
        opened.onclose = null;
        opened.close();
        setOnline(false);
        connectIfWanted();
      }
    }, PATIENCE);
  }

  function transmit(message) {
    if (!socket || socket.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(message));
    return true;
  }

  function act(message) {
    if (pending) return; // One at a time: the next one is for the next snapshot.
    pending = { ...message, id: nextId, version: state.version };
    nextId += 1;
    unlockSound();
    transmit(pending);
  }

  function setOnline(isOnline) {
    if (state.isOnline === isOnline) return;
    state.isOnline = isOnline;
    const dot = document.querySelector(".dot");
    if (dot) dot.classList.toggle("off", !isOnline);
    const node = document.getElementById("toast");
    if (!isOnline && state.view === "table") toast(words.lost);
    else if (node.textContent === words.lost) node.classList.remove("on");
  }

  function hear(message) {
    const heard = {
      ask: () => {
        state.forgotten = message.forgotten;
        if (!stages.ask) {
          state.name = load("name") || "";
          state.face = load("face") || state.face;
        }
        show("ask");
      },
      waiting: () => show("waiting"),
      welcome: () => {
        if (message.token) keep(tokenKey, message.token);
        state.name = message.name;
        state.face = message.face || state.face;
        setOnline(true);
        if (state.view !== "table") show("seated");
      },
      pictures: () => {
        for (const kind of ["cards", "symbols"]) {
          for (const [name, drawing] of Object.entries(message[kind])) pictures[kind][name] = urlOf(drawing);
        }
        memory.clear();
      },
      table: () => {
        nextId = Math.max(nextId, message.last + 1);
        setOnline(true);
        // The line broke before the answer: an action that never arrived is performed now, and the
        // last one that did is only answered again.
        const isNew = pending && pending.id > message.last && pending.version === message.version;
        if (isNew || (pending && pending.id === message.last)) {
          transmit(pending);
        } else {
          pending = null;
        }
        update(message.table, message.version);
      },
      done: () => {
        if (pending && pending.id === message.id) pending = null;
        if (message.old) toast(words.old);
      },
      refused: () => {
        if (pending && pending.id === message.id) pending = null;
        toast(plain(message.why));
        buzz([30, 40, 30]);
        ring([220]);
        shake(state.selected);
      },
      invalid: () => {
        pending = null;
        if (message.code === "bad_name") toast(words.tooLong);
      },
      sorry: () => {
        state.why = message.why;
        if (message.why === "removed" || message.why === "other_room") keep(tokenKey, "");
        show("sorry");
      },
      reload: () => location.reload(),
    }[message.type];
    if (heard) heard();
  }

  // == pages before the table =================================================================

  function show(view) {
    state.view = view;
    if (stages[view] === 0) renderInStages(view);
    else render();
  }

  function renderAsk() {
    const join = () => {
      unlockSound();
      const field = document.getElementById("name");
      const name = field.value.trim().slice(0, DATA.longestName);
      if (!name) {
        toast(words.noName);
        field.focus();
        return;
      }
      state.name = name;
      keep("name", name);
      keep("face", state.face);
      transmit({ type: "join", name, face: state.face });
    };
    const count = FACES_PER_STAGE * (stages.ask - STAGES.ask.indexOf("portraits"));
    const field = build("input", {
      class: "field",
      id: "name",
      type: "text",
      autocomplete: "given-name",
      maxlength: DATA.longestName,
      value: state.name,
      enterkeyhint: "go",
      onkeydown: (event) => {
        if (event.key === "Enter") join();
      },
    });
    const faces = DATA.faces.map((key, nth) => {
      const pick = () => {
        state.name = document.getElementById("name").value;
        state.face = key;
        render();
      };
      return build(
        "button",
        { key, type: "button", "aria-pressed": String(key === state.face), "aria-label": words.faceNames[key], onclick: pick },
        nth < count ? build("img", { src: urlOf(DATA.portraits[key]), alt: "" }) : null,
      );
    });
    return [
      build("h1", {}, DATA.game),
      build("h2", {}, words.joining),
      isDrawn("ask", "name")
        ? build("div", {}, build("h3", {}, build("label", { for: "name" }, words.yourName)), field) : null,
      isDrawn("ask", "faces") ? [
        build("div", {}, build("h3", { id: "faces" }, words.yourFace),
          build("div", { class: "faces", role: "group", "aria-labelledby": "faces" }, faces)),
        build("p", { class: "note grow" }, words.private, build("br"), words.local),
        build("div", { class: "go" },
          build("button", { class: "button big go-ahead", type: "button", onclick: join }, words.takeSeat)),
      ] : null,
    ];
  }

  function renderMessage(text, isBusy, ...more) {
    return [
      build("div", { class: "middle" },
        isBusy ? build("div", { class: "spinner" }) : portrait({ portrait: state.face, name: state.name }, "large"),
        build("h2", { role: "status" }, text), ...more),
    ];
  }

  function renderSorry() {
    const isElsewhere = state.why === "replaced";
    const back = () => {
      state.view = "connecting";
      render();
      connect();
    };
    return renderMessage(words[state.why] || words.closed, false,
      build("div", { class: "go" },
        build("button", { class: "button", type: "button", onclick: back }, isElsewhere ? words.here : words.again)));
  }

  // == the table ==============================================================================

  function update(table, version) {
    const before = state.table;
    const wasActing = before && before.you.acting;
    state.table = table;
    state.version = version;
    armed = "";
    state.view = "table";
    const isSame = before && findFace(before, state.selected) === findFace(table, state.selected);
    if (!isSame || !table.moves[state.selected]) state.selected = "";
    if (!state.selected) state.selected = findOnlyCard(table);
    if (!stages.table) setTimeout(renderInStages, 0, "table");
    else {
      described = describeView();
      turns.port2.postMessage("show");
    }
    // In a task of its own, so that a slow phone answers in between.
    setTimeout(() => announce(table, table.you.acting && !wasActing));
  }

  function showDescribed() {
    const old = listCards();
    if (render(described) && old.length) glide(old);
  }

  function announce(table, hasBegun) {
    if (hasBegun) {
      buzz(80);
      ring([660, 880]);
    }
    say([table.you.acting ? words.yourTurn : "", plain(table.line.runs)].filter(Boolean).join(": "));
    document.title = `${table.you.acting ? "● " : ""}${DATA.game}`;
  }

  function findFace(table, name) {
    // Names are places: after a card has gone, another one has its name.
    const cards = [table.hand, ...table.zones].flatMap((zone) => zone.cards);
    const found = cards.find((card) => card.name === name);
    return found ? found.face : "";
  }

  function findOnlyCard(table) {
    // A card that waits for its place is held at once: there is nothing else to do.
    const movable = Object.keys(table.moves).filter((name) => name.includes("#"));
    return movable.length === 1 && !movable[0].startsWith(table.hand.zone) ? movable[0] : "";
  }

  function isDrawn(view, part) {
    return stages[view] > STAGES[view].indexOf(part);
  }

  function isCalm() {
    return matchMedia("(prefers-reduced-motion: reduce)").matches;
  }

  function listCards() {
    return [...app.querySelectorAll("[data-card]")].map((node) => ({
      node, face: node.dataset.face, box: node.getBoundingClientRect(),
    }));
  }

  function glide(old) {
    // Cards go from where they were to where they are, also from zone to zone. Only transforms and
    // opacity change, which browsers animate without laying out or painting.
    if (isCalm()) return;
    const before = new Map(old.map((each) => [each.node, each]));
    const nodes = [...app.querySelectorAll("[data-card]")].filter((node) => node.animate);
    const from = new Map();
    for (const node of nodes) {
      const was = before.get(node);
      if (was && was.face === node.dataset.face) {
        from.set(node, was);
        before.delete(node);
      }
    }
    const left = new Map(); // face -> where cards of that face have gone from
    for (const was of before.values()) {
      if (was.face) left.set(was.face, [...(left.get(was.face) || []), was]);
    }
    const boxes = nodes.map((node) => node.getBoundingClientRect());
    nodes.forEach((node, nth) => {
      const was = from.get(node) || (left.get(node.dataset.face) || []).shift();
      const box = boxes[nth];
      if (!was || !was.box.width) {
        node.animate([{ opacity: 0, transform: "translateY(1rem)" }, {}], { duration: 280, easing: "ease-out" });
        return;
      }
      const x = was.box.left - box.left;
      const y = was.box.top - box.top;
      if (Math.abs(x) + Math.abs(y) < 2) return;
      const scale = was.box.width / box.width;
      node.animate(
        [{ transform: `translate(${x}px, ${y}px) scale(${scale})`, transformOrigin: "0 0" },
          { transform: "none", transformOrigin: "0 0" }],
        { duration: 260, easing: "cubic-bezier(.2,.8,.3,1)" },
      );
    });
  }

  function describe(card) {
    const told = card.signs.map((sign) => state.table.signWords[sign]).filter(Boolean);
    if (state.table.gather.picked.includes(card.name)) told.unshift(words.selected);
    return [card.words, ...told].join(". ");
  }

  function readCard(card, kind) {
    // What a card's look depends on, beside the card itself.
    const { table } = state;
    return {
      can: table.gather.cards.includes(card.name) || Boolean(table.moves[card.name]),
      isUp: table.gather.picked.includes(card.name) || state.selected === card.name,
      isPicked: table.gather.picked.includes(card.name),
      isHinted: table.hint && [card.name, card.face].some((each) => table.hint.cards.includes(each)),
      isOffered: table.gather.ghost.includes(card.name),
      hasPicture: isDrawn("table", kind === "mini" ? "small pictures" : "pictures")
        || (table.hand.cards.indexOf(card) + 1 || Infinity) <= FIRST_PICTURES,
    };
  }

  function buildCard(card, kind = "") {
    const read = readCard(card, kind);
    return remember(`card ${kind} ${card.name}`, [card, read], () => describeCard(card, kind, read));
  }

  function describeCard(card, kind, { can, isUp, isHinted, isOffered, hasPicture }) {
    const style = STYLES.filter((each) => card.signs.includes(each));
    if (isOffered) style.push("offered");
    const picture = hasPicture && pictures.cards[card.face || ""];
    const marks = card.signs.map((sign) => {
      if (STYLES.includes(sign)) return null;
      const isTick = sign === "✓" || sign === "✗";
      const kindOfSign = isTick ? `tick ${sign === "✗" ? "cross" : ""}` : "clip";
      return build("span", { class: kindOfSign, "aria-hidden": "true" }, sign);
    });
    const inside = [picture ? build("img", { src: picture, alt: "", draggable: "false" }) : null, ...marks];
    const values = {
      key: card.face ? `face ${card.face}` : card.name,
      class: ["card", kind, can ? "can" : "", isUp ? "up" : "", isHinted ? "hinted" : "", ...style].join(" "),
      "data-card": card.name,
      "data-face": card.face || "",
      "aria-label": describe(card),
    };
    if (!can && kind === "mini") return build("span", { ...values, role: "img" }, inside);
    return build("button", {
      ...values,
      type: "button",
      "data-key": card.name,
      "aria-pressed": can ? String(isUp) : null,
      onclick: () => tap(card.name),
      onpointerdown: (event) => beginDrag(event, card.name),
    }, inside);
  }

  function tap(name) {
    if (drag && drag.moved) return;
    unlockSound();
    const { table } = state;
    const canGather = table.gather.cards.includes(name);
    const moves = table.moves[name];
    if (!canGather && !moves) {
      shake(name);
      toast(plain(table.line.runs));
      return;
    }
    state.selected = state.selected === name || !moves ? "" : name;
    buzz(12);
    // The snapshot that comes of a pick shows the rest.
    if (canGather) act({ type: "pick", card: name });
    else renderSoon();
  }

  function shake(name) {
    const node = app.querySelector(`[data-card="${CSS.escape(name)}"]`);
    if (!node || !node.animate || isCalm()) return;
    const ways = [0, -5, 5, 0].map((x) => ({ transform: `translateX(${x}px)` }));
    node.animate(ways, { duration: 300, composite: "add" });
  }

  function place(target) {
    const name = state.selected;
    state.selected = "";
    act({ type: "step", card: name, zone: target.zone, place: target.place });
    renderSoon();
  }

  function listTargets() {
    const { table } = state;
    const found = table.moves[state.selected] || [];
    // Of several that are picked, the large button says what they come to.
    if (table.gather.picked.length > 1 || table.gather.waits) return { places: [], gaps: [] };
    const places = found.filter((each) => each.place === null);
    const gaps = found.filter((each) => each.place !== null && each.zone === table.hand.zone);
    return { places, gaps };
  }

  function renderPlaces(places) {
    if (!places.length) return null;
    return build("div", { class: "places", role: "group", "aria-label": words.choosePlace },
      places.map((target) => {
        const kind = !target.allowed ? "no" : target.good ? "good" : "";
        return build("button", {
          class: `place ${kind}`,
          type: "button",
          "data-zone": target.zone,
          "data-key": `place ${target.zone}`,
          "aria-disabled": target.allowed ? null : "true",
          onclick: () => {
            if (target.allowed) place(target);
            else {
              buzz([30, 40, 30]);
              shake(state.selected);
            }
          },
        },
        build("b", {}, target.good ? "✓ " : "", sentence(target.title)),
        target.detail.length ? build("span", { class: "detail" }, sentence(target.detail)) : null);
      }));
  }

  function rowsOf(count, width) {
    // Of each card but the last in a row, at least 44 pixels can be tapped.
    if (count <= 4) return [count];
    const fitting = Math.max(3, Math.floor((width - 48) / 44) + 1);
    const isTall = innerWidth < innerHeight && innerHeight > ONE_ROW;
    const most = count <= 8 && isTall ? Math.ceil(count / 2) : fitting;
    const rows = Math.ceil(count / most);
    const each = Math.ceil(count / rows);
    return Array.from({ length: rows }, (_, nth) => Math.min(each, count - nth * each));
  }

  function renderHand(gaps) {
    const { cards } = state.table.hand;
    const group = { class: "hand", role: "group", "aria-label": words.yourHand };
    if (gaps.length) return renderGaps(gaps, group);
    const width = Math.min(app.clientWidth || innerWidth, 760) - 28;
    const isSplit = matchMedia("(orientation: landscape) and (max-height: 560px)").matches;
    const room = isSplit ? (width - 16) * 0.52 : width;
    const rows = rowsOf(cards.length, room);
    const longest = Math.max(1, ...rows);
    const isShort = innerWidth < Math.min(700, innerHeight) && innerHeight <= SHORT;
    const share = isSplit ? 0.13 : isShort ? 0.08 : 0.105;
    const high = Math.max(innerHeight < 340 ? 46 : isShort ? 48 : 52, Math.min(innerWidth > 700 ? 110 : 92, innerHeight * share));
    const fits = (room - (isShort ? 3 : 8) * (longest - 1)) / longest;
    const wide = Math.max(Math.min(fits, high), isShort ? 44 : Math.min(56, high));
    const gap = Math.min(8, (room - wide) / Math.max(1, longest - 1) - wide);
    const style = { "--card": `${wide}px`, "--gap": `${gap}px` };
    let from = 0;
    return build("div", { ...group, style }, rows.map((length) => {
      const row = cards.slice(from, from + length);
      from += length;
      return build("div", { class: "row" }, row.map((card) => buildCard(card)));
    }));
  }

  function renderGaps(gaps, group) {
    const parts = [];
    const byPlace = new Map(gaps.map((each) => [each.place, each]));
    const { cards } = state.table.hand;
    for (let nth = 0; nth <= cards.length; nth += 1) {
      const target = byPlace.get(nth);
      if (target) {
        parts.push(build("button", {
          class: `gap ${target.good && target.fits ? "fits" : ""}`,
          type: "button",
          "data-zone": target.zone,
          "data-place": nth,
          "data-key": `gap ${nth}`,
          "aria-label": plain([...target.title, { text: ". " }, ...target.detail]) || `${nth + 1}`,
          onclick: () => place(target),
        }, "+"));
      }
      if (nth < cards.length) parts.push(buildCard(cards[nth], "still"));
    }
    return build("div", { ...group, class: "hand gaps", "aria-label": words.chooseGap }, parts);
  }

  function renderSeat(seat) {
    const cards = seat.zones.flatMap((zone) => zone.cards);
    return remember(`seat ${seat.seat}`, [seat, cards.map((card) => readCard(card, "mini"))], () => describeSeat(seat));
  }

  function describeSeat(seat) {
    const cards = seat.zones.flatMap((zone) => zone.cards.map((card) => buildCard(card, "mini")));
    return build("section", {
      key: `seat ${seat.seat}`,
      class: `seat ${seat.acting ? "acting" : ""} ${seat.out ? "out" : ""}`, "aria-label": seat.name,
    },
    build("div", { class: "head" },
      build("span", { class: "sign" }, portrait(seat, "small"),
        seat.leading ? build("span", { class: "crown", role: "img", "aria-label": words.winner }, "♛") : null),
      build("span", { class: "name" }, seat.name),
      build("span", { class: "figure" }, seat.figure)),
    build("div", { class: "below" }, build("span", {}, seat.out || seat.unit || seat.held),
      build("span", { class: "score" }, seat.score)),
    cards.length ? build("div", { class: "cards" }, cards) : null);
  }

  function renderTop(table) {
    const inputs = [table.game, table.title, table.you, Boolean(table.end), state.face, state.isOnline];
    return remember("top", inputs, () => describeTop(table));
  }

  function describeTop(table) {
    const { you } = table;
    const status = table.end ? you.status : you.out || you.status;
    return build("header", { class: "top" },
      build("h1", { class: "unseen" }, table.game),
      portrait({ ...you, portrait: you.portrait || state.face }),
      build("span", { class: "who" }, you.name),
      you.acting ? build("span", { class: "turn" }, words.yourTurn) : build("span", { class: "soft" }, status),
      build("span", { class: "what" }, build("span", { class: `dot ${state.isOnline ? "" : "off"}` }),
        table.title || table.game,
        you.score ? build("span", { class: "score" }, you.score) : null),
      build("button", { class: "more", type: "button", "aria-label": words.settings, "data-key": "more", onclick: openMenu }, "⋯"));
  }

  function renderLine(line) {
    return remember("line", line, () => describeLine(line));
  }

  function describeLine(line) {
    return build("div", { class: "line" },
      line.label ? build("span", { class: "label" }, line.label) : null,
      sentence(line.runs),
      line.others.length
        ? build("div", { class: "others" }, line.others.flatMap((each, nth) => [nth ? " · " : "", ...sentence(each)]))
        : null);
  }

  let armed = "";

  function renderButtons(buttons) {
    const [large, ...small] = buttons;
    const shown = small.filter((each) => each.mood !== "quiet");
    const isOffered = shown.some((each) => each.ask === "draw");
    const plainButton = (model) => build("button", {
      class: "button", type: "button", "data-key": model.ask, disabled: !model.enabled,
      title: plain(model.note) || null, onclick: () => press(model),
    }, model.twice && armed === model.ask ? model.twice : model.label);
    const isOver = large.ask === "result";
    const needsNoUndo = isOffered || state.table.end;
    const left = isOver ? [] : shown.filter((each) => each.ask !== "hint" && !(each.ask === "undo" && needsNoUndo && !each.enabled));
    const right = shown.filter((each) => each.ask === "hint" && (each.enabled || state.table.you.acting));
    const kind = { go: "go-ahead", out: "out" }[large.mood] || "";
    return [
      build("p", { class: `say ${large.enabled ? "" : "missing"}` }, sentence(large.note)),
      build("div", { class: "go" }, left.map(plainButton),
        isOver ? null : build("button", {
          class: `button big ${large.enabled ? kind : ""}`, type: "button", "data-key": "end",
          disabled: !large.enabled, onclick: () => press(large),
        }, large.label),
        right.map(plainButton)),
    ];
  }

  function press(model) {
    const go = () => act({ type: "button", ask: model.ask });
    unlockSound();
    if (model.twice && armed !== model.ask) {
      // The second press counts, until anything else changes.
      armed = model.ask;
      buzz(12);
      renderSoon();
      return;
    }
    armed = "";
    if (!model.question) go();
    else ask(model.question, go);
  }

  function renderChips(chips) {
    return chips.length ? remember("chips", chips, () => describeChips(chips)) : null;
  }

  function describeChips(chips) {
    return build("div", { class: "suggested" }, build("h2", { class: "small" }, words.plays),
      build("div", { class: "chips" }, chips.map((chip) => build("button", {
        class: "chip", type: "button", "data-key": chip.ask, "aria-pressed": String(chip.chosen),
        "aria-label": [chip.cards.map((card) => card.face).join(" "), chip.words, chip.meaning].filter(Boolean).join(". "),
        onclick: () => {
          state.selected = "";
          act({ type: "button", ask: chip.ask });
        },
      }, chip.cards.map((card) => build("span", { class: "card" },
        pictures.cards[card.face] ? build("img", { src: pictures.cards[card.face], alt: "" }) : null)),
      chip.words))));
  }

  function renderChoice(choice) {
    const pictureOf = (card) => build("span", { class: "card" },
      pictures.cards[card.face] ? build("img", { src: pictures.cards[card.face], alt: "" }) : null);
    return build("section", { class: "choice", "aria-label": choice.title },
      build("h2", {}, choice.title),
      choice.options.map((option, nth) => build("button", {
        key: option.ask,
        class: `option ${nth ? "" : "first"}`,
        type: "button",
        "data-key": option.ask,
        onclick: () => act({ type: "button", ask: option.ask }),
      }, build("span", { class: "cards" }, option.cards.map(pictureOf)), build("b", {}, option.label))));
  }

  function renderEnd(end) {
    return build("section", { class: "end" },
      build("h2", {}, end.title),
      end.winners.length ? build("div", { class: "cards" }, end.winners.map((each) => portrait(each, "large"))) : null,
      end.lines.map((line) => build("p", {}, sentence(line))),
      end.last.length ? build("p", { class: "strong" }, sentence(end.last)) : null,
      build("div", { class: "scores" }, end.scores.flatMap((row) => [
        portrait(row, "small"),
        build("span", {}, row.name, row.winner ? " ♛" : ""),
        build("span", { class: "sum" }, row.after === row.before ? `${row.after}` : `${row.before} → ${row.after}`),
      ])));
  }

  function renderTable() {
    const { table } = state;
    const { places, gaps } = listTargets();
    if (table.tint !== shownTint) {
      document.body.style.setProperty("--tint", table.tint);
      document.body.classList.toggle("tinted", Boolean(table.tint));
      shownTint = table.tint;
    }
    const tint = (table.banner && table.banner.tint) || table.tint;
    const banner = table.banner && build("div", { class: "banner", style: { "--tint": tint } },
      symbol(table.banner.symbol, table.banner.tint),
      build("div", {}, build("div", { class: "label" }, table.banner.label),
        build("div", { class: "title" }, table.banner.title)));
    const shownZones = isDrawn("table", "zones") && !table.end ? table.zones.filter((zone) => zone.cards.length) : [];
    const zones = shownZones.map((zone) => build("div", {}, build("h2", { class: "small" }, zone.title),
      build("div", { class: "cards" }, zone.cards.map((card) => buildCard(card)))));
    const rows = table.you.rows.length ? build("div", { class: "rows" }, table.you.rows.map((row) =>
      build("span", { class: row.bad ? "bad" : "" }, sentence(row.label), row.value ? build("b", {}, ` ${row.value}`) : null))) : null;
    const hint = table.hint && build("div", { class: "hint", role: "status" },
      build("b", {}, sentence(table.hint.title)), table.hint.why.map((line) => build("div", {}, sentence(line))));
    const seats = () => build("div", { class: "seats" }, table.seats.map(renderSeat));
    const upper = build("div", { class: "side upper", tabindex: "-1" },
      isDrawn("table", "seats") ? seats() : null,
      isDrawn("table", "line") && !table.end ? [banner, renderLine(table.line)] : null,
      table.end ? renderEnd(table.end) : null,
      zones.length ? build("div", { class: "zones" }, zones) : null,
      isDrawn("table", "line") && !table.end && !state.selected ? rows : null);
    const lower = !isDrawn("table", "hand") ? null : build("div", { class: "side lower" },
      table.choice ? renderChoice(table.choice) : null,
      table.end || table.choice ? null
        : [isDrawn("table", "chips") ? renderChips(table.suggestions) : null, hint, renderPlaces(places), renderHand(gaps)],
      table.choice || !isDrawn("table", "buttons") ? null : renderButtons(table.buttons));
    const kind = table.end ? "ended" : places.length ? "choosing" : "";
    return [build("div", { class: `table ${kind}` }, renderTop(table), upper, lower)];
  }

  // == over the page ==========================================================================

  function openDialog(...children) {
    const dialog = create(build("dialog", {
      onclose: () => dialog.remove(),
      onclick: (event) => {
        if (event.target === dialog) dialog.close();
      },
    }, ...children));
    document.body.append(dialog);
    dialog.showModal();
    return dialog;
  }

  function ask(question, go) {
    const dialog = openDialog(
      build("h2", {}, question.title),
      build("p", {}, question.message),
      build("div", { class: "go" },
        build("button", { class: "button", type: "button", onclick: () => dialog.close() }, question.no),
        build("button", { class: "button out", type: "button", onclick: () => { dialog.close(); go(); } }, question.yes)));
  }

  function openMenu() {
    const { table } = state;
    const toggle = (key, label) => build("button", {
      class: "switch", type: "button", role: "switch", "aria-checked": String(isOn(key)),
      onclick: (event) => {
        keep(key, isOn(key) ? "off" : "on");
        event.currentTarget.setAttribute("aria-checked", String(isOn(key)));
        if (key === "sound") ring([660]);
        else buzz(40);
      },
    }, label, build("i", { "aria-hidden": "true" }));
    const quiet = table.buttons.filter((each) => each.mood === "quiet");
    const dialog = openDialog(
      build("h2", { class: "small" }, table.turnsTitle),
      build("ul", {}, table.turns.map((turn) => build("li", {}, sentence(turn.line)))),
      build("h2", { class: "small" }, words.settings), toggle("sound", words.sound), toggle("vibration", words.vibration),
      build("div", { class: "go" },
        quiet.map((each) => build("button", {
          class: "button", type: "button", disabled: !each.enabled, title: plain(each.note) || null,
          onclick: () => { dialog.close(); press(each); },
        }, each.label)),
        build("button", { class: "button", type: "button", onclick: () => dialog.close() }, words.close)));
  }

  // == dragging ===============================================================================

  function beginDrag(event, name) {
    if (event.button || !state.table.moves[name]) return;
    drag = { name, x: event.clientX, y: event.clientY, moved: false, ghost: null, id: event.pointerId };
  }

  function moveDrag(event) {
    if (!drag || event.pointerId !== drag.id) return;
    const x = event.clientX - drag.x;
    const y = event.clientY - drag.y;
    if (!drag.moved) {
      if (Math.hypot(x, y) < DRAG) return;
      drag.moved = true;
      state.selected = drag.name;
      const node = app.querySelector(`[data-card="${CSS.escape(drag.name)}"]`);
      const box = node.getBoundingClientRect();
      render();
      drag.ghost = node.cloneNode(true);
      drag.ghost.classList.add("ghost");
      Object.assign(drag.ghost.style, { left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px` });
      document.body.append(drag.ghost);
    }
    drag.ghost.style.transform = `translate(${x}px, ${y}px)`;
    const over = findTarget(event);
    for (const each of app.querySelectorAll(".over")) each.classList.remove("over");
    if (over) over.classList.add("over");
    event.preventDefault();
  }

  function findTarget(event) {
    const under = document.elementFromPoint(event.clientX, event.clientY);
    return under && under.closest("[data-zone]");
  }

  function endDrag(event) {
    if (!drag || event.pointerId !== drag.id) return;
    const { moved, ghost } = drag;
    const over = moved && event.type === "pointerup" ? findTarget(event) : null;
    if (ghost) ghost.remove();
    setTimeout(() => { drag = null; });
    if (over) over.click();
  }

  addEventListener("pointermove", moveDrag, { passive: false });
  addEventListener("pointerup", endDrag);
  addEventListener("pointercancel", endDrag);

  // == drawing and keys =======================================================================

  const views = {
    connecting: () => renderMessage(words.connecting, true),
    ask: renderAsk,
    waiting: () => renderMessage(words.waiting, true),
    seated: () => renderMessage(words.seated, false, build("p", { class: "soft" }, state.name)),
    table: renderTable,
    sorry: renderSorry,
  };
  let shownView = "";

  function describeView() {
    return views[state.view]().flat(2).filter(Boolean);
  }

  function render(description = describeView()) {
    // Returns whether nodes came, went or moved.
    described = null;
    const focused = document.activeElement && document.activeElement.dataset ? document.activeElement.dataset.key : "";
    if (shownView !== state.view) app.replaceChildren();
    shownView = state.view;
    const before = changes;
    patchChildren(app, description);
    if (focused && document.activeElement === document.body) {
      const node = app.querySelector(`[data-key="${CSS.escape(focused)}"]`);
      if (node) node.focus({ preventScroll: true });
    }
    return changes > before;
  }

  function renderInStages(view) {
    // The first time, a view comes in pieces, each painted before the next is made, so that a slow
    // phone answers in between.
    stages[view] += 1;
    if (state.view === view) render();
    if (stages[view] < STAGES[view].length) requestAnimationFrame(() => setTimeout(renderInStages, 0, view));
  }

  addEventListener("keydown", (event) => {
    if (state.view !== "table" || document.querySelector("dialog")) return;
    if (event.key === "Escape") {
      if (state.table.gather.picked.length) act({ type: "button", ask: "let_go" });
      state.selected = "";
      render();
    }
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const node = document.activeElement;
    if (!step || !node || !node.closest(".hand, .places, .chips, .cards")) return;
    const group = [...node.closest(".hand, .places, .chips, .cards").querySelectorAll("button")];
    const next = group[group.indexOf(node) + step];
    if (next) next.focus();
    event.preventDefault();
  });

  let width = 0;
  addEventListener("resize", () => {
    // A keyboard that opens changes the height only: what is typed stays.
    if (innerWidth === width) return;
    width = innerWidth;
    if (state.view === "table") render();
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) wake();
  });
  addEventListener("pageshow", wake);
  addEventListener("online", wake);
  setInterval(() => {
    if (!document.hidden && socket && socket.readyState === WebSocket.OPEN) ping();
  }, PING);

  if (!room) {
    state.why = "other_room";
    state.view = "sorry";
  }
  // Later, so that a slow phone answers in between: the width of the page needs its layout.
  setTimeout(() => {
    width = innerWidth;
    render();
    connectIfWanted();
  });
});
