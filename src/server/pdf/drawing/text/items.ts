import { computeLevels } from './bidi.ts';
import { FACE_NAMES, type FaceName } from '#server/fonts.ts';
import { type Face, getFace, type FontStyle, type Handwriting } from './faces.ts';
import { listScriptFaces, HANDS, type Hand, type Script, detectScript } from './scripts.ts';

/**
 * Part of a line that is shaped in one go, with one face, script and direction. An item without a face is
 * drawn as code boxes.
 */
export type Item = {
  readonly start: number;
  end: number;
  readonly level: number;
  readonly face: Face | null;
  readonly script: Script;
};

/** Limits the length of what one call of the shaper, or one glyph of the document, handles. */
const MAX_ITEM_UNITS = 1000;
const MAX_CLUSTER_CHARACTERS = 32;

const GRAPHEMES = new Intl.Segmenter('und', { granularity: 'grapheme' });
/** Characters that a face doesn't have to contain, because shaping consumes them. */
const IGNORABLE = /\p{Default_Ignorable_Code_Point}/u;
const EMOJI = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\uFE0F|[0-9#*]\uFE0F?\u20E3/u;

/** Divides a line into items, in reading order. */
export function splitItems(text: string, style: FontStyle, rightToLeft: boolean): Item[] {
  const levels = computeLevels(text, rightToLeft);
  const choose = createFaceChooser(text, style);
  const items: Item[] = [];
  for (const { segment, index } of GRAPHEMES.segment(text)) {
    let start = index;
    for (const part of splitParts(segment, choose)) {
      const next: Item = {
        ...{ start, end: start + part.text.length, level: levels[index] ?? 0 },
        ...{ face: part.face, script: part.script },
      };
      const last = items.at(-1);
      if (last && !part.alone && canContinue(last, next)) last.end = next.end;
      else items.push(next);
      start = next.end;
    }
  }
  return items;
}

function canContinue(last: Item, next: Item): boolean {
  return (
    last.level === next.level &&
    last.face === next.face &&
    last.script === next.script &&
    next.end - last.start <= MAX_ITEM_UNITS
  );
}

/** The faces for Latin, Greek and Cyrillic of each style that isn't handwriting. */
const PLAIN: Readonly<Record<Exclude<FontStyle, Handwriting>, readonly FaceName[]>> = {
  regular: ['latin'],
  bold: ['bold', 'latin'],
  serif: ['serif', 'latin'],
  'bold serif': ['boldSerif', 'latin'],
};
/** Faces that are only used where a style asks for them. */
const SET_BY_STYLE = new Set<FaceName>([
  ...Object.values(HANDS).flatMap((hands) => hands.map(({ face }) => face)),
  ...(['bold', 'serif', 'boldSerif'] as const),
]);

type Part = { text: string; face: Face | null; script: Script; alone: boolean };
type Choose = (grapheme: string) => { face: Face | null; script: Script };

/** Splits a grapheme into parts if no face has all of it or if it is too long for one glyph. */
function splitParts(grapheme: string, choose: Choose): Part[] {
  const characters = [...grapheme];
  if (characters.length > MAX_CLUSTER_CHARACTERS) {
    const chunks = Array.from({ length: Math.ceil(characters.length / MAX_CLUSTER_CHARACTERS) }, (_, index) =>
      characters.slice(index * MAX_CLUSTER_CHARACTERS, (index + 1) * MAX_CLUSTER_CHARACTERS).join(''),
    );
    return chunks.flatMap((chunk) => splitParts(chunk, choose).map((part) => ({ ...part, alone: true })));
  }
  const whole = choose(grapheme);
  if (whole.face || characters.length === 1) return [{ text: grapheme, ...whole, alone: false }];
  return characters.map((text) => ({ text, ...choose(text), alone: false }));
}

/**
 * Returns a function that chooses the first face that has all of a grapheme. Common characters stay in the
 * face of the text before them.
 */
function createFaceChooser(text: string, style: FontStyle): Choose {
  const plain = isHandwriting(style) ? PLAIN.regular : PLAIN[style];
  const hands = isHandwriting(style) ? selectHands(text, HANDS[style]) : [];
  const lettered = [...hands.map(({ face }) => face), ...plain];
  const everyFace = [...lettered, ...FACE_NAMES.filter(isUpright)];
  let before: { face: Face; script: Script } | null = null;
  return (grapheme) => {
    const own = detectScript(grapheme);
    const isEmoji = EMOJI.test(grapheme);
    if (own === 'common' && before && !isEmoji && hasAll(before.face, grapheme)) return before;
    const hand = hands.filter(({ scripts }) => scripts.includes(own)).map(({ face }) => face);
    const ofScript = listScriptFaces(own, text).flatMap((name) => (name === 'latin' ? plain : [name]));
    const first: FaceName[] = isEmoji ? ['emoji'] : [...hand, ...ofScript];
    for (const name of [...first, ...everyFace]) {
      const face = getFace(name);
      if (!hasAll(face, grapheme)) continue;
      const chosen = { face, script: own };
      // Symbol faces also have digits and spaces, but those belong with the letters around them.
      if (own !== 'common' || lettered.includes(name)) before = chosen;
      return chosen;
    }
    return { face: null, script: own };
  };
}

/**
 * Returns the handwriting faces that have all of the text in their scripts, because a name that is half in
 * another hand looks wrong.
 */
function selectHands(text: string, all: readonly Hand[]): readonly Hand[] {
  const graphemes = Array.from(GRAPHEMES.segment(text), ({ segment }) => segment);
  return all.filter(({ face, scripts }) => {
    const own = graphemes.filter((grapheme) => scripts.includes(detectScript(grapheme)));
    return own.length > 0 && own.every((grapheme) => hasAll(getFace(face), grapheme));
  });
}

function hasAll(face: Face, grapheme: string): boolean {
  for (const character of grapheme)
    if (!face.covers(character.codePointAt(0) ?? 0) && !IGNORABLE.test(character)) return false;
  return true;
}

function isHandwriting(style: FontStyle): style is Handwriting {
  return style in HANDS;
}

function isUpright(name: FaceName): boolean {
  return !SET_BY_STYLE.has(name);
}
