import { afterAll, beforeAll, expect, it } from 'vitest';
import { openIntake } from '#server/pdf/intake/intake.ts';
import { hostilePdf } from '../../../bench/attacks/hostile-files.ts';
import { scratchDirectory, writtenTo } from '../../support/pdf.ts';
import { requestOf } from '../../support/tester.ts';

let scratch: ReturnType<typeof scratchDirectory>;
beforeAll(() => (scratch = scratchDirectory()));
afterAll(() => scratch.remove());

it('pages that draw too much together are refused at once, not when time is up', async () => {
  const faults: string[] = [];
  const intake = openIntake({ timeoutMs: 300_000, onFault: (fault) => faults.push(fault) });
  const source = writtenTo(scratch.path, 'lines.pdf', await hostilePdf());
  const result = await intake.read(requestOf('org_a'), source, `${source}.target`);
  expect(result).toMatchObject({ ok: false, reason: 'too_complex' });
  expect(faults).toEqual([]);
  await intake.close();
});
