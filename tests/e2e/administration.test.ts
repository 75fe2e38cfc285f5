import AxeBuilder from '@axe-core/playwright';
import { expect as shows, type Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '#server/db/client/client.ts';
import { addInstanceAdministrator } from '#server/db/instance/administrators.ts';
import { findChromium } from '../support/chromium.ts';
import { openAppHarness, type AppHarness } from './app-harness.ts';
import { signUp } from './dashboard-steps.ts';

describe.skipIf(findChromium() === null)('administration (skipped where there is no Chromium)', () => {
  let harness: AppHarness;
  let operator: Page;
  let stranger: Page;
  let strangersEmail: string;
  let opened: Database;
  beforeAll(async () => {
    harness = await openAppHarness({ idle: true });
    opened = openDatabase(harness.database.address, { connections: 2 });
    ({ page: stranger } = await harness.visit());
    strangersEmail = await signUp(stranger);
    ({ page: operator } = await harness.visit());
    const email = await signUp(operator);
    await opened.drizzle.execute(sql`update users set email_verified_at = now() where email = ${email}`);
    await addInstanceAdministrator(harness.database.owner, email);
  }, 600_000);
  afterAll(async () => {
    await opened?.close();
    await harness?.close();
  });

  const isSound = async (page: Page) =>
    expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
  const db = () => opened;

  it('is not there for an owner of an organization', async () => {
    const answer = await stranger.goto('/administration');
    expect(answer?.status()).toBe(404);
    expect(await stranger.getByRole('link', { name: 'Administration' }).count()).toBe(0);
  });

  it('asks for two-step verification first', async () => {
    await operator.goto('/envelopes');
    await operator.getByRole('link', { name: 'Administration' }).click();
    await operator.getByRole('heading', { name: 'Set up two-step verification first' }).waitFor();
    await isSound(operator);
    await db().drizzle.execute(sql`update sessions set second_factor = true`);
  });

  it('says what is wrong, with the reason of each failed job', async () => {
    await db().drizzle.execute(sql`
      insert into pgboss.job (name, state, data, output, completed_on, retry_count, retry_limit) values
        ('svc/webhook.deliver', 'failed', '{}', '{"message": "503 from hooks.example.com"}', now(), 3, 3)`);
    await operator.goto('/administration');
    await operator
      .getByRole('heading', { name: 'People can send and sign. 2 things need your attention.' })
      .waitFor();
    await shows(operator.getByText('503 from hooks.example.com')).toBeVisible();
    await isSound(operator);
    await operator.getByRole('button', { name: 'Retry: Deliver webhooks' }).click();
    await operator.getByText('The jobs are being tried again.').waitFor();
    await operator.getByText('No job has failed for good in the last seven days.').waitFor();
    await db().drizzle.execute(sql`delete from pgboss.job where name = 'svc/webhook.deliver'`);
  });

  it('suspends an organization with a reason, and ends that', async () => {
    await operator.goto('/administration');
    const row = operator.getByRole('listitem').filter({ hasText: strangersEmail });
    await row.getByRole('button', { name: 'Suspend Acme Legal GmbH' }).click();
    const dialog = operator.getByRole('dialog');
    await shows(dialog.getByText('stop working at once')).toBeVisible();
    await dialog.getByLabel('Reason').fill('Phishing');
    await isSound(operator);
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await row.getByText('Suspended').waitFor();
    await shows(row.getByText('Phishing')).toBeVisible();
    await isSound(operator);

    await row.getByRole('button', { name: 'End suspension: Acme Legal GmbH' }).click();
    await operator.getByRole('dialog').getByRole('button', { name: 'End suspension' }).click();
    await row.getByText('Active').waitFor();
    await operator.getByRole('button', { name: 'Check now' }).click();
    await row.getByText('Active').waitFor();
  });

  it.each([320, 390, 768, 1440])('fits a window of %i pixels', async (width) => {
    await operator.setViewportSize({ width, height: 900 });
    await operator.goto('/administration?q=acme');
    await operator.getByRole('heading', { name: 'Organizations' }).waitFor();
    expect(await operator.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await isSound(operator);
  });
});
