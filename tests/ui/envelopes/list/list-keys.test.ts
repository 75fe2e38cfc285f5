import { describe, expect, it } from 'vitest';
import { LIST_KEYS, listAction } from '#ui/envelopes/list/list-keys.ts';

const press = (key: string, extra: Partial<Parameters<typeof listAction>[0]> = {}) =>
  listAction({
    key,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    defaultPrevented: false,
    target: null,
    ...extra,
  });
/** An element inside a match of the given selectors. */
const within = (...selectors: string[]) =>
  ({
    closest: (list: string) => (selectors.some((one) => list.split(', ').includes(one)) ? {} : null),
  }) as unknown as EventTarget;

describe('a key press in the list', () => {
  it.each(LIST_KEYS.map(({ key, does }) => [key, does]))('%s means %s', (key, does) => {
    expect(press(key)).toBe(does);
    expect(press(key, { target: within() })).toBe(does);
  });

  it('is ignored while typing, in dialogs, and for browser shortcuts', () => {
    for (const selector of ['textarea', 'select', '[contenteditable]', '[role="dialog"]'])
      expect(press('j', { target: within(selector) }), selector).toBeNull();
    expect(press('j', { target: within('input:not([type="checkbox"])') })).toBeNull();
    for (const held of ['ctrlKey', 'metaKey', 'altKey', 'defaultPrevented'])
      expect(press('a', { [held]: true }), held).toBeNull();
    expect(press('z')).toBeNull();
  });

  it('is listed once for each key', () => {
    expect(new Set(LIST_KEYS.map(({ key }) => key)).size).toBe(LIST_KEYS.length);
  });
});
