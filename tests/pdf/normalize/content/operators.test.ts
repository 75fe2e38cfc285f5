import { describe, expect, it } from 'vitest';
import { balanceContent, removeHiddenContent } from '#server/pdf/normalize/content/edit-content.ts';
import { scanContent } from '#server/pdf/normalize/content/operators.ts';

const bytes = (text: string) => Buffer.from(text, 'latin1');
const text = (content: Uint8Array) => Buffer.from(content).toString('latin1');

function operators(content: string): string[] {
  const found: string[] = [];
  scanContent(bytes(content), ({ operator }) => found.push(operator));
  return found;
}

describe('scanning content', () => {
  it.each([
    ['operators and operands', 'q 1 0 0 1 .5 -3 cm /Im1 Do Q', ['q', 'cm', 'Do', 'Q']],
    ['strings with brackets and escapes', '(a (q) \\) Q) Tj <51> Tj', ['Tj', 'Tj']],
    ['an open string', 'q (Q Q Q', ['q']],
    ['arrays and dictionaries', '[(Q) -20 (q)] TJ /P <</MCID 0 /Q (Q)>> BDC EMC', ['TJ', 'BDC', 'EMC']],
    ['comments', 'q % Q Q\nQ', ['q', 'Q']],
    ['names and constants', '/q /Q gs true false null sc', ['gs', 'sc']],
    ['inline images', 'q BI /W 2 /H 1 /BPC 8 ID \x01 Q \xffEI EI Q', ['q', 'BI', 'Q']],
    ['operators with signs', 'f* B* T* (a) \' 1 2 (b) " n', ['f*', 'B*', 'T*', "'", '"', 'n']],
    ['nothing', '  \n', []],
  ])('%s', (_what, content, expected) => {
    expect(operators(content)).toEqual(expected);
  });
});

describe('balancing content', () => {
  it.each([
    ['what is balanced', 'q Q BT ET', ''],
    ['an open state', 'q q Q', 'Q\n'],
    ['open text in open marked content', 'q /Tag BMC BT', 'ET\nEMC\nQ\n'],
  ])('closes %s', (_what, content, closing) => {
    const balance = balanceContent(bytes(content));
    expect(text(balance.bytes)).toBe(content);
    expect(balance.closing).toBe(closing);
  });

  it('blanks a Q without a q and leaves what looks like one', () => {
    const content = bytes('Q 2 0 0 2 0 0 cm (Q) Tj q Q Q');
    const balance = balanceContent(content);
    expect(text(content)).toBe('Q 2 0 0 2 0 0 cm (Q) Tj q Q Q');
    expect(text(balance.bytes)).toBe('  2 0 0 2 0 0 cm (Q) Tj q Q  ');
    expect(balance.closing).toBe('');
  });
});

describe('removing hidden content', () => {
  const hidden = new Set(['off', 'a b']);

  it.each([
    ['text', '/OC /off BDC BT (x) Tj [(y)] TJ ET EMC', '/OC /off BDC BT       ET EMC'],
    ['paths, but no clip', '/OC /off BDC 0 0 9 9 re W f* EMC', '/OC /off BDC 0 0 9 9 re W n EMC'],
    ['images and shadings', '/OC /off BDC /Im Do /Sh sh EMC', '/OC /off BDC       EMC'],
    [
      'what is nested',
      '/OC /off BDC /P BMC /Im Do EMC /Im Do EMC /Im Do',
      '/OC /off BDC /P BMC     EMC     EMC /Im Do',
    ],
    ['escaped names', '/OC /a#20b BDC /Im Do EMC', '/OC /a#20b BDC     EMC'],
  ])('%s', (_what, content, expected) => {
    const collapse = (value: string) => value.replace(/\s+/g, ' ');
    expect(collapse(text(removeHiddenContent(bytes(content), hidden)))).toBe(collapse(expected));
  });

  it('leaves visible content byte for byte', () => {
    const content = bytes('/OC /on BDC /Im Do EMC /Span <</OC /off>> BDC /Im Do EMC');
    expect(removeHiddenContent(content, hidden)).toBe(content);
  });
});
