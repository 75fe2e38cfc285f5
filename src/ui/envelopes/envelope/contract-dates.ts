import { m } from '#i18n/compiled/messages.js';
import { getLocale } from '#i18n/compiled/runtime.js';
import type { WireExtract } from '#wire/extract.ts';

type ContractDate = Extract<WireExtract, { status: 'extracted' }>['semantic']['dates'][number]['kind'];

/** How each date of a contract is shown. */
export const CONTRACT_DATE_WORDS: Readonly<Record<ContractDate, () => string>> = {
  agreement: m.envelopes_contract_agreement,
  effective: m.envelopes_contract_effective,
  expiration: m.envelopes_contract_expiration,
};

/** Formats a calendar day (YYYY-MM-DD), which has no time zone. */
export function formatDay(day: string): string {
  return new Intl.DateTimeFormat(getLocale(), { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));
}
