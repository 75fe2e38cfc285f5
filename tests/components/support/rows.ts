import type { EnvelopeListItem } from '#wire/envelope-list.ts';
import { FIRST_DEFAULTS } from '#domain/organization/defaults.ts';

const SENT = '2026-11-20T09:00:00.000Z';

type Person = EnvelopeListItem['signers'][number];
/** A row as the list's answers have it. */
export type Row = Omit<EnvelopeListItem, 'document' | 'documents'> & {
  readonly document: null;
  readonly documents: never[];
};

/** A row of the list: sent to Ada Lovelace, unless told otherwise. */
export function makeRow(
  displayName: string,
  { people = ['Ada Lovelace'], ...given }: Partial<Row> & { readonly people?: readonly string[] } = {},
): Row {
  const id = `env_${displayName.replace(/\W/g, '')}`;
  const isSent = given.status !== 'draft';
  const signers = people.map((name, at): Person => ({
    ...{ participantId: `par_${at + 1}`, name, status: 'pending', declineReason: null },
    ...{ lastEventLabel: 'Link issued', lastEventAt: SENT, lastRemindedAt: null, nextReminderAt: null },
  }));
  return {
    ...{
      id,
      organizationId: 'org_1',
      teamId: 'tea_1',
      teamName: 'General',
      version: 3,
      status: 'in_progress',
    },
    ...{
      templateId: null,
      templateContentHash: null,
      detectionStatus: 'completed',
      documentStatus: 'received',
    },
    ...{ documentRefusal: null, originalFilename: `${displayName}.pdf`, displayName, sourceFormat: 'pdf' },
    ...{ contentHash: null, documentHash: null, pageCount: 1, sizeBytes: 1000, deliveryMode: 'inline' },
    ...{ legalFramework: FIRST_DEFAULTS.legalFramework, consumerDisclosure: false, expiresAt: null },
    ...{ scheduledSendAt: null, sentAt: isSent ? SENT : null, completedAt: null, declinedAt: null },
    ...{ voidedAt: null, expiredAt: null, sealedAt: null, createdAt: SENT, updatedAt: SENT },
    ...{ reminderPolicy: null, metadata: null, senderUserId: 'usr_1', senderName: 'Grace Hopper' },
    ...{ senderEmail: 'grace@acme.example', detectedParties: null, message: null, copies: [] },
    ...{
      document: null,
      documents: [],
      labels: [],
      archivedAt: null,
      participantCount: people.length,
      signedCount: 0,
    },
    latestActivity: isSent
      ? { action: 'envelope.sent', label: 'Sent', occurredAt: SENT }
      : { action: 'envelope.created', label: 'Created', occurredAt: SENT },
    signers,
    waitingFor:
      isSent && signers[0] !== undefined
        ? { participantId: 'par_1', name: signers[0].name, since: SENT, otherCount: 0 }
        : null,
    attention: [],
    ...given,
  };
}

/** The row after its people were reminded. */
export function remindRow(row: Row): Row {
  const now = new Date().toISOString();
  return {
    ...row,
    version: row.version + 1,
    latestActivity: { action: 'participant.reminder_sent', label: 'Reminder sent', occurredAt: now },
    signers: row.signers.map((signer) => ({ ...signer, lastRemindedAt: now })),
  };
}
