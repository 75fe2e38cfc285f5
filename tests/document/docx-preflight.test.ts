import { describe, expect, it } from 'vitest';
import { docxPreflight } from '#server/document/word/docx-preflight.ts';
import { CONTENT_TYPES, docx, docxFiles, relationship, zip, type ZipFile } from '../support/docx.ts';

const reasonOf = async (bytes: Buffer) => (await docxPreflight(bytes))?.reason ?? null;
const withFile = (file: ZipFile) => zip(docxFiles(['Hello'], { files: [file] }));
const withRelationship = (relationships: string) => zip(docxFiles(['Hello'], { relationships }));
const withText = (content: string) =>
  zip(docxFiles(['Hello']).map((file) => (file.name === 'word/document.xml' ? { ...file, content } : file)));
const types = (content: string) =>
  zip([{ name: '[Content_Types].xml', content }, ...docxFiles(['Hello']).slice(1)]);

describe('a DOCX is let through', () => {
  it.each<[string, Buffer]>([
    ['plain', docx('Hello')],
    [
      'with links that a person may follow',
      withRelationship(relationship('hyperlink', 'https://example.com/')),
    ],
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
    expect(await docxPreflight(bytes)).toBeNull();
  });
});

describe('a DOCX is refused', () => {
  const filler = 'x'.repeat(1000);
  it.each<[string, () => Buffer, string]>([
    ['with macros', () => withFile({ name: 'word/vbaProject.bin', content: 'x' }), 'macros'],
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
    // The last entry points at the bytes of the one before.
    bytes.writeUInt32LE(bytes.readUInt32LE(before + 42), last + 42);
    expect(await reasonOf(bytes)).toBe('false_directory');
  });
});
