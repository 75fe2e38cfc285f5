import { randomBytes } from 'node:crypto';
import { Lucia, TimeSpan } from 'lucia';
import { LIMITS } from '#domain/limits.ts';
import { sha256Hex } from '#server/crypto/hash.ts';
import type { Audit, Clock } from '#server/context.ts';
import { readMembership } from '#server/db/users.ts';
import { sessionAdapter } from '#server/db/sessions.ts';
import { within } from '#server/db/transaction.ts';
import type { Database } from '#server/db/client.ts';
import type { Session } from './principal.ts';

type UserColumns = { email: string; name: string };
type SessionColumns = {
  organizationId: string;
  createdAt: Date;
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

/** Sessions of the web app: the cookie holds a random token, the database only its SHA-256. */
export type Sessions = {
  readonly cookieName: string;
  readonly cookieAttributes: (expiresAt: Date) => CookieAttributes;
  /** The session's token in a Cookie header field. */
  readonly tokenIn: (cookies: string | null) => string | null;
  readonly start: (userId: string, organizationId: string, audit: Audit) => Promise<StartedSession>;
  readonly end: (token: string) => Promise<void>;
  /** Who a cookie's token stands for; null when it is unknown or has expired. */
  readonly validate: (token: string) => Promise<Session | null>;
};

/** Opens the sessions of this instance. */
export function openSessions(
  world: { readonly db: Database; readonly clock: Clock },
  origin: string,
): Sessions {
  const secure = new URL(origin).protocol === 'https:';
  const lucia = new Lucia<SessionColumns, UserColumns>(sessionAdapter(world.db), {
    sessionExpiresIn: new TimeSpan(LIMITS.sessionLifeMs, 'ms'),
    getUserAttributes: ({ email, name }) => ({ email, name }),
    getSessionAttributes: (columns) => columns,
  });

  const cookieName = secure ? '__Host-countersign_session' : 'countersign_session';
  return {
    cookieName,
    tokenIn: (cookies) => cookieNamed(cookies ?? '', cookieName),
    cookieAttributes: (expires) => ({ path: '/', httpOnly: true, sameSite: 'lax', secure, expires }),
    start: async (userId, organizationId, audit) => {
      const token = randomBytes(32).toString('base64url');
      const attributes = { organizationId, createdAt: world.clock(), ...audit };
      const session = await lucia.createSession(userId, attributes, { sessionId: sha256Hex(token) });
      return { token, expiresAt: session.expiresAt };
    },
    end: (token) => lucia.invalidateSession(sha256Hex(token)),
    validate: async (token) => {
      const { session, user } = await lucia.validateSession(sha256Hex(token));
      if (session === null) return null;
      const { organizationId } = session;
      const membership = await within(world.db, { organizationId }, (tx) =>
        readMembership(tx, organizationId, user.id),
      );
      if (membership === null) return null;
      return {
        user: { id: user.id, name: user.name, email: user.email },
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
