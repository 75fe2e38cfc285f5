/**
 * Writes the index of the fonts for converting Word documents, so that the engine doesn't read all of them at
 * each start:
 *
 *     node scripts/index-fonts.ts
 *
 * Run it after changing the fonts or the engine. It takes up to two minutes.
 */
import { rmSync, mkdirSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { makeFontIndex } from './font-index/make-font-index.ts';

const target = new URL('../src/server/conversion/font-index/', import.meta.url);
const index = await makeFontIndex();
rmSync(target, { recursive: true, force: true });
mkdirSync(target);
for (const [name, data] of index) writeFileSync(new URL(`${name}.gz`, target), gzipSync(data, { level: 9 }));
// The engine's threads don't end by themselves.
process.exit(0);
