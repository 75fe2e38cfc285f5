import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { readLockFile } from '#server/db/embedded/lock-file.ts';
import { stopServer } from '#server/db/embedded/postmaster.ts';

import { type Program, runProgram } from '../../support/program.ts';

const LISTENING = /^Countersign is listening on (http:\S+)\n/;
const START_TIMEOUT_MS = 120_000;

let dataDir: string;
let programs: Program[];

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'countersign-start-'));
  programs = [];
});
afterEach(async () => {
  for (const { child } of programs) child.kill('SIGKILL');
  await Promise.all(programs.map(({ ended }) => ended));
  await stopServer(join(dataDir, 'postgres'));
  rmSync(dataDir, { recursive: true, force: true });
});

function run(
  name: 'start' | 'worker' | 'main',
  env: Record<string, string> = {},
  args: string[] = [],
): Program {
  const program = runProgram(name, { DATA_DIR: dataDir, PORT: '0', ...env }, args);
  programs.push(program);
  return program;
}

async function started(program: Program): Promise<string> {
  const [, url] = await program.printed(LISTENING);
  return url ?? '';
}

const serverPid = () => readLockFile(join(dataDir, 'postgres'))?.pid;

describe('npm start', { timeout: START_TIMEOUT_MS }, () => {
  test('prints the URL, answers there, and ends cleanly on SIGTERM', async () => {
    const program = run('start');
    const url = await started(program);
    const health = await fetch(`${url}/api/health`);
    expect(health.status).toBe(200);
    expect((await fetch(url)).status).toBe(200);

    program.child.kill('SIGTERM');
    expect(await program.ended).toEqual({ code: 0, signal: null });
    expect(program.output().stdout).toMatch(LISTENING);
    expect(serverPid()).toBeUndefined();
  });

  test('does not build again when nothing has changed', async () => {
    await started(run('start'));
    const second = run('start');
    await started(second);
    expect(second.output().stderr).not.toContain('building');
  });

  test('finishes a request that is under way before it stops', async () => {
    const bootstrap = run('main', {}, [
      ...['bootstrap', '--json', '--organization', 'X', '--name', 'A', '--email', 'a@example.com'],
      ...['--password', 'correct horse battery'],
    ]);
    expect(await bootstrap.ended).toMatchObject({ code: 0 });
    const { apiKey } = JSON.parse(bootstrap.output().stdout) as { apiKey: string };
    const program = run('start');
    const url = await started(program);

    const body = JSON.stringify({ originalFilename: 'late.pdf' });
    const upload = request(`${url}/api/v1/envelopes`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        'content-length': body.length,
        expect: '100-continue',
      },
    });
    const status = new Promise<number | undefined>((resolve, reject) => {
      upload.on('error', reject).on('response', (response) => resolve(response.resume().statusCode));
    });
    upload.flushHeaders();
    await new Promise((resolve) => upload.on('continue', resolve));
    upload.write(body.slice(0, 5));

    program.child.kill('SIGTERM');
    await refusal(url);
    upload.end(body.slice(5));
    expect(await status).toBe(201);
    expect(await program.ended).toEqual({ code: 0, signal: null });
  });

  test('takes a Ctrl-C that arrives twice, from the terminal and from npm, for one', async () => {
    const program = run('start');
    await started(program);
    program.child.kill('SIGINT');
    program.child.kill('SIGINT');
    expect(await program.ended).toEqual({ code: 0, signal: null });
    expect(serverPid()).toBeUndefined();
  });

  test('does not outlive the npm that started it', async () => {
    const npm = spawn('npm', ['start'], {
      cwd: fileURLToPath(new URL('../../..', import.meta.url)),
      env: { ...process.env, DATA_DIR: dataDir, PORT: '0' },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let stdout = '';
    npm.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
    await expect.poll(() => stdout, { timeout: START_TIMEOUT_MS }).toContain('Countersign is listening on');
    npm.kill('SIGKILL');
    await expect.poll(serverPid, { timeout: 30_000 }).toBeUndefined();
  });

  test('after kill -9 the next start adopts the database that was left running', async () => {
    const first = run('start');
    await started(first);
    const pid = serverPid();
    first.child.kill('SIGKILL');
    await first.ended;

    const second = run('start');
    expect((await fetch(`${await started(second)}/api/health`)).status).toBe(200);
    expect(serverPid()).toBe(pid);
    second.child.kill('SIGTERM');
    expect(await second.ended).toEqual({ code: 0, signal: null });
    expect(serverPid()).toBeUndefined();
  });

  test('after kill -9 of everything the next start recovers', async () => {
    const first = run('start');
    await started(first);
    const pid = serverPid() ?? Number.NaN;
    first.child.kill('SIGKILL');
    process.kill(pid, 'SIGKILL');
    await first.ended;
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(true);

    expect((await fetch(`${await started(run('start'))}/api/health`)).status).toBe(200);
  });

  test('keeps serving when its database is killed', async () => {
    const program = run('start');
    const url = await started(program);
    process.kill(serverPid() ?? Number.NaN, 'SIGKILL');
    await expect.poll(async () => (await fetch(`${url}/api/health`)).status, { timeout: 20_000 }).toBe(200);
    // Whatever needed the database failed for a while, which is written once.
    const lost = program
      .output()
      .stderr.split('\n')
      .filter((line) => /"code":"(57P|CONNECT|ECONN)/.test(line));
    expect(lost.length).toBeLessThanOrEqual(1);
  });
});

describe('a start that fails', { timeout: START_TIMEOUT_MS }, () => {
  test('because of a wrong value says so in one line', async () => {
    const program = run('start', { PORT: 'abc' });
    expect(await program.ended).toEqual({ code: 1, signal: null });
    expect(program.output()).toEqual({
      stdout: '',
      stderr: 'countersign: PORT must be a whole number between 0 and 65,535, got "abc"\n',
    });
  });

  test('because its port is taken says so and leaves no database running', async () => {
    const other = createServer();
    const port = await new Promise<number>((resolve) => {
      other.listen(0, '127.0.0.1', () => resolve((other.address() as { port: number }).port));
    });
    const program = run('start', { PORT: String(port) });
    expect(await program.ended).toEqual({ code: 1, signal: null });
    expect(program.output().stderr).toMatch(new RegExp(`^countersign: .*${port}.*\n$`));
    expect(serverPid()).toBeUndefined();
    other.close();
  });

  test('because the database cannot be reached says so', async () => {
    const program = run('start', { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' });
    expect(await program.ended).toEqual({ code: 1, signal: null });
    expect(program.output().stderr).toMatch(/^countersign: .*127\.0\.0\.1:1.*\n$/m);
  });
});

describe('npm run worker', { timeout: START_TIMEOUT_MS }, () => {
  test('shares the database with a web server, and keeps it when that one stops first', async () => {
    const web = run('start', {}, ['--no-worker']);
    await started(web);
    const worker = run('worker');
    await worker.printed(/^Countersign is processing jobs\n$/);
    const pid = serverPid();

    web.child.kill('SIGTERM');
    expect(await web.ended).toEqual({ code: 0, signal: null });
    expect(serverPid()).toBe(pid);
    worker.child.kill('SIGTERM');
    expect(await worker.ended).toEqual({ code: 0, signal: null });
    expect(serverPid()).toBeUndefined();
  });
});

test(
  'the log of the database tells of no error after a start and a stop',
  { timeout: START_TIMEOUT_MS },
  async () => {
    const program = run('start');
    await started(program);
    program.child.kill('SIGTERM');
    await program.ended;
    const log = readFileSync(join(dataDir, 'postgres.log'), 'utf8');
    expect(log.split('\n').filter((line) => line.includes(' ERROR: '))).toEqual([]);
  },
);

/** Resolves when a server no longer accepts connections. */
async function refusal(url: string): Promise<void> {
  const isRefused = () =>
    fetch(`${url}/api/health`, { headers: { connection: 'close' } }).then(
      () => false,
      () => true,
    );
  await expect.poll(isRefused, { timeout: 10_000 }).toBe(true);
}
