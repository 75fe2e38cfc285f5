import type { FieldType } from '../catalogue.ts';
import { getFieldTypeFacts } from '../catalogue.ts';
import type { FieldDetails } from '../details.ts';
import type { Rectangle } from '../geometry.ts';
import type { PageSize } from '../../document/intake.ts';
import { countFitting } from './fit.ts';

type Offered = { readonly type: FieldType; readonly options: readonly string[] | null } & Rectangle &
  Pick<FieldDetails, 'fontSize' | 'comb' | 'validation'>;

/**
 * Checks whether a field's box has room for the longest answer that its options permit. Without it, some people
 * couldn't sign what they choose.
 */
export function hasRoomForChoices(field: Offered, page: PageSize): boolean {
  if (getFieldTypeFacts(field.type).value !== 'options') return true;
  const longestFirst = (field.options ?? []).toSorted((one, other) => other.length - one.length);
  const most = Number(field.validation?.max ?? longestFirst.length);
  return countFitting(field, longestFirst.slice(0, most).join('\n'), page) === null;
}
