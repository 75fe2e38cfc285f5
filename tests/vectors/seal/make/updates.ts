import { type PdfObject, revision, stream } from './pdf.ts';
import { withCatalog } from './seals.ts';
import { type Files, replaced, type Vector } from './vector.ts';

/** Revisions after the seal. */
export function updates({ bB, bLt, bLta, bT }: Files): Vector[] {
  const page = (extra: string, contents = '[4 0 R 9 0 R]') =>
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 200] /Contents ${contents} /Resources 5 0 R${extra} >>`;
  const update = (name: string, about: string, objects: readonly PdfObject[], size = 60): Vector => ({
    name: `isa-${name}`,
    about: `An update after the seal ${about}.`,
    file: revision(bB, objects, { size }),
  });
  const catalog = (
    name: string,
    about: string,
    change: (text: string) => string,
    objects: readonly PdfObject[] = [],
  ): Vector => ({
    name: `isa-${name}`,
    about: `An update after the seal ${about}.`,
    file: withCatalog(bB, change, objects, 60),
  });
  const cover = stream(
    'q 1 1 1 rg 20 140 200 30 re f Q BT /F1 14 Tf 20 150 Td (The fee is 900 euros.) Tj ET',
  );
  const second =
    '<< /Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached /M (D:20261121000000Z) >>';
  const field = '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Second) /V 52 0 R /F 132 /Rect [0 0 0 0] >>';
  return [
    {
      name: 'appended-space',
      about: 'Valid: white space is added at the end.',
      file: Buffer.concat([bB, Buffer.from(' ')]),
    },
    {
      name: 'appended-space-after-archive',
      about: 'Valid: white space is added after the last timestamp.',
      file: Buffer.concat([bLta, Buffer.from('\r\n\t\n')]),
    },
    {
      name: 'appended-zero',
      about: 'A zero byte is added at the end.',
      file: Buffer.concat([bB, Buffer.from('\0')]),
    },
    {
      name: 'appended-junk',
      about: 'Bytes without a cross-reference table are added at the end.',
      file: Buffer.concat([bB, Buffer.from('50 0 obj\n<< >>\nendobj\n')]),
    },
    {
      name: 'appended-after-archive',
      about: 'A line is added after the last timestamp.',
      file: Buffer.concat([bLta, Buffer.from('% more\n')]),
    },
    {
      name: 'appended-before-section',
      about: 'A line break is added before the cross-reference section of an update.',
      file: withLineBreak(bLt, bLt.lastIndexOf('\nxref\n')),
    },
    update('content', 'covers text of the page', [
      [3, page('', '[4 0 R 9 0 R 50 0 R]')],
      [50, cover],
    ]),
    update('content-stream', "replaces the page's content", [
      [4, stream('BT /F1 14 Tf 20 150 Td (The fee is 900 euros.) Tj ET')],
    ]),
    update('page-removed', 'removes the page', [[2, '<< /Type /Pages /Kids [] /Count 0 >>']]),
    update('page-added', 'adds a page', [
      [2, '<< /Type /Pages /Kids [3 0 R 50 0 R] /Count 2 >>'],
      [50, page('')],
    ]),
    update('annotation', 'adds a comment', [
      [3, page(' /Annots [50 0 R]')],
      [50, '<< /Type /Annot /Subtype /FreeText /Rect [20 140 220 170] /Contents (The fee is 900 euros.) >>'],
    ]),
    update('attachment', 'replaces the attached evidence', [[10, stream('{}', ' /Type /EmbeddedFile')]]),
    update('unused-object', 'adds an object that nothing leads to', [[50, '<< >>']]),
    update('seal-replaced', "replaces the seal's dictionary", [[12, second]]),
    update('shadow-font', 'replaces a font, so that other characters are shown', [
      [6, '<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>'],
    ]),
    {
      name: 'isa-shadow-hide-and-replace',
      about: 'An update without objects points at a page content that was hidden inside the sealed bytes.',
      file: redirected(bB),
    },
    catalog('shadow-layer', 'turns a layer off', (text) => text.replace('/ON [8 0 R]', '/OFF [8 0 R]')),
    catalog('action', 'adds an action that runs on opening', (text) =>
      text.replace(/ >>$/, ' /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >>'),
    ),
    catalog('certification-removed', 'removes the certification', (text) =>
      text.replace('/Perms << /DocMDP 12 0 R >>', ''),
    ),
    catalog('form-appearance', 'asks readers to draw the fields again', (text) =>
      text.replace('/SigFlags 3', '/SigFlags 3 /NeedAppearances true'),
    ),
    catalog('field-removed', "removes the seal's field", (text) =>
      text.replace('/Fields [13 0 R]', '/Fields []'),
    ),
    catalog(
      'second-signature',
      'adds a second signature',
      (text) => text.replace('/Fields [13 0 R]', '/Fields [13 0 R 51 0 R]'),
      [
        [51, field],
        [52, second],
      ],
    ),
    catalog(
      'text-field',
      'adds a field with text',
      (text) => text.replace('/Fields [13 0 R]', '/Fields [13 0 R 51 0 R]'),
      [[51, '<< /Type /Annot /Subtype /Widget /FT /Tx /T (Fee) /V (900) /Rect [20 140 220 170] >>']],
    ),
    catalog(
      'store-with-page',
      'hides a page in the validation data',
      (text) => text.replace(/ >>$/, ' /DSS << /Certs [50 0 R] >> >>'),
      [[50, page('')]],
    ),
    {
      name: 'isa-other-root',
      about: 'An update names another catalog.',
      file: replaced(
        revision(bB, [[50, '<< /Type /Catalog /Pages 2 0 R >>']], { size: 60 }),
        '/Root 1 0 R',
        '/Root 50 0 R',
      ),
    },
    {
      name: 'archive-removed',
      about: 'The last timestamp is cut off. The rest is a valid file of a lower level.',
      file: bT,
      options: { minimumLevel: 'B-LTA' },
    },
  ];
}

/** An update whose only entry leads into the sealed bytes. */
function redirected(bB: Buffer): Buffer {
  const text = bB.toString('latin1');
  const hidden = text.indexOf('7 0 obj');
  const last = /startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1] ?? '';
  const table = `xref\n4 1\n${String(hidden).padStart(10, '0')} 00000 n \ntrailer\n<< /Size 14 /Root 1 0 R /Prev ${last} >>\nstartxref\n${bB.length}\n%%EOF\n`;
  return Buffer.concat([bB, Buffer.from(table)]);
}

function withLineBreak(file: Buffer, at: number): Buffer {
  return Buffer.concat([file.subarray(0, at), Buffer.from('\n'), file.subarray(at)]);
}
