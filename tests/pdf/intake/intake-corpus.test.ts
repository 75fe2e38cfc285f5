import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openIntake, type Intake } from '#server/pdf/intake/intake.ts';
import { corpusOf, CORPUS, judgePdf } from '../../support/intake-corpus.ts';
import { scratchDirectory } from '../../support/pdf.ts';

/** Every how many documents one is tested. `node bench/intake.ts` reads all of them, and the Word files. */
const EVERY = 9;
const sample = corpusOf('pdf').filter((_traits, index) => index % EVERY === 0);
if (sample.length === 0) console.log(`skipped: no corpus in ${CORPUS}`);

describe.skipIf(sample.length === 0)('documents of other collections', () => {
  let scratch: ReturnType<typeof scratchDirectory>;
  let intake: Intake;
  beforeAll(() => {
    scratch = scratchDirectory();
    intake = openIntake({ processes: 1 });
  });
  afterAll(async () => {
    await intake.close();
    scratch.remove();
  });

  it.each(sample)('$file looks the same afterwards, or is refused for its reason', async (traits) => {
    const source = join(CORPUS, 'pdf', traits.file);
    const { problem } = await judgePdf(intake, source, join(scratch.path, traits.file), traits);
    expect(problem).toBeNull();
  });
});
