import axe from 'axe-core';
import { expect } from 'vitest';

/** Expects that axe finds nothing in what is shown. Rules about whole pages are those of journeys. */
export async function hasNoViolations(): Promise<void> {
  const { violations } = await axe.run(document.body, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([]);
}
