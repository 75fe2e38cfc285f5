import { expect as shows, type Page } from '@playwright/test';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase, type Database } from '#server/db/client/client.ts';
import { addInstanceAdministrator } from '#server/db/instance/administrators.ts';
import { findViolations } from '../support/axe.ts';
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

  const isSound = async (page: Page) => expect(await findViolations(page)).toEqual([]);

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
    await opened.drizzle.execute(sql`update sessions set second_factor = true`);
    await operator.goto('/administration');
    await operator.getByRole('heading', { name: 'Organizations' }).waitFor();
    // Both the organization and its owner are listed.
    await shows(operator.getByRole('listitem').filter({ hasText: strangersEmail })).toHaveCount(2);
    await isSound(operator);
  });
});
