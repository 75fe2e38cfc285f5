import { describeDevice } from '#domain/account/device-name.ts';
import { m } from '#i18n/compiled/messages.js';
import type { CertificateFact, CertificateSection } from '#server/pdf/certificate/content.ts';
import type { CertificateSigner, StatedIntent } from './certificate-facts.ts';
import type { Wording } from './wording.ts';

/**
 * Returns what the certificate says about one person: who they are, what they did, when and from where, and
 * their signature.
 */
export function buildPersonSection(
  signer: CertificateSigner,
  position: { readonly number: number; readonly count: number },
  wording: Wording,
): CertificateSection {
  const locale = { locale: wording.language };
  const isApprover = signer.role === 'approver';
  const role = [signer.title, signer.company].filter((part) => part !== null && part !== '').join(', ');
  const count = { number: wording.number(position.number), count: wording.number(position.count) };
  return {
    heading: isApprover ? m.certificate_approver({}, locale) : m.certificate_signer({}, locale),
    note: m.certificate_position(count, locale),
    parts: [
      {
        kind: 'person',
        person: {
          name: signer.name,
          lines: role === '' ? [signer.email] : [signer.email, role],
          mark: signer.mark,
          markAlt: m.certificate_signature_of({ name: signer.name }, locale),
          standsFor: STATUS[signer.status](isApprover)({}, locale),
          caption: (signer.mark ? CAPTION[signer.mark.kind] : m.certificate_no_signature)({}, locale),
        },
      },
      { kind: 'facts', facts: [...listFacts(signer, wording), ...listLongFacts(signer, wording)] },
    ],
  };
}

function listFacts(signer: CertificateSigner, wording: Wording): CertificateFact[] {
  const locale = { locale: wording.language };
  const done = signer.role === 'approver' ? m.certificate_approved : m.certificate_signed;
  const device = describeDevice(signer.userAgent, { withVersion: true }) ?? '–';
  return [
    createSentenceFact(m.certificate_authentication({}, locale), signer.authentication),
    createSentenceFact(m.certificate_consent({}, locale), describeConsent(signer, wording)),
    createSentenceFact(m.certificate_viewed({}, locale), wording.time(signer.viewedAt, signer.timeZone)),
    createSentenceFact(done({}, locale), wording.time(signer.signedAt, signer.timeZone)),
    { label: m.certificate_ip_address({}, locale), value: signer.ipAddress ?? '–' },
    { label: m.certificate_device({}, locale), value: device },
  ];
}

function listLongFacts(
  { intent, delegations, attachments }: CertificateSigner,
  wording: Wording,
): CertificateFact[] {
  const locale = { locale: wording.language };
  const delegated = delegations.map(({ at, names }) => {
    const time = wording.time(at);
    if (names === null) return time;
    const { before, after, reason } = names;
    const said = m.certificate_delegated_to({ before, after, time }, locale);
    return reason === null ? said : `${said}\n${m.certificate_reason({ reason }, locale)}`;
  });
  return [
    ...(intent === null ? [] : buildIntentFacts(intent, wording)),
    ...delegated.map((value) => toWideFact(createSentenceFact(m.certificate_delegated({}, locale), value))),
    ...attachments.flatMap(({ filename, sizeBytes, sha256 }) => [
      toWideFact({
        label: m.certificate_attached({}, locale),
        value: `${filename} (${wording.number(sizeBytes)} B)`,
      }),
      toWideFact({ value: sha256, isCode: true }),
    ]),
  ];
}

/** Quotes the statement in the wording and language in which it was shown. */
function buildIntentFacts({ how, statement }: StatedIntent, wording: Wording): CertificateFact[] {
  const locale = { locale: wording.language };
  const label = m.certificate_intent({}, locale);
  const button = getButtonLabel(how === 'approve', statement?.language ?? wording.language);
  if (statement === null)
    return [toWideFact(createSentenceFact(label, m.certificate_intent_elsewhere({ button }, locale)))];
  const { version, sha256, text } = statement;
  const language = wording.languageName(statement.language);
  return [
    toWideFact(createSentenceFact(label, m.certificate_intent_shown({ button, version, language }, locale))),
    ...(text === null ? [] : [toWideFact({ value: `“${text}”` })]),
    toWideFact({ label: m.certificate_intent_hash({}, locale), value: sha256, isCode: true }),
  ];
}

/** Without a consumer disclosure, people agree by pressing the final button, which says so. */
function describeConsent(
  { role, consentedAt, signedAt, disclosure, intent, timeZone }: Consenting,
  wording: Wording,
): string {
  const locale = { locale: wording.language };
  const time = wording.time(consentedAt ?? signedAt, timeZone);
  if (consentedAt !== null && disclosure !== null)
    return m.certificate_consent_version({ version: disclosure, time }, locale);
  if (consentedAt !== null || signedAt === null) return time;
  const button = getButtonLabel(role === 'approver', intent?.statement?.language ?? wording.language);
  return m.certificate_consent_button({ button, time }, locale);
}

type Consenting = Pick<
  CertificateSigner,
  'role' | 'consentedAt' | 'signedAt' | 'disclosure' | 'intent' | 'timeZone'
>;

function getButtonLabel(isApproval: boolean, language: Wording['language']): string {
  return isApproval ? m.review_approve({}, { locale: language }) : m.review_sign({}, { locale: language });
}

function createSentenceFact(label: string, value: string): CertificateFact {
  return { label, value, isSentence: true };
}

function toWideFact(fact: CertificateFact): CertificateFact {
  return { ...fact, isWide: true };
}

const STATUS = {
  signed: (isApprover: boolean) => (isApprover ? m.certificate_approved : m.certificate_signed),
  declined: () => m.certificate_declined,
  pending: () => m.certificate_pending,
} as const satisfies Record<CertificateSigner['status'], (isApprover: boolean) => unknown>;

const CAPTION = {
  typed: m.certificate_typed,
  drawn: m.certificate_drawn,
  uploaded: m.certificate_uploaded,
} as const;
