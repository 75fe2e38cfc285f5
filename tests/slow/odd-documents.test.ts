import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { afterAll, describe, expect, it } from 'vitest';
import { sealEnvelope } from '#server/jobs/seal-envelope.ts';
import { useApi } from '../support/api.ts';
import { ALICE, SIGNATURE, sendDraft } from '../support/envelopes.ts';
import { boundInk, type Box } from '../support/ink.ts';
import {
  onePage,
  rawPdf,
  type RenderedPage,
  renderedPages,
  scratchDirectory,
  writtenTo,
} from '../support/pdf.ts';
import { signAs } from '../support/signer.ts';
import { patience } from '../support/patience.ts';

const api = useApi({ alone: true });
const scratch = scratchDirectory();
afterAll(() => {
  scratch.remove();
});

/** A picture in the style of a dark photo of a page, with noise, as a JPEG page. */
function darkScan(): Uint8Array {
  const [width, height] = [600, 400];
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const pixels = context.createImageData(width, height);
  let seed = 7;
  for (let at = 0; at < pixels.data.length; at += 4) {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    const gray = 25 + (seed % 40);
    pixels.data.set([gray, gray, gray, 255], at);
  }
  context.putImageData(pixels, 0, 0);
  const stream = new Uint8Array(canvas.toBuffer('image/jpeg'));
  return onePage({
    content: 'q 300 0 0 200 0 0 cm /I Do Q',
    resources: '/XObject <</I 6 0 R>>',
    objects: [
      {
        dict: `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /DCTDecode`,
        stream,
      },
    ],
  });
}

const WIDGET = '/Type /Annot /Subtype /Widget /F 4 /P 3 0 R';

/** Documents that people have, each with something that is seldom. */
const ODD: readonly (readonly [string, () => Uint8Array, number?])[] = [
  [
    'a turned page with a crop box that begins elsewhere',
    () => onePage({ page: '/Rotate 90 /MediaBox [-50 -40 400 300] /CropBox [20 10 320 210]' }),
  ],
  // Poppler shows such a page in a quarter of its size.
  ['a user unit of 4', () => onePage({ page: '/UserUnit 4' }), 288],
  ['a page of three meters', () => onePage({ page: '/MediaBox [0 0 8504 6000]' })],
  ['a receipt', () => onePage({ page: '/MediaBox [0 0 226 1400]' })],
  ['a box whose corners are the other way round', () => onePage({ page: '/MediaBox [300 200 0 0]' })],
  ['a turn of minus 90 degrees', () => onePage({ page: '/Rotate -90' })],
  ['a dark scan', darkScan],
  [
    'a form that needs appearances, with remnants of XFA',
    () =>
      onePage({
        catalog: `/AcroForm <</Fields [6 0 R 7 0 R] /NeedAppearances true /DA (/Helv 0 Tf 0 g) /XFA [(template) 8 0 R]>>`,
        page: '/Annots [6 0 R 7 0 R]',
        objects: [
          `<<${WIDGET} /FT /Tx /T (Name) /V (Grace Hopper) /Rect [20 100 280 120] /DA (/Helv 11 Tf 0 g)>>`,
          `<<${WIDGET} /FT /Btn /T (Agree) /V /Yes /AS /Yes /Rect [-10 80 10 100]>>`,
          { dict: '', stream: '<template/>' },
        ],
      }),
  ],
  [
    'layers, one of them off',
    () =>
      onePage({
        content:
          '/OC /A BDC BT /F1 12 Tf 20 150 Td (Shown) Tj ET EMC /OC /B BDC BT /F1 12 Tf 20 120 Td (Hidden) Tj ET EMC',
        catalog: '/OCProperties <</OCGs [6 0 R 7 0 R] /D <</OFF [7 0 R] /Order [6 0 R 7 0 R]>>>>',
        resources: '/Properties <</A 6 0 R /B 7 0 R>>',
        objects: ['<</Type /OCG /Name (A)>>', '<</Type /OCG /Name (B)>>'],
      }),
  ],
  [
    'comments, a stamp and a link',
    () =>
      onePage({
        page: '/Annots [6 0 R 7 0 R 8 0 R]',
        objects: [
          '<</Type /Annot /Subtype /Text /Rect [20 20 40 40] /Contents (Really?)>>',
          '<</Type /Annot /Subtype /Square /Rect [150 120 290 190] /C [1 0 0] /BS <</W 2>>>>',
          '<</Type /Annot /Subtype /Link /Rect [20 140 120 170] /A <</S /URI /URI (https://example.org)>>>>',
        ],
      }),
  ],
  [
    'resources of the page tree, and contents in pieces',
    () =>
      rawPdf([
        '<</Type /Catalog /Pages 2 0 R>>',
        '<</Type /Pages /Kids [3 0 R] /Count 1 /MediaBox [0 0 300 200] /Resources <</Font <</F1 6 0 R>>>>>>',
        '<</Type /Page /Parent 2 0 R /Contents [4 0 R 5 0 R]>>',
        { dict: '', stream: 'q 2 0 0 2 0 0 cm BT /F1 9' },
        { dict: '', stream: 'Tf 10 70 Td (Hello) Tj ET' },
        '<</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>',
      ]),
  ],
  [
    'a colored ground',
    () => onePage({ content: '0.9 0.85 0.6 rg 0 0 300 200 re f 0 g BT /F1 9 Tf 20 180 Td (Hello) Tj ET' }),
  ],
];

