import { describe, expect, it } from 'vitest';
import type { VariableValues } from '#domain/variables/values.ts';
import { BadVariables, WordTemplate } from '#server/document/word/variables/word-template.ts';
import { docxOfBody, zip } from '../../support/docx.ts';
import { paragraph, table, wordFile } from '../../support/word-body.ts';

const PART = 'word/document.xml';

/** Returns a filled document's text, with a line for each paragraph and line break. */
function filled(bytes: Buffer, values: VariableValues, part = PART): string[] {
  const xml = new WordTemplate(bytes).fill(values).get(part)?.toString() ?? '';
  return (xml.match(/<w:p[ >].*?<\/w:p>/gs) ?? []).flatMap((one) =>
    one
      .replaceAll(/<w:br\/>/g, '\n')
      .replaceAll(/<[^>]*>/g, '')
      .split('\n'),
  );
}

describe('the variables of a Word file', () => {
  it('are filled in, also across runs, with the format of their first character', () => {
    const bytes = wordFile(
      `<w:p><w:r><w:rPr><w:b/></w:rPr><w:t>[[client</w:t></w:r><w:r><w:t>.name]], hello</w:t></w:r></w:p>`,
    );
    const xml = new WordTemplate(bytes)
      .fill({ client: { name: 'Ada' } })
      .get(PART)
      ?.toString();
    expect(xml).toMatch(/<w:b\/><\/w:rPr><w:t[^>]*>Ada<\/w:t>/);
    expect(filled(bytes, { client: { name: 'Ada' } })).toEqual(['Ada, hello']);
  });

  it('repeat table rows and paragraphs, and show or hide them', () => {
    const bytes = wordFile(
      table(['Item', 'Price'], ['[[#items]][[name]]', '[[price]][[/items]]']),
      paragraph('[[#guarantor]]'),
      paragraph('Guaranteed by [[guarantor.name]]'),
      paragraph('[[/guarantor]]'),
      paragraph('[[^guarantor]]Not guaranteed[[/]]'),
      paragraph('[[#names]][[.]], [[/names]]end'),
    );
    const items = [
      { name: 'Analysis', price: 1200 },
      { name: 'Travel', price: '80.50' },
    ];
    expect(filled(bytes, { items, guarantor: false, names: ['a', 'b'] })).toEqual([
      ...['Item', 'Price', 'Analysis', '1200', 'Travel', '80.50', 'Not guaranteed', 'a, b, end'],
    ]);
    expect(filled(bytes, { items: [], guarantor: { name: 'Ada' }, names: [] })).toEqual([
      ...['Item', 'Price', 'Guaranteed by Ada', '', 'end'],
    ]);
  });

  it('are filled in headers, footers and footnotes', () => {
    const namespace = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
    const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
    const parts = ['header', 'footer', 'footnotes', 'endnotes'];
    const roots = { header: 'hdr', footer: 'ftr', footnotes: 'footnotes', endnotes: 'endnotes' };
    const files = docxOfBody(paragraph('x'), {
      files: Object.entries(roots).map(([name, root]) => ({
        name: `word/${name}.xml`,
        content: `<w:${root} ${namespace}>${paragraph('[[a]]')}</w:${root}>`,
      })),
    }).map((file) =>
      file.name === '[Content_Types].xml'
        ? {
            ...file,
            content: String(file.content).replace(
              '</Types>',
              `${parts.map((name) => `<Override PartName="/word/${name}.xml" ContentType="${type}.${name}+xml"/>`).join('')}</Types>`,
            ),
          }
        : file,
    );
    for (const name of parts) expect(filled(zip(files), { a: 'A' }, `word/${name}.xml`)).toEqual(['A']);
  });

  it('leave other brackets as they are', () => {
    const lines = ['[[Note 1]] [[•]]', 'open [[ and', '[[@a]] [[=x y=]] [[-w:p a]]', '[[#1]]'];
    expect(new WordTemplate(wordFile(...lines.map((line) => paragraph(line)))).variables).toEqual([]);
    const bytes = wordFile(...lines.map((line) => paragraph(line)), paragraph('[[a]]'));
    expect(filled(bytes, { a: '<w:p/>' })).toEqual([...lines, '&lt;w:p/&gt;']);
  });

  it.each([
    ['[[#a]]x', "[[#a]] isn't closed"],
    ['x[[/a]]', "[[/a]] isn't opened"],
    ['[[#a]][[/b]]', '[[#a]] is closed by another name'],
  ])('are refused as %s', (line, message) => {
    expect(() => new WordTemplate(wordFile(paragraph(line)))).toThrow(new BadVariables(message));
  });
});

describe('a value', () => {
  it.each([
    ['another variable', '[[b]]'],
    ['a section', '[[#b]]x[[/b]]'],
    ['half a variable', '[[b'],
    ['a tag', '{{signature, Buyer}}'],
    ['XML', '</w:t></w:r><w:r><w:t>&amp;<!-- x --><![CDATA[y]]>'],
    ['a regular expression replacement', '$& $1 $`'],
  ])('that looks like %s is text', (_what, value) => {
    const escaped = value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    expect(filled(wordFile(paragraph('[[a]]', '[[b]]')), { a: value, b: 'B' })).toEqual([`${escaped}B`]);
  });

  it('keeps its line breaks', () => {
    expect(filled(wordFile(paragraph('[[a]]!')), { a: 'one\ntwo\n\nfour' })).toEqual([
      ...['one', 'two', '', 'four!'],
    ]);
  });

  it("doesn't make a document of any size", () => {
    const long = paragraph('x'.repeat(100_000));
    const bytes = wordFile(paragraph('[[#a]]'), long, paragraph('[[/a]]'));
    const begun = performance.now();
    const template = new WordTemplate(bytes);
    expect(() => template.fill({ a: Array.from({ length: 5000 }, () => 1) })).toThrow('repeat too much text');
    expect(performance.now() - begun).toBeLessThan(1000);
  });
});
