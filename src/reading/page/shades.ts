import { BoxIndex } from './ink.ts';
import { type PageBox, type PageFacts, type Shape } from './page-facts.ts';

/** Luminances that differ by less than this look the same. */
const ALIKE = 0.025;

/** How far from a side its shades are sampled, in points, and where along the side. */
const BESIDE = 1.2;
const ALONG = [0.1, 0.35, 0.65, 0.9];

/** The luminance of a page's areas, which distinguishes visible lines from invisible ones. */
export class Shades {
  readonly #filled: BoxIndex<Shape>;
  readonly #order = new Map<Shape, number>();
  readonly #images: readonly PageBox[];

  constructor({ shapes, images }: Pick<PageFacts, 'shapes' | 'images'>) {
    const filled = shapes.filter(({ fill, kind }) => fill !== null && kind !== 'other');
    for (const [index, shape] of filled.entries()) this.#order.set(shape, index);
    this.#filled = new BoxIndex(filled);
    this.#images = images;
  }

  /**
   * Returns the luminance that was painted last at a place: 1 if nothing was painted there, null on an image.
   */
  at(x: number, y: number): number | null {
    let last = -1;
    let shade = 1;
    for (const shape of this.#filled.within(x - 0.01, y - 0.01, x + 0.01, y + 0.01)) {
      const order = this.#order.get(shape) ?? 0;
      if (order < last) continue;
      last = order;
      shade = shape.fill ?? 1;
    }
    const isOnImage = this.#images.some(
      (image) => x > image.x && x < image.x + image.width && y > image.y && y < image.y + image.height,
    );
    return isOnImage ? null : shade;
  }

  /** Checks whether the areas on both sides of a horizontal line differ anywhere along it. */
  differAcross(y: number, from: number, to: number): boolean {
    return ALONG.some((part) => {
      const x = from + (to - from) * part;
      return isDifferent(this.at(x, y - BESIDE), this.at(x, y + BESIDE));
    });
  }

  /** Checks whether the areas on both sides of a vertical line differ anywhere along it. */
  differBeside(x: number, from: number, to: number): boolean {
    return ALONG.some((part) => {
      const y = from + (to - from) * part;
      return isDifferent(this.at(x - BESIDE, y), this.at(x + BESIDE, y));
    });
  }

  /** Checks whether a line of this luminance is visible against its surroundings. */
  shows({ x, y, width, height }: PageBox, luminance: number): boolean {
    const [across, down] = width > height ? [0, BESIDE] : [BESIDE, 0];
    return ALONG.some((part) => {
      const left = x + (width > height ? width * part : width / 2);
      const top = y + (width > height ? height / 2 : height * part);
      return (
        isDifferent(this.at(left - across, top - down), luminance) ||
        isDifferent(this.at(left + across, top + down), luminance)
      );
    });
  }
}

function isDifferent(one: number | null, other: number | null): boolean {
  return one === null || other === null || Math.abs(one - other) > ALIKE;
}
