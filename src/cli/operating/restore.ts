import { existsSync, statSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { readConfig } from '#server/runtime/config.ts';
import { ownEverything } from '#server/db/embedded/account.ts';
import { copyTree } from '#server/db/embedded/copy-tree.ts';
import { readLatestCheckpoint } from '#server/db/log/checkpoints.ts';
import { auditDocuments } from '#server/log/audit/documents.ts';
import { auditLog } from '#server/log/audit/audit.ts';
import type { AuditCheck, AuditFault } from '#server/log/audit/report.ts';
import { compareWithStorage } from '#server/log/compare.ts';
import { isLogForked, logProblems } from '#server/log/health.ts';
import { readLogKey } from '#server/log/identity.ts';
import type { LogServices } from '#server/log/services.ts';
import { askWitnesses } from '#server/log/witnesses.ts';
import { readKept } from '../audit.ts';
import { COMMAND } from '../service-settings.ts';
import { withServices } from '../with-services.ts';

/**
 * Checks that don't stop a restore. The service signs no checkpoint while they fail, and the rest of the
 * backup may be all that is left.
 */
const RECOVERABLE: ReadonlySet<AuditCheck> = new Set(['stored_checkpoint', 'witnessed_checkpoint']);

/**
 * Copies a backup to an empty DATA_DIR, recomputes every chain, the log
 * and each document's hash, and compares the log with everyone who has seen it. DATA_DIR stays empty unless
 * the backup is sound.
 */
export async function restore(
  directory: string,
  options: { readonly kept?: string | undefined },
): Promise<void> {
  const from = resolve(directory);
  const to = resolve(process.env['DATA_DIR'] ?? '.data');
  await requireBackup(from);
  if (process.env['DATABASE_URL'] !== undefined)
    throw new Error('DATABASE_URL is set: restore that database with its own tools (docs/operations.md)');
  if (existsSync(to) && (await readdir(to)).length > 0)
    throw new Error(`${to} is not empty: move it away first, it's the newest state that you have`);
  const kept = options.kept === undefined ? null : await readKept(options.kept);

  const partial = `${to}.partial`;
  if (existsSync(partial)) throw new Error(`${partial} is left from an earlier attempt: remove it`);
  await mkdir(dirname(to), { recursive: true });
  try {
    await copyTree(from, partial);
    const env = { ...process.env, DATA_DIR: partial };
    await withServices((services) => check(services, kept), readConfig(env));
    giveToOwner(to, partial);
    await rm(to, { recursive: true, force: true });
    await rename(partial, to);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    throw error;
  }
  process.stdout.write(`${to} is restored: start the service\n`);
}

/**
 * Gives the restored data to the owner of the directory that it replaces, because the service's user may have
 * a different number on this machine than where the backup was made. In all other cases, files keep the
 * owners that they have in the backup.
 */
function giveToOwner(replaced: string, restored: string): void {
  const owner = statSync(replaced, { throwIfNoEntry: false });
  if (process.getuid?.() === 0 && owner !== undefined && owner.uid !== 0) ownEverything(restored, owner);
}

/** Throws unless a directory has everything that `backup` writes. */
async function requireBackup(directory: string): Promise<void> {
  if (directory.endsWith('.partial')) throw new Error(`${directory} is a backup that didn't end`);
  if (!existsSync(join(directory, 'postgres', 'PG_VERSION')))
    throw new Error(`${directory} is not a backup: it has no postgres/PG_VERSION`);
  if (existsSync(join(directory, 'postgres', 'postmaster.pid')))
    throw new Error(`${directory} is in use: stop the service or command that has it as DATA_DIR`);
  if (!existsSync(join(directory, 'secret-key')) && process.env['SECRET_KEY'] === undefined)
    throw new Error(
      `${directory} has no secret-key: set SECRET_KEY to the key of that time, or nothing could be sealed`,
    );
}

/** Audits the restored data, and prints where its log ends and who has seen more of it. */
async function check(services: LogServices, kept: string | null): Promise<void> {
  const key = await readLogKey(services);
  if (key === null) {
    process.stdout.write('the log has not begun: there are no chains to check\n');
    return;
  }
  await compareWithStorage(services, key);
  await askWitnesses(services, { again: true });
  const { entries, checkpoints, envelopes, faults } = await auditLog(services, { kept, recovered: null });
  const documents = await auditDocuments(services);
  const wrong = [...faults, ...documents.faults].filter((fault) => !RECOVERABLE.has(fault.check));
  process.stdout.write(wrong.map(formatFault).join(''));
  if (wrong.length > 0) throw new Error(`the backup has ${wrong.length} problems and was not restored`);
  const latest = await readLatestCheckpoint(services.db.drizzle);
  process.stdout.write(
    `${envelopes} chains, ${entries} entries and ${checkpoints} checkpoints are valid\n` +
      `${documents.checked} documents have their hashes\n` +
      (latest === null
        ? 'the log has no checkpoint yet\n'
        : `the log's last checkpoint has ${latest.size} entries and is from ${latest.signedAt.toISOString()}\n`),
  );
  const problems = await logProblems(services);
  process.stdout.write([...faults.map(formatFault), ...problems.map((problem) => `${problem}\n`)].join(''));
  if (await isLogForked(services))
    process.stdout.write(
      'Others have seen another log of this name. The service signs nothing until you resolve that: docs/transparency-log.md, "A forked log"\n',
    );
  else if (faults.length > 0)
    process.stdout.write(
      `The log is older than what others have seen of it. The service signs nothing until you recover it: ${COMMAND} log recover\n`,
    );
}

function formatFault({ check: name, detail }: AuditFault): string {
  return `${name}: ${detail}\n`;
}
