/* A typed reference: the provisions it means, exactly. The same as kb/query's reader (pieces, laws, steps, provisions); the
   words that it reads are data. */
(function (articulado) {
  "use strict";
  var ROMAN = /^m{0,3}(?:cm|cd|d?c{0,4})(?:xc|xl|l?x{0,4})(?:ix|iv|v?i{0,4})$/;
  var ROMAN_DIGITS = { i: 1, v: 5, x: 10, l: 50, c: 100, d: 500, m: 1000 };
  var DECIMAL = /^\p{Nd}$/u, DECIMALS = /^\p{Nd}+$/u, LETTER = /^\p{L}$/u, LETTERS = /^\p{L}+$/u;
  var RUNS = /\p{L}+/gu, GLUED = ["kind", "type", "of", "called", "name"], ENDED = /^(\p{Nd}+)(\p{L}+)$/u, PER = /^ *[%‰]/;
  var THOUSANDS = /^\d{1,3}(?:\.\d{3})+$/, DASHES = Array.from("-‐‑‒–—−"), COMMAS = [",", ";", ", ", "; "];
  var FULL_YEAR = /^[12]\d{3}$/, SHORT_YEAR = /^\d{2}$/, ANY = "", TRANSITORY = "t", LONGEST_ABBREVIATION = 3;
  var LAST = "last", BEFORE_LAST = "last-1", LAST_FEW = "last*", MOST_FEW = 12, ANY_TRANSITORY = "t*", BY_PLACE = new Set([LAST, ANY_TRANSITORY]), SILENT = new Set(["whose", "statute", "asking", "called", "initials", "adjective", "another"]), SIGNS = ["&", "/"], INCISO = "subparagraph";
  // How the words of a name are joined: by anything, by hyphens, by stops ("C.F."), or as one word of capitals ("CF").
  var LOOSE = "", HYPHENED = "-", DOTTED_NAME = ".", SOLID = "^", PLAIN_INITIALS = 4, FEW_INITIALS = 3, ANYBODYS = 2, MOST_NAMES = 3, CONTENT = 4;
  var NEAR = 4, FAR = 1000;
  var statutes = articulado.statutes, upper = statutes.upper;

  function decimal(text) { return text ? DECIMAL.test(String.fromCodePoint(text.codePointAt(0))) : false; }
  function endsDecimal(text) { return decimal(Array.from(text).pop()); }
  function size(text) { return Array.from(text).length; }
  function range(start, stop) { var all = []; for (var at = start; at < stop; at += 1) all.push(at); return all; }
  function without(free, claims) {
    var left = new Set(free);
    claims.forEach(function (claim) { range(claim.start, claim.stop).forEach(function (at) { left.delete(at); }); });
    return left;
  }
  function sorted(free) { return Array.from(free).sort(function (a, b) { return a - b; }); }
  function same(a, b) { return a.length === b.length && a.every(function (one, at) { return one === b[at]; }); }

  /* Pieces */

  function Piece(given) {
    var piece = Object.assign({ text: "", gap: "", meanings: [], figure: "", year: "" }, given);
    piece.of = function (role) {
      return piece.meanings.filter(function (m) { return m[0] === role; }).map(function (m) { return m[1]; }).sort();
    };
    piece.plain = function () { return piece.meanings.every(function (m) { return SILENT.has(m[0]); }); };
    piece.is = function (role, value) { return piece.meanings.some(function (m) { return m[0] === role && m[1] === value; }); };
    piece.letters = function () {
      var spelled = piece.text.toLowerCase(), value = roman(articulado.key(piece.text));
      return (LETTER.test(spelled) ? [spelled] : []).concat(value ? [String(value)] : []);
    };
    return piece;
  }

  function roman(text) {
    if (!text || !ROMAN.test(text)) return 0;
    var digits = Array.from(text, function (one) { return ROMAN_DIGITS[one]; });
    return digits.reduce(function (sum, one, at) { return sum + (one < (digits[at + 1] || 0) ? -one : one); }, 0);
  }

  function names(instrument) { return [instrument.title].concat(instrument.aliases); }

  function jointOf(word) {
    var keys = articulado.keys(word);
    if (keys.length > 1 && keys.every(function (key) { return size(key) === 1; })) return DOTTED_NAME;
    return word.indexOf("-") >= 0 ? HYPHENED : LOOSE;
  }
  function calledOf(value) { return value.slice(value.indexOf(" ") + 1); }
  // What a known name is called, an abbreviation by the name that it has the initials of: "E.T.".
  function wholeName(known, initials) {
    var id = known[0].split(" ")[0], own = known.concat(initials).filter(function (value) { return value.split(" ")[0] === id; });
    return own.map(calledOf).reduce(function (longest, name) { return size(name) > size(longest) ? name : longest; });
  }
  // One of the names that differ in more than what ties their words.
  function differing(values) {
    var byWords = new Map();
    values.map(calledOf).forEach(function (name) {
      var words = articulado.keys(name).filter(function (word) { return size(word) >= CONTENT; }).join(" ");
      // Of two spellings of a name the longer has all of its small words.
      if (!byWords.has(words) || size(byWords.get(words)) < size(name)) byWords.set(words, name);
    });
    return Array.from(byWords.values());
  }

  // The initials of every name that begins with a noun of statutes: "CF" and "C.F." are the Código Fiscal.
  function initials(words, instruments) {
    var nouns = new Set(), named = new Map(), made = [];
    words.forEach(function (entry) {
      if (entry.meanings.some(function (m) { return m[0] === "statute"; })) nouns.add(articulado.keys(entry.word)[0]);
    });
    instruments.forEach(function (it) { names(it).forEach(function (name) { named.set(it.id + " " + name, name); }); });
    // Where the grammars say whose initials these are, as of "C.P.C.", no other name has them; two letters are anybody's.
    var settled = new Map();
    words.forEach(function (entry) {
      var keys = articulado.keys(entry.word), isSettled = jointOf(entry.word) === DOTTED_NAME && keys.length > ANYBODYS;
      entry.meanings.forEach(function (m) {
        if (m[0] !== "called") return;
        named.set(m[1], calledOf(m[1]));
        if (isSettled) settled.set(keys.join(" "), (settled.get(keys.join(" ")) || []).concat(m[1].split(" ")[0]));
      });
    });
    named.forEach(function (name, value) {
      var keys = articulado.keys(name), capitals = articulado.words(name).filter(function (word) { return statutes.upperFirst(word[0]); });
      capitals = capitals.map(function (word) { return articulado.key(Array.from(word[0])[0]); });
      if (capitals.length < 2 || !nouns.has(keys[0]) || articulado.hasDigit(name)) return;
      var whose = settled.get(capitals.join(" "));
      if (whose && whose.indexOf(value.split(" ")[0]) < 0) return;
      made.push([capitals, DOTTED_NAME, ["initials", value]], [[capitals.join("")], SOLID, ["initials", value]]);
    });
    return made;
  }

  function Lexicon(words, instruments) {
    var meanings = new Map(), known = new Map(), byFirst = new Map();
    function add(keys, joint, its) {
      var name = keys.join(" ") + "\u0000" + joint;
      if (!meanings.has(name)) meanings.set(name, { keys: keys, joint: joint, meanings: [] });
      var own = meanings.get(name).meanings;
      its.forEach(function (m) { if (!own.some(function (o) { return o[0] === m[0] && o[1] === m[1]; })) own.push(m); });
    }
    words.forEach(function (entry) { add(articulado.keys(entry.word), jointOf(entry.word), entry.meanings); });
    meanings.forEach(function (entry) {
      if (entry.keys.length !== 1) return;
      var roles = known.get(entry.keys[0]) || new Set();
      entry.meanings.forEach(function (m) { if (!SILENT.has(m[0])) roles.add(m[0]); });
      if (roles.size) known.set(entry.keys[0], roles);
    });
    function telling(name) {
      var own = name.some(function (word) { return !known.has(word) && !DECIMALS.test(word); });
      return own || (name.length > 1 && known.has(name[0]) && known.get(name[0]).has("type"));
    }
    // "Cód. Fiscal" is a name as "Código Fiscal" is.
    var ofType = new Map(), also = new Map();
    words.forEach(function (entry) {
      var keys = articulado.keys(entry.word);
      if (keys.length !== 1) return;
      entry.meanings.forEach(function (m) {
        if (m[0] !== "type") return;
        if (!ofType.has(m[1])) ofType.set(m[1], new Set());
        ofType.get(m[1]).add(keys[0]);
      });
    });
    Array.from(ofType.keys()).forEach(function (type) { ofType.get(type).forEach(function (word) { also.set(word, ofType.get(type)); }); });
    instruments.forEach(function (it) {
      names(it).map(articulado.keys).filter(telling).forEach(function (name) {
        new Set([name[0]].concat(Array.from(also.get(name[0]) || []))).forEach(function (first) { add([first].concat(name.slice(1)), LOOSE, [["name", it.id]]); });
      });
    });
    initials(words, instruments).forEach(function (one) {
      if (one[1] === DOTTED_NAME || !known.has(one[0][0])) add(one[0], one[1], [one[2]]);
    });
    Array.from(meanings.values()).sort(function (a, b) {
      return b.keys.length - a.keys.length || (a.keys.join(" ") < b.keys.join(" ") ? -1 : a.keys.join(" ") > b.keys.join(" ") ? 1 : 0) ||
        (a.joint < b.joint ? -1 : a.joint > b.joint ? 1 : 0);
    }).forEach(function (entry) {
      if (!entry.keys.length) return;
      if (!byFirst.has(entry.keys[0])) byFirst.set(entry.keys[0], []);
      byFirst.get(entry.keys[0]).push(entry);
    });
    return byFirst;
  }

  function cut(text, known) {
    function roles(word) {
      var found = new Set();
      (known.get(word) || []).forEach(function (entry) { if (entry.keys.length === 1) entry.meanings.forEach(function (m) { found.add(m[0]); }); });
      return found;
    }
    // "art17" and "17constitución" are two words; a letter alone is of its number: "12a".
    function cuts(word, begin, end) {
      var own = roles(articulado.key(word.slice(begin, end)));
      if (!begin) return (own.has("kind") || own.has("type")) && decimal(word.slice(end)) ? [end] : [];
      return size(word.slice(begin, end)) > 1 && GLUED.some(function (role) { return own.has(role); }) ? [begin, end] : [];
    }
    var tokens = articulado.words(text).map(function (word) {
      var begin = 0, made = [];
      Array.from(word[0].matchAll(RUNS)).forEach(function (run) {
        cuts(word[0], run.index, run.index + run[0].length).forEach(function (at) {
          if (begin >= at || at >= word[0].length) return;
          made.push([articulado.key(word[0].slice(begin, at)), word[1] + begin, word[1] + at]);
          begin = at;
        });
      });
      return made.concat([[articulado.key(word[0].slice(begin)), word[1] + begin, word[2]]]);
    }).flat();
    // The figures of a number without noughts before them and without the ending of an ordinal.
    function bare(number) {
      var ordinal = ENDED.exec(number);
      if (ordinal && roles(ordinal[2]).has("ending")) number = ordinal[1];
      return DECIMALS.test(number) ? number.replace(/^0+/, "") || number : number;
    }
    function between(at) { return at < tokens.length ? text.slice(tokens[at - 1][2], tokens[at][1]) : null; }
    function typed(at) { return text.slice(tokens[at][1], tokens[at][2]); }
    // Whether the words of an entry stand together as they must.
    function isJoined(at, entry) {
      var stop = at + entry.keys.length, places = range(at, stop - 1), gaps = places.map(function (place) { return between(place + 1) || ""; });
      if (entry.joint === HYPHENED) return gaps.every(function (gap) { return gap === "-"; });
      if (entry.joint === DOTTED_NAME) return gaps.every(function (gap) { return gap.replace(/ +$/, "") === "."; });
      if (entry.joint === SOLID) return size(entry.keys[0]) >= PLAIN_INITIALS || upper(typed(at));
      // The "c" of "C. Civil" is no letter of a list: "literal c, civil".
      var dotted = places.every(function (place) { return !LETTER.test(tokens[place][0]) || gaps[place - at].startsWith("."); });
      return dotted || upper(typed(at)) || !entry.meanings.some(function (m) { return m[0] === "called"; });
    }
    function entryAt(at) {
      return (known.get(tokens[at][0]) || []).find(function (one) {
        var spelled = tokens.slice(at, at + one.keys.length).map(function (token) { return token[0]; });
        return same(spelled, one.keys) && isJoined(at, one);
      }) || null;
    }
    // Whether the letter here is the first of an abbreviated name: "100 C. de Co.", "240 C.P.M.".
    function beginsName(at) {
      var entry = entryAt(at), there = at + 1, gap = between(there);
      if (entry && entry.keys.length > 1) return true;
      if (gap === null || !gap.startsWith(".")) return false;
      if (gap === ".") return LETTERS.test(tokens[there][0]) && (LETTER.test(tokens[there][0]) || !roles(tokens[there][0]).size);
      if (roles(tokens[there][0]).has("join") && there + 1 < tokens.length) there += 1;
      var word = typed(there), after = text.slice(tokens[there][2], tokens[there][2] + 1);
      return statutes.upperFirst(word) && size(word) < PLAIN_INITIALS && after === "." && !roles(tokens[there][0]).size;
    }
    function ownLetter(at) {
      var gap = between(at);
      if ((gap !== "-" && gap !== " ") || !LETTER.test(tokens[at][0])) return false;
      var numbered = at + 1 < tokens.length && decimal(tokens[at + 1][0]);
      if (numbered && text.slice(tokens[at][2], tokens[at + 1][1]).replace(/[ .]/g, "") === "" && (roles(tokens[at][0]).has("type") || roles(tokens[at][0]).has("kind"))) return false;
      if (gap === " " && beginsName(at)) return false;
      var capital = upper(text[tokens[at][1]]) && !upper(text);
      return gap === "-" || capital || at === tokens.length - 1;
    }
    function figure(at) {
      var number = bare(tokens[at][0]);
      if (!decimal(number)) return null;
      var length = 1;
      for (var mark = between(at + 1); (mark === "." || mark === "-") && decimal(tokens[at + length][0]); mark = between(at + length)) {
        if (mark === "-" && DECIMALS.test(number) && FULL_YEAR.test(tokens[at + length][0])) return [length + 1, { figure: number, year: tokens[at + length][0] }];
        number += mark + tokens[at + length][0];
        length += 1;
      }
      if (between(at + length) === "/" && decimal(tokens[at + length][0])) return [length + 1, { figure: number, year: tokens[at + length][0] }];
      if (PER.test(text.slice(tokens[at + length - 1][2]))) return null;
      if (endsDecimal(number) && ownLetter(at + length)) return [length + 1, { figure: number + tokens[at + length][0] }];
      return [length, { figure: number }];
    }
    function word(at) {
      var entry = entryAt(at);
      return entry ? [entry.keys.length, { meanings: entry.meanings.filter(function (m) { return m[0] !== "ending"; }) }] : [1, {}];
    }
    var made = [], after = 0;
    for (var at = 0; at < tokens.length;) {
      var found = figure(at) || word(at), start = tokens[at][1], end = tokens[at + found[0] - 1][2];
      made.push(Piece(Object.assign(found[1], { text: text.slice(start, end), gap: text.slice(after, start) })));
      at += found[0];
      after = end;
    }
    return made;
  }

  function run(pieces) { return pieces.map(function (piece, at) { return (at ? piece.gap : "") + piece.text; }).join(""); }

  function suffixed(before, piece) {
    if (!before || !before.figure || !piece.of("suffix").length) return null;
    return Piece(Object.assign({}, before, { text: run([before, piece]), figure: before.figure + "-" + piece.of("suffix")[0] }));
  }

  function added(before, piece) {
    var tens = before.length ? before[0].of("number") : [], ones = piece.of("number");
    var apart = before.slice(1).concat(piece).some(function (one) { return one.gap.replace(/^[ -]+|[ -]+$/g, ""); });
    if (apart || !tens.length || !ones.length || !/^\d+$/.test(tens[0] + ones[0]) || Number(tens[0]) % Math.pow(10, ones[0].length)) return null;
    return Piece(Object.assign({}, before[0], { text: run(before.concat(piece)), meanings: [["number", String(Number(tens[0]) + Number(ones[0]))]] }));
  }

  function pieces(text, known) {
    var done = [];
    cut(text, known).forEach(function (piece) {
      var back = done.length && done[done.length - 1].of("join").length ? 2 : 1;
      var whole = added(done.slice(-back), piece);
      if (!whole && (whole = suffixed(done[done.length - 1], piece))) back = Math.min(back, done.length);
      done.splice(whole ? Math.max(0, done.length - back) : done.length, done.length, whole || piece);
    });
    return done.map(function (piece, at) {
      // A letter is a kind of provision only before its number: "s. 17", not "Acme S.A.".
      if (size(piece.text) === 1 && piece.of("kind").length && !(at + 1 < done.length && done[at + 1].figure)) {
        piece = Piece(Object.assign({}, piece, { meanings: piece.meanings.filter(function (m) { return m[0] !== "kind"; }) }));
      }
      var kinds = at ? done[at - 1].of("kind") : [];
      var short = kinds.indexOf("item") >= 0 && size(done[at - 1].text) <= LONGEST_ABBREVIATION;
      return kinds.length && !short ? apart(piece) : [piece];
    }).flat();
  }

  // The two numbers of "88/89"; any other piece as it is.
  function apart(piece) {
    var mark = piece.text.indexOf("/");
    if (mark < 0 || !piece.year) return [piece];
    var other = Piece({ text: piece.text.slice(mark + 1), gap: "/", figure: piece.year.replace(/^0+/, "") || piece.year });
    return [Piece(Object.assign({}, piece, { text: piece.text.slice(0, mark), year: "" })), other];
  }

  /* Laws */

  function wordsOf(instrument) { return new Set(names(instrument).map(articulado.keys).flat()); }

  var ANY_WORD = { has: function () { return true; }, isSlip: function () { return true; } };

  function laws(found, instruments, known) {
    var words = known || ANY_WORD, isSaid = words.has;
    function after(at) {
      while (at < found.length && (found[at].of("join").length || found[at].is("kind", "item"))) at += 1;
      return at;
    }
    function law(start, stop, its, more) {
      return Object.assign({ start: start, stop: stop, instruments: its, text: run(found.slice(start, stop)), loose: false, unknown: false, called: "", byName: false }, more);
    }
    function isPlain(piece) { return DECIMALS.test(piece.figure) && !piece.year; }
    function day(at) {
      var there = after(at), ahead = range(there, Math.min(there + 3, found.length)).filter(function (place) { return !found[place].of("join").length; }).slice(0, 2);
      var months = ahead.filter(function (place) { return found[place].of("month").length; });
      var days = ahead.filter(function (place) { return isPlain(found[place]) && found[place].figure.length <= 2; });
      return months.length === 1 && days.length === 1 ? Math.max(months[0], days[0]) + 1 : at;
    }
    function year(at) {
      var there = after(day(at));
      var figure = there < found.length && !found[there].year ? found[there].figure : "";
      return FULL_YEAR.test(figure) || (there > at && SHORT_YEAR.test(figure)) ? [figure, there + 1] : ["", at];
    }
    function numbered(start, at, own) {
      var begun = start;
      if (start < at) at = after(at);
      var worded = at < found.length && begun < at ? found[at].of("number").filter(function (n) { return DECIMALS.test(n); })[0] || "" : "";
      var number = at < found.length ? found[at].figure || worded : "";
      if (!number || (own.length && !own.some(function (i) { return i.number; }))) return null;
      var its = found[at].year ? [found[at].year, at + 1] : year(at + 1), stop = its[1];
      if (its[0] && stop < found.length && found[stop].gap.trim() === "(") stop = day(stop);
      if (!found[at].figure && !its[0]) return null;
      return law(start, stop, ofNumber(own, number, its[0]));
    }
    function ofNumber(own, number, year) {
      return own.filter(function (i) { return i.number && i.number.toLowerCase() === number && (!year || (i.year ? String(i.year) : "").endsWith(year)); });
    }
    // Laws of one year, which is said after the last of their numbers: "leyes 45 y 25 de 1923".
    function ofOneYear(start, at, own) {
      var first = after(at), places = first < found.length && isPlain(found[first]) ? [first] : [];
      while (places.length) {
        var end = places[places.length - 1] + 1, there = end + (end < found.length && found[end].of("and").length ? 1 : 0);
        if (there >= found.length || !isPlain(found[there]) || found[there].figure.length === 4) break;
        if (there === end && found[there].gap !== ", " && found[there].gap !== "; ") break;
        places.push(there);
      }
      var its = places.length > 1 ? year(places[places.length - 1] + 1) : ["", 0];
      return !its[0] ? [] : places.map(function (place, turn) {
        var begin = turn ? places[turn - 1] + 1 : start, stop = turn < places.length - 1 ? place + 1 : its[1];
        return { start: begin, stop: stop, instruments: ofNumber(own, found[place].figure, its[0]), text: run(found.slice(start, at)) + " " + found[place].figure + " " + its[0], loose: false, unknown: false, called: "", byName: false };
      });
    }
    // A law of a number; behind a noun that goes by names a mere number is an article's: "Harbour Code 46".
    function byNumber(at, stop, own) {
      var its = numbered(at, stop, own);
      if (!its || own.length || !statutes.sides(found.slice(at, stop)).named) return its;
      var dated = found[its.stop - 1].year || its.stop > after(stop) + 1;
      return dated || found.some(function (piece) { return piece.of("kind").indexOf("article") >= 0; }) ? its : null;
    }
    // Whether the word just before a type is one that no text has: "lunabank bylaws".
    function isStrangeBefore(start, floor) {
      return start - 1 >= floor && !found[start].gap.trim() && LETTERS.test(found[start - 1].text) && !isSaid(found[start - 1].text);
    }
    // Where the name of a type begins and ends: a word in the place of a number is one, and so is one that no text has.
    function typeName(start, stop, floor, isNumbered) {
      var sides = statutes.sides(found.slice(start, stop)), isTied = statutes.tied(found, start);
      if (sides.after) {
        var end = statutes.endOfName(found, stop, true, true);
        isTied = isTied || (isNumbered && (statutes.ahead(found, end) || statutes.beside(found, start, stop + 1))) || (stop < end && !isSaid(found[stop].text));
        if (end === stop && !isNumbered && isStrangeBefore(start, floor)) return [start - 1, stop];
        return [start, statutes.endOfName(found, stop, sides.named, isTied)];
      }
      if (!sides.before) return [start, stop];
      var begin = statutes.beginOfName(found, start, floor, sides.named || isStrangeBefore(start, floor));
      return [begin, begin === start ? statutes.endOfName(found, stop, false, false) : stop];
    }
    // The instruments of a type, or of these the one that is named with it: "Ley bancaria", "bylaws of Acme".
    function byType(start, stop, floor, own) {
      var sides = statutes.sides(found.slice(start, stop)), isNumbered = own.some(function (i) { return i.number; });
      var its_ = typeName(start, stop, floor, isNumbered), begin = its_[0], end = its_[1];
      var telling = range(begin, start).concat(range(stop, end)).filter(function (at) { return !found[at].of("join").length && !found[at].of("whose").length; });
      if (!telling.length && own.some(function (i) { return i.number; })) {
        var whose = range(begin, start).concat(range(stop, end)).filter(function (at) { return found[at].of("whose").length; });
        if (whose.length > 1) telling = whose;
      }
      if (!telling.length) {
        return law(begin, end, own, { loose: own.some(function (i) { return i.number; }), unknown: !own.length, byName: !own.length });
      }
      var noun = articulado.keys(found[start].text)[0], atOnce = !sides.named && end > stop && !found[stop].of("join").length && !statutes.upperFirst(found[stop].text);
      var able = instruments.filter(function (i) { return own.indexOf(i) >= 0 || wordsOf(i).has(noun); });
      var said_ = telling.map(function (at) { return articulado.keys(found[at].text); }).flat();
      var its = able.filter(function (i) { var own_ = wordsOf(i); return said_.every(function (word) { return own_.has(word); }); });
      if (its.length) return law(begin, end, its, { byName: true });
      // A shorter name is one that an instrument's begins with: "ley bancaria encaje".
      var ofName = found.slice(stop, end).some(function (piece) { return piece.of("of").length; });
      var ends = atOnce && !ofName ? range(stop + 1, end).reverse() : [];
      for (var turn = 0; turn < ends.length; turn += 1) {
        var said = articulado.keys(run(found.slice(start, ends[turn])));
        its = able.filter(function (i) { return names(i).some(function (name) { return same(articulado.keys(name).slice(0, said.length), said); }); });
        if (its.length) return law(begin, ends[turn], its, { byName: true });
      }
      if (atOnce && isSaid(found[stop].text) && own.length && !isNumbered) return law(start, stop, own);
      return law(begin, statutes.endOfNumber(found, end), [], { unknown: true, byName: true });
    }
    function withIds(ids) { return instruments.filter(function (i) { return ids.has(i.id); }); }
    function isOf(piece, instrument) {
      var own = wordsOf(instrument);
      return articulado.keys(piece.text).every(function (key) { return own.has(key); });
    }
    // Where a name ends that goes on beside a provision: "Código Penal Militar", "código fiscal departamental".
    function goesOn(at, stop, own) {
      var there = statutes.after(found, stop);
      if (there === found.length || !statutes.isWord(found[there]) || statutes.parted(found, stop, there)) return stop;
      if (own.some(function (i) { return isOf(found[there], i); }) || found[there].of("whose").length) return stop;
      if (!statutes.beside(found, at, statutes.endOfName(found, stop, true, true))) return stop;
      var of = found.slice(stop, there).some(function (piece) { return piece.of("of").length; });
      if (of || found[there].of("another").length) return statutes.endOfName(found, stop, false, true);
      var capital = statutes.upperFirst(found[there].text) && !statutes.shouted(found, there, there + 1);
      return capital && statutes.upperFirst(found[at].text) ? statutes.endOfName(found, stop, false, false) : stop;
    }
    // The statute that a word behind the number of a provision means: "artículo 20 superior".
    function byAdjective(at) {
      var values = found[at].of("adjective");
      var numbered_ = at > 1 && (found[at - 1].figure || found[at - 1].of("number").length) && found[at - 2].of("kind").length;
      var followed = at + 1 < found.length && statutes.isWord(found[at + 1]) && !found[at + 1].gap.replace(/ /g, "");
      if (!values.length || !numbered_ || followed || found[at].gap.replace(/ /g, "")) return null;
      var own = withIds(new Set(values.map(function (value) { return value.split(" ")[0]; })));
      return law(at, at + 1, own, { called: own.length ? "" : calledOf(values[0]), byName: true });
    }
    // The instruments of a name, of that edition if its year is said: "Código Fiscal de 1873" is another.
    function named_(at) {
      var known = found[at].of("called"), ids = new Set(found[at].of("name").concat(known.map(function (value) { return value.split(" ")[0]; })));
      var own = withIds(ids), stop = at + 1, said = new Set(own.map(function (i) { return Array.from(wordsOf(i)); }).flat());
      while (stop < found.length && LETTER.test(found[stop].text) && upper(found[stop].text) && articulado.keys(found[stop].text).every(function (key) { return said.has(key); })) stop += 1;
      var its = year(stop), isTied = found.slice(stop, its[1]).some(function (piece) { return piece.of("of").length; });
      if (its[0] && isTied && FULL_YEAR.test(its[0])) {
        own = own.filter(function (i) { return !i.year || i.year === Number(its[0]); });
        stop = its[1];
      } else {
        var longer = goesOn(at, stop, own);
        if (longer > stop) return law(at, longer, [], { unknown: true, byName: true });
      }
      var byName = !articulado.keys(found[at].text).some(function (key) { return DECIMALS.test(key); });
      return law(at, stop, own, { called: own.length || !known.length ? "" : wholeName(known, found[at].of("initials")), byName: byName });
    }
    // A known name that is written by its initials beside a provision: "CPACA 240".
    function byInitials(at) {
      var values = found[at].of("initials");
      if (!values.length || !statutes.beside(found, at, at + 1)) return null;
      var text = found[at].text, letters = Array.from(text).filter(function (one) { return LETTER.test(one); }).length;
      if (letters < FEW_INITIALS && LETTERS.test(text) && statutes.shouted(found, at, at + 1)) return null;
      var own = withIds(new Set(values.map(function (value) { return value.split(" ")[0]; })));
      return law(at, at + 1, own, { called: own.length ? "" : differing(values).slice(0, MOST_NAMES).join(" / "), byName: true });
    }
    // A statute of which nobody knows, named beside a provision by a noun or by an abbreviation.
    function byNoun(at, floor) {
      var start = at, stop = at + 1, sides = statutes.sides([found[at]]);
      if (sides.doubtful) {
        var doubtful = statutes.doubtfulName(found, at, floor, words);
        start = doubtful[0];
        stop = doubtful[1];
      } else if (found[at].of("statute").length) {
        if (sides.after) stop = statutes.endOfName(found, stop, sides.named, statutes.tied(found, at));
        if (sides.before && stop === at + 1) start = statutes.beginOfName(found, at, floor, sides.named);
        var its = stop > at + 1 || start < at ? null : byNumber(at, stop, []);
        stop = its ? its.stop : statutes.endOfNumber(found, stop);
      } else {
        stop = statutes.endOfAbbreviation(found, at, words);
        stop = stop > start ? statutes.endOfNumber(found, stop) : stop;
      }
      var isDated = stop > start && FULL_YEAR.test(found[stop - 1].figure);
      return stop === start || !(isDated || statutes.beside(found, start, stop)) ? null : law(start, stop, [], { unknown: true, byName: true });
    }
    function types(at) {
      var all = [];
      if (size(found[at].text) === 1 && at > 0 && found[at - 1].of("kind").length) return all;
      while (at < found.length && found[at].of("type").length && !(all.length && statutes.parted(found, at, at))) { all.push(found[at].of("type")); at += 1; }
      var letter = all.length && size(found[at - 1].text) === 1;
      return letter && (at === found.length || !found[at].figure) ? [] : all;
    }
    function untyped(at) {
      var figure = at + (found[at].is("kind", "item") ? 1 : 0);
      var law = numbered(at, figure, instruments.filter(function (i) { return i.number; }));
      if (!law || found[law.stop - 1].year) return law;
      return law.instruments.length && law.stop > figure + 1 ? law : null;
    }
    function here(at, floor) {
      if (found[at].of("name").length || found[at].of("called").length) return [named_(at)];
      var adjective = byAdjective(at);
      if (adjective) return [adjective];
      var said = types(at);
      if (!said.length) return [byInitials(at) || byNoun(at, floor) || untyped(at)];
      var meant = new Set(said.flat()), stop = at + said.length;
      var own = instruments.filter(function (i) { return meant.has(i.type); });
      var several = ofOneYear(at, stop, own), single = several.length ? null : byNumber(at, stop, own);
      if (single || several.length) return (single ? [single] : several).map(function (its) { return withName(its, at, stop, floor); });
      var bare = statutes.endOfName(found, stop, true, true) === stop;
      var doubtful = statutes.sides(found.slice(at, stop)).doubtful && !statutes.tied(found, at) && !(bare && own.length);
      return [doubtful ? byNoun(at, floor) : byType(at, stop, floor, own)];
    }
    // A law that is not here, with the name that its year follows: "Companies Act 2006".
    function withName(its, at, stop, floor) {
      var isYear = its.stop === stop + 1 && FULL_YEAR.test(found[stop].figure);
      if (its.instruments.length || !isYear || !statutes.sides(found.slice(at, stop)).before) return its;
      var begin = statutes.beginOfName(found, at, floor, true);
      return law(begin, its.stop, [], { unknown: begin < at, byName: begin < at });
    }
    var named = [];
    for (var at = 0; at < found.length; at += 1) {
      var floor = named.length ? named[named.length - 1].stop : 0;
      if (at >= floor) here(at, floor).filter(Boolean).forEach(function (one) { named.push(one); });
    }
    var strange = named.length ? null : statutes.strangeName(found, words);
    return strange ? [law(strange[0], strange[1], [], { unknown: true, byName: true })] : named;
  }

  /* Steps of a path */

  function Steps(below, own) {
    function numbers(piece, kind, said) {
      if (piece.figure) return piece.year ? [] : [piece.figure];
      if (kind === "item" && size(said) <= LONGEST_ABBREVIATION) return [];
      var letters = kind === "point" ? piece.letters() : piece.letters().reverse();
      var double = kind === "point" && size(piece.text) === 2 && LETTERS.test(piece.text) && !piece.of("join").length;
      var words = piece.of("number");
      return words.length ? words : letters.length ? letters : double ? [piece.text.toLowerCase()] : [];
    }
    function ordinal(piece) {
      var marked = DECIMALS.test(piece.figure) && !DECIMALS.test(piece.text);
      return piece.of("number").length > 0 || (piece.figure && !piece.year && (marked || !/^[\x00-\x7f]*$/.test(piece.text)));
    }
    function step(start, stop, kind, its, faint) {
      return { start: start, stop: stop, kind: kind, numbers: its, faint: Boolean(faint), series: "", otherwise: "", open: its.length === 1 && its[0] === ANY };
    }
    // To the last of its kind: "último parágrafo", "inciso final"; of articles only in a law that is named.
    function last(found, free, at, kind) {
      if (!below.has(kind) && kind !== "article") return null;
      if (free.has(at - 1) && below.has(kind) && found[at - 1].of("before-last").length && !found[at].gap.trim()) return step(at - 1, at + 1, kind, [BEFORE_LAST]);
      if (free.has(at - 1) && found[at - 1].of("last").length && !found[at].gap.trim()) return step(at - 1, at + 1, kind, [LAST], kind === "article");
      var behind = free.has(at + 1) && found[at + 1].of("last").length && !found[at + 1].gap.replace(/^[ .]+/, "");
      return behind ? step(at, at + 2, kind, [LAST], kind === "article") : null;
    }
    // To the first or the last few of a kind: "first two paragraphs", "los tres últimos incisos".
    function several(found, free, at, kind) {
      if (!free.has(at - 1) || !free.has(at - 2) || found[at].gap.trim() || found[at - 1].gap.trim()) return null;
      function few(piece) {
        return [piece.figure].concat(piece.of("number")).find(function (n) { return /^\d+$/.test(n) && Number(n) > 1 && Number(n) <= MOST_FEW; });
      }
      var pairs = [[found[at - 2], found[at - 1]], [found[at - 1], found[at - 2]]], made = null;
      pairs.forEach(function (pair) {
        var count = few(pair[1]);
        if (made || !count) return;
        if (pair[0].of("first").length) made = step(at - 2, at + 1, kind, ["1-" + count]);
        else if (pair[0].of("last").length && below.has(kind)) made = step(at - 2, at + 1, kind, [LAST_FEW + count]);
      });
      return made;
    }
    // The members of a list before the one at its kind: "FIRST and second paragraphs".
    function earlier(found, free, its) {
      if (its.open || !ordinal(found[its.start]) || found[its.start].of("kind").length) return [];
      var there = its.start, made = [];
      while (free.has(there - 1) && free.has(there - 2) && found[there - 1].of("and").length && ordinal(found[there - 2])) {
        made.unshift(Object.assign({}, its, { start: there - 2, stop: there, numbers: numbers(found[there - 2], its.kind, found[its.stop - 1].text) }));
        there -= 2;
      }
      return made;
    }
    // The article of a part that is tied to a mere number: "numeral 9 del 67".
    function itsArticle(found, free, part) {
      var there = part.stop;
      if (!below.has(part.kind) || part.open || !free.has(there) || !found[there].of("of").length) return [];
      while (free.has(there) && found[there].of("join").length) there += 1;
      if (!free.has(there) || !found[there].figure || found[there].year || size(found[there].figure) >= 4) return [];
      var counted = free.has(there + 1) && found[there + 1].plain() && !found[there + 1].of("statute").length;
      return counted ? [] : [step(there, there + 1, "article", [found[there].figure])];
    }
    function plain(found, free, at) {
      var kind = found[at].of("kind")[0], after = at + 1;
      // "The second paragraph" is counted, "paragraph 2" bears the word.
      var counted = found[at].of("counted")[0] || "", its_ = several(found, free, at, counted || kind) || last(found, free, at, counted || kind);
      if (its_) return Object.assign(its_, { otherwise: counted ? kind : "" });
      if (!below.has(kind) && free.has(after) && found[after].of("kind").indexOf("item") >= 0) after += 1;
      var its = free.has(after) ? numbers(found[after], kind, found[at].text) : [];
      var counts = free.has(at - 1) && !found[at].gap.trim() && ordinal(found[at - 1]);
      // "Primer inciso y último artículo": the word behind joins, and is no letter.
      var joins = counts && free.has(after) && found[after].of("and").length && !found[after].figure;
      if (its.length && !joins) return Object.assign(step(at, after + 1, kind, its, !below.has(kind) && LETTER.test(found[after].text)), { otherwise: counted });
      if (counts) {
        its = numbers(found[at - 1], kind, found[at].text);
        if (its.length) return Object.assign(step(at - 1, at + 1, counted || kind, its), { otherwise: counted ? kind : "" });
      }
      return below.has(kind) || own.has(kind) ? step(at, at + 1, kind, [ANY]) : null;
    }
    function one(found, free, at) {
      var kinds = new Set([at, at + 1].filter(function (there) { return free.has(there); }).map(function (there) { return found[there].of("kind"); }).flat());
      var both = kinds.size === 2 && kinds.has("article") && kinds.has("transitional");
      var left = new Set(free);
      if (both) left.delete(at);
      var made = both ? (found[at + 1].of("kind").length ? plain(found, left, at + 1) : null) : plain(found, free, at);
      if (both && (!made || made.open)) return step(at, at + 2, "article", [ANY_TRANSITORY], true);
      if (!made || made.open || same(made.numbers, [LAST]) || (made.kind !== "article" && made.kind !== "transitional")) return made;
      var behind = free.has(made.stop) && found[made.stop].of("kind").indexOf("transitional") >= 0;
      if (made.kind === "article" && !both && !behind) return made;
      return Object.assign(made, {
        numbers: made.numbers.map(function (number) { return TRANSITORY + number; }), start: Math.min(at, made.start),
        stop: made.stop + (behind ? 1 : 0), kind: "article", faint: false, series: TRANSITORY,
      });
    }
    function listNumber(piece, kind) {
      if (piece.figure) return piece.year ? "" : piece.figure;
      if (kind === "point") {
        var double = size(piece.text) === 2 && !piece.of("join").length;
        return LETTERS.test(piece.text) && (size(piece.text) === 1 || double) ? piece.text.toLowerCase() : "";
      }
      var upper = piece.text === piece.text.toUpperCase() && piece.text !== piece.text.toLowerCase();
      var all = piece.of("number").concat(upper ? piece.letters().filter(function (one) { return DECIMALS.test(one); }) : []);
      return all.find(function (number) { return DECIMALS.test(number); }) || "";
    }
    // Behind a word of ranges, and behind what may be said again there: "hasta el 20", "to article 20".
    function endOfRange(found, free, first) {
      var there = first.stop + 1;
      if (free.has(there) && found[there].of("join").length && !found[there].of("and").length && !found[there].figure) there += 1;
      return there + (free.has(there) && found[there].of("kind").indexOf(first.kind) >= 0 ? 1 : 0);
    }
    // With the other end of its range: "237 a 246", "5 – 7".
    function ranged(found, free, first) {
      var said = free.has(first.stop) && found[first.stop].of("range").length > 0;
      var there = said ? endOfRange(found, free, first) : first.stop;
      if (!free.has(there) || (!said && DASHES.indexOf(found[there].gap.trim()) < 0) || first.series) return first;
      var one = first.numbers[0], other = listNumber(found[there], first.kind);
      var figures = DECIMALS.test(one) && DECIMALS.test(other) && Number(one) < Number(other);
      if (!figures && !(first.kind === "point" && LETTERS.test(one) && LETTERS.test(other) && one < other)) return first;
      return Object.assign({}, first, { stop: there + 1, numbers: [one + "-" + other], open: false });
    }
    // The item or point behind its article: "46(3)", "8 (a)", "46 #3".
    function bracketed(found, free, at) {
      if (!free.has(at)) return null;
      var mark = found[at].gap.trim(), closed = at + 1 === found.length || found[at + 1].gap.trimStart().startsWith(")");
      if (mark !== "#" && !(mark === "(" && closed)) return null;
      if (found[at].figure && !found[at].year && found[at].figure.length < 4) return step(at, at + 1, "item", [found[at].figure]);
      return LETTER.test(found[at].text) ? step(at, at + 1, "point", [found[at].text.toLowerCase()]) : null;
    }
    function nextOfList(found, free, at, kind) {
      var joined = free.has(at) && found[at].of("join").length > 0, there = at + (joined ? 1 : 0);
      if (!free.has(there) || !listNumber(found[there], kind)) return -1;
      var gap = found[there].gap.replace(/^\)+/, "");
      if (!joined) return COMMAS.indexOf(gap) >= 0 || SIGNS.indexOf(gap.trim()) >= 0 ? there : -1;
      if (found[at].of("of").length) return -1;
      var sure = found[at].of("and").length > 0, counted = free.has(there + 1) && found[there + 1].plain();
      if (!found[there].figure) return sure && (kind === "point" || !counted) ? there : -1;
      return (counted && !sure) || size(found[there].figure) === 4 ? -1 : there;
    }
    function read(found, free) {
      var taken = [], left = new Set(free);
      sorted(free).forEach(function (at) {
        var first = left.has(at) && found[at].of("kind").length ? one(found, left, at) : null;
        if (!first) return;
        var last = ranged(found, left, first), claimed = earlier(found, left, first).concat(last);
        while (!first.open) {
          var there = nextOfList(found, left, last.stop, first.kind);
          if (there < 0) break;
          var number = first.series + listNumber(found[there], first.kind);
          last = ranged(found, left, Object.assign(step(last.stop, there + 1, first.kind, [number]), { series: first.series, otherwise: first.otherwise }));
          claimed.push(last);
        }
        var part = first.kind === "article" && !first.open ? bracketed(found, left, last.stop) : null;
        if (part) claimed.push(part);
        claimed = claimed.concat(itsArticle(found, left, claimed[claimed.length - 1]));
        left = without(left, claimed);
        taken = taken.concat(claimed);
      });
      return taken;
    }
    read.bracketed = bracketed;
    return read;
  }

  /* The tree */

  function Tree(library, trees) {
    var core = library.core, below = new Set(core.below), own = new Set(core.own), byNumber = new Map(), byKind = new Map(), all = [], byAddress = new Map();
    function slug(text) {
      return text.normalize("NFKD").replace(/[^\x00-\x7f]/g, "").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "") || "x";
    }
    function push(map, name, node) { if (map.has(name)) map.get(name).push(node); else map.set(name, [node]); }
    function head(node, above) {
      var part = below.has(node.kind);
      if (above && above.kind === "article") part = !own.has(node.kind) && node.kind !== "section";
      return above && part ? above : node;
    }
    trees.forEach(function (text, at) {
      if (!text) return;
      var instrument = library.instruments[at], doc = instrument.first, above = [], last = {};
      text.split("\t").forEach(function (coded) {
        var kind = core.kinds[library.number(coded[0]) - 1], width = library.number(coded[1]) < 64 ? 1 : library.number(coded[1]) < 88 ? 2 : 3;
        var up = articulado.numbers(coded.slice(1, 1 + width))[0], rest = coded.slice(1 + width);
        var ending = /([!?]*)(?:\*(\d+))?$/.exec(rest), marks = ending[1], parts = rest.slice(0, ending.index), equals = parts.indexOf("=");
        var told = equals < 0 ? parts : parts.slice(0, equals), where = equals < 0 ? null : parts.slice(equals + 1);
        above = above.slice(0, above.length - up);
        var parent = above[above.length - 1] || null;
        var number = told === "-" ? null : told || (/^\d+$/.test(last[kind] || "") ? String(Number(last[kind]) + 1) : "1");
        var usual = core.prefixes[core.kinds.indexOf(kind)] + "_" + slug(number || "");
        var eid = where === null ? usual : where[0] === "+" ? parent.eid + "__" + (where.slice(1) || usual) : where;
        var node = { instrument: at, kind: kind, number: number, eid: eid, parent: parent, transitory: marks.indexOf("!") >= 0, below: [], order: all.length, incisos: Number(ending[2] || 0) };
        node.head = head(node, parent && parent.head);
        node.doc = node.head !== node ? node.head.doc : marks.indexOf("?") >= 0 ? -1 : doc++;
        node.cited = number || eid.slice(eid.lastIndexOf("_") + 1).split("~")[0];
        if (parent) parent.below.push(node);
        push(byNumber, kind + " " + number, node);
        push(byKind, kind, node);
        byAddress.set(instrument.id + "#" + eid, node);
        all.push(node);
        above = above.concat(node);
        last[kind] = number || "";
      });
    });
    // The incisos of an article or a parágrafo, numbered in print or not: paragraphs that are no nodes are made when they are asked for.
    function incisos(node) {
      var made = [];
      for (var n = 1; n <= node.incisos; n += 1) {
        var eid = node.eid + "__" + core.prefixes[core.kinds.indexOf(INCISO)] + "_" + n;
        made.push(byAddress.get(library.instruments[node.instrument].id + "#" + eid) || {
          instrument: node.instrument, kind: INCISO, number: String(n), eid: eid, parent: node, transitory: false, below: [],
          order: node.order, incisos: 0, head: node.head, doc: node.doc, cited: String(n), unnumbered: true,
        });
      }
      return made;
    }
    function at(address) {
      if (byAddress.has(address)) return byAddress.get(address);
      var parent = byAddress.get(address.slice(0, address.lastIndexOf("__")));
      return (parent && incisos(parent).find(function (one) { return address.endsWith("#" + one.eid); })) || null;
    }
    return {
      incisos: incisos,
      numbered: function (kind, number) { return byNumber.get(kind + " " + number) || []; },
      ofKind: function (kind) { return byKind.get(kind) || []; },
      at: at,
      nodes: all,
    };
  }

  function subtree(node) { return [node].concat(node.below.map(subtree).flat()); }

  function Provisions(library, tree) {
    var core = library.core, own = new Set(core.own), EITHER = new Set(["section", "annex"]);
    var quoted = core.prefixes[core.kinds.indexOf("quoted")] + "_";
    var transitional = core.prefixes[core.kinds.indexOf("transitional")] + "_";
    var nested = core.own.map(function (kind) { return core.prefixes[core.kinds.indexOf(kind)] + "_"; });
    function levels(node) { return node.eid.split("__"); }
    function isQuoted(node) { return levels(node).some(function (level) { return level.startsWith(quoted); }); }
    function depth(kind) { return own.has(kind) ? -1 : core.kinds.indexOf(kind); }
    function is(node, kind, numbers) { return node.kind === kind && (numbers.indexOf(ANY) >= 0 || numbers.indexOf(node.cited) >= 0); }
    function ancestors(node) { var all = []; for (var one = node.parent; one; one = one.parent) all.push(one); return all; }
    function numbered(kind, number, among) {
      if (own.has(kind)) return tree.ofKind(kind).filter(function (node) { return is(node, kind, [number]); });
      if (kind === "article" && (number === LAST || number === ANY_TRANSITORY)) return byPlace(number, among || []);
      var found = tree.numbered(kind, number);
      // Texts that number their sections so have no other articles.
      if (kind === "article" && !found.length && number.indexOf(".") > 0) {
        return tree.numbered("section", number).filter(function (node) { return levels(node).length === 1; });
      }
      if (kind !== "article" || number[0] !== TRANSITORY || number.length < 2) return found;
      return found.concat(tree.numbered(kind, number.slice(1)).filter(isTransitory));
    }
    function isTransitory(node) {
      var series = node.kind === "article" && node.number && node.number[0] === TRANSITORY && node.number.length > 1;
      return series || node.transitory || levels(node).slice(0, -1).some(function (level) { return level.startsWith(transitional); });
    }
    function isNested(node) { return levels(node).slice(0, -1).some(function (level) { return nested.some(function (start) { return level.startsWith(start); }); }); }
    // The last article of each law, transitory ones left out, or all that are transitory.
    function byPlace(number, among) {
      var articles = tree.ofKind("article").filter(function (node) { return !isQuoted(node) && (!among.length || among.indexOf(node.instrument) >= 0); });
      if (number === ANY_TRANSITORY) return articles.filter(isTransitory);
      var last = new Map();
      articles.forEach(function (node) { if (!isNested(node) && !isTransitory(node)) last.set(node.instrument, node); });
      return Array.from(last.values());
    }
    function byKind(path) {
      var wanted = new Map();
      path.slice().sort(function (a, b) { return depth(a[0]) - depth(b[0]); }).forEach(function (step) {
        var its = wanted.get(step[0]) || [];
        if (its.indexOf(step[1]) < 0) its.push(step[1]);
        wanted.set(step[0], its.sort());
      });
      return wanted;
    }
    function under(node, wanted, over) {
      var above = ancestors(node);
      return over.every(function (kind) { return above.some(function (one) { return is(one, kind, wanted.get(kind)); }); });
    }
    function inside(top, wanted, kinds) {
      var met = new Map([[top, new Set()]]), found = [];
      subtree(top).slice(1).forEach(function (node) {
        var its = kinds.filter(function (kind) { return is(node, kind, wanted.get(kind)); });
        var all = new Set(Array.from(met.get(node.parent) || []).concat(its));
        met.set(node, all);
        if (its.length && all.size === kinds.length) found.push(node);
      });
      if (found.length || kinds.indexOf(INCISO) < 0) return found;
      // A paragraph without a number is one of what was named, and of nothing below that.
      var over = subtree(top).filter(function (node) { return met.get(node).size === kinds.length - 1 && !met.get(node).has(INCISO); });
      return over.filter(function (node) { return !met.has(node.parent) || met.get(node.parent).size < met.get(node).size; }).map(function (node) {
        return tree.incisos(node).filter(function (one) { return is(one, INCISO, wanted.get(INCISO)); });
      }).flat();
    }
    function provisions(path, among) {
      var wanted = byKind(path), kinds = Array.from(wanted.keys());
      if (!kinds.length) return [];
      var article = wanted.has("article") ? "article" : kinds.reduce(function (a, b) { return depth(b) < depth(a) ? b : a; });
      var tops = wanted.get(article).map(function (number) { return numbered(article, number, among); }).flat().filter(function (node) { return !isQuoted(node); });
      var above = kinds.filter(function (kind) { return depth(kind) < depth(article); });
      var overs = [above, above.filter(function (kind) { return !EITHER.has(kind); })];
      for (var turn = 0; turn < overs.length; turn += 1) {
        var over = overs[turn], rest = kinds.filter(function (kind) { return kind !== article && over.indexOf(kind) < 0; });
        var own_ = tops.filter(function (top) { return under(top, wanted, over); });
        var found = rest.length ? own_.map(function (top) { return inside(top, wanted, rest); }).flat() : own_;
        if (found.length) return found;
      }
      return [];
    }
    function distance(number, other) {
      if (number[0] === TRANSITORY && other[0] === TRANSITORY && number.length > 1 && other.length > 1) {
        number = number.slice(1);
        other = other.slice(1);
      }
      var one = /^\d{1,9}/.exec(number), two = /^\d{1,9}/.exec(other);
      if (one && two) return Math.abs(Number(one[0]) - Number(two[0]));
      return number.length === 1 && other.length === 1 && !one && !two ? Math.abs(number.charCodeAt(0) - other.charCodeAt(0)) : null;
    }
    function nearest(named, path, most) {
      if (!path.length) return [];
      var soFar = path.slice(0, -1), last = path[path.length - 1];
      var whole = provisions(soFar).filter(function (node) { return !named.length || named.indexOf(node.instrument) >= 0; });
      var around = soFar.length ? whole.map(subtree).flat() : tree.nodes.filter(function (node) { return named.indexOf(node.instrument) >= 0; });
      var near = around.filter(function (node) { return node.kind === last[0] && !isQuoted(node); }).map(function (node, at) {
        return [distance(node.cited, last[1]), at, node];
      }).filter(function (one) { return one[0] !== null; }).sort(function (a, b) { return a[0] - b[0] || a[1] - b[1]; });
      return (near.length ? near.map(function (one) { return one[2]; }) : whole).slice(0, most);
    }
    return {
      find: provisions, numbered: numbered, depth: depth, nearest: nearest, nested: isNested, transitory: isTransitory,
    };
  }

  /* The reference */

  articulado.roman = roman;
  articulado.References = function (library, trees) {
    var core = library.core, below = new Set(core.below), own = new Set(core.own), instruments = library.instruments;
    var words = core.reference.split("\n").filter(Boolean).map(function (line) {
      var parts = line.split("\t");
      return { word: parts[0], meanings: parts.slice(1).map(function (m) { return [m.slice(0, m.indexOf(" ")), m.slice(m.indexOf(" ") + 1)]; }) };
    });
    var lexicon = Lexicon(words.map(function (entry) { return { word: entry.word, meanings: entry.meanings }; }), instruments);
    // What references and names are made of.
    var spelled = new Set(words.map(function (entry) { return articulado.keys(entry.word); }).concat(instruments.map(function (i) { return Array.from(wordsOf(i)); })).flat());
    var tree = Tree(library, trees), provisions = Provisions(library, tree), steps = Steps(below, own);
    var followed = articulado.Readings(library, tree, provisions);

    // Documents that a law prints beside its own articles, by their titles; the same as kb/query/annexed.py.
    var joins = new Set(words.filter(function (e) { return e.meanings.some(function (m) { return m[0] === "join"; }); }).map(function (e) { return e.word; }));
    // Whether a word of a title is more than a tie: "Convenio CON Alemania".
    function tells(word) { return size(word) >= CONTENT || DECIMALS.test(word); }
    var documents = core.annexes.map(function (one) {
      var title = articulado.keys(one[1]), mark = one[0].indexOf("#");
      var telling = new Set(title.slice(1).filter(function (word) { return tells(word) && !joins.has(word); }));
      return { id: one[0].slice(0, mark), eid: one[0].slice(mark + 1), noun: title[0], words: telling };
    });
    function telling(found, places) {
      var said = places.filter(function (at) { return !found[at].of("join").length && !found[at].of("whose").length; });
      return Array.from(new Set(said.map(function (at) { return articulado.keys(found[at].text); }).flat().filter(tells)));
    }
    function holds(one, said) { return said.every(function (word) { return one.words.has(word); }); }
    function within(law, its) {
      var ids = new Set(its.map(function (one) { return one.id; }));
      return Object.assign({}, law, { instruments: instruments.filter(function (i) { return ids.has(i.id); }), within: its, loose: false, unknown: false, byName: true });
    }
    function recognised(found, named) {
      if (!named.length) {
        var at = found.findIndex(function (piece) { return piece.of("statute").length || piece.of("type").length; });
        if (at < 0) return [];
        // What stands beside a provision, or all that was typed.
        var stop = at || statutes.beside(found, at, at + 1) ? statutes.endOfName(found, at + 1, true, true) : found.length;
        if (!statutes.beside(found, at, stop)) stop = found.length;
        var all = telling(found, range(at + 1, stop)), noun = articulado.keys(found[at].text)[0], isWhole = at === 0 && stop === found.length;
        var able = documents.filter(function (one) { return all.length && one.noun === noun && holds(one, all); });
        var exact = able.filter(function (one) { return one.words.size === all.length; }), meant_ = exact.length || isWhole ? exact : able;
        return meant_.length ? [within({ start: at, stop: stop, text: run(found.slice(at, stop)), called: "" }, meant_)] : [];
      }
      return named.map(function (law) {
        var others = named.filter(function (other) { return other !== law && !other.loose; });
        var beside = new Set(others.map(function (other) { return other.instruments; }).flat().map(function (i) { return i.id; }));
        var noun = articulado.keys(found[law.start].text)[0], said = telling(found, range(law.start + 1, law.stop));
        if (!law.loose && law.instruments.length && !law.instruments.some(function (i) { return i.here; })) {
          // "Acuerdo 387 de 1986", of which all that is here is what a decree prints.
          var title = articulado.keys(law.text), rest_ = Array.from(new Set(title.slice(1).filter(function (word) { return tells(word) && !joins.has(word); })));
          var printed = documents.filter(function (one) { return one.noun === title[0] && one.words.size === rest_.length && holds(one, rest_); });
          return printed.length ? within(law, printed) : law;
        }
        var types = found[law.start].of("type");
        var ofType = law.instruments.some(function (i) { return !types.length || types.indexOf(i.type) >= 0; });
        if (ofType && !(law.loose && beside.size)) return law;
        if (!said.length && !beside.size) return law;
        var able = documents.filter(function (one) { return one.noun === noun && (!beside.size || beside.has(one.id)) && holds(one, said); });
        var exact = able.filter(function (one) { return one.words.size === said.length; });
        return able.length ? within(law, exact.length ? exact : able) : law;
      });
    }
    function isWithin(ref, target) {
      if (!ref.within.length) return true;
      return ref.within.some(function (one) {
        return instruments[target.instrument].id === one.id && ((target.eid || "") + "__").startsWith(one.eid + "__");
      });
    }
    function annexes(laws_) { return laws_.map(function (law) { return law.within || []; }).flat(); }

    function reference(given) {
      var nothing = { instruments: [], path: [], rest: "", targets: [], missing: "", unknown: false, called: "", byName: false, lacksLaw: false, remarks: [], guesses: [], within: [] };
      return Object.assign(nothing, given);
    }
    function target(node) { return { instrument: node.instrument, eid: node.eid, doc: node.doc, node: node }; }
    function whole(instrument) { return { instrument: instrument.at, eid: null, doc: -1, node: null }; }

    function address(text) {
      var written = text.trim().toLowerCase(), mark = written.indexOf("#");
      var id = mark < 0 ? written : written.slice(0, mark), eid = mark < 0 ? "" : written.slice(mark + 1);
      if (id.indexOf("/") < 0 || written.indexOf(" ") >= 0) return null;
      var instrument = instruments.find(function (one) { return one.id.toLowerCase() === id; });
      if (!instrument) return null;
      var node = eid ? tree.at(instrument.id + "#" + eid) : null;
      var levels = eid.split("__").map(function (level) {
        var name = level.split("~")[0], place = name.indexOf("_");
        var prefix = place < 0 ? name : name.slice(0, place);
        return [core.kinds[core.prefixes.indexOf(prefix)], place < 0 ? "" : name.slice(place + 1)];
      }).filter(function (level) { return level[0]; });
      var there = eid ? node && target(node) : instrument.here && whole(instrument);
      return reference({ instruments: [instrument.at], path: levels, targets: there ? [there] : [] });
    }

    function meant(named, found, free) {
      var said = named.filter(function (law) { return law.instruments.length; }).map(function (law) { return law.instruments; });
      var all = said.reduce(function (kept, its) { return kept.filter(function (i) { return its.indexOf(i) >= 0; }); }, said[0] || []);
      var ids = all.length ? all : said.flat();
      var its = instruments.filter(function (i) { return ids.indexOf(i) >= 0; });
      if (its.some(function (i) { return i.number; })) return [its, free];
      sorted(free).forEach(function (at) {
        var keys = articulado.keys(found[at].text);
        var own_ = its.filter(function (i) {
          var known = new Set(names(i).map(articulado.keys).flat());
          return keys.every(function (key) { return known.has(key); });
        });
        if (own_.length && found[at].plain() && !found[at].figure) {
          its = own_;
          free = new Set(free);
          free.delete(at);
        }
      });
      return [its, free];
    }

    function isBeside(found, at, parts, named) {
      return named.some(function (law) {
        var places = law.stop <= at ? range(law.stop, at) : range(at + 1, law.start);
        return places.every(function (place) { return parts.has(place) || found[place].of("join").length; });
      });
    }

    // A sum of money, or of thousands: "$ 100", "25.000".
    function isAmount(piece) { return THOUSANDS.test(piece.figure) || /\p{Sc}$/u.test(piece.gap.trimEnd()); }

    function bare(found, free, named) {
      if (found.length === 1 && found[0].text.indexOf(" ") >= 0 && found[0].of("number").length) {
        return [{ start: 0, stop: 1, kind: "article", numbers: found[0].of("number"), faint: false, series: "", open: false }];
      }
      var figures = sorted(free).filter(function (at) { return found[at].figure && !found[at].year; });
      var parts = new Map(figures.map(function (at) { return [at + 1, steps.bracketed(found, free, at + 1)]; }).filter(function (its) { return its[1]; }));
      var alone = Array.from(free).every(function (at) { return figures.indexOf(at) >= 0 || parts.has(at) || found[at].of("join").length; });
      if (alone && figures.slice(1).some(function (at) { return found[at].gap === "," || found[at].gap === "."; })) return [];
      var meant = figures.filter(function (at) {
        return !parts.has(at) && !isAmount(found[at]) && (alone || isBeside(found, at, parts, named));
      });
      return meant.map(function (at) {
        return { start: at, stop: at + 1, kind: "article", numbers: [found[at].figure], faint: false, series: "", open: false };
      }).concat(Array.from(parts.entries()).filter(function (its) { return meant.indexOf(its[0] - 1) >= 0; }).map(function (its) { return its[1]; }));
    }

    // Articles behind another law, their word left out: "artículo 17 de la ley 45 de 1923 y 20 DEL código penal".
    function elided(found, free, named) {
      var places = named.filter(function (law) { return free.has(law.stop) && found[law.stop].of("and").length; }).map(function (law) { return law.stop + 1; });
      return places.filter(function (at) { return free.has(at) && found[at].figure && !found[at].year && leadsToLaw(found, at + 1, named); }).map(function (at) {
        return { start: at, stop: at + 1, kind: "article", numbers: [found[at].figure], faint: false, series: "", open: false };
      });
    }
    // Whether only words that tie stand between a place and a law: "DE LA ley 25".
    function leadsToLaw(found, at, named) {
      return named.filter(function (law) { return law.start > at; }).map(function (law) { return found.slice(at, law.start); }).some(function (tie) {
        return tie.every(function (one) { return one.of("join").length; }) && tie.some(function (one) { return one.of("of").length; });
      });
    }

    function path(found, free, named) {
      var said = steps(found, free);
      var isNumbered = said.some(function (step) { return step.kind === "article"; });
      var plain = (isNumbered ? elided : bare)(found, without(free, said), named);
      var all = said.concat(plain), article = all.some(function (step) { return step.kind === "article"; });
      var law = named.some(function (one) { return !one.loose; });
      all = all.filter(function (step) {
        return !step.open || (article ? below.has(step.kind) || step.kind === "annex" : law && own.has(step.kind));
      });
      var sure = law || Array.from(without(free, all)).every(function (at) { return found[at].of("join").length; });
      return all.filter(function (step) { return !step.faint || (BY_PLACE.has(step.numbers[0]) ? law : sure); });
    }

    function isNowhere(step, its) {
      if (!step.open || !own.has(step.kind)) return false;
      return !tree.ofKind(step.kind).some(function (node) { return !its.length || its.some(function (i) { return i.at === node.instrument; }); });
    }

    function rest(found, free) {
      var said = sorted(free).filter(function (at) { return !found[at].of("join").length && !found[at].of("closed").length; }), kept = new Set(said);
      said.slice(1).forEach(function (other, place) {
        var gap = range(said[place] + 1, other);
        if (gap.every(function (at) { return free.has(at); })) gap.forEach(function (at) { kept.add(at); });
      });
      return sorted(kept).map(function (at) { return found[at].text; }).join(" ");
    }

    function settled(step) {
      if (step.numbers.length < 2) return step.numbers[0];
      var there = step.numbers.find(function (number) { return provisions.numbered(step.kind, number).length; });
      return there === undefined ? step.numbers[0] : there;
    }

    /* Several references of one text: which parts and laws belong together. */

    function sort(one) {
      if (one.instruments) return "law";
      return below.has(one.kind) ? "part" : one.kind === "article" ? "article" : "above";
    }
    // A law at the end has the article before it whose word is said anew: "ley 45, arts. 17 y 18 y art. 2 ley 25".
    function withOwn(runs, found) {
      var last = runs[runs.length - 1], before = runs[runs.length - 2] || [];
      if (runs.length < 2 || last.some(function (one) { return sort(one) !== "law"; }) || sort(before[0]) !== "law") return runs;
      var at = before.length - 1;
      while (at > 1 && found[before[at].start].of("kind").indexOf("article") < 0) at -= 1;
      if (at < 2 || sort(before[at]) !== "article") return runs;
      return runs.slice(0, -2).concat([before.slice(0, at), before.slice(at).concat(last)]);
    }
    function groups(said, named, found_) {
      var own_ = named.filter(function (law) { return !law.loose; });
      function places(law) { return (law.within || []).map(function (one) { return one.id + "#" + one.eid; }).join(" "); }
      var one_ = new Set(own_.map(places)).size < 2;
      var agree = !own_.length || one_ && own_[0].instruments.some(function (i) { return own_.every(function (law) { return law.instruments.indexOf(i) >= 0; }); });
      var apart = agree ? [] : own_, runs = [], run_ = [];
      said.concat(apart).sort(function (a, b) { return a.start - b.start; }).forEach(function (one) {
        if (run_.some(function (other) { return sort(other) === sort(one); }) && sort(run_[run_.length - 1]) !== sort(one)) {
          runs.push(run_);
          run_ = [];
        }
        run_.push(one);
      });
      runs.push(run_);
      runs = withOwn(runs, found_);
      if (runs.length < 2 || !runs.every(function (its) { return its.some(function (one) { return sort(one) === "article"; }); })) return [{ steps: said, laws: [] }];
      var found = [], following = [];
      runs.reverse().forEach(function (its) {
        var laws_ = its.filter(function (one) { return sort(one) === "law"; });
        following = laws_.length ? laws_ : following;
        found.push({ steps: its.filter(function (one) { return sort(one) !== "law"; }), laws: following });
      });
      return found.reverse().map(function (group) {
        var before = apart.filter(function (law) { return law.start < group.steps[0].start; });
        return group.laws.length || !before.length ? group : { steps: group.steps, laws: [before[before.length - 1]] };
      });
    }
    function ofGroup(ref, group) {
      if (!group.laws.length) return Object.assign({}, ref);
      var ids = new Set(group.laws.map(function (law) { return law.instruments; }).flat().map(function (i) { return i.at; }));
      return withMissing(Object.assign({}, ref, { instruments: ref.instruments.filter(function (at) { return ids.has(at); }), within: annexes(group.laws) }), group.laws);
    }
    // With the first of these laws that the corpus does not have, or knows only by what cites it.
    function withMissing(ref, named) {
      var its = named.find(function (law) { return !law.instruments.length; });
      if (its) return Object.assign(ref, { missing: its.text, unknown: its.unknown, called: its.called });
      var cited = named.find(function (law) { return law.byName && !law.instruments.some(function (i) { return i.here; }); });
      return Object.assign(ref, { missing: "", unknown: false, called: cited ? cited.text : "" });
    }
    function together(each) {
      function distinct(list, name) { return Array.from(new Map(list.flat().map(function (one) { return [name(one), one]; })).values()); }
      var lacking = each.find(function (one) { return one.missing; }) || each[0], isThere = each.some(function (one) { return one.targets.length; });
      return Object.assign({}, each[0], {
        instruments: distinct(each.map(function (one) { return one.instruments; }), String),
        path: distinct(each.map(function (one) { return one.path; }), String),
        targets: distinct(each.map(function (one) { return one.targets; }), function (target) { return target.instrument + "#" + target.eid; }),
        missing: lacking.missing, unknown: lacking.unknown, called: lacking.called,
        remarks: distinct(each.map(function (one) { return one.remarks.concat(isThere ? alsoAbsent(one) : []); }), JSON.stringify),
        guesses: distinct(each.map(function (one) { return one.guesses; }), function (target) { return target.instrument + "#" + target.eid; }),
        lacksLaw: each.every(function (one) { return one.lacksLaw; }),
      });
    }

    // That one of several references leads nowhere, which must not be lost beside what the others lead to.
    function alsoAbsent(ref) {
      var article = ref.path.find(function (level) { return level[0] === "article"; });
      if (!article || !article[1] || ref.targets.length) return [];
      var law = ref.called || ref.missing;
      return [{ code: law ? "also-absent" : "part-not-printed", kind: "article", number: article[1], printed: law }];
    }

    function resolved(ref, said) {
      var levels = [];
      said.forEach(function (step) {
        var level = [step.kind, settled(step)];
        if (!levels.some(function (one) { return same(one, level); })) levels.push(level);
      });
      levels.sort(function (a, b) { return provisions.depth(a[0]) - provisions.depth(b[0]); });
      if (ref.missing && !ref.instruments.length) return guessed(Object.assign(ref, { path: levels }));
      if (!levels.length && ref.within.length) {
        return Object.assign(ref, { targets: ref.within.map(function (one) { return target(tree.at(one.id + "#" + one.eid)); }) });
      }
      if (!levels.length) {
        return Object.assign(ref, { targets: instruments.filter(function (i) { return ref.instruments.indexOf(i.at) >= 0 && i.here; }).map(whole) });
      }
      var otherwise = new Map(said.filter(function (step) { return step.otherwise; }).map(function (step) { return [step.kind, step.otherwise]; }));
      var leads = followed(levels, ref.instruments, otherwise);
      var there = targets(leads.nodes).filter(function (one) { return isWithin(ref, one); });
      if (there.length) {
        var kept = ownOf(ref, levels, there);
        return Object.assign(ref, { path: leads.path, targets: kept[0], remarks: leads.remarks.concat(kept[1], inAnnex(ref, levels, kept[0])) });
      }
      var isHere = ref.instruments.some(function (at) { return instruments[at].here; });
      return isHere || !ref.instruments.length ? Object.assign(ref, { path: levels }) : guessed(Object.assign(ref, { path: levels }));
    }
    function isAnnexed(target) { return Boolean(target.eid) && target.eid.split("__").some(isAnnex) && !target.eid.split("__").some(isQuoted); }
    function isAnnex(level) { return level.startsWith(core.prefixes[core.kinds.indexOf("annex")] + "_"); }
    function isQuoted(level) { return level.startsWith(core.prefixes[core.kinds.indexOf("quoted")] + "_"); }
    function annexesOf(there) {
      return Array.from(new Set(there.map(function (one) {
        var parts = one.eid.split("__");
        return instruments[one.instrument].id + "#" + parts.slice(0, parts.findIndex(isAnnex) + 1).join("__");
      })));
    }
    function printedIn(code, article, annexes) {
      return annexes.map(function (printed) { return { code: code, kind: "article", number: article[1], printed: printed }; });
    }
    // Of the provisions of a law that is named its own; what a treaty has that it prints is only told of.
    function ownOf(ref, levels, there) {
      var article = levels.find(function (level) { return level[0] === "article"; }), own_ = there.filter(function (one) { return !isAnnexed(one); });
      var isAsked = ref.within.length || levels.some(function (level) { return level[0] === "annex"; });
      if (!ref.instruments.length || isAsked || !article || !article[1] || !own_.length || own_.length === there.length) return [there, []];
      return [own_, printedIn("also-in-annex", article, annexesOf(there.filter(isAnnexed)))];
    }
    // That a law has no article of that number of its own, where only a document has it that the law prints.
    function inAnnex(ref, levels, there) {
      var article = levels.find(function (level) { return level[0] === "article"; });
      if (!ref.instruments.length || ref.within.length || !article || levels.some(function (level) { return level[0] === "annex"; })) return [];
      return there.every(isAnnexed) ? printedIn("in-annex", article, annexesOf(there)) : [];
    }
    // With what is numbered so in other laws; nothing where a law is numbered.
    function guessed(ref) {
      if (!ref.byName || !ref.path.length || !(ref.missing || ref.instruments.length)) return ref;
      if (ref.path.some(function (level) { return level[0] === "article" && BY_PLACE.has(level[1]); })) return Object.assign(ref, { lacksLaw: true });
      return Object.assign(ref, { lacksLaw: true, guesses: targets(followed(ref.path, [], new Map()).nodes) });
    }
    function targets(nodes) {
      return nodes.slice().sort(function (a, b) {
        return Number(provisions.nested(a)) - Number(provisions.nested(b)) || a.instrument - b.instrument || a.order - b.order;
      }).map(target);
    }

    // The instruments that a text names for sure beside other words, and these: "Ley 45 de 1923 encaje"; or null.
    function beside(text) {
      var found = pieces(text, lexicon), named = laws(found, instruments);
      if (!named.length || named.some(function (law) { return law.loose || !law.instruments.length; })) return null;
      var its = meant(named, found, without(new Set(range(0, found.length)), named));
      var there = its[0].filter(function (i) { return i.end > i.first; }).map(function (i) { return i.at; });
      return there.length ? { named: there, rest: rest(found, its[1]) } : null;
    }

    // The pieces of a text and the laws that it names. "88/89" beside another law is no law but two articles of it.
    function taken(text, isKnown) {
      var found = pieces(text, lexicon), named = recognised(found, laws(found, instruments, isKnown));
      function slashed(law) { return !law.instruments.length && found[law.start].year && law.text.indexOf("/") >= 0; }
      var some = new Set(named.filter(slashed).map(function (law) { return law.start; }));
      if (!some.size || named.every(slashed)) return [found, named];
      found = found.map(function (piece, at) { return some.has(at) ? apart(piece) : [piece]; }).flat();
      return [found, recognised(found, laws(found, instruments, isKnown))];
    }

    // A law that is named for sure and is not here, with the words beside it, which no other law may answer.
    function askedOf(found, named, left, known) {
      if (named.some(function (law) { return law.instruments.length; })) return null;
      if (!named.some(function (law) { return statutes.isSure(found, law, known || ANY_WORD); })) return null;
      return withMissing(reference({ rest: left, byName: true, lacksLaw: true }), named);
    }

    function read(text, isKnown) {
      var written = address(text);
      if (written) return written;
      var both = taken(text, isKnown), found = both[0], named = both[1];
      var its = meant(named, found, without(new Set(range(0, found.length)), named)), free = its[1];
      var said = path(found, free, named).filter(function (step) { return !isNowhere(step, its[0]); });
      free = without(free, said);
      var left = rest(found, free);
      if (!said.length && (left || named.every(function (law) { return law.loose || law.unknown; }))) return askedOf(found, named, left, isKnown);
      var byName = named.some(function (law) { return law.byName; });
      var ref = withMissing(reference({ instruments: its[0].map(function (i) { return i.at; }), rest: left, byName: byName, within: annexes(named) }), named);
      return together(groups(said, named, found).map(function (group) { return resolved(ofGroup(ref, group), group.steps); }));
    }

    return {
      read: read, beside: beside, tree: tree, names: names, isSaid: function (key) { return spelled.has(key); },
      nearest: function (ref) { return ref.targets.length ? [] : provisions.nearest(ref.instruments, ref.path, ref.within.length ? FAR : NEAR).map(target).filter(function (one) { return isWithin(ref, one); }).slice(0, NEAR); },
      wordsOf: function (kind) { return words.filter(function (e) { return e.meanings.some(function (m) { return m[0] === "kind" && m[1] === kind; }); }).map(function (e) { return e.word; }); },
    };
  };
}(articulado));
