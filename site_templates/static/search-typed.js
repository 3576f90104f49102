/* The query language: what is typed, as parts; and what its filters mean. The same as kb/query/typed.py and filters.py. */
(function (articulado) {
  "use strict";
  var WORD = "word", PHRASE = "phrase", PREFIX = "prefix", FILTER = "filter", EITHER = "or";
  var QUOTED = '"[^"]*"|“[^”]*”|«[^»]*»';
  // White space as Python has it.
  var SPACE = "\\t-\\r\\x1c- \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
  var WHOLE = new RegExp("^(?:" + QUOTED + ")$", "u");
  var PART = new RegExp(
    "(\\|)|([-−]*)(?:(\\p{L}[\\p{L}\\p{N}_]*):((?:" + QUOTED + "|[^" + SPACE + "|\"“«])+)|(" + QUOTED + ")|((?:(?!" + QUOTED + ")[^" + SPACE + "|])+))", "gu"
  );
  var VALUE = new RegExp("(?:" + QUOTED + "|[^,])+", "gu");
  var LONGEST = 4000, SHORTEST_PREFIX = 2, LONGEST_NAME = 7;
  var DAY = "\\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\\d|3[01]))?)?", FIRST = "0000-01-01", LAST = "9999-12-31";
  var ONE_DAY = new RegExp("^" + DAY + "$");
  var FROM_TO = new RegExp("^(?:([<>]=?)\\s*(" + DAY + ")|(" + DAY + ")?\\.\\.(" + DAY + ")?)$");

  function wordsOf(text) { return articulado.words(text).map(function (word) { return word[0]; }); }
  function part(kind, text, given) { return Object.assign({ kind: kind, text: text, excluded: false, either: false, field: "", values: [] }, given); }
  function joins(one) { return one.kind !== FILTER && !one.excluded; }
  function isUpper(text) { return text === text.toUpperCase() && text !== text.toLowerCase(); }

  // A word as it is, or a prefix; of several words that only marks join the last is the prefix.
  function worded(word, minus) {
    var said = wordsOf(word), starred = word.endsWith("*");
    if (!minus && !(said.length && starred)) return [part(WORD, word)];
    var last = said.pop() || "";
    starred = starred && Array.from(last).length >= SHORTEST_PREFIX && /\p{L}/u.test(last);
    if (minus && said.length && !starred) return [part(PHRASE, word, { excluded: minus })];
    var made = said.map(function (one) { return part(WORD, one, { excluded: minus }); });
    return last ? made.concat(part(starred ? PREFIX : WORD, last, { excluded: minus })) : made;
  }

  function valuesOf(text) {
    return Array.from(text.matchAll(VALUE), function (found) {
      var value = found[0].trim();
      return WHOLE.test(value) ? value.slice(1, -1).trim() : value;
    });
  }

  function partsOf(text, fields, either) {
    var before = "", made = [];
    Array.from(text.matchAll(PART)).forEach(function (found) {
      var whole = found[0], minus = Boolean(found[2]), field = found[3] ? articulado.fold(found[3]) : "";
      if (found[1] || (isUpper(whole) && Object.hasOwn(either, articulado.fold(whole)))) made.push(part(EITHER, whole));
      else if (found[5]) { if (articulado.keys(found[5]).length) made.push(part(PHRASE, found[5].slice(1, -1).trim(), { excluded: minus })); }
      else if (field && Object.hasOwn(fields, field)) made.push(part(FILTER, whole, { excluded: minus, field: fields[field], values: valuesOf(found[4]) }));
      else if (field) made = made.concat(worded(minus ? whole.replace(/^[-−]+/, "") : whole, minus));
      else if (minus && /\p{Nd}$/u.test(before) && /^\p{Nd}/u.test(found[6])) made.push(part(WORD, whole));
      else made = made.concat(worded(found[6], minus));
      before = whole;
    });
    return made;
  }

  function Typed(parts) {
    function isPlain(group) { return group.every(function (one) { return one.kind === WORD; }); }
    var groups = [];
    parts.filter(joins).forEach(function (one) {
      if (one.either && groups.length) groups[groups.length - 1].push(one); else groups.push([one]);
    });
    var excluded = parts.filter(function (one) { return one.excluded && one.kind !== FILTER; });
    var filters = parts.filter(function (one) { return one.kind === FILTER; });
    return {
      parts: parts, groups: groups, excluded: excluded, filters: filters,
      plain: groups.filter(isPlain).flat().map(function (one) { return one.either ? "OR " + one.text : one.text; }).join(" "),
      left: function (rest) {
        var other = groups.filter(function (group) { return !isPlain(group); }).flat();
        return Typed(rest.parts.concat(other, excluded, filters));
      },
      loosened: function () {
        return Typed(parts.map(function (one) {
          if (one.kind !== PHRASE || one.excluded) return [one];
          return wordsOf(one.text).map(function (word) { return Object.assign({}, one, { kind: WORD, text: word }); });
        }).flat());
      },
    };
  }

  function read(text, words) {
    var parts = [], waiting = null;
    // Code points, as everywhere: a letter beyond the first plane is one.
    partsOf(Array.from(text).slice(0, LONGEST).join(""), words.field || {}, words.or || {}).forEach(function (one) {
      if (one.kind === EITHER) {
        waiting = waiting || (parts.length && joins(parts[parts.length - 1]) ? one : null);
        return;
      }
      one.either = waiting !== null && joins(one);
      parts.push(one);
      waiting = null;
    });
    if (waiting && wordsOf(waiting.text).length) parts.push(part(WORD, waiting.text));
    return Typed(parts);
  }

  /* Filters */

  function begin(day) { return day + FIRST.slice(day.length); }
  function end(day) { return day.length < 7 ? day + "-12-31".slice(day.length - 4) : day.length === 7 ? day + "-31" : day; }
  function days(value) {
    value = value.replace(/ /g, "");
    if (ONE_DAY.test(value)) return [begin(value), end(value)];
    var found = FROM_TO.exec(value);
    if (!found || value === "..") return null;
    if (!found[1]) return [begin(found[3] || FIRST), end(found[4] || LAST)];
    var bound = found[2];
    if (found[1] === ">=") return [begin(bound), LAST];
    if (found[1] === ">") return [end(bound) + "+", LAST];
    return found[1] === "<=" ? [FIRST, end(bound)] : [FIRST, begin(bound).slice(0, -1)];
  }
  function isOf(it, span) {
    if (!it.dates.length && it.year) return String(it.year).padStart(4, "0") + "-12-31" >= span[0] && String(it.year).padStart(4, "0") + "-01-01" <= span[1];
    return it.dates.some(function (date) { return span[0] <= date && date <= span[1]; });
  }

  function sameKeys(one, other) { return articulado.keys(one).join(" ") === articulado.keys(other).join(" "); }

  // A test of documents and of instruments for each field, or null when the value means nothing that is known.
  function Filters(library, references) {
    var core = library.core, words = core.search, hold = new Set(core.hold);
    function ofInstruments(its) {
      var ids = new Set(its.map(function (it) { return it.at; }));
      return { doc: function (doc) { return ids.has(library.instrument[doc]); }, instrument: function (at) { return ids.has(at); } };
    }
    function ofDocuments(test) { return { doc: test, instrument: function () { return false; } }; }
    function meant(role, value) {
      return core.reference.split("\n").map(function (line) { return line.split("\t"); }).filter(function (its) {
        return sameKeys(its[0], value);
      }).map(function (its) { return its.slice(1); }).flat().filter(function (m) { return m.startsWith(role + " "); }).map(function (m) { return m.slice(role.length + 1); });
    }
    var fields = {
      in: function (value) {
        var exact = library.instruments.filter(function (it) { return it.id.toLowerCase() === value.toLowerCase(); });
        if (exact.length) return ofInstruments(exact);
        var found = references.read(value);
        if (!found || found.rest || found.path.length || !(found.instruments.length || found.missing)) {
          var named = library.instruments.filter(function (it) { return references.names(it).some(function (name) { return sameKeys(name, value); }); });
          return named.length ? ofInstruments(named) : null;
        }
        return ofInstruments(library.instruments.filter(function (it) { return found.instruments.indexOf(it.at) >= 0; }));
      },
      status: function (value) {
        var said = articulado.keys(value).join(" "), known = core.known.find(function (status) { return articulado.keys(status).join(" ") === said; });
        var status = Object.hasOwn(words.status || {}, said) ? words.status[said] : known;
        if (!status) return null;
        var at = core.statuses.indexOf(status);
        return { doc: function (doc) { return library.status[doc] === at; }, instrument: function (it) { return library.instruments[it].status === status; } };
      },
      lang: function (value) {
        var said = articulado.keys(value).join(" "), code = Object.hasOwn(words.language || {}, said) ? words.language[said] : said;
        if (library.languages.indexOf(code) < 0) return null;
        return ofInstruments(library.instruments.filter(function (it) { return it.language === code; }));
      },
      type: function (value) {
        var types = meant("type", value).concat(library.instruments.map(function (it) { return it.type; }).filter(function (type) { return sameKeys(type, value); }));
        return types.length ? ofInstruments(library.instruments.filter(function (it) { return types.indexOf(it.type) >= 0; })) : null;
      },
      kind: function (value) {
        var kinds = new Set(meant("kind", value).concat(core.kinds.filter(function (kind) { return sameKeys(kind, value); })));
        if (!kinds.size) return null;
        var docs = new Set(references.tree.nodes.filter(function (node) { return kinds.has(node.kind) && node.doc >= 0; }).map(function (node) { return node.doc; }));
        return ofDocuments(function (doc) { return docs.has(doc); });
      },
      date: function (value) {
        var span = days(value);
        return span ? ofInstruments(library.instruments.filter(function (it) { return isOf(it, span); })) : null;
      },
      chapter: function (value) { return chapters(value); },
    };
    function number(word) { return /^\p{Nd}/u.test(word) ? word : articulado.roman(word) ? String(articulado.roman(word)) : ""; }
    function chapters(value) {
      var said = articulado.keys(value), last = number(said[said.length - 1]), called = said.slice(0, -1).join(" ");
      var every = references.tree.nodes.filter(function (node) { return hold.has(node.kind); });
      var told = every.filter(function (node) { return (library.instruments[node.instrument].id + "#" + node.eid).toLowerCase() === value.toLowerCase(); });
      if (!told.length && last) {
        var kinds = called ? meant("kind", called) : null;
        told = every.filter(function (node) { return node.cited === last && (!kinds || kinds.indexOf(node.kind) >= 0); });
      }
      var headed = told.length || (last && said.length < 2) ? Promise.resolve(told) : headings(said, every);
      return headed.then(function (its) {
        var plain = said.length === 1 && last ? its.filter(function (node) { return node.kind === "chapter"; }) : [];
        var kept = new Set(plain.length ? plain : its);
        if (!kept.size) return null;
        var docs = new Set(references.tree.nodes.filter(function (node) {
          for (var one = node; one; one = one.parent) if (kept.has(one)) return node.doc >= 0;
          return false;
        }).map(function (node) { return node.doc; }));
        return ofDocuments(function (doc) { return docs.has(doc); });
      });
    }
    // The containers whose label and heading have these words: what has them anywhere is read.
    function headings(said, every) {
      return Promise.all(said.map(library.word)).then(function (entries) {
        var telling = entries.filter(function (entry) { return entry && entry.postings.docs.length; });
        var likely = every.filter(function (node) { return node.doc >= 0 && telling.every(function (entry) { return entry.postings.docs.indexOf(node.doc) >= 0; }); });
        if (!telling.length) return [];
        return Promise.all(likely.slice(0, 60).map(function (node) { return library.text(node.doc); })).then(function (owns) {
          return likely.filter(function (node, at) {
            var has = new Set(owns[at] ? articulado.keys(owns[at].label + " " + owns[at].heading) : []);
            return said.every(function (key) { return has.has(key); });
          });
        });
      });
    }
    function lookup(field, value) { return articulado.keys(value).length && fields[field] ? Promise.resolve(fields[field](value)) : Promise.resolve(null); }
    // A value of several words need not be quoted where these words are known: "in:ley 45 de 1923 encaje".
    function extended(one, following) {
      if (one.field === "chapter" || one.field === "date" || one.values.length !== 1 || /["”»]$/.test(one.text)) return Promise.resolve([one, 0]);
      var run = 0;
      while (run < LONGEST_NAME && following[run] && following[run].kind === WORD && !following[run].either && !following[run].excluded) run += 1;
      function turn(count) {
        if (count < 1) return Promise.resolve([one, 0]);
        var value = one.values.concat(following.slice(0, count).map(function (word) { return word.text; })).join(" ");
        return lookup(one.field, value).then(function (test) { return test ? [Object.assign({}, one, { values: [value] }), count] : turn(count - 1); });
      }
      return turn(run);
    }
    /* {typed, tests, unknown}: the text without the words that go on with a value, and [test, excluded] of each filter. */
    return function (typed) {
      var parts = typed.parts.slice(), kept = [], tests = [], unknown = [];
      function next() {
        if (!parts.length) return Promise.resolve({ typed: Typed(kept), tests: tests, unknown: unknown });
        var one = parts.shift();
        if (one.kind !== FILTER) { kept.push(one); return next(); }
        return extended(one, parts).then(function (its) {
          parts.splice(0, its[1]);
          return Promise.all(its[0].values.map(function (value) { return lookup(one.field, value); })).then(function (found) {
            var own = found.filter(Boolean);
            found.forEach(function (test, at) { if (!test) unknown.push(one.field + ":" + its[0].values[at]); });
            if (own.length) tests.push([own, one.excluded]);
            kept.push(its[0]);
            return next();
          });
        });
      }
      return next();
    };
  }

  articulado.typed = { read: read, WORD: WORD, PHRASE: PHRASE, PREFIX: PREFIX, FILTER: FILTER };
  articulado.Filters = Filters;
}(articulado));
