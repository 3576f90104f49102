/* What else a path may mean that leads nowhere as it stands, and what is to be said of it then; the same as
   kb/query/readings.py. */
(function (articulado) {
  "use strict";
  var RANGE = /^(\d{1,9})-(\d{1,9})$/, SPAN = /^(\p{L}{1,2})-(\p{L}{1,2})$/u, DOTTED = /^(\d+)\.(\d+)$/, ALPHABETIC = /^\p{L}+$/u;
  var WIDEST = 1000, LONGEST_LIST = 12, SOLE = "unico", ANY = "", LAST = "last", BEFORE_LAST = "last-1", INCISO = "subparagraph";
  var LOST = ["part-not-printed", "parts-not-told-apart", "one-paragraph"], COUNTED = "counted-paragraph";
  var LAST_FEW = "last*";
  // How many members of a list come after each of those that are counted from its end.
  function fromTheEnd(number) {
    if (!number.startsWith(LAST_FEW)) return number === LAST ? [0] : number === BEFORE_LAST ? [1] : [];
    var places = [];
    for (var back = Number(number.slice(LAST_FEW.length)) - 1; back >= 0; back -= 1) places.push(back);
    return places;
  }

  function remark(code, kind, number, printed) { return { code: code, kind: kind || "", number: number || "", printed: printed || "" }; }
  function same(a, b) { return JSON.stringify(a) === JSON.stringify(b); }

  articulado.Readings = function (library, tree, provisions) {
    var core = library.core, below = new Set(core.below);
    var misprints = (core.misprints || []).map(function (one) { return { address: one[0], printed: one[1], meant: one[2] }; });

    function find(path, among) {
      return provisions.find(path, among).filter(function (node) { return !among.length || among.indexOf(node.instrument) >= 0; });
    }
    function between(kind, said) {
      var ends = RANGE.exec(said);
      if (ends && !provisions.numbered(kind, said).length) {
        var first = Number(ends[1]), last = Number(ends[2]), all = [];
        if (!(first < last && last < first + WIDEST)) return [said];
        for (var at = first; at <= last; at += 1) all.push(String(at));
        return all;
      }
      var letters = kind === "point" ? SPAN.exec(said) : null;
      if (!letters) return [said];
      var printed = new Set(tree.ofKind(kind).map(function (node) { return node.number || ""; }));
      var some = Array.from(printed).filter(function (one) { return ALPHABETIC.test(one) && letters[1] <= one && one <= letters[2]; }).sort();
      return some.length ? some : [said];
    }
    function expanded(path) {
      return path.map(function (level) { return between(level[0], level[1]).map(function (number) { return [level[0], number]; }); }).flat();
    }
    function asArticles(path) {
      return path.every(function (level) { return level[0] === "item"; }) ? path.map(function (level) { return ["article", level[1]]; }) : [];
    }
    function asSections(path) {
      var dotted = path.every(function (level) { return level[0] === "article" && level[1].indexOf(".") >= 0 && provisions.numbered("section", level[1]).length; });
      return dotted ? path.map(function (level) { return ["section", level[1]]; }) : [];
    }
    // "46-3", which no article is numbered, as an item of an article.
    function dashed(path) {
      return dotted(path.filter(function (level) { return level[1].split("-").length === 2; }).map(function (level) { return [level[0], level[1].replace("-", ".")]; }));
    }
    function dotted(path) {
      var found = path.length === 1 && path[0][0] === "article" ? DOTTED.exec(path[0][1]) : null;
      return found ? [["article", found[1]], ["item", found[2]]] : [];
    }
    function sole(path) { return path.map(function (level) { return level[1] === SOLE && below.has(level[0]) ? [level[0], ANY] : level; }); }
    function noSections(path, among) {
      var kinds = path.map(function (level) { return level[0]; });
      if (kinds.indexOf("section") < 0 || kinds.indexOf("article") >= 0) return [];
      if (tree.ofKind("section").some(function (node) { return !among.length || among.indexOf(node.instrument) >= 0; })) return [];
      return path.map(function (level) { return [level[0] === "section" ? "article" : level[0], level[1]]; });
    }
    function misprinted(path, among) {
      var asked = path.filter(function (level) { return level[0] === "article"; }).map(function (level) { return level[1]; });
      if (asked.length !== 1 || !/^\d+$/.test(asked[0])) return [];
      return misprints.filter(function (one) {
        var node = tree.at(one.address);
        return one.meant === asked[0] && (!among.length || (node && among.indexOf(node.instrument) >= 0));
      }).map(function (one) {
        var meant = path.map(function (level) { return [level[0], level[0] === "article" ? one.printed : level[1]]; });
        return [meant, [remark("misprint", "article", asked[0], one.printed)]];
      });
    }
    function withoutParts(path) {
      var left = path.slice(), remarks = [], made = [];
      while (left.length && below.has(left[left.length - 1][0])) {
        var innermost = left[left.length - 1][0], code = innermost === INCISO ? LOST[1] : LOST[0];
        remarks = remarks.concat(left.filter(function (level) { return level[0] === innermost; }).map(function (level) { return remark(code, level[0], level[1]); }));
        left = left.filter(function (level) { return level[0] !== innermost; });
        if (!left.some(function (level) { return level[0] === "article"; })) break;
        made.push([left.slice(), remarks.slice()]);
      }
      return made;
    }
    // Of the last of some parts the last in each article.
    function found(path, among) {
      var ends = path.filter(function (level) { return fromTheEnd(level[1]).length && below.has(level[0]); });
      var last = new Set(ends.map(function (level) { return level[0]; })), places = [];
      ends.forEach(function (level) { if (!places.length || fromTheEnd(level[1])[0] > places[0]) places = fromTheEnd(level[1]); });
      if (!last.size) return find(path, among);
      var opened = path.map(function (level) { return [level[0], last.has(level[0]) && fromTheEnd(level[1]).length ? ANY : level[1]]; }), byArticle = new Map();
      find(opened, among).forEach(function (node) {
        var article = node;
        while (article.parent && article.kind !== "article") article = article.parent;
        byArticle.set(article, (byArticle.get(article) || []).concat(node));
      });
      return Array.from(byArticle.values(), function (nodes) {
        function depth(node) { return node.eid.split("__").length; }
        var highest = Math.min.apply(null, nodes.map(depth)), own = nodes.filter(function (node) { return depth(node) === highest; });
        return places.filter(function (back) { return back < own.length; }).map(function (back) { return own[own.length - 1 - back]; });
      }).flat();
    }
    function notInList(path, among) {
      var made = [];
      new Set(path.map(function (level) { return level[0]; })).forEach(function (kind) {
        var numbers = path.filter(function (level) { return level[0] === kind; }).map(function (level) { return level[1]; });
        if (numbers.length < 2 || numbers.length > LONGEST_LIST) return;
        numbers.forEach(function (number) {
          var alone = path.filter(function (level) { return level[0] !== kind || level[1] === number; });
          if (!find(alone, among).length) made.push(remark(LOST[0], kind, number));
        });
      });
      return made;
    }
    function afterTheLast(path, nodes) {
      if (!path.some(function (level) { return level[0] === "article" && level[1] === LAST; })) return [];
      return nodes.map(function (node) {
        return tree.nodes.filter(function (other) {
          return other.instrument === node.instrument && other.kind === "article" && other.order > node.order && provisions.transitory(other);
        }).map(function (other) {
          return remark("transitory-follows", "article", other.number, library.instruments[other.instrument].id + "#" + other.eid);
        });
      }).flat();
    }
    // Of an inciso that is not there: where its article shows several, it is not printed.
    function counted(one, nodes) {
      if (one.code !== LOST[1]) return one;
      var shown = Math.max.apply(null, nodes.map(function (node) { return tree.incisos(node).length; }));
      return remark(shown > 1 ? LOST[0] : shown ? LOST[2] : LOST[1], one.kind, one.number, one.printed);
    }
    function readings(path, among, otherwise) {
      var ranged = expanded(path), plain = [ranged, asArticles(ranged), asSections(path), dotted(path), sole(path)];
      var sections = noSections(ranged, among);
      var all = plain.map(function (one) { return [one, []]; });
      if (otherwise.size) {
        all.push([
          ranged.map(function (level) { return [otherwise.get(level[0]) || level[0], level[1]]; }),
          ranged.filter(function (level) { return otherwise.has(level[0]); }).map(function (level) { return remark(COUNTED, level[0], level[1]); }),
        ]);
      }
      if (sections.length) {
        all.push([sections, ranged.filter(function (level) { return level[0] === "section"; }).map(function (level) { return remark("no-sections", level[0], level[1]); })]);
      }
      var item = dashed(path);
      all = all.concat(misprinted(path, among));
      if (item.length) all.push([item, [remark("read-as-item", "article", path[0][1])]]);
      return all.concat(withoutParts(sections.length ? sections : ranged));
    }

    // Where a path leads in the first of its readings that leads anywhere.
    return function (path, among, otherwise) {
      var all = readings(path, among, otherwise);
      for (var turn = 0; turn < all.length; turn += 1) {
        var meant = all[turn][0], remarks = all[turn][1], nodes = found(meant, among);
        if (nodes.length) {
          remarks = remarks.map(function (one) { return counted(one, nodes); });
          var listed = same(meant, path) ? notInList(meant, among) : [];
          var whole = !remarks.some(function (one) { return LOST.indexOf(one.code) >= 0; });
          return { path: whole ? meant : path, nodes: nodes, remarks: remarks.concat(listed, afterTheLast(meant, nodes)) };
        }
      }
      return { path: path, nodes: [], remarks: [] };
    };
  };
}(articulado));
