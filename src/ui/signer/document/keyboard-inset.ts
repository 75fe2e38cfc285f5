/**
 * Keeps the height of the on-screen keyboard, in pixels, in `--keyboard` if the keyboard covers the page
 * instead of resizing it (Safari on phones). Returns a function that stops this.
 */
export function followKeyboard(): () => void {
  const { visualViewport: viewport } = window;
  if (viewport === null) return () => undefined;
  const update = () => {
    // Zooming by pinching makes the viewport smaller too, without a keyboard.
    const covered = viewport.scale > 1 ? 0 : innerHeight - viewport.height - viewport.offsetTop;
    document.documentElement.style.setProperty('--keyboard', String(Math.max(0, Math.round(covered))));
  };
  viewport.addEventListener('resize', update);
  viewport.addEventListener('scroll', update);
  return () => {
    viewport.removeEventListener('resize', update);
    viewport.removeEventListener('scroll', update);
  };
}
