/** Whether the search palette is open, and the text it starts with. This only changes in the browser. */
export const palette = $state({ isOpen: false, text: '' });

export function openPalette(text = ''): void {
  palette.text = text;
  palette.isOpen = true;
}
