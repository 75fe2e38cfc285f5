/**
 * Writes data as SvelteKit transfers it: a list of values in which objects and lists name their parts by
 * place.
 */
export function flatten(root: unknown): unknown[] {
  const values: unknown[] = [];
  const add = (value: unknown): number => {
    if (value === undefined) return -1;
    const place = values.push(value) - 1;
    if (Array.isArray(value)) values[place] = value.map(add);
    else if (typeof value === 'object' && value !== null)
      values[place] = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, add(part)]));
    return place;
  };
  add(root);
  return values;
}
