import { describe, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import { checkDocx } from '#server/document/word/docx-preflight.ts';
import { createHostileDocx } from '../../bench/attacks/hostile-files.ts';
import {
  CONTENT_TYPES,
  docxOfBody,
  docx,
  docxFiles,
  relationship,
  zip,
  type ZipFile,
} from '../support/docx.ts';

const reasonOf = async (bytes: Buffer) => (await checkDocx(bytes))?.reason ?? null;
const withFile = (file: ZipFile) => zip(docxFiles(['Hello'], { files: [file] }));
const withRelationship = (relationships: string) => zip(docxFiles(['Hello'], { relationships }));
const withText = (content: string) =>
  zip(docxFiles(['Hello']).map((file) => (file.name === 'word/document.xml' ? { ...file, content } : file)));
const INSERT = relationship('aFChunk', 'chunk.docx', '');
const withInserted = (content: ZipFile['content'], relationships = INSERT) =>
  zip(docxFiles(['Hello'], { relationships, files: [{ name: 'word/chunk.docx', content }] }));
const types = (content: string) =>
  zip([{ name: '[Content_Types].xml', content }, ...docxFiles(['Hello']).slice(1)]);

/** A body with pages of 2 by 2 inches. */
const smallPages = (text: string, more = '') =>
  `<w:p><w:r><w:t>${text}</w:t></w:r></w:p><w:sectPr><w:pgSz w:w="2880" w:h="2880"/>${more}</w:sectPr>`;

describe('a DOCX is let through', () => {
  it.each<[string, Buffer]>([
    ['plain', docx('Hello')],
    [
      'with links that a person may follow',
      withRelationship(relationship('hyperlink', 'https://example.com/')),
    ],
    ['with long text on small pages', zip(docxOfBody(smallPages('word '.repeat(2000))))],
    [
      'with tiny pages that a tracked change has replaced',
      zip(
        docxOfBody(
          smallPages(
            'word '.repeat(6000),
            '<w:sectPrChange><w:sectPr><w:pgSz w:w="24" w:h="30"/></w:sectPr></w:sectPrChange>',
          ),
        ),
      ),
    ],
    ['with a Word document inserted', withInserted(docx('World'))],
    ['with a text of many pieces', docx(...Array.from({ length: 30_000 }, (_, n) => `Müller ${n * 7919} €`))],
    [
      'whose text has another name',
      zip(
        docxFiles(['Hello']).map(({ name, content }) => ({
          name: name.replace('word/document.xml', 'word/Main.xml'),
          content: (content as string).replaceAll('word/document.xml', 'word/main.xml'),
        })),
      ),
    ],
    [
      'with a comment behind it',
      Buffer.concat([docx('Hello').subarray(0, -2), Buffer.from([3, 0]), Buffer.from('abc')]),
    ],
    [
      'in UTF-16',
      types('\ufeff') &&
        zip(
          docxFiles(['Hello']).map((file) =>
            file.name.startsWith('[')
              ? { ...file, content: Buffer.from(`\ufeff${CONTENT_TYPES}`, 'utf16le') }
              : file,
          ),
        ),
    ],
  ])('%s', async (_name, bytes) => {
    expect(await checkDocx(bytes)).toBeNull();
  });
});

describe('a DOCX is refused', () => {
  const filler = 'x'.repeat(1000);
  it.each<[string, () => Buffer, string]>([
    ['with macros', () => withFile({ name: 'word/vbaProject.bin', content: 'x' }), 'macros'],
    ['whose text is on tiny pages', () => Buffer.from(createHostileDocx()), 'too_complex'],
    ['with macros by another path', () => withFile({ name: 'word\\VBAPROJECT.BIN', content: 'x' }), 'macros'],
    [
      'that is macro-enabled',
      () =>
        types(
          CONTENT_TYPES.replace(
            'openxmlformats-officedocument.wordprocessingml.document.main',
            'ms-word.document.macroEnabled.main',
          ),
        ),
      'macros',
    ],
    [
      'with a linked picture',
      () => withRelationship(relationship('image', 'http://example.com/a.png')),
      'external_relationships',
    ],
    [
      'with a URL that does not say that it is outside',
      () => withRelationship(relationship('image', 'http://example.com/a.png', '')),
      'external_relationships',
    ],
    [
      'with a network path',
      () => withRelationship(relationship('image', '\\\\server\\a.png', '')),
      'external_relationships',
    ],
    [
      'that writes External by character references',
      () => withRelationship(relationship('image', 'a.png', ' TargetMode="&#69;xternal"')),
      'external_relationships',
    ],
    [
      'that inserts a web page',
      () => withInserted('<html><img src="file:///etc/passwd"></html>'),
      'inserted_file',
    ],
    ['that inserts rich text', () => withInserted('{\\rtf1 {\\field INCLUDETEXT}}'), 'inserted_file'],
    [
      'that inserts a file that is not there',
      () => withInserted(docx('World'), relationship('aFChunk', 'other.docx', '')),
      'inserted_file',
    ],
    [
      'that inserts a workbook',
      () => withInserted(types(CONTENT_TYPES.replace('wordprocessingml.document', 'spreadsheetml.sheet'))),
      'inserted_file',
    ],
    [
      'that inserts a document inserting another',
      () => withInserted(withInserted(docx('World'))),
      'inserted_file',
    ],
    [
      'that inserts macros',
      () => withInserted(withFile({ name: 'word/vbaProject.bin', content: 'x' })),
      'macros',
    ],
    [
      'that inserts a linked picture',
      () => withInserted(withRelationship(relationship('image', 'http://example.com/a.png'))),
      'external_relationships',
    ],
    [
      'that inserts a document with a template elsewhere',
      () => withInserted(withRelationship(relationship('attachedTemplate', 'http://example.com/a.dotx'))),
      'external_relationships',
    ],
    [
      'that unpacks to too much together with what it inserts',
      () =>
        withInserted(withFile({ name: 'a', content: filler, claims: LIMITS.docxMaxUnpackedBytes - 1000 })),
      'unpacks_too_large',
    ],
    [
      'of too many parts',
      () =>
        zip([
          ...docxFiles(['Hello']),
          ...Array.from({ length: 2000 }, (_, n) => ({ name: `a${n}`, content: '' })),
        ]),
      'too_many_entries',
    ],
    [
      'that unpacks to too much',
      () => withFile({ name: 'a', content: filler, claims: 201 * 1024 * 1024 }),
      'unpacks_too_large',
    ],
    [
      'that is packed too tightly',
      () => withFile({ name: 'a', content: Buffer.alloc(2 * 1024 * 1024) }),
      'ratio_too_high',
    ],
    [
      'with more in a file than its directory says',
      () => withFile({ name: 'a', content: Buffer.alloc(50_000), claims: 10 }),
      'false_directory',
    ],
    [
      'with less in a file than its directory says',
      () => withFile({ name: 'a', content: filler, claims: 2000 }),
      'false_directory',
    ],
    [
      'whose files have other names',
      () => withFile({ name: 'a', localName: 'b', content: '' }),
      'false_directory',
    ],
    [
      'with two files of one name',
      () => zip([...docxFiles(['Hello']), ...docxFiles(['Other'])]),
      'false_directory',
    ],
    ['with other entries than it says', () => zip(docxFiles(['Hello']), 3), 'false_directory'],
    ['encrypted within the zip', () => withFile({ name: 'a', content: '', flags: 1 }), 'encrypted'],
    ['cut off', () => docx('Hello').subarray(0, -30), 'malformed'],
    ['whose text breaks off', () => withText('<w:document><w:body><w:p>'), 'malformed'],
    ['whose text is no XML', () => withText('Hello'), 'malformed'],
    ['whose text has no body', () => withText('<w:document><w:p/></w:document>'), 'malformed'],
    ['whose text is something else', () => withText('<w:ftr><w:body/></w:ftr>'), 'malformed'],
    [
      'without its text',
      () => zip(docxFiles(['Hello']).filter(({ name }) => name !== 'word/document.xml')),
      'malformed',
    ],
    ['with XML that cannot be read', () => types('<Types>'), 'malformed'],
    ['with a document type', () => types(`<!DOCTYPE Types [<!ENTITY a "b">]>${CONTENT_TYPES}`), 'malformed'],
    [
      'that is another kind of zip',
      () => zip([{ name: 'META-INF/MANIFEST.MF', content: '' }]),
      'not_pdf_or_docx',
    ],
    [
      'that is a workbook',
      () => types(CONTENT_TYPES.replace('wordprocessingml.document', 'spreadsheetml.sheet')),
      'not_pdf_or_docx',
    ],
  ])('%s', async (_name, bytes, reason) => {
    expect(await reasonOf(bytes())).toBe(reason);
  });

  it('whose files overlap', async () => {
    const bytes = zip([...docxFiles(['Hello']), { name: 'a', content: 'x' }, { name: 'a', content: 'x' }]);
    const entry = Buffer.from('PK\x01\x02');
    const last = bytes.lastIndexOf(entry);
    const before = bytes.lastIndexOf(entry, last - 1);
    // The last entry points to the previous one's bytes.
    bytes.writeUInt32LE(bytes.readUInt32LE(before + 42), last + 42);
    expect(await reasonOf(bytes)).toBe('false_directory');
  });
});
