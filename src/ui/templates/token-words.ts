import type { NameToken } from '#domain/name-pattern/tokens.ts';
import { m } from '#i18n/compiled/messages.js';

/** The description of each token of a name pattern. */
export const TOKEN_WORDS: Readonly<Record<NameToken, () => string>> = {
  template_name: m.templates_token_template_name,
  recipient_name: m.templates_token_recipient_name,
  recipient_company: m.templates_token_recipient_company,
  recipient_email: m.templates_token_recipient_email,
  recipient_title: m.templates_token_recipient_title,
  sender_org: m.templates_token_sender_org,
  sender_name: m.templates_token_sender_name,
  date: m.templates_token_date,
  prefill: m.templates_token_prefill,
  role: m.templates_token_role,
};

export const TOKENS = Object.keys(TOKEN_WORDS) as readonly NameToken[];
