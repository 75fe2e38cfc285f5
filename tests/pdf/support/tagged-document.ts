import { PDFDocument, PDFName, PDFNumber, PDFString, StandardFonts } from 'pdf-lib';

/** Makes a document whose structure has one heading. */
export async function taggedDocument(): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage([595.28, 841.89]);
  const font = await document.embedFont(StandardFonts.Helvetica);
  const { context, catalog } = document;
  const name = page.node.newFontDictionary('F', font.ref);
  const shown = font.encodeText('A tagged heading').toString();
  const operators = `/H1 <</MCID 0>> BDC BT /${name.decodeText()} 18 Tf 60 760 Td ${shown} Tj ET EMC`;
  page.node.set(PDFName.of('Contents'), context.register(context.stream(operators)));
  page.node.set(PDFName.of('StructParents'), PDFNumber.of(0));
  const root = context.nextRef();
  const whole = context.nextRef();
  const heading = context.register(
    context.obj({ Type: 'StructElem', S: 'H1', P: whole, Pg: page.ref, K: 0 }),
  );
  context.assign(whole, context.obj({ Type: 'StructElem', S: 'Document', P: root, K: [heading] }));
  context.assign(
    root,
    context.obj({
      Type: 'StructTreeRoot',
      K: whole,
      ParentTree: { Nums: [0, [heading]] },
      ParentTreeNextKey: 1,
    }),
  );
  catalog.set(PDFName.of('StructTreeRoot'), root);
  catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }));
  catalog.set(PDFName.of('Lang'), PDFString.of('en'));
  return document.save({ useObjectStreams: false });
}
