import { spawn } from 'node:child_process';

/** Dies with us, has no network, and takes all of its processes with it when it goes (unshare(1), setpriv(1)). */
const WRAPPER = [
  ...['setpriv', '--pdeathsig', 'KILL'],
  ...['unshare', '--map-root-user', '--net', '--pid', '--fork', '--kill-child'],
];

let known: Promise<readonly string[]> | undefined;

/**
 * The command to put before a program that reads hostile documents; none where the system does not let us take the
 * network away. The checks before conversion refuse documents that would use it all the same.
 */
export function isolation(): Promise<readonly string[]> {
  known ??= works(WRAPPER).then((can) => (can ? WRAPPER : []));
  return known;
}

function works([command = '', ...args]: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, [...args, 'true'], { stdio: 'ignore' });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}
