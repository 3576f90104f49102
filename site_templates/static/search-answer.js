/* A question and what answers it: exact provisions first, then phrases, all words, some words, as kb/query/search.py does. */
(function (articulado) {
  "use strict";
  var REFERENCE = "reference", MENTION = "mention", PHRASE = "phrase", ALL = "all-words", SOME = "some-words", FITS = "filter", NOTHING = "nothing";
  var MISPRINT = "misprint", GUESS = "guess";
  var MOST_MENTIONED = 8, READ_CLOSELY = 20, FEW = 10, MANY = 20000, CITED = ["article", "transitional", "annex"];
  var asking = articulado.asking;

  function joined(first, then) {
    var met = new Set(first.map(function (one) { return one.place; }));
    return first.concat(then.filter(function (one) { return !met.has(one.place); }));
  }

  function hit(library, doc, score, reason, clauses) {
    return { place: doc, doc: doc, instrument: library.instrument[doc], target: null, score: score, reason: reason, clauses: clauses };
  }

  // A desk where a question is asked: what may answer, and how many answers are wanted.
  function Desk(library, mask, want) {
    // Of very many articles fewer are read before the first answer.
    var told = { more: false }, closely = library.count <= MANY ? READ_CLOSELY : READ_CLOSELY / 2;
    function within(own, named) {
      if (named.length !== 1) return own;
      var it = library.instruments[named[0]], both = new Uint8Array(library.count);
      both.fill(1, it.first, it.end);
      if (own) both.forEach(function (value, doc) { both[doc] = value & own[doc]; });
      return both;
    }
    function find(reason, clauses, every, named, own) {
      if (!clauses.length) return Promise.resolve([]);
      return asking.ranked(library, clauses, every, within(own === undefined ? mask : own, named || []), want).then(function (its) {
        told.more = told.more || its.more;
        return its.list.map(function (one) { return hit(library, one.doc, one.score, reason, its.prepared); });
      });
    }
    function inLanguage(language) {
      var own = new Uint8Array(library.count);
      for (var doc = 0; doc < library.count; doc += 1) own[doc] = library.language[doc] === language && (!mask || mask[doc]) ? 1 : 0;
      return own;
    }
    // Places with all words; when there are more than are read, also the best of a language that has none there.
    function inEvery(clauses, named) {
      return find(ALL, clauses, true, named).then(function (found) {
        if (found.length < READ_CLOSELY) return found;
        var met = new Set(found.slice(0, READ_CLOSELY).map(function (one) { return library.language[one.doc]; }));
        var missing = library.languages.map(function (_, at) { return at; }).filter(function (at) { return !met.has(at); });
        return Promise.all(missing.map(function (at) { return find(ALL, clauses, true, named, inLanguage(at)); })).then(function (lists) {
          var more = lists.map(function (list) { return list.slice(0, FEW); }).flat();
          return joined(found.slice(0, READ_CLOSELY - more.length).concat(more), found);
        });
      });
    }
    function some(clauses, named) {
      return Promise.all(library.languages.map(function (_, at) { return find(SOME, clauses, false, named, inLanguage(at)); })).then(function (lists) {
        var deep = Math.max(2 * want, READ_CLOSELY);
        return lists.map(function (list) { return list.slice(0, closely); }).concat(lists.map(function (list) { return list.slice(closely, deep); })).flat();
      });
    }
    // In the order of what each is worth: as many as may be on the first pages are read.
    function order(found) {
      if (!found.length) return Promise.resolve(found);
      var most = closely * (library.count <= MANY ? 1 + library.languages.length : 1), its = found[0].clauses, ranking = articulado.ranking;
      var weights = ranking.weights(library, its);
      return Promise.all([library.ideas(), Promise.all(found.slice(0, most).map(function (one) { return library.text(one.doc); }))]).then(function (both) {
        var made = found.slice(0, most).map(function (one, at) {
          var value = ranking.worth(articulado.evidence(library, one.doc, both[1][at], its, both[0]), weights);
          return Object.assign({}, one, { clauses: its, score: Math.round(value * 1e6) / 1e6, language: library.language[one.doc] });
        });
        made.sort(function (a, b) { return b.score - a.score; });
        return ranking.sharedOut(made).concat(found.slice(most));
      });
    }
    function words(question, named) {
      return inEvery(question.all, named).then(function (found) {
        var more = found.length < Math.max(FEW, want) ? some(question.all, named) : Promise.resolve([]);
        return more.then(function (its) {
          if (found.length < FEW && its.length) return order(joined(found, its));
          return Promise.all([order(found), order(its)]).then(function (both) { return joined(both[0], both[1]); });
        }).then(function (ranked) {
          if (!question.cited.length) return ranked;
          return find(SOME, question.cited.concat(asking.optional(question.words)), true, named).then(function (its) {
            var both = joined(found, its);
            if (both.length && found.length) return order(both);
            return its.length ? Promise.all(question.all.map(function (one) { return asking.prepared(library, one); })).then(function (all) {
              return order(its.map(function (one) { return Object.assign({}, one, { clauses: all }); }));
            }) : both;
          }).then(function (first) { return joined(first, ranked); });
        });
      });
    }
    function phrases(question) {
      var help = asking.optional(question.cited.concat(question.words));
      return find(PHRASE, question.all, true).then(function (together) {
        return find(PHRASE, question.phrases.concat(help), true).then(function (its) { return joined(together, its); });
      });
    }
    return { find: find, words: words, phrases: phrases, told: told };
  }

  // What a text prints that cites what was typed.
  function mentions(library, references, reference, text) {
    if (reference.path.length) {
      var levels = reference.path.filter(function (level) { return level[1]; }).map(function (level) {
        var series = level[0] === "article" && level[1][0] === "t" && level[1].length > 1;
        return series ? ["transitional", level[1].slice(1)] : level;
      }).filter(function (level) { return CITED.indexOf(level[0]) >= 0; }).slice(0, MOST_MENTIONED);
      var said = levels.map(function (level) {
        return references.wordsOf(level[0]).map(function (word) { return articulado.keys(word).concat(level[1]); });
      }).flat();
      return said.length ? [asking.clause(said)] : [];
    }
    var laws = library.instruments.filter(function (it) { return reference.instruments.indexOf(it.at) >= 0 && it.number; });
    var runs = laws.filter(function (law) { return law.year; }).map(function (law) { return [String(law.number), String(law.year)]; });
    laws.forEach(function (law) { references.names(law).forEach(function (name) { runs.push(articulado.keys(name)); }); });
    runs.push(articulado.keys(text));
    var distinct = asking.unique(runs.filter(function (run) { return run.length; }).map(function (run) { return run.join(" "); }));
    return [asking.clause(distinct.map(function (run) { return run.split(" "); }), { slop: 2 })];
  }

  // The names of the laws that are named and have no text here.
  function outside(library, references, reference) {
    var laws = reference.instruments.map(function (at) { return library.instruments[at]; }).filter(function (it) { return !it.here; });
    return laws.map(function (it) { return references.names(it).map(articulado.keys); }).flat().filter(function (run) { return run.length; });
  }

  function absent(library, references, desk, reference, text) {
    var number = articulado.keys(text);
    if (number.length && number.join(" ") === reference.path.map(function (level) { return level[1]; }).join(" ")) {
      return desk.find(ALL, [asking.clause([number])], true);
    }
    var law = asking.lawsCited(number), out = outside(library, references, reference);
    var called = [reference.missing, reference.called].map(articulado.keys).filter(function (run) { return run.length; });
    if (!law.length && called.length) law = [asking.clause(called)];
    if (!law.length && out.length) law = [asking.clause(out, { slop: 2 })];
    var clauses = law.concat(reference.path.length ? mentions(library, references, reference, text) : []);
    return desk.find(ALL, clauses, true, law.length ? [] : reference.instruments);
  }

  function targetHit(library, target, clauses, scores, reason) {
    var place = target.doc >= 0 ? target.doc : -1;
    return {
      place: library.instruments[target.instrument].id + "#" + (target.eid || ""), doc: place, instrument: target.instrument, target: target,
      score: scores.get(place) || 0, reason: reason, clauses: clauses,
    };
  }

  function exact(library, targets, question, reason) {
    if (!targets.length) return Promise.resolve([]);
    return asking.ranked(library, question.all, false, null, 10).then(function (its) {
      var scores = new Map(its.list.map(function (one) { return [one.doc, one.score]; }));
      var hits = targets.map(function (target) { return targetHit(library, target, its.prepared, scores, reason); });
      return hits.sort(function (a, b) { return b.score - a.score; });
    });
  }

  // Places in the instruments that are named beside words, with all of these: "Ley 45 de 1923 encaje".
  function inside(library, desk, beside, typed) {
    return asking.asked(library, typed.left(articulado.typed.read(beside.rest, library.core.search))).then(function (own) {
      return own.all.length ? desk.words(own, beside.named) : [];
    }).then(function (found) { return found.filter(function (one) { return one.reason === ALL; }); });
  }

  function others(library, references, desk, reference, question, typed) {
    if (question.phrases.length) {
      return desk.phrases(question).then(function (found) {
        return found.length ? found : asking.asked(library, typed.loosened()).then(function (loose) { return desk.words(loose, []); });
      });
    }
    if (reference && reference.targets.length) {
      if (question.all.length) return desk.words(question, reference.instruments);
      return desk.find(MENTION, mentions(library, references, reference, typed.plain), true, reference.path.length ? reference.instruments : []);
    }
    if (reference && ((reference.lacksLaw && reference.path.length) || !reference.rest)) return absent(library, references, desk, reference, typed.plain);
    var beside = references && !reference && typed.plain ? references.beside(typed.plain) : null;
    return desk.words(question, []).then(function (found) {
      if (!beside || beside.named.length !== 1 || (found.length && found[0].reason === ALL)) return found;
      return inside(library, desk, beside, typed).then(function (its) { return joined(its, found); });
    });
  }

  // Only what may be a reference needs the tree: a figure, or a word that references are made of.
  function mayRefer(library, text) {
    if (articulado.hasDigit(text) || text.indexOf("/") >= 0) return true;
    if (!library.refers) {
      library.refers = new Set();
      library.core.reference.split("\n").forEach(function (line) {
        var parts = line.split("\t");
        if (parts.slice(1).some(function (m) { return /^(kind|type) /.test(m); })) articulado.keys(parts[0]).forEach(function (key) { library.refers.add(key); });
      });
      library.instruments.forEach(function (it) { [it.title].concat(it.aliases).forEach(function (name) { articulado.keys(name).slice(0, 1).forEach(function (key) { library.refers.add(key); }); }); });
    }
    return articulado.keys(text).some(function (key) { return library.refers.has(key); });
  }

  function references(library) {
    if (!library.reading) library.reading = library.tree().then(function (trees) { return articulado.References(library, trees); });
    return library.reading;
  }

  // What a text refers to, or null. A word that no text has, where a statute is named, is a name that nobody knows.
  function understood(library, reader, text) {
    var keys = articulado.keys(text).filter(function (key) { return !articulado.hasDigit(key) && !reader.isSaid(key); });
    return Promise.all(keys.map(library.word)).then(function (entries) {
      var strange = keys.filter(function (_, at) { return !entries[at]; });
      return Promise.all(strange.map(function (key) { return articulado.isSlip(library, key); })).then(function (its) {
        var unknown = new Set(strange), slips = new Set(strange.filter(function (_, at) { return its[at]; }));
        return reader.read(text, {
          has: function (word) { return !articulado.keys(word).some(function (key) { return unknown.has(key); }); },
          isSlip: function (word) { return articulado.keys(word).some(function (key) { return slips.has(key); }); },
        });
      });
    });
  }
  articulado.understood = function (library, text) {
    return references(library).then(function (reader) { return understood(library, reader, text); });
  };

  // What is numbered so in other laws, where the law that was named is not here: what its name tells first.
  function guessed(library, reference, typed, fits) {
    if (!reference || !reference.guesses.length) return Promise.resolve([]);
    var named = articulado.typed.read(reference.missing + " " + reference.rest, library.core.search);
    return asking.asked(library, named).then(function (question) { return exact(library, reference.guesses.filter(fits), question, GUESS); });
  }

  // What filters and exclusions leave: {mask, fits}; the mask has 1 for each document that may answer, or is null.
  function allowed(library, settings, tests, without) {
    if (!tests.length && !without.length) return settings;
    var mask = new Uint8Array(library.count), out = new Set(without);
    function passes(which, at) {
      return tests.every(function (pair) { return pair[0].some(function (test) { return test[which](at); }) !== pair[1]; });
    }
    for (var doc = 0; doc < library.count; doc += 1) mask[doc] = (!settings.mask || settings.mask[doc]) && !out.has(doc) && passes("doc", doc) ? 1 : 0;
    return Object.assign({}, settings, {
      mask: mask,
      fits: function (target) {
        return settings.fits(target) && !out.has(target.doc) && (target.doc >= 0 ? passes("doc", target.doc) : passes("instrument", target.instrument));
      },
    });
  }

  function excluded(library, typed) {
    if (!typed.excluded.length) return Promise.resolve([]);
    return asking.barred(library, typed).then(function (clauses) {
      return asking.ranked(library, clauses, false, null, Infinity);
    }).then(function (its) { return its.list.map(function (one) { return one.doc; }); });
  }

  function listed(library, mask) {
    var hits = [];
    for (var doc = 0; doc < library.count; doc += 1) if (mask[doc]) hits.push(hit(library, doc, 0, FITS, []));
    return hits;
  }

  /* Everything that answers `text`, best first. `mask` has 1 for each document that may, or is null; `fits` tells it of a
     target of a reference; `typing` is whether the last word may go on. */
  articulado.answer = function (library, text, given) {
    var settings = Object.assign({ mask: null, fits: function () { return true; }, want: 10, typing: false }, given);
    var first = articulado.typed.read(text, library.core.search), reader = null;
    var isLanguage = first.filters.length > 0 || mayRefer(library, first.plain);
    return (isLanguage ? references(library) : Promise.resolve(null)).then(function (its) {
      reader = its;
      return first.filters.length ? articulado.Filters(library, reader)(first) : { typed: first, tests: [], unknown: [] };
    }).then(function (chosen) {
      return excluded(library, chosen.typed).then(function (out) { return [chosen, allowed(library, settings, chosen.tests, out)]; });
    }).then(function (both) {
      var chosen = both[0], open = both[1], typed = chosen.typed;
      var reads = reader && typed.plain ? understood(library, reader, typed.plain) : Promise.resolve(null);
      return reads.then(function (its) { return found(its, chosen, open, typed); });
    });

    function found(its, chosen, open, typed) {
      var targets = its ? its.targets.filter(open.fits) : [];
      var reference = its && Object.assign({}, its, { targets: targets });
      var isLeft = reference && (targets.length || !reference.rest || !reference.path.length);
      var sought = isLeft ? typed.left(articulado.typed.read(reference.rest, library.core.search)) : typed;
      var isMisprint = its && its.remarks.some(function (remark) { return remark.code === MISPRINT; });
      return asking.asked(library, sought, settings.typing).then(function (question) {
        var desk = Desk(library, open.mask, settings.want);
        var alone = chosen.tests.length > 0 && !typed.groups.length;
        var rest = alone ? Promise.resolve(listed(library, open.mask)) : others(library, reader, desk, reference, question, typed);
        var named = exact(library, targets, question, isMisprint ? MISPRINT : REFERENCE);
        return Promise.all([named, rest, guessed(library, reference, typed, open.fits)]).then(function (all) {
          var shown = new Set(all[0].map(function (one) { return one.doc; }));
          var hits = all[0].concat(all[1].filter(function (one) { return !shown.has(one.doc); }), all[2]);
          return {
            rung: hits.length ? hits[0].reason : NOTHING, hits: hits, reference: its, more: desk.told.more,
            nearest: its ? reader.nearest(its) : [], unknown: its && its.lacksLaw ? [] : question.unknown, unknownValues: chosen.unknown,
            onlyExcluded: typed.excluded.length > 0 && !typed.groups.length && !chosen.tests.length,
          };
        });
      });
    }
  };
  articulado.references = references;
}(articulado));
