import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startEmbedded } from '#server/db/embedded/embedded.ts';

import { runProgram } from '../../support/program.ts';

let dataDir: string;
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'countersign-bootstrap-'));
});
afterAll(() => {
  rmSync(dataDir, { recursive: true });
});

const PASSWORD = 'correct horse battery';

async function cli(...args: string[]): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const program = runProgram('main', { DATA_DIR: dataDir }, args);
  const { code } = await program.ended;
  return { code, ...program.output() };
}

const bootstrap = (email: string, ...args: string[]) =>
  cli(
    'bootstrap',
    '--organization',
    'Åcme 会社',
    '--name',
    'Ada',
    '--email',
    email,
    '--password',
    PASSWORD,
    ...args,
  );

describe('bootstrap', () => {
  test('without a running server: makes an organization, and leaves no server behind', async () => {
    const { code, stdout, stderr } = await bootstrap('first@example.com', '--json');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({
      organizationId: expect.stringMatching(/^org_[0-9a-hjkmnp-tv-z]{26}$/),
      teamId: expect.stringMatching(/^team_/),
      userId: expect.stringMatching(/^user_/),
      apiKey: expect.stringMatching(/^svc_sk_/),
    });
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false);
  });

  test('with a running server: uses it and leaves it running', async () => {
    const server = await startEmbedded(dataDir);
    const { code, stdout } = await bootstrap('second@example.com');
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^organizationId: org_\w+\nteamId: team_\w+\nuserId: user_\w+\napiKey: svc_sk_\w+\n$/,
    );
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(true);
    await server.stop();
  });

  test('an address that has an account already is refused', async () => {
    await bootstrap('twice@example.com');
    const { code, stdout, stderr } = await bootstrap('twice@example.com');
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^countersign: .*\/email: already has an account.*\n$/);
  });

  test.each([
    [
      ['bootstrap', '--organization', 'X', '--name', 'A', '--email', 'a@example.com'],
      "required option '--password <password>' not specified",
    ],
    [['jobs', 'failed', '--limits', '5'], "unknown option '--limits' (Did you mean --limit?)"],
    [['bootstrap', '--organization', 'X', '--email', 'nobody', '--password', PASSWORD], '/email'],
    [['frobnicate'], "unknown command 'frobnicate'"],
  ])('%j prints one line that says what is wrong', async (args, message) => {
    const { code, stdout, stderr } = await cli(...args);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(message);
    expect(stderr.trim().split('\n')).toHaveLength(1);
  });
});

test('help lists the commands', async () => {
  const { code, stdout } = await cli('help');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^ {2}bootstrap \[options\] +Creates an organization/m);
});
