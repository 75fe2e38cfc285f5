import { expect as shows, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createIdMint } from '#server/runtime/context.ts';
import { openDatabase } from '#server/db/client/client.ts';
import { checkOrganization, createOrganization } from '#server/procedures/organization/bootstrap.ts';
import { startSmtpReceiver, type SmtpReceiver } from '../mail/smtp-receiver.ts';
import { findChromium } from '../support/chromium.ts';
import { patience } from '../support/patience.ts';
import { fromMenu, PASSWORD, toast } from './dashboard-steps.ts';
import { openDashboardHarness, type DashboardHarness } from './dashboard-harness.ts';
import { ADA, apiKeyOf, BEN, makeEnvelope } from './envelope-steps.ts';

describe.skipIf(findChromium() === null)(
  'an address that isn’t confirmed, with a mail server (skipped where there is no Chromium)',
  () => {
    let smtp: SmtpReceiver;
    let harness: DashboardHarness;
    beforeAll(async () => {
      smtp = await startSmtpReceiver();
      harness = await openDashboardHarness({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'sign@example.com' } });
    }, patience(180_000));
    afterAll(async () => {
      await harness?.close();
      await smtp?.close();
    });

    /** Signs up before the server could send email, and in now. */
    async function enter(person: { readonly name: string; readonly email: string }): Promise<Page> {
      const db = openDatabase(harness.database.address);
      const clock = () => new Date();
      const input = await checkOrganization({ organization: 'Acme', ...person, password: PASSWORD });
      const audit = { ipAddress: null, userAgent: null };
      await createOrganization({ db, clock, newId: createIdMint(clock) }, input, audit, () =>
        Promise.resolve(),
      );
      await db.close();
      const { page } = await harness.visit();
      page.setDefaultTimeout(patience(20_000));
      await page.goto('/login');
      await page.getByLabel('Email').fill(person.email);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.waitForURL('**/envelopes');
      return page;
    }

    it(
      'keeps nobody from reminding everyone whose turn it is, once an hour',
      async () => {
        const page = await enter({ name: 'Alan Turing', email: 'alan@acme.example' });
        const people = [ADA, BEN].map((one) => ({ ...one, orderIndex: 0 }));
        const id = await makeEnvelope(page, await apiKeyOf(page), 'Lease', { people });
        await page.goto(`/envelopes/${id}`);
        const remind = page.getByRole('button', { name: 'Remind 2 people' });
        await remind.click();
        await toast(page, 'Reminder sent').waitFor();
        await shows(remind).toBeDisabled();
        await page.getByText('You can remind them again after').first().waitFor();
        await fromMenu(page, ADA.name, 'Resend link');
        await page.getByText(`New link sent to ${ADA.name}.`).waitFor();
      },
      patience(90_000),
    );

    it(
      'is asked for on every page from the first minute, before anybody presses Sign now',
      async () => {
        const person = { name: 'Grace Hopper', email: 'grace@acme.example' };
        const page = await enter(person);
        const button = (name: string) => page.getByRole('button', { name, exact: true });
        const notice = page.getByText(`Confirm ${person.email}`, { exact: true });
        await notice.waitFor();
        await page.goto('/templates');
        await notice.waitFor();

        const people = [{ name: person.name, email: person.email }];
        const id = await makeEnvelope(page, await apiKeyOf(page), 'Lease', { people });
        await page.goto(`/envelopes/${id}`);
        await notice.waitFor();
        await button('Sign now').click();
        const dialog = page.getByRole('dialog', { name: 'Confirm your address first' });
        await dialog.getByText(person.email).waitFor();
        await dialog.getByRole('button', { name: 'Send confirmation link' }).click();
        await dialog.getByText('We’ve sent you a link.').waitFor();
        const link = () =>
          smtp.delivered
            .filter(({ to }) => to.includes(person.email))
            .map(({ raw }) => /http:\S+\/open\/confirm#[^"<>\s]+/.exec(raw.replaceAll('=\r\n', ''))?.[0])
            .find((found) => found !== undefined);
        await expect.poll(link, { timeout: patience(20_000) }).toBeDefined();
        await page.goto((link() ?? '').replaceAll('=3D', '='));
        await button('Confirm email').click();
        await page.getByRole('heading', { name: 'Email confirmed' }).waitFor();

        await page.goto(`/envelopes/${id}`);
        expect(await notice.count()).toBe(0);
        await button('Sign now').click();
        await page.waitForURL('**/sign**');
        await page.context().close();
      },
      patience(120_000),
    );
  },
);
