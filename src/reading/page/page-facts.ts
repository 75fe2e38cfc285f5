/**
 * A rectangle in upright page space: points (1/72 inch) of the page as displayed, after CropBox and Rotate,
 * with the origin at the top left and y pointing down.
 */
export type PageBox = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

/** A point, in any unit. */
export type Point = readonly [x: number, y: number];

/** Four corners: top left, top right, bottom right, bottom left. */
export type Quad = readonly [Point, Point, Point, Point];

/** Letters without a gap between them. The box encloses their ink. */
export type Word = PageBox & {
  readonly text: string;
  /** Distance from the top of the page, in points. */
  readonly baseline: number;
  /** Font size as displayed, in points. */
  readonly size: number;
  readonly bold: boolean;
  /**
   * The font's base name, in lowercase and without the subset prefix, such as `arialmt` or `zapfdingbats`.
   */
  readonly font: string;
};

/** Words on one baseline with ordinary gaps between them. A table cell or label is a separate line. */
export type TextLine = PageBox & {
  readonly text: string;
  readonly baseline: number;
  readonly size: number;
  readonly bold: boolean;
  readonly words: readonly Word[];
};

/** A blank made of underscores or dots. The box encloses their ink, so `height` is small. */
export type Leader = PageBox & {
  readonly kind: 'underscore' | 'dots';
  readonly baseline: number;
  readonly size: number;
  readonly count: number;
};

/** A straight line, dashed line, or thin filled rectangle. The box includes the line's thickness. */
export type Rule = PageBox & {
  readonly orientation: 'horizontal' | 'vertical';
  /** 0 is black, 1 is white. */
  readonly luminance: number;
  readonly dashed: boolean;
};

/**
 * A closed shape other than a rule. `stroke` and `fill` are luminances (0 black, 1 white), or null if not
 * painted.
 */
export type Shape = PageBox & {
  readonly kind: 'rectangle' | 'ellipse' | 'other';
  readonly stroke: number | null;
  readonly fill: number | null;
};

/**
 * The printed content of a page as geometry, without widgets and other annotations. Text in other directions
 * is only in `turned`.
 */
export type PageFacts = {
  /** Page number, from 1. */
  readonly number: number;
  /** The width of the upright page, in points. */
  readonly width: number;
  readonly height: number;
  readonly words: readonly Word[];
  readonly lines: readonly TextLine[];
  readonly leaders: readonly Leader[];
  readonly rules: readonly Rule[];
  readonly shapes: readonly Shape[];
  readonly images: readonly PageBox[];
  /** Words that read upward, downward, or upside down. */
  readonly turned: readonly Word[];
  /**
   * For a scan that lies askew, the angle in degrees by which it's turned clockwise. Everything else says how
   * the page would be if it were straight.
   */
  readonly tilt?: number;
  /** For a scan that lies on its side or upside down, the quarter turns by which it's turned clockwise. */
  readonly turns?: number;
  /** For a photo of a sheet, the sheet's corners as fractions of the photo, from the top left, clockwise. */
  readonly sheet?: Quad;
  /** For a scan without text of its own, how surely its words were read, from 0 (not at all) to 1. */
  readonly scan?: { readonly confidence: number };
};

/** Converts a box on a page to fractions of the page, which is how fields store it. */
export function toFractions(box: PageBox, page: Pick<PageFacts, 'width' | 'height'>): PageBox {
  return {
    x: box.x / page.width,
    y: box.y / page.height,
    width: box.width / page.width,
    height: box.height / page.height,
  };
}

/** Returns the share of two boxes' union that both cover, 0 to 1. */
export function overlapRatio(one: PageBox, other: PageBox): number {
  const shared = getSharedArea(one, other);
  return shared === 0 ? 0 : shared / (one.width * one.height + other.width * other.height - shared);
}

/** Returns the area that two boxes share, in square points. */
export function getSharedArea(one: PageBox, other: PageBox): number {
  const width = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const height = Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y);
  return width > 0 && height > 0 ? width * height : 0;
}
