import { m } from '#i18n/compiled/messages.js';
import { getArrangementName, ARRANGEMENTS } from './placing/arrange.ts';

type Shortcut = { readonly keys: readonly string[]; readonly words: string };
type ShortcutGroup = { readonly title: string; readonly shortcuts: readonly Shortcut[] };

/** Lists every keyboard shortcut of the editor. */
export function listEditorShortcuts(): readonly ShortcutGroup[] {
  return [
    {
      title: m.editor_keys_anywhere(),
      shortcuts: [
        { keys: ['Ctrl+Z', 'Ctrl+Shift+Z'], words: m.editor_keys_undo() },
        { keys: ['Ctrl+A'], words: m.editor_keys_select_page() },
        { keys: ['Ctrl+V'], words: m.editor_keys_paste() },
        { keys: ['Esc'], words: m.editor_keys_clear() },
        { keys: ['N', 'B'], words: m.editor_keys_suggestions() },
        { keys: ['F6'], words: m.common_key_notification() },
        { keys: ['?'], words: m.editor_keys_help() },
      ],
    },
    {
      title: m.editor_keys_field(),
      shortcuts: [
        { keys: ['Tab', 'Shift+Tab'], words: m.editor_keys_fields() },
        { keys: ['← ↑ → ↓'], words: m.editor_keys_move() },
        { keys: ['Shift+← ↑ → ↓'], words: m.editor_keys_move_fine() },
        { keys: ['Alt+← ↑ → ↓'], words: m.editor_keys_resize() },
        { keys: ['PageUp', 'PageDown'], words: m.editor_keys_turn() },
        { keys: [m.editor_key_space()], words: m.editor_keys_toggle() },
        { keys: ['Ctrl+C', 'Ctrl+X', 'Ctrl+D'], words: m.editor_keys_copy() },
        { keys: ['G'], words: m.editor_copy_to_pages() },
        { keys: ['Enter'], words: m.editor_keys_enter() },
        { keys: ['Delete'], words: m.editor_keys_delete() },
      ],
    },
    {
      title: m.editor_keys_several(),
      shortcuts: ARRANGEMENTS.map(({ how, key }) => ({
        keys: [`Shift+${key}`],
        words: getArrangementName(how),
      })),
    },
    {
      title: m.editor_keys_pointer(),
      shortcuts: [
        {
          keys: ['Shift', 'Ctrl'].map((key) => m.editor_key_click({ key })),
          words: m.editor_keys_toggle(),
        },
        { keys: [m.editor_key_drag()], words: m.editor_keys_band() },
        { keys: [m.editor_key_while_dragging({ key: 'Alt' })], words: m.editor_keys_no_snap() },
      ],
    },
  ];
}

/** What a key does anywhere in the editor, except while typing. */
export type EditorCommand =
  | 'undo'
  | 'redo'
  | 'choose-page'
  | 'copy'
  | 'cut'
  | 'paste'
  | 'duplicate'
  | 'none'
  | 'next-proposal'
  | 'previous-proposal'
  | 'help';

type Pressed = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'defaultPrevented'
> & {
  readonly target: EventTarget | null;
};

/**
 * Reads a key press, or returns null if it belongs to something else, such as an input, a dialog, or the
 * browser.
 */
export function readEditorCommand(event: Pressed, singleKeys: boolean): EditorCommand | null {
  if (event.defaultPrevented || event.altKey || isTyping(event.target)) return null;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.ctrlKey || event.metaKey) {
    if (key === 'z') return event.shiftKey ? 'redo' : 'undo';
    return event.shiftKey ? null : (WITH_CONTROL[key] ?? null);
  }
  if (key === 'Escape') return 'none';
  return singleKeys ? (ALONE[key] ?? null) : null;
}

const WITH_CONTROL: Readonly<Record<string, EditorCommand>> = {
  y: 'redo',
  a: 'choose-page',
  c: 'copy',
  x: 'cut',
  v: 'paste',
  d: 'duplicate',
};
const ALONE: Readonly<Record<string, EditorCommand>> = {
  n: 'next-proposal',
  b: 'previous-proposal',
  '?': 'help',
};

const TYPING = 'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="dialog"]';

function isTyping(target: EventTarget | null): boolean {
  return target !== null && 'closest' in target && (target as Element).closest(TYPING) !== null;
}
