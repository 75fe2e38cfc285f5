/** A point on a page, in fractions 0..1 from its top left. */
export type PagePoint = { readonly page: number; readonly x: number; readonly y: number };

const PAGE = '[data-page]';

/** Returns the page under a point of the window (CSS pixels), or null. */
export function findPageUnder(clientX: number, clientY: number): PagePoint | null {
  for (const element of document.elementsFromPoint(clientX, clientY)) {
    const page = element.closest<HTMLElement>(PAGE);
    if (page !== null) return pointOn(page, clientX, clientY);
  }
  return null;
}

/** Returns the middle of the visible part of the most visible page, or null if no page is rendered. */
export function findViewMiddle(): PagePoint | null {
  let best: { area: number; point: PagePoint } | null = null;
  for (const page of document.querySelectorAll<HTMLElement>(PAGE)) {
    const box = page.getBoundingClientRect();
    const left = Math.max(0, box.left);
    const right = Math.min(window.innerWidth, box.right);
    const top = Math.max(0, box.top);
    const bottom = Math.min(window.innerHeight, box.bottom);
    const area = Math.max(0, right - left) * Math.max(0, bottom - top);
    if (best === null || area > best.area)
      best = { area, point: pointOn(page, (left + right) / 2, (top + bottom) / 2) };
  }
  return best?.point ?? null;
}

/**
 * Pages farther than this many screens are jumped to; smooth scrolling past hundreds of pages would show
 * none.
 */
const GLIDE_SCREENS = 2;

/** Scrolls a rendered page so that the given height (fraction) is in the middle. */
export function scrollToPage(number: number, y: number): void {
  const page = document.querySelector<HTMLElement>(`[data-page="${number}"]`);
  if (page === null) return;
  const box = page.getBoundingClientRect();
  const at = box.top + y * box.height;
  if (at > window.innerHeight * 0.15 && at < window.innerHeight * 0.85) return;
  const top = at - window.innerHeight / 2;
  const isNear = Math.abs(top) < window.innerHeight * GLIDE_SCREENS;
  window.scrollBy({ top, behavior: isNear ? 'smooth' : 'instant' });
}

/** Returns where a point of the window is on a page's element. */
export function pointOn(page: HTMLElement, clientX: number, clientY: number): PagePoint {
  const box = page.getBoundingClientRect();
  return {
    page: Number(page.dataset['page']),
    x: (clientX - box.left) / box.width,
    y: (clientY - box.top) / box.height,
  };
}
