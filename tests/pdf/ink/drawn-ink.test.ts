import { PDF, rgb } from '@libpdf/core';
import { createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SigningKey } from '#server/crypto/keys/signing-key.ts';
import { compareDrawnInk } from '#server/pdf/ink/drawn-ink.ts';
import { seal } from '../support/seal-in-place.ts';
import type { SealField } from '#server/pdf/seal/seal-request.ts';
import { onePage, renderedPages, scratchDirectory, writtenTo } from '../../support/pdf.ts';
import { exampleAuthority, examplePicture, exampleRequest } from '../support/seal-request-example.ts';
import { sealableDocument } from '../support/sealable-document.ts';

const scratch = scratchDirectory();
afterAll(() => {
  scratch.remove();
});
let signer: SigningKey;
beforeAll(async () => {
  ({ signer } = await exampleAuthority());
});

const BOX = { page: 1, x: 0.3, y: 0.4, width: 0.3, height: 0.05 };
const NAME: SealField = { ...BOX, type: 'name', value: 'Grace Hopper' };

const FIELDS: SealField[] = [
  NAME,
  { ...BOX, y: 0.5, type: 'signature', value: '', mark: { kind: 'typed', text: 'Ada Lovelace' } },
  { ...BOX, y: 0.6, type: 'initials', value: '', mark: { kind: 'drawn', image: examplePicture() } },
  { ...BOX, y: 0.7, width: 0.03, height: 0.02, type: 'checkbox', value: 'true' },
  { ...BOX, y: 0.8, type: 'text', value: '' },
  { ...BOX, y: 0.9, type: 'checkbox', value: 'false' },
];

