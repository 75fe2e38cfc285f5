import { keepsSignatures } from '#domain/document/earlier-signatures.ts';
import { toListedFiles } from '#domain/envelope/files/file.ts';
import { findDocument, type Participant } from '#domain/envelope/graph.ts';
import type { Timestamp } from '#domain/timestamp.ts';
import type { EventPayloads, EventRecord } from '#domain/event/catalogue.ts';
import { DEFAULT_LANGUAGE, type Language } from '#domain/language.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { buildIntentStatement } from '#server/envelopes/intent-statement.ts';
import type { CertificateOfCompletion } from '#server/pdf/certificate/content.ts';
import type {
  CertificateFacts,
  CertificateSeal,
  CertificateSigner,
  StatedIntent,
} from './certificate-facts.ts';
import { composeCertificate } from './compose-certificate.ts';
import { getShownName } from '#domain/organization/shown-name.ts';
import { describeAuthentication } from './identity-proof.ts';
import type { SignedEnvelope } from './signed-envelope.ts';
import { type Wording, createWording } from './wording.ts';

/** Returns the certificate of completion in the envelope's language. */
export function buildCertificate(
  signed: SignedEnvelope,
  seal: CertificateSeal,
  verifyUrl: string,
): CertificateOfCompletion {
  return composeCertificate(collectFacts(signed, seal, verifyUrl));
}

/**
 * Returns the language that all participants share, or English if they read the envelope in different
 * languages.
 */
function getSharedLanguage({ participants }: SignedEnvelope['graph']): Language {
  const [language, ...others] = new Set(participants.map((participant) => participant.language));
  return others.length > 0 ? DEFAULT_LANGUAGE : (language ?? DEFAULT_LANGUAGE);
}

function collectFacts(signed: SignedEnvelope, seal: CertificateSeal, verifyUrl: string): CertificateFacts {
  const { graph, events, organization } = signed;
  const { envelope } = graph;
  const wording = createWording(getSharedLanguage(graph));
  const prepared = findDocument(graph, 'prepared');
  return {
    language: wording.language,
    envelope: { id: envelope.id, name: envelope.displayName, originalFilename: envelope.originalFilename },
    organization: getShownName(organization),
    isTest: organization.testOf !== null,
    sender: { name: envelope.senderName, email: envelope.senderEmail },
    document: {
      originalSha256: findDocument(graph, 'original')?.sha256 ?? '',
      files: (toListedFiles(graph.files).documents ?? []).map(
        ({ name, contentHash, firstPage, pageCount }) => ({
          name,
          sha256: contentHash,
          firstPage,
          pageCount,
        }),
      ),
      presentedSha256: prepared?.sha256 ?? '',
      presentedBytes: prepared?.sizeBytes ?? 0,
      pageCount: prepared?.pageCount ?? 0,
      isApart: keepsSignatures(prepared?.notices ?? []),
    },
    legalFramework: envelope.legalFramework,
    consumerDisclosure: findAcceptedDisclosure(takeSinceSent(events)),
    sentAt: toDate(envelope.sentAt) ?? new Date(envelope.createdAt),
    completedAt: toDate(envelope.completedAt) ?? new Date(envelope.createdAt),
    signers: graph.participants.map((participant) => buildSigner(participant, signed, wording)),
    copies: graph.copies.map(({ name, email, when }) => ({ name, email, when })),
    questionCount: graph.threads.length,
    versions: listVersions(events),
    chain: { headHash: events.at(-1)?.hash ?? '', eventCount: events.length, logKey: signed.logKey },
    seal,
    verifyUrl,
  };
}

