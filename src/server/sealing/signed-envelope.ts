import type { FieldAttachment } from '#domain/decision.ts';
import type { EnvelopeGraph } from '#domain/envelope/graph.ts';
import { formatVerifierKey } from '#domain/log/note.ts';
import type { EventRecord } from '#domain/event/catalogue.ts';
import { listEvents, readGraph } from '#server/db/envelopes/envelopes.ts';
import { readOrganization, type Organization } from '#server/db/organizations/organizations.ts';
import { readAttachments } from '#server/db/envelopes/attachments.ts';
import { readMarks, type ParticipantMark } from '#server/db/envelopes/signed-content.ts';
import { openLogIdentity } from '#server/log/identity.ts';
import { readTransaction } from '#server/db/client/transaction.ts';
import type { Services } from '#server/runtime/services.ts';

/** The facts that a completed envelope's seal, certificate and evidence are made from. */
export type SignedEnvelope = {
  readonly graph: EnvelopeGraph;
  /** The event chain up to and including completion. */
  readonly events: readonly EventRecord[];
  readonly marks: readonly ParticipantMark[];
  readonly attachments: readonly FieldAttachment[];
  readonly organization: Organization;
  /** Whether emails leave this machine. Otherwise, nobody got a link by email. */
  readonly sendsMail: boolean;
  /** The key of the transparency log in text form, which begins with the log's name. */
  readonly logKey: string;
};

/** Loads a signed envelope in one transaction. Returns null if the organization has no such envelope. */
export async function readSignedEnvelope(
  services: Pick<Services, 'config' | 'db' | 'clock'>,
  organizationId: string,
  envelopeId: string,
): Promise<SignedEnvelope | null> {
  const [{ key }, signed] = await Promise.all([
    openLogIdentity(services),
    readTransaction(services.db, { organizationId }, async (tx) => {
      const [graph, events, marks, attachments, organization] = await Promise.all([
        readGraph(tx, organizationId, envelopeId),
        listEvents(tx, { organizationId, id: envelopeId }),
        readMarks(tx, envelopeId),
        readAttachments(tx, envelopeId),
        readOrganization(tx, organizationId),
      ]);
      if (graph === null) return null;
      const completion = events.findIndex(({ action }) => action === 'envelope.completed');
      return { graph, events: events.slice(0, completion + 1), marks, attachments, organization };
    }),
  ]);
  const sendsMail = services.config.mail.kind === 'smtp';
  return signed && { ...signed, sendsMail, logKey: formatVerifierKey(key) };
}
