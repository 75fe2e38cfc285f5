import { PDF, PdfArray, PdfBool, PdfDict, PdfName, type PdfRef, PdfStream, PdfString } from '@libpdf/core';
import { addStructure } from '#server/pdf/drawing/add-structure.ts';
import { createPage } from '#server/pdf/drawing/overlay.ts';
import { Sheets } from '#server/pdf/drawing/sheets.ts';
import { addSrgbProfile } from '#server/pdf/drawing/srgb-profile.ts';
import { StructureElement } from '#server/pdf/drawing/structure.ts';
import { createImageDocument } from '#server/pdf/image/image-document.ts';
import { addPages } from '#server/pdf/seal/catalog-entries.ts';
import { sealableDocument } from '../../pdf/support/sealable-document.ts';
import { examplePicture } from '../../pdf/support/seal-request-example.ts';
import { onePage } from '../../support/pdf.ts';

type Claim = {
  readonly name: string;
  /** What XMP says: properties of pdfaid and pdfuaid. */
  readonly archive?: Readonly<Record<string, string | number>>;
  readonly isAccessible?: boolean;
  /** How RGB colors are defined. */
  readonly colors?: 'intent' | 'profile' | 'none';
  readonly hasTags?: boolean;
};

/** Documents that conform to each part and level of PDF/A that can be made here, and to PDF/UA-1. */
const CLAIMS: readonly Claim[] = [
  { name: '1a', archive: { part: 1, conformance: 'A' }, hasTags: true },
  { name: '1b', archive: { part: 1, conformance: 'B' } },
  { name: '2a', archive: { part: 2, conformance: 'A' }, hasTags: true },
  { name: '2b', archive: { part: 2, conformance: 'B' } },
  { name: '2u', archive: { part: 2, conformance: 'U' } },
  { name: '2b-without-intent', archive: { part: 2, conformance: 'B' }, colors: 'profile' },
  { name: '3a', archive: { part: 3, conformance: 'A' }, hasTags: true },
  { name: '3b', archive: { part: 3, conformance: 'B' } },
  { name: '3u-without-intent', archive: { part: 3, conformance: 'U' }, colors: 'profile' },
  { name: '4', archive: { part: 4, rev: 2020 } },
  { name: '3a-ua1', archive: { part: 3, conformance: 'A' }, isAccessible: true, hasTags: true },
  { name: 'ua1', isAccessible: true, hasTags: true },
];

export async function archiveSources(): Promise<{ readonly name: string; readonly bytes: Uint8Array }[]> {
  return await Promise.all(
    CLAIMS.map(async (claim) => ({ name: claim.name, bytes: await makeDocument(claim) })),
  );
}

/** Documents that claim nothing, and can become archivable. */
export async function plainSources(): Promise<{ readonly name: string; readonly bytes: Uint8Array }[]> {
  const letter = onePage({
    content:
      'q 0.9 0.85 0.6 rg 0 0 300 200 re f Q /G gs 1 0 0 RG 2 w 20 20 100 60 re S /S sh 0.2 g 20 150 60 8 re f',
    resources: `/ExtGState <</G <</ca 0.5 /CA 0.5 /BM /Multiply>>>> /Shading <</S <</ShadingType 2 /ColorSpace /DeviceRGB
      /Coords [0 0 300 0] /Function <</FunctionType 2 /Domain [0 1] /C0 [1 1 1] /C1 [0.8 0.9 1] /N 1>>>>>>`,
    page: '/Annots [6 0 R]',
    objects: [
      `<</Type /Annot /Subtype /Link /Rect [20 140 120 170] /Border [0 0 0] /F 4
        /A <</S /URI /URI (https://example.org)>>>>`,
    ],
  });
  return [
    { name: 'text', bytes: await makeDocument({ name: 'text', colors: 'none' }) },
    { name: 'tagged', bytes: await makeDocument({ name: 'tagged', colors: 'none', hasTags: true }) },
    {
      name: 'accessible',
      bytes: await makeDocument({ name: 'accessible', colors: 'none', hasTags: true, isAccessible: true }),
    },
    { name: 'shapes', bytes: letter },
    { name: 'scan', bytes: await createImageDocument(examplePicture('jpeg')) },
    { name: 'picture', bytes: await createImageDocument(examplePicture()) },
  ];
}

/** Documents that can't become archivable, with a word of the reason. */
export async function unfitSources() {
  return [
    ['not embedded', await sealableDocument([{}])],
    ['CMYK', onePage({ content: '0 1 1 0 k 20 20 100 60 re f' })],
  ] as const;
}

const SIZE = { width: 595, height: 842 };
const DATE = '2026-11-20T09:00:00Z';

