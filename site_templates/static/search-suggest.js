/* Did you mean: a question with the words that no text prints mended, by the words that the texts have. */
(function (articulado) {
  "use strict";
  var SHORTEST = 3, LONGEST = 60, MOST_MENDED = 4, MOST = 3;

  function slips(word) { return word.length < 3 ? 0 : word.length <= 5 ? 1 : word.length <= 10 ? 2 : 3; }

  // Letters put in, left out, changed or swapped; `most` + 1 when there are more.
  function distance(one, other, most) {
    if (Math.abs(one.length - other.length) > most) return most + 1;
    var before = [], last = Array.from({ length: other.length + 1 }, function (_, at) { return at; });
    for (var at = 1; at <= one.length; at += 1) {
      var row = [at], least = at;
      for (var to = 1; to <= other.length; to += 1) {
        var same = one[at - 1] === other[to - 1] ? 0 : 1;
        var cost = Math.min(last[to] + 1, row[to - 1] + 1, last[to - 1] + same);
        if (at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1]) cost = Math.min(cost, before[to - 2] + 1);
        row.push(cost);
        least = Math.min(least, cost);
      }
      if (least > most) return most + 1;
      before = last;
      last = row;
    }
    return last[other.length];
  }

  function mended(library, word) {
    var most = slips(word);
    if (word.length < SHORTEST || word.length > LONGEST || articulado.hasDigit(word)) return Promise.resolve([]);
    return library.beginning(word.slice(0, 1), Infinity).then(function (entries) {
      var found = entries.filter(function (entry) { return !articulado.hasDigit(entry.surface); }).map(function (entry) {
        return { surface: entry.surface, far: distance(word, entry.surface, most), times: entry.count };
      }).filter(function (one) { return one.far > 0 && one.far <= most; });
      return found.sort(function (a, b) { return a.far - b.far || b.times - a.times || (a.surface < b.surface ? -1 : 1); }).slice(0, MOST);
    });
  }

  // Whether a word of the texts that begins with the same letter is a few slips away.
  articulado.isSlip = function (library, word) {
    var most = slips(word);
    if (word.length < SHORTEST || word.length > LONGEST) return Promise.resolve(false);
    return library.beginning(word.slice(0, 1), Infinity).then(function (entries) {
      return entries.some(function (entry) { return distance(word, entry.surface, most) <= most; });
    });
  };

  function replaced(text, by) {
    var made = "", at = 0;
    articulado.words(text).forEach(function (word) {
      var other = by.get(articulado.key(word[0]));
      made += text.slice(at, word[1]) + (other || word[0]);
      at = word[2];
    });
    return made + text.slice(at);
  }

  // For a law that is not there: those of its number, then those of its year whose numbers come closest.
  function laws(library, missing, text) {
    var figures = missing ? articulado.keys(missing).filter(articulado.hasDigit).map(Number) : [];
    if (!figures.length || text.indexOf(missing) < 0) return [];
    var known = library.instruments.filter(function (it) { return it.here && Number(it.number); });
    var near = known.filter(function (it) { return Number(it.number) === figures[0] || it.year === figures[1]; });
    near.sort(function (a, b) { return Math.abs(a.number - figures[0]) - Math.abs(b.number - figures[0]) || Math.abs(a.year - figures[1]) - Math.abs(b.year - figures[1]); });
    return near.slice(0, MOST).map(function (it) { return text.replace(missing, it.title.split(/\s*[,(]/)[0]); });
  }

  articulado.suggest = function (library, its, text) {
    var words = [];
    // A word of references is right, though no text has it: "dame el artículo 17".
    return Promise.resolve(library.reading || null).then(function (reader) {
      words = its.unknown.map(function (one) { return one.key; }).filter(function (key) { return !reader || !reader.isSaid(key); }).slice(0, MOST_MENDED);
      return Promise.all(words.map(function (word) { return mended(library, word); }));
    }).then(function (all) {
      var texts = laws(library, its.reference ? its.reference.missing : "", text);
      for (var turn = 0; turn < MOST; turn += 1) {
        var by = new Map();
        words.forEach(function (word, at) { if (all[at].length) by.set(word, (all[at][turn] || all[at][0]).surface); });
        var isNew = words.some(function (_, at) { return all[at][turn]; });
        if (by.size && isNew) texts.push(replaced(text, by));
      }
      return texts.slice(0, MOST);
    });
  };
}(articulado));
