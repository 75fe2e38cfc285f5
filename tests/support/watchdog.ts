import { rmSync } from 'node:fs';
import { join } from 'node:path';

import { stopServer } from '#server/db/embedded/postmaster.ts';

/** Waits until the process at the other end of standard input is gone, then removes its test server. */
const directory = process.argv[2];
if (directory === undefined) throw new Error('no directory given');
for await (const _ of process.stdin);
await stopServer(join(directory, 'postgres'));
rmSync(directory, { recursive: true, force: true });
