/**
 * A rectangle of upright page space: points (1/72 inch) of the page as it is seen, after CropBox and Rotate, with the
 * origin at its top left corner and y downwards.
 */
export type PageBox = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** Letters without a gap between them; the box is that of their ink. */
export type Word = PageBox & {
  readonly text: string;
  /** Where the letters stand, in points from the top of the page. */
  readonly baseline: number;
  /** Font size in points as it is seen. */
  readonly size: number;
  readonly bold: boolean;
  /** Base name of the font in lower case without its subset prefix, such as `arialmt` or `zapfdingbats`. */
  readonly font: string;
};

/** Words of one baseline that follow each other with ordinary gaps: a cell of a table or a label is one of its own. */
export type TextLine = PageBox & {
  readonly text: string;
  readonly baseline: number;
  readonly size: number;
  readonly bold: boolean;
  readonly words: readonly Word[];
};

/** A blank made of characters: underscores or a row of dots. The box is that of its ink; `height` is small. */
export type Leader = PageBox & {
  readonly kind: 'underscore' | 'dots';
  readonly baseline: number;
  readonly size: number;
  readonly count: number;
};

/** A drawn straight line, also one made of dashes or of a thin filled rectangle; the box has its thickness. */
export type Rule = PageBox & {
  readonly orientation: 'horizontal' | 'vertical';
  /** 0 is black, 1 is white. */
  readonly luminance: number;
  readonly dashed: boolean;
};

/** A drawn closed shape that is no rule. `stroke` and `fill` are luminances (0 black, 1 white), null when not painted. */
export type Shape = PageBox & {
  readonly kind: 'rectangle' | 'ellipse' | 'other';
  readonly stroke: number | null;
  readonly fill: number | null;
};

/**
 * What is printed on one page, as geometry. Widgets and other annotations are not part of it. Text that reads in another
 * direction than left to right on the upright page is in `words` of `turned` only.
 */
export type PageFacts = {
  /** From 1. */
  readonly number: number;
  /** Size of the visible page in points, upright. */
  readonly width: number;
  readonly height: number;
  readonly words: readonly Word[];
  readonly lines: readonly TextLine[];
  readonly leaders: readonly Leader[];
  readonly rules: readonly Rule[];
  readonly shapes: readonly Shape[];
  readonly images: readonly PageBox[];
  /** Words that stand upright or upside down. */
  readonly turned: readonly Word[];
};

/** Where a box of a page lies as fractions of it, as fields are stored. */
export function asFractions(box: PageBox, page: Pick<PageFacts, 'width' | 'height'>): PageBox {
  return {
    x: box.x / page.width,
    y: box.y / page.height,
    width: box.width / page.width,
    height: box.height / page.height,
  };
}

/** How much of their union two boxes share, 0 to 1. */
export function overlapRatio(one: PageBox, other: PageBox): number {
  const shared = sharedArea(one, other);
  return shared === 0 ? 0 : shared / (one.width * one.height + other.width * other.height - shared);
}

/** The area that two boxes share, in square points. */
export function sharedArea(one: PageBox, other: PageBox): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return width > 0 && height > 0 ? width * height : 0;
}
