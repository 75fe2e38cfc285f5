import type { Proof } from '#domain/envelope/signing.ts';
import { m } from '#i18n/compiled/messages.js';
import type {
  CertificateFact,
  CertificatePerson,
  CertificateSection,
} from '#server/pdf/certificate/content.ts';
import type { CertificateSigner, StatedIntent } from './certificate-facts.ts';
import type { Wording } from './wording.ts';

/** With more people, an overview stands before the signatures. */
const FEW_PEOPLE = 4;

/** Returns who signed and approved, what was handed over or attached, and how each person was identified. */
export function buildPeopleSections(
  signers: readonly CertificateSigner[],
  wording: Wording,
): CertificateSection[] {
  return [
    ...(signers.length > FEW_PEOPLE ? [buildOverview(signers, wording)] : []),
    buildSignatures(signers, wording),
    ...buildDelegations(signers, wording),
    ...buildAttachments(signers, wording),
  ];
}

/** Returns a line for each person: who, when, and how they proved who they are. */
function buildOverview(signers: readonly CertificateSigner[], wording: Wording): CertificateSection {
  const locale = { locale: wording.language };
  const heading = m.certificate_people({}, locale);
  const head = [m.certificate_number, m.certificate_people, m.certificate_time, m.certificate_authentication];
  return {
    heading,
    note: wording.number(signers.length),
    parts: [
      {
        kind: 'table',
        head: head.map((message) => message({}, locale)),
        rows: signers.map((signer, index) => [
          wording.number(index + 1),
          signer.name,
          `${describeStatus(signer, wording)} ${wording.time(signer.signedAt).replace(/ UTC$/, '')}`,
          signer.authentication.lines.at(-1) ?? '–',
        ]),
      },
    ],
  };
}

function buildSignatures(signers: readonly CertificateSigner[], wording: Wording): CertificateSection {
  return {
    heading: m.certificate_signatures({}, { locale: wording.language }),
    isWide: true,
    parts: [
      {
        kind: 'people',
        people: signers.map((signer, index) =>
          buildPerson(signer, { number: index + 1, count: signers.length }, wording),
        ),
      },
    ],
  };
}

function buildPerson(
  signer: CertificateSigner,
  position: { readonly number: number; readonly count: number },
  wording: Wording,
): CertificatePerson {
  const locale = { locale: wording.language };
  const role = [signer.title, signer.company].filter((part) => part !== null && part !== '').join(', ');
  const count = { number: wording.number(position.number), count: wording.number(position.count) };
  const caption = (signer.mark ? CAPTION[signer.mark.kind] : m.certificate_no_signature)({}, locale);
  return {
    name: signer.name,
    lines: role === '' ? [signer.email] : [signer.email, role],
    mark: signer.mark,
    markAlt: m.certificate_signature_of({ name: signer.name }, locale),
    standsFor: describeStatus(signer, wording),
    caption: `${caption}, ${m.certificate_position(count, locale)}`,
    facts: listFacts(signer, wording),
  };
}

function listFacts(signer: CertificateSigner, wording: Wording): CertificatePerson['facts'] {
  const locale = { locale: wording.language };
  const done = signer.role === 'approver' ? m.certificate_approved : m.certificate_signed;
  const { lines, at } = signer.authentication;
  const formatTime = (date: Date | null) => wording.time(date, signer.timeZone);
  return [
    createSentenceFact(
      m.certificate_identity({}, locale),
      [...lines, ...(at === null ? [] : [wording.time(at)])].join('\n'),
    ),
    ...(signer.consentedAt === null || signer.disclosure === null
      ? []
      : [
          createSentenceFact(
            m.certificate_disclosure({}, locale),
            m.certificate_consent_version(
              { version: signer.disclosure, time: formatTime(signer.consentedAt) },
              locale,
            ),
          ),
        ]),
    createSentenceFact(m.certificate_viewed({}, locale), formatTime(signer.viewedAt)),
    createSentenceFact(done({}, locale), formatTime(signer.signedAt)),
    ...(signer.proof === null ? [] : [buildProofFact(signer.proof, wording, formatTime)]),
    { label: m.certificate_from({}, locale), value: signer.ipAddress ?? '–' },
  ];
}

