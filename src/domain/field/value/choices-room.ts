import type { FieldType } from '../catalogue.ts';
import { getFieldTypeFacts } from '../catalogue.ts';
import type { FieldDetails } from '../details.ts';
import type { Rectangle } from '../geometry.ts';
import type { PageSize } from '../../document/intake.ts';
import { countFitting, estimateWidth } from './fit.ts';

type Offered = { readonly type: FieldType; readonly options: readonly string[] | null } & Rectangle &
  Pick<FieldDetails, 'fontSize' | 'comb' | 'validation'> & {
    readonly locked: boolean;
    readonly prefillValue: string | null;
  };

/**
 * Checks whether a field's box has room for the longest answer that its options permit. Without it, some people
 * couldn't sign what they choose. Nobody changes the answer of a locked field.
 */
export function hasRoomForChoices(field: Offered, page: PageSize): boolean {
  if (getFieldTypeFacts(field.type).value !== 'options') return true;
  if (field.locked) return countFitting(field, field.prefillValue ?? '', page) === null;
  const widestFirst = (field.options ?? []).toSorted(
    (one, other) => estimateWidth(other) - estimateWidth(one),
  );
  const most = Number(field.validation?.max ?? widestFirst.length);
  return countFitting(field, widestFirst.slice(0, most).join('\n'), page) === null;
}
