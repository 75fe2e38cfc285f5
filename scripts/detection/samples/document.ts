import type { Mark, Sample, SampleParty } from './blanks.ts';
import { Dice } from './dice.ts';
import { COMMON_LAYOUTS, type Layout } from './layouts.ts';
import { RARER_LAYOUTS } from './rarer-layouts.ts';
import { LANGUAGES, type Words } from './words.ts';

/** All layouts of signature blocks, by name. */
export const LAYOUTS: Readonly<Record<string, Layout>> = {
  ...COMMON_LAYOUTS,
  ...RARER_LAYOUTS,
  alreadySigned: renderSigned,
};

/** A generated contract: pages of 816 by 1056 CSS pixels, the last one signed. */
export type SampleDocument = {
  readonly html: string;
  readonly layout: string;
  readonly language: string;
  readonly parties: readonly SampleParty[];
};

const ENGLISH_ONLY = new Set([
  'deed',
  'letter',
  'throughPartner',
  'typewritten',
  'guarantor',
  'notary',
  'datedSentence',
  'alreadySigned',
]);
const FONTS = [
  '"Liberation Serif"',
  '"Liberation Serif"',
  '"Liberation Serif"',
  '"Liberation Sans"',
  '"DejaVu Sans"',
  '"Liberation Sans Narrow"',
  '"DejaVu Serif"',
];

/** Generates the contract for a seed. */
export function sampleDocument(seed: number, layout: string): SampleDocument {
  const dice = new Dice(seed * 7919 + 17);
  const draw = LAYOUTS[layout];
  if (draw === undefined) throw new RangeError(`no layout ${layout}`);
  const [first] = LANGUAGES;
  if (first === undefined) throw new RangeError('no language');
  const [language, words] = ENGLISH_ONLY.has(layout) ? first : dice.one(LANGUAGES);
  const parties = pickParties(dice, words);
  const size = dice.one([13, 13.3, 14, 14.7, 16]);
  const mark = dice.one<Mark>([
    'underscore',
    'underscore',
    'underscore',
    'border',
    'border',
    'underline',
    language === 'pl' ? 'dots' : 'border',
    dice.is(0.3) ? 'dots' : 'underscore',
  ]);
  const sample: Sample = { dice, words, parties, mark, size };
  const font = layout === 'typewritten' ? '"Liberation Mono"' : dice.one(FONTS);
  const signing = `<p>${dice.one(words.closings)}</p><div>${draw(sample)}</div>`;
  const foot = dice.is(0.4)
    ? `<div class="foot">${dice.one(['2', '- 2 -', 'Page 2 of 2', '[Signature Page to Agreement]'])}</div>`
    : '';
  const rule = dice.is(0.3) ? '<hr>' : '';
  const style = `body{margin:0;font:${size}px/${dice.one([1.15, 1.2, 1.35])} ${font}} .page{position:relative;box-sizing:border-box;width:816px;height:1056px;padding:${dice.between(70, 100)}px ${dice.between(70, 100)}px;overflow:hidden;break-after:page} p{margin:0 0 10px} pre{font-size:12.5px;line-height:1.2} table{border-collapse:collapse;font-size:inherit} td{padding:1px 0} .grid td{border:1px solid #000;padding:3px 6px} .foot{position:absolute;bottom:40px;left:0;right:0;text-align:center} @page{size:816px 1056px;margin:0}`;
  return {
    html: `<!doctype html><html><head><meta charset="utf-8"><style>${style}</style></head><body><div class="page">${renderOpening(sample)}</div><div class="page">${dice.is(0.5) ? `<p>12. ${dice.one(words.clauses)}</p>` : ''}${signing}${rule}${foot}</div></body></html>`,
    ...{ layout, language, parties },
  };
}

function pickParties(dice: Dice, words: Words): SampleParty[] {
  const roles = dice.one(words.roles);
  const [names, people, positions] = [
    dice.some(words.companies, 2),
    dice.some(words.people, 2),
    dice.some(words.positions, 2),
  ];
  return [0, 1].map((index) => ({
    index,
    name: names[index] ?? '',
    role: roles[index] ?? '',
    person: people[index] ?? '',
    position: positions[index] ?? positions[0] ?? '',
  }));
}

/** Returns the first page: the parties, clauses, and sometimes something that only looks like a form. */
function renderOpening({ dice, words, parties }: Sample): string {
  const [a, b] = parties;
  const preamble = dice
    .one(words.preamble)
    .replaceAll('{a}', a?.name ?? '')
    .replaceAll('{b}', b?.name ?? '')
    .replaceAll('{A}', a?.role ?? '')
    .replaceAll('{B}', b?.role ?? '')
    .replaceAll('{d}', words.day);
  const clauses = dice.some(words.clauses, 5).map((clause, index) => `<p>${index + 1}. ${clause}</p>`);
  const lures = dice
    .some([renderContents, renderFees, '<hr>', renderUnderlined, ''], 2)
    .map((lure) => (typeof lure === 'string' ? lure : lure(dice)));
  return `<h3 style="text-align:center">${dice.one(words.titles)}</h3>${lures[0] ?? ''}<p>${preamble}</p>${clauses.join('')}${lures[1] ?? ''}`;
}

const renderContents = (dice: Dice) =>
  ['Definitions', 'Term', 'Fees', 'General']
    .map(
      (title, index) => `<div>${index + 1}. ${title} ${'.'.repeat(dice.between(60, 90))} ${index + 2}</div>`,
    )
    .join('');

const renderFees = () =>
  '<table class="grid" style="width:520px"><tr><td>Item</td><td>Fee</td><td>Remarks</td></tr><tr><td>Set-up</td><td>$ 1,200</td><td>&nbsp;</td></tr><tr><td>Monthly</td><td>$ 300</td><td>&nbsp;</td></tr></table>';

const renderUnderlined = () =>
  '<p><u>Section 1. Scope.</u> The scope is as set out in <u>Schedule A</u>.</p>';

/** Returns a page that was signed long ago, with nothing left to fill in. */
function renderSigned({ parties, dice }: Sample): string {
  return parties
    .map(
      (party) =>
        `<p><b>${party.name}</b></p><table><tr><td>By:&nbsp;</td><td style="border-bottom:1px solid #000;width:240px">/s/ ${party.person}</td></tr><tr><td>Name:</td><td>${party.person}</td></tr><tr><td>Title:</td><td>${party.position}</td></tr>${dice.is(0.5) ? '<tr><td>Date:</td><td>March 4, 2026</td></tr>' : ''}</table>`,
    )
    .join('');
}
