/** Moves the focus to the search that is on the screen: beside the page, or above the list on narrow screens. */
export function focusSearch(): void {
  const boxes = [...document.querySelectorAll<HTMLInputElement>('[data-search]')];
  const box = boxes.find((one) => one.checkVisibility());
  box?.focus();
  box?.select();
}
