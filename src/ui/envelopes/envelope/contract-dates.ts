import type { SemanticDateKind } from '#reading/contract/labeled-values.ts';
import { m } from '#i18n/compiled/messages.js';
import { getLocale } from '#i18n/compiled/runtime.js';

/** How each date of a contract is shown. */
export const CONTRACT_DATE_WORDS: Readonly<Record<SemanticDateKind, () => string>> = {
  agreement: m.envelopes_contract_agreement,
  effective: m.envelopes_contract_effective,
  expiration: m.envelopes_contract_expiration,
};

/** Formats a calendar day (YYYY-MM-DD), which has no time zone. */
export function formatDay(day: string): string {
  return new Intl.DateTimeFormat(getLocale(), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
}
