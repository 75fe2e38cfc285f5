import { may, type Right, type Role } from '#domain/organization/role.ts';
import { m } from '#i18n/compiled/messages.js';
import { hasWords, type Found } from '#ui/kit/found.ts';
import type { Destination } from '../navigation.ts';

type Text = () => string;
/** A part of a page that the search finds by its title and by other words for it. */
type Section = {
  readonly anchor: string;
  readonly title: Text;
  readonly words?: Text;
  readonly needs?: Right;
};
/** A settings page, the right that it requires, and its sections. */
type SettingsPage = Destination & {
  readonly needs: Right;
  readonly words?: Text;
  readonly sections?: readonly Section[];
};
type SettingsGroup = { readonly title: Text; readonly pages: readonly SettingsPage[] };

/**
 * All settings pages, in the order of their navigation. The search palette and the settings search use this
 * list too.
 */
const SETTINGS = [
  {
    title: m.settings_group_you,
    pages: [
      {
        ...{ href: '/settings/profile', label: m.account_profile, icon: 'user', needs: 'read' },
        sections: [
          { anchor: 'name', title: m.account_name_title },
          { anchor: 'language', title: m.common_language },
          { anchor: 'email', title: m.account_email_title },
          { anchor: 'password', title: m.account_password },
          { anchor: 'two-step', title: m.account_totp_title, words: m.settings_words_two_step },
          { anchor: 'passkeys', title: m.account_passkeys_title, words: m.settings_words_passkeys },
          { anchor: 'sessions', title: m.account_sessions_title, words: m.settings_words_sessions },
          { anchor: 'activity', title: m.account_activity_title, words: m.settings_words_sessions },
        ],
      },
      {
        ...{
          href: '/settings/notifications',
          label: m.account_notifications,
          icon: 'bell',
          needs: 'read',
        },
        words: m.settings_words_notifications,
        sections: [
          { anchor: 'own-envelopes', title: m.account_notify_title, words: m.settings_words_notifications },
          { anchor: 'digest', title: m.account_digest, words: m.settings_words_notifications },
        ],
      },
    ],
  },
  {
    title: m.settings_organization,
    pages: [
      {
        ...{ href: '/settings/organization', label: m.settings_general, icon: 'building', needs: 'read' },
        sections: [
          { anchor: 'organization-name', title: m.settings_organization_name, needs: 'administer' },
          { anchor: 'quotas', title: m.settings_quotas_title, needs: 'administer' },
          { anchor: 'second-factor', title: m.settings_factor_title, needs: 'administer' },
          { anchor: 'member-domains', title: m.settings_domains_title, needs: 'administer' },
          { anchor: 'own-envelopes', title: m.settings_own_only_title, needs: 'administer' },
          { anchor: 'organizations', title: m.settings_organizations },
          { anchor: 'leave', title: m.settings_leave },
        ],
      },
      {
        ...{ href: '/settings/members', label: m.settings_members, icon: 'users', needs: 'administer' },
        words: m.settings_words_members,
        sections: [{ anchor: 'invite', title: m.settings_invite }],
      },
      {
        ...{ href: '/settings/teams', label: m.settings_teams, icon: 'hash', needs: 'administer' },
        sections: [{ anchor: 'new-team', title: m.settings_team_new }],
      },
      {
        ...{ href: '/settings/branding', label: m.settings_branding, icon: 'eye', needs: 'administer' },
        sections: [
          { anchor: 'logo', title: m.settings_logo },
          { anchor: 'color', title: m.settings_accent },
          { anchor: 'emails', title: m.settings_emails_title },
        ],
      },
    ],
  },
  {
    title: m.settings_group_sending,
    pages: [
      {
        ...{ href: '/settings/defaults', label: m.settings_defaults, icon: 'pencil', needs: 'administer' },
        sections: [
          { anchor: 'framework', title: m.settings_framework },
          { anchor: 'expiry', title: m.settings_expiry, words: m.settings_words_expiry },
          { anchor: 'disclosure', title: m.settings_disclosure },
          { anchor: 'delegation', title: m.settings_delegation },
          { anchor: 'text-tags', title: m.settings_text_tags },
          { anchor: 'attach-sealed', title: m.settings_attach_sealed },
          { anchor: 'archivable', title: m.settings_archivable },
          { anchor: 'reminders', title: m.settings_reminders },
        ],
      },
      {
        ...{ href: '/settings/mail', label: m.settings_mail, icon: 'mail', needs: 'administer' },
        words: m.settings_words_mail,
        sections: [{ anchor: 'sending', title: m.settings_mail_sending }],
      },
    ],
  },
  {
    title: m.settings_group_security,
    pages: [
      {
        ...{ href: '/settings/single-sign-on', label: m.settings_sso, icon: 'lock', needs: 'administer' },
        words: m.settings_words_sso,
        sections: [
          { anchor: 'domains', title: m.settings_sso_domains },
          { anchor: 'connections', title: m.settings_sso_connections },
          { anchor: 'new-connection', title: m.settings_sso_new, words: m.settings_words_sso },
          { anchor: 'scim', title: m.settings_sso_scim, words: m.settings_words_sso },
        ],
      },
      {
        ...{
          href: '/settings/identity-providers',
          label: m.settings_providers,
          icon: 'shield',
          needs: 'administer',
        },
        words: m.settings_words_providers,
        sections: [
          { anchor: 'redirect', title: m.settings_providers_redirect },
          { anchor: 'new-provider', title: m.settings_provider_new, words: m.settings_words_providers },
        ],
      },
      {
        ...{ href: '/settings/retention', label: m.settings_retention, icon: 'clock', needs: 'administer' },
        words: m.settings_words_retention,
        sections: [
          { anchor: 'holds', title: m.settings_retention_holds },
          { anchor: 'erase-person', title: m.settings_retention_person },
        ],
      },
      {
        ...{ href: '/settings/export', label: m.settings_export, icon: 'download', needs: 'own' },
        words: m.settings_words_export,
      },
      {
        ...{ href: '/settings/audit', label: m.settings_audit, icon: 'list', needs: 'administer' },
        words: m.settings_words_audit,
      },
    ],
  },
  {
    title: m.settings_group_developers,
    pages: [
      {
        ...{ href: '/settings/api-keys', label: m.settings_api_keys, icon: 'key', needs: 'administer' },
        words: m.settings_words_api_keys,
        sections: [{ anchor: 'test-mode', title: m.common_test_mode }],
      },
      {
        ...{ href: '/settings/webhooks', label: m.settings_webhooks, icon: 'send', needs: 'administer' },
        words: m.settings_words_webhooks,
      },
      {
        ...{ href: '/settings/agents', label: m.settings_agents, icon: 'plug', needs: 'read' },
        words: m.settings_words_agents,
        sections: [{ anchor: 'agent-rules', title: m.settings_agent_rules_ask, needs: 'administer' }],
      },
      {
        ...{ href: '/settings/embedding', label: m.settings_embedding, icon: 'plug', needs: 'administer' },
        words: m.settings_words_embedding,
      },
    ],
  },
] as const satisfies readonly SettingsGroup[];

