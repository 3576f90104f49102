/* Where a typed text names a statute by its noun ("Estatuto de Aguas", "Harbour Code") or by an abbreviation ("CPM"), known
   or not; the same as kb/query/statutes.py. */
(function (articulado) {
  "use strict";
  var PARTING = /[,;:()[\]"“”«»/?!\n]/, LONGEST = 5, LONGEST_SHORT = 4, SMALL_ROMAN = /^[IVX]+$/, VOWELS = /[aeiouyáéíóúü]/i;
  var LETTERS = /^\p{L}+$/u, LETTER = /^\p{L}$/u;

  function lower(text) { return text !== text.toUpperCase() && text === text.toLowerCase(); }
  function upper(text) { return text !== text.toLowerCase() && text === text.toUpperCase(); }
  function upperFirst(text) { return text ? upper(Array.from(text)[0]) : false; }
  function size(text) { return Array.from(text).length; }

  function sides(nouns) {
    var told = nouns.map(function (noun) { return noun.of("statute"); }).flat().map(function (value) { return value.split(" "); });
    function some(at, value) { return told.some(function (one) { return one[at] === value; }); }
    return { after: !told.length || some(0, "after"), before: some(0, "before"), named: some(1, "named") };
  }
  function shouted(found, start, stop) {
    var rest = found.filter(function (_, at) { return at < start || at >= stop; }).map(function (piece) { return piece.text; }).join("");
    var letters = Array.from(rest).filter(function (one) { return LETTER.test(one); });
    return letters.length > 0 && !letters.some(lower);
  }
  function before(found, at) {
    at -= 1;
    while (at >= 0 && (found[at].of("join").length || found[at].of("closed").length)) at -= 1;
    return at;
  }
  function after(found, at) {
    while (at < found.length && found[at].of("join").length) at += 1;
    return at;
  }
  function behind(found, start) {
    var there = before(found, start);
    if (there < 0) return false;
    var numbered = there > 0 && found[there - 1].of("kind").length > 0;
    return Boolean(found[there].figure) || found[there].of("kind").length > 0 || found[there].of("last").length > 0 || numbered;
  }
  function ahead(found, stop) {
    var there = after(found, stop);
    return there < found.length && (found[there].of("kind").length > 0 || Boolean(found[there].figure));
  }
  function beside(found, start, stop) { return behind(found, start) || ahead(found, stop); }
  function tied(found, start) {
    for (var at = before(found, start) + 1; at < start; at += 1) if (found[at].of("of").length) return behind(found, start);
    return false;
  }
  function isWord(piece) { return piece.plain() && !piece.figure; }
  function parted(found, start, stop) {
    for (var at = start; at <= stop; at += 1) if (PARTING.test(found[at].gap)) return true;
    return false;
  }
  function isCapital(found, at) { return upperFirst(found[at].text) && !shouted(found, at, at + 1); }

  // Where the name ends that follows a noun.
  function endOfName(found, stop, named, isTied) {
    var there = after(found, stop);
    if (there === found.length || !isWord(found[there]) || parted(found, stop, there)) return stop;
    var of = found.slice(stop, there).some(function (piece) { return piece.of("of").length; }), capital = isCapital(found, there);
    if (!(named || of || (there === stop && (isTied || capital)))) return stop;
    var end = there + 1;
    while (end < found.length) {
      var following = named || capital ? after(found, end) : end;
      if (following === found.length || !isWord(found[following]) || parted(found, end, following)) break;
      if (!named && capital && !isCapital(found, following)) break;
      end = following + 1;
    }
    return end;
  }

  // Where the name begins that goes before a noun.
  function beginOfName(found, start, floor, named) {
    var begin = start;
    while (begin > floor && isWord(found[begin - 1]) && !parted(found, begin, begin)) {
      if (begin > 1 && found[begin - 2].of("kind").length) break;
      begin -= 1;
    }
    if (begin === start || named) return begin;
    if (begin > floor && found[begin - 1].of("join").length && tied(found, begin)) return begin;
    function capitals(from) {
      for (var at = from; at < start; at += 1) if (!isCapital(found, at)) return false;
      return true;
    }
    while (begin < start && !capitals(begin)) begin += 1;
    return begin;
  }

  function solid(found, at) {
    var text = found[at].text, letters = Array.from(text), capitals = letters.filter(upper).length;
    var shape = LETTERS.test(text) && capitals > 1 && 2 * capitals >= letters.length && letters.length <= LONGEST;
    return shape && isWord(found[at]) && !SMALL_ROMAN.test(text) && !shouted(found, at, at + 1);
  }
  function endOfLetters(found, at) {
    if (!LETTER.test(found[at].text) || found[at].figure) return at;
    var end = at + 1, small = lower(found[at].text);
    while (end < found.length && !found[end].figure) {
      var following = small ? end : after(found, end);
      if (following === found.length || following > end + 1) break;
      var text = found[following].text, gap = found[end].gap, dotted = small ? gap === "." : gap === "." || gap === ". ";
      var short = LETTER.test(text) || (upperFirst(text) && (gap === "." || size(text) <= LONGEST_SHORT) && isWord(found[following]));
      if ((!dotted && end === at + 1) || !short || upperFirst(text) === small) break;
      end = following + 1;
    }
    return end > at + 1 ? end : at;
  }
  function endOfAbbreviation(found, at) {
    if (at > 0 && found[at - 1].of("kind").length) return at;
    return solid(found, at) ? at + 1 : endOfLetters(found, at);
  }

  // A name that only its place betrays: a word of no text, where a statute is named.
  function strangeName(found, isKnown) {
    for (var at = 0; at < found.length; at += 1) {
      var piece = found[at];
      if (!LETTERS.test(piece.text) || size(piece.text) < 2 || !isWord(piece) || !beside(found, at, at + 1)) continue;
      if (at > 0 && found[at - 1].of("kind").length) continue;
      if ((tied(found, at) || upper(piece.text) || !VOWELS.test(piece.text)) && !isKnown(piece.text)) return [at, endOfName(found, at + 1, true, true)];
    }
    return null;
  }

  articulado.statutes = {
    upper: upper, upperFirst: upperFirst, sides: sides, shouted: shouted, after: after, beside: beside, tied: tied, endOfName: endOfName,
    beginOfName: beginOfName, endOfAbbreviation: endOfAbbreviation, strangeName: strangeName,
  };
}(articulado));
