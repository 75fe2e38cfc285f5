import { mergeDocuments } from '#server/pdf/merge/merge-documents.ts';
import { agreement } from './agreement.ts';
import { type Extent, type Figure, figure, measured, milliseconds } from './figures.ts';

const FILES = 3;
const PAGES = 100;

/** Joins files into one document, without the comparison of ink that follows. */
export async function benchMerging({ rounds }: Extent): Promise<Figure[]> {
  const parts = await Promise.all(
    Array.from({ length: FILES }, async (_, index) => ({
      bytes: await agreement(PAGES),
      title: `File ${index + 1}`,
    })),
  );
  const join = () => milliseconds(() => mergeDocuments(parts, FILES * PAGES));
  return [figure(`join ${FILES} files of ${PAGES} pages`, 'ms', await measured(rounds, join))];
}
