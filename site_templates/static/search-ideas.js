/* Ideas that words name, in any language: the same as kb/concepts.py, over the glossary of the search data. */
(function (articulado) {
  "use strict";
  var BREAK = ".";
  var ENDS = /[.;:?!]/;

  function Finder(forms) {
    var byFirst = new Map();
    forms.sort(function (a, b) { return b.lemmas.length - a.lemmas.length; }).forEach(function (form) {
      var own = byFirst.get(form.lemmas[0]);
      if (own) own.push(form); else byFirst.set(form.lemmas[0], [form]);
    });
    function longest(said, at) {
      var here = [];
      (byFirst.get(said[at].lemma) || []).some(function (form) {
        if (here.length && form.lemmas.length < here[0].lemmas.length) return true;
        if (form.lemmas.every(function (lemma, place) { return said[at + place] && said[at + place].lemma === lemma; })) here.push(form);
        return false;
      });
      return here;
    }
    function found(form, tokens) {
      return { form: form, tokens: tokens, start: tokens[0].start, end: tokens[tokens.length - 1].end };
    }
    return {
      find: function (said) {
        var telling = said.filter(function (token) { return token.lemma; }), all = [];
        for (var at = 0; at < telling.length;) {
          var here = longest(telling, at), size = here.length ? here[0].lemmas.length : 1;
          here.forEach(function (form) { all.push(found(form, telling.slice(at, at + size))); });
          at += size;
        }
        return all;
      },
      every: function (said) {
        var telling = said.filter(function (token) { return token.lemma; }), all = [];
        telling.forEach(function (token, at) {
          (byFirst.get(token.lemma) || []).forEach(function (form) {
            if (form.lemmas.every(function (lemma, place) { return telling[at + place] && telling[at + place].lemma === lemma; })) {
              all.push(found(form, telling.slice(at, at + form.lemmas.length)));
            }
          });
        });
        return all;
      },
    };
  }

  articulado.BREAK = BREAK;
  articulado.Glossary = function (content) {
    var forms = [], lemmas = new Map();
    Object.keys(content).forEach(function (language) {
      content[language][0].split("\n").filter(Boolean).forEach(function (line) {
        var runs = line.split(","), concept = runs.shift();
        runs.forEach(function (run) { forms.push({ concept: parseInt(concept, 36), language: language, lemmas: run.split(" ") }); });
      });
      var own = new Map();
      content[language][1].split("\n").forEach(function (line) {
        var parts = line.split(" ");
        parts.slice(1).forEach(function (surface) { own.set(surface[0] === "+" ? parts[0] + surface.slice(1) : surface, parts[0]); });
      });
      lemmas.set(language, own);
    });
    function finders(chosen) {
      var by = new Map();
      chosen.forEach(function (form) {
        if (!by.has(form.language)) by.set(form.language, []);
        by.get(form.language).push(form);
      });
      by.forEach(function (own, language) { by.set(language, Finder(own)); });
      return by;
    }
    function lemma(surface, language) {
      var found = lemmas.has(language) ? lemmas.get(language).get(surface) : undefined;
      return found === undefined ? BREAK : found;
    }
    function note(by, key, form) { if (by.has(key)) by.get(key).push(form); else by.set(key, [form]); }
    var byConcept = new Map(), byFirst = new Map(), chosen = new Map();
    forms.forEach(function (form) {
      note(byConcept, form.concept, form);
      note(byFirst, form.lemmas[0], form);
    });
    // The finders of some concepts: a question asks for the same ones text after text.
    function of(concepts) {
      var name = Array.from(concepts).sort().join(" ");
      if (!chosen.has(name)) {
        if (chosen.size > 50) chosen.clear();
        chosen.set(name, finders(Array.from(concepts).map(function (id) { return byConcept.get(id) || []; }).flat()));
      }
      return chosen.get(name);
    }
    return {
      // The finders of texts, of the forms that begin so and others, and the lemma of a word that texts may not have.
      every: function () { return finders(forms); },
      beginning: function (firsts, others) { return finders(firsts.map(function (first) { return byFirst.get(first) || []; }).flat().concat(others)); },
      learn: function (surface, language, own) { if (lemmas.has(language) && !lemmas.get(language).has(surface)) lemmas.get(language).set(surface, own); },
      lemma: lemma,
      of: of,
      tokens: function (text, language) {
        var made = [], last = 0;
        articulado.words(text).forEach(function (word) {
          if (made.length && word[1] - last > 1 && ENDS.test(text.slice(last, word[1]))) made.push({ lemma: BREAK, start: last, end: word[1] });
          made.push({ lemma: lemma(articulado.key(word[0]), language), start: word[1], end: word[2] });
          last = word[2];
        });
        return made;
      },
    };
  };
}(articulado));
