import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { askLog, createHttpLogReader, type LogReader } from './ask-log.ts';
import { readDerStructures } from './pem.ts';
import type { VerifyOptions } from './options.ts';
import { LEVELS, type Outcome } from './result.ts';
import { verify, type Report, type Verdict } from './verify.ts';
import { describeResult, getResultTitle } from './words.ts';

/** What one types to run this command where it was installed as a package. */
const PACKAGE = 'npx countersign-verify';

const HELP = `Verifies a sealed PDF. It exits with 0 if the file is valid, 1 if it isn't, 2 if nothing was verified, 3 if it
can't be decided.

Options:
  --ca FILE             a root certificate to trust (PEM or DER); can be repeated
  --fingerprint SHA256  the same, by its fingerprint; can be repeated
  --tsa-ca FILE         a root certificate of a timestamp service to trust; can be repeated
  --crl FILE            a revocation list (PEM or DER); can be repeated
  --evidence FILE       the evidence that the service exports
  --log-key VKEY        the key of the public log to trust; can be repeated
  --witness VKEY        the key of a witness of the log; can be repeated
  --quorum NUMBER       how many witnesses have to have signed
  --log ADDRESS         the public log to ask for its newest state (a URL, or a folder with its files)
  --later FILE          a later checkpoint with its consistency proof (c2sp.org/tlog-witness)
  --level LEVEL         the lowest level to accept: B-B, B-T, B-LT or B-LTA
  --at TIME             verify as of this time (ISO 8601)
  --json                print the whole report
  -h, --help            print this help`;

const EXIT: Readonly<Record<Verdict, number>> = { valid: 0, invalid: 1, incomplete: 3 };
const SIGNS: Readonly<Record<Outcome, string>> = { passed: '✓', failed: '✗', not_checked: '–' };
const ANSWERS: Readonly<Record<Verdict, string>> = {
  valid: 'This document hasn’t changed since it was sealed.',
  invalid: 'Don’t rely on this copy.',
  incomplete: 'Nothing is wrong, but not everything could be checked.',
};

/** Runs the command and returns its exit code. The help shows `invocation` as what one types. */
export async function runCli(args: string[], invocation = PACKAGE): Promise<number> {
  let report: Report;
  let isJson: boolean;
  try {
    const { values, positionals } = parseArguments(args);
    if (values.help) {
      process.stdout.write(formatHelp(invocation));
      return 0;
    }
    const [path, ...others] = positionals;
    if (path === undefined || others.length > 0) throw new Error(formatHelp(invocation));
    isJson = values.json;
    const bytes = new Uint8Array(await readFile(path));
    report = await verify(bytes, await readOptions(values));
  } catch (error) {
    process.stderr.write(`${(error instanceof Error ? error.message : String(error)).trimEnd()}\n`);
    return 2;
  }
  process.stdout.write(isJson ? `${JSON.stringify(report, null, 2)}\n` : describe(report));
  return EXIT[report.verdict];
}

function formatHelp(invocation: string): string {
  return `Usage: ${invocation} FILE [OPTIONS]\n\n${HELP}\n\nExample:\n  ${invocation} contract.pdf --ca root.pem\n`;
}

function parseArguments(args: string[]) {
  const many = { type: 'string', multiple: true, default: [] as string[] } as const;
  return parseArgs({
    args,
    allowPositionals: true,
    options: {
      ca: many,
      fingerprint: many,
      'tsa-ca': many,
      crl: many,
      'log-key': many,
      witness: many,
      quorum: { type: 'string' },
      evidence: { type: 'string' },
      log: { type: 'string' },
      later: { type: 'string' },
      level: { type: 'string' },
      at: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
}

async function readOptions(values: ReturnType<typeof parseArguments>['values']): Promise<VerifyOptions> {
  const read = async (paths: readonly string[]) =>
    (
      await Promise.all(paths.map(async (path) => readDerStructures(new Uint8Array(await readFile(path)))))
    ).flat();
  const minimumLevel = LEVELS.find((level) => level === values.level);
  const evidence =
    values.evidence === undefined ? undefined : new Uint8Array(await readFile(values.evidence));
  const now = values.at === undefined ? undefined : new Date(values.at);
  if (values.level !== undefined && minimumLevel === undefined)
    throw new Error(`unknown level ${values.level}`);
  if (now !== undefined && Number.isNaN(now.getTime())) throw new Error(`not a time: ${values.at ?? ''}`);
  return {
    roots: await read(values.ca),
    rootFingerprints: values.fingerprint,
    timestampRoots: await read(values['tsa-ca']),
    revocationLists: await read(values.crl),
    evidence,
    log: await readLogTrust(values, evidence),
    minimumLevel,
    now,
  };
}

async function readLogTrust(
  {
    'log-key': keys,
    witness: witnesses,
    quorum = '0',
    later,
    log,
  }: ReturnType<typeof parseArguments>['values'],
  evidence: Uint8Array | undefined,
) {
  if (!/^\d{1,3}$/.test(quorum)) throw new Error(`not a number of witnesses: ${quorum}`);
  if (log !== undefined && (evidence === undefined || later !== undefined))
    throw new Error('--log requires --evidence, and makes --later unnecessary');
  const asked =
    log === undefined || evidence === undefined ? undefined : await askLog(evidence, createLogReader(log));
  const text = later === undefined ? asked : await readFile(later, 'utf8');
  return { keys, witnesses, quorum: Number(quorum), later: text };
}

function createLogReader(address: string): LogReader {
  if (/^https?:/.test(address)) return createHttpLogReader(address);
  return async (path) => {
    try {
      return new Uint8Array(await readFile(join(address, path)));
    } catch {
      return null;
    }
  };
}

function describe({ verdict, isTest, results, originalBytes }: Report): string {
  const lines = results.map(
    (one) => `${SIGNS[one.outcome]} ${getResultTitle(one)}\n    ${describeResult(one)} [${one.code}]`,
  );
  const rescue =
    originalBytes === null
      ? []
      : [`The sealed original is still inside: head -c ${originalBytes} FILE > original.pdf`];
  const answer = isTest
    ? [ANSWERS[verdict], "It was sealed in test mode, so it isn't binding."]
    : [ANSWERS[verdict]];
  return `${[...answer, '', ...lines, ...rescue].join('\n')}\n`;
}
