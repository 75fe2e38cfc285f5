import { listedFiles } from '#domain/envelope/files/file.ts';
import { documentOf, type Participant } from '#domain/envelope/graph.ts';
import type { Timestamp } from '#domain/timestamp.ts';
import { LEGAL_FRAMEWORK_NAMES } from '#domain/envelope/framework-name.ts';
import { EVENT_CATALOGUE, type EventPayloads, type EventRecord } from '#domain/event/catalogue.ts';
import type { CertificateOfCompletion, CertificateSigner } from '#server/pdf/seal/seal-request.ts';
import { utcTime } from '#server/pdf/certificate/wording.ts';
import { authenticationOf } from './identity-proof.ts';
import type { SignedEnvelope } from './signed-envelope.ts';

/** Returns the content of the certificate of completion. */
export function certificateOf(signed: SignedEnvelope): CertificateOfCompletion {
  const { graph, events, organization } = signed;
  const { envelope } = graph;
  const prepared = documentOf(graph, 'prepared');
  return {
    envelope: { id: envelope.id, name: envelope.displayName, originalFilename: envelope.originalFilename },
    organization: organization.name,
    sender: { name: envelope.senderName, email: envelope.senderEmail },
    document: {
      originalSha256: documentOf(graph, 'original')?.sha256 ?? '',
      files: (listedFiles(graph.files).documents ?? []).map(
        ({ name, contentHash, firstPage, pageCount }) => ({
          name,
          sha256: contentHash,
          firstPage,
          pageCount,
        }),
      ),
      presentedSha256: prepared?.sha256 ?? '',
      pageCount: prepared?.pageCount ?? 0,
    },
    legalFramework: LEGAL_FRAMEWORK_NAMES[envelope.legalFramework],
    consumerDisclosure: acceptedDisclosure(sinceSent(events)),
    createdAt: new Date(envelope.createdAt),
    sentAt: moment(envelope.sentAt) ?? new Date(envelope.createdAt),
    completedAt: moment(envelope.completedAt) ?? new Date(envelope.createdAt),
    signers: graph.participants.map((participant) => signerOf(participant, signed)),
    copies: graph.copies.map(({ name, email, when }) => ({ name, email, when })),
    events: events.map((event) => ({
      seq: event.seq,
      action: EVENT_CATALOGUE[event.action].label,
      actor: actorName(event, signed),
      occurredAt: new Date(event.occurredAt),
    })),
    chain: { headHash: events.at(-1)?.hash ?? '', eventCount: events.length, logKey: signed.logKey },
    verifyUrl: null,
  };
}

function signerOf(
  participant: Participant,
  { graph, marks, events, organization }: SignedEnvelope,
): CertificateSigner {
  const {
    id,
    role,
    name,
    email,
    company,
    title,
    status,
    consentedAt,
    signedAt,
    lastIpAddress,
    lastUserAgent,
  } = participant;
  const mark =
    marks.find(({ participantId, purpose }) => participantId === id && purpose === 'signature')?.mark ?? null;
  const own = sinceSent(events).filter(({ payload }) => payload?.['participantId'] === id);
  const viewed = own
    .slice(own.findLastIndex(isOtherPerson) + 1)
    .find(({ action }) => action === 'participant.viewed');
  return {
    name,
    email,
    company,
    title,
    role,
    status,
    viewedAt: viewed === undefined ? null : new Date(viewed.occurredAt),
    consentedAt: moment(consentedAt),
    signedAt: moment(signedAt),
    ipAddress: lastIpAddress,
    userAgent: lastUserAgent,
    mark,
    authentication: authenticationOf(participant, own, organization.name),
    intent: intentIn(own),
    delegations: delegationsOf(own),
    attachments: graph.fields.flatMap(({ participantId, attachment }) =>
      participantId === id && attachment !== null ? [attachment] : [],
    ),
  };
}

function isDelegation({ action }: EventRecord): boolean {
  return action === 'participant.delegated';
}

