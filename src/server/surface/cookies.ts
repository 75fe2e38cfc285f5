/** A secret that a browser keeps in a cookie, and when it expires. */
export type CookieValue = { readonly token: string; readonly expiresAt: Date };

/** The cookies of the web app. Browsers have stored cookies under these names, so don't change them. */
const NAMES = {
  session: 'session',
  /** A sign-in that still waits for its second factor. */
  pendingSignIn: 'second_factor',
  /** Binds a passkey's challenge to the browser that asked for it. */
  passkey: 'passkey',
  /** A sign-in that is in progress at an organization's identity provider. */
  singleSignOn: 'single_sign_on',
  /** A browser that somebody has signed in with before. */
  device: 'device',
} as const;
export type CookieName = keyof typeof NAMES;

/** Reads the cookies of a request and sets the cookies of the response. */
export type Cookies = {
  readonly get: (name: CookieName) => string | null;
  /** Reads a cookie that another part of the program sets, by its full name. */
  readonly getForeign: (fullName: string) => string | null;
  readonly set: (name: CookieName, value: CookieValue) => void;
  readonly clear: (name: CookieName) => void;
};

/**
 * Returns the full name of a cookie. On HTTPS, the name's prefix keeps other hosts from setting the cookie
 * (RFC 6265bis).
 */
export function getCookieName(name: CookieName, origin: string): string {
  return `${isSecure(origin) ? '__Host-' : ''}countersign_${NAMES[name]}`;
}

/** Returns the token from a Cookie header field (RFC 6265 section 4.2), or null if it has none. */
export function readCookie(header: string | null, fullName: string): string | null {
  for (const pair of (header ?? '').split(';')) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === fullName && value !== undefined && value !== '') return value;
  }
  return null;
}

/** Opens the cookies of a request. New cookies are added to `reply` as Set-Cookie header fields. */
export function openCookies(request: Headers, reply: Headers, origin: string): Cookies {
  const header = request.get('cookie');
  const set = (name: CookieName, { token, expiresAt }: CookieValue) => {
    const attributes = `Path=/; Expires=${expiresAt.toUTCString()}; HttpOnly; SameSite=Lax`;
    const secure = isSecure(origin) ? '; Secure' : '';
    reply.append('set-cookie', `${getCookieName(name, origin)}=${token}; ${attributes}${secure}`);
  };
  return {
    get: (name) => readCookie(header, getCookieName(name, origin)),
    getForeign: (fullName) => readCookie(header, fullName),
    set,
    clear: (name) => set(name, { token: '', expiresAt: new Date(0) }),
  };
}

function isSecure(origin: string): boolean {
  return new URL(origin).protocol === 'https:';
}
