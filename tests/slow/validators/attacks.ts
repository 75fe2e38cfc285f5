import { PDF, PdfArray, PdfDict, PdfName, PdfNumber, type PdfRef, PdfStream, PdfString } from '@libpdf/core';
import { readChildren, readDer } from '#verify/x509/der.ts';
import { encodeElement, TAG } from '#server/crypto/der.ts';
import type { SigningKey } from '#server/crypto/keys/signing-key.ts';
import { buildSignedAttributes, encodeSignedData, encodeSignedForm } from '#server/pdf/seal/cms.ts';
import { createHash } from 'node:crypto';
import { signedBefore } from '../../pdf/support/signed-document.ts';

type Bytes = Uint8Array;

/** What an attacker has: a seal at each level, another one of the same organization, and keys of their own. */
type Spoils = {
  readonly files: Readonly<Record<'b-t' | 'b-lt' | 'b-lta', Bytes>>;
  readonly other: Readonly<Record<'b-t' | 'b-lta', Bytes>>;
  readonly signer: SigningKey;
  readonly lookAlike: SigningKey;
};

type Attack = { readonly name: string; readonly make: (spoils: Spoils) => Bytes | Promise<Bytes> };

/** Thirty-six ways to change a sealed file. Their names begin with the number of the review that tried them. */
export const ATTACKS: readonly Attack[] = [
  { name: '01-byte-in-sealed-content', make: ({ files }) => withByte(files['b-lta'], 200) },
  {
    name: '02-incremental-page-content',
    make: ({ files }) =>
      update(files['b-lta'], (pdf, page) => {
        const more = pdf.register(stream({}, 'BT /F1 40 Tf 100 400 Td (Paid) Tj ET 100 300 200 60 re f'));
        const contents = page.get('Contents');
        if (contents !== undefined) page.set('Contents', new PdfArray([contents, more]));
      }),
  },
  { name: '03-annotation-overlay', make: ({ files }) => annotate(files['b-lta'], overlay) },
  { name: '04-new-text-field-with-value', make: ({ files }) => annotate(files['b-lta'], textField) },
  { name: '05-new-visible-empty-sigfield', make: ({ files }) => annotate(files['b-lta'], signatureField) },
  {
    name: '06-seal-widget-gets-appearance',
    make: ({ files }) =>
      update(files['b-lta'], (pdf) => {
        const widget = findSealField(pdf);
        widget.set('Rect', rectangle(50, 50, 300, 300));
        widget.set('AP', PdfDict.of({ N: pdf.register(appearance()) }));
      }),
  },
  {
    name: '07-openaction-script',
    make: ({ files }) =>
      update(files['b-lta'], (pdf) => {
        const script = { S: PdfName.of('JavaScript'), JS: PdfString.fromString('app.alert(1)') };
        pdf.getCatalog().set('OpenAction', PdfDict.of(script));
      }),
  },
  {
    name: '08-page-rotated',
    make: ({ files }) => update(files['b-lta'], (_pdf, page) => page.set('Rotate', PdfNumber.of(180))),
  },
  {
    name: '09a-dss-removed-by-update',
    make: ({ files }) => update(files['b-lta'], (pdf) => pdf.getCatalog().delete('DSS')),
  },
  { name: '09b-truncated-to-seal', make: ({ files }) => files['b-t'] },
  { name: '09c-truncated-before-doctimestamp', make: ({ files }) => files['b-lt'] },
  {
    name: '09d-byte-in-dss',
    make: ({ files }) => withByte(files['b-lta'], files['b-t'].length + 600),
  },
  {
    name: '10a-signature-timestamp-exchanged',
    make: ({ files, other }) =>
      withContents(files['b-lta'], 0, (cms) => withToken(cms, readToken(contentsOf(other['b-t'], 0)))),
  },
  {
    name: '10b-signature-timestamp-removed',
    make: ({ files }) => withContents(files['b-lta'], 0, (cms) => withToken(cms, null)),
  },
  {
    name: '10c-document-timestamp-exchanged',
    make: ({ files, other }) => withContents(files['b-lta'], 1, () => contentsOf(other['b-lta'], 1)),
  },
  {
    name: '11a-signing-certificate-swapped',
    make: ({ files, lookAlike }) =>
      withContents(files['b-lta'], 0, (cms) => withCertificate(cms, lookAlike.certificate)),
  },
  {
    name: '11b-resigned-with-look-alike-certificate',
    make: async ({ files, signer, lookAlike }) =>
      await resign(files['b-t'], { ...lookAlike, chain: signer.chain }, signer.certificate),
  },
  {
    name: '11b2-resigned-look-alike',
    make: async ({ files, signer, lookAlike }) =>
      await resign(files['b-t'], { ...lookAlike, chain: signer.chain }),
  },
  {
    name: '11d-nonzero-padding',
    make: ({ files }) => {
      const changed = Buffer.from(files['b-lta']);
      const { end } = findHole(changed, 0);
      changed.write('ff', end - 3, 'latin1');
      return changed;
    },
  },
  {
    name: '11e-whole-chain-look-alike',
    make: async ({ files, lookAlike }) => await resign(files['b-t'], lookAlike),
  },
  { name: '12a-usf-byterange-missing', make: ({ files }) => replaceRange(files['b-lta'], '') },
  { name: '12b-usf-byterange-null', make: ({ files }) => replaceRange(files['b-lta'], '/ByteRange null') },
  {
    name: '12c-usf-byterange-negative',
    make: ({ files }) => replaceRange(files['b-lta'], '/ByteRange [0 -1 10 20]'),
  },
  {
    name: '12d-usf-contents-empty',
    make: ({ files }) => replaceHole(files['b-lta'], (length) => '<>'.padEnd(length)),
  },
  {
    name: '12e-usf-contents-zero',
    make: ({ files }) => replaceHole(files['b-lta'], (length) => `<${'0'.repeat(length - 2)}>`),
  },
  {
    name: '13a-isa-appended-no-xref',
    make: ({ files }) => append(files['b-lta'], '\n3 0 obj\n<<>>\nendobj\n'),
  },
  {
    name: '13b-isa-update-without-eof-trailer',
    make: async ({ files }) => {
      const whole = await update(files['b-lta'], (_pdf, page) => page.set('Rotate', PdfNumber.of(180)));
      return whole.subarray(0, Buffer.from(whole).lastIndexOf('startxref'));
    },
  },
  { name: '13c-trailing-garbage', make: ({ files }) => append(files['b-lta'], 'garbage') },
  { name: '13d-trailing-newlines', make: ({ files }) => append(files['b-lta'], '\n\n\n') },
  {
    name: '14a-swa-second-part-moved',
    make: ({ files }) => {
      const file = Buffer.from(files['b-t']);
      const { end } = findHole(file, 0);
      const evil = Buffer.from('\n99 0 obj\n<</Type /Catalog>>\nendobj\n');
      const moved = Buffer.concat([file.subarray(0, end), evil, file.subarray(end)]);
      return replaceRange(moved, (range) => {
        const [, first, , second] = range;
        return `/ByteRange [0 ${first} ${end + evil.length} ${second}]`;
      });
    },
  },
  {
    name: '14b-swa-copy-of-seal-in-update',
    make: ({ files }) =>
      annotate(files['b-lta'], (pdf) => {
        const value = findSealField(pdf).getDict('V', (ref) => pdf.context.resolve(ref));
        if (value === undefined) throw new Error('the seal has no value');
        return PdfDict.of({ ...field('Sig', 'Copy'), V: pdf.register(value.clone()) });
      }),
  },
  {
    name: '15-page-tree-replaced',
    make: ({ files }) =>
      update(files['b-lta'], (pdf) => {
        const content = pdf.register(stream({}, '100 100 300 300 re f'));
        const page = PdfDict.of({
          Type: PdfName.of('Page'),
          MediaBox: rectangle(0, 0, 595, 842),
          Contents: content,
        });
        const kid = pdf.register(page);
        const tree = { Type: PdfName.of('Pages'), Kids: PdfArray.of(kid), Count: PdfNumber.of(1) };
        const pages = pdf.register(PdfDict.of(tree));
        page.set('Parent', pages);
        pdf.getCatalog().set('Pages', pages);
      }),
  },
  {
    name: '16-info-changed',
    make: ({ files }) =>
      update(files['b-lta'], (pdf) => {
        const info = PdfDict.of({ Title: PdfString.fromString('Another title') });
        pdf.context.info.trailer.set('Info', pdf.register(info));
      }),
  },
  {
    name: '17-attached-evidence-replaced',
    make: ({ files }) =>
      update(files['b-lta'], (pdf) => {
        const resolve = (ref: PdfRef) => pdf.context.resolve(ref);
        const [specification] = pdf.getCatalog().getArray('AF', resolve)?.toArray() ?? [];
        const file = specification === undefined ? null : resolve(specification as PdfRef);
        if (!(file instanceof PdfDict)) throw new Error('there is no evidence');
        const forged = pdf.register(stream({ Type: PdfName.of('EmbeddedFile') }, '{"events":[]}'));
        file.set('EF', PdfDict.of({ F: forged, UF: forged }));
      }),
  },
  {
    name: '18-bytes-before-header',
    make: ({ files }) => Buffer.concat([Buffer.from('x'.repeat(2_000)), files['b-lta']]),
  },
  {
    name: '19-second-signature-by-a-stranger',
    make: async ({ files }) => await signedBefore(files['b-lta'], { name: 'Stranger' }),
  },
];

