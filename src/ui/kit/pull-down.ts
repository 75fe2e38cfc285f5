import type { Attachment } from 'svelte/attachments';
import { followPointer } from './follow-pointer.ts';

/** The screens where sheets come up from the bottom. */
const SMALL = '(max-width: 39.98rem)';
const CLOSES_AFTER_PX = 56;

/**
 * Lets an element pull down the sheet around it, which closes the sheet. The element needs `touch-action:
 * none`.
 */
export function pullDown(close: () => void): Attachment<HTMLElement> {
  return (handle) => {
    const begin = (event: PointerEvent): void => {
      const sheet = handle.closest<HTMLElement>('[data-sheet]');
      if (sheet === null || !event.isPrimary || !matchMedia(SMALL).matches) return;
      let pulled = 0;
      followPointer(event, {
        move: (_dx, dy) => {
          pulled = Math.max(0, dy);
          sheet.style.transform = new DOMMatrix().translate(0, pulled).toString();
        },
        end: ({ canceled }) => {
          sheet.style.transform = '';
          if (!canceled && pulled > CLOSES_AFTER_PX) close();
        },
      });
    };
    // Without this, some browsers take the movement for a scroll, and its momentum swallows the next tap.
    const keepStill = (event: Event): void => event.preventDefault();
    handle.addEventListener('pointerdown', begin);
    handle.addEventListener('touchmove', keepStill, { passive: false });
    return () => {
      handle.removeEventListener('pointerdown', begin);
      handle.removeEventListener('touchmove', keepStill);
    };
  };
}
