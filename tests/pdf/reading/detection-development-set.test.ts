import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { overlapRatio, type PageBox } from '#reading/page/page-facts.ts';
import { proposeFields } from '#reading/propose-fields.ts';
import { readPageFacts } from '#server/pdf/reading/read-page-facts.ts';

const SET = new URL('../../../../shared/detection/dev/', import.meta.url).pathname;
const isThere = existsSync(SET);
if (!isThere) console.log(`skipped: no forms in ${SET}`);

type Truth = { readonly fields: readonly (PageBox & { readonly page: number; readonly ignore?: boolean })[] };

describe.skipIf(!isThere)('real forms', () => {
  it.each(['direct-file--f2441', 'signatura--fw8ben', 'vita-min--it215-ty2022'])('%s', async (name) => {
    const pages = await readPageFacts(readFileSync(join(SET, 'forms', `${name}.pdf`)));
    const truth = JSON.parse(readFileSync(join(SET, 'truth', `${name}.json`), 'utf8')) as Truth;
    const { fields } = proposeFields(pages);
    const asked = truth.fields.filter(({ ignore }) => ignore !== true);
    const found = asked.filter((one) =>
      fields.some(({ page, box }) => page === one.page && overlapRatio(box, one) >= 0.5),
    );
    expect(found.length / asked.length).toBeGreaterThan(0.8);
    expect(fields.length).toBeLessThan(truth.fields.length * 1.5);
  });
});
