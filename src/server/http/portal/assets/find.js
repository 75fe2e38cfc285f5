// Search, in the page: the index is loaded once, and needs no network afterwards.
const dialog = document.querySelector('[data-find]');
const input = dialog.querySelector('input');
const hits = dialog.querySelector('[role=listbox]');
const foot = dialog.querySelector('.find-foot');
const MOST = 12;
/** More than any sum of scores of some words. */
const ALL_WORDS = 1000;
let index = null;
let chosen = -1;

async function open() {
  if (dialog.open) return;
  dialog.showModal();
  input.select();
  try {
    index ??= await (await fetch(dialog.dataset.index)).json();
    search();
  } catch {
    foot.textContent = "The search couldn't be loaded. Check your connection and open it again.";
  }
}

function search() {
  const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = words.length === 0 ? [] : rankEntries(words);
  hits.replaceChildren(...groupEntries(found, words));
  const all = hits.querySelectorAll('[role=option]');
  input.setAttribute('aria-expanded', String(all.length > 0));
  choose(all.length > 0 ? 0 : -1);
  foot.textContent =
    words.length === 0
      ? 'Type to search guides, operations, and errors.'
      : found.length === 0
        ? 'Nothing found. Try another word.'
        : `${found.length === 1 ? '1 result' : `${found.length} results`}. ↑ ↓ to move, Enter to open.`;
}

/**
 * A word has to begin a word; those in titles count more. Pages with all words come first, then those with some in their titles,
 * except short words, which are in many.
 */
function rankEntries(words) {
  const begins = (text, word) =>
    ` ${text.toLowerCase()}`.search(new RegExp(`[^a-z0-9]${escapeText(word)}`)) >= 0;
  return index
    .map((entry) => {
      const scores = words.map((word) =>
        begins(entry.title, word) ? 3 : begins(entry.text, word) || begins(entry.url, word) ? 1 : 0,
      );
      const sum = scores.reduce((sum, score) => sum + score);
      const isNear = words.some((word, at) => word.length > 3 && scores[at] === 3);
      return { entry, score: !scores.includes(0) ? ALL_WORDS + sum : isNear ? sum : 0 };
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST)
    .map(({ entry }) => entry);
}

function groupEntries(found, words) {
  return ['API reference', 'Guides', 'Errors'].flatMap((kind) => {
    const own = found.filter((entry) => entry.kind === kind);
    if (own.length === 0) return [];
    const group = createElement('div', { role: 'group', 'aria-label': kind });
    group.append(createElement('p', { class: 'find-kind', 'aria-hidden': 'true' }, kind));
    group.append(...own.map((entry) => createOption(entry, words)));
    return [group];
  });
}

function createOption({ title, text, url, method }, words) {
  const option = createElement('a', { role: 'option', href: url, tabindex: '-1' });
  const lines = createElement('span', {});
  const first = createElement('strong', {});
  first.append(...markWords(title, words));
  const second = createElement('span', { class: 'find-text' });
  second.append(...markWords(findExcerpt(text, words), words));
  lines.append(first, second);
  option.append(lines, createElement('span', { class: 'verb' }, method ?? ''));
  return option;
}

function findExcerpt(text, words) {
  const at = text.toLowerCase().search(new RegExp(words.map(escapeText).join('|')));
  const from = at > 60 ? text.indexOf(' ', at - 50) + 1 : 0;
  return `${from > 0 ? '… ' : ''}${text.slice(from, from + 120)}`;
}

function markWords(text, words) {
  const pattern = new RegExp(`(?<![a-z0-9])(${words.map(escapeText).join('|')})`, 'gi');
  return text.split(pattern).map((part, at) => (at % 2 === 1 ? createElement('mark', {}, part) : part));
}

function escapeText(word) {
  return word.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function createElement(name, attributes, text = '') {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.textContent = text;
  return made;
}

function choose(at) {
  const all = [...hits.querySelectorAll('[role=option]')];
  chosen = all.length === 0 ? -1 : (at + all.length) % all.length;
  all.forEach((option, index) => {
    option.id = `hit-${index}`;
    option.setAttribute('aria-selected', String(index === chosen));
  });
  if (chosen < 0) return input.removeAttribute('aria-activedescendant');
  input.setAttribute('aria-activedescendant', `hit-${chosen}`);
  all[chosen].scrollIntoView({ block: 'nearest' });
}

input.addEventListener('input', () => {
  if (index !== null) search();
});
input.addEventListener('keydown', (event) => {
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    event.preventDefault();
    choose(chosen + (event.key === 'ArrowDown' ? 1 : -1));
  }
  if (event.key === 'Enter' && chosen >= 0) {
    event.preventDefault();
    hits.querySelectorAll('[role=option]')[chosen].click();
  }
});
hits.addEventListener('click', () => dialog.close());
dialog.querySelector('[data-close]').addEventListener('click', () => dialog.close());
dialog.addEventListener('click', (event) => {
  if (event.target === dialog) dialog.close();
});
document.querySelector('[data-search]').addEventListener('click', open);
addEventListener('keydown', (event) => {
  const isTyping = event.target.closest('input, textarea, select') !== null;
  const isCommand = event.key === 'k' && (event.metaKey || event.ctrlKey);
  if (isCommand || (event.key === '/' && !isTyping)) {
    event.preventDefault();
    open();
  }
});
