import fc from 'fast-check';
import { toPrintable } from '#domain/text.ts';
import { BOXES_ON_A_PAGE, type BoxedValue, drawValues, rowInks } from './drawn-fields.ts';
import { unicodeText } from './unicode-text.ts';

export type DrawingFault = { readonly value: BoxedValue; readonly fault: string };

const TYPES = ['name', 'text', 'signature'] as const;

/** Draws random strings as fields. Returns those that failed, left no ink, or left ink outside their box. */
export async function drawRandomText(count: number, seed: number): Promise<DrawingFault[]> {
  const texts = fc.sample(unicodeText, { numRuns: count, seed });
  const faults: DrawingFault[] = [];
  for (let start = 0; start < count; start += BOXES_ON_A_PAGE) {
    const values = texts
      .slice(start, start + BOXES_ON_A_PAGE)
      .map((value, index) => ({ type: TYPES[(start + index) % TYPES.length] ?? 'name', value }));
    faults.push(...(await faultsOf(values)));
  }
  return faults;
}

async function faultsOf(values: readonly BoxedValue[]): Promise<DrawingFault[]> {
  try {
    const { bytes } = await drawValues(values);
    const inks = await rowInks(bytes, values.length);
    return values.flatMap((value, index) => {
      const ink = inks[index] ?? null;
      const isBlank = toPrintable(value.value) === '';
      if (ink === null) return isBlank ? [] : [{ value, fault: 'no ink' }];
      return ink.outside > 0 ? [{ value, fault: `${ink.outside} pixels outside the box` }] : [];
    });
  } catch (error) {
    const [first] = values;
    if (!first || values.length === 1) return first ? [{ value: first, fault: String(error) }] : [];
    const half = Math.ceil(values.length / 2);
    return [...(await faultsOf(values.slice(0, half))), ...(await faultsOf(values.slice(half)))];
  }
}
