/** The glyph names of ASCII signs (Adobe Glyph List), from code 32 on. Letters are their own names. */
const SIGNS =
  'space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft parenright asterisk plus comma hyphen period slash zero one two three four five six seven eight nine colon semicolon less equal greater question at';
const BETWEEN = 'bracketleft backslash bracketright asciicircum underscore grave';
const AFTER = 'braceleft bar braceright asciitilde';

const NAMED = new Map<string, string>(
  (
    [
      [SIGNS, 32],
      [BETWEEN, 91],
      [AFTER, 123],
    ] as const
  ).flatMap(([names, first]) =>
    names.split(' ').map((name, index) => [name, String.fromCharCode(first + index)] as const),
  ),
);

/** Returns the text of a named glyph, as far as tags need it; otherwise an empty string. */
export function getGlyphText(name: string): string {
  if (/^[A-Za-z]$/.test(name)) return name;
  const [, hex] = /^u(?:ni)?([0-9A-F]{4,5})$/.exec(name) ?? [];
  return hex === undefined ? (NAMED.get(name) ?? '') : String.fromCodePoint(Number.parseInt(hex, 16));
}
