import { getShownValue, isAnnotation } from './answer.ts';
import type { FieldType } from './catalogue.ts';
import type { Rectangle } from './geometry.ts';

type Placed = Rectangle & {
  readonly type: FieldType;
  readonly page: number;
  readonly value: string | null;
  readonly prefillValue: string | null;
};

/** Something that the sender put on a page. `envelope.sent` has the hash of all of them. */
export type ListedAnnotation = Rectangle & {
  readonly type: FieldType;
  readonly page: number;
  readonly value: string;
};

/** Lists what the sender put on the pages, as it is hashed and as the evidence has it. */
export function listAnnotations(fields: readonly Placed[]): ListedAnnotation[] {
  return fields.filter(isAnnotation).map((field) => {
    const { type, page, x, y, width, height } = field;
    return { type, page, x, y, width, height, value: getShownValue(field) ?? '' };
  });
}
