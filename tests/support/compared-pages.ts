import { PDFDocument } from 'pdf-lib';
import { createInkGate } from '#server/pdf/ink/lost-ink.ts';

/**
 * Compares a document's pages twice: first to learn how much processor time that takes here, then with twice that
 * as the limit. Prints the limit in milliseconds, how many pages the limit left out, and how long they took.
 */
const [pages = ''] = process.argv.slice(2);
const document = await PDFDocument.create();
for (let page = 0; page < Number(pages); page += 1) {
  const drawn = document.addPage();
  for (let line = 0; line < 40; line += 1)
    drawn.drawText(`Line ${line} of page ${page}`, { y: line * 20, size: 9 });
}
const bytes = await document.save();
const comparePages = async (documentMs?: number) => {
  const [since, before] = [performance.now(), process.cpuUsage()];
  const { unseen } = await createInkGate(bytes, {
    rendersAll: true,
    ...(documentMs === undefined ? {} : { documentMs }),
  }).compare(bytes, Number(pages));
  const { user, system } = process.cpuUsage(before);
  return {
    unseen: unseen.length,
    passedMs: performance.now() - since,
    computedMs: (user + system) / 1000,
  };
};
// Loads everything before the timing starts.
await comparePages();
const limitMs = 2 * (await comparePages()).computedMs;
process.stdout.write(JSON.stringify({ limitMs, ...(await comparePages(limitMs)) }));
