import type { Attachment } from 'svelte/attachments';

const LONG_MS = 500;
const STILL_PX = 10;
/** These elements handle their own click. */
const CONTROLS = ':is(button,input,label)';

/** Runs when an element is touched for a long time, instead of the click and the menu that would follow. */
export function detectLongPress(run: () => void): Attachment<HTMLElement> {
  return (node) => {
    const listening = new AbortController();
    const { signal } = listening;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let begin: { readonly x: number; readonly y: number } | null = null;
    let isLong = false;

    function stop(): void {
      clearTimeout(timer);
      begin = null;
    }
    function take(): void {
      stop();
      isLong = true;
      run();
    }
    node.addEventListener(
      'pointerdown',
      ({ pointerType, isPrimary, clientX, clientY, target }) => {
        stop();
        isLong = false;
        const isControl = target instanceof Element && target.closest(CONTROLS) !== null;
        if (pointerType !== 'touch' || !isPrimary || isControl) return;
        begin = { x: clientX, y: clientY };
        timer = setTimeout(take, LONG_MS);
      },
      { signal },
    );
    node.addEventListener(
      'pointermove',
      ({ clientX, clientY }) => {
        if (begin !== null && Math.hypot(clientX - begin.x, clientY - begin.y) > STILL_PX) stop();
      },
      { signal },
    );
    for (const end of ['pointerup', 'pointercancel'] as const) node.addEventListener(end, stop, { signal });
    // Some browsers open a menu shortly before the time is up.
    node.addEventListener(
      'contextmenu',
      (event) => {
        if (begin !== null) take();
        if (isLong) event.preventDefault();
      },
      { signal },
    );
    node.addEventListener(
      'click',
      (event) => {
        if (!isLong) return;
        isLong = false;
        event.preventDefault();
        event.stopPropagation();
      },
      { signal, capture: true },
    );
    return () => {
      stop();
      listening.abort();
    };
  };
}
