import type { Logger } from 'pino';
import type { Config } from '#server/runtime/config.ts';
import type { Clock } from '#server/runtime/context.ts';
import type { Database } from '#server/db/client/client.ts';

/** The services that stored OAuth records and signing keys need. */
export type RecordServices = {
  readonly config: Config;
  readonly db: Database;
  readonly clock: Clock;
  readonly log: Logger;
};
