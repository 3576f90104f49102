/* The home of many instruments: filters by words, type, number and year, kept in the address. The rows lie in scripts of their
   own, and a question loads those that may answer it. Without it the lists by type and year stand. */
(function () {
  "use strict";
  var filter = document.getElementById("filter");
  if (!filter) return;
  var STEP = 50; // As many rows are laid out at once.
  var told = filter.dataset;
  var parts = JSON.parse(told.parts);
  var loaded = [];
  var fields = filter.querySelectorAll("input, select");
  var shown = filter.querySelector(".shown");
  var found = document.getElementById("found");
  var list = found.querySelector("ol");
  var more = found.querySelector(".more");
  var button = more.firstElementChild;
  var model = document.getElementById("law").content.firstElementChild;
  var all = document.getElementById("all");
  var limit = STEP, asking = 0;
  var rows = new Map();

  articulado.laws = function (number, some) {
    rows.set(number, some.map(known));
  };

  function known(row) {
    return {
      folder: row[0], name: row[1], subject: row[2], type: row[3], year: String(row[4] || ""), number: String(row[5]),
      language: row[6], articles: row[7], here: row[8], also: row[9], keys: null
    };
  }

  function load(number) {
    loaded[number] = loaded[number] || new Promise(function (done) {
      var script = document.createElement("script");
      script.src = told.root + "laws/" + number + ".js";
      script.onload = script.onerror = done;
      document.head.append(script);
    });
    return loaded[number];
  }

  function asked() {
    var want = {};
    fields.forEach(function (field) { want[field.name] = field.value.trim(); });
    want.keys = articulado.keys(want.words);
    want.number = want.number.toLowerCase();
    return want;
  }

  // A number is itself; another word may be the beginning of one.
  function says(it, key) {
    if (!it.keys) it.keys = articulado.keys([it.name, it.subject, it.also].join(" "));
    var whole = articulado.hasDigit(key);
    return it.keys.some(function (one) { return whole ? one === key : one.indexOf(key) === 0; });
  }

  function passes(it, want) {
    if (want.type && it.type !== want.type) return false;
    if (want.year && it.year !== want.year) return false;
    if (want.number && it.number.toLowerCase() !== want.number) return false;
    return want.keys.every(function (key) { return says(it, key); });
  }

  function needed(want) {
    return parts.map(function (part, number) { return number; }).filter(function (number) {
      var types = parts[number][0], years = parts[number][1].map(String);
      return (!want.type || types.indexOf(want.type) >= 0) && (!want.year || years.indexOf(want.year) >= 0);
    });
  }

  function number(n) {
    return n < 10000 ? String(n) : String(n).replace(/\B(?=(\d{3})+$)/g, told.thousands);
  }

  function count(n, one, other) {
    return (n === 1 ? one : other).replace("{n}", number(n));
  }

  function laid(it) {
    var row = model.cloneNode(true), link = row.querySelector("a"), type = filter.querySelector("select").options;
    var option = Array.prototype.find.call(type, function (one) { return one.value === it.type; });
    row.querySelector(".kicker").textContent = (option ? option.text : it.type) + (it.here ? "" : " · " + told.cited);
    link.href = told.base + it.folder + "/index.html";
    link.parentNode.lang = it.language;
    row.querySelector(".name").textContent = it.name;
    row.querySelector(".subject").textContent = it.subject;
    if (!it.subject) row.querySelector(".comma").remove();
    row.querySelector(".total").textContent = it.articles ? count(it.articles, told.one, told.other) : "";
    return row;
  }

  function lay(some) {
    var fragment = document.createDocumentFragment();
    some.slice(0, limit).forEach(function (it) { fragment.append(laid(it)); });
    list.replaceChildren(fragment);
    shown.textContent = count(some.length, told.foundOne, told.found);
    more.hidden = some.length <= limit;
    button.textContent = button.dataset.more.replace("{n}", number(Math.min(STEP, some.length - limit)));
    found.hidden = false;
    all.hidden = true;
  }

  function nothing() {
    shown.textContent = "";
    found.hidden = true;
    all.hidden = false;
  }

  function update() {
    var want = asked(), turn = asking += 1, needs = needed(want);
    if (!want.keys.length && !want.type && !want.year && !want.number) return nothing();
    Promise.all(needs.map(load)).then(function () {
      if (turn !== asking) return; // Another question was asked meanwhile.
      var some = needs.flatMap(function (number) { return rows.get(number) || []; });
      lay(some.filter(function (it) { return passes(it, want); }));
    });
  }

  function address() {
    var said = new URLSearchParams();
    fields.forEach(function (field) { if (field.value) said.set(field.name, field.value); });
    var text = said.toString();
    return location.href.split("#")[0] + (text ? "#?" + text : "");
  }

  function changed() {
    limit = STEP;
    if (address() !== location.href) history.replaceState(null, "", address());
    articulado.twins(new URL(address()));
    update();
  }

  function recall() {
    if (location.hash && location.hash.indexOf("#?") !== 0) return;
    var said = new URLSearchParams(location.hash.slice(2));
    fields.forEach(function (field) {
      field.value = said.get(field.name) || "";
      if (field.selectedIndex === -1) field.value = "";
    });
    limit = STEP;
    update();
  }

  function clear() {
    fields.forEach(function (field) { field.value = ""; });
    changed();
    fields[0].focus();
  }

  filter.addEventListener("input", changed);
  filter.querySelector("[name=clear]").addEventListener("click", clear);
  button.addEventListener("click", function () { limit += STEP; update(); });
  window.addEventListener("hashchange", recall);
  filter.hidden = false;
  recall();
}());
