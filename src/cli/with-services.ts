import { readConfig, type Settings } from '#server/runtime/config.ts';
import { openConfiguredStorage } from '#server/main/configured-storage.ts';
import { createIdMint } from '#server/runtime/context.ts';
import { openLog } from '#server/runtime/log.ts';
import type { Services } from '#server/runtime/services.ts';
import { type DatabaseAddress, toDirectAddress } from '#server/db/client/address.ts';
import { openDatabase } from '#server/db/client/client.ts';
import { readDatabaseTime } from '#server/db/clock/database-clock.ts';
import type { LogServices } from '#server/log/services.ts';
import { openOutbound } from '#server/outbound/outbound.ts';
import { openTimestampServices } from '#server/outbound/timestamp-services.ts';
import { openQueue, type Queue } from '#server/queue.ts';
import { prepareDatabase } from './database.ts';

/** What the operator's commands work with. */
export type OperatorServices = LogServices &
  Pick<Services, 'newId'> & {
    /** The address to use for anything that the program's own role isn't allowed to do. */
    readonly owner: DatabaseAddress;
  };

/** Runs a command with its services, and closes them afterwards. */
export async function withServices(
  command: (services: OperatorServices) => Promise<void>,
  settings: Settings = readConfig(),
): Promise<void> {
  const { config, owner, stop } = await prepareDatabase(settings);
  try {
    const db = openDatabase(config.database);
    try {
      const clock = await readDatabaseTime(db);
      const newId = createIdMint(clock);
      const storage = openConfiguredStorage({ config, db, clock, newId });
      const log = openLog(config.logLevel);
      const outbound = openOutbound(config.outbound);
      const timestamps = openTimestampServices({
        ...config.timestamps,
        clock,
        onFailure: (url, reason) => log.warn({ url, reason }, 'a timestamp service gave no timestamp'),
      });
      await command({ config, owner, db, storage, outbound, timestamps, clock, newId, log });
    } finally {
      await db.close();
    }
  } finally {
    await stop();
  }
}

/** Opens the queue for a command, and closes it afterwards. */
export async function withQueue<Result>(
  { config, log }: OperatorServices,
  command: (queue: Queue) => Promise<Result>,
): Promise<Result> {
  const queue = await openQueue(toDirectAddress(config.database), {
    hearsNotices: false,
    onError: (error) => log.error({ err: error, of: 'database' }, 'queue'),
    onTaken: () => Promise.resolve(),
  });
  try {
    return await command(queue);
  } finally {
    await queue.close();
  }
}
