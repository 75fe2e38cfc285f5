import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { compareDrawnInk } from '#server/pdf/ink/drawn-ink.ts';
import { createInkGate } from '#server/pdf/ink/lost-ink.ts';
import { openIntake } from '#server/pdf/intake/intake.ts';
import { openTimestampServices } from '#server/outbound/timestamp-services.ts';
import { openSealPool } from '#server/pdf/seal/seal-pool.ts';
import type { SealField } from '#server/pdf/seal/seal-request.ts';

import {
  exampleAuthority,
  examplePicture,
  exampleRequest,
} from '../tests/pdf/support/seal-request-example.ts';
import { startTimestampService } from './timestamp-service.ts';
import { createAgreement } from './agreement.ts';
import { measureRounds, measureMilliseconds } from './figures.ts';

/** One process's figures for one size of document. */
export interface SealingMeasured {
  readonly intakeMs: number[];
  /** The part spent on comparing the prepared pages with the original. */
  readonly gateMs: number[];
  readonly sealMs: number[];
  /** With a timestamp of a local service. */
  readonly timedMs: number[];
  /** The part spent on checking the drawn pages. */
  readonly lookMs: number[];
  readonly peakRssBytes: number;
}

const pages = Number(process.argv[2]);
const rounds = Number(process.argv[3]);
const directory = await mkdtemp(join(tmpdir(), 'countersign-bench-'));
try {
  const result = await measure();
  await new Promise((resolve) => process.send?.(result, resolve));
} finally {
  await rm(directory, { recursive: true, force: true });
}
process.exit(0);

/**
 * Runs both the way the service does: intake in child processes, sealing in a long-lived thread. The first
 * run isn't counted.
 */
async function measure(): Promise<SealingMeasured> {
  const source = join(directory, 'source.pdf');
  const prepared = join(directory, 'prepared.pdf');
  await writeFile(source, await createAgreement(pages));
  const intake = openIntake();
  const take = async () => {
    const read = await intake.read({ organizationId: 'org_bench', waiting: 'job' }, source, prepared);
    if (!read.ok) throw new Error(`the document was refused: ${read.message}`);
  };
  await take();
  const intakeMs = await measureRounds(rounds, () => measureMilliseconds(take));
  await intake.close();
  const [original, copy] = [await readFile(source), await readFile(prepared)];
  const checkInk = async () => {
    // What is known about the same bytes doesn't count.
    const { lost } = await createInkGate(Uint8Array.from(original)).compare(Uint8Array.from(copy), pages);
    if (lost.length > 0) throw new Error('pages lost ink');
  };
  await checkInk();
  const gateMs = await measureRounds(rounds, () => measureMilliseconds(checkInk));

  const { signer } = await exampleAuthority();
  const pool = openSealPool({ threads: 1 });
  const request = exampleRequest(await readFile(prepared), signer, buildFields());
  const seal = () => pool.seal('org_example', request);
  const { bytes } = await seal();
  const look = () => compareDrawnInk(bytes, request.document.length, request.fields);
  await look();
  const lookMs = await measureRounds(rounds, () => measureMilliseconds(look));
  const timestamps = await startLocalTimestamps();
  const sealTimed = () => pool.seal('org_example', { ...request, stamping: timestamps });
  const timed = await sealTimed();
  if (timed.timestamp === null) throw new Error('the local service gave no timestamp');
  // Alternates, so that other load slows both equally.
  const sealMs: number[] = [];
  const timedMs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    sealMs.push(await measureMilliseconds(seal));
    timedMs.push(await measureMilliseconds(sealTimed));
  }
  await Promise.all([pool.close(), timestamps.close()]);
  return { intakeMs, gateMs, sealMs, timedMs, lookMs, peakRssBytes: process.resourceUsage().maxRSS * 1024 };
}

async function startLocalTimestamps() {
  const server = await startTimestampService();
  const services = openTimestampServices({
    ...{ urls: [server.url], timeoutMs: 10_000, clock: () => new Date() },
    onFailure: (_, reason) => process.stderr.write(`${reason}\n`),
  });
  return { ...services, close: server.close };
}

/** Two signatures, a text and a date on the last page, and initials on up to ten others. */
function buildFields(): SealField[] {
  const last = { page: pages, width: 0.3, height: 0.05 };
  const typed = { kind: 'typed', text: 'José Ñandú' } as const;
  const initialled = Math.min(10, pages - 1);
  return [
    { ...last, type: 'signature', x: 0.1, y: 0.8, value: 'true', mark: typed },
    {
      ...last,
      type: 'signature',
      x: 0.6,
      y: 0.8,
      value: 'true',
      mark: { kind: 'drawn', image: examplePicture() },
    },
    { ...last, type: 'text', x: 0.1, y: 0.9, height: 0.03, value: 'Malmö · 東京' },
    { ...last, type: 'date', x: 0.6, y: 0.9, height: 0.03, value: '2026-11-21' },
    ...Array.from({ length: initialled }, (_, index) => ({
      page: index + 1,
      x: 0.85,
      y: 0.94,
      width: 0.1,
      height: 0.03,
      type: 'initials' as const,
      value: 'true',
      mark: { kind: 'typed', text: 'JÑ' } as const,
    })),
  ];
}
