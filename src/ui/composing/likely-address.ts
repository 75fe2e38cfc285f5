import { isMailAddress, suggestAddress } from '#domain/mail-address.ts';
import { isOneSlipAway } from '#domain/one-slip.ts';

/**
 * Domains of mailboxes that many people have. Short ones are left out, because too many real domains are one
 * letter away from them.
 */
const WELL_KNOWN: readonly string[] = [
  ...['gmail.com', 'googlemail.com', 'outlook.com', 'hotmail.com', 'yahoo.com', 'icloud.com'],
  ...['protonmail.com', 't-online.de', 'orange.fr', 'laposte.net', 'libero.it', 'outlook.de'],
  ...['hotmail.de', 'hotmail.fr', 'hotmail.co.uk', 'yahoo.co.uk', 'yahoo.co.jp', 'comcast.net'],
];
/** Real domains that are one letter away from those. */
const OTHERS: ReadonlySet<string> = new Set(['mail.com', 'ymail.com', 'email.com', 'orange.fi']);
const OWN_DOMAIN_MIN_CHARS = 6;

/**
 * Returns the address that someone probably meant: of the right form, at the domain of their organization or
 * at a well-known one. Returns null if the address looks right.
 */
export function suggestLikelyAddress(typed: string, ownAddress: string): string | null {
  const address = typed.trim();
  if (address === '') return null;
  if (!isMailAddress(address)) return suggestAddress(address);
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1).toLowerCase();
  const own = ownAddress.slice(ownAddress.lastIndexOf('@') + 1).toLowerCase();
  const known = [...(own.length >= OWN_DOMAIN_MIN_CHARS ? [own] : []), ...WELL_KNOWN];
  if (known.includes(domain) || OTHERS.has(domain)) return null;
  const meant = known.find((one) => isOneSlipAway(domain, one));
  return meant === undefined ? null : `${address.slice(0, at + 1)}${meant}`;
}
