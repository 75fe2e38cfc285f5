/** Where the review screen finds what it shows: in `_meta`, which no model reads. */
export const REVIEW_META = 'countersign/review';
