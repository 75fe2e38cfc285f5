import { pathToFileURL } from 'node:url';
import { diskStorage } from '#server/storage/disk.ts';

/** Runs as a process of its own: starts to store an object and never finishes, until it's killed. */
const [directory = '', key = ''] = process.argv.slice(2);
let chunks = 0;
const body = new ReadableStream<Uint8Array>({
  async pull(controller) {
    chunks += 1;
    controller.enqueue(new Uint8Array(65_536).fill(1));
    if (chunks < 8) return;
    process.stdout.write('half\n');
    await new Promise<never>(() => setInterval(() => undefined, 1000));
  },
});
await diskStorage.open(pathToFileURL(directory))?.put(key, body);
