import type { KeyPreset, KeyScope } from '#domain/organization/key-scope.ts';
import { m } from '#i18n/compiled/messages.js';

/** What each scope lets an API key do. */
export const KEY_SCOPE_WORDS: Readonly<Record<KeyScope, () => string>> = {
  'envelopes:read': m.account_scope_envelopes_read,
  'envelopes:write': m.account_scope_envelopes_write,
  'envelopes:send': m.settings_api_key_scope_send,
  'templates:read': m.account_scope_templates_read,
  'templates:write': m.account_scope_templates_write,
  contacts: m.settings_api_key_scope_contacts,
  webhooks: m.settings_api_key_scope_webhooks,
  members: m.settings_api_key_scope_members,
  keys: m.settings_api_key_scope_keys,
  settings: m.settings_api_key_scope_settings,
  'audit:read': m.settings_api_key_scope_audit,
  admin: m.settings_api_key_scope_admin,
};

/** The quick choices for a new key. */
export const KEY_PRESET_WORDS: Readonly<Record<KeyPreset, () => string>> = {
  read: m.settings_api_key_preset_read,
  send: m.settings_api_key_preset_send,
  everything: m.settings_api_key_preset_everything,
};
