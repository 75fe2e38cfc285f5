import type { KeyScope } from '#domain/organization/key-scope.ts';
import { m } from '#i18n/compiled/messages.js';

/** What each scope lets an API key do. */
export const KEY_SCOPE_WORDS: Readonly<Record<KeyScope, () => string>> = {
  'envelopes:read': m.account_scope_envelopes_read,
  'envelopes:write': m.account_scope_envelopes_write,
  'envelopes:send': m.settings_api_key_scope_send,
  'templates:read': m.account_scope_templates_read,
  'templates:write': m.account_scope_templates_write,
  admin: m.settings_api_key_scope_admin,
};
