import type { Ink } from '#reading/page/ink.ts';
import type { PageBox, Word } from '#reading/page/page-facts.ts';

/** The words whose middle lies in a cell. */
export function wordsIn({ x, y, width, height }: PageBox, ink: Pick<Ink, 'words'>): Word[] {
  return ink.words.within(x, y, x + width, y + height).filter((word) => {
    const across = word.x + word.width / 2;
    const down = word.y + word.height / 2;
    return across > x && across < x + width && down > y && down < y + height;
  });
}

/** The same for all cells of one row of a table. */
export function rowKey({ y, height }: PageBox): string {
  return `${Math.round(y)} ${Math.round(y + height)}`;
}

/** The same for all cells of one column of a table. */
export function columnKey({ x, width }: PageBox): string {
  return `${Math.round(x)} ${Math.round(x + width)}`;
}
