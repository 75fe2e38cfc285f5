import type { Config, Settings } from '#server/runtime/config.ts';
import { type DatabaseAddress, toDirectAddress } from '#server/db/client/address.ts';
import { startEmbedded } from '#server/db/embedded/embedded.ts';
import { migrate } from '#server/db/migrations/migrate.ts';
import { retryUntilDatabaseIsUp } from '#server/db/client/unreachable.ts';

/** A migrated database. Call `stop` when this process no longer needs it. */
export interface ReadyDatabase {
  readonly config: Config;
  /** The address to use for anything that the program's own role isn't allowed to do. */
  readonly owner: DatabaseAddress;
  readonly stop: () => Promise<void>;
}

/** Starts or joins the embedded server, unless DATABASE_URL is set, and migrates the database. */
export async function prepareDatabase(settings: Settings): Promise<ReadyDatabase> {
  const { database } = settings;
  const server =
    database.kind === 'embedded'
      ? await startEmbedded(database.dataDir)
      : { address: database, owner: toDirectAddress(database), stop: () => Promise.resolve() };
  try {
    await retryUntilDatabaseIsUp(() => migrate(server.owner));
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { config: { ...settings, database: server.address }, owner: server.owner, stop: server.stop };
}
