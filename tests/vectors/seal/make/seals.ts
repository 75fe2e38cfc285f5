import { createHash } from 'node:crypto';
import type { JsonValue } from '../../../../src/domain/event/canonical.ts';
import { linkEvent, type LinkedEvent } from '../../../../src/domain/event/chain.ts';
import { type Identity, signedData, timestamp } from './authority.ts';
import { revision, sha256, signatureDictionary, signHole, stream, type PdfObject } from './pdf.ts';

const HOLE = 3072;

/** The document that people saw: one page. Object 6 is a font, 7 a page that nothing shows, 8 its layer. */
export function presentedDocument(): Buffer {
  const start = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1');
  const layers = '/OCProperties << /OCGs [8 0 R] /D << /ON [8 0 R] /Order [] >> >>';
  return revision(
    start,
    [
      [1, `<< /Type /Catalog /Pages 2 0 R ${layers} >>`],
      [2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'],
      [3, '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 200] /Contents 4 0 R /Resources 5 0 R >>'],
      [4, stream('BT /F1 14 Tf 20 150 Td (The fee is 100 euros.) Tj ET')],
      [5, '<< /Font << /F1 6 0 R >> /Properties << /L1 8 0 R >> >>'],
      [6, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'],
      [7, stream('BT /F1 14 Tf 20 150 Td (The fee is 900 euros.) Tj ET')],
      [8, '<< /Type /OCG /Name (Layer) >>'],
    ],
    { size: 9 },
  );
}

type Plan = readonly [action: string, actorType: string, payload: LinkedEvent['payload']];

/** Makes the chain of a small envelope. `sent` is what the event of sending says besides. */
export function eventsOf(
  documentHash: string,
  envelopeId = 'env_01',
  sent: Readonly<Record<string, JsonValue>> = {},
): LinkedEvent[] {
  const plan: readonly Plan[] = [
    ['envelope.created', 'api_key', { contentHash: sha256('original'), documentHash }],
    ['envelope.sent', 'api_key', { documentHash, ...sent }],
    ['participant.viewed', 'signer', { participantId: 'par_01' }],
    ['participant.signed', 'signer', { participantId: 'par_01', documentHash }],
    ['envelope.completed', 'system', {}],
  ];
  return plan.reduce<LinkedEvent[]>((events, step) => [...events, linked(events, step, envelopeId)], []);
}

/** Appends the event of sealing, as evidence that is exported later has it. */
export function withSealedEvent(events: readonly LinkedEvent[], sealedHash: string): LinkedEvent[] {
  const [first] = events;
  return [...events, linked(events, ['envelope.sealed', 'system', { sealedHash }], first?.envelopeId ?? '')];
}

/** Appends the event of raising the level, which names the file as it is then. */
export function withExtendedEvent(events: readonly LinkedEvent[], sealedHash: string): LinkedEvent[] {
  const payload = { level: 'B-LTA', sealedHash, previousHash: sha256('before') };
  const [first] = events;
  return [...events, linked(events, ['envelope.seal_extended', 'system', payload], first?.envelopeId ?? '')];
}

function linked(
  before: readonly LinkedEvent[],
  [action, actorType, payload]: Plan,
  envelopeId: string,
): LinkedEvent {
  const index = before.length;
  const event = {
    ...{ envelopeId, organizationId: 'org_01', seq: index + 1, actorType, action },
    occurredAt: `2026-11-20T10:0${index}:00.000Z`,
    salt: sha256(`salt ${envelopeId} ${index}`).slice(0, 32),
    ...{ actorId: 'par_01', payload, ipAddress: '192.0.2.1', userAgent: null },
    prevHash: before.at(-1)?.hash ?? '0'.repeat(64),
  };
  return { ...event, ...linkEvent(event, sha256) };
}

export function evidenceOf(
  events: readonly LinkedEvent[],
  headHash = events.at(-1)?.hash,
  more: Readonly<Record<string, unknown>> = {},
): string {
  return JSON.stringify({
    version: 1,
    envelope: { id: events[0]?.envelopeId, organizationId: 'org_01' },
    participants: [{ name: 'Ada Byron', role: 'signer', signedAt: '2026-11-20T10:03:00.000Z' }],
    events,
    headHash,
    ...more,
  });
}

export type SealPlan = {
  readonly signer: Identity;
  readonly evidence: string;
  readonly presentedLength?: number | null;
  readonly claimed?: string;
  readonly stamp?: ((signature: Uint8Array) => Promise<Buffer>) | undefined;
  /** The page's content. */
  readonly contents?: string;
  /** What else the catalog has, and further objects. */
  readonly more?: { readonly catalog: string; readonly objects: readonly PdfObject[] };
};

/** Seals a document in one increment, as the service does. */
export async function sealed(presented: Buffer, plan: SealPlan): Promise<Buffer> {
  const length = plan.presentedLength === undefined ? presented.length : plan.presentedLength;
  const entries = [
    '/Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached',
    `/M (${plan.claimed ?? 'D:20261120101000Z'})`,
    '/Reference [<< /Type /SigRef /TransformMethod /DocMDP /TransformParams << /Type /TransformParams /P 1 /V /1.2 >> >>]',
    ...(length === null ? [] : [`/XXPresentedLength ${length}`]),
  ].join(' ');
  const layers = '/OCProperties << /OCGs [8 0 R] /D << /ON [8 0 R] /Order [] >> >>';
  const names = '/Names << /EmbeddedFiles << /Names [(evidence.json) 11 0 R] >> >> /AF [11 0 R]';
  const form = '/AcroForm << /Fields [13 0 R] /SigFlags 3 >> /Perms << /DocMDP 12 0 R >>';
  const objects: PdfObject[] = [
    [1, `<< /Type /Catalog /Pages 2 0 R ${layers} ${names} ${form}${plan.more?.catalog ?? ''} >>`],
    [
      3,
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 200] /Contents ${plan.contents ?? '[4 0 R 9 0 R]'} /Resources 5 0 R >>`,
    ],
    [9, stream('BT /F1 12 Tf 20 40 Td (Ada Byron) Tj ET')],
    [10, stream(plan.evidence, ' /Type /EmbeddedFile')],
    [11, '<< /Type /Filespec /F (evidence.json) /EF << /F 10 0 R >> /AFRelationship /Data >>'],
    [12, signatureDictionary(entries, HOLE)],
    [13, '<< /Type /Annot /Subtype /Widget /FT /Sig /T (Seal) /V 12 0 R /P 3 0 R /F 132 /Rect [0 0 0 0] >>'],
    ...(plan.more?.objects ?? []),
  ];
  return await signHole(revision(presented, objects, { size: 14 }), async (covered) =>
    signedData(plan.signer, {
      type: '1.2.840.113549.1.7.1',
      digest: createHash('sha256').update(covered).digest(),
      stamp: plan.stamp,
    }),
  );
}

const CATALOG = (file: Buffer) => {
  const text = file.toString('latin1');
  const start = text.lastIndexOf('1 0 obj\n<< /Type /Catalog') + '1 0 obj\n'.length;
  return text.slice(start, text.indexOf('\nendobj', start));
};

/** Appends a revision in which the catalog is changed. */
export function withCatalog(
  file: Buffer,
  change: (catalog: string) => string,
  objects: readonly PdfObject[],
  size: number,
): Buffer {
  return revision(file, [[1, change(CATALOG(file))], ...objects], { size });
}

/** Appends revocation lists and OCSP responses (B-LT). */
export function withStore(
  file: Buffer,
  lists: readonly Buffer[],
  responses: readonly Buffer[] = [],
): Buffer {
  const streams = [...lists, ...responses].map((data, index): PdfObject => [21 + index, stream(data)]);
  const references = streams.map(([number]) => `${number} 0 R`);
  const entries = [
    ...(lists.length > 0 ? [`/CRLs [${references.slice(0, lists.length).join(' ')}]`] : []),
    ...(responses.length > 0 ? [`/OCSPs [${references.slice(lists.length).join(' ')}]`] : []),
  ];
  const store: PdfObject = [20, `<< /Type /DSS ${entries.join(' ')} >>`];
  return withCatalog(
    file,
    (text) => text.replace(/ >>$/, ' /DSS 20 0 R >>'),
    [store, ...streams],
    21 + streams.length,
  );
}

/** `number` is that of the timestamp's object. */
type ArchivePlan = { readonly rect?: string; readonly over?: Buffer; readonly number?: number };

/** Appends a document timestamp (B-LTA). */
export async function withArchive(
  file: Buffer,
  service: Identity,
  time: string,
  { rect = '0 0 0 0', over, number = 30 }: ArchivePlan = {},
): Promise<Buffer> {
  const dictionary = signatureDictionary(
    '/Type /DocTimeStamp /Filter /Adobe.PPKLite /SubFilter /ETSI.RFC3161',
    HOLE,
  );
  const field = `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Archive ${number}) /V ${number} 0 R /P 3 0 R /F 132 /Rect [${rect}] >>`;
  const open = withCatalog(
    file,
    (text) => text.replace(/(\/Fields \[[^\]]*)\]/, `$1 ${number + 1} 0 R]`),
    [
      [number, dictionary],
      [number + 1, field],
    ],
    number + 2,
  );
  return await signHole(open, async (covered) => timestamp(service, over ?? covered, time));
}
