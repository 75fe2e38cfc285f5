import type { Database } from './client.ts';
import { forgetAccountLinks } from './account-links.ts';
import { forgetHalfSessions } from './half-sessions.ts';
import { forgetChallenges } from './passkeys.ts';
import { forgetRates } from './rate-counts.ts';
import { forgetSessions } from './sessions.ts';

/** Forgets sessions, half-sessions, links, challenges and counts whose time is over: none of them is looked at any more. */
export async function forgetExpired(db: Database, now: Date): Promise<void> {
  await forgetSessions(db.drizzle);
  await forgetHalfSessions(db.drizzle, now);
  await forgetAccountLinks(db.drizzle, now);
  await forgetChallenges(db.drizzle, now);
  await forgetRates(db.drizzle);
}