/** Says what a passkey's proof shows, which isn't a name. */
function buildProofFact(
  { rpId: site, keyHash, earlier }: Proof,
  wording: Wording,
  formatTime: (date: Date) => string,
): CertificatePerson['facts'][number] {
  const locale = { locale: wording.language };
  const key = `${keyHash.slice(0, 4)} ${keyHash.slice(4, 8)}`;
  const used = m.certificate_passkey_used({ site, key }, locale);
  const time = earlier === null ? null : formatTime(new Date(earlier.firstAt));
  const before =
    earlier === null || time === null
      ? []
      : [m.certificate_passkey_earlier({ count: earlier.count, time }, locale)];
  return createSentenceFact(m.certificate_passkey({}, locale), [used, ...before].join('\n'));
}

function buildDelegations(signers: readonly CertificateSigner[], wording: Wording): CertificateSection[] {
  const locale = { locale: wording.language };
  const facts = signers
    .flatMap(({ delegations }) => delegations)
    .map(({ at, names }) => {
      const time = wording.time(at);
      if (names === null) return time;
      const { before, after, reason } = names;
      const said = m.certificate_delegated_to({ before, after, time }, locale);
      return reason === null ? said : `${said}\n${m.certificate_reason({ reason }, locale)}`;
    })
    .map((value): CertificateFact => ({ value, isSentence: true, isWide: true }));
  return facts.length === 0
    ? []
    : [{ heading: m.certificate_delegated({}, locale), parts: [{ kind: 'facts', facts }] }];
}

function buildAttachments(signers: readonly CertificateSigner[], wording: Wording): CertificateSection[] {
  const locale = { locale: wording.language };
  const files = signers.flatMap(({ name, stampHash, attachments }) => [
    ...(stampHash === null
      ? []
      : [{ name: `${name}: ${m.common_field_stamp({}, locale)}`, pages: '', sha256: stampHash }]),
    ...attachments.map(({ filename, sizeBytes, sha256 }) => ({
      name: `${name}: ${filename} (${wording.number(sizeBytes)} B)`,
      pages: '',
      sha256,
    })),
  ]);
  return files.length === 0
    ? []
    : [
        {
          heading: m.certificate_attached({}, locale),
          note: m.certificate_with_hash({}, locale),
          parts: [{ kind: 'files', files }],
        },
      ];
}

/** Quotes what people agreed to with the last button, once for all who were shown the same. */
export function buildIntentSections(
  signers: readonly CertificateSigner[],
  wording: Wording,
): CertificateSection[] {
  const groups = Map.groupBy(
    signers.filter(({ intent }) => intent !== null),
    ({ intent }) => JSON.stringify(intent),
  );
  if (groups.size === 0) return [];
  const facts = [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined || first.intent === null) return [];
    const names = groups.size === 1 ? undefined : group.map(({ name }) => name).join(', ');
    return buildIntentFacts(first.intent, names, wording);
  });
  return [
    {
      heading: m.certificate_intent({}, { locale: wording.language }),
      parts: [{ kind: 'facts', facts }],
    },
  ];
}

/** Quotes the statement in the wording and language in which it was shown. */
function buildIntentFacts(
  { how, isOnPage, statement }: StatedIntent,
  names: string | undefined,
  wording: Wording,
): CertificateFact[] {
  const locale = { locale: wording.language };
  const button = getButtonLabel(how === 'approve', statement?.language ?? wording.language);
  const createFact = (value: string): CertificateFact => ({
    ...(names === undefined ? {} : { label: names }),
    ...{ value, isSentence: true, isWide: true },
  });
  if (statement === null) {
    const said = isOnPage
      ? m.certificate_intent_elsewhere({ button }, locale)
      : m.certificate_intent_program({}, locale);
    return [createFact(said)];
  }
  const { version, sha256, text } = statement;
  const language = wording.languageName(statement.language);
  return [
    createFact(m.certificate_intent_shown({ button, version, language }, locale)),
    ...(text === null ? [] : [{ value: `“${text}”`, isWide: true }]),
    { label: m.certificate_intent_hash({}, locale), value: sha256, isCode: true, isWide: true },
  ];
}

function getButtonLabel(isApproval: boolean, language: Wording['language']): string {
  return isApproval ? m.review_approve({}, { locale: language }) : m.review_sign({}, { locale: language });
}

function describeStatus({ status, role }: CertificateSigner, wording: Wording): string {
  return STATUS[status](role === 'approver')({}, { locale: wording.language });
}

function createSentenceFact(label: string, value: string) {
  return { label, value, isSentence: true };
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
