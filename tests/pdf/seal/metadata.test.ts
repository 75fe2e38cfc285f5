import { execFileSync } from 'node:child_process';
import { PDF, type PdfRef, PdfStream } from '@libpdf/core';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SigningKey } from '#server/crypto/keys/signing-key.ts';
import { createExcerpt } from '#server/pdf/seal/excerpt.ts';
import { seal } from '../support/seal-in-place.ts';
import { onePage, type RawObject, rawPdf, writtenTo } from '../../support/pdf.ts';
import { scratchDirectory } from '../support/pdf-tools.ts';
import { exampleAuthority, exampleRequest, NOW } from '../support/seal-request-example.ts';

let signer: SigningKey;
beforeAll(async () => {
  ({ signer } = await exampleAuthority());
});

const DATE = NOW.toISOString().replace(/\.\d+Z$/, 'Z');

async function sealed(
  document: Uint8Array,
): Promise<{ bytes: Uint8Array; xmp: string | null; info: string }> {
  const { bytes } = await seal(exampleRequest(document, signer, []));
  const pdf = await PDF.load(bytes);
  const resolve = (ref: PdfRef) => pdf.context.resolve(ref);
  const stream = pdf.getCatalog().get('Metadata', resolve);
  const xmp = stream instanceof PdfStream ? Buffer.from(stream.getDecodedData()).toString('utf8') : null;
  const info = pdf.context.info.trailer.getDict('Info', resolve);
  const entries = [...(info ?? [])].map(([key]) => `${key.value}: ${info?.getString(key.value)?.asString()}`);
  return { bytes, xmp, info: entries.join('\n') };
}

function packet(description: string): RawObject {
  return {
    dict: '/Type /Metadata /Subtype /XML',
    stream: `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
      xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">${description}</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`,
  };
}

/** `objects` follow the packet, numbered from 7. */
function documentWith(description: string, catalog = '', objects: RawObject[] = []): Uint8Array {
  return onePage({ catalog: `/Metadata 6 0 R ${catalog}`, objects: [packet(description), ...objects] });
}

const NAMESPACES =
  'xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"';
const claim = (part: number, level: string) =>
  `<rdf:Description rdf:about="" ${NAMESPACES}><pdfaid:part>${part}</pdfaid:part>
   <pdfaid:conformance>${level}</pdfaid:conformance><pdfuaid:part>1</pdfuaid:part><xmp:Title>Kept</xmp:Title></rdf:Description>`;
const intent = (space: string): [string, RawObject[]] => [
  '/OutputIntents [<</Type /OutputIntent /S /GTS_PDFA1 /DestOutputProfile 7 0 R>>]',
  [{ dict: '/N 3', stream: `${'\0'.repeat(16)}${space}${'\0'.repeat(108)}` }],
];

describe('what a document says about itself', () => {
  test('is not invented', async () => {
    const { bytes, xmp, info } = await sealed(onePage({}));
    expect(info).toBe(`ModDate: D:${DATE.replace(/[-:T]/g, '')}`);
    expect(xmp).toBeNull();
    expect(Buffer.from(bytes).toString('latin1')).not.toMatch(/Untitled|Unknown|libpdf/);
  });

  test('stays, but for the time of the change', async () => {
    const info =
      '<</Title (Lease) /Author (Ada) /Producer (Writer) /ModDate (D:20200101000000Z) /Case (A-7)>>';
    const { info: kept } = await sealed(
      rawPdf(
        [
          '<</Type /Catalog /Pages 2 0 R>>',
          '<</Type /Pages /Kids [3 0 R] /Count 1>>',
          '<</Type /Page /Parent 2 0 R /MediaBox [0 0 9 9]>>',
          info,
        ],
        '/Info 4 0 R',
      ),
    );
    expect(kept.split('\n')).toEqual([
      'Title: Lease',
      'Author: Ada',
      'Producer: Writer',
      `ModDate: D:${DATE.replace(/[-:T]/g, '')}`,
      'Case: A-7',
    ]);
  });

  test('agrees with its XMP packet', async () => {
    const before = `<rdf:Description rdf:about="" ${NAMESPACES} xmp:ModifyDate="2020-01-01T00:00:00Z"><xmp:CreateDate>2019</xmp:CreateDate></rdf:Description>`;
    const { xmp } = await sealed(documentWith(before));
    expect(xmp).toBe(packetText(before.replace('2020-01-01T00:00:00Z', DATE)));
  });

  test('keeps a packet without dates and claims unchanged', async () => {
    const text =
      '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" dc:format="application/pdf"/>';
    expect((await sealed(documentWith(text))).xmp).toBe(packetText(text));
  });

  test('can be damaged', async () => {
    const broken = { dict: '/Type /Metadata /Subtype /XML /Filter /Nothing', stream: 'x' };
    const document = onePage({ catalog: '/Metadata 6 0 R', objects: [broken] });
    await expect(seal(exampleRequest(document, signer, []))).resolves.toMatchObject({
      certificateFirstPage: 2,
    });
  });

  test('is not written into the certificate excerpt', async () => {
    const { bytes, certificateFirstPage } = await seal(exampleRequest(onePage({}), signer, []));
    const excerpt = await createExcerpt(bytes, { firstPage: certificateFirstPage });
    const file = writtenTo(scratchDirectory(), 'excerpt.pdf', excerpt);
    expect(execFileSync('pdfinfo', [file], { encoding: 'utf8' })).not.toMatch(
      /Title|Author|Creator|Producer|Date/,
    );
  });
});