/** Whether another person takes part from this event on. */
function isOtherPerson(event: EventRecord): boolean {
  if (isDelegation(event)) return true;
  if (event.action !== 'participant.corrected' || event.payload === null) return false;
  const { before, after } = event.payload as EventPayloads['participant.corrected'];
  return before.email !== after.email;
}

/** Returns who handed over the turn and to whom, in plain words. */
function delegationsOf(events: readonly EventRecord[]): string[] {
  return events.filter(isDelegation).map(({ payload, occurredAt }) => {
    const time = utcTime(new Date(occurredAt));
    if (payload === null) return time;
    const { before, after, reason } = payload as EventPayloads['participant.delegated'];
    const because = reason === null ? '' : `: ${reason}`;
    return `${before.name} (${before.email}) to ${after.name} (${after.email}), ${time}${because}`;
  });
}

/** Returns what the person agreed to and how, in plain words. */
function intentIn(own: readonly EventRecord[]): string | null {
  const done = own.findLast(
    ({ action }) => action === 'participant.signed' || action === 'participant.approved',
  );
  const intent = (done?.payload as EventPayloads['participant.signed'] | null | undefined)?.intent;
  if (intent === undefined) return null;
  const { statementVersion: version, statementLanguage: language, statementHash: hash } = intent;
  const how = `Selected “${intent.how === 'approve' ? 'Approve' : 'Sign and finish'}”`;
  if (version === null || language === null || hash === null)
    return `${how} on a page of the sender's application`;
  return `${how} below the statement of version ${version} (${language}), SHA-256 ${hash}`;
}

/** What happened before a recall was about a draft of the document. */
function sinceSent(events: readonly EventRecord[]): readonly EventRecord[] {
  return events.slice(events.findLastIndex(({ action }) => action === 'envelope.sent') + 1);
}

function acceptedDisclosure(events: readonly EventRecord[]): CertificateOfCompletion['consumerDisclosure'] {
  for (const { action, payload } of events) {
    if (action !== 'participant.consented' || payload === null) continue;
    const { disclosureVersion, disclosureLocale, disclosureHash } =
      payload as EventPayloads['participant.consented'];
    if (disclosureVersion === null || disclosureLocale === null || disclosureHash === null) continue;
    return { version: disclosureVersion, locale: disclosureLocale, sha256: disclosureHash };
  }
  return null;
}

function actorName({ actorType, actorId, seq }: EventRecord, { graph, events }: SignedEnvelope): string {
  switch (actorType) {
    case 'signer':
      return (
        nameBefore(events, actorId, seq) ??
        graph.participants.find(({ id }) => id === actorId)?.name ??
        'Signer'
      );
    case 'sender':
      return graph.envelope.senderName;
    case 'api_key':
      return `${graph.envelope.senderName} (API key)`;
    case 'agent':
      return 'Agent';
    case 'application':
      return applicationName(events, actorId) ?? graph.envelope.senderName;
    case 'system':
      return 'Countersign';
    default:
      return actorType satisfies never;
  }
}

/** Returns whose application acted, and for whom, as it said when it opened the draft. */
function applicationName(events: readonly EventRecord[], sessionId: string | null): string | null {
  const opened = events.find(
    ({ action, actorId }) => action === 'envelope.editing_opened' && actorId === sessionId,
  );
  const payload = opened?.payload as EventPayloads['envelope.editing_opened'] | null | undefined;
  if (payload === null || payload === undefined) return null;
  const { application, userName } = payload;
  return `${application}'s application${userName === null ? '' : ` for ${userName}`}`;
}

/** Returns the name of the person who acted and later handed over their turn; null if they still have it. */
function nameBefore(events: readonly EventRecord[], actorId: string | null, seq: number): string | null {
  const next = events.find((event) => event.seq >= seq && event.actorId === actorId && isDelegation(event));
  return (next?.payload as EventPayloads['participant.delegated'] | null | undefined)?.before.name ?? null;
}

function moment(timestamp: Timestamp | null): Date | null {
  return timestamp === null ? null : new Date(timestamp);
}
