import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import type { TrackedChanges } from '#domain/document/notices.ts';
import { createConversionCopy } from '#server/document/word/conversion-copy.ts';
import { docxOfBody, zip } from '../support/docx.ts';
import {
  cell,
  changed,
  commented,
  deleted,
  inserted,
  movedFrom,
  movedTo,
  negotiatedContract,
  paragraph,
  row,
  run,
  table,
} from '../support/tracked-changes.ts';

async function copied(bytes: Buffer, how: TrackedChanges) {
  const copy = await createConversionCopy(bytes, how);
  if ('reason' in copy) throw new Error(copy.message);
  return copy;
}
const partOf = (bytes: Uint8Array, name: string) => Buffer.from(unzipSync(bytes)[name] ?? []).toString();
async function bodyAfter(body: string, how: TrackedChanges): Promise<string> {
  const { bytes } = await copied(zip(docxOfBody(body)), how);
  return /<w:body>(.*)<\/w:body>/s.exec(partOf(bytes, 'word/document.xml'))?.[1] ?? '';
}
/** Returns the text of each paragraph. */
const textOf = (xml: string) =>
  xml
    .split('</w:p>')
    .slice(0, -1)
    .map((piece) => [...piece.matchAll(/<w:t[ >][^<]*?>?([^<>]*)<\/w:t>/g)].map(([, text]) => text).join(''));

describe('text that was changed', () => {
  const body = paragraph(`${run('a')}${deleted('b')}${inserted('c')}${movedFrom('d')}${movedTo('e')}`);
  it.each([
    ['accept', 'ace'],
    ['reject', 'abd'],
  ] as const)('is settled: %s', async (how, text) => {
    const after = await bodyAfter(body, how);
    expect(textOf(after)).toEqual([text]);
    expect(after).not.toMatch(/w:(ins|del|move|delText)/);
  });

  it('stays marked up if it is kept', async () => {
    expect(await bodyAfter(body, 'keep')).toBe(body);
  });

  it('that was inserted and deleted again is gone either way', async () => {
    const nested = paragraph(`${run('a')}<w:ins w:id="1">${deleted('b')}</w:ins>`);
    expect(textOf(await bodyAfter(nested, 'accept'))).toEqual(['a']);
    expect(textOf(await bodyAfter(nested, 'reject'))).toEqual(['a']);
  });

  it('keeps entities, white space and other markup', async () => {
    const body = paragraph(
      `${run('A &amp; B &lt; C  ')}<w:bookmarkStart w:id="1" w:name="x&quot;y"/>${inserted('&#233;')}`,
    );
    const after = await bodyAfter(body, 'accept');
    expect(after).toContain('<w:t xml:space="preserve">A &amp; B &lt; C  </w:t>');
    expect(after).toContain('<w:bookmarkStart w:id="1" w:name="x&quot;y"/>');
    expect(after).toContain('<w:t xml:space="preserve">é</w:t>');
  });

  it('is found under any prefix', async () => {
    const files = docxOfBody(body).map(({ name, content }) => ({
      name,
      content: String(content).replaceAll('w:', 'ns0:').replaceAll(':w=', ':ns0='),
    }));
    const { bytes } = await copied(zip(files), 'accept');
    expect(partOf(bytes, 'word/document.xml')).not.toContain('ns0:del');
  });
});

describe('a paragraph mark', () => {
  const merged = paragraph(run('one '), 'del', 'left') + paragraph(run('two'), '', 'center');
  const split = paragraph(run('one '), 'ins', 'left') + paragraph(run('two'), '', 'center');

  it('that is gone joins the paragraphs, and the format is that of the last', async () => {
    for (const after of [await bodyAfter(merged, 'accept'), await bodyAfter(split, 'reject')]) {
      expect(textOf(after)).toEqual(['one two']);
      expect(after).toContain('w:val="center"');
      expect(after).not.toContain('w:val="left"');
    }
  });

  it('that stays keeps them apart', async () => {
    for (const after of [await bodyAfter(merged, 'reject'), await bodyAfter(split, 'accept')])
      expect(textOf(after)).toEqual(['one ', 'two']);
  });

  it('may be gone from several in a row', async () => {
    const body = ['1', '2', '3'].map((text) => paragraph(run(text), 'del')).join('') + paragraph(run('4'));
    expect(textOf(await bodyAfter(body, 'accept'))).toEqual(['1234']);
  });

  it('before a table goes with an empty paragraph and stays with text', async () => {
    const grid = table(row([cell(paragraph(run('t')))]));
    expect(textOf(await bodyAfter(paragraph(deleted('x'), 'del') + grid, 'accept'))).toEqual(['t']);
    expect(textOf(await bodyAfter(paragraph(run('x'), 'del') + grid, 'accept'))).toEqual(['x', 't']);
  });

  it('at the end of a cell stays, since a cell needs a paragraph', async () => {
    const grid = table(row([cell(paragraph(deleted('x'), 'del'))]));
    expect(textOf(await bodyAfter(grid, 'accept'))).toEqual(['']);
  });
});

