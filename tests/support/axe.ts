import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

/**
 * Returns what axe finds on a page: each rule, with the elements that break it. Frames of other origins would
 * need a page of axe's own for each analysis, which takes much longer.
 */
export async function findViolations(page: Page, tags: readonly string[] = []): Promise<string[]> {
  const { origin } = new URL(page.url());
  const foreign = page.frames().filter((one) => /^http/.test(one.url()) && !one.url().startsWith(origin));
  if (foreign.length > 0) throw new Error(`axe can’t look into ${foreign[0]?.url()}`);
  const axe = new AxeBuilder({ page }).setLegacyMode();
  const { violations } = await (tags.length > 0 ? axe.withTags([...tags]) : axe).analyze();
  return violations.map(
    ({ id, nodes }) => `${id} ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
  );
}
