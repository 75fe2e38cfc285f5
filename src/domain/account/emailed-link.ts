/**
 * The pages that emailed links about an account lead to. The emailed address is `/open/<kind>#<token>`:
 * browsers send no fragment, so no log on the way contains the token.
 */
export const EMAILED_LINKS = {
  confirm: '/confirm',
  change: '/confirm?change',
  reset: '/reset',
  signup: '/signup/confirm',
  invitation: '/invitation',
  digest: '/digest',
} as const;
export type EmailedLink = keyof typeof EMAILED_LINKS;

/** Checks whether a text names a kind of emailed link. */
export function isEmailedLink(text: string): text is EmailedLink {
  return Object.hasOwn(EMAILED_LINKS, text);
}

/** Returns the path that an email links to. */
export function formatEmailedLink(kind: EmailedLink, token: string): string {
  return `/open/${kind}#${token}`;
}

const TOKEN = /^[\w.-]{1,2000}$/;

/**
 * Returns the token in a fragment, in a whole link, or alone, as a person may paste it; null if there is
 * none.
 */
export function parseEmailedToken(pasted: string): string | null {
  const text = pasted.trim();
  const token = /(?:#|[?&](?:token|change)=)([^#?&=]*)$/.exec(text)?.[1] ?? text;
  return TOKEN.test(token) ? token : null;
}
