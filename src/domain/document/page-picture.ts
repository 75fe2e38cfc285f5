/** Pixels per point of a page's picture, so that its size tells the size of the page. */
export const PICTURE_SCALE = 1.25;
