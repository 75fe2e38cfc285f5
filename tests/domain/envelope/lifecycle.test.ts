import { describe, expect, it } from 'vitest';
import { accept, type Decision } from '#domain/decision.ts';
import { consent, view } from '#domain/envelope/visit.ts';
import { correctParticipant } from '#domain/envelope/correct.ts';
import { decline } from '#domain/envelope/decline.ts';
import { draft } from '#domain/envelope/draft.ts';
import { expire } from '#domain/envelope/expiry.ts';
import { addFile } from '#domain/envelope/files/add-file.ts';
import { removeFile, reorderFiles } from '#domain/envelope/files/arrange-files.ts';
import { receiveFile } from '#domain/envelope/files/receive-file.ts';
import type { EnvelopeGraph } from '#domain/envelope/graph.ts';
import { LIFECYCLE } from '#domain/envelope/lifecycle.ts';
import { recall, voidEnvelope } from '#domain/envelope/void.ts';
import { resendLink } from '#domain/envelope/links.ts';
import { remind } from '#domain/envelope/remind.ts';
import { schedule, send } from '#domain/envelope/send.ts';
import { seal, recordSealingFailure } from '#domain/envelope/seal.ts';
import { sign } from '#domain/envelope/sign.ts';
import { ENVELOPE_STATUSES, type EnvelopeStatus } from '#domain/envelope/status.ts';
import {
  completeProcessing,
  completeUpload,
  refuseProcessed,
  refuseUpload,
  startProcessing,
} from '#domain/envelope/upload.ts';
import {
  completeDetection,
  failDetection,
  requestDetection,
  startDetection,
} from '#domain/envelope/detect.ts';
import { EVENT_CATALOGUE } from '#domain/event/catalogue.ts';
import { ADDED, contentNamed, ofFiles, twoFiles, USUAL } from '../../support/files.ts';
import {
  accepted,
  after,
  draftGraph,
  factsAt,
  NOW,
  ORIGINAL,
  PEOPLE,
  person,
  PREPARED,
  sentGraph,
  SOURCES,
  submission,
} from '../../support/graphs.ts';

const RECEIVED = { sourceFormat: 'pdf', files: [ORIGINAL, PREPARED], tags: [], variables: [] } as const;
const SETTLED = { document: RECEIVED, outcomes: new Map() };

type Row = {
  readonly operation: string;
  readonly run: (graph: EnvelopeGraph) => Decision;
  readonly graph?: () => EnvelopeGraph;
  /** The statuses that allow it. In all others it's refused, or does nothing if `silent`. */
  readonly from: readonly EnvelopeStatus[];
  readonly to: EnvelopeStatus | 'unchanged';
  readonly actions: readonly string[];
  /** By how much the version increases. */
  readonly versions: number;
  readonly silent?: boolean;
};

const facts = factsAt();
const alice = (graph: EnvelopeGraph) => person(graph, 0).id;
const sealed = { ...PREPARED, variant: 'sealed' as const, sha256: 'c'.repeat(64) };
const alone = () => sentGraph({ participants: PEOPLE.slice(0, 1), fields: [] });

