/* Reading: the contents follow the text, what a link leads to is shown beside it, and citations can be copied.
   Nothing of the text is made here: without this script every page is whole. */
var articuladoPreviews = {};
(function () {
  "use strict";
  if (typeof articuladoReading === "undefined") return;
  var said = articuladoReading;
  // A little below where a followed link puts what it leads to.
  var LINE = 72;
  var root = document.currentScript.src.replace(/[^/]*$/, "");

  function made(tag, name, text) {
    var it = document.createElement(tag);
    if (name) it.className = name;
    if (text) it.textContent = text;
    return it;
  }

  /* The contents follow the reading: the entry of what stands at the top of the window is the current one. */
  (function () {
    var outline = document.querySelector(".outline");
    if (!outline || !window.IntersectionObserver) return;
    var entries = new Map();
    outline.querySelectorAll("a").forEach(function (link) {
      var there = document.getElementById(decodeURIComponent(link.hash.slice(1)));
      if (there) entries.set(there, link);
    });
    var seen = new Set(), current = null, due = false;

    // What was last to begin above the line is being read: of a chapter and its article the article.
    function follow() {
      var last = null;
      due = false;
      entries.forEach(function (link, there) {
        if (seen.has(there) && there.getBoundingClientRect().top <= LINE) last = link;
      });
      if (last === current) return;
      if (current) current.removeAttribute("aria-current");
      current = last;
      if (!current) return;
      current.setAttribute("aria-current", "true");
      show(current);
    }

    function soon() {
      if (!due) requestAnimationFrame(follow);
      due = true;
    }

    // Only the contents move, never the page.
    function show(link) {
      if (outline.scrollHeight <= outline.clientHeight || outline.contains(document.activeElement)) return;
      var at = link.getBoundingClientRect(), frame = outline.getBoundingClientRect();
      if (at.top < frame.top + 48 || at.bottom > frame.bottom - 48) {
        outline.scrollTop += at.top - frame.top - outline.clientHeight / 3;
      }
    }

    var watch = new IntersectionObserver(function (changes) {
      changes.forEach(function (change) {
        if (change.isIntersecting) seen.add(change.target); else seen.delete(change.target);
      });
      soon();
    });
    entries.forEach(function (link, there) { watch.observe(there); });
    outline.dataset.follows = "";
    window.addEventListener("scroll", soon, { passive: true });
  }());

  /* A card says what a link leads to: after a moment under the pointer or the keyboard's focus. Escape closes it, the
     pointer may rest on it, and it holds nothing to reach, so that it is no trap. A finger follows the link instead. */
  (function () {
    var card = made("div", "card-over"), shown = null, waiting = 0, loaded = {};
    card.id = "card-over";
    card.setAttribute("role", "tooltip");
    card.hidden = true;
    (document.querySelector("main") || document.body).appendChild(card);

    function close() {
      clearTimeout(waiting);
      if (shown) shown.removeAttribute("aria-describedby");
      shown = null;
      card.hidden = true;
    }

    function load(folder, then) {
      if (folder in loaded) return loaded[folder] ? loaded[folder].push(then) : then();
      loaded[folder] = [then];
      var script = document.createElement("script");
      script.onload = script.onerror = function () {
        var waited = loaded[folder];
        loaded[folder] = null;
        waited.forEach(function (each) { each(); });
      };
      script.src = root + "previews/" + folder + ".js";
      document.head.appendChild(script);
    }

    // "../../co/ley/1923/45/art_17.html#x" -> the instrument's folder, and the page with its fragment.
    function place(link) {
      var path = link.href.slice(root.length).split("/");
      return { folder: path.slice(1, -1).join("/"), end: link.getAttribute("href").split("/").pop() };
    }

    function fill(link, told, at) {
      var it = told && told.cards[at.end], why = link.dataset.says;
      card.textContent = "";
      if (it) {
        var head = made("p", "leads"), words = made("p", "words", it[3]);
        head.appendChild(made("b", "", it[0]));
        if (it[1]) head.appendChild(document.createTextNode(" " + it[1]));
        head.lang = words.lang = told.lang;
        card.appendChild(head);
        if (it[2]) card.appendChild(made("p", "status " + it[2].replace(/\W+/g, "-"), said.status[it[2]]));
        if (it[3]) card.appendChild(words);
      }
      if (why) card.appendChild(made("p", "why-not", why));
      return Boolean(it || why);
    }

    function put(link) {
      var line = Array.prototype.slice.call(link.getClientRects()).pop(), view = document.documentElement;
      card.hidden = false;
      var below = view.clientHeight - line.bottom, high = card.offsetHeight + 10;
      var top = below < high && line.top > below ? link.getClientRects()[0].top - high : line.bottom + 10;
      card.style.top = top + window.scrollY + "px";
      card.style.left = Math.max(8, Math.min(line.left, view.clientWidth - card.offsetWidth - 8)) + window.scrollX + "px";
    }

    function open(link) {
      var at = place(link), needs = !link.matches(".external, .dangling, .ambiguous");
      function show() {
        if (shown !== link || !fill(link, articuladoPreviews[at.folder], at)) return;
        put(link);
        link.setAttribute("aria-describedby", card.id);
      }
      close();
      shown = link;
      if (needs) load(at.folder, show); else show();
    }

    function soon(link, wait) {
      clearTimeout(waiting);
      if (link !== shown) waiting = setTimeout(function () { open(link); }, wait);
    }

    function tied(event) {
      return event.target.closest && event.target.closest("a.cite, a.term");
    }

    // The browser's own hint would cover the card, so its words move into it.
    document.querySelectorAll("a.cite[title]").forEach(function (link) {
      link.dataset.says = link.title;
      link.removeAttribute("title");
    });
    document.addEventListener("pointerover", function (event) {
      if (event.pointerType === "touch") return;
      var link = tied(event);
      if (link) return soon(link, 250);
      clearTimeout(waiting);
      if (shown && !card.contains(event.target) && shown !== document.activeElement) waiting = setTimeout(close, 250);
    });
    document.addEventListener("focusin", function (event) {
      var link = tied(event);
      if (link && link.matches(":focus-visible")) soon(link, 400);
      else close();
    });
    document.addEventListener("keydown", function (event) {
      if (event.key === "Escape") close();
    });
    window.addEventListener("pagehide", close);
  }());

  /* Citations follow the fragment in the address, and each has a button that copies it. */
  (function () {
    var citing = document.getElementById("citing");
    if (!citing) return;
    var told = citing.querySelector(".told"), link = citing.querySelector("[data-link]");
    var address = citing.querySelector("[data-address]"), styles = citing.querySelectorAll(".say[lang]");
    // "co/ley/1923/45#art_17"
    var id = address.textContent.split("#")[0], own = address.textContent.split("#")[1] || "";

    // Annexes that are cited by their titles.
    var titles = JSON.parse(citing.dataset.titles || "{}");

    function level(part, at, levels, lang) {
      var cut = part.indexOf("_"), patterns = said.levels[lang];
      var prefix = part.slice(0, cut), figure = part.slice(cut + 1).split("~")[0];
      if (prefix === "sec") figure = figure.replace(/-/g, ".");
      if (prefix === "art" && /^t\d+$/.test(figure)) {
        prefix = "art_t";
        figure = figure.slice(1);
      }
      var only = prefix === "par" && figure === "1" &&
        !document.getElementById(levels.slice(0, at).concat("par_2").join("__"));
      figure = said.figures[lang][figure] || figure;
      var pattern = patterns[only ? "par_only" : prefix];
      return pattern ? pattern.replace("{n}", figure) : prefix + " " + figure;
    }

    function provision(eid, lang) {
      var levels = eid.split("__"), inside = levels.length, title = "";
      while (inside && !title) title = titles[levels.slice(0, inside--).join("__")] || "";
      var words = levels.map(function (part, at, all) { return level(part, at, all, lang); }).slice(title ? inside + 1 : 0);
      words = words.concat(title || []).join(", ");
      return words.charAt(0).toUpperCase() + words.slice(1);
    }

    function cited(form, eid, lang) {
      return eid ? form.replace("{provision}", provision(eid, lang)) : form.replace(/^\{provision\},? */, "");
    }

    // A fragment that is no provision ("#cites") leaves the page's own.
    function eid() {
      var asked = decodeURIComponent(location.hash.slice(1)), there = asked && document.getElementById(asked);
      return there && there.closest(".text, main > article") && /_/.test(asked) ? asked : own;
    }

    function update() {
      var now = eid();
      styles.forEach(function (it) { it.textContent = cited(it.dataset.form, now, it.lang); });
      address.textContent = id + (now ? "#" + now : "");
      link.textContent = location.href.split("#")[0] + (now && now !== own ? "#" + encodeURIComponent(now) : "");
    }

    function byHand(words) {
      var range = document.createRange(), chosen = window.getSelection();
      range.selectNodeContents(words);
      chosen.removeAllRanges();
      chosen.addRange(range);
      var done = false;
      try { done = document.execCommand("copy"); } catch (error) { done = false; }
      told.textContent = done ? said.copied.replace("{words}", words.textContent) : said.by_hand;
    }

    function copy(words) {
      if (!navigator.clipboard) return byHand(words);
      navigator.clipboard.writeText(words.textContent).then(function () {
        told.textContent = said.copied.replace("{words}", words.textContent);
      }, function () { byHand(words); });
    }

    styles.forEach(function (it) {
      if (own) it.dataset.form = it.textContent.replace(provision(own, it.lang), "{provision}");
    });
    link.closest("[hidden]").hidden = false;
    citing.querySelectorAll(".say").forEach(function (words, at) {
      var button = made("button", "copy", said.copy);
      button.type = "button";
      words.id = "citing-" + at;
      button.setAttribute("aria-describedby", words.id);
      button.addEventListener("click", function () { copy(words); });
      words.parentNode.appendChild(button);
    });
    window.addEventListener("hashchange", update);
    update();
  }());
}());