async function update(file: Bytes, change: (pdf: PDF, page: PdfDict) => void): Promise<Bytes> {
  const pdf = await PDF.load(file);
  const page = pdf.getPage(0);
  if (page === null) throw new Error('the file has no page');
  change(pdf, page.dict);
  return await pdf.save({ incremental: true });
}

/** Adds an annotation to the first page, and to the form if it is a field. */
async function annotate(file: Bytes, make: (pdf: PDF) => PdfDict): Promise<Bytes> {
  return await update(file, (pdf, page) => {
    const resolve = (ref: PdfRef) => pdf.context.resolve(ref);
    const dict = make(pdf);
    const annotation = pdf.register(dict);
    page.set('Annots', new PdfArray([...(page.getArray('Annots', resolve)?.toArray() ?? []), annotation]));
    if (!dict.has('FT')) return;
    const form = pdf.getCatalog().getDict('AcroForm', resolve);
    const fields = form?.getArray('Fields', resolve)?.toArray() ?? [];
    form?.set('Fields', new PdfArray([...fields, annotation]));
  });
}

function overlay(pdf: PDF): PdfDict {
  return PdfDict.of({
    ...{ Type: PdfName.of('Annot'), Subtype: PdfName.of('FreeText'), Rect: rectangle(50, 50, 400, 700) },
    ...{
      DA: PdfString.fromString('/Helv 12 Tf'),
      Contents: PdfString.fromString('Paid'),
      F: PdfNumber.of(4),
    },
    AP: PdfDict.of({ N: pdf.register(appearance()) }),
  });
}

