import { expect } from 'vitest';

/** The documented keys of each record. All are present, and null until they have a value. */
export const CONTRACT_KEYS = {
  envelope:
    'id organizationId teamId templateId templateContentHash status detectionStatus version originalFilename displayName sourceFormat contentHash sizeBytes deliveryMode legalFramework consumerDisclosure expiresAt scheduledSendAt sentAt completedAt declinedAt voidedAt expiredAt createdAt updatedAt reminderPolicy metadata senderUserId senderName senderEmail detectedParties',
  participant:
    'id envelopeId organizationId orderIndex name email status consentedAt signedAt declinedAt lastViewedAt declineReason lastIpAddress lastUserAgent createdAt updatedAt company title detectedPartyIndex',
  field:
    'id envelopeId organizationId participantId type page x y width height label required source prefillValue locked autoSource proposedAutoSource value filledAt createdAt updatedAt partyIndex syntheticRoleId syntheticRoleName group',
  listItem: 'teamName participantCount signedCount latestActivity signers attention',
  listSigner:
    'participantId name status declineReason lastEventLabel lastEventAt lastRemindedAt nextReminderAt',
  event:
    'id envelopeId organizationId seq actorType actorId action occurredAt prevHash hash payload ipAddress userAgent digest salt',
  signerView:
    'envelope me participants fields completedFields openFields isMyTurn senderName senderEmail branding documentUrl',
  signerEnvelope:
    'id status detectionStatus version legalFramework consumerDisclosure originalFilename displayName expiresAt',
  branding: 'displayName logoUrl accentColor logoWidth logoHeight',
} as const;

/** Expects a record to have every documented key. */
export function expectKeys(
  record: unknown,
  kind: keyof typeof CONTRACT_KEYS,
  but: readonly string[] = [],
): void {
  const keys = CONTRACT_KEYS[kind].split(' ').filter((key) => !but.includes(key));
  expect(Object.keys(record as object)).toEqual(expect.arrayContaining(keys));
}

/** Expects the documented envelope graph: its parts and nothing else. */
export function expectGraph(body: any): void {
  expect(Object.keys(body).sort()).toEqual([
    ...['envelope', 'fields', 'nextVersion', 'participants', 'previousVersion', 'replacedBy'],
    'versionNumber',
  ]);
  expectKeys(body.envelope, 'envelope');
  for (const participant of body.participants) expectKeys(participant, 'participant');
  for (const field of body.fields) expectKeys(field, 'field');
  const text = JSON.stringify(body);
  for (const inside of ['linkEpoch', 'token', 'storageKey', 'standingAttention'])
    expect(text).not.toContain(inside);
}
