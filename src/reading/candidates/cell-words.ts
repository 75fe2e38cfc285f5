import type { Ink } from '#reading/page/ink.ts';
import type { PageBox, Word } from '#reading/page/page-facts.ts';

/** Returns the words whose center is in a cell. */
export function findCellWords({ x, y, width, height }: PageBox, ink: Pick<Ink, 'words'>): Word[] {
  return ink.words.within(x, y, x + width, y + height).filter((word) => {
    const across = word.x + word.width / 2;
    const down = word.y + word.height / 2;
    return across > x && across < x + width && down > y && down < y + height;
  });
}

/** Returns a key shared by the cells of one table row. */
export function toRowKey({ y, height }: PageBox): string {
  return `${Math.round(y)} ${Math.round(y + height)}`;
}

/** Returns a key shared by the cells of one table column. */
export function toColumnKey({ x, width }: PageBox): string {
  return `${Math.round(x)} ${Math.round(x + width)}`;
}
