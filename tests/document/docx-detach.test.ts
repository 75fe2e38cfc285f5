import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { createConversionCopy } from '#server/document/word/conversion-copy.ts';
import { checkDocx } from '#server/document/word/docx-preflight.ts';
import { docx, docxFiles, relationship, zip } from '../support/docx.ts';

const RELATIONSHIPS = 'word/_rels/document.xml.rels';
const link = relationship('hyperlink', 'https://example.com/?a=1&amp;b=%22').replace('rId9', 'rId1');
const withRelationships = (relationships: string) => zip(docxFiles(['Hello'], { relationships }));
const partsOf = (bytes: Uint8Array) =>
  Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([name, content]) => [name, Buffer.from(content).toString()]),
  );

async function copied(bytes: Buffer) {
  const copy = await createConversionCopy(bytes, 'accept');
  if ('reason' in copy) throw new Error(copy.message);
  return copy;
}

describe('references that only editing needs', () => {
  it.each([
    ['attachedTemplate', 'attached_template', 'file:///C:/Templates/Letter.dotx'],
    ['mailMergeSource', 'mail_merge', 'file:///\\\\server\\share\\list.xlsx'],
    ['mailMergeHeaderSource', 'mail_merge', 'http://example.com/header.csv'],
    ['recipientData', 'mail_merge', 'http://example.com/recipients.xml'],
  ])('are removed before conversion: %s', async (kind, code, target) => {
    const bytes = withRelationships(link + relationship(kind, target));
    expect(await checkDocx(bytes)).toBeNull();
    const { bytes: detached, notices } = await copied(bytes);
    expect(notices).toEqual([{ code, count: null }]);
    expect(await checkDocx(detached)).toBeNull();
    const before = partsOf(bytes);
    const after = partsOf(detached);
    expect(after[RELATIONSHIPS]).not.toContain(kind);
    expect(after[RELATIONSHIPS]).toContain('Target="https://example.com/?a=1&amp;b=%22"');
    expect({ ...after, [RELATIONSHIPS]: '' }).toEqual({ ...before, [RELATIONSHIPS]: '' });
  });

  it('keep a document without any unchanged', async () => {
    const bytes = docx('Hello');
    expect(await copied(bytes)).toEqual({ bytes, notices: [] });
  });
});

it('leaves linked pictures to be refused', async () => {
  const bytes = withRelationships(
    relationship('image', 'http://example.com/a.png') +
      relationship('attachedTemplate', 'file:///a.dotx').replace('rId9', 'rId8'),
  );
  expect(await checkDocx(bytes)).toMatchObject({ reason: 'external_relationships' });
});
