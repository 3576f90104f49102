/* A question and what answers it: exact provisions first, then phrases, all words, some words, as kb/query/search.py does. */
(function (articulado) {
  "use strict";
  var REFERENCE = "reference", MENTION = "mention", PHRASE = "phrase", ALL = "all-words", SOME = "some-words", NOTHING = "nothing";
  var MOST_MENTIONED = 8, CITED = ["article", "transitional", "annex"];
  var asking = articulado.asking;

  function joined(first, then) {
    var met = new Set(first.map(function (one) { return one.place; }));
    return first.concat(then.filter(function (one) { return !met.has(one.place); }));
  }

  function hit(library, doc, score, reason, clauses) {
    return { place: doc, doc: doc, instrument: library.instrument[doc], target: null, score: score, reason: reason, clauses: clauses };
  }

  // A desk where a question is asked: what may answer, and how many answers are wanted.
  function Desk(library, references, mask, want) {
    var told = { more: false };
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
    function some(clauses, named) {
      var each = library.languages.map(function (_, language) {
        var own = new Uint8Array(library.count);
        for (var doc = 0; doc < library.count; doc += 1) own[doc] = library.language[doc] === language && (!mask || mask[doc]) ? 1 : 0;
        return find(SOME, clauses, false, named, own);
      });
      return Promise.all(each).then(function (lists) {
        var found = lists.map(function (list) { return list.slice(0, 2 * want); }).flat();
        found.forEach(function (one) {
          one.has = one.clauses.filter(function (its) { return !its.clause.optional && asking.touches(its, one.doc); }).length;
        });
        return found.sort(function (a, b) { return b.has - a.has || b.score - a.score || a.doc - b.doc; });
      });
    }
    function words(question, named) {
      return find(ALL, question.all, true, named).then(function (found) {
        if (!question.cited.length) return found;
        return find(SOME, question.cited.concat(asking.optional(question.words)), true, named).then(function (its) { return joined(found, its); });
      }).then(function (found) {
        return found.length >= want ? found : some(question.all, named).then(function (its) { return joined(found, its); });
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

  function absent(library, references, desk, reference, text) {
    var number = articulado.keys(text);
    if (number.length && number.join(" ") === reference.path.map(function (level) { return level[1]; }).join(" ")) {
      return desk.find(ALL, [asking.clause([number])], true);
    }
    var law = asking.lawsCited(number);
    if (!law.length && reference.missing) law = [asking.clause([articulado.keys(reference.missing)])];
    var clauses = law.concat(reference.path.length ? mentions(library, references, reference, text) : []);
    return desk.find(ALL, clauses, true, law.length ? [] : reference.instruments);
  }

  function targetHit(library, target, clauses, scores) {
    var place = target.doc >= 0 ? target.doc : -1;
    return {
      place: library.instruments[target.instrument].id + "#" + (target.eid || ""), doc: place, instrument: target.instrument, target: target,
      score: scores.get(place) || 0, reason: REFERENCE, clauses: clauses,
    };
  }

  function exact(library, reference, question, mask, fits) {
    var targets = reference ? reference.targets.filter(fits) : [];
    if (!targets.length) return Promise.resolve([]);
    return asking.ranked(library, question.all, false, null, 10).then(function (its) {
      var scores = new Map(its.list.map(function (one) { return [one.doc, one.score]; }));
      var hits = targets.map(function (target) { return targetHit(library, target, its.prepared, scores); });
      return hits.sort(function (a, b) { return b.score - a.score; });
    });
  }

  function others(library, references, desk, reference, question, text) {
    if (question.phrases.length) {
      return desk.phrases(question).then(function (found) {
        return found.length ? found : asking.asked(library, asking.dissolved(text)).then(function (loose) { return desk.words(loose, []); });
      });
    }
    if (reference && reference.targets.length) {
      if (question.all.length) return desk.words(question, reference.instruments);
      return desk.find(MENTION, mentions(library, references, reference, text), true, reference.path.length ? reference.instruments : []);
    }
    if (reference && !reference.rest) return absent(library, references, desk, reference, text);
    return desk.words(question, []);
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

  /* Everything that answers `text`, best first. `mask` has 1 for each document that may, or is null; `fits` tells it of a
     target of a reference; `typing` is whether the last word may go on. */
  articulado.answer = function (library, text, given) {
    var settings = Object.assign({ mask: null, fits: function () { return true; }, want: 10, typing: false }, given);
    var plain = asking.unquoted(text);
    return (mayRefer(library, plain) ? references(library) : Promise.resolve(null)).then(function (reader) {
      var understood = reader ? reader.read(plain) : null;
      var targets = understood ? understood.targets.filter(settings.fits) : [];
      var reference = understood && Object.assign({}, understood, { targets: targets });
      var isLeft = reference && (targets.length || !reference.rest);
      return asking.asked(library, isLeft ? reference.rest + " " + asking.quotations(text) : text, settings.typing).then(function (question) {
        var desk = Desk(library, reader, settings.mask, settings.want);
        return Promise.all([
          exact(library, reference, question, settings.mask, settings.fits),
          others(library, reader, desk, reference, question, text),
        ]).then(function (both) {
          var shown = new Set(both[0].map(function (one) { return one.doc; }));
          var hits = both[0].concat(both[1].filter(function (one) { return !shown.has(one.doc); }));
          return {
            rung: hits.length ? hits[0].reason : NOTHING, hits: hits, reference: understood, more: desk.told.more,
            nearest: understood && reader ? reader.nearest(understood) : [], unknown: question.unknown,
          };
        });
      });
    });
  };
  articulado.references = references;
}(articulado));
