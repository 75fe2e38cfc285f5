import type { Database } from '#server/db/client/client.ts';
import { forgetAccountLinks } from '#server/db/accounts/account-links.ts';
import { forgetPendingSignIns } from '#server/db/accounts/pending-sign-ins.ts';
import { forgetChallenges } from '#server/db/accounts/passkeys.ts';
import { forgetRates } from './rate-counts.ts';
import { forgetAttempts } from '#server/db/single-sign-on/attempts.ts';
import { forgetSessions, type SessionLife } from '#server/db/accounts/sessions.ts';

/** Deletes expired sessions, sign-ins, links, challenges and counts. */
export async function forgetExpired(db: Database, sessions: SessionLife, now: Date): Promise<void> {
  await forgetSessions(db.drizzle, sessions, now);
  await forgetPendingSignIns(db.drizzle, now);
  await forgetAccountLinks(db.drizzle, now);
  await forgetChallenges(db.drizzle, now);
  await forgetAttempts(db, now);
  await forgetRates(db.drizzle);
}
