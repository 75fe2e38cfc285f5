import { expect as shows, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#server/runtime/config.ts';
import { mintDigestToken } from '#server/crypto/tokens/digest-token.ts';
import { findViolations } from '../support/axe.ts';
import { makeScratchDirectory } from '../support/cluster.ts';
import { findChromium } from '../support/chromium.ts';
import { signUp } from './dashboard-steps.ts';
import { openDashboardHarness, type DashboardHarness } from './dashboard-harness.ts';

const SECRET_KEY = 'a secret of forty characters for one test';

describe.skipIf(findChromium() === null)('notifications (skipped where there is no Chromium)', () => {
  let harness: DashboardHarness;

  beforeAll(async () => {
    harness = await openDashboardHarness({ env: { SECRET_KEY } });
  }, 180_000);
  afterAll(() => harness?.close());

  async function isSound(page: Page): Promise<void> {
    expect(await findViolations(page)).toEqual([]);
  }

  /** Returns the link in a digest for the signed-in person. */
  async function digestLink(page: Page): Promise<string> {
    const { user, organization } = await page.evaluate(async () => {
      const answer = await fetch('/api/auth/session');
      return (await answer.json()) as { user: { id: string }; organization: { id: string } };
    });
    const { secretKeys } = readConfig({ SECRET_KEY, DATA_DIR: await makeScratchDirectory() });
    const exp = Math.floor(Date.now() / 1000) + 3600;
    return `/open/digest#${mintDigestToken({ org: organization.id, user: user.id, exp }, secretKeys)}`;
  }

  it('are chosen in the settings, and the digest by its link as well', async () => {
    const { page, faults } = await harness.visit({ timezoneId: 'America/Los_Angeles' });
    await signUp(page);
    await page.goto('/settings/notifications');
    const digest = page.getByRole('switch', { name: 'Email me on Mondays while envelopes are waiting' });
    const declined = page.getByRole('switch', { name: 'Someone declines' });
    await shows(digest).toBeChecked();
    await declined.uncheck();
    await isSound(page);
    await page.getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Saved.').waitFor();
    await page.reload();
    await shows(declined).not.toBeChecked();
    await shows(digest).toBeChecked();

    // The link works without an account.
    const visitor = (await harness.visit()).page;
    await visitor.goto(`${harness.origin}${await digestLink(page)}`);
    await visitor.getByRole('heading', { name: 'Turn off the weekly digest?' }).waitFor();
    await isSound(visitor);
    await visitor.getByRole('button', { name: 'Turn off' }).click();
    await visitor.getByRole('heading', { name: 'The weekly digest is off' }).waitFor();
    await isSound(visitor);
    await page.reload();
    await shows(digest).not.toBeChecked();
    await shows(declined).not.toBeChecked();
    await visitor.getByRole('button', { name: 'Turn on again' }).click();
    await visitor.getByRole('heading', { name: 'The weekly digest is on' }).waitFor();
    // It also works while signed in.
    await page.goto(await digestLink(page));
    await page.getByRole('button', { name: 'Turn off' }).click();
    await page.getByRole('heading', { name: 'The weekly digest is off' }).waitFor();
    await page.goto('/settings/notifications');
    await shows(digest).not.toBeChecked();

    await visitor.goto(`${harness.origin}/open/digest#a.b`);
    await visitor.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    await isSound(visitor);
    expect(faults).toEqual([]);
  });
});
