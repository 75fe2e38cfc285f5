import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { type Dashboard, signUp } from '../scripts/client/dashboard.ts';
import { type Envelopes, createEnvelopesClient } from '../scripts/client/envelopes.ts';
import { type HttpClient, openHttpClient } from '../scripts/client/http.ts';
import type { ProbeReport } from './stall-probe.ts';

/** The program as users run it, in a process of its own with its own database. */
export interface BenchServer {
  readonly http: HttpClient;
  /** Creates an organization. Returns clients for its owner's session and its API key. */
  readonly tenant: () => Promise<{ dashboard: Dashboard; api: Envelopes; apiKey: string }>;
  /** Returns what the probe in the server's process measured while `action` ran. */
  readonly observed: (action: () => Promise<unknown>) => Promise<ProbeReport>;
  /** The id of the process. */
  readonly pid: number;
  /** How many lines the server has logged. */
  readonly logLines: () => number;
  readonly stop: () => Promise<void>;
}

const PROBE = new URL('./stall-probe.ts', import.meta.url).href;
const PROGRAM = fileURLToPath(new URL('../src/cli/start.ts', import.meta.url));
const UNLIMITED = '1000000000';

/**
 * Starts the server with default settings except for rate limits, which are lifted. Without `directory`, it
 * runs on a temporary data directory.
 */
export async function startServer(given?: string): Promise<BenchServer> {
  const dataDir = given ?? mkdtempSync(join(tmpdir(), 'countersign-bench-'));
  const { PATH = '', HOME = '' } = process.env;
  const limits = {
    RATE_LIMIT_API_KEY: UNLIMITED,
    RATE_LIMIT_SIGNER: UNLIMITED,
    RATE_LIMIT_SESSION: UNLIMITED,
    RATE_LIMIT_ORGANIZATION: UNLIMITED,
    QUOTA_EMAILS_PER_DAY: UNLIMITED,
    QUOTA_RESENDS_PER_DAY: UNLIMITED,
    QUOTA_UPLOADS_PER_DAY: UNLIMITED,
    QUOTA_NEW_DAYS: '0',
    RATE_LIMIT_LOGIN: UNLIMITED,
    SIGNUP: 'open',
  };
  const child = spawn(process.execPath, [...listHeapLimits(), '--import', PROBE, PROGRAM], {
    env: { PATH, HOME, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'warn', ...limits, ...getProfilingEnv() },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let logLines = 0;
  child.stderr?.on('data', (chunk: Buffer) => {
    process.stderr.write(chunk);
    logLines += chunk.toString('latin1').split('\n').length - 1;
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    let stdout = '';
    child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
      stdout += chunk;
      const found = /listening on (\S+)/.exec(stdout)?.[1];
      if (found !== undefined) resolve(found);
    });
    void ended.then(() => reject(new Error('the server ended before it listened')));
  });
  const http = openHttpClient(url);

  const report = () =>
    new Promise<ProbeReport>((resolve) => {
      child.once('message', (message) => resolve(message as ProbeReport));
      child.send('report');
    });
  return {
    http,
    pid: child.pid ?? 0,
    logLines: () => logLines,
    tenant: async () => {
      const email = `owner.${randomUUID()}@example.com`;
      const owner = { organization: 'Bench Ltd', name: 'Olga Owner', email, password: randomUUID() };
      const dashboard = await signUp(http, owner);
      const apiKey = await dashboard.newApiKey('Bench');
      return { dashboard, apiKey, api: createEnvelopesClient(http, apiKey) };
    },
    observed: async (action) => {
      child.send('watch');
      await action();
      return await report();
    },
    stop: async () => {
      http.close();
      child.kill('SIGTERM');
      await ended;
      if (given === undefined) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The flags that `npm start` passes. */
function listHeapLimits(): string[] {
  const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    scripts: { start: string };
  };
  return scripts.start.split(' ').filter((word) => word.startsWith('--'));
}

/** With `BENCH_CPU_PROFILE=DIRECTORY`, the server writes a profile of its main thread there when it stops. */
function getProfilingEnv(): Record<string, string> {
  const directory = process.env['BENCH_CPU_PROFILE'];
  return directory === undefined ? {} : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${directory}` };
}
