import { getTextDirection } from '#domain/language.ts';
import type { LegalFramework } from '#domain/envelope/status.ts';
import { m } from '#i18n/compiled/messages.js';
import {
  type CertificateFact,
  type CertificateOfCompletion,
  type CertificateSection,
  SEALED_HASH,
} from '#server/pdf/certificate/content.ts';
import type { CertificateFacts } from './certificate-facts.ts';
import { buildIntentSections, buildPeopleSections } from './people-sections.ts';
import { type Wording, createWording } from './wording.ts';

/** Names the version that was replaced, and the list of what changed, by their hashes. */
function describeVersions({ versions }: CertificateFacts, wording: Wording): CertificateFact[] {
  const [before, own] = versions.slice(-2);
  if (before === undefined || own === undefined) return [];
  const locale = { locale: wording.language };
  const number = wording.number(own.versionNumber);
  const replaced = wording.number(before.versionNumber);
  return [
    {
      label: m.certificate_version({ number, replaced }, locale),
      value: before.documentHash,
      ...{ isCode: true, isWide: true },
    },
    ...(own.changesDigest === null
      ? []
      : [
          {
            label: m.certificate_changes({ replaced }, locale),
            value: own.changesDigest,
            ...{ isCode: true, isWide: true },
          },
        ]),
  ];
}

/** Puts the facts of a certificate into words in its language, in the order in which they're printed. */
export function composeCertificate(facts: CertificateFacts): CertificateOfCompletion {
  const { language, envelope, signers } = facts;
  const wording = createWording(language);
  const locale = { locale: language };
  const title = `${facts.isTest ? 'TEST – ' : ''}${m.certificate_title({}, locale)}`;
  return {
    language,
    isRightToLeft: getTextDirection(language) === 'rtl',
    title,
    name: envelope.name,
    introduction: m.certificate_introduction({ organization: facts.organization }, locale),
    sections: [
      buildEnvelopeSection(facts, wording),
      buildDocumentsSection(facts, wording),
      ...buildPeopleSections(signers, wording),
      ...buildConsentSections(facts, wording),
      ...buildIntentSections(signers, wording),
      ...buildCopiesSections(facts, wording),
      {
        heading: m.certificate_audit_log({}, locale),
        parts: [
          {
            kind: 'facts',
            facts: [
              {
                label: m.certificate_head({ count: wording.number(facts.chain.eventCount) }, locale),
                value: facts.chain.headHash,
                isCode: true,
                isWide: true,
              },
              {
                label: m.certificate_log_key({}, locale),
                value: facts.chain.logKey,
                isCode: true,
                isWide: true,
              },
              ...describeVersions(facts, wording),
              ...(facts.questionCount === 0
                ? []
                : [
                    {
                      label: m.certificate_questions({}, locale),
                      value: wording.number(facts.questionCount),
                    },
                  ]),
            ],
          },
        ],
      },
      buildSealSection(facts, wording),
      checkSection(facts, wording),
    ],
    footer: `${title} · ${envelope.id}`,
    pageNumber: m.certificate_footer_page({ page: '{page}', pages: '{pages}' }, locale),
  };
}

function buildEnvelopeSection(facts: CertificateFacts, wording: Wording): CertificateSection {
  const locale = { locale: wording.language };
  const { envelope, sender, organization } = facts;
  const said: CertificateFact[] = [
    {
      label: m.certificate_sender({}, locale),
      value: [sender.name, sender.email].filter((part) => part !== null).join('\n') || '–',
    },
    { label: m.certificate_organization({}, locale), value: organization },
    createTimedFact(m.certificate_sent({}, locale), wording.time(facts.sentAt)),
    createTimedFact(m.certificate_completed({}, locale), wording.time(facts.completedAt)),
    { label: m.certificate_envelope_id({}, locale), value: envelope.id, isCode: true },
    createTimedFact(m.certificate_legal_framework({}, locale), FRAMEWORKS[facts.legalFramework]({}, locale)),
  ];
  return { heading: m.certificate_envelope({}, locale), parts: [{ kind: 'facts', facts: said }] };
}

