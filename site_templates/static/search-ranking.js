/* What of what was found comes first: the same weights as kb/query/ranking.py, which says why. */
(function (articulado) {
  "use strict";
  var WITHOUT_IDEA = 0.6, SAID = 0.3, OFTEN = 0.2, HEADED = 0.3, OPENING = 90, AS_HEADING = 0.7, UNDER = 0.6;
  var HEADING_TIMES = 2, ENOUGH = 1.5, BY_LENGTH = 0.75, USUAL = 900, AS_TYPED = 2.5, REPEALED = 0.8;
  var FIRST_PAGE = 10, NEARLY = 0.7, CONTAINER = 0.6;

  function simple(its) { return its.either.length ? its.either.map(simple).flat() : [its]; }

  // How telling a clause is: the logarithm of how many documents there are for each that answers it.
  function rarity(library, its) {
    var counted = [0];
    simple(its).forEach(function (one) {
      one.terms.forEach(function (term) { counted.push(term.times.size); });
      one.ideas.forEach(function (times, at) { if (one.clause.ideas[at].weight >= 1) counted.push(times.size); });
      one.begins.forEach(function (entry) { counted.push(entry.count); });
      if (!one.clause.terms.length) one.runs.forEach(function (run) { counted.push(Math.min.apply(null, run.map(function (word) { return word.count; }))); });
    });
    return Math.log(1 + library.count / (1 + Math.max.apply(null, counted)));
  }

  function weights(library, prepared) {
    var each = prepared.map(function (its) {
      var rare = rarity(library, its);
      if (its.clause.optional) return AS_TYPED * rare;
      return simple(its).some(function (one) { return one.clause.ideas.length || !one.clause.terms.length; }) ? rare : WITHOUT_IDEA * rare;
    });
    var whole = each.reduce(function (sum, weight, at) { return prepared[at].clause.optional ? sum : sum + weight; }, 0);
    return { each: each, whole: whole || 1 };
  }

  function best(matches) {
    var found = new Map();
    matches.forEach(function (match) { found.set(match.clause, Math.max(match.worth, found.get(match.clause) || 0)); });
    return found;
  }

  /* What share of the question a place answers. */
  function worth(read, its) {
    var said = best(read.heading.concat(read.text)), above = best(read.above);
    var headed = new Map(), size = ENOUGH * (1 - BY_LENGTH + BY_LENGTH * read.length / USUAL), total = 0;
    if (read.headed) headed = best(read.heading);
    else best(read.text.filter(function (match) { return match.start < OPENING; })).forEach(function (value, clause) { headed.set(clause, AS_HEADING * value); });
    new Set(Array.from(said.keys()).concat(Array.from(above.keys()))).forEach(function (clause) {
      var most = Math.max(said.get(clause) || 0, UNDER * (above.get(clause) || 0)), times = 0;
      read.text.forEach(function (match) { if (match.clause === clause) times += match.worth; });
      read.heading.forEach(function (match) { if (match.clause === clause) times += HEADING_TIMES * match.worth; });
      var part = most * (SAID + OFTEN * times / (times + size)) + HEADED * (headed.get(clause) || 0);
      total += its.each[clause] * part;
    });
    return total / its.whole * (read.article ? 1 : CONTAINER) * (read.status === "repealed" ? REPEALED : 1);
  }

  /* The order in which no language is left out of the first page; `made` has {score, language}, best first. */
  function sharedOut(made) {
    var there = new Set(made.slice(0, FIRST_PAGE).map(function (one) { return one.language; })), order = made.slice();
    made.slice(FIRST_PAGE).forEach(function (one) {
      if (there.has(one.language) || one.score < NEARLY * made[0].score) return;
      there.add(one.language);
      order.splice(order.indexOf(one), 1);
      order.splice(FIRST_PAGE - 1, 0, one);
    });
    return order;
  }

  articulado.ranking = { weights: weights, worth: worth, sharedOut: sharedOut };
}(articulado));