describe('a claim of PDF/A', () => {
  test.each([
    ['5b', claim(5, 'B')],
    [
      '5b as attributes under another prefix',
      `<rdf:Description rdf:about="" xmlns:q='http://www.aiim.org/pdfa/ns/id/' q:part='5' q:conformance='B'/>`,
    ],
  ])('of level %s goes', async (_level, description) => {
    const { xmp } = await sealed(documentWith(description, ...intent('RGB ')));
    expect(xmp).not.toMatch(/(pdfaid|pdfuaid|q):(part|conformance)/);
    expect(xmp).toContain('rdf:Description');
  });

  test('stays without an RGB output intent, because the seal’s colors have a profile', async () => {
    const { bytes, xmp } = await sealed(documentWith(claim(2, 'U'), ...intent('CMYK')));
    expect(xmp).toContain('<pdfaid:part>3</pdfaid:part>');
    expect(Buffer.from(bytes).toString('latin1')).toContain('/DefaultRGB [/ICCBased ');
  });

  test.each([
    ['E', claim(4, 'E')],
    ['no level', claim(4, 'E').replace(/<pdfaid:conformance>.*<\/pdfaid:conformance>/, '')],
  ])('of part 4 with %s allows files afterwards', async (_level, description) => {
    const { xmp, info } = await sealed(documentWith(description, ...intent('RGB ')));
    expect(xmp).toContain('<pdfaid:part>4</pdfaid:part>');
    expect(xmp).toContain('<pdfaid:conformance>F</pdfaid:conformance>');
    expect(info).toBe('');
  });

  test.each([
    [3, 'B', 'B'],
    [3, 'U', 'U'],
    [3, 'A', 'U'],
    [2, 'B', 'B'],
    [2, 'U', 'U'],
    [2, 'A', 'U'],
    [1, 'B', 'B'],
    [1, 'A', 'U'],
  ])('of part %i, level %s stays as one of part 3, level %s', async (part, level, kept) => {
    const { xmp } = await sealed(documentWith(claim(part, level), ...intent('RGB ')));
    expect(xmp).toContain('<pdfaid:part>3</pdfaid:part>');
    expect(xmp).toContain(`<pdfaid:conformance>${kept}</pdfaid:conformance>`);
    expect(xmp).toContain(`<xmp:ModifyDate>${DATE}</xmp:ModifyDate>`);
    expect(xmp).toContain('<xmp:Title>Kept</xmp:Title>');
    expect(xmp).not.toContain('pdfuaid:part');
  });
});

test('a claim as attributes is changed where it stands', async () => {
  const description = `<rdf:Description rdf:about="" xmlns:q='http://www.aiim.org/pdfa/ns/id/' q:part='2' q:conformance='A'/>`;
  const { xmp } = await sealed(documentWith(description, ...intent('RGB ')));
  expect(xmp).toContain("q:part='3' q:conformance='U'");
});

function packetText(description: string): string {
  const made = packet(description);
  return typeof made === 'string' ? made : String(made.stream);
}
