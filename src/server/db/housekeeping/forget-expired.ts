import type { Database } from '#server/db/client/client.ts';
import { forgetAccountLinks } from '#server/db/accounts/account-links.ts';
import { forgetPendingSignIns } from '#server/db/accounts/pending-sign-ins.ts';
import { forgetChallenges } from '#server/db/accounts/passkeys.ts';
import { forgetAccountActions } from '#server/db/organizations/administrative-actions.ts';
import { forgetRates } from './rate-counts.ts';
import { forgetAttempts } from '#server/db/single-sign-on/attempts.ts';
import { forgetSessions, type SessionLife } from '#server/db/accounts/sessions.ts';

/** Deletes expired sessions, sign-ins, links, challenges and counts, and old records of sign-ins. */
export async function forgetExpired(
  db: Database,
  { sessions, signInLogMs }: { readonly sessions: SessionLife; readonly signInLogMs: number },
  now: Date,
): Promise<void> {
  await forgetSessions(db.drizzle, sessions, now);
  await forgetAccountActions(db, new Date(now.getTime() - signInLogMs));
  await forgetPendingSignIns(db.drizzle, now);
  await forgetAccountLinks(db.drizzle, now);
  await forgetChallenges(db.drizzle, now);
  await forgetAttempts(db, now);
  await forgetRates(db.drizzle);
}
