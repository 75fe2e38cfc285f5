import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readConfig } from '#server/runtime/config.ts';
import { deriveFirstAccountCode } from '#server/crypto/account-token.ts';
import { parseEnvironmentFile } from '../../src/cli/service-settings.ts';
import { startSmtpReceiver } from '../mail/smtp-receiver.ts';
import { runScript } from '../support/program.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** A user that every Linux has. */
const USER = 'daemon';
const canChangeUser = process.platform === 'linux' && process.getuid?.() === 0;

describe.skipIf(!canChangeUser)('setting up a service (skipped unless root on Linux)', () => {
  let home: string;
  let file: string;
  let dataDir: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'countersign-setup-'));
    [file, dataDir] = [join(home, 'etc', 'environment'), join(home, 'data')];
    mkdirSync(join(home, 'etc'));
    writeFileSync(file, `# mine\nDATA_DIR=${dataDir}\nDATABASE_URL=\n`);
  });
  afterEach(() => rmSync(home, { recursive: true }));

  const words = () => ['setup', '--user', USER, '--units', join(home, 'units')];
  const env = () => ({ COUNTERSIGN_ENVIRONMENT: file });
  async function setUp(...more: string[]) {
    const program = runScript(new URL('../../src/cli/main.ts', import.meta.url), env(), [
      ...words(),
      ...more,
    ]);
    const { code } = await program.ended;
    return { code, ...program.output() };
  }

  const findUserId = () => Number(execFileSync('id', ['-u', USER], { encoding: 'utf8' }));
  const readDropIn = (unit: string) => readFileSync(join(home, 'units', `${unit}.d`, 'setup.conf'), 'utf8');

  it('asks until each answer works, and writes what the service needs', async () => {
    const smtp = await startSmtpReceiver({});
    const answers = [
      'http://sign.example.com',
      'https://localhost',
      'smtp://127.0.0.1:1',
      smtp.url,
      'perhaps',
      'example.com, example.org',
      join(dataDir, 'backups'),
      '/root/backups',
      join(home, '100% backups'),
      '/home/ada/documents',
      '',
    ];
    try {
      const { stdout, code } = await runScriptWithAnswers(answers.join('\n'));
      expect(code).toBe(0);
      expect(stdout).toContain('fail  it must begin with https://');
      expect(stdout).toContain('fail  the mail server says: ');
      expect(stdout).toContain('ok    the mail server accepts the sign-in');
      expect(stdout).toContain('fail  it must be closed, open, or domains');
      expect(stdout).toContain(`fail  it must not be in ${dataDir}`);
      for (const hidden of ['/root', '/home'])
        expect(stdout).toContain(`fail  it must not be in ${hidden}: the service is kept out of it`);
      const settings = parseEnvironmentFile(readFileSync(file, 'utf8'));
      expect(settings).toEqual({
        DATA_DIR: dataDir,
        DATABASE_URL: '',
        ORIGIN: 'https://localhost',
        TRUSTED_PROXIES: '127.0.0.1, ::1',
        SMTP_URL: smtp.url,
        SIGNUP: 'example.com, example.org',
      });
      expect(readFileSync(file, 'utf8')).toMatch(/^# mine\n/);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      // The service reads exactly this, with the secret that the printed address is made from.
      const { secretKeys, signup } = readConfig(settings);
      expect(signup).toEqual({ kind: 'domains', domains: ['example.com', 'example.org'] });
      expect(stdout).toContain(
        `https://localhost/signup#code=${deriveFirstAccountCode(secretKeys.current.key)}`,
      );
      const uid = findUserId();
      for (const path of [dataDir, join(dataDir, 'secret-key')]) expect(statSync(path).uid).toBe(uid);
      expect(statSync(dataDir).mode & 0o077).toBe(0);
      const unit = readFileSync(join(home, 'units', 'countersign.service'), 'utf8');
      expect(unit).toContain(
        `ExecStart=${ROOT}deploy/countersign start\nWorkingDirectory=${ROOT.slice(0, -1)}\n`,
      );
      expect(unit).toContain(`User=${USER}\n`);
      expect(readDropIn('countersign.service')).toContain(`ReadWritePaths="${dataDir}"\n`);
      expect(readDropIn('countersign-backup.service')).toContain(
        `ExecStart=\nExecStart="${ROOT}deploy/countersign" backup --keep 7 "${join(home, '100%% backups')}"\n`,
      );
    } finally {
      await smtp.close();
    }
  });

  const ANSWERED = ['--address', 'https://localhost', '--mail', 'none', '--signup', 'closed', '--storage'];

  it('takes options in place of answers, and keeps what was set and changed by hand', async () => {
    const rest = [...ANSWERED, join(home, 'documents'), '--backups', 'none'];
    expect(await setUp(...rest)).toMatchObject({ code: 0, stderr: '' });
    const unit = join(home, 'units', 'countersign.service');
    writeFileSync(unit, '# mine\n');
    writeFileSync(file, `${readFileSync(file, 'utf8')}PORT=3001\n`);
    const again = await setUp(...rest);
    expect(again).toMatchObject({ code: 0, stderr: '' });
    expect(again.stdout).toContain(`${unit} differs`);
    expect(readFileSync(unit, 'utf8')).toBe('# mine\n');
    expect(readdirSync(join(home, 'units'))).toEqual([
      'countersign-backup.service.d',
      'countersign.service',
      'countersign.service.d',
    ]);
    expect(readDropIn('countersign.service')).toContain(
      `ReadWritePaths="${dataDir}"\nReadWritePaths="${join(home, 'documents')}"\n`,
    );
    expect(parseEnvironmentFile(readFileSync(file, 'utf8'))).toMatchObject({
      PORT: '3001',
      STORAGE_URL: `file://${join(home, 'documents')}`,
      SIGNUP: 'closed',
    });
  });

  it('proposes the directory that gets backups, takes another one, and ends them', async () => {
    const answer = async (line: string) => (await runScriptWithAnswers(`\n\n\n${line}\n`)).stdout;
    writeFileSync(file, `${readFileSync(file, 'utf8')}ORIGIN=https://localhost\n`);
    const odd = join(home, '100% "$backups"');
    const first = await answer(odd);
    expect(first).toContain('[/var/backups/countersign] >');
    expect(first).not.toContain('systemctl disable');
    const path = join(home, 'units', 'countersign-backup.service.d', 'setup.conf');
    writeFileSync(path, readFileSync(path, 'utf8').replace('--keep 7', '--keep 30'));
    expect(await answer('')).toContain(`[${odd}] >`);
    expect(readDropIn('countersign-backup.service')).toContain(
      `backup --keep 30 "${home}/100%% \\"$$backups\\""\n`,
    );
    expect(await answer('none')).toContain(`[${odd}] >`);
    expect(readDropIn('countersign-backup.service')).not.toContain('ExecStart');
    const last = await answer('');
    expect(last).toContain('[none] >');
    expect(last).toContain('systemctl disable --now countersign-backup.timer');
  });

  it('takes no files away from others, also by links of the service’s user', async () => {
    const [others, documents] = [join(home, 'others'), join(home, 'documents')];
    mkdirSync(others);
    symlinkSync(others, documents);
    const rest = [...ANSWERED, documents, '--backups', 'none'];
    expect(await setUp(...rest)).toMatchObject({
      code: 1,
      stderr: `countersign: ${documents} must be a directory, not a link to one\n`,
    });
    rmSync(documents);
    mkdirSync(documents);
    writeFileSync(join(documents, 'mine'), '');
    expect(await setUp(...rest)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`${documents} isn't empty and belongs to somebody else`),
    });
    rmSync(join(documents, 'mine'));
    symlinkSync(join(home, 'etc', 'environment'), join(dataDir, 'secret-key'));
    expect(await setUp(...rest)).toMatchObject({
      code: 1,
      stderr: `countersign: ${join(dataDir, 'secret-key')} must be a file, not a link to one\n`,
    });
    for (const path of [others, file]) expect(statSync(path).uid).toBe(0);
  });

  it('never leads to a second database', async () => {
    const rest = [...ANSWERED, join(home, 'documents'), '--backups', 'none'];
    mkdirSync(join(dataDir, 'postgres'), { recursive: true });
    const before = readFileSync(file, 'utf8');
    const other = ['--database', 'postgres://me:secret@127.0.0.1:1/other'];
    expect(await setUp(...rest, ...other)).toMatchObject({
      code: 1,
      stderr: `countersign: there is a database in ${dataDir}: another one would start with nothing\n`,
    });
    writeFileSync(file, `${before}DATABASE_URL=postgres://me:secret@127.0.0.1:1/first\n`);
    expect(await setUp(...rest, ...other)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('the settings have another DATABASE_URL'),
    });
    expect(existsSync(join(home, 'units'))).toBe(false);
  });

  it('never looks for documents elsewhere than they are, and shows no password', async () => {
    const rest = [...ANSWERED, join(home, 'documents'), '--backups', 'none'];
    mkdirSync(join(dataDir, 'blobs', 'incoming'), { recursive: true });
    chownSync(dataDir, findUserId(), findUserId());
    expect((await setUp(...rest)).code).toBe(0);
    mkdirSync(join(home, 'documents', 'org'));
    writeFileSync(join(home, 'documents', 'org', 'blob'), '');
    expect((await setUp(...rest)).code).toBe(0);
    const bucket = 's3://key:secret@127.0.0.1:1/bucket';
    const { stdout, stderr } = await setUp('--backups', 'none', ...ANSWERED, bucket);
    expect(stderr).toBe(
      `countersign: --storage: documents are kept in ${home}/documents: copy them first, then change STORAGE_URL by hand\n`,
    );
    expect(stdout).toContain('s3://key:…@127.0.0.1:1/bucket');
    expect(parseEnvironmentFile(readFileSync(file, 'utf8'))['STORAGE_URL']).toContain('/documents');
  });

  it('writes nothing if an answer is wrong or missing', async () => {
    const before = readFileSync(file, 'utf8');
    expect(await setUp('--address', 'sign.example.com')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--address: it must be an origin such as https://sign.example.com'),
    });
    expect(await setUp('--address', 'https://localhost')).toMatchObject({
      code: 1,
      stderr: 'countersign: there is no answer: give one with --mail\n',
    });
    expect(readFileSync(file, 'utf8')).toBe(before);
    expect(readdirSync(home).sort()).toEqual(['etc']);
  });

  /** Answers on standard input, a line for each question. */
  async function runScriptWithAnswers(answers: string) {
    const { PATH = '', HOME = '' } = process.env;
    const main = join(ROOT, 'src/cli/main.ts');
    const child = spawn(process.execPath, [main, ...words()], {
      env: { PATH, HOME, ...env() },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child.stdin.end(`${answers}\n`);
    const [stdout, [code]] = await Promise.all([text(child.stdout), once(child, 'close')]);
    return { stdout, code: code as number };
  }
});
