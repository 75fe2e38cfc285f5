import { readFile } from 'node:fs/promises';
import { parseProof } from '#domain/log/proof.ts';
import { auditLog, type AuditOptions } from '#server/log/audit/audit.ts';
import { auditDocuments } from '#server/log/audit/documents.ts';
import type { LogServices } from '#server/log/services.ts';
import { evidenceSchema } from '#wire/evidence.ts';

type Options = {
  readonly kept?: string | undefined;
  readonly recovered?: AuditOptions['recovered'] | undefined;
  readonly documents?: true | undefined;
};

/**
 * Audits the log and every chain of the instance. Prints each problem on a line and fails if there are any.
 */
export async function audit(services: LogServices, options: Options): Promise<void> {
  const kept = options.kept === undefined ? null : await readKept(options.kept);
  const audited = await auditLog(services, { kept, recovered: options.recovered ?? null });
  const documents = options.documents === true ? await auditDocuments(services) : null;
  const faults = [...audited.faults, ...(documents?.faults ?? [])];
  process.stdout.write(faults.map(({ check, detail }) => `${check}: ${detail}\n`).join(''));
  if (faults.length > 0) throw new Error(`the audit found ${faults.length} problems`);
  process.stdout.write(
    `${audited.envelopes} chains, ${audited.entries} entries and ${audited.checkpoints} checkpoints are valid\n` +
      (documents === null ? '' : `${documents.checked} documents have their hashes\n`),
  );
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