describe('a table', () => {
  const body = table(
    row([
      cell(paragraph(run('a'))),
      cell(paragraph(run('b')), 'cellDel'),
      cell(paragraph(run('c')), 'cellIns'),
    ]),
    row([cell(paragraph(run('d')))], 'del'),
    row([cell(paragraph(run('e')))], 'ins'),
  );
  it.each([
    ['accept', ['a', 'c', 'e']],
    ['reject', ['a', 'b', 'd']],
  ] as const)('gains and loses rows and cells: %s', async (how, texts) => {
    expect(textOf(await bodyAfter(body, how))).toEqual(texts);
  });

  it('without a row left is gone', async () => {
    const gone = table(row([cell(paragraph(run('a')))], 'del')) + paragraph(run('b'));
    expect(await bodyAfter(gone, 'accept')).not.toContain('w:tbl');
  });

  it('has the cells merged that were', async () => {
    const merge = '<w:tcPr><w:cellMerge w:id="1" w:vMerge="cont" w:vMergeOrig="rest"/></w:tcPr>';
    const body = table(`<w:tr><w:tc>${merge}${paragraph(run('a'))}</w:tc></w:tr>`);
    expect(await bodyAfter(body, 'accept')).toContain('<w:vMerge w:val="continue"/>');
    expect(await bodyAfter(body, 'reject')).toContain('<w:vMerge w:val="restart"/>');
  });
});

describe('a change of format', () => {
  it.each([
    ['rPr', '<w:b/>', '<w:i/>', (xml: string) => `<w:p><w:r>${xml}<w:t>x</w:t></w:r></w:p>`],
    ['pPr', '<w:keepNext/>', '<w:keepLines/>', (xml: string) => `<w:p>${xml}</w:p>`],
    [
      'tcPr',
      '<w:noWrap/>',
      '<w:hideMark/>',
      (xml: string) => table(`<w:tr><w:tc>${xml}<w:p/></w:tc></w:tr>`),
    ],
    [
      'tblPr',
      '<w:tblLook/>',
      '<w:tblLayout/>',
      (xml: string) => `<w:tbl>${xml}<w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl>`,
    ],
    ['sectPr', '<w:cols/>', '<w:bidi/>', (xml: string) => `<w:p/>${xml}`],
  ] as const)('is settled: %s', async (name, now, before, within) => {
    const body = within(changed(name, now, before));
    expect(await bodyAfter(body, 'accept')).toBe(within(`<w:${name}>${now}</w:${name}>`));
    expect(await bodyAfter(body, 'reject')).toBe(within(`<w:${name}>${before}</w:${name}>`));
  });

  it('keeps the header of a section and the mark of a paragraph', async () => {
    const header = '<w:headerReference w:type="default"/>';
    const section = changed('sectPr', `${header}<w:cols/>`, '<w:bidi/>');
    expect(await bodyAfter(section, 'reject')).toBe(`<w:sectPr>${header}<w:bidi/></w:sectPr>`);
    const mark = changed('pPr', '<w:keepNext/><w:rPr><w:b/></w:rPr>', '');
    expect(await bodyAfter(`<w:p>${mark}</w:p>`, 'reject')).toContain('<w:pPr><w:rPr><w:b/></w:rPr></w:pPr>');
  });
});

describe('notices', () => {
  it.each([
    ['accept', 'tracked_changes_accepted'],
    ['reject', 'tracked_changes_rejected'],
    ['keep', 'tracked_changes_kept'],
  ] as const)('says how many changes there were, and comments: %s', async (how, code) => {
    const { notices } = await copied(negotiatedContract(), how);
    expect(notices).toEqual([
      { code, count: 17 },
      { code: 'comments', count: 1 },
    ]);
  });

  it('includes a mark without text', async () => {
    const bytes = zip(docxOfBody(paragraph(run('a'), 'del') + paragraph(run('b'))));
    expect((await copied(bytes, 'accept')).notices).toEqual([{ code: 'tracked_changes_accepted', count: 1 }]);
  });

  it('are empty for an ordinary document, which stays unchanged', async () => {
    const bytes = zip(docxOfBody(paragraph(run('a'))));
    expect(await copied(bytes, 'accept')).toEqual({ bytes, notices: [] });
  });

  it('comments are removed even if changes are kept', async () => {
    const after = await bodyAfter(paragraph(commented('a') + inserted('b')), 'keep');
    expect(after).toContain('<w:ins ');
    expect(after).not.toContain('comment');
  });
});

it('refuses changes in a paragraph too complex to rewrite', async () => {
  const bytes = zip(docxOfBody(paragraph(inserted('a') + '<w:r/>'.repeat(250_001))));
  // A file that compresses this well is refused earlier.
  expect(await createConversionCopy(bytes, 'accept')).toMatchObject({ reason: 'ratio_too_high' });
  const deep = `${'<w:sdt>'.repeat(300)}${inserted('a')}${'</w:sdt>'.repeat(300)}`;
  expect(await createConversionCopy(zip(docxOfBody(deep)), 'accept')).toMatchObject({
    reason: 'too_complex',
  });
});
