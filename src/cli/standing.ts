import { parseArgs } from 'node:util';
import { readConfig } from '#server/runtime/config.ts';
import { openDatabase } from '#server/db/client/client.ts';
import { readDatabaseTime } from '#server/db/clock/database-clock.ts';
import { approveName, suspend, unsuspend, type Operator } from '#server/organizations/change-standing.ts';
import { createIdMint } from '#server/runtime/context.ts';

import { prepareDatabase } from './database.ts';

/** Suspends an organization: `suspend ORG --reason TEXT`. */
export async function suspendOrganization(args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { reason: { type: 'string' } },
  });
  const { reason } = values;
  if (!reason) throw new Error('suspend requires --reason: see npm run cli -- help');
  await change(positionals, 'suspend', (by, id) => suspend(by, id, reason));
}

/** Ends the suspension of an organization: `unsuspend ORG`. */
export async function unsuspendOrganization(args: string[]): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  await change(positionals, 'unsuspend', unsuspend);
}

/** Approves a name that resembles that of a well-known service: `approve-name ORG [NAME]`. */
export async function approveOrganizationName(args: string[]): Promise<void> {
  const { positionals } = parseArgs({ args, allowPositionals: true });
  const [id, name] = positionals;
  await change(id === undefined ? [] : [id], 'approve-name', (by) => approveName(by, id ?? '', name ?? null));
}

async function change(
  [id, ...rest]: readonly string[],
  command: string,
  run: (by: Operator, id: string) => Promise<string>,
): Promise<void> {
  if (id === undefined || rest.length > 0)
    throw new Error(`${command} requires the identifier of one organization: see npm run cli -- help`);
  const server = await prepareDatabase(readConfig());
  try {
    const db = openDatabase(server.config.database);
    try {
      const clock = await readDatabaseTime(db);
      process.stdout.write(`${await run({ db, clock, newId: createIdMint(clock) }, id)}\n`);
    } finally {
      await db.close();
    }
  } finally {
    await server.stop();
  }
}
