import { readMailServerAway, recordMailServerAway } from '#server/db/mail/mail-server-state.ts';
import { verifySmtp } from '#server/mail/transport.ts';
import type { Services } from '#server/app/services.ts';
import { startRepeating, type Repeating } from './repeat.ts';

const INTERVAL_MS = 60_000;

/** Looks again, while the mail server is said to be away, whether it is: there may be no email left that would find out. */
export function startRecheckingMail(services: Services): Repeating {
  const { log } = services;
  return startRepeating({
    run: () => recheckMail(services),
    intervalMs: INTERVAL_MS,
    onError: (error) => log.info({ err: error }, 'the mail server is still away'),
  });
}

/** One look. Throws while the server is away. */
export async function recheckMail({ config, db }: Pick<Services, 'config' | 'db'>): Promise<void> {
  if (config.mail.kind === 'outbox' || (await readMailServerAway(db.drizzle)) === null) return;
  await verifySmtp(config.mail.url);
  await recordMailServerAway(db.drizzle, null);
}
