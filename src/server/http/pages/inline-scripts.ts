/**
 * The inline script with which the landing page makes its request before its other scripts have loaded. Only
 * the page can do so, because the token is in the fragment, which the server doesn't see. The script shows
 * the response and remembers whether the button was pressed. The other scripts take over both: see
 * src/ui/signer/early-landing.ts.
 */
export const ASK_EARLY = `(() => {
  const token = /[#?&]token=([\\w-]+(?:\\.[\\w-]+)?)/.exec(location.hash + location.search)?.[1];
  if (token === undefined) return;
  const headers = { Authorization: 'Bearer ' + token };
  const address = '/sign/landing?lang=' + document.documentElement.lang;
  const asked = fetch(address, { headers, cache: 'no-store', credentials: 'omit', redirect: 'error' });
  const answer = asked.then((given) => (given.ok ? given.json() : null)).catch(() => null);
  const early = { token, answer, isPressed: false, isFocused: false, isOver: false };
  globalThis.earlyLanding = early;
  const show = ({ html }) => {
    if (early.isOver) return;
    const place = document.createElement('div');
    place.id = 'early-landing';
    place.innerHTML = html;
    for (const choice of place.querySelectorAll('select')) choice.disabled = true;
    place.addEventListener('focusin', ({ target }) => {
      early.isFocused = target.closest('button') !== null;
    });
    place.addEventListener('click', ({ target }) => {
      const button = target.closest('button');
      if (button === null) return;
      early.isPressed = true;
      button.disabled = true;
    });
    document.body.prepend(place);
  };
  answer.then((landing) => {
    if (!landing?.html) return;
    if (document.body !== null) show(landing);
    else addEventListener('DOMContentLoaded', () => show(landing));
  });
})();`;

/**
 * Returns the inline script that tells the browser about a page's scripts. It waits for the style sheets,
 * which come first.
 */
export function nameScripts(paths: readonly string[]): string {
  return `for (const href of ${JSON.stringify(paths)})
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));`;
}
