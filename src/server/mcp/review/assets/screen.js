'use strict';
// The review screen inside a chat: MCP Apps (SEP-1865), revision 2026-01-26. What it says comes in words from the server; texts
// only ever become text nodes. `STARTING` and `META` stand before it.
const host = window.parent;
const find = (id) => document.getElementById(id);
const waiting = new Map();
let lastId = 0;
let language = navigator.language;
/** The envelope that the tool's answer is about, and where it is in the dashboard. */
let envelope = null;
let link = null;
/** What is shown, as the server described it; the latest call for it counts. */
let shown = null;
let round = 0;

const post = (message) => host.postMessage({ jsonrpc: '2.0', ...message }, '*');
const tell = (method, params) => post({ method, params });
function request(method, params) {
  const id = ++lastId;
  post({ id, method, params });
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
}
const call = (name, args) => request('tools/call', { name, arguments: args });

// Only the host that embeds the screen is heard.
window.addEventListener('message', ({ source, data }) => {
  if (source !== host || typeof data !== 'object' || data === null || data.jsonrpc !== '2.0') return;
  if (data.method !== undefined) return hear(data);
  const asked = waiting.get(data.id);
  waiting.delete(data.id);
  if (data.error !== undefined) asked?.reject(new Error(data.error.message));
  else asked?.resolve(data.result);
});

function hear({ id, method, params }) {
  if (method === 'ui/notifications/tool-result') take(params);
  if (method === 'ui/notifications/tool-cancelled') refuse('nothing');
  if (method === 'ui/notifications/host-context-changed') dress(params);
  if (id === undefined) return;
  const isKnown = method === 'ping' || method === 'ui/resource-teardown';
  post(isKnown ? { id, result: {} } : { id, error: { code: -32601, message: 'Method not found' } });
}

/** Takes on the host's theme and language. */
function dress(context) {
  const { theme, locale } = context ?? {};
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  if (typeof locale !== 'string' || locale === language) return;
  language = locale;
  if (shown !== null) void load(shown.page?.number);
}

function take(result) {
  const facts = result?.structuredContent;
  if (typeof facts?.envelope !== 'string') return refuse('nothing');
  envelope = facts.envelope;
  link = facts.reviewUrl;
  void load();
}

/** Shows a page; without a number the first with a field. */
async function load(page) {
  const mine = ++round;
  find('review').ariaBusy = 'true';
  try {
    const result = await call('page_picture', {
      envelope,
      language,
      ...(page === undefined ? {} : { page }),
    });
    const answer = result?._meta?.[META];
    if (mine !== round) return;
    if (answer === undefined) throw new Error('nothing to show');
    shown = answer;
    draw();
  } catch {
    if (mine === round) refuse('unavailable');
  } finally {
    if (mine === round) find('review').ariaBusy = 'false';
  }
}

/** Says why there is nothing to see, in a language that the server hasn't been asked for. */
function refuse(why) {
  if (shown !== null) return say('error', shown.words.failed);
  const words = STARTING[language.split('-')[0]] ?? STARTING.en;
  find('waiting').hidden = true;
  find('empty').hidden = false;
  say('reason', words[why]);
  say('retry', why === 'unavailable' ? words.retry : '');
}

function say(id, text) {
  find(id).textContent = text;
  find(id).hidden = text === '';
}
function createElement(name, className, ...inside) {
  const made = document.createElement(name);
  made.className = className;
  made.append(...inside);
  return made;
}
function list(id, items, make) {
  find(id).replaceChildren(...items.map(make));
}
const createPlainItem = (text) => createElement('li', '', text);

