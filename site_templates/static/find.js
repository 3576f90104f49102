/* On every page: the key / goes to the box of search, words that a search brought along are marked, and the page in another
   language shows the same. Without it nothing is lost. */
(function (articulado) {
  "use strict";
  var MOST = 400;

  document.addEventListener("keydown", function (event) {
    var it = event.target, box = document.querySelector("input[data-find]");
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || !box) return;
    if (it.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(it.tagName)) return;
    event.preventDefault();
    box.focus();
    box.select();
  });

  // The links to the page in other languages ask the same, at the same place, as this address does.
  articulado.twins = function (address) {
    document.querySelectorAll("a[hreflang]").forEach(function (link) {
      link.search = address.search;
      link.hash = address.hash;
    });
  };

  function texts(place) {
    var walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT), all = [];
    while (walker.nextNode()) all.push(walker.currentNode);
    return all;
  }

  function mark(node, wanted) {
    var found = articulado.words(node.data).filter(function (word) { return wanted.has(articulado.key(word[0])); });
    found.reverse().forEach(function (word) {
      var rest = node.splitText(word[1]), it = document.createElement("mark");
      rest.splitText(word[2] - word[1]);
      rest.parentNode.replaceChild(it, rest);
      it.appendChild(rest);
    });
    return found.length;
  }

  function start() {
    var place = document.querySelector("main[data-marked]"), asked = new URLSearchParams(location.search).get("q");
    if (!place || !asked) return;
    var wanted = new Set(articulado.keys(asked)), count = 0;
    texts(place).some(function (node) { count += mark(node, wanted); return count > MOST; });
  }
  start();
  articulado.twins(location);
  window.addEventListener("hashchange", function () { articulado.twins(location); });
}(articulado));