async function makeDocument({ name, archive, isAccessible = false, colors = 'intent', hasTags }: Claim) {
  // Part 1 asks for details of fonts and profiles that nothing here writes, so its pages are empty.
  const isPart1 = archive?.['part'] === 1;
  const pdf = PDF.create();
  const profile = isPart1 ? null : addSrgbProfile(pdf);
  const sheets = new Sheets(pdf, colors === 'profile' ? profile : null);
  const sheet = sheets.drawPage(SIZE, (drawing) => {
    const title = {
      text: `A lease, ${name}`,
      style: 'regular',
      size: 14,
      x: 60,
      y: 80,
      color: '#101828',
    } as const;
    const draw = () => (isPart1 ? undefined : drawing.text(title));
    if (hasTags === true) drawing.marked('P', 0, draw);
    else draw();
  });
  sheets.finish();
  const pages = addPages(pdf, (parent) => [createPage(pdf, sheet, parent)]);
  const catalog = pdf.getCatalog();
  if (hasTags === true) {
    const document = new StructureElement('P');
    document.children.push({ page: 0, mcid: 0 });
    addStructure(pdf, pages, document);
    const root = catalog.getDict('StructTreeRoot', (ref) => pdf.context.resolve(ref));
    nestInDocument(pdf, root);
    catalog.set('Lang', PdfString.fromString('en'));
    catalog.set('ViewerPreferences', PdfDict.of({ DisplayDocTitle: PdfBool.TRUE }));
  }
  if (colors === 'intent' && profile !== null)
    catalog.set(
      'OutputIntents',
      PdfArray.of(
        PdfDict.of({
          Type: PdfName.of('OutputIntent'),
          S: PdfName.of('GTS_PDFA1'),
          OutputConditionIdentifier: PdfString.fromString('sRGB'),
          Info: PdfString.fromString('sRGB'),
          DestOutputProfile: profile,
        }),
      ),
    );
  const packet = Buffer.from(createPacket(name, archive ?? {}, isAccessible));
  const entries = { Type: PdfName.of('Metadata'), Subtype: PdfName.of('XML') };
  catalog.set('Metadata', pdf.register(PdfStream.fromDict(entries, packet)));
  const { trailer } = pdf.context.info;
  trailer.delete('Info');
  const saved = Buffer.from(await pdf.save({ compressStreams: false })).toString('latin1');
  const version = archive?.['part'] === 4 ? '%PDF-2.0' : isPart1 ? '%PDF-1.4' : '%PDF-1.7';
  return new Uint8Array(Buffer.from(saved.replace(/^%PDF-1\.\d/, version), 'latin1'));
}

function nestInDocument(pdf: PDF, root: PdfDict | undefined): void {
  const resolve = (ref: PdfRef) => pdf.context.resolve(ref);
  if (root === undefined) return;
  const kids = root.get('K', resolve);
  const document = PdfDict.of({ Type: PdfName.of('StructElem'), S: PdfName.of('Document') });
  const ref = pdf.register(document);
  const rootRef = pdf.getCatalog().getRef('StructTreeRoot');
  if (rootRef !== undefined) document.set('P', rootRef);
  if (kids === undefined || kids === null) return;
  document.set('K', kids);
  for (const kid of kids instanceof PdfArray ? kids.toArray() : []) {
    const element = resolve(kid as PdfRef);
    if (element instanceof PdfDict) element.set('P', ref);
  }
  root.set('K', ref);
}

function createPacket(
  title: string,
  archive: Readonly<Record<string, string | number>>,
  isAccessible: boolean,
) {
  const own = Object.entries(archive).map(([key, value]) => `<pdfaid:${key}>${value}</pdfaid:${key}>`);
  const ua = isAccessible ? '<pdfuaid:part>1</pdfuaid:part>' : '';
  const extension =
    isAccessible && own.length > 0
      ? `<rdf:Description rdf:about="" xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"><pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource"><pdfaSchema:schema>PDF/UA</pdfaSchema:schema><pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI><pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource"><pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer</pdfaProperty:valueType><pdfaProperty:category>internal</pdfaProperty:category><pdfaProperty:description>Part</pdfaProperty:description></rdf:li></rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas></rdf:Description>`
      : '';
  return `<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/" xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">A lease, ${title}</rdf:li></rdf:Alt></dc:title><xmp:CreateDate>${DATE}</xmp:CreateDate><xmp:ModifyDate>${DATE}</xmp:ModifyDate>${own.join('')}${ua}</rdf:Description>${extension}</rdf:RDF></x:xmpmeta><?xpacket end="w"?>`;
}
