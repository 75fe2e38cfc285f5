/** Least way of a swipe in CSS pixels, and how much longer than high it is. */
const LEAST_WAY = 60;
const FLATNESS = 2;

export type SwipeDirection = 'left' | 'right';

/**
 * Reports sideways swipes of one finger. `isOurs` says whether a touch that begins on an element counts: not
 * on what is dragged itself, nor on what scrolls sideways.
 */
export function detectSwipes(
  swiped: (direction: SwipeDirection) => void,
  isOurs: (target: Element) => boolean = () => true,
): (node: HTMLElement) => () => void {
  return (node) => {
    const listening = new AbortController();
    const options = { signal: listening.signal, passive: true } as const;
    let begin: { readonly x: number; readonly y: number } | null = null;
    node.addEventListener(
      'touchstart',
      ({ touches, target }) => {
        const [touch] = touches;
        const counts = touches.length === 1 && target instanceof Element && isOurs(target);
        begin = touch && counts ? { x: touch.clientX, y: touch.clientY } : null;
      },
      options,
    );
    node.addEventListener(
      'touchend',
      ({ changedTouches: [touch] }) => {
        if (begin === null || touch === undefined) return;
        const [dx, dy] = [touch.clientX - begin.x, touch.clientY - begin.y];
        begin = null;
        if (Math.abs(dx) >= LEAST_WAY && Math.abs(dx) > FLATNESS * Math.abs(dy))
          swiped(dx < 0 ? 'left' : 'right');
      },
      options,
    );
    node.addEventListener('touchcancel', () => (begin = null), options);
    return () => listening.abort();
  };
}
