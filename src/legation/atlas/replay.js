// Shows one phase at a time; without this file all stand one below the other.
(function () {
  "use strict";
  var phases = Array.prototype.slice.call(document.querySelectorAll(".r-phase"));
  var byId = function (id) { return document.getElementById(id); };
  var slider = byId("r-slider"), where = byId("r-where"), said = byId("r-said");
  var back = byId("r-back"), next = byId("r-next"), play = byId("r-play");
  var now = 0, timer = 0, last = phases.length - 1, PAUSE = 2500;

  function show(number, told) {
    now = Math.max(0, Math.min(last, number));
    phases.forEach(function (phase, at) { phase.classList.toggle("r-now", at === now); });
    var name = phases[now].querySelector("h2").textContent;
    slider.value = now;
    slider.setAttribute("aria-valuetext", name);
    where.textContent = name + " \u00b7 " + (now + 1) + " of " + (last + 1);
    back.disabled = now === 0;
    next.disabled = now === last;
    if (told) {
      said.textContent = where.textContent;
      try { history.replaceState(null, "", "#" + phases[now].id); } catch (e) { /* a file: page */ }
    }
  }

  function stop() {
    clearInterval(timer);
    timer = 0;
    play.textContent = "Play";
    play.setAttribute("aria-pressed", "false");
  }

  function start() {
    if (now === last) { show(0, true); }
    timer = setInterval(function () {
      show(now + 1, true);
      if (now === last) { stop(); }
    }, PAUSE);
    play.textContent = "Pause";
    play.setAttribute("aria-pressed", "true");
  }

  function step(by) { stop(); show(now + by, true); }

  function linked() {
    var id = location.hash.slice(1);
    var at = phases.findIndex(function (phase) { return phase.id === id; });
    return at < 0 ? 0 : at;
  }

  back.addEventListener("click", function () { step(-1); });
  next.addEventListener("click", function () { step(1); });
  play.addEventListener("click", function () { if (timer) { stop(); } else { start(); } });
  slider.addEventListener("input", function () { stop(); show(Number(slider.value), true); });
  window.addEventListener("hashchange", function () { stop(); show(linked(), false); });
  document.addEventListener("keydown", function (event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target === slider) { return; }
    var keys = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: last };
    if (event.key in keys) {
      event.preventDefault();
      stop();
      show(keys[event.key], true);
    }
  });

  document.documentElement.classList.add("r-js");
  slider.max = last;
  show(linked(), false);
})();
