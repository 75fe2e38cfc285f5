import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  describeDatabase,
  parseEnvironmentFile,
  readEnvironmentFile,
  updateEnvironment,
} from '../../src/cli/service-settings.ts';

const COMMAND = fileURLToPath(new URL('../../deploy/countersign', import.meta.url));

describe('a file with settings', () => {
  it('is read as systemd reads it', () => {
    const text = [
      '# a comment',
      '; another one=1',
      'ORIGIN=https://sign.example.com',
      '  MAIL_FROM = Acme <sign@example.com>  ',
      'SMS_HEADERS={"authorization": "Bearer KEY"}',
      'QUOTED="a \\"b\\" \\$c \\n"',
      'SINGLE=\'a "b" \\n # no comment\'',
      'LONG=one \\',
      'two',
      'EMPTY=',
      'not a setting',
      'LAST="x"',
    ].join('\r\n');
    expect(parseEnvironmentFile(text)).toEqual({
      ORIGIN: 'https://sign.example.com',
      MAIL_FROM: 'Acme <sign@example.com>',
      SMS_HEADERS: '{"authorization": "Bearer KEY"}',
      QUOTED: 'a "b" $c \\n',
      SINGLE: 'a "b" \\n # no comment',
      LONG: 'one two',
      EMPTY: '',
      LAST: 'x',
    });
  });

  it.each(['', 'plain', 'smtp://a%40b:c@host:587', 'Acme <a@b.c>', 'a"b\\c$d`e', "it's", ' spaces '])(
    'gives back what was written, also in a shell: %j',
    (value) => {
      const line = updateEnvironment('', { NAME: value });
      expect(parseEnvironmentFile(line)).toEqual({ NAME: value });
      const shell = execFileSync('sh', ['-c', `${line}printf %s "$NAME"`], { encoding: 'utf8' });
      expect(shell).toBe(value);
    },
  );

  it('keeps what isn’t changed', () => {
    const before =
      '# mine\nORIGIN=https://old.example.com\nSMTP_URL=smtp://a\n\nPORT=3001 # no comment\nORIGIN=twice';
    const changes = { ORIGIN: 'https://new.example.com', SMTP_URL: null, SIGNUP: 'closed', ABSENT: null };
    expect(updateEnvironment(before, changes)).toBe(
      '# mine\nORIGIN=https://new.example.com\n\nPORT=3001 # no comment\nSIGNUP=closed\n',
    );
  });

  it('may be absent', () => {
    expect(readEnvironmentFile('/nonexistent/environment')).toEqual({});
  });
});

describe('the database that a command works with', () => {
  it.each([
    [{}, 'the database in .data'],
    [{ DATABASE_URL: '', DATA_DIR: '/srv/data' }, 'the database in /srv/data'],
    [
      { DATABASE_URL: 'postgres://me:secret@db.example.com:5433/sign' },
      'the database sign at db.example.com:5433',
    ],
    [{ DATABASE_URL: 'postgres:///sign?host=/run/postgresql' }, 'the database sign at /run/postgresql'],
  ])('is named without secrets: %j', (env, said) => {
    expect(describeDatabase(env)).toBe(said);
  });
});

describe('the installed command', () => {
  const run = (environment: string, ...words: string[]) => {
    const { PATH = '', HOME = '' } = process.env;
    const env = {
      PATH: `${join(process.execPath, '..')}:${PATH}`,
      HOME,
      COUNTERSIGN_ENVIRONMENT: environment,
    };
    try {
      const stdout = execFileSync(COMMAND, words, { env, encoding: 'utf8', stdio: 'pipe', cwd: tmpdir() });
      return { stdout, stderr: '' };
    } catch (error) {
      return error as { stdout: string; stderr: string };
    }
  };

  it.each([['start'], ['worker'], ['backup'], ['jobs', 'retry']])(
    'has help that names what one types: %s',
    (...words) => {
      expect(run('/nonexistent', ...words, '--help').stdout).toContain(
        `Usage: countersign ${words.join(' ')}`,
      );
    },
  );

  it('looks for data where the settings say, from any directory', () => {
    const home = mkdtempSync(join(tmpdir(), 'countersign-settings-'));
    try {
      const file = join(home, 'environment');
      writeFileSync(file, `DATA_DIR=${join(home, 'its data')}\n`);
      expect(run(file, 'doctor').stderr).toContain(`there is no database in ${join(home, 'its data')}`);
      expect(run(join(home, 'absent'), 'jobs').stderr).toContain(
        'there is no database in /var/lib/countersign',
      );
    } finally {
      rmSync(home, { recursive: true });
    }
  });
});