/** More documents, from a folder that `ODD_DOCUMENTS` names. */
const folder = process.env['ODD_DOCUMENTS'];
const given = folder === undefined ? [] : readdirSync(folder).filter((name) => /\.(?:pdf|png)$/.test(name));

const FIELDS = [
  { type: 'text', page: 1, x: 0.55, y: 0.1, width: 0.4, height: 0.08, label: 'City', participantIndex: 0 },
  {
    type: 'checkbox',
    page: 1,
    x: 0.55,
    y: 0.3,
    width: 0.06,
    height: 0.08,
    label: 'Agree',
    participantIndex: 0,
  },
  // Up to the edges of the page.
  { ...SIGNATURE, x: 0.6, y: 0.8, width: 0.4, height: 0.2, participantIndex: 0 },
];

async function sealed(contentBase64: string, name: string) {
  const { apiKey: key, organizationId } = await api.tenant();
  const contentType = name.endsWith('.png') ? 'image/png' : 'application/pdf';
  const graph = await sendDraft(api, key, {
    ...{ originalFilename: name, document: { contentBase64, contentType } },
    ...{ participants: [ALICE], fields: FIELDS, detect: false },
  });
  const { id } = graph.envelope;
  const [city, agree] = graph.fields;
  const answer = await signAs(api, graph, ALICE, [
    { fieldId: city.id, value: 'Zürich' },
    { fieldId: agree.id, value: 'true' },
  ]);
  expect(answer.status).toBe(200);
  await sealEnvelope(api.services, { organizationId, envelopeId: id });
  const { items } = (await api.ask('GET /api/v1/envelopes', { key })).json;
  expect(items).toMatchObject([{ status: 'completed', attention: [] }]);
  const query = { variant: 'sealed' as const };
  const file = await api.ask('GET /api/v1/envelopes/{id}/document', { key, path: { id }, query });
  return file.bytes;
}

/** Checks whether a box has something light, which ink can be told from. */
function hasLight({ width, height, pixels }: RenderedPage, box: Box): boolean {
  for (let y = Math.ceil(box.y * height); y < (box.y + box.height) * height - 1; y += 1)
    for (let x = Math.ceil(box.x * width); x < (box.x + box.width) * width - 1; x += 1)
      if ((pixels[3 * (y * width + x)] ?? 0) > 150) return true;
  return false;
}

describe('an odd document is sealed with what was signed on it', () => {
  it.each([
    ...ODD.map(([name, make, resolution = 72]) => [name, make, resolution] as const),
    ...given.map((name) => [name, () => readFileSync(join(folder ?? '', name)), 72] as const),
  ])(
    '%s',
    async (name, make, resolution) => {
      const content = Buffer.from(make()).toString('base64');
      const bytes = await sealed(content, /\.\w+$/.test(name) ? name : 'Odd.pdf');
      const path = writtenTo(scratch.path, 'sealed.pdf', bytes);
      const out = process.env['VALIDATORS_TABLES'];
      if (out !== undefined) writeFileSync(join(out, `odd-${name.replaceAll(/\W+/g, '-')}.pdf`), bytes);
      const [page] = renderedPages(path, 1, resolution);
      if (page === undefined) throw new Error('the sealed file has no page');
      for (const field of FIELDS) {
        expect(boundInk(page, field), field.type).not.toBeNull();
        // On a dark ground, they stand on white.
        expect(hasLight(page, field), field.type).toBe(true);
      }
    },
    patience(90_000),
  );
});
