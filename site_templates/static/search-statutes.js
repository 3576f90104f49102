/* Where a typed text names a statute by its noun ("Estatuto de Aguas", "Harbour Code") or by an abbreviation ("CPM"), known
   or not; the same as kb/query/statutes.py. */
(function (articulado) {
  "use strict";
  var PARTING = /[,;:()[\]"“”«»/?!\n]/, LONGEST = 5, LONGEST_SHORT = 4, SMALL_ROMAN = /^[IVX]+$/, NAME_ROMAN = /^(?:[IVX]+|i{2,3}|iv|vi{1,3})$/, MOST_ADJECTIVES = 2, YEAR_LONG = 4, FULL_YEAR = /^[12]\d{3}$/, VOWELS = /[aeiouyáéíóúü]/i;
  var LETTERS = /^\p{L}+$/u, LETTER = /^\p{L}$/u;

  // What nouns of statutes are that are everyday words, too: "acuerdo de accionistas" is a topic, "manual de crédito" is not.
  var EVERYDAY = ["doubtful", "topical", "document", "ordinary"];
  var SOLE = "unico", BELOW = ["paragraph", "item", "point", "subparagraph", "wrapup"];

  function lower(text) { return text !== text.toUpperCase() && text === text.toLowerCase(); }
  function upper(text) { return text !== text.toLowerCase() && text === text.toUpperCase(); }
  function upperFirst(text) { return text ? upper(Array.from(text)[0]) : false; }
  function size(text) { return Array.from(text).length; }

  function sides(nouns) {
    var told = nouns.map(function (noun) { return noun.of("statute"); }).flat().map(function (value) { return value.split(" "); });
    function some(at, value) { return told.some(function (one) { return one[at] === value; }); }
    var doubtful = told.length > 0 && told.every(function (one) { return EVERYDAY.indexOf(one[1]) >= 0; });
    return {
      after: !told.length || some(0, "after"), before: some(0, "before"), named: some(1, "named") || some(1, "topical"), doubtful: doubtful,
      document: some(1, "document"), ordinary: some(1, "ordinary"),
    };
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
  // "Decreto ÚNICO" is no number of one.
  function isWord(piece) { return (piece.plain() || piece.of("number").join() === SOLE) && !piece.figure; }
  function parted(found, start, stop) {
    for (var at = start; at <= stop; at += 1) if (PARTING.test(found[at].gap)) return true;
    return false;
  }
  function isCapital(found, at) { return upperFirst(found[at].text) && !shouted(found, at, at + 1); }

  // A word, or what is tied to the name before it: "Protocolo DEL Código".
  function isOfName(found, stop, there) {
    var isTied = found.slice(stop, there).some(function (piece) { return piece.of("of").length; });
    return isWord(found[there]) || (isTied && (found[there].of("name").length > 0 || found[there].of("called").length > 0 || isNumberless(found, there)));
  }
  // Whether a word for provisions or statutes has no number behind it: "ley de TÍTULOS valores", "ley de LEYES".
  function isNumberless(found, at) {
    if (!(found[at].of("kind").length || found[at].of("type").length) || size(found[at].text) <= LONGEST_SHORT) return false;
    var following = after(found, at + 1);
    return following === found.length || !(found[following].figure || found[following].of("number").length);
  }
  // Where the name ends that follows a noun.
  function endOfName(found, stop, named, isTied) {
    var there = after(found, stop);
    if (there === found.length || parted(found, stop, there) || !isOfName(found, stop, there)) return stop;
    var of = found.slice(stop, there).some(function (piece) { return piece.of("of").length; }), capital = isCapital(found, there);
    if (!(named || of || (there === stop && (isTied || capital)))) return stop;
    var end = there + 1;
    while (end < found.length) {
      var following = named || capital || found[end].of("of").length ? after(found, end) : end;
      if (following === found.length || parted(found, end, following) || !isOfName(found, end, following)) break;
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

  // Where the name begins and ends that has an everyday word for its noun: "decisión andina 486", "pacto de san josé".
  function doubtfulName(found, at, floor, words) {
    var its = sides([found[at]]), end = at + 1;
    while (end < found.length && end < at + 1 + MOST_ADJECTIVES && isWord(found[end]) && !found[end].gap.trim()) end += 1;
    var numbered = endOfNumber(found, end);
    if (numbered > at + 1 && found[numbered - 1].figure) return [at, numbered];
    var there_ = after(found, at + 1), isDated = there_ < found.length && /^(?:1[89]\d{2}|20\d{2})$/.test(found[there_].figure);
    if (isDated && found.slice(at + 1, there_).some(function (piece) { return piece.of("of").length; })) return [at, there_ + 1];
    if (tied(found, at)) return [at, endOfNumber(found, endOfName(found, at + 1, its.named, true))];
    if (its.ordinary) return [at, at];
    var small = smallName(found, at, floor, its, words);
    if (small[1] > small[0] || !isCapital(found, at)) return small;
    var there = after(found, at + 1), inside = at > floor && isWord(found[at - 1]) && !parted(found, at, at);
    if (its.after && !inside && there < found.length && isCapital(found, there)) return [at, endOfName(found, at + 1, false, false)];
    return its.before && inside && isCapital(found, at - 1) ? [beginOfName(found, at, floor, false), at + 1] : [at, at];
  }
  // The name that a doubtful noun has whatever its letters.
  function smallName(found, at, floor, its, words) {
    var end = its.after ? endOfName(found, at + 1, false, true) : at + 1, name = found.slice(at + 1, end);
    if (name.length) {
      var isTied = name.some(function (piece) { return piece.of("of").length; });
      var tells = name.some(function (piece) { return piece.of("name").length || piece.of("called").length || isStrange(piece, words); });
      if ((its.document && isTied) || tells) return [at, endOfNumber(found, end)];
    }
    if (its.before && at - 1 >= floor && !found[at].gap.trim() && isStrange(found[at - 1], words)) return [beginOfName(found, at, floor, true), at + 1];
    return [at, at];
  }
  function isStrange(piece, words) {
    if (!LETTERS.test(piece.text) || !isWord(piece) || words.has(piece.text)) return false;
    return size(piece.text) <= LONGEST || !words.isSlip(piece.text);
  }
  // Where the number ends that belongs to the name before it: "UCP 600", "Basilea III".
  function endOfNumber(found, stop) {
    if (stop === found.length || found[stop].gap.replace(/[ -]/g, "")) return stop;
    var text = found[stop].text;
    if (NAME_ROMAN.test(text) || (size(text) === 1 && upper(text))) return stop + 1;
    var year = after(found, stop + 1), isTied = found.slice(stop + 1, year).some(function (piece) { return piece.of("of").length; });
    if (found[stop].figure && year < found.length && found[year].figure.length === YEAR_LONG && isTied) return year + 1;
    var other = found.some(function (piece) { return piece.of("kind").some(function (kind) { return BELOW.indexOf(kind) < 0; }); });
    var counts = stop + 1 < found.length && isWord(found[stop + 1]) && !found[stop + 1].gap.replace(/ /g, "");
    return found[stop].figure && other && !counts ? stop + 1 : stop;
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
  // Capitals that the texts or the glossary have are a topic: "art. 6 ADR".
  function endOfAbbreviation(found, at, words) {
    if (at > 0 && found[at - 1].of("kind").length) return at;
    if (solid(found, at)) return words.has(found[at].text) ? at : at + 1;
    return endOfLetters(found, at);
  }

  // A name that only its place betrays: words of no text, where a statute is named.
  function strangeName(found, words) {
    for (var at = 0; at < found.length;) {
      var stop = endOfStrange(found, at, words), end = stop > at ? endOfNumber(found, stop) : stop;
      var lettered = at > 0 && found[at - 1].of("kind").length > 0;
      if (stop > at && !lettered && beside(found, at, end) && betrayed(found, at, stop, end, words)) {
        return [at, end > stop ? end : endOfName(found, stop, true, true)];
      }
      at = Math.max(stop, at + 1);
    }
    return null;
  }
  // Where a run ends of words that no text has, and of what is written with a capital beside them.
  function endOfStrange(found, at, words) {
    var end = at, strange = false;
    while (end < found.length && isLettered(found[end]) && (end === at || found[end].gap === " " || found[end].gap === "-")) {
      var known = words.has(found[end].text);
      if (known && !isCapital(found, end)) break;
      strange = strange || !known;
      end += 1;
    }
    return strange ? end : at;
  }
  function isLettered(piece) { return LETTERS.test(piece.text) && size(piece.text) > 1 && isWord(piece) && !NAME_ROMAN.test(piece.text); }
  function betrayed(found, at, stop, end, words) {
    var said = found.slice(at, stop).filter(function (piece) { return !words.has(piece.text); }), capitals = [];
    if (tied(found, at) || found.slice(at + 1, stop).some(function (piece) { return piece.gap === "-"; })) return true;
    if (said.some(function (piece) { return upper(piece.text) || !VOWELS.test(piece.text); })) return true;
    var short = stop === at + 1 && size(found[at].text) <= LONGEST && !found[at].of("asking").length;
    if (short && isAlone(found, at) && !words.isSlip(found[at].text)) return true;
    for (var place = at; place < stop; place += 1) if (isCapital(found, place)) capitals.push(place);
    if (end > stop) return capitals.length > 0 || !found[stop].figure;
    return capitals.some(function (place) { return place > 0; });
  }

  // Whether a word stands by a word for a provision, be its number between, and is all else that is said.
  function isAlone(found, at) {
    var there = before(found, at), following = after(found, at + 1);
    function isKind(place) { return place >= 0 && place < found.length && found[place].of("kind").length > 0; }
    return (isKind(there) || isKind(there - 1) || isKind(following)) && !found.some(function (piece, place) { return place !== at && isWord(piece); });
  }
  // Whether a law that is not here is surely one, though no provision is named beside it.
  function isSure(found, law, words) {
    var said = found.slice(law.start, law.stop);
    if (law.instruments.length || law.loose || !law.text) return false;
    if (law.called) return articulado.keys(law.text).length > 1;
    var types = said.filter(function (piece) { return piece.of("type").length; });
    if ((types.length || said[0].of("statute").length) && said.some(function (piece) { return piece.figure; })) {
      return said.some(function (piece) { return FULL_YEAR.test(piece.figure) || piece.year; }) || !sides(types.length ? types : said.slice(0, 1)).doubtful;
    }
    var telling = said.filter(function (piece) { return !piece.of("type").length && !piece.of("join").length; });
    return types.length > 0 && telling.length > 0 && !telling.some(function (piece) { return words.has(piece.text) || words.isSlip(piece.text); });
  }

  articulado.statutes = {
    upper: upper, upperFirst: upperFirst, sides: sides, shouted: shouted, after: after, beside: beside, tied: tied, endOfName: endOfName, ahead: ahead,
    isWord: isWord, parted: parted, doubtfulName: doubtfulName, endOfNumber: endOfNumber, beginOfName: beginOfName, endOfAbbreviation: endOfAbbreviation, strangeName: strangeName, isSure: isSure,
  };
}(articulado));