function buildDocumentsSection(
  { document, envelope }: CertificateFacts,
  wording: Wording,
): CertificateSection {
  const locale = { locale: wording.language };
  const bytes = wording.number(document.presentedBytes);
  const formatPages = (first: number, count: number): string =>
    count === 1
      ? m.certificate_page({ page: wording.number(first) }, locale)
      : m.certificate_pages(
          { first: wording.number(first), last: wording.number(first + count - 1) },
          locale,
        );
  const uploaded =
    document.files.length > 1
      ? document.files
      : [
          {
            name: envelope.originalFilename,
            sha256: document.originalSha256,
            firstPage: 1,
            pageCount: document.pageCount,
          },
        ];
  return {
    heading: m.certificate_documents({}, locale),
    note: m.certificate_with_hash({}, locale),
    parts: [
      {
        kind: 'files',
        files: [
          ...uploaded.map(({ name, sha256, firstPage, pageCount }) => ({
            name,
            pages: formatPages(firstPage, pageCount),
            sha256,
          })),
          {
            name: (document.isApart ? m.certificate_shown_apart : m.certificate_shown)({ bytes }, locale),
            isSentence: true,
            pages: formatPages(1, document.pageCount),
            sha256: document.presentedSha256,
          },
          ...(document.isApart
            ? [
                {
                  name: m.certificate_sealed_apart({}, locale),
                  isSentence: true,
                  pages: '',
                  sha256: SEALED_HASH,
                },
              ]
            : []),
        ],
      },
    ],
  };
}

/** Says what people agreed to first, if a disclosure was shown. */
function buildConsentSections(
  { consumerDisclosure }: CertificateFacts,
  wording: Wording,
): CertificateSection[] {
  if (consumerDisclosure === null) return [];
  const locale = { locale: wording.language };
  const heading = m.certificate_disclosure({}, locale);
  const { version, sha256 } = consumerDisclosure;
  const language = wording.languageName(consumerDisclosure.locale);
  const hash = {
    label: m.certificate_disclosure_hash({}, locale),
    value: sha256,
    isCode: true,
    isWide: true,
  };
  return [
    {
      heading,
      parts: [
        { kind: 'text', text: m.certificate_disclosure_accepted({ version, language }, locale) },
        { kind: 'facts', facts: [hash] },
      ],
    },
  ];
}

function buildCopiesSections({ copies }: CertificateFacts, wording: Wording): CertificateSection[] {
  if (copies.length === 0) return [];
  const locale = { locale: wording.language };
  const facts = copies.map(({ name, email, when }) => ({
    label: when === 'sent' ? m.certificate_copy_sent({}, locale) : m.certificate_copy_completed({}, locale),
    value: `${name}\n${email}`,
  }));
  return [{ heading: m.certificate_copies({}, locale), parts: [{ kind: 'facts', facts }] }];
}

function buildSealSection({ seal }: CertificateFacts, wording: Wording): CertificateSection {
  const locale = { locale: wording.language };
  const facts: CertificateFact[] = [
    createTimedFact(
      m.certificate_seal_level({}, locale),
      m.certificate_seal_requested({ level: `PAdES ${seal.requestedLevel}` }, locale),
    ),
    { label: m.certificate_sealed_by({}, locale), value: seal.subject },
    {
      label: m.certificate_root({ name: seal.root.name }, locale),
      value: seal.root.sha256,
      isCode: true,
      isWide: true,
    },
  ];
  return { heading: m.certificate_seal({}, locale), parts: [{ kind: 'facts', facts }] };
}

function checkSection({ document, verifyUrl }: CertificateFacts, wording: Wording): CertificateSection {
  const locale = { locale: wording.language };
  const bytes = wording.number(document.presentedBytes);
  return {
    heading: m.certificate_check({}, locale),
    parts: [
      {
        kind: 'check',
        text: m.certificate_check_online({ url: verifyUrl }, locale),
        steps: [
          m.certificate_step_reader({}, locale),
          document.isApart
            ? m.certificate_step_apart({}, locale)
            : m.certificate_step_shown({ bytes }, locale),
          m.certificate_step_chain({}, locale),
        ],
        code: { url: verifyUrl, alt: m.certificate_code({ url: verifyUrl }, locale) },
      },
    ],
  };
}

/** Creates a fact whose value runs in the certificate's text direction. */
function createTimedFact(label: string, value: string): CertificateFact {
  return { label, value, isSentence: true };
}

const FRAMEWORKS = {
  esign_ueta: m.envelopes_framework_esign_ueta,
  eidas_ses: m.envelopes_framework_eidas_ses,
  uk_ses: m.envelopes_framework_uk_ses,
  none: m.envelopes_framework_none,
  eidas_aes: m.envelopes_framework_eidas_aes,
  eidas_qes: m.envelopes_framework_eidas_qes,
} as const satisfies Record<LegalFramework, unknown>;
