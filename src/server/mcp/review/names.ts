/** The key in `_meta`, which no model reads, under which the review screen finds what it shows. */
export const REVIEW_META = 'countersign/review';
