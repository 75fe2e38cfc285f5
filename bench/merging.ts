import { mergeDocuments } from '#server/pdf/merge/merge-documents.ts';
import { createAgreement } from './agreement.ts';
import { type Extent, type Figure, createFigure, measureRounds, measureMilliseconds } from './figures.ts';

const FILES = 3;
const PAGES = 100;

/** Joins files into one document, without the comparison of ink that follows. */
export async function benchMerging({ rounds }: Extent): Promise<Figure[]> {
  const parts = await Promise.all(
    Array.from({ length: FILES }, async (_, index) => ({
      bytes: await createAgreement(PAGES),
      title: `File ${index + 1}`,
    })),
  );
  const join = () => measureMilliseconds(() => mergeDocuments(parts, FILES * PAGES));
  return [createFigure(`join ${FILES} files of ${PAGES} pages`, 'ms', await measureRounds(rounds, join))];
}
