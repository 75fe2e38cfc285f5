/** What a key does in the list of envelopes. */
export const LIST_KEYS = [
  { key: 'j', does: 'next', words: 'Go to the next envelope' },
  { key: 'k', does: 'previous', words: 'Go to the previous envelope' },
  { key: 'o', does: 'open', words: 'Open the envelope' },
  { key: 'x', does: 'choose', words: 'Choose the envelope, or leave it out' },
  { key: 'a', does: 'choose-all', words: 'Choose all that are listed' },
  { key: 'Escape', does: 'choose-none', words: 'Choose none' },
  { key: 'r', does: 'remind', words: 'Remind for those that are chosen' },
  { key: 'd', does: 'download', words: 'Download those that are chosen' },
  { key: '/', does: 'search', words: 'Search' },
  { key: 'f', does: 'filter', words: 'Show or hide the filters' },
  { key: 'n', does: 'new', words: 'New envelope' },
  { key: '?', does: 'help', words: 'Show this overview' },
] as const;
export type ListAction = (typeof LIST_KEYS)[number]['does'];

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented'> & {
  readonly target: EventTarget | null;
};

/** What a key press asks for; null where it belongs to something else: typing, a dialog, the browser. */
export function listAction(event: Pressed): ListAction | null {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return null;
  if (isElement(event.target) && event.target.closest(TYPING) !== null) return null;
  return LIST_KEYS.find(({ key }) => key === event.key)?.does ?? null;
}

const TYPING =
  'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="dialog"], [role="menu"], [role="listbox"], details[open] summary';

function isElement(target: EventTarget | null): target is Element {
  return target !== null && 'closest' in target;
}

const STORED = 'countersign.single-keys';

/** Whether single keys are wanted: who speaks to the computer may have to turn them off (WCAG 2.2, 2.1.4). */
export function singleKeysWanted(): boolean {
  try {
    return localStorage.getItem(STORED) !== 'off';
  } catch {
    return true;
  }
}

/** Keeps the choice in this browser. */
export function wantSingleKeys(wanted: boolean): void {
  try {
    localStorage.setItem(STORED, wanted ? 'on' : 'off');
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}
