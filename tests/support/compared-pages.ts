import { PDFDocument } from 'pdf-lib';
import { createInkGate } from '#server/pdf/ink/lost-ink.ts';

/**
 * Prints how many of a document's pages weren't compared within this much processor time in milliseconds, and
 * how long it took.
 */
const [limitMs = '', pages = ''] = process.argv.slice(2);
const document = await PDFDocument.create();
for (let page = 0; page < Number(pages); page += 1) {
  const drawn = document.addPage();
  for (let line = 0; line < 40; line += 1)
    drawn.drawText(`Line ${line} of page ${page}`, { y: line * 20, size: 9 });
}
const bytes = await document.save();
// Loads everything before the timing starts.
await createInkGate(bytes, { rendersAll: true }).compare(bytes, Number(pages));
const [since, before] = [performance.now(), process.cpuUsage()];
const { unseen } = await createInkGate(bytes, { documentMs: Number(limitMs), rendersAll: true }).compare(
  bytes,
  Number(pages),
);
const { user, system } = process.cpuUsage(before);
const [passedMs, computedMs] = [performance.now() - since, (user + system) / 1000];
process.stdout.write(JSON.stringify({ unseen: unseen.length, passedMs, computedMs }));
