import { expect as shows } from '@playwright/test';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '../support/axe.ts';
import { findChromium } from '../support/chromium.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { boxOf, signUp } from './dashboard-steps.ts';
import { apiKeyOf, call, makeEnvelope, read } from './envelope-steps.ts';
import { openDashboardHarness, type DashboardHarness } from './dashboard-harness.ts';

/** Where to save screenshots for people to look at; nowhere if it's not set. */
const PICTURES = process.env['PICTURES'];

describe.skipIf(findChromium() === null)(
  'webhooks in the settings (skipped where there is no Chromium)',
  () => {
    let harness: DashboardHarness;
    let receiver: Receiver;
    let status = 204;
    beforeAll(async () => {
      harness = await openDashboardHarness();
      receiver = await startReceiver((_received, _request, response) =>
        response.writeHead(status).end('noted'),
      );
    }, 180_000);
    afterAll(async () => {
      await harness?.close();
      await receiver?.close();
    });

    it('can be added, tested, monitored and deleted', async () => {
      const { page, faults } = await harness.visit();
      const picture = async (name: string) => {
        if (PICTURES !== undefined)
          await page.screenshot({ path: `${PICTURES}/${name}.png`, fullPage: true });
      };
      await signUp(page);
      await page.goto('/settings');
      await page.getByRole('link', { name: 'Webhooks' }).click();
      await page.getByText('No webhooks yet').waitFor();

      await page.getByRole('button', { name: 'Add webhook' }).click();
      const add = page.getByRole('dialog').getByRole('button', { name: 'Add webhook' });
      await page.getByLabel('URL').fill('http://10.0.0.1/hook');
      await add.click();
      await page.getByText('The host resolves to a blocked address.').waitFor();
      const url = `http://localhost:${receiver.port}/hook`;
      await page.getByLabel('URL').fill(url);
      await page.getByText('Only selected events').click();
      await page.getByLabel('Voided', { exact: false }).check();
      await add.click();
      const secret = await page.getByRole('status').locator('code').textContent();
      expect(secret).toMatch(/^whsec_/);
      await picture('webhooks');
      await shows(page.getByRole('dialog')).toHaveCount(0);
      expect(await findViolations(page)).toEqual([]);

      await page.getByRole('link', { name: url }).click();
      const edit = page.getByRole('dialog', { name: 'URL and events' });
      await page.getByRole('button', { name: 'Edit' }).click();
      await shows(edit.getByLabel('Only selected events')).toBeChecked();
      await edit.getByLabel('Description').fill('Contracts in our CRM');
      await edit.getByRole('button', { name: 'Save changes' }).click();
      await page.getByRole('heading', { name: 'Contracts in our CRM' }).waitFor();
      await page.getByText('No events in 7 days').waitFor();
      const opened = page.getByRole('region', { name: 'envelope.completed' });
      await page.getByRole('button', { name: 'Send sample' }).click();
      const sample = page.getByRole('dialog', { name: 'Send a sample event' });
      await shows(sample.getByRole('combobox', { name: 'Event' })).toBeFocused();
      await shows(sample.getByRole('group', { name: 'Payload' })).toContainText('"sample": true');
      await sample.getByRole('button', { name: 'Send sample' }).press('Enter');
      await shows(sample.getByText('The server responded with 204.')).toBeVisible({ timeout: 20_000 });
      await shows(sample.getByText(/\d ms/)).toBeVisible();
      await picture('webhook-sample');
      expect(await findViolations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await shows(sample).toHaveCount(0);
      await shows(opened.getByText('Delivered', { exact: true })).toBeVisible({ timeout: 20_000 });
      const tries = opened.getByRole('table', { name: 'Attempts' }).getByRole('row');
      await shows(tries).toHaveText([/Duration/, /^1.*The server responded with 204.*ms/s]);
      await shows(page.locator('dl > div').filter({ hasText: 'Typical response' })).toContainText(/\d ms/);
      const [{ body, headers } = { body: '', headers: {} }] = receiver.requests;
      new Webhook(secret ?? '').verify(body, headers as Record<string, string>);

      status = 500;
      await page.getByRole('button', { name: 'Send again' }).click();
      await shows(tries).toHaveText([/Duration/, /^2.*500.*ms/s, /^1.*204.*ms/s], {
        timeout: 20_000,
      });
      await opened.getByText('noted').waitFor();
      await opened.getByText('"type": "envelope.completed"').waitFor();
      await page.getByText('Gave up on 1').waitFor();
      await page.getByRole('combobox', { name: 'Status' }).selectOption('Gave up');
      await page.waitForURL('**/settings/webhooks/*?status=failed');
      const deliveries = page.getByRole('list', { name: 'Deliveries' });
      await shows(deliveries.getByRole('link')).toHaveText([/envelope\.completed.*Gave up after 2 attempts/]);
      const search = page.getByRole('searchbox', { name: 'Search deliveries' });
      await search.fill('envelope.sealed');
      await search.press('Enter');
      await page.getByText('No deliveries match').waitFor();
      await search.fill('Envelope.Completed');
      await search.press('Enter');
      await shows(deliveries.getByRole('link')).toHaveCount(1);
      await picture('webhook');
      expect(await findViolations(page)).toEqual([]);

      await page.emulateMedia({ colorScheme: 'dark' });
      await page.setViewportSize({ width: 320, height: 720 });
      await picture('webhook-dark-narrow');
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);

      // On a phone, a delivery replaces the list when it opens.
      await shows(opened).toBeHidden();
      await deliveries.getByRole('link').click();
      await shows(opened).toBeVisible();
      await shows(deliveries).toBeHidden();
      await picture('delivery-dark-narrow');
      await page.getByRole('link', { name: 'All deliveries' }).click();
      await shows(deliveries).toBeVisible();

      await page.getByRole('button', { name: 'Disable' }).click();
      await page.getByText('Webhook disabled.').waitFor();
      await page.getByRole('button', { name: 'Enable' }).click();
      await page.getByText('Webhook enabled.').waitFor();
      await page.getByRole('button', { name: 'Replace secret' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Replace secret' }).click();
      await page.getByText('Secret replaced').waitFor();
      const heightOf = async (name: string) => (await boxOf(page.getByRole('button', { name }))).height;
      expect(await heightOf('Delete')).toBe(await heightOf('Edit'));
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('No webhooks yet').waitFor();
      expect(faults).toEqual([]);
    });

    it('replays messages of a time range, and says before how many they are', async () => {
      status = 204;
      receiver.requests.length = 0;
      const { page, faults } = await harness.visit();
      await signUp(page);
      const key = await apiKeyOf(page);
      const url = `http://localhost:${receiver.port}/replayed`;
      const events = ['envelope.created', 'envelope.sent'];
      const { id } = await call<{ id: string }>(page, 'webhook.create', { url, events });
      await makeEnvelope(page, key, 'Lease');
      await page.goto(`/settings/webhooks/${id}`);
      const ids = () => receiver.requests.map(({ headers }) => headers['webhook-id']).sort();
      await expect.poll(ids).toHaveLength(2);
      const delivered = ids();
      await expect
        .poll(() => read<{ items: { status: string }[] }>(page, 'webhook.deliveries', { id }))
        .toMatchObject({ items: [{ status: 'succeeded' }, { status: 'succeeded' }] });

      await page.getByRole('button', { name: 'Replay' }).press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Replay messages' });
      const send = dialog.getByRole('button', { name: 'Send again' });
      await dialog.getByText('No messages match.').waitFor();
      await shows(send).toBeDisabled();
      await dialog.getByRole('combobox', { name: 'Messages' }).selectOption('All, including delivered ones');
      await dialog.getByText('2 messages will be sent again.').waitFor();
      await dialog.getByLabel('Only selected events').check();
      await dialog.getByText('Select at least one event, or choose all events.').waitFor();
      await dialog.getByLabel('envelope.sent').check();
      await dialog.getByText('1 message will be sent again.').waitFor();
      if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/webhook-replay.png` });
      expect(await findViolations(page)).toEqual([]);
      const end = dialog.locator('input[name=to]');
      await end.fill('2020-01-01T00:00');
      await end.press('Tab');
      await dialog.getByText('The end must be after the start.').waitFor();
      await shows(send).toBeDisabled();
      await end.fill('');
      await dialog.getByLabel('All events').check();
      await dialog.getByText('2 messages will be sent again.').waitFor();
      await send.press('Enter');
      await page.getByText('Sending 2 messages again.').waitFor();
      await shows(dialog).toHaveCount(0);
      await expect.poll(ids).toEqual([...delivered, ...delivered].sort());
      expect(faults).toEqual([]);
    });
  },
);
