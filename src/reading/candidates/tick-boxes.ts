import type { PageBox, PageFacts, Word } from '#reading/page/page-facts.ts';

/** The smallest and the largest side of a shape that can be a tick box, in points. */
const LEAST = 4.5;
const MOST = 20;

/** Characters that look like an empty or ticked box or circle. */
const BOX_CHARACTERS =
  /^[\u2610-\u2612\u25A1\u25A2\u25AB\u25FB\u25FD\u2B1C\u25CB\u25EF\u26AA\u274D\u274F-\u2752\u20DE]$/u;

/** Symbol fonts. Most of their characters have private use codes or the codes of letters. */
const SYMBOL_FONTS = /wingding|dingbat|webding|symbol|marlett|checkbox|wdb/;
const PRIVATE = /^[\uE000-\uF8FF\uFFFD]$/u;

/**
 * Bullets, arrows, and filled marks of Wingdings, Webdings, and ZapfDingbats, by the low byte of their code.
 */
const BULLETS = new Set([
  0x34, 0x38, 0x3d, 0x3e, 0x46, 0x48, 0x4a, 0x4c, 0x6c, 0x6e, 0x73, 0x74, 0x75, 0x76, 0x77, 0x9f, 0xa0, 0xa7,
  0xb6, 0xb7, 0xd8, 0xda, 0xdc, 0xde, 0xdf, 0xe0, 0xe8, 0xf0,
]);

/** Returns the tick boxes that are drawn as small squares or circles, one per place. */
export function tickShapes(page: PageFacts): PageBox[] {
  const found: PageBox[] = [];
  for (const shape of page.shapes) {
    const { width, height, kind } = shape;
    if (width < LEAST || height < LEAST || width > MOST || height > MOST) continue;
    if (Math.max(width, height) > Math.min(width, height) * 1.9) continue;
    if (kind === 'other') continue;
    if (shape.stroke === null && (shape.fill ?? 0) < 0.6) continue;
    if (found.some((other) => isInside(other, shape) || isInside(shape, other))) continue;
    found.push(shape);
  }
  return found;
}

/** Returns the tick boxes that are characters. */
export function tickGlyphs(page: PageFacts): Word[] {
  return page.words.filter(
    ({ text, font, width, height, size }) =>
      width >= LEAST &&
      height >= LEAST &&
      Math.max(width, height) < Math.min(width, height) * 1.9 &&
      height > size * 0.35 &&
      isBoxCharacter(text, font),
  );
}

export function isTickSized(box: PageBox | undefined): boolean {
  return box !== undefined && Math.max(box.width, box.height) <= MOST * 1.5;
}

function isBoxCharacter(text: string, font: string): boolean {
  if (BOX_CHARACTERS.test(text)) return true;
  const isSymbol = SYMBOL_FONTS.test(font);
  const code = text.codePointAt(0) ?? 0;
  // Above Latin 1, a code has its Unicode meaning even in a symbol font, such as an arrow or a star.
  const isOwnCode = isSymbol && [...text].length === 1 && code <= 0xff;
  if (!PRIVATE.test(text) && !isOwnCode) return false;
  const low = code & 0xff;
  // In the Symbol font itself, 0xA0 is a tick box that word processors write. In other fonts it's a bullet.
  return !BULLETS.has(low) || (low === 0xa0 && /^symbol/.test(font));
}

/** Returns the tick boxes that are small images. */
export function tickImages(page: PageFacts): PageBox[] {
  return page.images.filter(
    ({ width, height }) =>
      width >= LEAST &&
      height >= LEAST &&
      width <= MOST &&
      height <= MOST &&
      Math.max(width, height) < Math.min(width, height) * 1.4,
  );
}

/** Returns empty brackets, such as `[ ]` and `( )`. */
export function tickBrackets(page: PageFacts): PageBox[] {
  const found: PageBox[] = page.words.filter(({ text }) => /^(\[\]|\(\))$/.test(text));
  const opening = page.words.filter(({ text }) => text === '[' || text === '(');
  for (const open of opening) {
    const close = page.words.find(
      (word) =>
        /^[\])]/.test(word.text) &&
        Math.abs(word.baseline - open.baseline) < 1.5 &&
        word.x > open.x &&
        word.x - open.x < open.size * 2.6,
    );
    if (close === undefined) continue;
    const right = close.x + close.size * 0.33;
    found.push({ x: open.x, y: open.y, width: right - open.x, height: open.height });
  }
  return found;
}

function isInside(inner: PageBox, outer: PageBox): boolean {
  const x = inner.x + inner.width / 2;
  const y = inner.y + inner.height / 2;
  return x > outer.x && x < outer.x + outer.width && y > outer.y && y < outer.y + outer.height;
}
