import type { AccountNotice } from '#domain/account/account-change.ts';
import type { LinkKind } from '#domain/account/link.ts';
import type { Role } from '#domain/organization/role.ts';
import type { FormClosure } from '#domain/template/form.ts';
import type { DisabledReason } from '#domain/webhook/webhook.ts';
import { m } from '#i18n/compiled/messages.js';
import type { MailBlock, MailRow } from '../content.ts';
import type { MailFacts, Template, Words } from '../template.ts';
import { formatInstant } from '../wording.ts';
import { writeDigest } from './digest.ts';

/** The facts that every email about someone's own account needs. */
type AccountFacts = MailFacts & {
  /** The recipient's time zone; null means UTC. */
  readonly timeZone: string | null;
  readonly recipientName: string;
};

type AccountLinkFacts = AccountFacts & {
  /**
   * The kind of link. `taken` means that someone signed up with an address that already has an account; the
   * link then leads to the sign-in page.
   */
  readonly kind: LinkKind | 'taken';
  readonly link: string;
  /** The address that the account is to be changed to. */
  readonly newAddress: string | null;
  readonly expiresAt: string;
};

type AccountSecuredFacts = AccountFacts & {
  readonly change: AccountNotice;
  readonly at: string;
  /** The browser and system that it came from, in English, and its address; null if unknown. */
  readonly device: string | null;
  readonly ipAddress: string | null;
  /** The page for resetting the password. */
  readonly link: string;
  /** API keys that the person created and that still work. */
  readonly apiKeys: readonly SecuredKey[];
  /** The page for revoking these keys. */
  readonly keysPage: string;
};

/** An API key as its owner knows it, by name, last characters and organization. */
export type SecuredKey = { readonly name: string; readonly hint: string; readonly organization: string };

type InvitationFacts = MailFacts & {
  /** The inviter's time zone; null means UTC. */
  readonly timeZone: string | null;
  readonly organizationName: string;
  readonly invitedByName: string;
  readonly role: Role;
  readonly link: string;
  readonly expiresAt: string;
};

type TestFacts = MailFacts & {
  readonly recipientName: string;
  readonly organizationName: string;
  /** The page where the email was requested. */
  readonly link: string;
};

type WebhookDisabledFacts = MailFacts & {
  readonly recipientName: string;
  readonly organizationName: string;
  readonly url: string;
  readonly why: DisabledReason;
  /** The webhook's page in the dashboard. */
  readonly link: string;
};

type FormClosedFacts = MailFacts & {
  readonly recipientName: string;
  readonly organizationName: string;
  /** The person who published the form. */
  readonly who: string;
  readonly why: FormClosure;
  /** The form's name; null if the recipient may not see it. */
  readonly form: string | null;
  /** The page where the recipient can decide. */
  readonly page: string;
};

type ExportStoppedFacts = MailFacts & {
  readonly recipientName: string;
  readonly organizationName: string;
  /** The person who started the export. */
  readonly who: string;
  /** The page where the recipient can start another one. */
  readonly page: string;
};

