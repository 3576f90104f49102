/* The register of effects: filters and order, kept in the address, and the lines of what is shown as a file.
   Without it the whole table stands. */
(function () {
  "use strict";
  var filter = document.getElementById("filter");
  var table = document.getElementById("effects");
  if (!filter || !table) return;
  // Of a large register the first part stands here, and the others come when they are asked for.
  var parts = typeof articuladoParts === "undefined" ? null : articuladoParts.parts;
  if (!parts && typeof articuladoRegister === "undefined") {
    table.classList.add("sorts"); // Without its lines the page is as it is without a script: whole.
    return;
  }

  var NAMES = ["kind", "grade", "actor", "victim", "year"];
  var STEP = 100; // As many rows are laid out at once.
  var body = table.tBodies[0];
  var rows = Array.prototype.slice.call(body.rows).map(known);
  var ordered = rows;
  var shown = filter.querySelector(".shown");
  var none = document.getElementById("none");
  var more = document.getElementById("more");
  var fields = filter.querySelectorAll("input, select");
  var headings = table.tHead.querySelectorAll("[data-sort]");
  var order = { by: "victim", down: false };
  var limit = STEP;
  var natural = new Intl.Collator("en", { numeric: true }).compare;
  var loading = [], asking = 0;
  var dashes = { actor: "-", date: "" }; // What is not known comes last, in either order.

  function known(row) {
    return { row: row, data: row.dataset, first: Number(row.dataset.first), count: Number(row.dataset.count) };
  }

  // Case and accents don't matter, so that "codigo" finds "Código".
  function plain(text) {
    return text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  }

  // What a row says of all that it reaches, of each provision, and of what is odd: read when words are first asked for.
  function texts(it) {
    if (it.all !== undefined) return;
    var copy = it.row.cloneNode(true), flags = copy.querySelector(".flags"), range = copy.querySelector("th details");
    it.odd = flags ? plain(flags.textContent) : "";
    if (flags) flags.remove();
    if (range) range.remove();
    it.all = plain(copy.textContent + " " + it.data.names);
    it.items = range ? Array.prototype.slice.call(it.row.querySelectorAll("th .places li")) : [];
    it.each = it.items.map(function (item) { return plain(item.textContent); });
  }

  // A number is itself and not the beginning of another: "4" is not in "40".
  function finder(word) {
    if (!/^\d+$/.test(word)) return function (text) { return text.indexOf(word) >= 0; };
    var pattern = new RegExp("(^|[^0-9a-z])" + word + "(?![0-9a-z])");
    return function (text) { return pattern.test(text); };
  }

  // The provisions of a row that a word is about: null for all of them.
  function about(it, finds) {
    if (finds(it.all)) return null;
    var some = it.each.map(finds);
    if (some.indexOf(true) >= 0) return some;
    return finds(it.odd) ? null : [];
  }

  // Which of a row's provisions pass: null for all, [] for none, else true or false for each.
  function passing(it, want) {
    var every = NAMES.every(function (name) {
      return !want[name] || it.data[name] === want[name];
    });
    if (!every) return [];
    if (!want.finders.length) return null;
    texts(it);
    return want.finders.reduce(function (left, finds) {
      var some = about(it, finds);
      if (!left || !some) return left || some;
      return left.map(function (one, at) { return Boolean(one && some[at]); });
    }, null);
  }

  function asked() {
    var want = { finders: [] };
    fields.forEach(function (field) { want[field.name] = field.value; });
    want.finders = plain(want.words).split(/\s+/).filter(Boolean).map(finder);
    return want;
  }

  function narrow(it, some) {
    if (!some && !it.narrowed) return;
    it.narrowed = Boolean(some);
    it.items.forEach(function (item, at) { item.hidden = Boolean(some) && !some[at]; });
    var range = it.row.querySelector("th details"), told = range.querySelector(".narrowed");
    if (told) told.remove();
    range.open = it.narrowed;
    if (!some) return;
    told = document.createElement("span");
    told.className = "narrowed";
    told.textContent = " " + fill(filter.dataset.narrowed, some.filter(Boolean).length, it.count);
    range.querySelector("summary").append(told);
  }

  function fill(words, n, all) {
    return words.replace("{n}", number(n)).replace("{all}", number(all));
  }

  function number(n) {
    return n < 10000 ? String(n) : String(n).replace(/\B(?=(\d{3})+$)/g, filter.dataset.thousands);
  }

  // What is asked for beyond the order in which the whole register stands.
  function narrows(want) {
    return want.finders.length > 0 || NAMES.some(function (name) { return want[name]; }) || order.by !== "victim" || order.down;
  }

  // The parts that a question needs and that are not here yet.
  function needed(want) {
    var every = narrows(want), before = 0;
    return (parts || []).map(function (part, at) { return at; }).filter(function (at) {
      var part = parts[at], begins = before;
      before += part.rows;
      if (at === 0 || part.here) return false;
      if (!every) return begins < limit;
      return NAMES.every(function (name) { return !want[name] || part[name].indexOf(want[name]) >= 0; });
    });
  }

  function load(at) {
    loading[at] = loading[at] || new Promise(function (done) {
      var script = document.createElement("script");
      script.src = "register-rows-" + at + ".js";
      script.onload = script.onerror = done;
      document.head.append(script);
    });
    return loading[at];
  }

  articulado.rows = function (at, html) {
    var stood = body.rows.length;
    body.insertAdjacentHTML("beforeend", html);
    rows = rows.concat(Array.prototype.slice.call(body.rows, stood).map(known));
    rows.sort(function (one, other) { return one.first - other.first; });
    parts[at].here = true;
  };

  function update() {
    var want = asked(), needs = needed(want), turn = asking += 1;
    if (!needs.length) return show(want);
    Promise.all(needs.map(load)).then(function () {
      if (turn !== asking) return; // Another question was asked meanwhile.
      arrange();
      show(want);
    });
  }

  function show(want) {
    var effects = 0, fitting = 0;
    ordered.forEach(function (it) {
      var some = passing(it, want);
      it.passes = some === null ? it.count : some.filter(Boolean).length;
      it.some = it.passes === it.count ? null : some;
      if (it.passes) narrow(it, it.some);
      effects += it.passes;
      fitting += it.passes ? 1 : 0;
      it.row.hidden = !it.passes || fitting > limit;
    });
    if (parts && !narrows(want)) {
      effects = Number(filter.dataset.total);
      fitting = parts.reduce(function (sum, part) { return sum + part.rows; }, 0);
    }
    table.hidden = effects === 0;
    none.hidden = effects !== 0;
    more.hidden = fitting <= limit;
    more.firstElementChild.textContent = fill(more.firstElementChild.dataset.more, Math.min(STEP, fitting - limit), 0);
    shown.textContent = fill(filter.dataset.shown, effects, 0);
  }

  function compare(one, other) {
    var a = one.data[order.by], b = other.data[order.by], last = dashes[order.by];
    if (order.by !== "victim" && a !== b) {
      if (a === last || b === last) return a === last ? 1 : -1;
      var by = order.by === "date" ? (a < b ? -1 : 1) : natural(a, b);
      return order.down ? -by : by;
    }
    return order.by === "victim" && order.down ? other.first - one.first : one.first - other.first;
  }

  function arrange() {
    headings.forEach(function (heading) {
      var here = heading.dataset.sort === order.by;
      heading.setAttribute("aria-sort", here ? (order.down ? "descending" : "ascending") : "none");
    });
    var sorted = rows.slice().sort(compare);
    if (sorted.every(function (it, at) { return it === ordered[at]; })) return;
    ordered = sorted;
    var all = document.createDocumentFragment();
    ordered.forEach(function (it) { all.append(it.row); });
    body.append(all);
  }

  // The address says what is shown, so that a view can be sent, kept, and come back to.
  function address() {
    var said = new URLSearchParams();
    fields.forEach(function (field) { if (field.value) said.set(field.name, field.value); });
    if (order.by !== "victim" || order.down) said.set("sort", (order.down ? "-" : "") + order.by);
    var text = said.toString().replace(/%2F/g, "/");
    return location.href.split("#")[0] + (text ? "#?" + text : "");
  }

  function remember(anew) {
    if (address() !== location.href) history[anew ? "pushState" : "replaceState"](null, "", address());
    twins();
  }

  function twins() {
    articulado.twins(new URL(address()));
  }

  // A fragment of another kind is a place on the page, and changes nothing.
  function recall() {
    if (location.hash && location.hash.indexOf("#?") !== 0) return twins();
    var said = new URLSearchParams(location.hash.slice(2)), by = (said.get("sort") || "victim").replace(/^-/, "");
    fields.forEach(function (field) {
      field.value = said.get(field.name) || "";
      if (field.selectedIndex === -1) field.value = "";
    });
    order.by = ["victim", "actor", "date"].indexOf(by) < 0 ? "victim" : by;
    order.down = (said.get("sort") || "").charAt(0) === "-";
    limit = STEP;
    arrange();
    update();
    twins();
  }

  function changed(anew) {
    limit = STEP;
    update();
    remember(anew);
  }

  // The lines come from the file beside this page, so that what they say, and their guard, is made once.
  function download() {
    if (typeof articuladoRegister !== "undefined") return save();
    var script = document.createElement("script");
    script.src = "register-data.js";
    script.onload = save;
    document.head.append(script);
  }

  function chosen() {
    if (parts && !narrows(asked())) return articuladoRegister.rows.join("");
    return ordered.map(function (it) {
      if (!it.passes) return "";
      var lines = articuladoRegister.rows.slice(it.first, it.first + it.count);
      return lines.filter(function (line, at) { return !it.some || it.some[at]; }).join("");
    }).join("");
  }

  function save() {
    var text = articuladoRegister.head + chosen();
    var link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob(["\ufeff" + text], { type: "text/csv;charset=utf-8" }));
    link.download = filter.dataset.file;
    link.click();
    setTimeout(function () { URL.revokeObjectURL(link.href); }, 1000);
  }

  function clear() {
    fields.forEach(function (field) { field.value = ""; });
    changed(true);
    fields[0].focus();
  }

  function sorts(heading) {
    var button = document.createElement("button");
    button.type = "button";
    button.append.apply(button, heading.childNodes);
    heading.append(button);
    button.addEventListener("click", function () {
      var by = heading.dataset.sort;
      order = { by: by, down: order.by === by && !order.down };
      arrange();
      changed(true);
    });
  }

  // On paper a large register is what is shown; its pages hold all of it.
  function everything() {
    if (parts) return;
    limit = Infinity;
    update();
  }

  // The laws that a large register names are no part of the page.
  function offer(name) {
    var select = filter.querySelector("[name=" + name + "]"), unknown = select.querySelector("[value='-']");
    var every = new Set(parts.flatMap(function (part) { return part[name]; }));
    Array.from(every).filter(function (id) { return id !== "-"; }).sort(natural).forEach(function (id) {
      select.add(new Option(articuladoParts.names[id] || id, id), unknown);
    });
  }

  if (parts) {
    ["actor", "victim"].forEach(offer);
    document.querySelectorAll(".leaves").forEach(function (it) { it.hidden = true; });
  }
  filter.addEventListener("input", function (event) { changed(event.target.tagName === "SELECT"); });
  filter.querySelector("[name=download]").addEventListener("click", download);
  filter.querySelector("[name=clear]").addEventListener("click", clear);
  more.firstElementChild.addEventListener("click", function () { limit += STEP; update(); });
  window.addEventListener("hashchange", recall);
  window.addEventListener("beforeprint", everything);
  headings.forEach(sorts);
  filter.hidden = false;
  document.getElementById("unscripted").hidden = true;
  recall();
  if (location.hash && location.hash.indexOf("#?") !== 0) update();
  table.classList.add("sorts");
}());
