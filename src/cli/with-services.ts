import { readConfig, type Settings } from '#server/runtime/config.ts';
import { openConfiguredStorage } from '#server/main/configured-storage.ts';
import { createIdMint } from '#server/runtime/context.ts';
import { openLog } from '#server/runtime/log.ts';
import { openDatabase } from '#server/db/client/client.ts';
import { readDatabaseTime } from '#server/db/clock/database-clock.ts';
import type { LogServices } from '#server/log/services.ts';
import { openOutbound } from '#server/outbound/outbound.ts';
import { openTimestampServices } from '#server/outbound/timestamp-services.ts';
import { prepareDatabase } from './database.ts';

/** Runs a command with the services that the log needs, and closes them afterwards. */
export async function withServices(
  command: (services: LogServices) => Promise<void>,
  settings: Settings = readConfig(),
): Promise<void> {
  const server = await prepareDatabase(settings);
  try {
    const { config } = server;
    const db = openDatabase(config.database);
    try {
      const clock = await readDatabaseTime(db);
      const storage = openConfiguredStorage({ config, db, clock, newId: createIdMint(clock) });
      const log = openLog(config.logLevel);
      const timestamps = openTimestampServices({
        ...config.timestamps,
        clock,
        onFailure: (url, reason) => log.warn({ url, reason }, 'a timestamp service gave no timestamp'),
      });
      await command({ config, db, storage, outbound: openOutbound(config.outbound), timestamps, clock, log });
    } finally {
      await db.close();
    }
  } finally {
    await server.stop();
  }
}