/** Emails to members about their account or their organization. */
export const ACCOUNTS = {
  /** To someone who asked for a link to their account. */
  'account-link': (facts: AccountLinkFacts, { say, label }) => {
    const { kind, link, newAddress, expiresAt } = facts;
    const { subject, preheader, text, action, otherwise, why } = LINKS[kind];
    const once = label(m.mail_link_once, { date: formatInstant(expiresAt, facts) });
    const row = { label: label(m.mail_row_new_address), value: [{ given: newAddress ?? '' }] };
    return {
      subject: say(subject),
      preheader: say(preheader),
      heading: say(subject),
      text: [say(text)],
      blocks: [
        ...(newAddress === null ? [] : [{ kind: 'details', rows: [row] } as const]),
        { kind: 'action', label: label(action), url: link },
        ...(kind === 'taken' ? [] : [{ kind: 'paragraph', text: [once] } as const]),
        { kind: 'paragraph', text: say(otherwise) },
      ],
      reason: say(why),
    };
  },
  /**
   * To someone whose account's protection has changed, so that they find out if a thief changed it.
   */
  'account-secured': (facts: AccountSecuredFacts, words) => {
    const { say, label } = words;
    const { change, link } = facts;
    const { what, also } = SECURED[change];
    return {
      subject: say(what),
      preheader: say(change === 'second_factor_reset' ? SAID[change] : m.mail_secured_preheader),
      heading: say(what),
      text: [],
      blocks: [
        { kind: 'details', rows: buildOriginRows(facts, words) },
        ...(change === 'email_changed' || change === 'email_assigned' || change === 'second_factor_reset'
          ? [{ kind: 'paragraph', text: say(SAID[change]) } as const]
          : [
              { kind: 'paragraph', text: say(m.mail_secured_text) } as const,
              { kind: 'action', label: label(m.mail_reset_action), url: link } as const,
            ]),
        ...also.map((text) => ({ kind: 'paragraph', text: say(text) }) as const),
        ...buildKeyBlocks(facts, words),
      ],
      reason: say(m.mail_why_account),
    };
  },
  /** To someone who is invited to an organization. */
  invitation: (facts: InvitationFacts, { say, label }) => {
    const { invitedByName: inviter, organizationName: organization, role, expiresAt, link } = facts;
    const date = formatInstant(expiresAt, facts);
    const invite = (
      names: { readonly inviter: string; readonly organization: string },
      options: Parameters<typeof m.mail_invitation_text>[1],
    ) => m.mail_invitation_text({ ...names, role }, options);
    return {
      subject: say(m.mail_invitation_subject, { inviter, organization }),
      preheader: say(m.mail_invitation_preheader),
      heading: say(m.mail_invitation_heading),
      text: [say(invite, { inviter, organization })],
      blocks: [
        { kind: 'action', label: label(m.mail_invitation_action), url: link },
        { kind: 'paragraph', text: [label(m.mail_invitation_link, { date })] },
      ],
      reason: say(m.mail_invitation_why, { inviter }),
    };
  },
  /** To the person who requested it, to show that email arrives and what it looks like. */
  test: ({ organizationName: organization, link }: TestFacts, { say, label }) => ({
    subject: say(m.mail_test_subject, { organization }),
    preheader: say(m.mail_test_preheader),
    heading: say(m.mail_test_heading),
    text: [say(m.mail_test_text, { organization })],
    blocks: [{ kind: 'action', label: label(m.mail_test_action), url: link }],
    reason: say(m.mail_test_why, { organization }),
  }),
  /** To the owners of an organization when the service has disabled one of its webhooks. */
  'webhook-disabled': (facts: WebhookDisabledFacts, { say, label }) => {
    const { url, link, organizationName: organization } = facts;
    const { reason, fix } = WEBHOOK_DISABLED[facts.why];
    const why = say(reason, { organization });
    const rows = [
      { label: label(m.mail_row_webhook), value: [{ given: url }] },
      { label: label(m.mail_row_organization), value: [{ given: organization }] },
    ];
    return {
      subject: say(m.mail_webhook_subject, { url }),
      preheader: why,
      heading: say(m.mail_webhook_heading),
      text: [say(m.mail_webhook_text, { url }), why, say(fix)],
      blocks: [
        { kind: 'details', rows },
        { kind: 'action', label: label(m.mail_webhook_action), url: link },
      ],
      reason: say(m.mail_webhook_why, { organization }),
    };
  },
  /** To those who can decide about a form that the service closed. The subject doesn't name it: lists of emails show subjects. */
  'form-closed': (facts: FormClosedFacts, { say, label }) => {
    const { who: person, organizationName: organization, page } = facts;
    const form = facts.form ?? label(m.mail_form_closed_hidden);
    const why = say(FORM_CLOSED[facts.why], { person, form, organization });
    const rows = [
      { label: label(m.mail_row_form), value: [{ given: form }] },
      { label: label(m.mail_row_organization), value: [{ given: organization }] },
    ];
    return {
      subject: say(m.mail_form_closed_subject, { organization }),
      preheader: why,
      heading: say(m.mail_form_closed_heading),
      text: [why, say(m.mail_form_closed_decide)],
      blocks: [
        { kind: 'details', rows },
        { kind: 'action', label: label(m.mail_form_closed_action), url: page },
      ],
      reason: say(m.mail_unsent_why, { organization }),
    };
  },
  /** To the owners of an organization when an export stopped because its starter is no longer one of them. */
  'export-stopped': (facts: ExportStoppedFacts, { say, label }) => {
    const { who: person, organizationName: organization, page } = facts;
    const why = say(m.mail_export_stopped_text, { person, organization });
    return {
      subject: say(m.mail_export_stopped_subject, { organization }),
      preheader: why,
      heading: say(m.mail_export_stopped_heading),
      text: [why, say(m.mail_export_stopped_decide)],
      blocks: [{ kind: 'action', label: label(m.mail_export_stopped_action), url: page }],
      reason: say(m.mail_webhook_why, { organization }),
    };
  },
  digest: writeDigest,
} as const satisfies Record<string, Template<never>>;

const LINKS = {
  reset: {
    subject: m.mail_reset_subject,
    preheader: m.mail_reset_preheader,
    text: m.mail_reset_text,
    action: m.mail_reset_action,
    otherwise: m.mail_reset_otherwise,
    why: m.mail_why_account,
  },
  verify: {
    subject: m.mail_verify_subject,
    preheader: m.mail_verify_preheader,
    text: m.mail_verify_text,
    action: m.mail_verify_action,
    otherwise: m.mail_verify_otherwise,
    why: m.mail_why_account,
  },
  sign_up: {
    subject: m.mail_sign_up_subject,
    preheader: m.mail_sign_up_preheader,
    text: m.mail_sign_up_text,
    action: m.mail_sign_up_subject,
    otherwise: m.mail_sign_up_otherwise,
    why: m.mail_why_sign_up,
  },
  change_from: {
    subject: m.mail_change_from_subject,
    preheader: m.mail_verify_preheader,
    text: m.mail_change_from_text,
    action: m.mail_change_from_action,
    otherwise: m.mail_change_from_otherwise,
    why: m.mail_why_account,
  },
  change_to: {
    subject: m.mail_change_to_subject,
    preheader: m.mail_verify_preheader,
    text: m.mail_change_to_text,
    action: m.mail_verify_action,
    otherwise: m.mail_verify_otherwise,
    why: m.mail_why_change,
  },
  taken: {
    subject: m.mail_taken_subject,
    preheader: m.mail_taken_preheader,
    text: m.mail_taken_text,
    action: m.mail_taken_action,
    otherwise: m.mail_taken_otherwise,
    why: m.mail_why_account,
  },
} as const satisfies Record<AccountLinkFacts['kind'], Record<string, unknown>>;

