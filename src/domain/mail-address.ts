import { SIGNING_LIMITS } from './signing-limits.ts';

/**
 * Checks whether an address can receive email. Stricter than RFC 5322, because quotes, comments, and groups
 * can turn one address into two. Letters of any script are allowed (RFC 6531), except those that a domain
 * contains only before it is mapped to another form (UTS #46), such as full-width letters. Otherwise one
 * domain could be written in several ways.
 */
export function isMailAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
  return (
    at > 0 &&
    text.length <= SIGNING_LIMITS.emailMaxChars &&
    new TextEncoder().encode(local).length <= LOCAL_MAX_BYTES &&
    LOCAL.test(local) &&
    DOMAIN.test(domain) &&
    domain.normalize('NFKC').toLowerCase() === domain.normalize('NFC').toLowerCase()
  );
}

/** RFC 5321 section 4.5.3.1.1. */
const LOCAL_MAX_BYTES = 64;
/**
 * Excludes the non-ASCII letters that become ASCII letters when their case changes, because two different
 * addresses would then belong to the same account.
 */
const ATOM = String.raw`[^\s\p{C}<>()[\]\\,;:"@.\u0130\u017F\u212A]`;
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`;
const LOCAL = new RegExp(`^${ATOM}+(?:\\.${ATOM}+)*$`, 'u');
const DOMAIN = new RegExp(`^${LABEL}(?:\\.${LABEL})*$`, 'u');

/** Returns the address that a mistyped one was probably meant to be, or null if there is none. */
export function suggestAddress(text: string): string | null {
  const fixed = text
    .trim()
    .replace(/\s*(?:\(at\)|\[at\]|\sat\s)\s*/i, '@')
    .replace(/[,;]/g, '.')
    .replace(/\s+/g, '')
    .replace(/\.{2,}/g, '.')
    .replace(/@{2,}/g, '@')
    .replace(/\.?@\.?/, '@')
    .replace(/\.$/, '');
  return fixed !== text && isMailAddress(fixed) ? fixed : null;
}
