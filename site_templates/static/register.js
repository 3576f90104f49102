/* The register of effects: filters, and the lines of what is shown as a file. Without it the whole table stands. */
(function () {
  "use strict";
  var filter = document.getElementById("filter");
  var table = document.getElementById("effects");
  if (!filter || !table || typeof articuladoRegister === "undefined") return;

  var rows = Array.prototype.slice.call(table.tBodies[0].rows);
  var shown = filter.querySelector(".shown");
  var none = document.getElementById("none");
  var fields = filter.querySelectorAll("input, select");

  // Case and accents don't matter, so that "codigo" finds "Código".
  function plain(text) {
    return text.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  }

  var texts = rows.map(function (row) {
    return plain(row.textContent.replace(/\s+/g, " "));
  });

  function asked() {
    var found = {};
    fields.forEach(function (field) {
      found[field.name] = field.value;
    });
    return found;
  }

  function fits(row, text, want) {
    var words = plain(want.words).split(/\s+/);
    return (!want.kind || row.dataset.kind === want.kind) &&
      (!want.grade || row.dataset.grade === want.grade) &&
      (!want.instrument || row.dataset.victim === want.instrument || row.dataset.actor === want.instrument) &&
      words.every(function (word) { return text.indexOf(word) >= 0; });
  }

  function update() {
    var want = asked(), effects = 0, every = 0;
    rows.forEach(function (row, at) {
      var count = Number(row.dataset.count);
      row.hidden = !fits(row, texts[at], want);
      every += count;
      effects += row.hidden ? 0 : count;
    });
    table.hidden = effects === 0;
    none.hidden = effects !== 0;
    shown.textContent = filter.dataset.shown.replace("{n}", effects).replace("{all}", every);
  }

  // The lines come from the file beside this page, so that what they say, and their guard, is made once.
  function download() {
    var text = articuladoRegister.head;
    rows.forEach(function (row) {
      var first = Number(row.dataset.first);
      if (!row.hidden) text += articuladoRegister.rows.slice(first, first + Number(row.dataset.count)).join("");
    });
    var link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob(["\ufeff" + text], { type: "text/csv;charset=utf-8" }));
    link.download = filter.dataset.file;
    link.click();
    setTimeout(function () { URL.revokeObjectURL(link.href); }, 1000);
  }

  function clear() {
    fields.forEach(function (field) { field.value = ""; });
    update();
    fields[0].focus();
  }

  filter.addEventListener("input", update);
  filter.querySelector("[name=download]").addEventListener("click", download);
  filter.querySelector("[name=clear]").addEventListener("click", clear);
  filter.hidden = false;
  document.getElementById("unscripted").hidden = true;
  update();
}());