/** What changed and, for some changes, what else the person should know. */
const SECURED = {
  password_changed: { what: m.mail_secured_password_changed, also: [m.mail_secured_agents] },
  password_reset: { what: m.mail_secured_password_reset, also: [m.mail_secured_agents] },
  email_changed: { what: m.mail_secured_email_changed, also: [m.mail_secured_agents] },
  email_assigned: { what: m.mail_secured_email_changed, also: [] },
  cleared: {
    what: m.mail_secured_cleared,
    also: [m.mail_secured_cleared_what, m.mail_secured_stranger],
  },
  totp_enabled: { what: m.mail_secured_totp_enabled, also: [m.mail_secured_agents] },
  totp_disabled: { what: m.mail_secured_totp_disabled, also: [m.mail_secured_agents] },
  recovery_codes_renewed: {
    what: m.mail_secured_recovery_codes_renewed,
    also: [m.mail_secured_old_codes, m.mail_secured_agents],
  },
  recovery_code_used: { what: m.mail_secured_recovery_code_used, also: [] },
  passkey_added: { what: m.mail_secured_passkey_added, also: [m.mail_secured_agents] },
  passkey_removed: { what: m.mail_secured_passkey_removed, also: [m.mail_secured_agents] },
  second_factor_reset: { what: m.mail_secured_second_factor_reset, also: [m.mail_secured_agents] },
  new_device: { what: m.mail_secured_new_device, also: [] },
} as const satisfies Record<AccountNotice, unknown>;

/**
 * What is said instead of “if it was you”: to the old and the new address, which get no link with which to set a
 * password, and about what somebody else did.
 */
const SAID = {
  email_changed: m.mail_secured_email_changed_what,
  email_assigned: m.mail_secured_email_assigned_what,
  second_factor_reset: m.mail_secured_second_factor_reset_what,
} as const;

const WEBHOOK_DISABLED = {
  gone: { reason: m.mail_webhook_gone, fix: m.mail_webhook_fix },
  failing: { reason: m.mail_webhook_failing, fix: m.mail_webhook_fix },
  creator_lost_access: { reason: m.mail_webhook_creator, fix: m.mail_webhook_creator_fix },
} as const satisfies Record<DisabledReason, unknown>;

const FORM_CLOSED = {
  publisher_removed: m.mail_form_closed_removed,
  publisher_demoted: m.mail_form_closed_demoted,
  publisher_left_team: m.mail_form_closed_left_team,
} as const satisfies Record<FormClosure, unknown>;

/** Tells when it happened and, if known, where from. */
function buildOriginRows(facts: AccountSecuredFacts, { label }: Words): MailRow[] {
  const { at, change } = facts;
  // Where somebody else sits is nobody's business.
  const { device, ipAddress } = change === 'second_factor_reset' ? { device: null, ipAddress: null } : facts;
  return [
    { label: label(m.mail_row_date), value: [formatInstant(at, facts)] },
    ...(device === null ? [] : [{ label: label(m.mail_row_device), value: [{ given: device }] }]),
    ...(ipAddress === null ? [] : [{ label: label(m.mail_row_ip_address), value: [{ given: ipAddress }] }]),
  ];
}

/** At most this many keys are listed. Any others are only counted. */
const KEYS_SHOWN = 20;

/** API keys belong to the organization and outlive a password, so their owner must check each one. */
function buildKeyBlocks({ apiKeys, keysPage }: AccountSecuredFacts, { say, label }: Words): MailBlock[] {
  if (apiKeys.length === 0) return [];
  const rows = apiKeys.slice(0, KEYS_SHOWN).map(({ name, hint, organization }) => ({
    label: label(m.mail_row_api_key),
    value: [{ given: name }, ` (${hint}) · `, { given: organization }] as const,
  }));
  const more = apiKeys.length - rows.length;
  const rest = more > 0 ? [label(m.mail_keys_more, { count: more })] : [];
  return [
    { kind: 'paragraph', text: say(m.mail_keys_text) },
    { kind: 'details', rows },
    ...rest.map((text) => ({ kind: 'paragraph', text: [text] }) as const),
    { kind: 'action', label: label(m.mail_keys_action), url: keysPage },
  ];
}