function textField(pdf: PDF): PdfDict {
  const value = PdfString.fromString('1,000,000');
  return PdfDict.of({ ...field('Tx', 'Sum'), V: value, AP: PdfDict.of({ N: pdf.register(appearance()) }) });
}

function signatureField(): PdfDict {
  return PdfDict.of(field('Sig', 'Later'));
}

function field(type: string, name: string) {
  return {
    ...{ Type: PdfName.of('Annot'), Subtype: PdfName.of('Widget'), FT: PdfName.of(type) },
    ...{ T: PdfString.fromString(name), Rect: rectangle(50, 600, 250, 650), F: PdfNumber.of(4) },
  };
}

function appearance(): PdfStream {
  const entries = {
    Type: PdfName.of('XObject'),
    Subtype: PdfName.of('Form'),
    BBox: rectangle(0, 0, 100, 100),
  };
  return stream(entries, '0 0 100 100 re f');
}

function stream(entries: Readonly<Record<string, PdfName | PdfArray>>, content: string): PdfStream {
  return PdfStream.fromDict(entries, Buffer.from(content));
}

function rectangle(...corners: readonly number[]): PdfArray {
  return new PdfArray(corners.map((corner) => PdfNumber.of(corner)));
}

function findSealField(pdf: PDF): PdfDict {
  const resolve = (ref: PdfRef) => pdf.context.resolve(ref);
  const form = pdf.getCatalog().getDict('AcroForm', resolve);
  for (const ref of form?.getArray('Fields', resolve)?.toArray() ?? []) {
    const found = resolve(ref as PdfRef);
    if (found instanceof PdfDict && found.getString('T')?.asString() === 'Countersign seal') return found;
  }
  throw new Error('the file has no seal');
}

