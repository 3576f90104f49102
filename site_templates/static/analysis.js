/* How a word becomes what it is compared by: the same as kb/analysis.py, to the letter. No word of any language is known here. */
var articulado = window.articulado || {};
(function () {
  "use strict";
  var WORD = /(?:[\p{L}\p{N}][\u0300-\u036f]*)+/gu;
  var ORDINAL = /^(\p{Nd}+)(?:[\u00ba\u00aa]|o)$/u;
  var HAS_DIGIT = /\p{Nd}/u;
  var ASCII = /^[\x00-\x7f]*$/;
  var DIGIT = /\p{Nd}/gu;
  var MARK = /\p{M}/gu;
  var folded = new Map();

  // [word, start, end] of every word of a text.
  function words(text) {
    return Array.from(text.matchAll(WORD), function (found) {
      return [found[0], found.index, found.index + found[0].length];
    });
  }

  // A mark that combines changes its place among others; one that stands for itself does not.
  function combines(mark) {
    return (mark + "\u0334").normalize("NFD") !== mark + "\u0334" || ("\u0301" + mark).normalize("NFD") !== "\u0301" + mark;
  }

  // The digits of a script stand in a row, from nought to nine.
  function plain(digit) {
    if (digit >= "0" && digit <= "9") return digit;
    var code = digit.codePointAt(0), value = 0;
    while (value < 9 && HAS_DIGIT.test(String.fromCodePoint(code - value - 1))) value += 1;
    return String(value);
  }

  function fold(text) {
    if (ASCII.test(text)) return text.toLowerCase();
    var apart = text.normalize("NFKD").toLowerCase().normalize("NFKD");
    return apart.replace(MARK, function (mark) { return combines(mark) ? "" : mark; }).replace(DIGIT, plain);
  }

  function computed(word) {
    var ordinal = ORDINAL.exec(word.toLowerCase());
    return fold(ordinal ? ordinal[1] : word) || word;
  }

  function key(word) {
    var known = folded.get(word);
    if (known === undefined) folded.set(word, known = computed(word));
    return known;
  }

  articulado.words = words;
  articulado.fold = fold;
  articulado.key = key;
  articulado.keys = function (text) { return words(text).map(function (found) { return key(found[0]); }); };
  articulado.hasDigit = function (text) { return HAS_DIGIT.test(text); };
}());
window.articulado = articulado;
