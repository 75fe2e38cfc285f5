import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { detachForConversion } from '#server/document/docx-detach.ts';
import { docxPreflight } from '#server/document/docx-preflight.ts';
import { docx, docxFiles, relationship, zip } from '../support/docx.ts';

const RELATIONSHIPS = 'word/_rels/document.xml.rels';
const link = relationship('hyperlink', 'https://example.com/?a=1&amp;b=%22').replace('rId9', 'rId1');
const withRelationships = (relationships: string) => zip(docxFiles(['Hello'], { relationships }));
const partsOf = (bytes: Uint8Array) =>
  Object.fromEntries(
    Object.entries(unzipSync(bytes)).map(([name, content]) => [name, Buffer.from(content).toString()]),
  );

describe('references that only editing needs', () => {
  it.each([
    ['attachedTemplate', 'file:///C:/Templates/Letter.dotx'],
    ['mailMergeSource', 'file:///\\\\server\\share\\list.xlsx'],
    ['mailMergeHeaderSource', 'http://example.com/header.csv'],
    ['recipientData', 'http://example.com/recipients.xml'],
  ])('are removed before conversion: %s', async (kind, target) => {
    const bytes = withRelationships(link + relationship(kind, target));
    expect(await docxPreflight(bytes)).toBeNull();
    const detached = await detachForConversion(bytes);
    expect(await docxPreflight(detached)).toBeNull();
    const before = partsOf(bytes);
    const after = partsOf(detached);
    expect(after[RELATIONSHIPS]).not.toContain(kind);
    expect(after[RELATIONSHIPS]).toContain('Target="https://example.com/?a=1&amp;b=%22"');
    expect({ ...after, [RELATIONSHIPS]: '' }).toEqual({ ...before, [RELATIONSHIPS]: '' });
  });

  it('leave a document without any as it is', async () => {
    const bytes = docx('Hello');
    expect(await detachForConversion(bytes)).toBe(bytes);
  });
});

it('leaves linked pictures to be refused', async () => {
  const bytes = withRelationships(
    relationship('image', 'http://example.com/a.png') +
      relationship('attachedTemplate', 'file:///a.dotx').replace('rId9', 'rId8'),
  );
  expect(await docxPreflight(bytes)).toMatchObject({ reason: 'external_relationships' });
});
