import { determineStanding } from '#domain/organization/sending/standing.ts';
import { hashToken, createToken } from '#server/crypto/account-token.ts';
import type { Audit, Clock } from '#server/runtime/context.ts';
import { readMembership } from '#server/db/accounts/users.ts';
import { openSessionStore, type StoredSession } from '#server/db/accounts/session-store.ts';
import {
  endLockedSession,
  lockSession,
  touchSession,
  type HandOver,
  type SessionLife,
} from '#server/db/accounts/sessions.ts';
import { transaction } from '#server/db/client/transaction.ts';
import type { Database } from '#server/db/client/client.ts';
import type { CookieValue } from './cookies.ts';
import type { Session } from './principal.ts';

/** The shortest time between two updates of a session's last use. */
const TOUCH_INTERVAL_MS = 60_000;
const UNLOCKED = { lockedEnvelopeId: null, lockedParticipantId: null } as const;

/** Who signs in, to which organization, and whether they used more than a password. */
export type Starting = {
  readonly userId: string;
  readonly organizationId: string;
  readonly secondFactor: boolean;
  /**
   * Whether the organization's identity provider vouched for the person. In that case, it is also responsible
   * for the second factor.
   */
  readonly singleSignOn?: boolean;
};

/** Sessions of the web app. The cookie holds a random token; the database holds only the token's SHA-256. */
export type Sessions = {
  readonly start: (person: Starting, audit: Audit) => Promise<CookieValue>;
  readonly end: (token: string) => Promise<void>;
  /**
   * Returns the session of a token, or null if the token is unknown, expired or locked, or if its person has
   * left the organization.
   */
  readonly validate: (token: string) => Promise<Session | null>;
  /**
   * Does the same as `validate` without counting as use, so that a page that is left open doesn't keep its
   * session alive.
   */
  readonly peek: (token: string) => Promise<Session | null>;
  /**
   * Locks the session on a device that is handed to somebody. The old token ends, and the new one opens only
   * the lock screen. Returns null if the session is over or already locked.
   */
  readonly lock: (token: string, handOver: HandOver) => Promise<CookieValue | null>;
  /** Returns the locked session that a token names, or null for any other token. */
  readonly lockOf: (token: string) => Promise<LockedSession | null>;
  /** Ends a locked session. Returns false if it had already ended. */
  readonly endLocked: (token: string) => Promise<boolean>;
};

/** A session that gives access to nothing until the person unlocks it. */
export type LockedSession = HandOver & {
  readonly user: { readonly id: string; readonly name: string; readonly email: string };
  readonly organizationId: string;
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
      const token = createToken();
      const now = services.clock();
      const facts = {
        organizationId,
        createdAt: now,
        lastUsedAt: now,
        secondFactor,
        singleSignOn,
        ...audit,
        ...UNLOCKED,
      };
      return { token, expiresAt: await store.create(hashToken(token), userId, facts) };
    },
    end: (token) => store.end(hashToken(token)),
    validate: (token) => read(token, true),
    peek: (token) => read(token, false),
    lock: async (token, handOver) => {
      const newOne = createToken();
      const expiresAt = await lockSession(services.db.drizzle, hashToken(token), hashToken(newOne), handOver);
      return expiresAt === null ? null : { token: newOne, expiresAt };
    },
    lockOf: async (token) => {
      const session = await findCurrent(token);
      if (session === null) return null;
      const { organizationId, lockedEnvelopeId: envelopeId, lockedParticipantId: participantId } = session;
      if (envelopeId === null || participantId === null) return null;
      const { id, name, email } = session.user;
      return { envelopeId, participantId, organizationId, user: { id, name, email } };
    },
    endLocked: (token) => endLockedSession(services.db.drizzle, hashToken(token)),
  };

  async function findCurrent(token: string): Promise<StoredSession | null> {
    const session = await store.find(hashToken(token));
    if (session === null) return null;
    const { createdAt, lastUsedAt } = session;
    if (!isOver(services.clock(), life, createdAt, lastUsedAt ?? createdAt)) return session;
    await store.end(session.id);
    return null;
  }

  async function read(token: string, isUse: boolean): Promise<Session | null> {
    const session = await findCurrent(token);
    if (session === null || session.lockedEnvelopeId !== null) return null;
    const { organizationId, lastUsedAt, secondFactor, singleSignOn, user } = session;
    const now = services.clock();
    const membership = await transaction(services.db, { organizationId }, (tx) =>
      readMembership(tx, organizationId, user.id),
    );
    if (membership === null) return null;
    if (isUse && (lastUsedAt === null || now.getTime() - lastUsedAt.getTime() > TOUCH_INTERVAL_MS))
      await touchSession(services.db.drizzle, session.id, now);
    const { id, name, email, emailVerifiedAt, locale, timeZone } = user;
    return {
      id: session.id,
      user: { id, name, email, emailVerified: emailVerifiedAt !== null, language: locale, timeZone },
      organization: {
        id: organizationId,
        name: membership.name,
        standing: determineStanding(membership),
        testOf: membership.testOf,
      },
      role: membership.role,
      hasSecondFactor: secondFactor,
      needsSecondFactor: membership.requireSecondFactor && !secondFactor && !singleSignOn,
      singleSignOn,
      administersInstance: membership.administersInstance && !singleSignOn,
    };
  }
}

/** Checks whether a session has lasted too long or has gone unused for too long. */
function isOver(now: Date, { lifeMs, idleMs }: SessionLife, createdAt: Date, lastUsedAt: Date): boolean {
  return now.getTime() - createdAt.getTime() > lifeMs || now.getTime() - lastUsedAt.getTime() > idleMs;
}
