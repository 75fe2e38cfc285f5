/** Pixels per point in the picture of a page, so that the picture's size gives the page's size. */
export const PICTURE_SCALE = 1.25;
