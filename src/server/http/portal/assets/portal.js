const remember = (name, value) => {
  try {
    localStorage.setItem(name, value);
  } catch {
    // Browsers that keep nothing forget it with the page.
  }
};
const readRemembered = (name) => {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
};

// Color scheme
const themeButtons = [...document.querySelectorAll('[data-theme-choice]')];
function showTheme() {
  const system = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  const current = document.documentElement.dataset.theme ?? system;
  for (const button of themeButtons)
    button.setAttribute('aria-pressed', String(button.dataset.themeChoice === current));
}
for (const button of themeButtons)
  button.addEventListener('click', () => {
    document.documentElement.dataset.theme = button.dataset.themeChoice;
    remember('theme', button.dataset.themeChoice);
    showTheme();
  });
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', showTheme);
showTheme();

// A language chosen once applies to every sample.
const tabs = [...document.querySelectorAll('[data-tabs] [role=tab]')];
function choose(language) {
  for (const list of document.querySelectorAll('[data-tabs]')) {
    const own = [...list.querySelectorAll('[role=tab]')];
    if (!own.some((tab) => tab.dataset.language === language)) continue;
    for (const tab of own) {
      const isChosen = tab.dataset.language === language;
      tab.setAttribute('aria-selected', String(isChosen));
      tab.tabIndex = isChosen ? 0 : -1;
      document.getElementById(tab.getAttribute('aria-controls')).hidden = !isChosen;
    }
  }
}
for (const tab of tabs) {
  tab.addEventListener('click', () => {
    const top = tab.getBoundingClientRect().top;
    choose(tab.dataset.language);
    remember('language', tab.dataset.language);
    // What was chosen stays where it is, although the samples above have another height now.
    scrollBy(0, tab.getBoundingClientRect().top - top);
  });
  tab.addEventListener('keydown', (event) => {
    const own = [...tab.parentElement.children];
    const at = own.indexOf(tab);
    const next = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: own.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    const other = own[(next + own.length) % own.length];
    other.click();
    other.focus();
  });
}
const language = readRemembered('language');
if (language !== null) choose(language);

// Copying
for (const button of document.querySelectorAll('[data-copy]'))
  button.addEventListener('click', async () => {
    const shown = button.closest('.samples').querySelector('pre:not([hidden])');
    await navigator.clipboard.writeText(shown.textContent);
    button.setAttribute('aria-label', 'Copied');
    button.classList.add('copied');
    setTimeout(() => {
      button.setAttribute('aria-label', 'Copy code');
      button.classList.remove('copied');
    }, 2000);
  });

// The navigation of narrow screens
const menu = document.querySelector('[data-menu]');
function showMenu(isOpen) {
  document.body.classList.toggle('menu-open', isOpen);
  menu.setAttribute('aria-expanded', String(isOpen));
}
menu.addEventListener('click', () => showMenu(menu.getAttribute('aria-expanded') !== 'true'));
addEventListener('keydown', (event) => {
  if (event.key !== 'Escape' || menu.getAttribute('aria-expanded') !== 'true') return;
  showMenu(false);
  menu.focus();
});

// The current page is in sight, also at the end of a long list.
const current = document.querySelector('.pages [aria-current=page]');
const side = document.getElementById('navigation');
if (current !== null) side.scrollTop = current.offsetTop - side.clientHeight / 2;

// What is on the page: the heading that was passed last
const contents = [...document.querySelectorAll('.contents a')];
const headings = contents.map((link) => document.getElementById(link.hash.slice(1)));
function markHeading() {
  const passed = headings.filter((heading) => heading.getBoundingClientRect().top < 120).length;
  const isAtEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
  const at = isAtEnd && scrollY > 0 ? headings.length - 1 : Math.max(0, passed - 1);
  contents.forEach((link, index) => link.toggleAttribute('data-current', index === at));
}
if (contents.length > 0) {
  addEventListener('scroll', markHeading, { passive: true });
  markHeading();
}
