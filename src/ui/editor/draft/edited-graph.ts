import type { WireGraph } from '#wire/envelope-graph.ts';

type Envelope = WireGraph['envelope'];
type Participant = WireGraph['participants'][number];

/** What the editor reads from an envelope. A template is edited in the same form. */
export type EditedGraph = {
  readonly envelope: Pick<
    Envelope,
    | 'id'
    | 'version'
    | 'status'
    | 'displayName'
    | 'createdAt'
    | 'scheduledSendAt'
    | 'documentHash'
    | 'documentStatus'
    | 'detectionStatus'
    | 'documents'
    | 'detectedParties'
    | 'legalFramework'
    | 'consumerDisclosure'
    | 'expiresAt'
    | 'reminderPolicy'
    | 'message'
    | 'copies'
  >;
  readonly participants: readonly Pick<
    Participant,
    | 'id'
    | 'name'
    | 'email'
    | 'company'
    | 'title'
    | 'language'
    | 'role'
    | 'delivery'
    | 'authentication'
    | 'signing'
    | 'canDelegate'
    | 'message'
    | 'orderIndex'
    | 'detectedPartyIndex'
  >[];
  readonly fields: readonly Omit<
    WireGraph['fields'][number],
    | 'envelopeId'
    | 'organizationId'
    | 'placed'
    | 'value'
    | 'attachment'
    | 'attachments'
    | 'filledAt'
    | 'createdAt'
    | 'updatedAt'
    | 'state'
  >[];
};