describe('drawn fields', () => {
  it('are all seen, and nothing else changed', async () => {
    const presented = await sealableDocument([{}, { rotate: 90, userUnit: 2 }]);
    const fields = [...FIELDS, ...FIELDS.map((field) => ({ ...field, page: 2 }))];
    const { bytes, drawn } = await seal(exampleRequest(presented, signer, fields));
    expect(drawn).toEqual({ redrawnFields: 0, unseenFields: 0, uncheckedPages: 0 });
    const { empty, spilled } = await compareDrawnInk(bytes, presented.length, fields);
    expect(empty.map(({ value }) => value)).toEqual(['', 'false', '', 'false']);
    expect(spilled).toEqual([]);
  });

  it('are found missing where nothing was drawn, and outside where something was', async () => {
    const presented = await sealableDocument([{}]);
    const { bytes } = await seal(exampleRequest(presented, signer, [NAME]));
    const elsewhere = { ...NAME, y: 0.6 };
    expect(await compareDrawnInk(bytes, presented.length, [elsewhere])).toEqual({
      empty: [elsewhere],
      ...{ faint: [elsewhere], covered: [], different: [] },
      spilled: [1],
      unseen: [],
    });
  });

  it('strike through in white what is as dark as the line', async () => {
    const presented = onePage({ content: '0.063 0.094 0.157 rg 0 0 300 200 re f' });
    const strike: SealField = { ...BOX, type: 'strikethrough', value: 'true' };
    const { drawn } = await seal(exampleRequest(presented, signer, [strike, { ...NAME, y: 0.6 }]));
    expect(drawn).toEqual({ redrawnFields: 2, unseenFields: 0, uncheckedPages: 0 });
  });

  it('are drawn again on white if the page has their color', async () => {
    const presented = onePage({ content: '0.063 0.094 0.157 rg 0 0 300 200 re f' });
    const fields: SealField[] = [NAME, { ...BOX, y: 0.6, type: 'checkbox', value: 'true' }];
    const { bytes, drawn } = await seal(exampleRequest(presented, signer, fields));
    expect(drawn).toEqual({ redrawnFields: 2, unseenFields: 0, uncheckedPages: 0 });
    expect((await compareDrawnInk(bytes, presented.length, fields)).empty).toEqual([]);
  });

  // The page's content ends the state that sealing saved, and leaves its own behind.
  it.each([
    ['a little too low', '1 0 0 1 0 -3', "page 1 doesn't look like what was signed"],
    ['a little too large', '1.02 0 0 1.02 0 0', "page 1 doesn't look like what was signed"],
    ['in a mirror', '-1 0 0 1 270 0', "page 1 doesn't look like what was signed"],
    ['elsewhere', '1 0 0 1 0 30', 'drawing changed page 1 outside the fields'],
  ])('are refused if they are drawn %s', async (_how, matrix, reason) => {
    const presented = onePage({ content: `Q ${matrix} cm` });
    const field: SealField = { ...NAME, x: 0.3, width: 0.3 };
    await expect(seal(exampleRequest(presented, signer, [field]))).rejects.toThrow(reason);
  });

  const others: readonly (Partial<SealField> & Pick<SealField, 'type' | 'value'>)[] = [
    { type: 'signature', value: '', mark: { kind: 'typed', text: 'Ada Lovelace' } },
    { type: 'signature', value: '', mark: { kind: 'typed', text: 'محمد الشريف', style: 'clear' } },
    { type: 'signature', value: '', mark: { kind: 'drawn', image: examplePicture() } },
    { type: 'signature', value: '', mark: { kind: 'uploaded', image: examplePicture('jpeg') } },
    { type: 'initials', value: '', mark: { kind: 'typed', text: 'AL' } },
    { type: 'email', value: 'ada@example.org' },
    { type: 'company', value: 'Harbour Works' },
    { type: 'title', value: 'Managing director' },
    { type: 'date', value: 'November 28, 2026' },
    { type: 'number', value: '1,234.50' },
    { type: 'phone', value: '+49 30 901820' },
    { type: 'dropdown', value: 'Two' },
    { type: 'radio', value: 'true' },
    { type: 'checkbox', value: 'true' },
    { type: 'attachment', value: 'passport.png (sha256 b00714)' },
    { type: 'text', value: '304117', comb: 8 },
    ...[
      'Дмитрий Шостакович',
      'محمد عبد الله',
      'שרה בת־אל 12',
      'श्रीमती प्रियंका',
      'สมชาย ใจดีวงศ์',
      '李小龍 鈴木',
    ].map((value) => ({ type: 'text', value }) as const),
  ];
  it.each(others.flatMap((own) => [0, 90, 180, 270].map((turn) => [own, turn] as const)))(
    'are refused if they are drawn elsewhere, and drawn if not: %o, turned by %i degrees',
    async (own, turn) => {
      const field: SealField = { page: 1, x: 0.3, y: 0.4, width: 0.3, height: 0.1, ...own };
      const page = `/Rotate ${turn}`;
      const { drawn } = await seal(exampleRequest(onePage({ content: 'q Q', page }), signer, [field]));
      expect(drawn).toEqual({ redrawnFields: 0, unseenFields: 0, uncheckedPages: 0 });
      const moved = onePage({ content: 'Q 1 0 0 1 4 -4 cm', page });
      await expect(seal(exampleRequest(moved, signer, [field]))).rejects.toThrow(/page 1/);
    },
  );

  it('never hide what the document says below them', async () => {
    const words = Array.from(
      { length: 4 },
      (_, line) => `BT /F1 9 Tf 91 ${112 - line * 9} Td (payable on demand) Tj ET`,
    );
    const presented = onePage({ content: words.join('\n') });
    const canvas = createCanvas(400, 60);
    const context = canvas.getContext('2d');
    context.fillStyle = '#ffffff';
    context.fillRect(0, 0, 400, 60);
    context.strokeRect(10, 10, 380, 40);
    const pictures = [canvas.toBuffer('image/png'), canvas.toBuffer('image/jpeg')];
    const box = { ...BOX, height: 0.2 };
    for (const image of pictures.map((picture) => new Uint8Array(picture))) {
      const field: SealField = { ...box, type: 'signature', value: '', mark: { kind: 'uploaded', image } };
      const { bytes } = await seal(exampleRequest(presented, signer, [field]));
      expect((await compareDrawnInk(bytes, presented.length, [field])).covered).toEqual([]);
    }
  });

  it.each(['#c81428', '#e34234', '#ffd400'])(
    'leave the print below them, whatever their color: a stamp in %s',
    async (color) => {
      const presented = onePage({
        content: 'BT /F1 20 Tf 95 100 Td (payable) Tj ET 90 96 m 210 96 l 3 w S',
      });
      const canvas = createCanvas(400, 200);
      const context = canvas.getContext('2d');
      context.fillStyle = '#ffffff';
      context.fillRect(0, 0, 400, 200);
      // Signatures look like this in parts of the world.
      context.fillStyle = color;
      context.fillRect(10, 10, 380, 180);
      context.strokeRect(60, 60, 100, 60);
      const image = new Uint8Array(canvas.toBuffer('image/png'));
      const box = { ...BOX, height: 0.2 };
      const field: SealField = { ...box, type: 'signature', value: '', mark: { kind: 'uploaded', image } };
      const { bytes } = await seal(exampleRequest(presented, signer, [field]));
      expect((await compareDrawnInk(bytes, presented.length, [field])).covered).toEqual([]);
    },
  );

  it('are found to cover the ink below them', async () => {
    const presented = onePage({ content: 'BT /F1 20 Tf 95 100 Td (payable) Tj ET' });
    const box = { ...BOX, height: 0.2 };
    const pdf = await PDF.load(presented);
    pdf.getPage(0)?.drawRectangle({ x: 90, y: 80, width: 120, height: 50, color: rgb(1, 1, 1) });
    const bytes = await pdf.save({ incremental: true });
    expect((await compareDrawnInk(bytes, presented.length, [box])).covered).toEqual([box]);
    const beside = { ...box, y: 0.7 };
    expect((await compareDrawnInk(bytes, presented.length, [beside])).covered).toEqual([]);
  });

  it.each<[string, Partial<SealField> & Pick<SealField, 'type' | 'value'>]>([
    ['text', { type: 'text', value: 'Grace Hopper' }],
    ['a tick', { type: 'checkbox', value: 'true' }],
    ['a picture', { type: 'signature', value: '', mark: { kind: 'drawn', image: examplePicture() } }],
  ])('are drawn in white if the page has their color and print on it: %s', async (_what, own) => {
    const field: SealField = { ...BOX, height: 0.2, ...own };
    const ground = '0.063 0.094 0.157 rg 0 0 300 200 re f';
    // The print is where white ground would hide it, and the value isn't.
    const print = '1 1 1 rg BT /F1 5 Tf 92 82 Td (payable on demand, with interest) Tj ET';
    const presented = onePage({ content: `${ground} ${print}` });
    const { bytes, drawn } = await seal(exampleRequest(presented, signer, [field]));
    expect(drawn).toEqual({ redrawnFields: 1, unseenFields: 0, uncheckedPages: 0 });
    expect((await compareDrawnInk(bytes, presented.length, [field])).empty).toEqual([]);
    const [before = [], after = []] = [presented, bytes].map((file, at) => {
      const path = writtenTo(scratch.path, `${at}.pdf`, file);
      return [...(renderedPages(path, 1, 144)[0]?.pixels ?? [])].map((value) => value > 128);
    });
    expect(before.some(Boolean)).toBe(true);
    expect(before.every((isLight, at) => !isLight || after[at])).toBe(true);
    expect(after.filter(Boolean).length).toBeGreaterThan(before.filter(Boolean).length);
  });

  it('are judged by the ink that they have: a small tick on a wall map', async () => {
    const presented = onePage({ page: '/MediaBox [0 0 14400 14400]' });
    const side = 8 / 14_400;
    const tick: SealField = {
      ...{ page: 1, x: 0.5, y: 0.5, width: side, height: side },
      ...{ type: 'checkbox', value: 'true' },
    };
    const { drawn } = await seal(exampleRequest(presented, signer, [tick]));
    expect(drawn.uncheckedPages).toBe(0);
  });

  it('can be text without any ink, which was not seen before either', async () => {
    const fields: SealField[] = ['\u2800', '\u3164'].map((value) => ({ ...BOX, type: 'text', value }));
    const { drawn } = await seal(exampleRequest(await sealableDocument([{}]), signer, fields));
    expect(drawn).toEqual({ redrawnFields: 0, unseenFields: 0, uncheckedPages: 0 });
  });

  it('are refused if a signature is a blank picture', async () => {
    const canvas = createCanvas(40, 20);
    const white = canvas.getContext('2d');
    white.fillStyle = '#ffffff';
    white.fillRect(0, 0, 40, 20);
    const image = new Uint8Array(canvas.toBuffer('image/png'));
    const field: SealField = { ...BOX, type: 'signature', value: '', mark: { kind: 'uploaded', image } };
    const request = exampleRequest(await sealableDocument([{}]), signer, [field]);
    await expect(seal(request)).rejects.toThrow('the picture of a signature is blank');
  });
});