/** The agreed state machine, written down a second time. */
const ROWS: readonly Row[] = [
  {
    operation: 'PUT draft',
    run: (graph) => draft(graph, { displayName: 'New' }, { name: 'O', email: 'o@x.example' }, facts),
    from: ['draft', 'review'],
    to: 'unchanged',
    actions: ['envelope.draft_updated'],
    versions: 1,
  },
  {
    operation: 'send',
    run: (graph) => send(graph, SOURCES, facts),
    graph: draftGraph,
    from: ['draft', 'review'],
    to: 'in_progress',
    actions: ['envelope.sent', 'participant.link_issued'],
    versions: 2,
  },
  {
    operation: 'schedule',
    run: (graph) =>
      schedule(graph, { sendAt: '2027-04-01T00:00:00.000Z', scheduledBy: 'usr_a' }, SOURCES, facts),
    graph: draftGraph,
    from: ['draft', 'review'],
    to: 'unchanged',
    actions: ['envelope.scheduled'],
    versions: 1,
  },
  {
    operation: 'sign, others pending',
    run: (graph) => sign(graph, alice(graph), submission(), facts),
    from: ['in_progress'],
    to: 'unchanged',
    actions: ['participant.signed', 'participant.link_issued'],
    versions: 2,
  },
  {
    operation: 'sign by the last',
    run: (graph) => sign(graph, alice(graph), submission(), facts),
    graph: alone,
    from: ['in_progress'],
    to: 'completed',
    actions: ['participant.signed', 'envelope.completed'],
    versions: 2,
  },
  {
    operation: 'decline',
    run: (graph) => decline(graph, alice(graph), null, facts),
    from: ['in_progress'],
    to: 'declined',
    actions: ['participant.declined', 'envelope.declined'],
    versions: 2,
  },
  {
    operation: 'void',
    run: (graph) => voidEnvelope(graph, null, facts),
    from: ['draft', 'review', 'in_progress'],
    to: 'voided',
    actions: ['envelope.voided'],
    versions: 1,
  },
  {
    operation: 'recall',
    run: recall,
    from: ['in_progress'],
    to: 'draft',
    actions: ['envelope.recalled'],
    versions: 1,
  },
  {
    operation: 'consent',
    run: (graph) => consent(graph, alice(graph), facts),
    from: ['in_progress'],
    to: 'unchanged',
    actions: ['participant.consented'],
    versions: 0,
  },
  {
    operation: 'remind',
    run: (graph) => remind(graph, facts),
    from: ['in_progress'],
    to: 'unchanged',
    actions: ['participant.reminder_sent'],
    versions: 1,
  },
  {
    operation: 'resend-link',
    run: (graph) => resendLink(graph, alice(graph), facts),
    from: ['in_progress'],
    to: 'unchanged',
    actions: ['participant.link_reissued'],
    versions: 1,
  },
  {
    operation: 'correct',
    run: (graph) => correctParticipant(graph, alice(graph), { name: 'Alicia' }, facts),
    from: ['in_progress'],
    to: 'unchanged',
    actions: ['participant.corrected'],
    versions: 1,
  },
  {
    operation: 'view',
    run: (graph) => view(graph, { participantId: alice(graph), language: null }, facts),
    from: ['in_progress'],
    to: 'unchanged',
    actions: ['participant.viewed'],
    versions: 0,
    silent: true,
  },
  {
    operation: 'expiry',
    run: (graph) => expire({ ...graph, envelope: { ...graph.envelope, expiresAt: NOW } }, facts),
    from: ['in_progress'],
    to: 'expired',
    actions: ['envelope.expired'],
    versions: 1,
    silent: true,
  },
  {
    operation: 'seal',
    run: (graph) => seal(graph, { sealed, certificate: null, level: 'B-B', dueAt: null }, 'O=Acme', facts),
    from: ['completed'],
    to: 'unchanged',
    actions: ['envelope.sealed'],
    versions: 1,
  },
  {
    operation: 'sealing failed',
    run: (graph) => recordSealingFailure(graph, facts),
    from: ['completed'],
    to: 'unchanged',
    actions: ['envelope.sealing_failed'],
    versions: 0,
    silent: true,
  },
  {
    operation: 'upload complete',
    run: (graph) => completeUpload(graph, SETTLED, USUAL, facts),
    graph: () => draftGraph({ deliveryMode: 'upload', documents: [] }),
    from: ['draft'],
    to: 'unchanged',
    actions: ['envelope.document_received'],
    versions: 1,
  },
  {
    operation: 'upload complete, still converting',
    run: (graph) => startProcessing(graph, USUAL),
    graph: () => draftGraph({ deliveryMode: 'upload', documents: [] }),
    from: ['draft'],
    to: 'unchanged',
    actions: ['envelope.document_uploaded'],
    versions: 1,
  },
  {
    operation: 'conversion ends',
    run: (graph) => completeProcessing(graph, SETTLED, facts),
    graph: processing,
    from: ['draft'],
    to: 'unchanged',
    actions: ['envelope.document_received'],
    versions: 1,
    silent: true,
  },
  {
    operation: 'conversion fails',
    run: (graph) => refuseProcessed(graph, 'conversion_failed'),
    graph: processing,
    from: ['draft'],
    to: 'unchanged',
    actions: ['envelope.document_refused'],
    versions: 1,
    silent: true,
  },
  {
    operation: 'add a document',
    run: (graph) => ofFiles(addFile(graph, ADDED, facts)),
    graph: draftGraph,
    from: ['draft', 'detecting', 'review'],
    to: 'unchanged',
    actions: ['envelope.document_added'],
    versions: 1,
  },
  {
    operation: 'remove a document',
    run: (graph) => ofFiles(removeFile(graph, graph.files.at(-1)?.id ?? '', facts)),
    graph: twoFiles,
    from: ['draft', 'detecting', 'review'],
    to: 'unchanged',
    actions: ['envelope.document_removed'],
    versions: 1,
  },
  {
    operation: 'reorder documents',
    run: (graph) => ofFiles(reorderFiles(graph, graph.files.map(({ id }) => id).reverse(), facts)),
    graph: twoFiles,
    from: ['draft', 'detecting', 'review'],
    to: 'unchanged',
    actions: ['envelope.documents_reordered'],
    versions: 1,
  },
  {
    operation: 'an added document arrives',
    run: (graph) => {
      const change = receiveFile(graph, ADDED.id, { content: contentNamed('d'), tags: [] }, facts);
      return change === null ? accept({}) : ofFiles(change);
    },
    graph: () => {
      const graph = draftGraph();
      return after(graph, ofFiles(addFile(graph, { ...ADDED, content: 'awaited' }, facts)));
    },
    from: ['draft', 'detecting', 'review'],
    to: 'unchanged',
    actions: ['envelope.document_received'],
    versions: 1,
    silent: true,
  },
  {
    operation: 'detect',
    run: requestDetection,
    graph: draftGraph,
    from: ['draft', 'review'],
    to: 'detecting',
    actions: ['envelope.detection_started'],
    versions: 1,
  },
  {
    operation: 'detection starts',
    run: startDetection,
    graph: () => draftGraph({ detect: true }),
    from: ['draft', 'review'],
    to: 'detecting',
    actions: ['envelope.detection_started'],
    versions: 1,
    silent: true,
  },
  {
    operation: 'detection ends',
    run: (graph) => completeDetection(graph, { fields: [], parties: [] }, facts),
    graph: draftGraph,
    from: ['detecting'],
    to: 'review',
    actions: ['envelope.detection_completed'],
    versions: 1,
    silent: true,
  },
  {
    operation: 'detection fails',
    run: (graph) => failDetection(graph, 'time'),
    graph: draftGraph,
    from: ['detecting'],
    to: 'review',
    actions: ['envelope.detection_failed'],
    versions: 1,
    silent: true,
  },
];

