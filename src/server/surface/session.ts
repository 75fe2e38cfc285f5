import { hashToken, newToken } from '#server/crypto/account-token.ts';
import type { Audit, Clock } from '#server/app/context.ts';
import { readMembership } from '#server/db/accounts/users.ts';
import { openSessionStore } from '#server/db/accounts/session-store.ts';
import { touchSession, type SessionLife } from '#server/db/accounts/sessions.ts';
import { transaction } from '#server/db/client/transaction.ts';
import type { Database } from '#server/db/client/client.ts';
import type { CookieValue } from './cookies.ts';
import type { Session } from './principal.ts';

/** The shortest time between two updates of a session's last use. */
const TOUCH_INTERVAL_MS = 60_000;

/** Who signs in where, and whether with more than a password. */
export type Starting = {
  readonly userId: string;
  readonly organizationId: string;
  readonly secondFactor: boolean;
  /** Whether the organization's identity provider vouched for the person, which also answers for the second factor. */
  readonly singleSignOn?: boolean;
};

/** Sessions of the web app. A cookie holds a random token, the database only its SHA-256. */
export type Sessions = {
  readonly start: (person: Starting, audit: Audit) => Promise<CookieValue>;
  readonly end: (token: string) => Promise<void>;
  /** Returns whose token it is; null if it is unknown or expired, or if its person has left the organization. */
  readonly validate: (token: string) => Promise<Session | null>;
  /** The same, without counting as use: a page that is left open doesn't keep its session. */
  readonly peek: (token: string) => Promise<Session | null>;
};

/** Opens the sessions of this instance. */
export function openSessions(services: {
  readonly db: Database;
  readonly clock: Clock;
  readonly life: SessionLife;
}): Sessions {
  const { life } = services;
  const store = openSessionStore(services.db, life.lifeMs);
  return {
    start: async ({ userId, organizationId, secondFactor, singleSignOn = false }, audit) => {
      const token = newToken();
      const now = services.clock();
      const facts = { organizationId, createdAt: now, lastUsedAt: now, secondFactor, singleSignOn, ...audit };
      return { token, expiresAt: await store.create(hashToken(token), userId, facts) };
    },
    end: (token) => store.end(hashToken(token)),
    validate: (token) => read(token, true),
    peek: (token) => read(token, false),
  };

  async function read(token: string, isUse: boolean): Promise<Session | null> {
    const session = await store.find(hashToken(token));
    if (session === null) return null;
    const { organizationId, createdAt, lastUsedAt, secondFactor, singleSignOn, user } = session;
    const now = services.clock();
    if (isOver(now, life, createdAt, lastUsedAt ?? createdAt)) {
      await store.end(session.id);
      return null;
    }
    const membership = await transaction(services.db, { organizationId }, (tx) =>
      readMembership(tx, organizationId, user.id),
    );
    if (membership === null) return null;
    if (isUse && (lastUsedAt === null || now.getTime() - lastUsedAt.getTime() > TOUCH_INTERVAL_MS))
      await touchSession(services.db.drizzle, session.id, now);
    const { id, name, email, emailVerifiedAt, locale } = user;
    return {
      id: session.id,
      user: { id, name, email, emailVerified: emailVerifiedAt !== null, language: locale },
      organization: { id: organizationId, name: membership.organizationName },
      role: membership.role,
      hasSecondFactor: secondFactor,
      needsSecondFactor: membership.requireSecondFactor && !secondFactor && !singleSignOn,
      singleSignOn,
    };
  }
}

/** Returns whether a session has lasted too long, or hasn't been used for too long. */
function isOver(now: Date, { lifeMs, idleMs }: SessionLife, createdAt: Date, lastUsedAt: Date): boolean {
  return now.getTime() - createdAt.getTime() > lifeMs || now.getTime() - lastUsedAt.getTime() > idleMs;
}
