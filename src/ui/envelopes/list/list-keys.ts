import { m } from '#i18n/compiled/messages.js';

/** The keyboard shortcuts of the envelope list. */
export const LIST_KEYS = [
  { key: 'j', does: 'next', label: m.envelopes_key_next },
  { key: 'k', does: 'previous', label: m.envelopes_key_previous },
  { key: 'o', does: 'open', label: m.envelopes_key_open },
  { key: 'x', does: 'select', label: m.envelopes_key_select },
  { key: 'a', does: 'select-all', label: m.envelopes_key_select_all },
  { key: 'Escape', does: 'clear-selection', label: m.envelopes_clear_selection },
  { key: 'r', does: 'remind', label: m.envelopes_key_remind },
  { key: 'd', does: 'download', label: m.envelopes_key_download },
  { key: '/', does: 'search', label: m.envelopes_key_search },
  { key: 'f', does: 'filter', label: m.envelopes_key_filter },
  { key: 'n', does: 'new', label: m.envelopes_new },
  { key: '?', does: 'help', label: m.envelopes_keys_title },
] as const;
export type ListAction = (typeof LIST_KEYS)[number]['does'];

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented'> & {
  readonly target: EventTarget | null;
};

/**
 * Returns the action that a key press asks for, or null if the key press belongs to something else: typing, a
 * dialog, or the browser.
 */
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

/**
 * Whether single-key shortcuts are on. People who use voice control need to turn them off (WCAG 2.2, 2.1.4).
 */
export function canUseSingleKeys(): boolean {
  try {
    return localStorage.getItem(STORED) !== 'off';
  } catch {
    return true;
  }
}

/** Remembers the choice in this browser. */
export function enableSingleKeys(enabled: boolean): void {
  try {
    localStorage.setItem(STORED, enabled ? 'on' : 'off');
  } catch {
    // Without storage, the choice lasts until the page is closed.
  }
}
