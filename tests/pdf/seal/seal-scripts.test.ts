import { beforeAll, describe, expect, test } from 'vitest';
import type { SigningKey } from '#server/crypto/keys/signing-key.ts';
import { seal } from '../support/seal-in-place.ts';
import type { SealField } from '#server/pdf/seal/seal-request.ts';
import { pdftotext } from '../support/pdf-tools.ts';
import { exampleAuthority, exampleRequest, exampleSigner } from '../support/seal-request-example.ts';
import { sealableDocument } from '../support/sealable-document.ts';

let signer: SigningKey;

beforeAll(async () => {
  ({ signer } = await exampleAuthority());
});

const NAMES = {
  'Latin with marks': 'José Ñandú Łukasz Đặng',
  'Latin with ligatures': 'Griffin Officer Flint',
  'marks that do not compose': 'M̱ēr X̌ąn',
  Cyrillic: 'Дмитрий Шостакович',
  Greek: 'Ἀριστοτέλης Ελλάδα',
  'Chinese, simplified': '张伟 汉字',
  'Chinese, traditional': '李小龍',
  Japanese: 'やまだ たろう 山田カナ',
  Korean: '김철수 한글',
  Hebrew: 'יוסף כהן',
  Arabic: 'محمد عبد الله',
  'Arabic with lam and alef': 'علاء الأسلام لاله بلال',
  'Arabic with marks': 'مُحَمَّد',
  Persian: 'یاسمین می\u200cخواهم',
  Urdu: 'ڈاکٹر علی گھر ے',
  Devanagari: 'नमस्ते क्षत्रिय',
  Thai: 'สวัสดีครับ ผู้',
  'no font has it': 'Anna 😀 𒀀 B',
};

/**
 * Readers add direction marks, and poppler moves combining marks before their letter. Only the letters
 * matter.
 */
function letters(text: string): string {
  return text.normalize('NFC').replace(/[\u064b-\u0652\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '');
}

describe('a value can be copied out again', () => {
  test.each(Object.entries(NAMES))('%s', async (_, value) => {
    const field: SealField = { page: 1, x: 0.1, y: 0.1, width: 0.6, height: 0.04, type: 'name', value };
    const { bytes } = await seal(exampleRequest(await sealableDocument([{}]), signer, [field]));
    expect(letters(pdftotext(bytes, '-l', '1'))).toContain(letters(value));
  });

  test.each(Object.entries(NAMES))('%s, on the certificate', async (_, name) => {
    const signers = [exampleSigner({ name, company: name })];
    const { bytes } = await seal(exampleRequest(await sealableDocument([{}]), signer, [], { signers }));
    // In its narrow column, a name takes several lines.
    const text = letters(pdftotext(bytes, '-f', '2'));
    for (const word of letters(name).split(' ')) expect(text).toContain(word);
  });

  test.each(Object.entries(NAMES))('%s, as a typed signature', async (_, text) => {
    const mark = { kind: 'typed' as const, text };
    const field: SealField = {
      page: 1,
      x: 0.1,
      y: 0.1,
      width: 0.6,
      height: 0.06,
      type: 'signature',
      value: '',
      mark,
    };
    const { bytes } = await seal(exampleRequest(await sealableDocument([{}]), signer, [field]));
    expect(letters(pdftotext(bytes, '-l', '1'))).toContain(letters(text));
  });
});

test('every word of a line with both directions can be copied out', async () => {
  const value = 'Eve بتول and יוסף 12 علاء end';
  const field: SealField = { page: 1, x: 0.1, y: 0.1, width: 0.6, height: 0.04, type: 'name', value };
  const { bytes } = await seal(exampleRequest(await sealableDocument([{}]), signer, [field]));
  const text = letters(pdftotext(bytes, '-l', '1'));
  for (const word of value.split(' ')) expect(text).toContain(word);
});

test('controls and direction overrides are not drawn', async () => {
  const value = 'Eve \u202eevil\u202c\u0000 end';
  const field: SealField = { page: 1, x: 0.1, y: 0.1, width: 0.6, height: 0.04, type: 'name', value };
  const { bytes } = await seal(exampleRequest(await sealableDocument([{}]), signer, [field]));
  expect(pdftotext(bytes, '-l', '1')).toContain('Eve evil end');
});
