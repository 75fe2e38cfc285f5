import { Lucia, TimeSpan } from 'lucia';
import type { Language } from '#domain/language.ts';
import { LIMITS } from '#domain/limits.ts';
import { hashToken, newToken } from '#server/crypto/account-token.ts';
import type { Audit, Clock } from '#server/app/context.ts';
import { readMembership } from '#server/db/accounts/users.ts';
import { sessionAdapter, touchSession } from '#server/db/accounts/sessions.ts';
import { transaction } from '#server/db/client/transaction.ts';
import type { Database } from '#server/db/client/client.ts';
import type { Session } from './principal.ts';

type UserColumns = { email: string; name: string; emailVerifiedAt: Date | null; locale: Language | null };
type SessionColumns = {
  organizationId: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  ipAddress: string | null;
  userAgent: string | null;
};

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<SessionColumns, UserColumns>;
    DatabaseUserAttributes: UserColumns;
    DatabaseSessionAttributes: SessionColumns;
  }
}

export type CookieAttributes = {
  readonly path: '/';
  readonly httpOnly: true;
  readonly sameSite: 'lax';
  readonly secure: boolean;
  readonly expires: Date;
};
export type StartedSession = { readonly token: string; readonly expiresAt: Date };

/** The time between two records of a session's last use. */
const TOUCH_INTERVAL_MS = 60_000;

/** Sessions of the web app: the cookie holds a random token, the database only its SHA-256. */
export type Sessions = {
  readonly cookieName: string;
  /** The cookie of a login that still owes its second factor. */
  readonly halfCookieName: string;
  /** The cookie that tells which browser was given the challenge of a passkey. */
  readonly browserCookieName: string;
  /** The cookie of a browser in which its person has logged in before. */
  readonly deviceCookieName: string;
  readonly cookieAttributes: (expiresAt: Date) => CookieAttributes;
  /** The token in a Cookie header field: the session's, or that of another of these cookies. */
  readonly tokenIn: (cookies: string | null, name?: string) => string | null;
  readonly start: (userId: string, organizationId: string, audit: Audit) => Promise<StartedSession>;
  readonly end: (token: string) => Promise<void>;
  /** Who a cookie's token stands for; null when it is unknown or has expired. */
  readonly validate: (token: string) => Promise<Session | null>;
};

/** Opens the sessions of this instance. */
export function openSessions(
  services: { readonly db: Database; readonly clock: Clock },
  origin: string,
): Sessions {
  const secure = new URL(origin).protocol === 'https:';
  const lucia = new Lucia<SessionColumns, UserColumns>(sessionAdapter(services.db), {
    sessionExpiresIn: new TimeSpan(LIMITS.sessionLifeMs, 'ms'),
    getUserAttributes: (columns) => columns,
    getSessionAttributes: (columns) => columns,
  });

  const named = (name: string) => `${secure ? '__Host-' : ''}countersign_${name}`;
  const cookieName = named('session');
  return {
    cookieName,
    halfCookieName: named('second_factor'),
    browserCookieName: named('passkey'),
    deviceCookieName: named('device'),
    tokenIn: (cookies, name = cookieName) => cookieNamed(cookies ?? '', name),
    cookieAttributes: (expires) => ({ path: '/', httpOnly: true, sameSite: 'lax', secure, expires }),
    start: async (userId, organizationId, audit) => {
      const token = newToken();
      const now = services.clock();
      const attributes = { organizationId, createdAt: now, lastUsedAt: now, ...audit };
      const session = await lucia.createSession(userId, attributes, { sessionId: hashToken(token) });
      return { token, expiresAt: session.expiresAt };
    },
    end: (token) => lucia.invalidateSession(hashToken(token)),
    validate: async (token) => {
      const { session, user } = await lucia.validateSession(hashToken(token));
      if (session === null) return null;
      const { organizationId, lastUsedAt } = session;
      const membership = await transaction(services.db, { organizationId }, (tx) =>
        readMembership(tx, organizationId, user.id),
      );
      if (membership === null) return null;
      const now = services.clock();
      if (lastUsedAt === null || now.getTime() - lastUsedAt.getTime() > TOUCH_INTERVAL_MS)
        await touchSession(services.db.drizzle, session.id, now);
      const { id, name, email, emailVerifiedAt, locale } = user;
      return {
        id: session.id,
        user: { id, name, email, emailVerified: emailVerifiedAt !== null, language: locale },
        organization: { id: organizationId, name: membership.organizationName },
        role: membership.role,
      };
    },
  };
}

function cookieNamed(header: string, name: string): string | null {
  for (const pair of header.split(';')) {
    const [key, value] = pair.trim().split('=', 2);
    if (key === name && value !== undefined && value !== '') return value;
  }
  return null;
}