type Page = (typeof SETTINGS)[number]['pages'][number];
/** The places on settings pages that the search leads to. */
export type SettingsAnchor = Extract<Page, { sections: unknown }>['sections'][number]['anchor'];

/** Returns the settings pages that a role can open, in groups. */
export function listSettingsGroups(role: Role): readonly SettingsGroup[] {
  return SETTINGS.map(({ title, pages }: SettingsGroup) => ({
    title,
    pages: pages.filter(({ needs }) => may(role, needs)),
  })).filter(({ pages }) => pages.length > 0);
}

/** Finds the pages and sections that a role can open. Those whose titles contain all words come first. */
export function findSettings(role: Role, words: readonly string[]): readonly Found[] {
  if (words.length === 0) return [];
  const entries = listSettingsGroups(role).flatMap(({ title: group, pages }) =>
    pages.flatMap(({ href, icon, label, words: others, sections = [] }) => [
      { found: { href, icon, name: label(), detail: group() }, others },
      ...sections
        .filter(({ needs }) => needs === undefined || may(role, needs))
        .map(({ anchor, title, words: also }) => ({
          found: { href: `${href}#${anchor}`, icon, name: title(), detail: `${group()} · ${label()}` },
          others: also,
        })),
    ]),
  );
  const isNamed = ({ found }: (typeof entries)[number]) => hasWords(found.name, words);
  const others = entries.filter(
    (entry) => !isNamed(entry) && hasWords(`${entry.found.name} ${entry.others?.() ?? ''}`, words),
  );
  return [...entries.filter(isNamed), ...others].map(({ found }) => found);
}
