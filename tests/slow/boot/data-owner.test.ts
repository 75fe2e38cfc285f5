import { chmodSync, chownSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { patience } from '../../support/patience.ts';
import { runProgram } from '../../support/program.ts';

/**
 * The service's user, its user on another machine, and someone else: numbers that every Linux has a user for.
 */
const SERVICE = { uid: 1, gid: 1 };
const MOVED = { uid: 2, gid: 2 };
const STRANGER = { uid: 3, gid: 3 };
const ACCOUNT = {
  organization: 'Acme',
  name: 'Ada',
  email: 'a@example.com',
  password: 'correct horse battery',
};

const canChangeUser = process.platform === 'linux' && process.getuid?.() === 0;

describe.skipIf(!canChangeUser)(
  'the data of a service with its own user (skipped unless root on Linux)',
  () => {
    let home: string;
    let dataDir: string;
    beforeAll(async () => {
      home = mkdtempSync(join(tmpdir(), 'countersign-owner-'));
      chmodSync(home, 0o755);
      // Like systemd, which creates a state directory inside one that belongs to root.
      dataDir = join(home, 'data');
      makeDirectory(dataDir, SERVICE);
      const args = Object.entries(ACCOUNT).flatMap(([name, value]) => [`--${name}`, value]);
      expect(await cli(['bootstrap', ...args], SERVICE)).toMatchObject({ code: 0, stderr: '' });
    }, patience(120_000));
    afterAll(() => {
      rmSync(home, { recursive: true });
    });

    async function cli(args: readonly string[], user: Owner = {}, directory = dataDir) {
      const program = runProgram('main', { DATA_DIR: directory }, args, user);
      const { code } = await program.ended;
      return { code, ...program.output() };
    }

    test('stays theirs when root runs commands', { timeout: patience(120_000) }, async () => {
      const commands = [['doctor'], ['jobs'], ['log', 'publish'], ['audit', '--documents'], ['pki', 'list']];
      const outcomes = [];
      for (const args of commands) outcomes.push({ args, code: (await cli(args)).code });
      expect(outcomes).toEqual(commands.map((args) => ({ args, code: 0 })));
      expect(ownersIn(dataDir)).toEqual([SERVICE.uid]);
    });

    test(
      'is backed up and restored by root for whoever runs the service',
      { timeout: patience(240_000) },
      async () => {
        const backup = join(home, 'backups', 'today');
        expect(await cli(['backup', backup])).toMatchObject({ code: 0, stderr: '' });
        expect([ownersIn(dataDir), ownersIn(backup)]).toEqual([[SERVICE.uid], [SERVICE.uid]]);

        const [absent, moved] = [join(home, 'absent'), join(home, 'moved')];
        makeDirectory(moved, MOVED);
        for (const [directory, user] of [
          [absent, SERVICE],
          [moved, MOVED],
        ] as const) {
          expect(await cli(['restore', backup], {}, directory)).toMatchObject({ code: 0, stderr: '' });
          expect(ownersIn(directory)).toEqual([user.uid]);
          expect(await cli(['audit', '--documents'], user, directory)).toMatchObject({ code: 0, stderr: '' });
        }
      },
    );

    test('is refused to others, who don’t make another one', { timeout: patience(60_000) }, async () => {
      const before = readdirSync(dataDir).sort();
      expect(await cli(['jobs'], STRANGER)).toMatchObject({
        code: 1,
        stderr: expect.stringContaining('permission denied'),
      });
      const started = runProgram('start', { DATA_DIR: dataDir, PORT: '0' });
      expect(await started.ended).toMatchObject({ code: 1 });
      expect(started.output().stderr).toContain(`the data belongs to the user ${SERVICE.uid}`);
      expect(readdirSync(dataDir).sort()).toEqual(before);

      // A world-writable directory with a database that isn't world-readable.
      chownSync(dataDir, STRANGER.uid, STRANGER.gid);
      const worker = runProgram('worker', { DATA_DIR: dataDir, SECRET_KEY: 'k'.repeat(40) }, [], STRANGER);
      expect(await worker.ended).toMatchObject({ code: 1 });
      expect(readdirSync(dataDir).sort()).toEqual(before);
      expect(worker.output().stderr).not.toContain('ENOTEMPTY');
      chownSync(dataDir, SERVICE.uid, SERVICE.gid);
    });

    test(
      'is theirs from the beginning when root makes it in their directory',
      { timeout: patience(60_000) },
      async () => {
        const fresh = join(home, 'fresh');
        makeDirectory(fresh, SERVICE);
        const args = Object.entries(ACCOUNT).flatMap(([name, value]) => [`--${name}`, value]);
        expect(await cli(['bootstrap', ...args], {}, fresh)).toMatchObject({ code: 0, stderr: '' });
        expect(ownersIn(fresh)).toEqual([SERVICE.uid]);
      },
    );

    test('isn’t made by commands that look for it at the wrong place', async () => {
      const elsewhere = join(home, 'elsewhere');
      for (const args of [
        ['administrators', 'add', ACCOUNT.email],
        ['doctor'],
        ['jobs'],
        ['backup', join(home, 'b')],
      ])
        expect(await cli(args, {}, elsewhere)).toMatchObject({
          code: 1,
          stderr: expect.stringContaining(`there is no database in ${elsewhere}`),
        });
      expect(readdirSync(home)).not.toContain('elsewhere');
    });
  },
);

type Owner = { readonly uid?: number; readonly gid?: number };

function makeDirectory(path: string, { uid, gid }: Required<Owner>): void {
  mkdirSync(path, { mode: 0o700 });
  chownSync(path, uid, gid);
}

/** Returns the owners of a directory and everything in it. */
function ownersIn(directory: string): number[] {
  const paths = ['', ...readdirSync(directory, { recursive: true, encoding: 'utf8' })];
  return [...new Set(paths.map((path) => lstatSync(join(directory, path)).uid))].sort();
}
