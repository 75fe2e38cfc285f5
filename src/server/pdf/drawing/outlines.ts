import { DrawFuncs } from 'harfbuzzjs';
import { formatNumbers, type Shape } from './shapes.ts';
import { shapeTextLine, type SheetDrawing, type TextLine } from './sheets.ts';

/**
 * Returns a drawing that writes text as filled shapes instead of with fonts, so that it doesn't depend on how
 * a reader handles fonts. Such text can't be copied.
 */
export function toOutlines(drawing: SheetDrawing): SheetDrawing {
  return { ...drawing, text: (line) => drawLine(drawing, line) };
}

function drawLine(drawing: SheetDrawing, line: TextLine): void {
  const { clusters } = shapeTextLine(line);
  const stretch = line.stretch ?? 1;
  const { cell: _cell, ...withoutCell } = line;
  let x = line.x;
  for (const { face, glyphs, advance, text } of clusters) {
    // A code box has no outline. It keeps its font, which draws it with paths.
    if (!face && text.trim() !== '') drawing.text({ ...withoutCell, text, x });
    for (const glyph of glyphs) {
      const unit = line.size / (face?.unitsPerEm ?? 1);
      const pen = new Pen(x + glyph.x * unit * stretch, line.y - glyph.y * unit, [unit * stretch, unit]);
      face?.font.drawGlyph(glyph.id, PATHS, pen);
      if (pen.operators.length > 0) drawing.fill(pen.operators.join('\n') as Shape, line.color);
    }
    x += advance * line.size * stretch;
  }
}

/** Collects a glyph's outline as path operators. */
class Pen {
  readonly operators: string[] = [];
  readonly #x: number;
  readonly #y: number;
  readonly #unit: readonly [number, number];
  #at: readonly [number, number] = [0, 0];

  constructor(x: number, y: number, unit: readonly [number, number]) {
    this.#x = x;
    this.#y = y;
    this.#unit = unit;
  }

  add(operator: string, ...points: readonly (readonly [number, number])[]): void {
    const coordinates = points.flatMap(([x, y]) => [
      this.#x + x * this.#unit[0],
      this.#y - y * this.#unit[1],
    ]);
    this.operators.push(`${formatNumbers(...coordinates)} ${operator}`.trim());
    this.#at = points.at(-1) ?? this.#at;
  }

  /** Writes a quadratic curve as a cubic one, because PDF only has those. */
  quadratic(cx: number, cy: number, x: number, y: number): void {
    const [x0, y0] = this.#at;
    const toControl = (from: number, control: number) => from + ((control - from) * 2) / 3;
    const first = [toControl(x0, cx), toControl(y0, cy)] as const;
    this.add('c', first, [toControl(x, cx), toControl(y, cy)], [x, y]);
  }
}

const PATHS = new DrawFuncs();
PATHS.setMoveToFunc((x, y, pen) => (pen as Pen).add('m', [x, y]));
PATHS.setLineToFunc((x, y, pen) => (pen as Pen).add('l', [x, y]));
PATHS.setQuadraticToFunc((cx, cy, x, y, pen) => (pen as Pen).quadratic(cx, cy, x, y));
PATHS.setCubicToFunc((ax, ay, bx, by, x, y, pen) => (pen as Pen).add('c', [ax, ay], [bx, by], [x, y]));
PATHS.setClosePathFunc((pen) => (pen as Pen).add('h'));
