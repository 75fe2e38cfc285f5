import type { Scope } from '#domain/organization/scope.ts';
import { m } from '#i18n/compiled/messages.js';

/** The names of scopes, and what each scope lets an agent do. */
export const SCOPE_WORDS: Readonly<Record<Scope, { label: () => string; about: () => string }>> = {
  'envelopes:read': { label: m.account_scope_envelopes_read, about: m.account_scope_envelopes_read_about },
  'envelopes:write': { label: m.account_scope_envelopes_write, about: m.account_scope_envelopes_write_about },
  'templates:read': { label: m.account_scope_templates_read, about: m.account_scope_templates_read_about },
  'templates:write': { label: m.account_scope_templates_write, about: m.account_scope_templates_write_about },
  'envelopes:send': { label: m.account_scope_envelopes_send, about: m.account_scope_envelopes_send_about },
};
