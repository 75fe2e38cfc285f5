import { type PdfObject, stream } from './pdf.ts';
import { eventsOf, evidenceOf, sealed, withCatalog } from './seals.ts';
import { sha256 } from './pdf.ts';
import type { Files, Identities, Vector } from './vector.ts';

/** Sealed files that were prepared for an update which passes validation data off as part of a page. */
export async function shadows({ presented }: Files, { seal: signer }: Identities): Promise<Vector[]> {
  const evidence = evidenceOf(eventsOf(sha256(presented)));
  const line: PdfObject = [21, stream('BT /F1 14 Tf 20 120 Td (and 900 euros more.) Tj ET')];
  const missing = await sealed(presented, { signer, evidence, contents: '[4 0 R 9 0 R 21 0 R]' });
  const shared = await sealed(presented, {
    ...{ signer, evidence, contents: '20 0 R' },
    more: { catalog: ' /DSS << /Certs 20 0 R >>', objects: [[20, '[4 0 R 9 0 R]']] },
  });
  const fields = await sealed(presented, {
    ...{ signer, evidence, contents: '[4 0 R 9 0 R]' },
    more: { catalog: ' /PieceInfo << /Own 21 0 R >>', objects: [] },
  });
  const store = (text: string) => text.replace(/ >>$/, ' /DSS << /Certs [21 0 R] >> >>');
  return [
    {
      name: 'isa-shadow-missing-object',
      about: 'The page refers to an object that did not exist. An update adds it as a certificate.',
      file: withCatalog(missing, store, [line], 22),
    },
    {
      name: 'isa-shadow-shared-array',
      about: "The page's content is the array of certificates, to which an update adds one.",
      file: withCatalog(shared, (text) => text, [[20, '[4 0 R 9 0 R 21 0 R]'], line], 22),
    },
    {
      name: 'isa-shadow-missing-entry',
      about: 'The catalog refers to an object that did not exist. An update adds it as a certificate.',
      file: withCatalog(fields, store, [line], 22),
    },
    {
      name: 'isa-store-without-object',
      about: 'An update adds validation data that refers to an object that does not exist.',
      file: withCatalog(await sealed(presented, { signer, evidence }), store, [], 22),
    },
  ];
}