function buildSigner(
  participant: Participant,
  { graph, marks, events, organization, sendsMail }: SignedEnvelope,
  wording: Wording,
): CertificateSigner {
  const { id, role, name, email, company, title, status, consentedAt, signedAt, lastIpAddress } = participant;
  const mark =
    marks.find(({ participantId, purpose }) => participantId === id && purpose === 'signature')?.mark ?? null;
  const own = takeSinceSent(events).filter(({ payload }) => payload?.['participantId'] === id);
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
    timeZone: findFinish(own)?.timeZone ?? null,
    viewedAt: viewed === undefined ? null : new Date(viewed.occurredAt),
    consentedAt: toDate(consentedAt),
    signedAt: toDate(signedAt),
    ipAddress: lastIpAddress,
    mark,
    disclosure: findAcceptedDisclosure(own)?.version ?? null,
    proof: findFinish(own)?.proof ?? null,
    stampHash: findFinish(own)?.stampHash ?? null,
    authentication: describeAuthentication(participant, own, {
      ...{ organizationName: organization.name, sendsMail, wording },
    }),
    intent: findIntent(own, graph, participant),
    delegations: listDelegations(own),
    attachments: graph.fields.flatMap(({ participantId, attachments }) =>
      participantId === id ? attachments : [],
    ),
  };
}

function isDelegation({ action }: EventRecord): boolean {
  return action === 'participant.delegated';
}

/** Checks whether a different person takes part from this event on. */
function isOtherPerson(event: EventRecord): boolean {
  if (isDelegation(event)) return true;
  if (event.action !== 'participant.corrected' || event.payload === null) return false;
  const { before, after } = event.payload as EventPayloads['participant.corrected'];
  return before.email !== after.email;
}

function listDelegations(events: readonly EventRecord[]): CertificateSigner['delegations'] {
  return events.filter(isDelegation).map(({ payload, occurredAt }) => {
    const at = new Date(occurredAt);
    if (payload === null) return { at, names: null };
    const { before, after, reason } = payload as EventPayloads['participant.delegated'];
    const formatPerson = ({ name, email }: { name: string; email: string }): string => `${name} (${email})`;
    return { at, names: { before: formatPerson(before), after: formatPerson(after), reason } };
  });
}

/** Returns what was recorded when the person signed or approved. */
function findFinish(own: readonly EventRecord[]): EventPayloads['participant.signed'] | null {
  const done = own.findLast(
    ({ action }) => action === 'participant.signed' || action === 'participant.approved',
  );
  return (done?.payload as EventPayloads['participant.signed'] | null | undefined) ?? null;
}

/** Returns what the person agreed to, and how. */
function findIntent(
  own: readonly EventRecord[],
  graph: SignedEnvelope['graph'],
  signer: Pick<Participant, 'role' | 'signing'>,
): StatedIntent | null {
  const finish = findFinish(own);
  if (finish?.intent === undefined) return null;
  const { intent, pages } = finish;
  const { how, statementVersion: version, statementLanguage: language, statementHash: sha256 } = intent;
  if (version === null || language === null || sha256 === null)
    return { how, isOnPage: pages !== undefined, statement: null };
  const { text } = buildIntentStatement(graph, signer, language);
  return {
    how,
    isOnPage: true,
    statement: { version, language, sha256, text: computeSha256Hex(text) === sha256 ? text : null },
  };
}

/**
 * Returns the events since the envelope was last sent. Events before a recall are about a draft of the
 * document.
 */
function takeSinceSent(events: readonly EventRecord[]): readonly EventRecord[] {
  return events.slice(events.findLastIndex(({ action }) => action === 'envelope.sent') + 1);
}

/** Returns the versions that the log names where the envelope was last sent. */
function listVersions(events: readonly EventRecord[]): CertificateFacts['versions'] {
  const sent = events.findLast(({ action }) => action === 'envelope.sent')?.payload;
  return (sent as EventPayloads['envelope.sent'] | null | undefined)?.versions ?? [];
}

function findAcceptedDisclosure(events: readonly EventRecord[]): CertificateFacts['consumerDisclosure'] {
  for (const { action, payload } of events) {
    if (action !== 'participant.consented' || payload === null) continue;
    const { disclosureVersion, disclosureLocale, disclosureHash } =
      payload as EventPayloads['participant.consented'];
    if (disclosureVersion === null || disclosureLocale === null || disclosureHash === null) continue;
    return { version: disclosureVersion, locale: disclosureLocale, sha256: disclosureHash };
  }
  return null;
}

function toDate(timestamp: Timestamp | null): Date | null {
  return timestamp === null ? null : new Date(timestamp);
}
