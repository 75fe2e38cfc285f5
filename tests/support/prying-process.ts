import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { Worker } from 'node:worker_threads';

/** A program that tries what code in a hostile document would try, and prints the result of each attempt. */
const [own = '', secret = '', blob = '', parent = '', port = ''] = process.argv.slice(2);

function attempt(act: () => unknown): string {
  try {
    return `succeeded: ${String(act())}`;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  }
}

const connection = await new Promise<string>((resolve) => {
  const socket = connect(Number(port), '127.0.0.1', () => resolve('succeeded'));
  socket.once('error', (error) => resolve('code' in error ? String(error.code) : error.message));
});

const results = {
  ownFile: attempt(() => readFileSync(own, 'utf8')),
  ownDirectory: attempt(() => writeFileSync(`${own}.copy`, 'mine')),
  secretKey: attempt(() => readFileSync(secret, 'utf8')),
  otherDocument: attempt(() => readFileSync(blob, 'utf8')),
  directory: attempt(() => readdirSync('/etc')),
  environmentOfParent: attempt(() => readFileSync(`/proc/${parent}/environ`, 'utf8')),
  memoryOfParent: attempt(() => readFileSync(`/proc/${parent}/maps`, 'utf8')),
  writing: attempt(() => writeFileSync(`${secret}.new`, '')),
  program: attempt(() => {
    const { error, status } = spawnSync('true');
    if (error) throw error;
    return status;
  }),
  thread: attempt(() => new Worker('', { eval: true })),
  addon: attempt(() => process.dlopen({ exports: {} }, own)),
  connection,
  environment: Object.keys(process.env).filter(
    (name) => !['PATH', 'HOME', 'PWD', 'OLDPWD', 'SHLVL', '_'].includes(name),
  ),
};
process.stdout.write(JSON.stringify(results));
