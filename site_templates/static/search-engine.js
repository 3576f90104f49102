/* What a question asks for and how well each document answers: the same as kb/query/asking.py and the index. */
(function (articulado) {
  "use strict";
  var ABBREVIATION = /^[^\p{L}\p{N}]*(?:(?:\p{L}\.){2,}|(?:\p{L}\.)+\p{L})[^\p{L}\p{N}]*$/u, FIGURE = /^\p{Nd}+$/u, YEAR = /^[12]\d{3}$/;
  var MOST_WORDS = 48, LONGEST_UNQUOTED = 8, AS_PART = 0.7, K1 = 1.2;
  // As many texts are read to find a phrase; of a commoner one the first places are found, and that is said.
  var MOST_READ = 240, AT_ONCE = 12, MOST_BEGINNINGS = 48, MANY = 20000;

  function unique(list) { return Array.from(new Set(list)); }

  function clause(runs, given) {
    return Object.assign({ runs: runs, terms: [], slop: 1, optional: false, ideas: [], from: null, begins: "", either: [] }, given);
  }
  function optional(clauses) { return clauses.map(function (one) { return Object.assign({}, one, { optional: true }); }); }

  // "at,there" -> number and year, where they stand side by side or with one word between them.
  function cited(spelled) {
    var found = [];
    spelled.forEach(function (one, at) {
      [at + 1, at + 2].forEach(function (there) {
        if (there < spelled.length && FIGURE.test(one) && YEAR.test(spelled[there])) found.push([at, there]);
      });
    });
    return found;
  }
  function lawsCited(spelled) {
    var laws = unique(cited(spelled).map(function (pair) { return spelled[pair[0]] + " " + spelled[pair[1]]; }));
    return laws.map(function (law) { return clause([law.split(" ")], { slop: 2 }); });
  }

  // Of what overlaps the one that takes the most words; all that take the same.
  function longest(found) {
    var taken = new Map(), kept = [];
    found.slice().sort(function (a, b) { return b.tokens.length - a.tokens.length || a.start - b.start; }).forEach(function (one) {
      var place = one.start + " " + one.end;
      if (one.tokens.every(function (token) { return (taken.get(token.start) || place) === place; })) {
        one.tokens.forEach(function (token) { taken.set(token.start, place); });
        kept.push(one);
      }
    });
    return kept;
  }

  function ideasOf(its, glossary, spelled, typed) {
    var whole = [], parts = [], ideas = new Map();
    its.forEach(function (finder, language) {
      var said = spelled.map(function (one, at) { return { lemma: one === null ? articulado.BREAK : glossary.lemma(one, language), start: at, end: at + 1 }; });
      whole = whole.concat(finder.find(said));
      parts = parts.concat(finder.every(said));
    });
    function note(one, weight) {
      var words = spelled.slice(one.start, one.end).map(function (key) { return typed.get(key); }).join(" ");
      one.tokens.forEach(function (token) {
        var key = spelled[token.start];
        if (!ideas.has(key)) ideas.set(key, new Map());
        if (!ideas.get(key).has(one.form.concept)) ideas.get(key).set(one.form.concept, { concept: one.form.concept, said: words, weight: weight });
      });
    }
    longest(whole).forEach(function (one) { note(one, 1); });
    parts.forEach(function (one) { note(one, AS_PART); });
    return ideas;
  }

  // With how many of the same letters two words begin.
  function alike(one, other) {
    var at = 0;
    while (at < one.length && at < other.length && one[at] === other[at]) at += 1;
    return at;
  }

  // Of the lemmas of words of its term the one that is most like a word.
  function likest(key, lemmas) {
    return lemmas.sort(function (a, b) { return alike(key, b) - alike(key, a) || a.length - b.length || (a < b ? -1 : 1); })[0];
  }

  function learn(library, glossary, key, entry) {
    library.languages.forEach(function (language, at) {
      function own(one) { return one.lemmas[at] === undefined ? glossary.lemma(one.surface, language) : one.lemmas[at]; }
      var lemma = entry.lemmas[at];
      if (entry.akin) lemma = likest(key, entry.akin[at].map(own).filter(function (one) { return one && one !== articulado.BREAK; }));
      if (lemma !== undefined) glossary.learn(key, language, lemma);
    });
  }

  // The words of a text as the corpus knows them: key -> {terms, from, printed}; no terms for a word that nobody prints.
  function known(library, spelled, glossary) {
    return Promise.all(unique(spelled).map(function (key) {
      if (articulado.hasDigit(key)) return [key, { terms: [key], from: null, printed: true }];
      return library.word(key).then(function (entry) {
        return entry || library.inflected(key);
      }).then(function (entry) {
        if (!entry) return [key, { terms: [], from: null, printed: false }];
        if (glossary && entry.lemmas) learn(library, glossary, key, entry);
        function from(term) { return entry.akin ? entry.akin[entry.terms.indexOf(term)][0].surface : key; }
        var terms = unique(entry.terms.filter(function (term) { return term !== undefined; }));
        return [key, { terms: terms, from: from, printed: Boolean(entry.count) }];
      });
    })).then(function (pairs) { return new Map(pairs); });
  }

  // What finds the ideas that these words may name, by language.
  function finders(library, glossary, spelled) {
    var firsts = unique(spelled.map(function (key) {
      return library.languages.map(function (language) { return glossary.lemma(key, language); });
    }).flat().filter(function (lemma) { return lemma && lemma !== articulado.BREAK; }));
    return Promise.all(firsts.map(library.forms)).then(function (its) { return glossary.beginning(firsts, its.flat()); });
  }

  /* What a typed text asks for: phrases, laws cited by number and year, words; `typing` is whether its last word may go on. */
  function asked(library, typed, typing) {
    var kinds = articulado.typed, groups = typed.groups.slice(0, MOST_WORDS);
    function isSingle(group) { return group.length === 1 && group[0].kind === kinds.WORD && !ABBREVIATION.test(group[0].text); }
    var loose = groups.filter(isSingle).map(function (group) { return group[0].text; }).join(" ");
    var other = groups.filter(function (group) { return group.length > 1; }).flat().filter(function (one) { return one.kind === kinds.WORD; });
    var apart = unique(articulado.keys(other.map(function (one) { return one.text; }).join(" "))).slice(0, MOST_WORDS);
    var as = new Map();
    articulado.words(other.map(function (one) { return one.text; }).join(" ") + " " + loose).forEach(function (word) { as.set(articulado.key(word[0]), word[0]); });
    var spelled = articulado.keys(loose).slice(0, MOST_WORDS), every = unique(spelled.concat(apart));
    return library.ideas().then(function (glossary) {
      return known(library, every, glossary).then(function (its) {
        return finders(library, glossary, every).then(function (found) { return [its, glossary, found]; });
      });
    }).then(function (all) {
      var its = all[0], glossary = all[1], places = new Set(cited(spelled).flat());
      function terms(one) { return its.has(one) ? its.get(one).terms : []; }
      function isStop(one) { return terms(one).length > 0 && terms(one).every(function (term) { return term === ""; }); }
      var last = typing && spelled[spelled.length - 1];
      var unknown = every.filter(function (one) { return !FIGURE.test(one[0]) && !its.get(one).printed; });
      var line = spelled.map(function (one, at) { return places.has(at) ? null : one; });
      var ideas = ideasOf(all[2], glossary, line.concat(apart.map(function (one) { return [null, one]; }).flat()), as);
      function worded(one) {
        var own = ideas.has(one) ? Array.from(ideas.get(one).values()) : [];
        var begins = one === last && unknown.indexOf(one) >= 0 && one.length > 1;
        return clause([[one]], { terms: terms(one).filter(Boolean).sort(), ideas: own, from: its.has(one) ? its.get(one).from : null, begins: begins ? one : "" });
      }
      function made(one) {
        var keys = articulado.keys(one.text).slice(0, MOST_WORDS);
        if (one.kind === kinds.PREFIX) return clause([], { begins: keys[0] });
        if (one.kind === kinds.PHRASE || keys.length > 1) return keys.length ? clause([keys]) : null;
        return !keys.length || isStop(keys[0]) ? null : worded(keys[0]);
      }
      var phrases = [], mixed = [];
      groups.filter(function (group) { return !isSingle(group); }).forEach(function (group) {
        var own = group.map(made).filter(Boolean);
        if (!own.length) return;
        var isPhrase = group.every(function (one) { return one.kind === kinds.PHRASE; });
        (isPhrase ? phrases : mixed).push(own.length === 1 ? own[0] : clause([], { either: own }));
      });
      var said = unique(spelled.filter(function (one, at) { return !places.has(at); }));
      var telling = said.filter(function (one) { return !isStop(one); });
      var plain = telling.filter(function (one) { return terms(one).indexOf("") < 0; });
      var words = (plain.length ? plain : telling).map(worded).concat(mixed);
      var ends = spelled.map(function (one, at) { return isStop(one) ? -1 : at; }).filter(function (at) { return at >= 0; });
      var phrase = ends.length ? spelled.slice(ends[0], ends[ends.length - 1] + 1) : [];
      if (phrase.length > 1 && phrase.length <= LONGEST_UNQUOTED) words.push(clause([phrase], { optional: true }));
      var laws = lawsCited(spelled);
      return {
        phrases: phrases, cited: laws, words: words, all: phrases.concat(laws, words),
        unknown: unknown.filter(function (one) { return one !== last; }).map(function (one) { return { key: one, word: as.get(one) }; }),
      };
    });
  }

  /* What must not be there: a word in any inflection and as typed, a phrase, any word that begins so. */
  function barred(library, typed) {
    var kinds = articulado.typed, parts = typed.excluded.slice(0, MOST_WORDS);
    var words = parts.filter(function (one) { return one.kind === kinds.WORD; }).map(function (one) { return articulado.key(one.text); });
    return known(library, words).then(function (its) {
      return parts.map(function (one) {
        var keys = articulado.keys(one.text);
        if (one.kind === kinds.PREFIX) return [clause([], { begins: keys[0] })];
        if (one.kind === kinds.PHRASE || keys.length > 1) return [clause([keys])];
        var own = its.get(articulado.key(one.text));
        var terms = own.terms.filter(Boolean);
        return [clause([[keys[0]]])].concat(terms.length ? [clause([[keys[0]]], { terms: terms, from: own.from })] : []);
      }).flat();
    });
  }

  /* Everything about a clause that is known before the first document is looked at. */
  function prepared(library, one) {
    if (one.either.length) {
      return Promise.all(one.either.map(function (own) { return prepared(library, own); })).then(function (its) {
        var surfaces = new Set(its.map(function (own) { return Array.from(own.surfaces); }).flat());
        return { clause: one, either: its, runs: [], terms: [], ideas: [], begins: [], surfaces: surfaces };
      });
    }
    var runs = Promise.all(one.runs.map(function (run) {
      return Promise.all(run.map(function (key) {
        return library.word(key).then(function (entry) {
          var stop = library.isStop(key);
          return { key: key, stop: Boolean(stop), count: entry ? entry.count : 0, postings: entry ? entry.postings : { docs: [], times: [] }, idf: library.idf(entry ? entry.count : 0) };
        });
      }));
    }));
    var terms = Promise.all(one.terms.map(function (term) { return library.term(term, one.from ? one.from(term) : term); }));
    var ideas = Promise.all(one.ideas.map(function (idea) { return library.idea(idea.concept); }));
    var begins = one.begins ? library.beginning(one.begins, MOST_BEGINNINGS) : Promise.resolve([]);
    return Promise.all([runs, terms, ideas, begins]).then(function (found) {
      var surfaces = new Set();
      found[1].forEach(function (term) { term.surfaces.forEach(function (surface) { surfaces.add(surface); }); });
      found[3].forEach(function (entry) { surfaces.add(entry.surface); });
      return { clause: one, either: [], runs: found[0], terms: found[1], ideas: found[2], begins: found[3], surfaces: surfaces };
    });
  }

  function Sums(count) {
    var values = new Float64Array(count), met = new Uint8Array(count), docs = [];
    return {
      docs: docs, values: values, met: met,
      add: function (doc, value) { if (!met[doc]) { met[doc] = 1; docs.push(doc); } values[doc] += value; },
      most: function (doc, value) { if (!met[doc]) { met[doc] = 1; docs.push(doc); } if (value > values[doc]) values[doc] = value; },
    };
  }

  function weighed(library, field, times, boost, into) {
    var idf = library.idf(times.size);
    times.forEach(function (often, doc) { into(doc, boost * library.weigh(field, idf, often, doc)); });
  }

  function wordWeighed(library, word, boost, into) {
    word.postings.docs.forEach(function (doc, at) { into(doc, boost * library.weigh(0, word.idf, word.postings.times[at], doc)); });
  }

  // What a document must have for the clause, and how much that counts.
  function needed(library, its) {
    var sums = Sums(library.count), one = its.clause, into = one.ideas.length ? sums.most : sums.add;
    its.either.forEach(function (own) {
      var other = needed(library, own);
      other.docs.forEach(function (doc) { sums.add(doc, other.values[doc]); });
    });
    its.terms.forEach(function (term) { weighed(library, 1, term.times, 1, into); });
    its.ideas.forEach(function (times, at) { weighed(library, 3, times, library.weights.concept * one.ideas[at].weight, sums.most); });
    its.begins.forEach(function (entry) {
      entry.postings.docs.forEach(function (doc, at) { sums.add(doc, library.weigh(0, library.idf(entry.count), entry.postings.times[at], doc)); });
    });
    if (!one.terms.length) its.runs.forEach(function (run) { if (run.length === 1) wordWeighed(library, run[0], 1, sums.add); });
    return sums;
  }

  // What makes a document rank higher.
  function helping(library, its, into) {
    var one = its.clause, weights = library.weights;
    its.either.forEach(function (own) { helping(library, own, into); });
    its.terms.forEach(function (term) { weighed(library, 2, term.headed, weights.heading, into); });
    if (one.terms.length) its.runs.forEach(function (run) { if (run.length === 1) wordWeighed(library, run[0], weights.typed, into); });
    if (!one.optional) return;
    its.terms.forEach(function (term) { weighed(library, 1, term.times, 1, into); });
    its.ideas.forEach(function (times, at) { weighed(library, 3, times, weights.concept * one.ideas[at].weight, into); });
    if (!one.terms.length) its.runs.forEach(function (run) { if (run.length === 1) wordWeighed(library, run[0], weights.phrase, into); });
  }

  // A run of several words: the documents that have them all, and how much it may count there at most.
  function likely(library, run, boost) {
    var telling = run.filter(function (word) { return !word.stop; }), most = 0;
    run.forEach(function (word) { if (word.stop) most += word.idf * (K1 + 1); });
    var found = new Map();
    if (!telling.length) {
      for (var doc = 0; doc < library.count; doc += 1) found.set(doc, boost * most);
      return found;
    }
    telling.forEach(function (word, turn) {
      var its = new Map();
      word.postings.docs.forEach(function (doc, at) {
        if (turn === 0 || found.has(doc)) its.set(doc, (found.get(doc) || boost * most) + boost * library.weigh(0, word.idf, word.postings.times[at], doc));
      });
      found = its;
    });
    return found;
  }

  // Whether a text, as keys in their order, has the words of a run one after another.
  function has(keys, run, slop) {
    for (var start = keys.indexOf(run[0].key); start >= 0; start = keys.indexOf(run[0].key, start + 1)) {
      var at = start;
      var all = run.slice(1).every(function (word) {
        for (var next = at + 1; next <= at + slop && next < keys.length; next += 1) {
          if (keys[next] === word.key) { at = next; return true; }
        }
        return false;
      });
      if (all) return true;
    }
    return false;
  }

  function counted(library, run, keys, boost, doc) {
    return run.reduce(function (sum, word) {
      var times = keys.reduce(function (all, key) { return all + (key === word.key ? 1 : 0); }, 0);
      return sum + boost * library.weigh(0, word.idf, times, doc);
    }, 0);
  }

  function keysOf(library, own) {
    var label = library.core.kinds[library.kind[own.doc]] === "article" ? "" : own.label;
    return articulado.keys(label + "\n" + own.heading + "\n" + own.text);
  }

  function runsOf(its, weights) {
    var one = its.clause;
    if (its.either.length) return its.either.map(function (own) { return runsOf(own, weights); }).flat();
    if (one.terms.length) return [];
    var boost = one.optional ? weights.phrase : 1;
    return its.runs.filter(function (run) { return run.length > 1; }).map(function (run) { return { run: run, slop: one.slop, boost: boost }; });
  }

  /* The documents that answer, best first: {list: [{doc, score}], more}. `more` when not every text that may have a phrase was
     read. `mask` has 1 for what may answer, or is null. */
  function ranked(library, clauses, every, mask, want) {
    return Promise.all(clauses.map(function (one) { return prepared(library, one); })).then(function (all) {
      var must = all.filter(function (its) { return !its.clause.optional; });
      if (!must.length) return { list: [], more: false, prepared: all };
      var sums = Sums(library.count), counts = new Uint16Array(library.count), extra = new Map(), phrased = [];
      function bonus(doc, value) { extra.set(doc, (extra.get(doc) || 0) + value); }
      all.forEach(function (its, number) {
        var runs = runsOf(its, library.weights), own = its.clause.optional ? null : needed(library, its);
        // Of very many articles the words as typed are looked for in those that are read closely only.
        if (its.clause.optional && library.count > MANY) runs = [];
        runs.forEach(function (one) {
          one.clause = number;
          one.likely = likely(library, one.run, one.boost);
          one.likely.forEach(function (most, doc) {
            if (own) own.add(doc, 0);
            bonus(doc, most);
          });
          phrased.push(one);
        });
        if (own) own.docs.forEach(function (doc) { sums.add(doc, own.values[doc]); counts[doc] += 1; });
      });
      all.forEach(function (its) {
        helping(library, its, function (doc, value) { if (sums.met[doc]) sums.values[doc] += value; });
      });
      var docs = sums.docs.filter(function (doc) { return (!every || counts[doc] === must.length) && (!mask || mask[doc]); });
      var found = docs.map(function (doc) { return { doc: doc, score: sums.values[doc], most: sums.values[doc] + (extra.get(doc) || 0) }; });
      found = likeliest(found, Math.max(MOST_READ, 4 * want));
      return verified(library, all, phrased, found, every, want);
    });
  }

  // In order as far as anybody looks; the rest only counts.
  function likeliest(found, most) {
    function order(a, b) { return b.most - a.most || a.doc - b.doc; }
    if (found.length <= 2 * most) return found.sort(order);
    var values = Float64Array.from(found, function (one) { return one.most; }).sort(), least = values[values.length - most];
    var head = found.filter(function (one) { return one.most >= least; });
    return head.sort(order).concat(found.filter(function (one) { return one.most < least; }));
  }

  function better(a, b) { return Math.round(b.score * 1e6) - Math.round(a.score * 1e6) || a.doc - b.doc; }

  // Reads the texts that may have the phrases, the likeliest first, until nothing unread can come before what is wanted.
  function verified(library, all, phrased, found, every, want) {
    var open = phrased.filter(function (one) { return !all[one.clause].clause.optional; }), read = 0, at = 0, done = [];
    function isOpen(one) { return phrased.some(function (p) { return p.likely.has(one.doc); }); }
    function settle(one, own) {
      var keys = keysOf(library, own), met = new Map();
      phrased.forEach(function (p) {
        if (!p.likely.has(one.doc) || !has(keys, p.run, p.slop)) return;
        one.score += counted(library, p.run, keys, p.boost, one.doc);
        met.set(p.clause, true);
      });
      var needs = unique(open.map(function (p) { return p.clause; }));
      var lacks = needs.filter(function (number) { return !met.has(number) && !has1(all[number], one.doc); });
      return every ? !lacks.length : !needs.length || needs.length > lacks.length || all.some(function (its, number) { return !its.clause.optional && needs.indexOf(number) < 0 && touches(its, one.doc); });
    }
    function enough() {
      if (at >= found.length || read >= MOST_READ) return true;
      if (open.length && done.length + (found.length - at) <= MOST_READ) return false;
      var best = done.filter(function (one) { return one.score >= found[at].most; });
      return best.length >= want;
    }
    function step() {
      if (!phrased.length) {
        done = found;
        at = found.length;
      }
      if (done === found) return Promise.resolve();
      var batch = [];
      while (!enough() && batch.length < AT_ONCE && at < found.length) {
        var one = found[at];
        at += 1;
        if (isOpen(one)) batch.push(one); else done.push(one);
      }
      if (!batch.length) return Promise.resolve();
      read += batch.length;
      return Promise.all(batch.map(function (one) {
        return library.text(one.doc).then(function (own) { if (settle(one, own)) done.push(one); });
      })).then(step);
    }
    return step().then(function () {
      var rest = open.length ? [] : found.slice(at), most = Math.max(MOST_READ, 4 * want), last = done === found ? found.splice(most) : [];
      if (done !== found) done = done.concat(rest.splice(0, most));
      return { list: done.sort(better).concat(rest, last), more: open.length > 0 && at < found.length, prepared: all };
    });
  }
  function has1(its, doc) {
    if (its.either.length) return its.either.some(function (own) { return own.terms.length || own.ideas.length || own.begins.length ? touches(own, doc) : has1(own, doc); });
    return !its.clause.terms.length && its.runs.some(function (run) { return run.length === 1 && run[0].postings.docs.indexOf(doc) >= 0; });
  }

  // Whether a document answers a clause, in its words or in others.
  function touches(its, doc) {
    if (its.either.length) return its.either.some(function (own) { return touches(own, doc); });
    return its.terms.some(function (term) { return term.times.has(doc); }) || its.ideas.some(function (times) { return times.has(doc); }) ||
      its.begins.some(function (entry) { return entry.postings.docs.indexOf(doc) >= 0; }) || has1(its, doc) ||
      (!its.clause.terms.length && its.runs.some(function (run) {
        return run.length > 1 && run.every(function (word) { return word.stop || word.postings.docs.indexOf(doc) >= 0; });
      }));
  }

  articulado.asking = {
    asked: asked, barred: barred, clause: clause, optional: optional,
    lawsCited: lawsCited, ranked: ranked, touches: touches, unique: unique, prepared: prepared,
  };
}(articulado));