function withByte(file: Bytes, at: number): Bytes {
  const changed = Buffer.from(file);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

function append(file: Bytes, tail: string): Bytes {
  return Buffer.concat([file, Buffer.from(tail)]);
}

/** Returns where the hexadecimal digits of the seal (0) or of the document timestamp (1) are, with brackets. */
function findHole(file: Buffer, index: number): { readonly start: number; readonly end: number } {
  const found = [...file.toString('latin1').matchAll(/\/Contents (<[0-9a-f]{1000,}>)/g)][index];
  if (found === undefined) throw new Error('the file has no such signature');
  const start = found.index + '/Contents '.length;
  return { start, end: start + (found[1]?.length ?? 0) };
}

function contentsOf(file: Bytes, index: number): Bytes {
  const bytes = Buffer.from(file);
  const { start, end } = findHole(bytes, index);
  const padded = Buffer.from(bytes.toString('latin1', start + 1, end - 1), 'hex');
  return readDer(padded.subarray(0, lengthOf(padded))).bytes;
}

/** Returns the length of a structure whose own length takes two bytes. */
function lengthOf(padded: Buffer): number {
  return 4 + padded.readUInt16BE(2);
}

function withContents(file: Bytes, index: number, change: (cms: Bytes) => Bytes): Bytes {
  const changed = Buffer.from(file);
  const { start, end } = findHole(changed, index);
  const digits = Buffer.from(change(contentsOf(file, index))).toString('hex');
  changed.write(digits.padEnd(end - start - 2, '0').slice(0, end - start - 2), start + 1, 'latin1');
  return changed;
}

function replaceHole(file: Bytes, make: (length: number) => string): Bytes {
  const changed = Buffer.from(file);
  const { start, end } = findHole(changed, 0);
  changed.write(make(end - start), start, 'latin1');
  return changed;
}

/** Replaces the seal's byte range by something that isn't longer. */
function replaceRange(file: Bytes, range: string | ((numbers: readonly number[]) => string)): Bytes {
  const changed = Buffer.from(file);
  const [found] = changed.toString('latin1').matchAll(/\/ByteRange \[([\d ]+)\]/g);
  if (found === undefined) throw new Error('the file has no byte range');
  const text = typeof range === 'string' ? range : range((found[1] ?? '').trim().split(/ +/).map(Number));
  changed.write(text.padEnd(found[0].length), found.index, 'latin1');
  return changed;
}

/** Splits a CMS structure into what is around its signer, and the signer's parts. */
function splitCms(cms: Bytes) {
  const [type, content] = readChildren(readDer(cms));
  const [inner] = readChildren(content);
  const parts = readChildren(inner);
  const [signer] = readChildren(parts.at(-1));
  if (type === undefined) throw new Error('the signature is malformed');
  return { type: type.bytes, parts: parts.map(({ bytes }) => bytes), signer: readChildren(signer) };
}

function joinCms(type: Bytes, parts: readonly Bytes[], signer: readonly Bytes[]): Bytes {
  const signers = encodeElement(TAG.set, [encodeElement(TAG.sequence, signer)]);
  const inner = encodeElement(TAG.sequence, [...parts.slice(0, -1), signers]);
  return encodeElement(TAG.sequence, [type, encodeElement(TAG.context0, [inner])]);
}

/** Returns the unsigned attributes, which have the timestamp. */
function readToken(cms: Bytes): Bytes {
  const last = splitCms(cms).signer.at(-1);
  if (last?.tag !== TAG.context1) throw new Error('the signature has no timestamp');
  return last.bytes;
}

function withToken(cms: Bytes, token: Bytes | null): Bytes {
  const { type, parts, signer } = splitCms(cms);
  const rest = signer.filter(({ tag }) => tag !== TAG.context1).map(({ bytes }) => bytes);
  return joinCms(type, parts, token === null ? rest : [...rest, token]);
}

function withCertificate(cms: Bytes, certificate: Bytes): Bytes {
  const { type, parts, signer } = splitCms(cms);
  const swapped = parts.map((part) =>
    readDer(part).tag === TAG.context0
      ? encodeElement(TAG.context0, [
          certificate,
          ...readChildren(readDer(part))
            .slice(1)
            .map(({ bytes }) => bytes),
        ])
      : part,
  );
  return joinCms(
    type,
    swapped,
    signer.map(({ bytes }) => bytes),
  );
}

/** Signs a file again with other keys. The attributes can name another certificate than the one that signs. */
async function resign(file: Bytes, key: SigningKey, named: Bytes = key.certificate): Promise<Bytes> {
  const bytes = Buffer.from(file);
  const { start, end } = findHole(bytes, 0);
  const digest = createHash('sha256').update(bytes.subarray(0, start)).update(bytes.subarray(end)).digest();
  const attributes = buildSignedAttributes(digest, named);
  const signature = await key.sign(encodeSignedForm(attributes));
  return withContents(file, 0, () =>
    encodeSignedData({
      certificates: [key.certificate, ...key.chain],
      ...{ leaf: key.certificate, attributes, signature, timestamp: null },
    }),
  );
}
