import { readMailServerAway, recordMailServerAway } from '#server/db/mail/mail-server-state.ts';
import { verifySmtp } from '#server/mail/transport.ts';
import type { Services } from '#server/runtime/services.ts';
import { startRepeating, type Repeating } from './repeat.ts';

const INTERVAL_MS = 60_000;

/**
 * Checks again and again, while the mail server is recorded as unreachable, whether it still is. There may be
 * no email left to send that would reveal it.
 */
export function startRecheckingMail(services: Services): Repeating {
  const { log } = services;
  return startRepeating({
    run: () => recheckMail(services),
    intervalMs: INTERVAL_MS,
    onError: (error) => log.info({ err: error }, 'the mail server is still away'),
  });
}

/** Checks the mail server once. Throws while it is unreachable. */
export async function recheckMail({ config, db }: Pick<Services, 'config' | 'db'>): Promise<void> {
  if (config.mail.kind === 'outbox' || (await readMailServerAway(db.drizzle)) === null) return;
  await verifySmtp(config.mail.url);
  await recordMailServerAway(db.drizzle, null);
}
