import { DrizzlePostgreSQLAdapter } from '@lucia-auth/adapter-drizzle';
import { Lucia, TimeSpan } from 'lucia';
import type { Language } from '#domain/language.ts';
import type { Database } from '#server/db/client/client.ts';
import { sessions } from '#server/db/schema/sessions.ts';
import { users } from '#server/db/schema/users.ts';

/** What a session records about where it was started and when it was last used. */
type SessionFacts = {
  readonly organizationId: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly singleSignOn: boolean;
  readonly ipAddress: string | null;
  readonly userAgent: string | null;
  readonly secondFactor: boolean;
  /** The envelope that the session is locked to. Null unless the device was handed to somebody. */
  readonly lockedEnvelopeId: string | null;
  readonly lockedParticipantId: string | null;
};
type UserFacts = {
  readonly email: string;
  readonly name: string;
  readonly emailVerifiedAt: Date | null;
  readonly locale: Language | null;
  readonly timeZone: string | null;
};
export type StoredSession = SessionFacts & {
  readonly id: string;
  readonly user: UserFacts & { readonly id: string };
};

/**
 * Stores sessions and decides how long they last. The program knows nothing else about the library behind
 * this interface.
 */
export type SessionStore = {
  /** Stores a session and returns when it expires. */
  readonly create: (id: string, userId: string, facts: SessionFacts) => Promise<Date>;
  /** Returns a session that hasn't expired. Extends it if more than half its life has passed. */
  readonly find: (id: string) => Promise<StoredSession | null>;
  readonly end: (id: string) => Promise<void>;
};

declare module 'lucia' {
  interface Register {
    Lucia: Lucia<SessionFacts, UserFacts>;
    DatabaseUserAttributes: UserFacts;
    DatabaseSessionAttributes: SessionFacts;
  }
}

/** Opens the store. Sessions expire by the machine's clock, because lucia reads that clock itself. */
export function openSessionStore(db: Database, lifeMs: number): SessionStore {
  const lucia = new Lucia<SessionFacts, UserFacts>(
    new DrizzlePostgreSQLAdapter(db.drizzle, sessions, users),
    {
      sessionExpiresIn: new TimeSpan(lifeMs, 'ms'),
      getUserAttributes: (columns) => columns,
      getSessionAttributes: (columns) => columns,
    },
  );
  return {
    create: async (id, userId, facts) =>
      (await lucia.createSession(userId, facts, { sessionId: id })).expiresAt,
    find: async (id) => {
      const { session, user } = await lucia.validateSession(id);
      return session === null ? null : { ...session, user };
    },
    end: (id) => lucia.invalidateSession(id),
  };
}
