import { beforeAll, expect, test } from 'vitest';
import { verify } from '#verify/verify.ts';
import type { SigningKey } from '#server/crypto/keys/signing-key.ts';
import { loadPdf, withExactOffsets } from '#server/pdf/engine/load-pdf.ts';
import { keepSigned } from '#server/pdf/earlier/keep-signed.ts';
import { iterateReadings } from '#server/pdf/engine/open.ts';
import { onePage } from '../../support/pdf.ts';
import { pdfsig, qpdfCheck } from '../support/pdf-tools.ts';
import { seal } from '../support/seal-in-place.ts';
import { sealableDocument } from '../support/sealable-document.ts';
import { exampleAuthority, exampleFacts, exampleRequest } from '../support/seal-request-example.ts';
import { signedBefore } from '../support/signed-document.ts';

let signer: SigningKey;

beforeAll(async () => {
  signer = (await exampleAuthority()).signer;
});

const table = () => sealableDocument([{}], { objectStreams: false });
const stream = () => sealableDocument([{}], { objectStreams: true });

const before = (added: string) => (increment: string) =>
  increment.replace(/\n(?=xref\n|\d+ 0 obj\n<<\n\/Length \d+\/Type \/XRef)/, () => `\n${added}`);
const ending = (shape: (offset: string) => string) => (increment: string) =>
  increment.replace(/startxref\n(\d+)\n%%EOF\n$/, (_, offset: string) => shape(offset));

/** Points at the line break before a section. */
const earlierByOne = (offset: string) => String(Number(offset) - 1);

/** Ways in which other software writes a signed increment. Readers accept all of them. */
const SHAPES: readonly (readonly [string, () => Promise<Uint8Array>, (increment: string) => string])[] = [
  ['a line break before xref', table, before('\n')],
  ['CR LF before xref', table, before('\r\n')],
  ['spaces and a comment before xref', table, before('  % cross-references\n')],
  ['a line break before a cross-reference stream', stream, before('\n')],
  ['CR LF around startxref', table, ending((offset) => `startxref\r\n${offset}\r\n%%EOF\r\n`)],
  ['CR around startxref', table, ending((offset) => `startxref\r${offset}\r%%EOF\r`)],
  ['spaces around startxref', table, ending((offset) => `  startxref  \n  ${offset}  \n%%EOF\n`)],
  ['no line end after %%EOF', table, ending((offset) => `startxref\n${offset}\n%%EOF`)],
  ['line breaks after %%EOF', table, ending((offset) => `startxref\n${offset}\n%%EOF\n\r\n\n`)],
  ['text after %%EOF', table, ending((offset) => `startxref\n${offset}\n%%EOF\n<!-- page 3 of 3 -->\n`)],
  ['LF alone after the entries of its table', table, (one) => one.replaceAll(/ ([nf])\r\n/g, ' $1 \n')],
  ['a line break before the earlier section', table, (one) => one.replace(/(?<=Prev )\d+/, earlierByOne)],
];

test.each(SHAPES)('%s: both signatures are valid', async (_what, document, shape) => {
  const reshape = (increment: string) => {
    const shaped = shape(increment);
    expect(shaped).not.toBe(increment);
    return shaped;
  };
  await checkSigned(await signedBefore(await document(), { reshape }));
});

test('a signature on a hybrid file stays valid', async () => {
  await checkSigned(await signedBefore(hybrid()));
});

test('line breaks after what was signed change nothing', async () => {
  await checkSigned(Buffer.concat([await signedBefore(await table()), Buffer.from('\r\n\n')]));
});

/**
 * Takes in a signed document, seals it, and has other software and our own verifier check both signatures.
 */
async function checkSigned(presented: Uint8Array): Promise<void> {
  expect(pdfsig(presented)).toContain('Signature is Valid');
  for await (const reading of iterateReadings(presented, 10)) {
    const { notices } = await keepSigned(presented, reading);
    expect(notices).toMatchObject([{ code: 'signatures_kept', count: 1 }]);
    break;
  }
  const bytes = await sealedAgain(presented);
  expect(Buffer.compare(bytes.subarray(0, presented.length), presented)).toBe(0);
  expect(pdfsig(bytes).match(/Signature is Valid/g)).toHaveLength(2);
  expect(qpdfCheck(bytes).output).toMatch(/No syntax or stream encoding errors|succeeded with warnings/);
  const { results } = await verify(bytes);
  expect(results.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
}

test('an offset gets another digit where there is room for it', async () => {
  const text = Buffer.from(onePage({})).toString('latin1');
  const at = text.indexOf('xref\n');
  const comment = `%${'-'.repeat(9_998 - at - 2)}\n`;
  const file = `${text.slice(0, at)}${comment}\n\nxref\n${text.slice(at + 5).replace(/startxref\n\d+/, 'startxref\n9998')}`;
  expect(file.indexOf('xref\n')).toBe(10_000);
  const pdf = await loadPdf(Buffer.from(file, 'latin1'));
  expect(pdf.recoveredViaBruteForce).toBe(false);
});

test.each([
  ['what has no such offsets', onePage({})],
  [
    'an offset that leads to something else',
    Buffer.from('%PDF-1.7\n1 0 obj\n1\nendobj\nstartxref\n8\n%%EOF'),
  ],
  ['references that are called Prev', Buffer.from('%PDF-1.7\n\nxref \n<</Prev 8 0 R>>')],
])('%s stays as it is', (_what, bytes) => {
  expect(withExactOffsets(bytes)).toBe(bytes);
});

async function sealedAgain(presented: Uint8Array): Promise<Uint8Array> {
  const document = { ...exampleFacts(presented).document, isApart: true };
  const mark = { kind: 'typed', text: 'Ada Lovelace' } as const;
  const fields = [
    { page: 1, x: 0.1, y: 0.2, width: 0.3, height: 0.05, type: 'signature', value: '', mark } as const,
  ];
  const request = exampleRequest(presented, signer, fields, { document });
  return (await seal({ ...request, keepsSignatures: true })).bytes;
}

/**
 * Makes a file whose font is in an object stream that only its cross-reference stream lists (ISO 32000-2,
 * 7.5.8.4).
 */
function hybrid(): Uint8Array {
  const packed = '7 0 <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>';
  const base = Buffer.from(
    onePage({
      text: 'Hybrid',
      objects: [{ dict: `/Type /ObjStm /N 1 /First 4`, stream: packed }],
    }),
  ).toString('latin1');
  const text = base.replace('/F1 5 0 R', '/F1 7 0 R');
  const table = text.indexOf('xref\n0 7');
  const packedAt = text.indexOf('6 0 obj');
  const rows = Buffer.from(
    [
      [1, packedAt >> 8, packedAt & 0xff, 0],
      [2, 0, 6, 0],
      [1, table >> 8, table & 0xff, 0],
    ].flat(),
  );
  const section = Buffer.concat([
    Buffer.from(
      `8 0 obj\n<</Type /XRef /Size 9 /Index [6 3] /W [1 2 1] /Root 1 0 R /Length ${rows.length}>>\nstream\n`,
    ),
    rows,
    Buffer.from('\nendstream\nendobj\n'),
  ]).toString('latin1');
  const tail = text
    .slice(table)
    .replace(/\d{10} 00000 n \ntrailer/, 'trailer')
    .replace('0 7', '0 6')
    .replace('/Size 7', '/Size 9')
    .replace('/Root 1 0 R', `/Root 1 0 R /XRefStm ${table}`)
    .replace(/startxref\n\d+/, `startxref\n${table + section.length}`);
  return Buffer.from(text.slice(0, table) + section + tail, 'latin1');
}
