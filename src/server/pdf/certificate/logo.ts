import { createPolylineShape, roundRectangle } from '#server/pdf/drawing/shapes.ts';
import { type Block, COLOR } from './blocks.ts';

/** The points of the logo's ring, which is open at the right. The drawing is 24 units wide. */
const RING = Array.from({ length: 41 }, (_, index) => {
  const angle = ((30 + (index * 328) / 40) * Math.PI) / 180;
  return [12 + 7.5 * Math.cos(angle), 12 - 7.5 * Math.sin(angle)] as const;
});
const CHECK = [
  [9, 12],
  [12, 15],
  [19.5, 7],
] as const;

/** Makes the product's logo: a ring with a check mark on a rounded square. */
export function createLogo(size: number): Block {
  return {
    height: size,
    draw(page, x, y) {
      page.decorations((drawing, left) => {
        const start = left(x, size);
        const inset = size * 0.175;
        const unit = (size - 2 * inset) / 24;
        const toPoint = ([px, py]: readonly [number, number]) =>
          [start + inset + px * unit, y + inset + py * unit] as const;
        drawing.fill(roundRectangle(start, y, size, size, size * 0.3), COLOR.accent);
        drawing.stroke(createPolylineShape(...RING.map(toPoint)), { color: '#ffffff', width: 2 * unit });
        drawing.stroke(createPolylineShape(...CHECK.map(toPoint)), { color: '#ffffff', width: 2 * unit });
      });
    },
  };
}
