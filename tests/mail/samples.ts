import type { Language } from '#domain/language.ts';
import type { RenderedMail } from '#server/mail/layout.ts';
import { MAIL_TEMPLATES as MAILS } from '#server/mail/templates.ts';

type Name = keyof typeof MAILS;
type Facts<Template extends Name> = Parameters<(typeof MAILS)[Template]>[0];

/** Renders every kind of email as people get it, with names as long as they really are. */
export function makeSamples(language: Language): Record<string, RenderedMail> {
  const kinds: { readonly [Template in Name]: Readonly<Record<string, Facts<Template>>> } = {
    ...listRequests(language),
    ...listOutcomes(language),
    ...listAccountMails(language),
  };
  return Object.fromEntries(
    Object.entries(kinds).flatMap(([name, variants]) =>
      Object.entries(variants).map(([variant, facts]) => [
        variant === '' ? name : `${name}-${variant}`,
        (MAILS[name as Name] as (facts: unknown) => RenderedMail)(facts),
      ]),
    ),
  );
}

type Kinds<Template extends Name> = { readonly [One in Template]: Readonly<Record<string, Facts<One>>> };

const link = 'https://sign.northwind.test/sign?lang=en#token=c2lnbmF0dXJlLW9mLWEtc2hvcnQtdG9rZW4tb2Yt';
const expiresAt = '2026-12-22T17:00:00.000Z';
const branding = {
  ...{ displayName: 'Northwind Studio', logoUrl: null, accentColor: null },
  ...{ logoWidth: null, logoHeight: null, isTest: false },
};
const envelope = {
  ...{ branding, timeZone: 'Europe/London', recipientName: 'Ada Brandt' },
  ...{ senderName: 'Mara Lindqvist', senderEmail: 'mara@northwind.test' },
  ...{ organizationName: 'Northwind Studio LLC', documentName: 'Mutual NDA · Northwind and Brandt' },
  files: [{ name: 'Mutual NDA.pdf', pageCount: 7 }],
};
const files = [
  { name: 'Mutual NDA.pdf', pageCount: 2 },
  { name: 'Schedule A · Scope of work for the harbor pilot project.docx', pageCount: 5 },
  { name: 'Data processing terms.pdf', pageCount: 4 },
];
const people = [
  { name: 'Chiara Russo', role: 'approver', signedAt: '2026-11-21T09:12:00.000Z' },
  { name: 'Maximiliane von Hohenzollern-Sigmaringen', role: 'signer', signedAt: '2026-11-22T14:06:00.000Z' },
] as const;

function listRequests(
  language: Language,
): Kinds<
  | 'signature-request'
  | 'your-turn'
  | 'reminder'
  | 'return-link'
  | 'new-link'
  | 'delegated'
  | 'signing-code'
  | 'form-code'
> {
  const request = {
    ...({ ...envelope, language, link, expiresAt, role: 'signer', note: null, versionNumber: 1 } as const),
    message: {
      subject: null,
      body: 'Hi Ada, here is the NDA we talked about on Friday. Ben signs after you. Call me if anything looks off.',
    },
  } as const;
  const several = { ...request, files };
  const approval = { ...request, role: 'approver', message: null } as const;
  const waiting = [
    { name: 'Ada Brandt', turn: 'own' },
    { name: 'Ben Okafor', turn: 'later' },
  ] as const;
  const reminder = { ...several, message: null, isLater: false, people, waiting } as const;
  return {
    'signature-request': {
      '': request,
      several,
      approval,
      version: {
        ...several,
        versionNumber: 2,
        note: 'Only you see this: the rent in section 4 has changed.',
      },
      test: { ...request, branding: { ...branding, isTest: true } },
    },
    'your-turn': { '': request, several, approval },
    reminder: {
      '': { ...reminder, nextReminderAt: '2026-11-28T09:00:00.000Z' },
      last: { ...reminder, files: request.files, people: [], waiting: [], nextReminderAt: null },
      approval: { ...reminder, role: 'approver' },
    },
    'return-link': { '': { ...request, message: null } },
    'new-link': { '': several },
    delegated: { '': { ...request, who: 'Ben Okafor', reason: 'I’m away until the end of the month.' } },
    'signing-code': { '': { ...request, code: '407912' } },
    'form-code': { '': { ...envelope, language, code: '407912' } },
  };
}

function listOutcomes(
  language: Language,
): Kinds<
  | 'copy'
  | 'completed'
  | 'expiring'
  | 'expired'
  | 'declined'
  | 'voided'
  | 'recalled'
  | 'replaced'
  | 'delegation'
  | 'question'
  | 'answer'
  | 'schedule-failed'
