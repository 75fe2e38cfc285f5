/** Limit of codes, because hostile maps have ranges of billions. */
const MOST_CODES = 65_536;

/** Reads the text that each code of a font stands for from a ToUnicode CMap (ISO 32000-2, 9.10.3). */
export function readToUnicode(cmap: Uint8Array): ReadonlyMap<number, string> {
  const text = Buffer.from(cmap.buffer, cmap.byteOffset, cmap.byteLength).toString('latin1');
  const texts = new Map<number, string>();
  for (const [, kind, section = ''] of text.matchAll(/begin(bfchar|bfrange)(.*?)end\1/gs)) {
    if (kind === 'bfchar') readCharacters(section, texts);
    else readRanges(section, texts);
  }
  return texts;
}

function readCharacters(section: string, texts: Map<number, string>): void {
  for (const [, code = '', target = ''] of section.matchAll(/<([^<>]*)>\s*<([^<>]*)>/g))
    if (texts.size < MOST_CODES) texts.set(parseCode(code), decodeUtf16(target));
}

function readRanges(section: string, texts: Map<number, string>): void {
  const range = /<([^<>]*)>\s*<([^<>]*)>\s*(?:<([^<>]*)>|\[([^\]]*)\])/g;
  for (const [, low = '', high = '', target, list] of section.matchAll(range)) {
    const first = parseCode(low);
    const last = Math.min(parseCode(high), first + MOST_CODES);
    const listed = list === undefined ? null : [...list.matchAll(/<([^<>]*)>/g)].map(([, hex = '']) => hex);
    for (let code = first; code <= last && texts.size < MOST_CODES; code += 1) {
      if (listed !== null) texts.set(code, decodeUtf16(listed[code - first] ?? ''));
      else texts.set(code, advanceText(decodeUtf16(target ?? ''), code - first));
    }
  }
}

/** Returns the text `by` codes further in a range: its last character counts up. */
function advanceText(text: string, by: number): string {
  const characters = [...text];
  const last = characters.pop()?.codePointAt(0);
  if (last === undefined || last + by > 0x10ffff) return text;
  return characters.join('') + String.fromCodePoint(last + by);
}

function parseCode(hex: string): number {
  const code = Number.parseInt(hex.replace(/\s/g, ''), 16);
  return Number.isSafeInteger(code) ? code : 0;
}

/** Decodes UTF-16, high byte first. */
function decodeUtf16(hex: string): string {
  const units = hex.replace(/\s/g, '').match(/[0-9A-Fa-f]{4}/g) ?? [];
  return String.fromCharCode(...units.slice(0, 64).map((unit) => Number.parseInt(unit, 16)));
}
