import type { Dice } from './dice.ts';
import type { Words } from './words.ts';

/** What a blank of a sample asks for, in the scorer's terms. */
export type SampleKind =
  'signature' | 'name' | 'title' | 'date' | 'company' | 'email' | 'address' | 'initials' | 'text';

export type SampleParty = {
  readonly index: number;
  readonly name: string;
  readonly role: string;
  readonly person: string;
  readonly position: string;
};

/** How blanks are drawn: as characters, as drawn lines, or as a label alone. */
export type Mark = 'underscore' | 'border' | 'underline' | 'dots' | 'none';

/** A document that is being generated. */
export type Sample = {
  readonly dice: Dice;
  readonly words: Words;
  readonly parties: readonly SampleParty[];
  readonly mark: Mark;
  /** Font size in CSS pixels. */
  readonly size: number;
};

type Wanted = { readonly kind: SampleKind; readonly party: SampleParty | null };
type Drawn = { readonly width?: number; readonly mark?: Mark };

/** Returns a blank as HTML, with its meaning in data attributes; `width` is in CSS pixels. */
export function renderBlank({ dice, mark, size }: Sample, wanted: Wanted, drawn: Drawn = {}): string {
  const width = drawn.width ?? dice.between(170, 290);
  const own = drawn.mark ?? mark;
  switch (own) {
    case 'underscore':
      return `<span ${renderData(wanted, 'characters')}>${'_'.repeat(Math.round(width / (size * 0.5)))}</span>`;
    case 'dots': {
      const [dot, share] = dice.is(0.5) ? ['.', 0.25] : ['…', 1];
      return `<span ${renderData(wanted, 'characters')}>${dot.repeat(Math.round(width / (size * share)))}</span>`;
    }
    case 'underline':
      return `<u ${renderData(wanted, 'underline')}>${'&nbsp;'.repeat(Math.round(width / (size * 0.25)))}</u>`;
    case 'border':
      return `<span ${renderData(wanted, 'line')} style="display:inline-block;width:${width}px;border-bottom:${dice.one([0.7, 1, 1.4])}px solid #000">&nbsp;</span>`;
    case 'none':
      return `<span ${renderData(wanted, 'label')} style="display:inline-block;width:${width}px">&nbsp;</span>`;
  }
}

/** Returns a cell whose bottom border is the line to write on. */
export function renderLineCell(wanted: Wanted, width: number): string {
  return `<td ${renderData(wanted, 'line')} style="width:${width}px;border-bottom:1px solid #000">&nbsp;</td>`;
}

/** Returns an empty table cell with all borders. */
export function emptyCell(wanted: Wanted): string {
  return `<td ${renderData(wanted, 'cell')}>&nbsp;</td>`;
}

function renderData({ kind, party }: Wanted, cue: string): string {
  return `data-kind="${kind}" data-party="${party === null ? '' : party.index}" data-cue="${cue}"`;
}

/** Returns a label of a kind in the sample's language. */
export function label({ dice, words }: Sample, kind: Exclude<SampleKind, 'text'>): string {
  return dice.one(words[kind]);
}

/** Returns a label without its colon, as it's printed under a line. */
export function pickCaption(sample: Sample, kind: Exclude<SampleKind, 'text'>): string {
  const plain = label(sample, kind).replace(/\s*:$/, '');
  return /^(?:by|par|per|por|fdo\.|sign|le)$/i.test(plain)
    ? (sample.words.signature[1] ?? plain).replace(/\s*:$/, '')
    : plain;
}

/** The rows of a block after its signature: what it asks for, in the usual order. */
export function pickFollowers(sample: Sample): Exclude<SampleKind, 'text' | 'signature' | 'initials'>[] {
  const { dice } = sample;
  const rows: Exclude<SampleKind, 'text' | 'signature' | 'initials'>[] = [];
  if (dice.is(0.9)) rows.push('name');
  if (dice.is(0.8)) rows.push('title');
  if (dice.is(0.55)) rows.push('date');
  if (dice.is(0.08)) rows.push('company');
  if (dice.is(0.1)) rows.push('address');
  if (dice.is(0.1)) rows.push('email');
  return rows;
}
