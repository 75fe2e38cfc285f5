import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { parseProof } from '#domain/log/proof.ts';
import { auditLog, type AuditOptions } from '#server/log/audit/audit.ts';
import { auditDocuments } from '#server/log/audit/documents.ts';
import { evidenceSchema } from '#wire/evidence.ts';
import { withServices } from './with-services.ts';

/**
 * Audits the log and every chain of the instance. Prints each problem on a line and fails if there are any.
 */
export async function audit(args: string[]): Promise<void> {
  const { withDocuments, ...options } = await readOptions(args);
  await withServices(async (services) => {
    const { entries, checkpoints, envelopes, faults: ofLog } = await auditLog(services, options);
    const documents = withDocuments ? await auditDocuments(services) : null;
    const faults = [...ofLog, ...(documents?.faults ?? [])];
    process.stdout.write(faults.map(({ check, detail }) => `${check}: ${detail}\n`).join(''));
    if (faults.length > 0) throw new Error(`the audit found ${faults.length} problems`);
    process.stdout.write(
      `${envelopes} chains, ${entries} entries and ${checkpoints} checkpoints are valid\n` +
        (documents === null ? '' : `${documents.checked} documents have their hashes\n`),
    );
  });
}

async function readOptions(args: string[]): Promise<AuditOptions & { readonly withDocuments: boolean }> {
  const { values } = parseArgs({
    args,
    options: {
      kept: { type: 'string' },
      recovered: { type: 'string' },
      documents: { type: 'boolean', default: false },
    },
  });
  const withDocuments = values.documents;
  const kept = values.kept === undefined ? null : await readKept(values.kept);
  if (values.recovered === undefined) return { kept, recovered: null, withDocuments };
  const [, start, end] = /^(\d+)-(\d+)$/.exec(values.recovered) ?? [];
  if (start === undefined || end === undefined)
    throw new Error('--recovered must be the first and the last entry, such as 120-135');
  return { kept, recovered: { start: Number(start), end: Number(end) + 1 }, withDocuments };
}

/** Reads a checkpoint from a checkpoint file, a proof, or an evidence file. */
export async function readKept(path: string): Promise<string> {
  const text = await readFile(path, 'utf8');
  if (!text.startsWith('{')) return parseProof(text)?.checkpoint ?? text;
  const read = evidenceSchema.pick({ log: true }).safeParse(JSON.parse(text));
  if (!read.success) throw new Error(`${path} is not an evidence file`);
  const proof = read.data.log === null ? null : parseProof(read.data.log.proof);
  if (proof === null) throw new Error(`${path} has no checkpoint`);
  return proof.checkpoint;
}
