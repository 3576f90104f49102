/* The passage of a text that answers best, and why: the same as kb/query/snippets.py and naming.py. */
(function (articulado) {
  "use strict";
  var LENGTH = 240, LEAD = 60, CUT = "…", AS_INFLECTED = 0.95, AS_IDEA = 0.85, AS_AKIN = 0.7;
  var SENTENCE_END = /(?<=[\p{L}\p{N}_]{4})[.;:] (?=\P{Nd})/gu;

  function ending(tokens, at, run, slop) {
    for (var place = 1; place < run.length; place += 1) {
      var next = at + 1;
      while (next < Math.min(at + 1 + slop, tokens.length) && tokens[next].key !== run[place]) next += 1;
      if (next >= Math.min(at + 1 + slop, tokens.length)) return -1;
      at = next;
    }
    return at;
  }

  function simple(its) { return its.either.length ? its.either.map(simple).flat() : [its]; }

  // How well a word of the same stem answers: worse when the dictionary has it for another word.
  function likeness(its, key, glossary, language) {
    var lemmas = its.clause.runs.map(function (run) { return glossary.lemma(run[0], language); }).filter(function (lemma) { return lemma !== articulado.BREAK; });
    return !lemmas.length || lemmas.indexOf(glossary.lemma(key, language)) >= 0 ? AS_INFLECTED : AS_AKIN;
  }

  function literal(tokens, its, number, glossary, language) {
    var found = [], alike = new Map(), begins = !its.clause.runs.length;
    tokens.forEach(function (token, at) {
      var typed = false;
      its.clause.runs.forEach(function (run) {
        if (token.key !== run[0]) return;
        typed = true;
        var last = ending(tokens, at, run, its.clause.slop);
        if (last >= 0) found.push({ start: token.start, end: tokens[last].end, clause: number, worth: 1 });
      });
      if (typed || !its.surfaces.has(token.key)) return;
      if (!alike.has(token.key)) alike.set(token.key, begins ? 1 : likeness(its, token.key, glossary, language));
      found.push({ start: token.start, end: token.end, clause: number, worth: alike.get(token.key) });
    });
    return found;
  }

  function inOrder(a, b) { return a.start - b.start || b.end - a.end; }

  var cut = new Map();
  // The words of a text with their keys; of the texts that were read last they are kept.
  function keyed(text) {
    if (!cut.has(text)) {
      if (cut.size > 300) cut.clear();
      cut.set(text, articulado.words(text).map(function (word) { return { key: articulado.key(word[0]), start: word[1], end: word[2] }; }));
    }
    return cut.get(text);
  }

  /* Where a text holds what was looked for, and what it calls in other words: {matches, named}. */
  function read(text, prepared, glossary, language) {
    var tokens = keyed(text);
    var matches = [], named = new Map(), wanted = new Set();
    prepared.forEach(function (whole, number) {
      simple(whole).forEach(function (its) {
        matches = matches.concat(literal(tokens, its, number, glossary, language));
        its.clause.ideas.forEach(function (idea) { wanted.add(idea.concept); });
      });
    });
    var met = new Set(matches.map(function (match) { return match.clause; }));
    if (wanted.size) {
      var finder = glossary.of(wanted).get(language);
      var found = finder ? finder.find(glossary.tokens(text, language)) : [];
      prepared.forEach(function (whole, number) {
        if (met.has(number)) return;
        simple(whole).map(function (its) { return its.clause.ideas; }).flat().forEach(function (idea) {
          var own = found.filter(function (one) { return one.form.concept === idea.concept; });
          own.forEach(function (one) { matches.push({ start: one.start, end: one.end, clause: number, worth: AS_IDEA * idea.weight }); });
          if (own.length && !named.has(idea.concept)) named.set(idea.concept, [idea.said, text.slice(own[0].start, own[0].end).replace(/\s+/g, " ")]);
        });
      });
    }
    return { matches: matches.sort(inOrder), named: named };
  }

  function best(found) {
    var most = [-1, -1], start = 0;
    found.forEach(function (one, first) {
      var inside = found.slice(first).filter(function (other) { return other.start <= one.start + LENGTH - LEAD; });
      var worth = [new Set(inside.map(function (other) { return other.clause; })).size, inside.length];
      if (worth[0] > most[0] || (worth[0] === most[0] && worth[1] > most[1])) { most = worth; start = one.start; }
    });
    return start;
  }

  function beginning(text, mark) {
    var lead = Math.max(0, mark - LEAD), ends = -1;
    SENTENCE_END.lastIndex = lead;
    for (var found = SENTENCE_END.exec(text); found && found.index + found[0].length <= mark; found = SENTENCE_END.exec(text)) {
      ends = found.index + found[0].length;
    }
    if (ends >= 0) return ends;
    var word = text.slice(lead, mark).indexOf(" ");
    return lead === 0 ? 0 : word >= 0 ? lead + word + 1 : mark;
  }

  function stop(text, start) {
    var limit = start + LENGTH;
    if (limit >= text.length) return text.length;
    var word = text.lastIndexOf(" ", limit);
    return word > start ? word : limit;
  }

  function merged(found) {
    var all = [];
    found.forEach(function (match) {
      var last = all[all.length - 1];
      if (last && match.start < last[1]) last[1] = Math.max(last[1], match.end); else all.push([match.start, match.end]);
    });
    return all;
  }

  /* A passage as pieces: [words, whether they are marked]. */
  function pieces(text, matches, from, to) {
    var made = [], at = from;
    merged(matches).forEach(function (place) {
      if (place[0] < from || place[1] > to) return;
      made.push([text.slice(at, place[0]), false], [text.slice(place[0], place[1]), true]);
      at = place[1];
    });
    made.push([text.slice(at, to), false]);
    return made.filter(function (piece) { return piece[0]; });
  }

  function snippet(text, matches) {
    var from = matches.length ? beginning(text, best(matches)) : 0, to = stop(text, from);
    var made = pieces(text, matches, from, to);
    if (from) made.unshift([CUT, false]);
    if (to < text.length) made.push([CUT, false]);
    return made;
  }

  // The words of a document, or of the part of it that a reference names.
  function part(own, target) {
    var whole = { eid: own.eid, label: own.label, heading: own.heading, text: own.text, below: "" };
    if (!target || !target.eid || target.eid === own.eid) return whole;
    var inside = own.inside.find(function (one) { return (one[0][0] === "_" ? own.eid + "__" + one[0].slice(1) : one[0]) === target.eid; });
    if (!inside) return whole;
    var letters = Array.from(own.text);
    return { eid: target.eid, label: own.label, heading: own.heading, below: inside[1], text: letters.slice(inside[3], inside[4]).join("") };
  }

  /* What ranking weighs of a place. */
  articulado.evidence = function (library, doc, own, prepared, glossary) {
    var it = library.instruments[library.instrument[doc]], kind = library.core.kinds[library.kind[doc]];
    var above = [it.title].concat(it.aliases, own.above).join(". ");
    return {
      heading: read(own.heading, prepared, glossary, it.language).matches, text: read(own.text, prepared, glossary, it.language).matches,
      above: read(above, prepared, glossary, it.language).matches, headed: Boolean(own.heading), length: own.text.length,
      article: kind === "article" || kind === "transitional" || library.core.below.indexOf(kind) >= 0,
      status: library.core.statuses[library.status[doc]],
    };
  };

  // On the page of an article its second paragraph is just that: "#inc_2".
  function anchor(own, whole, target) {
    var alone = target.node && target.node.unnumbered && whole.link.indexOf("#") < 0;
    return alone ? own.eid.slice(whole.eid.length + 2) : own.eid;
  }

  /* What is shown of a hit: its names, the passage, the reasons, and the words to be marked on its page. */
  articulado.shown = function (library, hit) {
    return Promise.all([hit.doc >= 0 ? library.text(hit.doc) : null, library.ideas()]).then(function (both) {
      if (!both[0]) return { label: "", heading: [], passage: [], named: [], inHeading: false, link: "index.html", words: [], below: "" };
      var own = part(both[0], hit.target), language = library.instruments[hit.instrument].language;
      var said = read(own.text, hit.clauses, both[1], language), heading = read(own.heading, hit.clauses, both[1], language);
      var words = merged(said.matches).map(function (place) { return own.text.slice(place[0], place[1]); });
      words = words.concat(merged(heading.matches).map(function (place) { return own.heading.slice(place[0], place[1]); }));
      var link = both[0].link;
      if (own.eid !== both[0].eid) link = link.split("#")[0] + "#" + encodeURIComponent(anchor(own, both[0], hit.target));
      return {
        label: own.label, heading: pieces(own.heading, heading.matches, 0, own.heading.length), passage: snippet(own.text, said.matches),
        named: Array.from(new Map(Array.from(said.named).concat(Array.from(heading.named))).values()),
        inHeading: heading.matches.length > 0, link: link, below: own.below,
        words: articulado.asking.unique(words.map(articulado.keys).flat()).filter(function (key) { return !library.isStop(key); }).slice(0, 12),
      };
    });
  };
}(articulado));
