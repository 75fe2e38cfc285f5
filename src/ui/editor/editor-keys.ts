import { ARRANGEMENTS } from './placing/arrange.ts';

type Shortcut = { readonly keys: readonly string[]; readonly words: string };

/** Every key of the editor, as its overview lists them. */
export const EDITOR_KEYS: readonly { readonly title: string; readonly shortcuts: readonly Shortcut[] }[] = [
  {
    title: 'Anywhere',
    shortcuts: [
      { keys: ['Ctrl Z', 'Ctrl Shift Z'], words: 'Undo, redo' },
      { keys: ['Ctrl A'], words: 'Choose all fields of the page' },
      { keys: ['Ctrl V'], words: 'Paste onto the page in view' },
      { keys: ['Esc'], words: 'Choose none, stop placing' },
      { keys: ['N', 'B'], words: 'Next proposal, the one before' },
      { keys: ['?'], words: 'Show this overview' },
    ],
  },
  {
    title: 'On a field',
    shortcuts: [
      { keys: ['Tab', 'Shift Tab'], words: 'Next field, the one before' },
      { keys: ['← ↑ → ↓'], words: 'Move by a hundredth of the page' },
      { keys: ['Shift ← ↑ → ↓'], words: 'Move by a thousandth' },
      { keys: ['Alt ← ↑ → ↓'], words: 'Resize (with Shift finely)' },
      { keys: ['PageUp', 'PageDown'], words: 'To the page before, the next one' },
      { keys: ['Space'], words: 'Choose several: adds the field, or leaves it out' },
      { keys: ['Ctrl C', 'Ctrl X', 'Ctrl D'], words: 'Copy, cut, duplicate' },
      { keys: ['G'], words: 'Copy to pages…' },
      { keys: ['Enter'], words: 'To its properties; accept a proposal' },
      { keys: ['Delete'], words: 'Remove; dismiss a proposal' },
    ],
  },
  {
    title: 'With several chosen',
    shortcuts: ARRANGEMENTS.map(({ key, words }) => ({ keys: [`Shift ${key}`], words })),
  },
  {
    title: 'With the pointer',
    shortcuts: [
      { keys: ['Shift click', 'Ctrl click'], words: 'Choose one more, or leave it out' },
      { keys: ['Drag on the page'], words: 'Choose what the band touches' },
      { keys: ['Alt while dragging'], words: 'Do not snap to other fields' },
    ],
  },
];

/** What a key asks for wherever the focus is, as long as nothing is typed. */
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

/** Reads a key press; null where it belongs to something else: typing, a dialog, the browser. */
export function editorCommand(event: Pressed, singleKeys: boolean): EditorCommand | null {
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
