/* A page that has moved: the way on keeps the fragment, which the page's own refresh would drop. */
(function () {
  "use strict";
  var now = document.getElementById("now");
  location.replace(now.hash ? now.href : now.href + location.hash);
}());
