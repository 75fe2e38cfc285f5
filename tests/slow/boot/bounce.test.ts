import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterAll, expect, test } from 'vitest';

import { runProgram } from '../../support/program.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'countersign-bounce-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

async function cli(...args: string[]) {
  const program = runProgram('main', { DATA_DIR: dataDir }, args);
  const { code } = await program.ended;
  return { code, ...program.output() };
}
const bounce = (file: URL) => cli('bounce', fileURLToPath(file));

test('ignores unknown bounces and other emails', async () => {
  const account = [
    '--organization',
    'Acme',
    '--name',
    'Ada',
    '--email',
    'a@example.com',
    '--password',
    'correct horse battery',
  ];
  expect(await cli('bootstrap', ...account)).toMatchObject({ code: 0, stderr: '' });
  expect(await bounce(new URL('../../mail/bounces/postfix.eml', import.meta.url))).toEqual({
    code: 0,
    stdout: '<MESSAGE_ID> was not sent by this service\n',
    stderr: '',
  });
  expect(await bounce(new URL('../../mail/bounces/delayed.eml', import.meta.url))).toEqual({
    code: 0,
    stdout: 'this email is not a delivery report\n',
    stderr: '',
  });
});
