import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findChromium } from '../support/chromium.ts';
import { openSignerHarness, type SignerHarness } from './signer-harness.ts';

function signature(participantIndex: number) {
  return {
    type: 'signature',
    page: 1,
    x: 0.1 + 0.4 * participantIndex,
    y: 0.6,
    width: 0.3,
    height: 0.06,
    participantIndex,
  };
}

/** Signs an open document with the suggested name. */
async function sign(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByRole('button', { name: 'Adopt and sign' }).click();
  await page.getByRole('button', { name: 'Review', exact: true }).click();
  await page.getByRole('button', { name: 'Sign and finish' }).click();
}

describe.skipIf(findChromium() === null)('after signing (skipped where there is no Chromium)', () => {
  let harness: SignerHarness;
  beforeAll(async () => {
    harness = await openSignerHarness();
  }, 180_000);
  afterAll(() => harness?.close());

  it('follows the others and the sealing without a reload, and says the same after one', async () => {
    const people = [
      { name: 'Ada Lovelace', email: 'ada.follows@example.com' },
      { name: 'Ben Okafor', email: 'ben.follows@example.com' },
    ];
    const fields = [signature(0), signature(1)];
    await harness.send({ participants: people, fields });
    const ada = await harness.visit();
    await ada.page.goto(await harness.linkFor('ada.follows@example.com'));
    await ada.page.getByRole('button', { name: 'Review document' }).click();
    await sign(ada.page);
    await ada.page.getByRole('heading', { name: 'You’ve signed' }).waitFor();
    await ada.page.reload();
    await ada.page.getByRole('heading', { name: 'You’ve signed' }).waitFor();

    // As far as Ada's page can tell, the sealed copy isn't there yet.
    let isReloading = false;
    await ada.page.route('**/api/signer/envelope*', async (route) => {
      const response = await route.fetch();
      const view = (await response.json()) as { envelope: object };
      const json = { ...view, envelope: { ...view.envelope, sealedAt: null } };
      // A reload cancels pending requests, which then can't be answered.
      await route.fulfill({ response, json }).catch((error: unknown) => {
        if (!isReloading) throw error;
      });
    });
    const ben = await harness.visit();
    await ben.page.goto(await harness.linkFor('ben.follows@example.com'));
    await ben.page.getByRole('button', { name: 'Review document' }).click();
    await sign(ben.page);
    await ben.page.getByRole('heading', { name: 'Everyone has signed' }).waitFor();
    const download = ada.page.getByRole('button', { name: 'Download signed copy' });
    const saysSealing = async (): Promise<void> => {
      await ada.page.getByRole('heading', { name: 'Everyone has signed' }).waitFor();
      await ada.page.getByText('We’re sealing the finished copy').waitFor();
      expect(await download.isDisabled()).toBe(true);
      expect(await ada.page.getByText('It’s sealed').count()).toBe(0);
    };
    await saysSealing();
    isReloading = true;
    await ada.page.reload();
    await saysSealing();
    await ada.page.unrouteAll({ behavior: 'wait' });
    await ada.page.getByText('It’s sealed').waitFor();
    expect(await download.isEnabled()).toBe(true);
    expect([...ada.faults, ...ben.faults]).toEqual([]);
    await ada.page.context().close();
    await ben.page.context().close();
  }, 120_000);

  it('says so if someone declines later', async () => {
    const people = [
      { name: 'Cleo', email: 'cleo@example.com' },
      { name: 'Dan', email: 'dan.declines@example.com' },
    ];
    await harness.send({ participants: people, fields: [signature(0), signature(1)] });
    const cleo = await harness.visit();
    await cleo.page.goto(await harness.linkFor('cleo@example.com'));
    await cleo.page.getByRole('button', { name: 'Review document' }).click();
    await sign(cleo.page);
    await cleo.page.getByRole('heading', { name: 'You’ve signed' }).waitFor();
    const token = new URL(await harness.linkFor('dan.declines@example.com')).hash.slice('#token='.length);
    const declined = await fetch(`${harness.origin}/api/signer/decline`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{}',
    });
    expect(declined.status).toBe(200);
    await cleo.page.getByRole('heading', { name: 'This document was declined' }).waitFor();
    await cleo.page.context().close();
  }, 120_000);

  it('says of a test that it isn’t binding, before and after signing', async () => {
    const participants = [{ name: 'Tess Ter', email: 'tess@example.com' }];
    const sender = await harness.testSender();
    await sender.send({ participants, fields: [signature(0)] });
    const tess = await harness.visit();
    const link = await sender.linkFor('tess@example.com');
    const landing = tess.page.waitForResponse((response) => response.url().includes('/sign/landing'));
    await tess.page.goto(link);
    expect(((await (await landing).json()) as { html: string }).html).toContain('It isn’t legally binding.');
    const notice = tess.page.getByText('This is a test. It isn’t legally binding.');
    await notice.first().waitFor();
    await tess.page.getByRole('button', { name: 'Review document' }).click();
    await sign(tess.page);
    await tess.page.getByRole('heading', { name: 'Everyone has signed' }).waitFor();
    await notice.waitFor();
    await harness.send({ participants, fields: [signature(0)] });
    await tess.page.goto(await harness.linkFor('tess@example.com'));
    await tess.page.getByRole('button', { name: 'Review document' }).waitFor();
    expect(await notice.count()).toBe(0);
    expect(tess.faults).toEqual([]);
    await tess.page.context().close();
  }, 120_000);
});
