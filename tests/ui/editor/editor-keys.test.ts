import { describe, expect, it } from 'vitest';
import { listEditorShortcuts, readEditorCommand } from '#ui/editor/editor-keys.ts';

type Pressed = Parameters<typeof readEditorCommand>[0];

function pressed(key: string, change: Partial<Pressed> = {}): Pressed {
  const none = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, defaultPrevented: false };
  return { key, target: null, ...none, ...change };
}

/** A target inside a dialog, an input and so on. */
function within(selector: string): EventTarget {
  const target = new EventTarget();
  return Object.assign(target, { closest: (list: string) => (list.includes(selector) ? target : null) });
}

describe('keys of the editor', () => {
  it.each([
    [pressed('z', { ctrlKey: true }), 'undo'],
    [pressed('z', { metaKey: true }), 'undo'],
    [pressed('Z', { ctrlKey: true, shiftKey: true }), 'redo'],
    [pressed('y', { ctrlKey: true }), 'redo'],
    [pressed('A', { ctrlKey: true }), 'choose-page'],
    [pressed('v', { ctrlKey: true }), 'paste'],
    [pressed('Escape'), 'none'],
    [pressed('n'), 'next-proposal'],
    [pressed('?', { shiftKey: true }), 'help'],
  ] as const)('reads %o as %s', (event, command) => {
    expect(readEditorCommand(event, true)).toBe(command);
  });

  it('ignore typing, dialogs, handled events and browser shortcuts', () => {
    for (const target of [within('input'), within('textarea'), within('[role="dialog"]')])
      expect(readEditorCommand(pressed('a', { ctrlKey: true, target }), true)).toBeNull();
    expect(readEditorCommand(pressed('n', { defaultPrevented: true }), true)).toBeNull();
    expect(readEditorCommand(pressed('n', { altKey: true }), true)).toBeNull();
    expect(readEditorCommand(pressed('c', { ctrlKey: true, shiftKey: true }), true)).toBeNull();
    expect(readEditorCommand(pressed('t', { ctrlKey: true }), true)).toBeNull();
  });

  it('work without single-key shortcuts', () => {
    expect(readEditorCommand(pressed('n'), false)).toBeNull();
    expect(readEditorCommand(pressed('?'), false)).toBeNull();
    expect(readEditorCommand(pressed('z', { ctrlKey: true }), false)).toBe('undo');
    expect(readEditorCommand(pressed('Escape'), false)).toBe('none');
  });

  it('lists no key twice under one heading', () => {
    for (const { shortcuts } of listEditorShortcuts()) {
      const keys = shortcuts.flatMap((shortcut) => shortcut.keys);
      expect(new Set(keys).size).toBe(keys.length);
    }
  });
});
