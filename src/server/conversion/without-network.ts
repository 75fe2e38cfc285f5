import { spawn } from 'node:child_process';

/**
 * Runs a command that exits with its parent, has no network, and takes all its child processes along
 * (unshare(1), setpriv(1)).
 */
const WRAPPER = [
  ...['setpriv', '--pdeathsig', 'KILL'],
  ...['unshare', '--map-root-user', '--net', '--pid', '--fork', '--kill-child'],
];

let known: Promise<readonly string[]> | undefined;

/**
 * Returns the command prefix for a program whose sandbox the operator has turned off. The prefix cuts off the
 * network if the system allows that. The checks before conversion refuse documents that would use the network
 * anyway.
 */
export function withoutNetwork(): Promise<readonly string[]> {
  known ??= canRun(WRAPPER).then((can) => (can ? WRAPPER : []));
  return known;
}

function canRun([command = '', ...args]: readonly string[]): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, [...args, 'true'], { stdio: 'ignore' });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
  });
}
