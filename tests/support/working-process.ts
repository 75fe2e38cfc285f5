import type { EffectName } from '#domain/effects.ts';
import { EFFECT_NAMES } from '#domain/effects.ts';
import { openDatabase } from '#server/db/client/client.ts';
import { openPresence } from '#server/db/client/presence.ts';
import { recordJobs } from '#server/db/housekeeping/running-jobs.ts';
import { openQueue, type Handlers } from '#server/queue.ts';

/** A process that fetches all jobs and finishes none. Prints a line for each. */
const address = JSON.parse(process.argv[2] ?? '') as Parameters<typeof openDatabase>[0];
const fail = (error: unknown) => {
  throw error;
};
const db = openDatabase(address);
const presence = await openPresence(address, fail);
const queue = await openQueue(address, {
  onError: fail,
  onTaken: (jobs) => recordJobs(db, presence.process, jobs),
});
const hang = (name: EffectName) => () => {
  process.stdout.write(`took ${name}\n`);
  return new Promise<never>(() => undefined);
};
const handlers = Object.fromEntries(EFFECT_NAMES.map((name) => [name, hang(name)])) as unknown as Handlers;
await queue.work(handlers, { concurrency: 4 });
process.stdout.write('ready\n');
