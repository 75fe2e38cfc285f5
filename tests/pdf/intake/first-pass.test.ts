import { afterAll, beforeAll, expect, it } from 'vitest';
import { openIntake } from '#server/pdf/intake/intake.ts';
import { createHostilePdf } from '../../../bench/attacks/hostile-files.ts';
import { rawPdf, scratchDirectory, writtenTo } from '../../support/pdf.ts';
import { requestOf } from '../../support/tester.ts';

let scratch: ReturnType<typeof scratchDirectory>;
beforeAll(() => (scratch = scratchDirectory()));
afterAll(() => scratch.remove());

it('pages that draw too much together are refused at once, not when time is up', async () => {
  const faults: string[] = [];
  const intake = openIntake({ timeoutMs: 300_000, onFault: (fault) => faults.push(fault) });
  const source = writtenTo(scratch.path, 'lines.pdf', await createHostilePdf());
  const result = await intake.read(requestOf('org_a'), source, `${source}.target`);
  expect(result).toMatchObject({ ok: false, reason: 'too_complex' });
  expect(faults).toEqual([]);
  await intake.close();
});

it('a page tree that is nested too deeply is refused before other engines read it', async () => {
  const faults: string[] = [];
  const intake = openIntake({ timeoutMs: 300_000, onFault: (fault) => faults.push(fault) });
  const source = writtenTo(scratch.path, 'deep.pdf', deepPageTree(5_000));
  const result = await intake.read(requestOf('org_a'), source, `${source}.target`);
  expect(result).toMatchObject({
    ok: false,
    reason: 'malformed',
    message: expect.stringContaining('nested'),
  });
  await intake.close();
});

/** A page below this many nodes, each with one child. */
function deepPageTree(depth: number): Uint8Array {
  const nodes = Array.from({ length: depth }, (_, index) => {
    const parent = index === 0 ? '' : `/Parent ${index + 1} 0 R`;
    return `<< /Type /Pages /Kids [${index + 3} 0 R] /Count 1 ${parent} >>`;
  });
  const page = `<< /Type /Page /Parent ${depth + 1} 0 R /MediaBox [0 0 612 792] >>`;
  return rawPdf(['<< /Type /Catalog /Pages 2 0 R >>', ...nodes, page]);
}
