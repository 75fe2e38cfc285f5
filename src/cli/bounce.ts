import { readFile } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { readConfig } from '#server/runtime/config.ts';
import { createIdMint } from '#server/runtime/context.ts';
import { openDatabase } from '#server/db/client/client.ts';
import { readDatabaseTime } from '#server/db/clock/database-clock.ts';
import { openLog } from '#server/runtime/log.ts';
import { readBounce } from '#server/mail/bounce.ts';
import { noteBounce } from '#server/envelopes/note-bounce.ts';
import { openQueue } from '#server/queue.ts';

import { prepareDatabase } from './database.ts';

/**
 * Reads a delivery report from a file or standard input and records it. Other emails are ignored with a
 * message.
 */
export async function recordBounceReport(args: string[]): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const [path] = positionals;
  const back = await readBounce(path === undefined ? await buffer(process.stdin) : await readFile(path));
  if (back === null) return say('this email is not a delivery report');
  const server = await prepareDatabase(readConfig());
  try {
    const { config } = server;
    const log = openLog(config.logLevel);
    const db = openDatabase(config.database);
    const queue = await openQueue(config.database, {
      onError: (error) => log.error({ err: error }, 'queue'),
      onTaken: () => Promise.resolve(),
    });
    try {
      const clock = await readDatabaseTime(db);
      const mail = await noteBounce({ config, db, queue, clock, newId: createIdMint(clock) }, back);
      say(
        mail === null
          ? `${back.messageId} was not sent by this service`
          : `${mail.recipient}: ${back.reason}`,
      );
    } finally {
      await queue.close();
      await db.close();
    }
  } finally {
    await server.stop();
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
