import type { Locator } from 'vitest/browser';

/** Puts the focus on an element, as Tab would. */
export function focus(locator: Locator): void {
  const element = locator.element();
  if (!(element instanceof HTMLElement)) throw new Error('the element is no HTML element');
  element.focus();
}
