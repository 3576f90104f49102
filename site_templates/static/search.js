/* The page of search: what is typed, what answers, and the address that brings it back. */
(function (articulado) {
  "use strict";
  var PAGE = 10, PAUSE = 60;
  var GROUPS = ["in", "status", "lang", "kind"];
  var form = document.getElementById("search"), box = document.getElementById("q"), answer = document.getElementById("answer");
  if (!form || !answer) return;
  var told = document.getElementById("told"), hints = document.getElementById("hints"), list = document.getElementById("hits");
  var facets = document.getElementById("facets"), more = document.getElementById("more");
  var say = JSON.parse(answer.dataset.words), language = document.documentElement.lang;
  var opening = null, turn = 0, wanted = PAGE, timer = 0, named = false;

  function word(name, values) {
    var text = Object.hasOwn(say, name) ? say[name] : name.split(".").pop();
    return text.replace(/\{(\w+)\}/g, function (all, hole) { return values && hole in values ? values[hole] : all; });
  }
  function number(n) { return n < 10000 ? String(n) : String(n).replace(/\B(?=(\d{3})+$)/g, say["number.thousands"]); }
  function count(name, n) { return word(name + (n === 1 ? ".one" : ".other"), { n: number(n) }); }
  function slug(text) { return text.normalize("NFKD").replace(/[^\x00-\x7f]/g, "").toLowerCase().replace(/[^a-z0-9]+/g, "-"); }
  function make(tag, given, inside) {
    var it = document.createElement(tag);
    Object.keys(given || {}).forEach(function (name) { if (given[name] !== null) it.setAttribute(name, given[name]); });
    [].concat(inside === undefined ? [] : inside).forEach(function (one) { it.append(one); });
    return it;
  }
  function marked(pieces) { return pieces.map(function (piece) { return piece[1] ? make("mark", {}, piece[0]) : piece[0]; }); }
  // The search data, once it is there.
  articulado.library = library;
  function library() {
    if (!opening) opening = articulado.open(answer.dataset.folder);
    return opening;
  }

  /* The address */

  function asked() {
    var given = new URLSearchParams(location.hash.indexOf("#?") === 0 ? location.hash.slice(1) : location.search), state = { q: given.get("q") || "" };
    GROUPS.forEach(function (group) { state[group] = given.getAll(group); });
    return state;
  }
  function chosen() {
    var state = { q: box.value.trim() };
    GROUPS.forEach(function (group) {
      state[group] = Array.from(facets.querySelectorAll("input[name=" + group + "]:checked"), function (it) { return it.value; });
    });
    return state;
  }
  function remember(state, push) {
    var given = new URLSearchParams();
    if (state.q) given.set("q", state.q);
    GROUPS.forEach(function (group) { state[group].forEach(function (value) { given.append(group, value); }); });
    var text = given.toString(), address = text ? "?" + text : location.pathname.split("/").pop();
    if (JSON.stringify(asked()) === JSON.stringify(state)) return;
    try {
      history[push ? "pushState" : "replaceState"](null, "", address);
    } catch (error) {
      if (push) location.hash = "?" + text; else location.replace("#?" + text);
    }
    articulado.twins(location);
  }

  /* What may answer */

  function values(shelf, doc, group) {
    if (group === "in") return shelf.instruments[shelf.instrument[doc]].id;
    if (group === "status") return shelf.core.statuses[shelf.status[doc]];
    if (group === "lang") return shelf.languages[shelf.language[doc]];
    return shelf.core.kinds[shelf.kind[doc]];
  }
  function hitValue(shelf, hit, group) {
    if (hit.doc >= 0) return values(shelf, hit.doc, group);
    if (group === "in") return shelf.instruments[hit.instrument].id;
    return group === "lang" ? shelf.instruments[hit.instrument].language : "";
  }
  function fits(shelf, hit, state, without) {
    return GROUPS.every(function (group) {
      return group === without || !state[group].length || state[group].indexOf(hitValue(shelf, hit, group)) >= 0;
    });
  }
  function settings(shelf, state) {
    if (!GROUPS.some(function (group) { return state[group].length; })) return {};
    var mask = new Uint8Array(shelf.count);
    for (var doc = 0; doc < shelf.count; doc += 1) mask[doc] = fits(shelf, { doc: doc }, state) ? 1 : 0;
    return { mask: mask, fits: function (target) { return fits(shelf, target, state); } };
  }

  /* What is shown */

  function name(group, value, shelf) {
    if (group === "in") return shelf.instruments.find(function (it) { return it.id === value; }).name;
    if (group === "status") return word("status." + slug(value) + ".name");
    return word((group === "lang" ? "language." : "kind.") + value);
  }
  function facet(shelf, group, hits, state) {
    var counts = new Map(state[group].map(function (value) { return [value, 0]; }));
    hits.filter(function (hit) { return fits(shelf, hit, state, group); }).forEach(function (hit) {
      var value = hitValue(shelf, hit, group);
      if (value) counts.set(value, (counts.get(value) || 0) + 1);
    });
    if (counts.size < 2 && !state[group].length) return null;
    var order = Array.from(counts).sort(function (a, b) { return b[1] - a[1] || (a[0] < b[0] ? -1 : 1); });
    var rows = order.slice(0, 12).map(function (pair) {
      var it = make("input", { type: "checkbox", name: group, value: pair[0], checked: state[group].indexOf(pair[0]) >= 0 ? "" : null });
      var text = make("span", { class: "name", lang: group === "in" ? shelf.instruments.find(function (one) { return one.id === pair[0]; }).language : null }, name(group, pair[0], shelf));
      return make("li", {}, make("label", {}, [it, " ", text, " ", make("span", { class: "n" }, number(pair[1]))]));
    });
    return make("fieldset", {}, [make("legend", {}, word("search.by_" + group)), make("ul", {}, rows)]);
  }
  function showFacets(shelf, hits, state) {
    var focused = document.activeElement, again = focused && focused.name && facets.contains(focused) ? [focused.name, focused.value] : null;
    facets.replaceChildren.apply(facets, GROUPS.map(function (group) { return facet(shelf, group, hits, state); }).filter(Boolean));
    facets.parentNode.hidden = !facets.children.length;
    if (again) {
      var it = Array.from(facets.querySelectorAll("input")).find(function (one) { return one.name === again[0] && one.value === again[1]; });
      if (it) it.focus();
    }
  }
  function sign(value) {
    var template = document.getElementById("status-" + slug(value));
    return template ? template.content.cloneNode(true) : "";
  }
  function reasons(hit, own) {
    var all = [word("search.reason." + hit.reason)];
    if (own.inHeading) all.push(word("search.reason.heading"));
    var rows = all.map(function (text) { return make("li", {}, text); });
    own.named.forEach(function (pair) {
      var its = make("span", { lang: hit.language }, pair[1]);
      rows.push(make("li", {}, [pair[0] + " = ", its]));
    });
    return make("ul", { class: "why", "aria-label": word("search.why") }, rows);
  }
  function place(shelf, hit, own) {
    var it = shelf.instruments[hit.instrument], link = own.link, mark = link.indexOf("#"), words = own.words.join(" ");
    if (words) link = (mark < 0 ? link : link.slice(0, mark)) + "?q=" + encodeURIComponent(words).replace(/%20/g, "+") + (mark < 0 ? "" : link.slice(mark));
    return it.folder + "/" + link;
  }
  function row(shelf, hit, own) {
    var it = shelf.instruments[hit.instrument];
    hit.language = it.language;
    var paragraph = hit.target && hit.target.node && hit.target.node.unnumbered;
    var below = paragraph ? word("kind.subparagraph") + " " + hit.target.node.number : own.below;
    var title = hit.doc < 0 ? [it.name] : [own.label || name("kind", values(shelf, hit.doc, "kind"), shelf)].concat(own.heading.length ? [" ", make("span", { class: "heading" }, marked(own.heading))] : [], below ? [" · " + below] : []);
    var kicker = [make("span", { lang: it.language }, hit.doc < 0 ? word("type." + it.type) : it.name), " · ", word("language." + it.language)];
    var inside = [
      make("p", { class: "kicker" }, kicker),
      make("h3", { lang: it.language }, make("a", { href: place(shelf, hit, own) }, title)),
    ];
    if (own.passage.length) inside.push(make("p", { class: "passage", lang: it.language }, marked(own.passage)));
    if (hit.doc >= 0) inside.push(make("p", { class: "force" }, [sign(values(shelf, hit.doc, "status"))]));
    inside.push(reasons(hit, own));
    return make("li", { class: "hit" }, inside);
  }

  function link(text, query) { return make("a", { href: "?" + new URLSearchParams({ q: query }).toString(), "data-ask": query }, text); }
  // Of laws that are named and have no text here there is a page of what cites them and what they did.
  function outside(shelf, reference) {
    var laws = reference ? reference.instruments.map(function (at) { return shelf.instruments[at]; }) : [];
    return laws.filter(function (it) { return !it.here; }).map(function (it) {
      return make("p", {}, [make("a", { href: it.folder + "/index.html", lang: it.language }, it.name), ": " + word("search.outside")]);
    });
  }
  // That a law is not here, or that nobody knows it.
  function absent(reference) {
    var called = reference.called && reference.called.toLowerCase() !== reference.missing.toLowerCase();
    var law = called ? reference.called + " (" + reference.missing + ")" : reference.missing;
    return word(reference.unknown ? "search.unknown_law" : "search.missing", { law: law });
  }
  function remarked(shelf, remark) {
    var few = remark.number.split("*")[1], last = few ? word("search.remark.last-few", { count: few }) : word("search.remark." + remark.number);
    var number = remark.number.indexOf("last") === 0 ? last : remark.number;
    var code = remark.code === "counted-paragraph" && remark.kind === "subparagraph" ? "counted-subparagraph" : remark.code;
    var text = word("search.remark." + code, { part: word("kind." + remark.kind) + " " + number, number: number, printed: remark.printed });
    if (["transitory-follows", "in-annex", "also-in-annex"].indexOf(remark.code) < 0) return text;
    return [text + " ", link(remark.printed, remark.printed)];
  }
  function showHints(shelf, its, state) {
    var made = [];
    (its.suggestions || []).forEach(function (text, at) { made.push(at ? ", " : word("search.did_you_mean") + " ", link(text, text)); });
    var rows = made.length ? [make("p", {}, made)] : [];
    if (its.reference && !its.reference.targets.length && its.nearest.length) {
      var near = its.nearest.map(function (target) { return [shelf.instruments[target.instrument], target]; });
      var links = near.map(function (pair, at) {
        return [at ? ", " : "", link(pair[0].name + ", " + word("kind." + pair[1].node.kind) + " " + pair[1].node.cited, pair[0].id + "#" + pair[1].eid)];
      }).flat();
      rows.push(make("p", {}, [word("search.nearest") + " "].concat(links)));
    }
    if (its.reference && its.reference.missing && !its.reference.targets.length) rows.push(make("p", { class: "absent" }, absent(its.reference)));
    if (its.reference) its.reference.remarks.forEach(function (remark) { rows.push(make("p", { class: "remark" }, remarked(shelf, remark))); });
    rows.push.apply(rows, outside(shelf, its.reference));
    its.unknownValues.forEach(function (value) { rows.push(make("p", {}, word("search.unknown_value", { value: value }))); });
    if (its.onlyExcluded) rows.push(make("p", {}, word("search.only_excluded")));
    if (its.unknown.length) {
      rows.push(make("p", { class: "quiet" }, word("search.unknown", { words: its.unknown.map(function (one) { return word("search.quoted", { word: one.word }); }).join(", ") })));
    }
    hints.replaceChildren.apply(hints, rows);
  }

  function show(shelf, its, every, state, mine) {
    var hits = its.hits.slice(0, wanted);
    return Promise.all(hits.map(function (hit) { return articulado.shown(shelf, hit); })).then(function (owns) {
      if (mine !== turn) return;
      list.replaceChildren.apply(list, hits.map(function (hit, at) { return row(shelf, hit, owns[at]); }));
      showFacets(shelf, every.hits, state);
      showHints(shelf, its, state);
      var n = count(its.more ? "search.at_least" : "search.found", its.hits.length);
      told.textContent = its.hits.length ? n + " " + word("search.rung." + its.rung, { text: its.meant || "" }) : word("search.rung.nothing");
      more.hidden = its.hits.length <= wanted;
      answer.hidden = false;
      document.title = state.q + " · " + say["search.title"] + " · " + say["site.name"];
      // One provision is named, and shown: to ask for it once more is to open it.
      named = (its.rung === "reference" || its.rung === "misprint") && its.reference.targets.length === 1;
      answer.dataset.answered = state.q;
    });
  }

  function ask(state, typing) {
    var mine = turn += 1;
    if (!state.q) {
      answer.hidden = true;
      list.replaceChildren();
      told.textContent = "";
      return Promise.resolve();
    }
    return library().then(function (shelf) {
      var given = Object.assign(settings(shelf, state), { want: Math.max(PAGE, wanted), typing: typing });
      var plain = { want: given.want, typing: typing };
      return Promise.all([articulado.answer(shelf, state.q, given), given.mask ? articulado.answer(shelf, state.q, plain) : null]).then(function (both) {
        if (mine !== turn) return null;
        var its = both[0];
        // A last word that begins nothing is a whole one, and perhaps a misspelled one.
        if (typing && !its.hits.length) return ask(state, false);
        return articulado.suggest(shelf, its, state.q).then(function (texts) {
          its.suggestions = texts;
          // A law that is not here is another law than the one whose name comes near: that is offered only.
          var isAbsent = its.reference && its.reference.missing;
          if (its.hits.length || !texts.length || isAbsent) return show(shelf, its, both[1] || its, state, mine);
          // Nothing at all: what was meant is shown, and said to be that.
          return articulado.answer(shelf, texts[0], plain).then(function (meant) {
            return show(shelf, Object.assign({}, its, { hits: meant.hits, more: meant.more, rung: "did-you-mean", meant: texts[0] }), meant, state, mine);
          });
        });
      });
    }).catch(function (error) {
      if (mine !== turn) return;
      told.textContent = word("search.unreadable", { file: error.message });
      answer.hidden = false;
    });
  }

  // `at` is the result that was opened from here before, which one comes back to.
  function from(state, at) {
    box.value = state.q;
    wanted = PAGE * Math.ceil((at + 1) / PAGE || 1);
    facets.replaceChildren();
    return ask(state, false).then(function () { if (links()[at]) links()[at].focus(); });
  }

  /* Hands */

  function links() { return Array.from(list.querySelectorAll("h3 a")); }
  function move(step) {
    var all = links(), at = all.indexOf(document.activeElement) + step;
    if (at < 0) box.focus(); else if (all[at]) all[at].focus();
  }
  form.addEventListener("submit", function (event) {
    event.preventDefault();
    clearTimeout(timer);
    wanted = PAGE;
    var state = chosen();
    if (named && !answer.hidden && answer.dataset.answered === state.q) return links()[0].click();
    remember(state, true);
    ask(state, false);
  });
  box.addEventListener("input", function () {
    clearTimeout(timer);
    timer = setTimeout(function () {
      wanted = PAGE;
      var state = chosen();
      remember(state, false);
      ask(state, !/\s$/.test(box.value));
    }, PAUSE);
  });
  facets.addEventListener("change", function () {
    wanted = PAGE;
    var state = chosen();
    remember(state, true);
    ask(state, false);
  });
  hints.addEventListener("click", function (event) {
    var query = event.target.dataset && event.target.dataset.ask;
    if (!query) return;
    event.preventDefault();
    box.value = query;
    form.requestSubmit();
    box.focus();
  });
  list.addEventListener("click", function (event) {
    var at = links().indexOf(event.target.closest("a"));
    if (at >= 0) history.replaceState({ at: at }, "");
  });
  more.addEventListener("click", function () {
    var seen = links().length;
    wanted += PAGE;
    ask(chosen(), false).then(function () { var next = links()[seen]; if (next) next.focus(); });
  });
  document.addEventListener("keydown", function (event) {
    var inside = event.target === box || list.contains(event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || !inside) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      move(event.key === "ArrowDown" ? 1 : -1);
    } else if (event.key === "Escape" && event.target !== box) {
      box.focus();
      box.select();
    } else if (event.key === "Escape") {
      event.preventDefault();
      clearTimeout(timer);
      box.value = "";
      remember(chosen(), true);
      ask(chosen(), false);
    }
  });
  window.addEventListener("popstate", function () {
    articulado.twins(location);
    from(asked());
  });
  library().then(function () { answer.dataset.ready = ""; }, function () {});
  box.focus();
  from(asked(), history.state ? history.state.at : undefined);
}(articulado));
