// Everything here is small on purpose: pages are drawn by the server, htmx posts forms, this keeps them alive.
(() => {
  'use strict';
  const main = document.getElementById('page');
  const banner = document.getElementById('banner');
  const $ = (id) => document.getElementById(id);

  // --- Times: the server writes when, the browser says how long ago, so that a page that did not change stays the same.
  const units = [[86400, 'd'], [3600, 'h'], [60, 'm'], [1, 's']];
  function span(seconds) {
    for (let i = 0; i < units.length; i++) {
      const [size, name] = units[i];
      if (seconds >= size) {
        const rest = i + 1 < units.length ? Math.floor((seconds % size) / units[i + 1][0]) : 0;
        return Math.floor(seconds / size) + name + (rest && i < 3 ? ' ' + rest + units[i + 1][1] : '');
      }
    }
    return '0s';
  }
  function tellTimes() {
    for (const time of document.querySelectorAll('time[data-ago],time[data-since],time[data-left]')) {
      const at = new Date(time.dateTime);
      const seconds = Math.round((Date.now() - at) / 1000);
      let text;
      if (time.hasAttribute('data-since')) text = span(Math.max(0, seconds));
      else if (time.hasAttribute('data-left')) text = span(Math.max(0, -seconds));
      else if (Math.abs(seconds) < 1) text = 'now';
      else text = seconds < 0 ? 'in ' + span(-seconds) : span(seconds) + ' ago';
      if (time.textContent !== text) time.textContent = text;
      if (!time.title) time.title = at.toLocaleString();
    }
  }

  // --- Live: the page comes whole, and only the parts that changed are put in place.
  const sources = new Map();
  let seen = main.dataset.seen, postponed = null, stream = null, lost = 0;
  const parts = (root) => [...root.querySelectorAll('[data-part]')];
  const remember = (root) => { sources.clear(); parts(root).forEach((part) => sources.set(part.id, part.outerHTML)); };
  const busy = (part) => {
    const active = document.activeElement;
    return part.contains(active) && active.matches('input:not([type=submit]),textarea,select');
  };

  // What somebody has typed outlives what changes around it.
  function keep(old, fresh) {
    for (const field of old.querySelectorAll('textarea[id],input[id]')) {
      const next = fresh.querySelector('#' + CSS.escape(field.id));
      if (next && field.value !== field.defaultValue) next.value = field.value;
    }
    for (const wrong of old.querySelectorAll('[data-wrong]:not([hidden])')) {
      const next = fresh.querySelector('#' + CSS.escape(wrong.id));
      if (next) { next.textContent = wrong.textContent; next.hidden = false; }
    }
  }

  function put(old, fresh) {
    keep(old, fresh);
    const open = new Set([...old.querySelectorAll('details[open][id]')].map((d) => d.id));
    const known = new Set([...old.querySelectorAll('tr[id]')].map((row) => row.id));
    const focus = old.contains(document.activeElement) ? document.activeElement.id : '';
    const ends = [...old.querySelectorAll('[data-tail]')].map((e) => e.scrollHeight - e.scrollTop - e.clientHeight < 40);
    old.replaceWith(fresh);
    fresh.querySelectorAll('details[id]').forEach((d) => { if (open.has(d.id)) d.open = true; });
    fresh.querySelectorAll('tr[id]').forEach((row) => { if (known.size && !known.has(row.id)) row.classList.add('fresh'); });
    fresh.querySelectorAll('[data-tail]').forEach((e, i) => { if (ends[i] !== false) e.scrollTop = e.scrollHeight; });
    if (focus && $(focus)) $(focus).focus({ preventScroll: true });
    htmx.process(fresh);
  }

  function show(html) {
    postponed = null;
    const page = new DOMParser().parseFromString(html, 'text/html').body;
    const fresh = parts(page), here = parts(main);
    const same = fresh.length === here.length && fresh.every((part, i) => part.id === here[i].id);
    if (!same) {
      if (busy(main)) { postponed = html; return; }
      remember(page);
      const whole = document.createDocumentFragment();
      whole.append(...document.importNode(page, true).childNodes);
      keep(main, whole);
      main.replaceChildren(whole);
      htmx.process(main);
    } else {
      fresh.forEach((part, i) => {
        const source = part.outerHTML;
        if (sources.get(part.id) === source) return;
        if (busy(here[i])) { postponed = html; return; }
        sources.set(part.id, source);
        put(here[i], document.importNode(part, true));
      });
    }
    tellTimes();
  }
  main.addEventListener('focusout', () => setTimeout(() => { if (postponed) show(postponed); }, 50));

  function say(text) { banner.textContent = text; banner.hidden = !text; }
  function follow() {
    if (!main.dataset.at || stream || document.hidden) return;
    stream = new EventSource('/live?at=' + encodeURIComponent(main.dataset.at) + '&seen=' + seen);
    stream.onopen = () => { lost = 0; say(''); };
    stream.addEventListener('page', (event) => { say(''); seen = event.lastEventId; show(event.data); });
    stream.addEventListener('trouble', (event) => { seen = event.lastEventId; say(event.data); });
    stream.onerror = () => {
      // Our own pace, with what was seen last; the browser's would ask for what it saw first.
      stop();
      lost++;
      if (lost > 1) say('The connection is lost; trying again …');
      setTimeout(follow, Math.min(5000, 400 * lost));
    };
  }
  function stop() { if (stream) { stream.close(); stream = null; } }
  document.addEventListener('visibilitychange', () => (document.hidden ? stop() : follow()));
  addEventListener('pagehide', stop);

  // --- Questions before something is destroyed.
  function ask(dialog) {
    return new Promise((resolve) => {
      dialog.returnValue = '';
      dialog.showModal();
      dialog.addEventListener('close', () => resolve(dialog.returnValue === 'yes'), { once: true });
    });
  }
  document.querySelectorAll('dialog.dialog').forEach((dialog) => {
    dialog.addEventListener('click', (event) => {
      if (event.target.matches('button')) dialog.close(event.target.value);
      if (event.target === dialog) dialog.close('no');
    });
  });
  document.body.addEventListener('htmx:confirm', (event) => {
    if (!event.detail.question) return;
    event.preventDefault();
    $('confirm-text').textContent = event.detail.question;
    ask($('confirm')).then((yes) => { if (yes) event.detail.issueRequest(true); });
  });

  // --- What was done, told for a while.
  new MutationObserver(() => {
    for (const toast of $('toasts').children) {
      if (toast.dataset.timed) continue;
      toast.dataset.timed = 'yes';
      toast.addEventListener('click', () => toast.remove());
      setTimeout(() => toast.remove(), toast.classList.contains('wrong') ? 12000 : 5000);
    }
  }).observe($('toasts'), { childList: true });
  // Put there by us: htmx would look for the place from the form, which may have been replaced meanwhile.
  // A form with a place for it says there what is wrong, beside what was typed.
  document.body.addEventListener('htmx:beforeSwap', (event) => {
    event.detail.shouldSwap = false;
    const toast = new DOMParser().parseFromString(event.detail.xhr.responseText, 'text/html').querySelector('.toast');
    if (!toast) return;
    const wrong = toast.classList.contains('wrong'), form = event.detail.requestConfig.elt.closest('form');
    const place = form && form.isConnected && form.querySelector('[data-wrong]');
    if (place) { place.textContent = wrong ? toast.textContent.trim() : ''; place.hidden = !wrong; }
    if (!place || !wrong) $('toasts').append(document.importNode(toast, true));
  });
  document.body.addEventListener('htmx:sendError', () => say('The server does not answer; nothing was done.'));
  document.body.addEventListener('htmx:afterRequest', (event) => {
    const form = event.detail.requestConfig.elt.closest('form'), well = event.detail.xhr.status < 400;
    if (form && well && form.hasAttribute('data-clear')) form.reset();
    if (well && document.activeElement && form && form.contains(document.activeElement)) document.activeElement.blur();
  });

  // --- Copying commands, light and dark.
  document.addEventListener('click', (event) => {
    const copy = event.target.closest('[data-copy]');
    if (!copy || !navigator.clipboard) return;
    navigator.clipboard.writeText(copy.dataset.copy).then(() => {
      copy.classList.add('copied');
      setTimeout(() => copy.classList.remove('copied'), 1200);
    });
  });
  function turn() {
    const root = document.documentElement;
    const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    root.dataset.theme = dark ? 'light' : 'dark';
    document.cookie = 'pulse_theme=' + root.dataset.theme + '; Path=/; Max-Age=31536000; SameSite=Strict';
  }
  $('theme').addEventListener('click', turn);
  $('keys').addEventListener('click', () => ask($('help')));

  // --- Keys: g and a letter jumps, / searches, ? tells.
  let jump = 0;
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches('input,textarea,select') || document.querySelector('dialog[open]')) return;
    if (Date.now() - jump < 1200) {
      jump = 0;
      const link = document.querySelector('.nav a[data-key="' + CSS.escape(event.key) + '"]');
      if (link) { event.preventDefault(); link.click(); }
      return;
    }
    if (event.key === 'g') jump = Date.now();
    else if (event.key === '?') { event.preventDefault(); ask($('help')); }
    else if (event.key === 't') turn();
    else if (event.key === '/') {
      const search = main.querySelector('input[type=search]');
      if (search) { event.preventDefault(); search.focus(); }
    }
  });

  const current = document.querySelector('.nav [aria-current]');
  if (current) current.parentElement.scrollLeft = current.offsetLeft - 60; // on a phone it is a strip
  remember(main);
  tellTimes();
  setInterval(tellTimes, 1000);
  document.querySelectorAll('[data-tail]').forEach((e) => { e.scrollTop = e.scrollHeight; });
  follow();
})();
