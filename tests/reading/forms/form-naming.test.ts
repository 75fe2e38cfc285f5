import { describe, expect, it } from 'vitest';
import { findAutoSources, type Labeled } from '#reading/forms/auto-sources.ts';
import { findColumnHeadings, isBare } from '#reading/labels/column-headings.ts';
import { detectFieldKind } from '#reading/labels/field-kind.ts';
import { tickGroups } from '#reading/forms/tick-groups.ts';
import { pageFacts } from '../../support/page-facts.ts';

const blank = (x: number, y: number, label = '') => ({
  box: { x, y, width: 90, height: 14 },
  label,
  isTick: false,
});

describe('the heading of a column', () => {
  const { lines } = pageFacts({
    texts: [
      ['Date acquired', 110, 90],
      ['(mo., day, yr.)', 110, 101],
      ['Amount', 210, 101],
    ],
  });

  it('labels every blank below it', () => {
    const blanks = [108, 124, 140, 156].flatMap((y) => [blank(100, y, '1'), blank(200, y)]);
    const headings = findColumnHeadings(blanks, lines);
    expect(headings).toEqual([1, 2, 3, 4].flatMap(() => ['Date acquired (mo., day, yr.)', 'Amount']));
    expect(detectFieldKind(headings[6] ?? '', { x: 0, y: 0, width: 90, height: 14 })).toBe('date');
  });

  it('is not taken over a gap, by a single blank, or from the label of a row', () => {
    expect(findColumnHeadings([blank(100, 108), blank(100, 300)], lines)).toEqual([null, null]);
    const row = pageFacts({ texts: [['Date of birth:', 110, 101]] }).lines;
    expect(findColumnHeadings([blank(100, 108), blank(100, 124)], row)).toEqual(['', '']);
  });

  it.each([
    ['12a', true],
    ['$', true],
    ['', true],
    ['(b)', true],
    ['of', false],
    ['Name', false],
  ])('%s is no name: %s', (label, bare) => {
    expect(isBare(label)).toBe(bare);
  });
});

describe('dates among labels', () => {
  it.each([
    ['Ort, Datum', 'date'],
    ['(mmddyyyy)', 'date'],
    ['Date sold (mo., day, yr.)', 'date'],
    ['was terminated on', 'date'],
    ['For calendar year 2023 or fiscal year beginning', 'text'],
    ['Enter the tax credits that were used this taxable year', 'text'],
    ['Interest from the due date', 'text'],
    ['Number of months of the year', 'text'],
  ])('%s: %s', (label, kind) => {
    expect(detectFieldKind(label, { x: 0, y: 0, width: 90, height: 14 })).toBe(kind);
  });
});

describe('fields that fill themselves in', () => {
  const field = (kind: Labeled['kind'], label: string, x: number, y: number): Labeled => ({
    kind,
    label,
    box: { x, y, width: 120, height: 14 },
  });
  const signature = field('signature', 'Signature', 50, 600);

  it('are next to or under a place to sign', () => {
    const fields = [
      signature,
      field('date', 'Date', 250, 600),
      field('name', 'Print name', 50, 630),
      field('title', 'Title', 50, 650),
      field('email', 'E-mail', 50, 300),
      field('date', 'Date of birth', 250, 600),
      field('text', 'Date', 250, 600),
    ];
    expect(findAutoSources(fields)).toEqual([
      null,
      'signed_date',
      'signer_name',
      'signer_title',
      null,
      null,
      null,
    ]);
  });

  it('are not those of a witness or a preparer', () => {
    const witness = field('signature', 'Signature of witness', 50, 600);
    expect(findAutoSources([witness, field('date', 'Date', 250, 600)])).toEqual([null, null]);
    expect(findAutoSources([signature, field('name', "Preparer's printed name", 50, 630)])).toEqual([
      null,
      null,
    ]);
  });

  it('need a place to sign', () => {
    expect(findAutoSources([field('date', 'Date', 250, 600)])).toEqual([null]);
  });
});

describe('lists of ticks', () => {
  const tick = (label: string, x: number, y: number) => ({ label, box: { x, y, width: 10, height: 10 } });
  const list = [tick('Wages', 60, 110), tick('Rent', 60, 126), tick('Interest', 60, 142)];

  it.each([
    ['all of them', 'Income (check all that apply)', false],
    ['one of them', 'Filing status: check only one box', true],
  ])('under a line that asks for %s', (_name, text, isExclusive) => {
    const { lines } = pageFacts({ texts: [[text, 50, 100]] });
    expect(tickGroups([...list, tick('Apart', 60, 240)], lines)).toEqual([
      ...list.map(() => ({ name: 'list-1', isExclusive })),
      null,
    ]);
  });

  it('without such a line stand for themselves', () => {
    const { lines } = pageFacts({ texts: [['Income', 50, 100]] });
    expect(tickGroups(list, lines)).toEqual([null, null, null]);
  });

  it('are no answers to a passage, nor when they say the same', () => {
    const passage = pageFacts({ texts: [['The court will mark one of the boxes below', 50, 100]] });
    expect(tickGroups(list, passage.lines)).toEqual([null, null, null]);
    const { lines } = pageFacts({ texts: [['Check one', 50, 100]] });
    expect(tickGroups([tick('Other', 60, 110), tick('Other', 60, 126)], lines)).toEqual([null, null]);
  });

  it('leave answers that exclude each other to their question', () => {
    const { lines } = pageFacts({ texts: [['Check one box', 50, 100]] });
    const groups = tickGroups([tick('Yes', 60, 110), tick('No', 120, 110)], lines);
    expect(groups).toEqual([1, 2].map(() => ({ name: 'choice-1', isExclusive: true })));
  });
});
