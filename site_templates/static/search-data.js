/* The search data: loaded part by part as scripts, because a page that is opened from a folder may load nothing else. */
(function (articulado) {
  "use strict";
  var DIGITS = "";
  for (var code = 32; code < 127; code += 1) if ("\"\\<".indexOf(String.fromCharCode(code)) < 0) DIGITS += String.fromCharCode(code);
  var BASE = DIGITS.length, ONE = 64, TWO = 88, THREE = 91, HEADED = 4;
  var VALUES = new Uint8Array(128);
  for (var digit = 0; digit < BASE; digit += 1) VALUES[DIGITS.charCodeAt(digit)] = digit;
  var K1 = 1.2, B = 0.75, SHORTEST_STEM = 3;

  // Numbers out of characters, as kb/site/search/written.py puts them in.
  function numbers(text) {
    var found = [];
    for (var at = 0; at < text.length;) {
      var first = VALUES[text.charCodeAt(at)], value = first, more = 0;
      if (first >= THREE) { value = 0; more = 4; }
      else if (first >= TWO) { value = first - TWO; more = 2; }
      else if (first >= ONE) { value = first - ONE; more = 1; }
      for (var next = 1; next <= more; next += 1) value = value * BASE + VALUES[text.charCodeAt(at + next)];
      if (more > 0) value += ONE;
      if (more > 1) value += (TWO - ONE) * BASE;
      if (more > 2) value += (THREE - TWO) * BASE * BASE;
      found.push(value);
      at += more + 1;
    }
    return found;
  }

  // {docs, times, headed}: where a word stands, how often, and how often in the heading.
  function postings(text) {
    var coded = numbers(text), docs = [], times = [], headed = [], last = -1;
    for (var at = 0; at < coded.length; at += 1) {
      last += (coded[at] >> 1) + 1;
      var more = coded[at] & 1 ? coded[at += 1] : 0;
      docs.push(last);
      times.push(Math.floor(more / HEADED) + 1);
      headed.push(more % HEADED);
    }
    return { docs: docs, times: times, headed: headed };
  }
  var NONE = { docs: [], times: [], headed: [] };

  // Documents with how often each has something, made to be gone through quickly.
  function Counts(found) {
    var docs = Array.from(found.keys()), times = Array.from(found.values());
    return {
      size: docs.length,
      has: function (doc) { return found.has(doc); },
      forEach: function (each) { for (var at = 0; at < docs.length; at += 1) each(times[at], docs[at]); },
    };
  }

  function lines(text) { return text ? text.split("\n") : []; }

  // Code points in order, as the shards are sorted.
  function before(one, other) {
    var a = Array.from(one), b = Array.from(other);
    for (var at = 0; at < a.length && at < b.length; at += 1) {
      if (a[at] !== b[at]) return a[at].codePointAt(0) < b[at].codePointAt(0);
    }
    return a.length < b.length;
  }

  // The last part that begins at or before what is wanted.
  function part(firsts, wanted, isBefore) {
    var low = 0, high = firsts.length - 1;
    while (low < high) {
      var middle = (low + high + 1) >> 1;
      if (isBefore(wanted, firsts[middle])) high = middle - 1; else low = middle;
    }
    return low;
  }

  function Loader(folder) {
    var waiting = new Map(), asked = new Map();
    window.articuladoData = function (name, content) {
      var done = waiting.get(name);
      waiting.delete(name);
      if (done) done(content);
    };
    return function (name) {
      if (!asked.has(name)) {
        articulado.loaded.add(name);
        asked.set(name, new Promise(function (resolve, reject) {
          var script = document.createElement("script");
          script.src = folder + name + ".js";
          script.onerror = function () { asked.delete(name); reject(new Error(name)); };
          script.onload = function () { script.remove(); };
          waiting.set(name, resolve);
          document.head.appendChild(script);
        }));
      }
      return asked.get(name);
    };
  }

  // A word's term in each language, as kb/site/search/postings.py tells it; undefined where it has none.
  function termsOf(surface, said, count) {
    var each = said.split(","), found = [];
    for (var at = 0; at < count; at += 1) {
      var own = each[at] || "";
      if (own === "") { found.push(undefined); continue; }
      if (own === "-") { found.push(""); continue; }
      var cut = parseInt(own, 10), rest = own.slice(String(cut).length).replace(/^:/, "");
      found.push(surface.slice(0, surface.length - cut) + rest);
    }
    return found;
  }

  // The forms that begin with a lemma, as kb/site/search/glossary.py tells them.
  function formsOf(first, text, languages) {
    return text.split(";").map(function (group, at) {
      return group.split(",").filter(Boolean).map(function (form) {
        var its = form.split(" ");
        return { concept: parseInt(its[0], 36), language: languages[at], lemmas: [first].concat(its.slice(1)) };
      });
    }).flat();
  }

  // Words, of each of which only is told what the one before does not begin with.
  function unfolded(text) {
    var last = "";
    return lines(text).map(function (line) {
      last = last.slice(0, parseInt(line[0], 36)) + line.slice(1);
      return last;
    });
  }

  // A shard of words: where each is in it, and which are words of a term.
  function Shard(content, languages) {
    var surfaces = unfolded(content[0]), coded = content[1].split("\n"), terms = content[2].split("\n"), lemmas = content[3].split("\n"), forms = content[4].split("\n");
    var places = new Map(surfaces.map(function (surface, at) { return [surface, at]; }));
    var decoded = new Map(), byTerm = null, byFirst = null;
    function entry(at) {
      if (!decoded.has(at)) {
        var surface = surfaces[at], own = coded[at] ? postings(coded[at]) : NONE;
        var digit = articulado.hasDigit(surface);
        var its = digit ? languages.map(function () { return surface; }) : termsOf(surface, terms[at], languages.length);
        decoded.set(at, { surface: surface, terms: its, lemmas: termsOf(surface, lemmas[at], languages.length), postings: own, count: own.docs.length });
      }
      return decoded.get(at);
    }
    function grouped() {
      var found = new Map();
      surfaces.forEach(function (surface, at) {
        if (!terms[at]) return;
        new Set(termsOf(surface, terms[at], languages.length)).forEach(function (term) {
          if (term) found.set(term, (found.get(term) || []).concat(at));
        });
      });
      return found;
    }
    return {
      surfaces: surfaces,
      find: function (surface) { return places.has(surface) ? entry(places.get(surface)) : null; },
      has: function (at) { return coded[at] !== ""; },
      ofTerm: function (term) {
        byTerm = byTerm || grouped();
        return (byTerm.get(term) || []).map(entry);
      },
      elsewhere: function (term) { return Object.hasOwn(content[6], term) ? content[6][term].split(" ") : []; },
      // What begins with a lemma, of the forms that only questions use.
      forms: function (lemma) {
        if (places.has(lemma)) return formsOf(lemma, forms[places.get(lemma)], languages);
        byFirst = byFirst || new Map(lines(content[5]).map(function (line) { return [line.split(";", 1)[0], line.slice(line.indexOf(";") + 1)]; }));
        return formsOf(lemma, byFirst.get(lemma) || "", languages);
      },
    };
  }

  function Library(core, load) {
    var count = core.documents, languages = core.languages;
    var own = core.instruments.map(function (it, at) {
      return {
        at: at, id: it[0], type: it[1], number: it[2], year: it[3], language: it[4], here: it[5] === 1, folder: it[6],
        name: it[7], title: it[8], aliases: it[9], dates: it[10], status: it[11], first: core.begins[at],
        end: at + 1 < core.begins.length ? core.begins[at + 1] : count,
      };
    });
    var instrument = new Uint32Array(count), language = new Uint8Array(count);
    own.forEach(function (it) {
      instrument.fill(it.at, it.first, it.end);
      language.fill(languages.indexOf(it.language), it.first, it.end);
    });
    function column(text) { return Uint8Array.from(text, function (one) { return VALUES[one.charCodeAt(0)] - 1; }); }
    var kind = column(core.kind), status = column(core.status);
    var lengths = core.lengths.map(function (text) {
      return Float32Array.from(numbers(text), function (level) { return core.steps[level]; });
    });
    var norms = lengths.map(function (own, field) {
      // Where a length is not told that of the terms stands for it.
      var from = own.length ? field : 1, average = core.averages[from] || 1;
      return Float64Array.from(lengths[from], function (length) { return K1 * (1 - B + B * length / average); });
    });
    var stops = new Map(lines(core.stops).map(function (line) {
      var parts = line.split(" ");
      return [parts[0], { surface: parts[0], count: Number(parts[1]), terms: termsOf(parts[0], parts[2] || "", languages.length), postings: NONE }];
    }));
    var shards = new Map(), termed = new Map(), named = new Map(), said = null;

    function shard(at) {
      if (!shards.has(at)) shards.set(at, load("w" + at).then(function (content) { return Shard(content, languages); }));
      return shards.get(at);
    }

    // The word as the corpus knows it, or null: its terms, and where it stands.
    function word(surface) {
      var stop = stops.get(surface);
      if (stop && stop.terms.every(function (term) { return !term; })) return Promise.resolve(stop);
      if (core.words.length === 0) return Promise.resolve(stop || null);
      return shard(part(core.words, surface, before)).then(function (its) {
        var found = its.find(surface);
        if (stop) return { surface: surface, terms: stop.terms, lemmas: found ? found.lemmas : [], postings: found ? found.postings : NONE, count: stop.count };
        return found;
      });
    }

    // The words that have a term in a language, wherever they lie.
    function akin(term, at) {
      var place = part(core.words, term, before);
      return Promise.all([shard(place), place + 1 < core.words.length ? shard(place + 1) : null]).then(function (its) {
        var near = its.filter(Boolean), far = articulado.asking.unique(near.map(function (own) { return own.elsewhere(term); }).flat());
        return Promise.all(far.map(word)).then(function (others) {
          return near.map(function (own) { return own.ofTerm(term); }).flat().concat(others).filter(function (one) { return one && one.terms[at] === term; });
        });
      });
    }

    // A word that nobody prints, as what it would be an inflection of in a language: the longest term that an ending leaves.
    function stemmed(surface, at) {
      var tries = [""].concat(core.endings[at].split(" ")).filter(function (ending) {
        return surface.endsWith(ending) && surface.length - ending.length >= SHORTEST_STEM;
      }).map(function (ending) { return surface.slice(0, surface.length - ending.length); });
      tries.sort(function (a, b) { return b.length - a.length; });
      function next() {
        if (!tries.length) return Promise.resolve(null);
        var term = tries.shift();
        return akin(term, at).then(function (found) { return found.length ? { term: term, akin: found } : next(); });
      }
      return next();
    }

    // That in each language, or null.
    function inflected(surface) {
      if (!core.words.length) return Promise.resolve(null);
      return Promise.all(languages.map(function (_, at) { return stemmed(surface, at); })).then(function (its) {
        if (!its.some(Boolean)) return null;
        return {
          surface: surface, terms: its.map(function (one) { return one ? one.term : undefined; }), lemmas: [], postings: NONE, count: 0,
          akin: its.map(function (one) { return one ? one.akin : []; }),
        };
      });
    }

    // What an idea is called that begins with a lemma, of what only questions say.
    function forms(lemma) {
      return core.words.length ? shard(part(core.words, lemma, before)).then(function (its) { return its.forms(lemma); }) : Promise.resolve([]);
    }

    function merged(term, entries) {
      var times = new Map(), headed = new Map();
      entries.forEach(function (entry) {
        var its = entry.terms.map(function (one) { return one === term; });
        entry.postings.docs.forEach(function (doc, at) {
          if (!its[language[doc]]) return;
          times.set(doc, (times.get(doc) || 0) + entry.postings.times[at]);
          if (entry.postings.headed[at]) headed.set(doc, (headed.get(doc) || 0) + entry.postings.headed[at]);
        });
      });
      return {
        times: Counts(times), headed: Counts(headed),
        surfaces: new Set(entries.filter(function (e) { return e.count > 0; }).map(function (e) { return e.surface; })),
      };
    }

    // A term as some word has it: {times, headed} by document, and the words that are printed for it.
    function term(name, from) {
      if (!termed.has(name)) {
        termed.set(name, shard(part(core.words, from, before)).then(function (its) {
          if (articulado.hasDigit(name)) return merged(name, [its.find(name)].filter(Boolean));
          return Promise.all(its.elsewhere(name).map(word)).then(function (others) {
            return merged(name, its.ofTerm(name).concat(others.filter(Boolean)));
          });
        }));
      }
      return termed.get(name);
    }

    function idea(number) {
      if (!named.has(number)) {
        var at = part(core.ideas, number, function (one, other) { return one < other; });
        named.set(number, load("c" + at).then(function (content) {
          var its = postings(content.split("\n")[number - core.ideas[at]]);
          return Counts(new Map(its.docs.map(function (doc, place) { return [doc, its.times[place]]; })));
        }));
      }
      return named.get(number);
    }

    function idf(documents) { return Math.log(count / (documents + 1)) + 1; }

    // The BM25 of a field (0 words, 1 terms, 2 heading, 3 ideas), as the index computes it.
    function weigh(field, weight, times, doc) {
      return weight * (times * (K1 + 1)) / (times + norms[field][doc]);
    }

    function texts(doc) {
      var at = part(core.texts, doc, function (one, other) { return one < other; });
      return load("t" + at).then(function (content) {
        var place = doc - core.texts[at], its = content[place], above = place;
        // What stands above is told where it changes.
        while (content[above][5] === 0) above -= 1;
        return { doc: doc, eid: its[0], link: its[1], label: its[2], heading: its[3], text: its[4], above: content[above][5], inside: its[6] || [] };
      });
    }

    // The words that begin so, those of the most documents first.
    function beginning(start, most) {
      var from = part(core.words, start, before), to = part(core.words, start + "\u{10ffff}", before), every = [];
      for (var at = from; at <= Math.min(to, from + 7); at += 1) every.push(shard(at));
      return Promise.all(every).then(function (its) {
        var found = [];
        its.forEach(function (one) {
          one.surfaces.forEach(function (surface, place) {
            if (surface.startsWith(start) && one.has(place)) found.push(one.find(surface));
          });
        });
        return found.sort(function (a, b) { return b.count - a.count || (a.surface < b.surface ? -1 : 1); }).slice(0, most);
      });
    }

    return {
      core: core, count: count, languages: languages, instruments: own, instrument: instrument, language: language,
      kind: kind, status: status, word: word, inflected: inflected, forms: forms, term: term, idea: idea, idf: idf, weigh: weigh, text: texts,
      beginning: beginning, weights: core.weights, load: load,
      isStop: function (surface) { return stops.get(surface) || null; },
      ideas: function () { return said || (said = load("ideas").then(function (its) { return articulado.Glossary(its); })); },
      tree: function () { return load("tree"); },
      number: function (text) { return VALUES[text.charCodeAt(0)]; },
    };
  }

  articulado.numbers = numbers;
  // The parts that were asked for, for those who count them.
  articulado.loaded = new Set();
  articulado.open = function (folder) {
    var load = articulado.load || Loader(folder);
    return load("core").then(function (core) { return Library(core, load); });
  };
}(articulado));
