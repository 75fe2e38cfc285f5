import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { TURNS } from '../../tests/turns.ts';
import { getErrorCode } from '#domain/error-code.ts';

const FOLDER = join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'countersign');
const FILE = join(FOLDER, 'turns.json');

type Times = Readonly<Record<string, number>>;

/** Picks the turn that this machine ran least recently. On a new machine, the number of commits decides. */
export function pickTurn(root: string): string {
  const turns = Object.keys(TURNS);
  const commits = Number(
    execFileSync('git', ['rev-list', '--count', 'HEAD'], { cwd: root, encoding: 'utf8' }),
  );
  const from = commits % turns.length;
  const times = readTimes();
  const inOrder = [...turns.slice(from), ...turns.slice(0, from)];
  const [first] = inOrder.toSorted((a, b) => (times[a] ?? 0) - (times[b] ?? 0));
  if (first === undefined) throw new Error('tests/turns.ts has no turns');
  return first;
}

/** Records that a turn ran completely. */
export function rememberTurn(turn: string): void {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(FILE, JSON.stringify({ ...readTimes(), [turn]: Date.now() }));
}

function readTimes(): Times {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8')) as Times;
  } catch (error) {
    if (getErrorCode(error) === 'ENOENT') return {};
    throw error;
  }
}
