import { readdirSync, readFileSync } from 'node:fs';

import type { BenchServer } from './server.ts';

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;
const LOOK_MS = 250;

/** Processor time in milliseconds. */
export type Spent = { readonly product: number; readonly database: number };

/** Adds up the processor time of the program and its database, including processes that have ended since. */
export function watchSpending({ pid }: BenchServer): {
  readonly spent: () => Spent;
  readonly stop: () => void;
} {
  const known = new Map<string, Spent>();
  const look = () => {
    for (const each of listProcessTree(pid)) {
      const { name, fields } = readStat(each);
      const [user = 0, system = 0] = fields.slice(11, 13).map(Number);
      const ms = (user + system) * TICK_MS;
      const startedAt = fields[19] ?? '';
      known.set(`${each} ${startedAt}`, { product: 0, database: 0, [classifyProcess(name)]: ms });
    }
  };
  const timer = setInterval(look, LOOK_MS);
  return {
    spent: () => {
      look();
      const all = [...known.values()];
      return {
        product: all.reduce((sum, { product }) => sum + product, 0),
        database: all.reduce((sum, { database }) => sum + database, 0),
      };
    },
    stop: () => clearInterval(timer),
  };
}

/** Tells the database's processes from the others by name. */
export function classifyProcess(name: string): keyof Spent {
  return name === 'postgres' ? 'database' : 'product';
}

/** Lists a process and its descendants. */
export function listProcessTree(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => Number(readStat(Number(name)).fields[1]) === pid)
    .map(Number);
  return [pid, ...children.flatMap(listProcessTree)];
}

/** Reads proc_pid_stat(5): the name and the fields after it. */
export function readStat(pid: number): { readonly name: string; readonly fields: readonly string[] } {
  const [, name = '', rest = ''] = /^\d+ \((.*)\) (.*)$/s.exec(readText(`/proc/${pid}/stat`)) ?? [];
  return { name, fields: rest.split(' ') };
}

/** Returns an empty text if the process is gone. */
export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
