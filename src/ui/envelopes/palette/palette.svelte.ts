/** Whether the search palette is open, and what it starts with. Only the browser changes it. */
export const palette = $state({ isOpen: false, text: '' });

export function openPalette(text = ''): void {
  palette.text = text;
  palette.isOpen = true;
}