> {
  const signer = { ...envelope, language, recipientRole: 'signer', hasApprovers: false } as const;
  const sender = { ...signer, recipientName: 'Mara Lindqvist', recipientRole: 'sender' } as const;
  const reason = 'The fee in Schedule A isn’t what we agreed on.';
  const envelopePage = 'https://sign.northwind.test/envelopes/env_01m7wxcdr0emq8k9w39qsaekf4';
  const completed = {
    ...({ ...signer, people, link, linkExpiresAt: '2027-02-20T17:00:00.000Z', attached: 'no' } as const),
    documentSha256: 'cf8e400f5d8a7180c841da6885b2f7e68c682ee06c11b650f66cb951b93741af',
  } as const;
  const thread = {
    ...{
      who: 'Ben Okafor',
      text: 'Our policy allows two years at most. Could you make this two? Then I’ll sign.',
    },
    quote: { page: 1, text: 'Obligations concerning Confidential Information survive for three (3) years.' },
    proposal: 'Two years instead of three.',
  };
  return {
    copy: { '': { ...signer, recipientRole: 'copy', link, message: null } },
    completed: {
      '': completed,
      approved: { ...completed, hasApprovers: true, recipientRole: 'approver' },
      attached: { ...completed, attached: 'yes' },
      'too-large': { ...completed, attached: 'too_large' },
      sender: { ...completed, ...sender },
    },
    expiring: {
      '': { ...signer, expiresAt, link },
      sender: { ...sender, hasApprovers: true, expiresAt, link },
    },
    expired: {
      '': { ...signer, envelopePage: null },
      sender: { ...sender, hasApprovers: true, envelopePage },
    },
    declined: {
      '': { ...signer, who: 'Ben Okafor', whoRole: 'signer', reason: null, envelopePage: null },
      sender: { ...sender, who: 'Chiara Russo', whoRole: 'approver', reason, envelopePage },
    },
    voided: { '': { ...signer, reason }, approved: { ...signer, hasApprovers: true, reason: null } },
    recalled: { '': signer },
    replaced: {
      '': { ...signer, hasActed: true, isAskedAgain: true },
      done: { ...signer, hasActed: false, isAskedAgain: false },
    },
    delegation: {
      '': {
        ...sender,
        who: 'Ada Brandt',
        other: 'Noa Barak (noa.barak@a-long-domain-name.test)',
        reason,
        link,
      },
    },
    question: {
      '': { ...sender, ...thread, kind: 'question', quote: null, proposal: null, link },
      change: { ...sender, ...thread, kind: 'change', link },
    },
    answer: { '': { ...signer, ...thread, who: 'Mara Lindqvist', kind: 'change', link } },
    'schedule-failed': {
      '': { ...sender, who: 'Ben Okafor', why: 'removed', seesIt: true, page: envelopePage },
      'not-ready': { ...sender, who: 'Ben Okafor', why: null, seesIt: false, page: envelopePage },
    },
  };
}

function listAccountMails(
  language: Language,
): Kinds<
  | 'account-link'
  | 'account-secured'
  | 'invitation'
  | 'test'
  | 'webhook-disabled'
  | 'form-closed'
  | 'export-stopped'
  | 'digest'
> {
  const own = { branding: { ...branding, displayName: 'Countersign' }, language, timeZone: 'Europe/London' };
  const { organizationName } = envelope;
  const account = { ...own, recipientName: 'Mara Lindqvist', organizationName, link } as const;
  const linked = { ...account, newAddress: null, expiresAt };
  const newAddress = 'mara.lindqvist@a-rather-long-domain-name.northwind.test';
  const secured = {
    ...{ ...account, at: expiresAt, device: 'Firefox on Windows', ipAddress: '2001:db8:85a3::8a2e:370:7334' },
    ...{ apiKeys: [], keysPage: link },
  };
  const apiKeys = [{ name: 'Harbor pilot, nightly export', hint: '…x7Qk', organization: organizationName }];
  const changes = [
    ...(['password_changed', 'password_reset', 'email_changed', 'email_assigned', 'cleared'] as const),
    ...(['totp_enabled', 'totp_disabled', 'recovery_codes_renewed', 'recovery_code_used'] as const),
    ...(['passkey_added', 'passkey_removed', 'second_factor_reset', 'new_device'] as const),
  ];
  const closed = { ...account, who: 'Ben Okafor', form: 'Visitor agreement', page: link };
  const waiting = {
    ...{
      name: 'Lease 14 Harbour Street',
      sentAt: new Date('2026-11-09T09:00:00Z'),
      expiresAt: new Date(expiresAt),
    },
    ...{ attention: [], people: [{ name: 'Dmitri Volkov', deliveryFailed: true }] },
  };
  const turn = { ...waiting, name: envelope.documentName, attention: ['your_turn'], expiresAt: null };
  return {
    'account-link': {
      ...{ reset: { ...linked, kind: 'reset' }, verify: { ...linked, kind: 'verify' } },
      ...{ 'sign-up': { ...linked, kind: 'sign_up' }, taken: { ...linked, kind: 'taken' } },
      'change-from': { ...linked, kind: 'change_from', newAddress },
      'change-to': { ...linked, kind: 'change_to', newAddress },
    },
    'account-secured': {
      ...Object.fromEntries(changes.map((change) => [change, { ...secured, change }])),
      keys: { ...secured, change: 'password_reset', apiKeys },
    },
    invitation: {
      '': { ...account, invitedByName: 'Ben Okafor', role: 'member', expiresAt },
      owner: { ...account, invitedByName: 'Ben Okafor', role: 'owner', expiresAt },
    },
    test: { '': account },
    'webhook-disabled': {
      '': { ...account, url: 'https://hooks.northwind.test/countersign/envelopes?team=harbor', why: 'gone' },
      failing: { ...account, url: 'https://hooks.northwind.test/x', why: 'failing' },
      creator: { ...account, url: 'https://hooks.northwind.test/x', why: 'creator_lost_access' },
    },
    'form-closed': {
      '': { ...closed, why: 'publisher_removed' },
      hidden: { ...closed, form: null, why: 'publisher_left_team' },
      demoted: { ...closed, why: 'publisher_demoted' },
    },
    'export-stopped': { '': { ...account, who: 'Ben Okafor', page: link } },
    digest: {
      '': {
        ...{ ...account, completed: 6, now: new Date('2026-11-30T08:00:00Z'), offLink: link },
        waiting: { total: 13, own: 1, shown: [turn, waiting] },
      },
    },
  };
}
