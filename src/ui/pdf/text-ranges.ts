/** Keeps the length of a text, so that positions stay the same. */
export function foldCase(text: string): string {
  const folded = text.toLowerCase();
  return folded.length === text.length ? folded : text;
}

/** Returns the positions where a text contains another. */
export function findAll(text: string, wanted: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) places.push(at);
  return places;
}

/** Finds a text in a page's text layer, where each line ends with a `br`. */
export function findRanges(layer: Element, wanted: string): Range[] {
  const { text, place } = readLayer(layer);
  return findAll(foldCase(text), wanted).flatMap((at) =>
    buildRange(place(at), place(at + wanted.length - 1)),
  );
}

/**
 * Finds a passage in a page's text layer, whatever the spaces between its letters are there. A passage that
 * goes on after the page is found up to the page's end.
 */
export function findPassage(layer: Element, passage: string): Range | null {
  const { text, place } = readLayer(layer);
  const letters = [...foldCase(text).matchAll(/\S/g)];
  const joined = letters.map(([letter]) => letter).join('');
  const wanted = foldCase(passage).replaceAll(/\s+/g, '');
  const getPlace = (at: number) => place(letters[Math.min(at, letters.length - 1)]?.index ?? 0);
  for (const part of [wanted, wanted.slice(0, SURE_LETTERS)]) {
    const at = part === '' ? -1 : joined.indexOf(part);
    if (at >= 0) return buildRange(getPlace(at), getPlace(at + wanted.length - 1))[0] ?? null;
  }
  return null;
}

/** So many letters are enough to know where a passage begins. */
const SURE_LETTERS = 40;

type Place = readonly [node: Text, offset: number];

/** Reads the text of a layer, and where each of its letters is. */
function readLayer(layer: Element): { text: string; place: (at: number) => Place | null } {
  const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  const nodes: { readonly node: Text; readonly start: number }[] = [];
  let text = '';
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Text) {
      nodes.push({ node, start: text.length });
      text += node.data;
    } else if (node.nodeName === 'BR') text += ' ';
  }
  const place = (at: number): Place | null => {
    const found = nodes.findLast(({ start }) => start <= at);
    return found === undefined ? null : [found.node, Math.min(at - found.start, found.node.length)];
  };
  return { text, place };
}

/** Returns the range from one letter to another, or nothing if one of them isn't there. */
function buildRange(start: Place | null, end: Place | null): Range[] {
  if (start === null || end === null) return [];
  const range = document.createRange();
  range.setStart(...start);
  range.setEnd(end[0], Math.min(end[1] + 1, end[0].length));
  return [range];
}
