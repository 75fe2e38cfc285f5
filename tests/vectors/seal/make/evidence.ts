import { toCanonicalJson } from '../../../../src/domain/event/canonical.ts';
import type { LinkedEvent } from '../../../../src/domain/event/chain.ts';
import { sha256 } from './pdf.ts';
import { eventsOf, evidenceOf, sealed, withExtendedEvent, withSealedEvent } from './seals.ts';
import type { Files, Identities, Vector } from './vector.ts';

/** What dishonest operators could seal, and evidence beside the file. */
export async function evidence({ presented, bB, bT, bLta }: Files, ids: Identities): Promise<Vector[]> {
  const events = eventsOf(sha256(presented));
  const seal = (text: string, presentedLength?: number | null) =>
    sealed(presented, {
      signer: ids.seal,
      evidence: text,
      ...(presentedLength === undefined ? {} : { presentedLength }),
    });
  const edit = (at: number, change: Partial<LinkedEvent>) =>
    events.map((event, index) => (index === at ? { ...event, ...change } : event));
  const erased = { salt: null, actorId: null, payload: null, ipAddress: null, userAgent: null };
  const exported = (list: readonly LinkedEvent[]) =>
    JSON.stringify({
      envelopeId: list[0]?.envelopeId,
      organizationId: 'org_01',
      events: list,
      headHash: list.at(-1)?.hash,
    });
  const note = { type: 'note', page: 1, x: 0.1, y: 0.5, width: 0.3, height: 0.05, value: 'The fee is due in May.' };
  const annotationsHash = sha256(toCanonicalJson([note]));
  const annotated = (annotations: unknown) =>
    seal(evidenceOf(eventsOf(sha256(presented), 'env_01', { annotationsHash }), undefined, { annotations }));
  const before = { envelopeId: 'env_00', versionNumber: 1, documentHash: sha256('before'), changesDigest: null };
  const own = { envelopeId: 'env_01', versionNumber: 2, documentHash: sha256(presented), changesDigest: sha256('list') };
  const replacing = (versions: readonly (typeof before | typeof own)[]) =>
    seal(evidenceOf(eventsOf(sha256(presented), 'env_01', { versions: [...versions] })));
  const later = (sealedHash: string, list = events) => exported(withSealedEvent(list, sealedHash));
  return [
    {
      name: 'presented-differs',
      about: "People's events name a different document.",
      file: await seal(evidenceOf(eventsOf(sha256('another document')))),
    },
    {
      name: 'presented-length-missing',
      about: "Valid, but the seal doesn't say what people were shown.",
      file: await seal(evidenceOf(events), null),
    },
    {
      name: 'annotations-listed',
      about: 'Valid: the evidence lists what the sender put on the pages.',
      file: await annotated([note]),
    },
    {
      name: 'annotations-edited',
      about: 'A text that the sender put on a page was changed in the evidence.',
      file: await annotated([{ ...note, value: 'The fee is due in June.' }]),
    },
    {
      name: 'annotations-removed',
      about: 'The texts that the sender put on the pages are missing in the list.',
      file: await annotated([]),
    },
    {
      name: 'versions-listed',
      about: 'Valid: the log names the version that was replaced, and the list of changes.',
      file: await replacing([before, own]),
    },
    {
      name: 'versions-of-another',
      about: "The versions end with another document's.",
      file: await replacing([before, { ...own, documentHash: sha256('another document') }]),
    },
    {
      name: 'versions-with-a-gap',
      about: 'A version in between is missing.',
      file: await replacing([before, { ...own, versionNumber: 3 }]),
    },
    {
      name: 'event-edited',
      about: "An event's time was changed.",
      file: await seal(evidenceOf(edit(3, { occurredAt: '2026-11-19T10:03:00.000Z' }))),
    },
    {
      name: 'event-payload-edited',
      about: "An event's details were changed.",
      file: await seal(evidenceOf(edit(2, { ipAddress: '198.51.100.7' }))),
    },
    {
      name: 'event-removed',
      about: 'An event in the middle is missing.',
      file: await seal(evidenceOf(events.filter(({ seq }) => seq !== 3))),
    },
    {
      name: 'events-truncated',
      about: 'The last event is missing.',
      file: await seal(evidenceOf(events.slice(0, 4), events.at(-1)?.hash)),
    },
    {
      name: 'event-spliced',
      about: 'An event is that of another envelope.',
      file: await seal(
        evidenceOf(
          events.map((event, index) =>
            index === 2 ? (eventsOf(sha256(presented), 'env_02')[2] ?? event) : event,
          ),
        ),
      ),
    },
    {
      name: 'salt-erased-selectively',
      about: 'The salt of an event is gone, and its details remain.',
      file: await seal(evidenceOf(edit(2, { salt: null }))),
    },
    {
      name: 'event-erased',
      about: "Valid: a person's details were erased.",
      file: await seal(evidenceOf(edit(2, erased))),
    },
    { name: 'evidence-not-json', about: 'The attached evidence is not JSON.', file: await seal('{') },
    {
      name: 'export-continues',
      about: 'Valid: the exported evidence continues the sealed chain.',
      file: bB,
      evidence: later(sha256(bB)),
    },
    {
      name: 'export-raised',
      about: 'Valid: sealed without a timestamp, which was added later inside the signature.',
      file: bT,
      evidence: exported(withExtendedEvent(withSealedEvent(events, sha256(bB)), sha256(bT))),
    },
    {
      name: 'export-raised-and-extended',
      about: 'Valid: the evidence names only the file with everything that was added.',
      file: bLta,
      evidence: exported(withExtendedEvent(withSealedEvent(events, sha256(bB)), sha256(bLta))),
    },
    {
      name: 'export-raised-other-file',
      about: 'The evidence names another file, both as sealed and as raised.',
      file: bT,
      evidence: exported(withExtendedEvent(withSealedEvent(events, sha256(bB)), sha256('another file'))),
    },
    {
      name: 'export-other-file',
      about: 'The exported evidence names another sealed file.',
      file: bB,
      evidence: later(sha256('another file')),
    },
    {
      name: 'export-rewritten',
      about: 'The whole chain was rewritten with right hashes.',
      file: bB,
      evidence: later(sha256(bB), eventsOf(sha256('another document'))),
    },
    {
      name: 'export-other-envelope',
      about: 'The exported evidence is that of another envelope.',
      file: bB,
      evidence: later(sha256(bB), eventsOf(sha256(presented), 'env_02')),
    },
    {
      name: 'export-edited',
      about: 'An event in the exported evidence was changed.',
      file: bB,
      evidence: exported(edit(1, { actorId: 'par_02' })),
    },
  ];
}
