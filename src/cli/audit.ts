import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { readConfig } from '#server/app/config.ts';
import { openDatabase } from '#server/db/client/client.ts';
import { auditCheckpoints, type KeptCheckpoint } from '#server/sealing/audit-checkpoints.ts';
import { evidenceSchema } from '#wire/evidence.ts';

import { readyDatabase } from './database.ts';

type Wanted = { readonly organizationId: string; readonly kept: KeptCheckpoint | null };

/** Audits an organization's checkpoints. Prints each problem on a line and fails if there are any. */
export async function audit(args: string[]): Promise<void> {
  const { organizationId, kept } = await readOptions(args);
  const server = await readyDatabase(readConfig());
  try {
    const database = openDatabase(server.config.database);
    try {
      const { leaves, checkpoints, faults } = await auditCheckpoints(database, organizationId, kept);
      process.stdout.write(faults.map((fault) => `${fault}\n`).join(''));
      if (faults.length > 0)
        throw new Error(`the audit of ${organizationId} found ${faults.length} problems`);
      process.stdout.write(`${checkpoints} checkpoints over ${leaves} leaves are valid\n`);
    } finally {
      await database.close();
    }
  } finally {
    await server.stop();
  }
}

async function readOptions(args: string[]): Promise<Wanted> {
  const { values } = parseArgs({
    args,
    options: { organization: { type: 'string' }, kept: { type: 'string' } },
  });
  if (values.kept !== undefined) return await readKept(values.kept);
  if (values.organization) return { organizationId: values.organization, kept: null };
  throw new Error('audit requires --organization or --kept: see npm run cli -- help');
}

async function readKept(path: string): Promise<Wanted> {
  const read = evidenceSchema
    .pick({ organizationId: true, checkpoint: true })
    .safeParse(JSON.parse(await readFile(path, 'utf8')));
  if (!read.success) throw new Error(`${path} is not an evidence file`);
  const { organizationId, checkpoint } = read.data;
  if (checkpoint === null) throw new Error(`${path} has no checkpoint`);
  return { organizationId, kept: checkpoint };
}