function processing() {
  return draftGraph({ deliveryMode: 'upload', documents: [], isProcessing: true });
}

for (const { operation, run, graph = sentGraph, from, to, actions, versions, silent } of ROWS) {
  describe(operation, () => {
    for (const status of ENVELOPE_STATUSES) {
      const before = () => {
        const made = graph();
        return { ...made, envelope: { ...made.envelope, status } };
      };
      if (from.includes(status)) {
        it(`is accepted in ${status}`, () => {
          const start = before();
          const decision = accepted(run(start));
          expect(decision.events.map(({ action }) => action)).toEqual(actions);
          const end = after(start, decision);
          expect(end.envelope.status).toBe(to === 'unchanged' ? status : to);
          expect(end.envelope.version - start.envelope.version).toBe(versions);
          for (const { action } of decision.events)
            expect(EVENT_CATALOGUE[action].versioned, action).toBe(versions > 0);
        });
      } else if (silent === true) {
        it(`does nothing in ${status}`, () => {
          expect(accepted(run(before()))).toEqual({ kind: 'accept', patch: {}, events: [], effects: [] });
        });
      } else {
        it(`is refused in ${status}`, () => {
          expect(run(before())).toEqual({ kind: 'refuse', code: 'invalid_state', details: { status } });
        });
      }
    }
  });
}

describe('the table', () => {
  it('leads only to known statuses, and never out of a final one', () => {
    for (const [operation, { from, to }] of Object.entries(LIFECYCLE)) {
      expect(from.length, operation).toBeGreaterThan(0);
      if (to === 'unchanged') continue;
      expect(ENVELOPE_STATUSES, operation).toContain(to);
      for (const ended of ['completed', 'declined', 'voided', 'expired'] as const)
        expect(from as readonly string[], operation).not.toContain(ended);
    }
  });
});

describe('an upload', () => {
  it('is expected only by envelopes created without a document', () => {
    expect(refuseUpload(draftGraph({ deliveryMode: 'upload', documents: [] }))).toBeNull();
    expect(refuseUpload(draftGraph())).toMatchObject({
      code: 'invalid_state',
      details: { reason: 'document_not_uploaded' },
    });
  });

  it('is accepted once', () => {
    const awaiting = draftGraph({ deliveryMode: 'upload', documents: [], fields: [] });
    expect(accepted(completeUpload(awaiting, null, USUAL, factsAt())).events).toEqual([]);
    const received = after(awaiting, completeUpload(awaiting, SETTLED, USUAL, factsAt()));
    expect(received.envelope).toMatchObject({ contentHash: ORIGINAL.sha256, sizeBytes: ORIGINAL.sizeBytes });
    expect(accepted(completeUpload(received, SETTLED, USUAL, factsAt())).events).toEqual([]);
  });
});
