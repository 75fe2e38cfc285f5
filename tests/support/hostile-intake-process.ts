import { readFileSync, writeFileSync } from 'node:fs';
import type { ReadRequest } from '#server/pdf/intake/read-upload.ts';

/**
 * An intake process on which documents with certain names have the effect that a hostile one would have on a
 * flawed parser. It first writes its process id next to the source. Other documents are read as usual, slow
 * ones after 200 ms of computing.
 */
process.on('message', ({ sourcePath }: ReadRequest) => {
  writeFileSync(`${sourcePath}.pid`, String(process.pid));
  if (sourcePath.endsWith('hang.pdf')) for (;;);
  if (sourcePath.endsWith('once.pdf') && readFileSync(sourcePath).includes('% hang')) for (;;);
  if (sourcePath.endsWith('slow.pdf')) compute(200);
  if (sourcePath.endsWith('crash.pdf')) process.kill(process.pid, 'SIGSEGV');
  if (sourcePath.endsWith('exit.pdf')) process.exit(3);
  if (sourcePath.endsWith('hog.pdf')) hog();
  if (sourcePath.endsWith('heap.pdf')) fillHeap();
});

function compute(ms: number): void {
  const before = process.cpuUsage();
  for (let used = 0; used < ms * 1000;) {
    const { user, system } = process.cpuUsage(before);
    used = user + system;
  }
}

/** Memory outside V8's heap, which heap limits don't count. */
function hog(): never {
  const held: Buffer[] = [];
  for (;;) held.push(Buffer.alloc(16 * 1024 * 1024, 1));
}

function fillHeap(): never {
  const held: string[][] = [];
  for (;;) held.push(Array.from({ length: 100_000 }, (_, index) => `${held.length} ${index}`));
}

await import('#server/pdf/intake/intake-process.ts');
