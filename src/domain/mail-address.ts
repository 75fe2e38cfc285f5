import { SIGNING_LIMITS } from './signing-limits.ts';

/**
 * Whether an address can receive email. Stricter than RFC 5322: quotes, comments, and groups can turn one address into
 * two. Letters of any script are allowed (RFC 6531), but none that a domain has only after it was mapped to another one (UTS #46), such as
 * full-width ones: one domain would be written in several ways.
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
/** Without the letters beyond ASCII that become an ASCII one in another case: two addresses would be the same account. */
const ATOM = String.raw`[^\s\p{C}<>()[\]\\,;:"@.\u0130\u017F\u212A]`;
const LABEL = String.raw`[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?`;
const LOCAL = new RegExp(`^${ATOM}+(?:\\.${ATOM}+)*$`, 'u');
const DOMAIN = new RegExp(`^${LABEL}(?:\\.${LABEL})*$`, 'u');

/** Returns the address that a mistyped one was likely meant to be; null if there is none. */
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