function draw() {
  const { words, page } = shown;
  document.documentElement.lang = shown.language;
  document.documentElement.dir = shown.direction;
  find('waiting').hidden = true;
  find('empty').hidden = true;
  find('review').hidden = false;
  say('error', '');
  say('title', shown.title);
  say('status', shown.status);

  find('pages').hidden = page === null;
  if (page !== null) {
    find('page').src = `data:image/png;base64,${page.png}`;
    find('page').alt = page.label;
    list('fields', page.fields, box);
    find('fields').ariaLabel = words.fields;
    say('place', page.label);
    find('turn').hidden = page.count < 2;
    find('back').ariaLabel = words.back;
    find('on').ariaLabel = words.on;
    find('back').disabled = page.number <= 1;
    find('on').disabled = page.number >= page.count;
  }

  find('plan-title').textContent = words.plan;
  list('steps', shown.steps, ({ when, people }) =>
    createElement(
      'li',
      '',
      createElement('h3', '', when),
      createElement('ul', 'people', ...people.map(createPersonItem)),
    ),
  );
  find('plan').hidden = shown.steps.length === 0;
  find('problems').hidden = shown.problems.length === 0;
  say('problems-title', words.problems);
  list('problem-list', shown.problems, createPlainItem);
  find('hints').hidden = shown.hints.length === 0;
  list('hints', shown.hints, createPlainItem);
  say('why', shown.why ?? '');
  say('send', shown.isDraft && shown.why === null ? words.send : '');
  find('send').disabled = shown.token === null;
  say('open', words.open);
  find('open').classList.toggle('primary', shown.isDraft && shown.why !== null);
}

function box({ x, y, width, height, color, label, who }) {
  const made = createElement('li', `field person-${color}`, label);
  made.title = `${label}: ${who}`;
  made.ariaLabel = made.title;
  for (const [side, share] of Object.entries({ left: x, top: y, width, height }))
    made.style[side] = `${share * 100}%`;
  return made;
}

function createPersonItem({ name, email, initials, color, notes }) {
  const avatar = createElement('span', `avatar person-${color}`, initials);
  avatar.ariaHidden = 'true';
  const who = [
    createElement('p', 'name', name),
    ...(email === name ? [] : [createElement('p', 'quiet', email)]),
    ...(notes === '' ? [] : [createElement('p', 'quiet', notes)]),
  ];
  return createElement('li', '', avatar, createElement('div', 'who', ...who));
}

find('back').addEventListener('click', () => void load(shown.page.number - 1));
find('on').addEventListener('click', () => void load(shown.page.number + 1));
find('retry').addEventListener('click', () => void load());
find('open').addEventListener('click', async () => {
  const url = shown?.url ?? link;
  const opened = await request('ui/open-link', { url }).catch(() => ({ isError: true }));
  if (opened?.isError) say('error', url);
});

find('send').addEventListener('click', async () => {
  const { id, version, token, page } = shown;
  if (token === null || find('send').disabled) return;
  find('send').disabled = true;
  find('send').textContent = shown.words.sending;
  say('error', '');
  const result = await call('confirm_send', { envelope: id, version, token }).catch(() => null);
  const isSent = result?.structuredContent?.outcome === 'sent';
  await load(page?.number);
  if (!isSent) return say('error', shown.words[findProblem(result)]);
  say('done', shown.words.sent);
  const text = `The user reviewed ${id} and sent it, on the review screen. Its version is ${result.structuredContent.version} now.`;
  void request('ui/update-model-context', { content: [{ type: 'text', text }] }).catch(() => undefined);
});

/** Which words fit a refusal. */
function findProblem(result) {
  const text = (result?.content ?? []).map((part) => part.text ?? '').join('\n');
  if (text.startsWith('version_conflict') || text.includes('reason: already_sent')) return 'overtaken';
  return text.includes('reason: review_expired') ? 'expired' : 'failed';
}

// What was missing may have been brought while the user was elsewhere.
window.addEventListener('focus', () => {
  if (shown?.isDraft && shown.problems.length > 0) void load(shown.page?.number);
});

const dark = window.matchMedia('(prefers-color-scheme: dark)');
document.documentElement.dataset.theme = dark.matches ? 'dark' : 'light';

let height = 0;
new ResizeObserver(() => {
  const now = Math.ceil(document.body.getBoundingClientRect().height);
  if (now === height) return;
  height = now;
  tell('ui/notifications/size-changed', { width: Math.ceil(document.body.clientWidth), height });
}).observe(document.body);

request('ui/initialize', {
  appInfo: { name: 'Countersign', version: '1.0.0' },
  appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
  protocolVersion: '2026-01-26',
}).then(
  (answer) => {
    dress(answer?.hostContext);
    tell('ui/notifications/initialized', {});
  },
  () => refuse('unavailable'),
);
