import { threadId } from 'node:worker_threads';

/** Tasks that misbehave. */

export function echo(text: string): string {
  return text;
}

export function hang(): never {
  for (;;);
}

export function exhaust(): number {
  let all: object | null = null;
  for (let number = 0; ; number++)
    all = { all, text: `${'abc'.repeat(100)}${number}`, list: [number, number] };
}

export function quit(): never {
  process.exit(3);
}

export function fail(): never {
  throw new RangeError('out of range');
}

export function sum(bytes: Uint8Array): number {
  return bytes.reduce((total, byte) => total + byte, 0);
}

export function environment(): string[] {
  return Object.keys(process.env);
}

/** The thread's number. Later threads never get the same one. */
export function thread(): number {
  return threadId;
}
