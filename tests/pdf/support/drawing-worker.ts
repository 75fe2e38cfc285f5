import { drawValues, rowInks } from './drawn-fields.ts';

/** Draws values as names and returns how many pixels each one took. */
export async function drawnPixels(values: readonly string[]): Promise<(number | null)[]> {
  const { bytes } = await drawValues(values.map((value) => ({ type: 'name', value })));
  return (await rowInks(bytes, values.length)).map((ink) => ink?.pixels ?? null);
}
