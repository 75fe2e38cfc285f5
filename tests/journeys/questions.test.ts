import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSignerHarness, type SignerHarness } from '../e2e/signer-harness.ts';
import { findViolations } from '../support/axe.ts';
import { findChromium } from '../support/chromium.ts';
import { PASSWORD } from '../support/password.ts';
import { patience } from '../support/patience.ts';

const BEN = { name: 'Ben Okafor', email: 'ben.asks@example.com' };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const SIGNATURE = {
  type: 'signature',
  page: 1,
  x: 0.1,
  y: 0.4,
  width: 0.3,
  height: 0.06,
  participantIndex: 0,
};
const PASSAGE = 'Page 1 of the agreement';

describe.skipIf(findChromium() === null)('questions (skipped where there is no Chromium)', () => {
  let harness: SignerHarness;
  beforeAll(async () => {
    harness = await openSignerHarness();
  }, patience(180_000));
  afterAll(() => harness?.close());

  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  async function openDocument(page: Page): Promise<void> {
    await page.goto(await harness.linkFor(BEN.email));
    await button(page, 'Review document').click();
    await page.locator('canvas').first().waitFor();
  }
  async function openAsk(page: Page): Promise<void> {
    await page.getByText('More', { exact: true }).click();
    await button(page, 'Ask a question').click();
    await page.getByRole('dialog', { name: 'Ask Grace Hopper' }).waitFor();
  }

  it(
    'are asked about a passage at a desk, answered in the dashboard, and read on a phone, where he then signs',
    async () => {
      const id = await harness.send({ participants: [BEN], fields: [SIGNATURE] });

      // He selects a line and asks for other words.
      const desk = await harness.visit();
      await openDocument(desk.page);
      await desk.page.locator('.pdf-text span', { hasText: PASSAGE }).first().click({ clickCount: 3 });
      await button(desk.page, 'Ask a question').click();
      const dialog = desk.page.getByRole('dialog', { name: 'Ask Grace Hopper' });
      await dialog.getByText(PASSAGE).waitFor();
      await dialog.getByRole('radio', { name: 'A change' }).check();
      await button(desk.page, 'Send').click();
      await dialog.getByText('Fill in this field.').waitFor();
      await dialog.getByLabel('What should it say?').fill('Page 1 of the lease');
      await dialog.getByLabel('What should change, and why?').fill('It is a lease.');
      expect(await findViolations(desk.page)).toEqual([]);
      await button(desk.page, 'Send').click();
      await dialog.getByText('Grace Hopper gets your message by email.').first().waitFor();
      await dialog.getByText('Not answered yet').waitFor();

      // The document beside it stays usable: it can be filled in, and another passage asked about.
      const [panel, paper] = await Promise.all([
        dialog.boundingBox(),
        desk.page.locator('[data-page="1"]').boundingBox(),
      ]);
      expect((paper?.x ?? 0) + (paper?.width ?? Infinity)).toBeLessThanOrEqual(panel?.x ?? 0);
      await button(desk.page, 'Start').click();
      await button(desk.page, 'Adopt and sign').waitFor();
      await desk.page.keyboard.press('Escape');
      await desk.page.getByRole('dialog', { name: 'Your signature' }).waitFor({ state: 'detached' });
      await desk.page.locator('.pdf-text span', { hasText: PASSAGE }).first().click({ clickCount: 3 });
      await desk.page.locator('.shadow-float').getByRole('button', { name: 'Ask a question' }).click();
      await dialog.getByRole('radio', { name: 'A question' }).waitFor();
      await dialog.getByText('Text in the document, page 1').last().waitFor();
      await dialog.getByRole('radio', { name: 'A question' }).press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(desk.faults).toEqual([]);
      await desk.page.context().close();

      // She reads it in the email and answers in the dashboard.
      const mail = await harness.mailTo(harness.sender, 'Ben Okafor asks for a change');
      expect(mail.text).toContain(PASSAGE);
      expect(mail.text).toContain('Page 1 of the lease');
      const office = await harness.visit();
      await office.page.goto(`${harness.origin}/login?next=/envelopes/${id}`);
      await office.page.getByLabel('Email').fill(harness.sender);
      await office.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await office.page.getByRole('button', { name: 'Sign in', exact: true }).click();
      const talk = office.page.getByRole('region', { name: 'Conversation' });
      await talk.getByText('Change requested').waitFor();
      await talk.getByText('You answer Ben Okafor. The others don’t see it.').waitFor();
      expect(await findViolations(office.page)).toEqual([]);
      await talk.getByLabel('Your answer').fill('A lease it is, see the first line.');
      await button(office.page, 'Send answer').click();
      await talk.getByText('Answered').waitFor();
      expect(office.faults).toEqual([]);
      await office.page.context().close();

      // He reads the answer on his phone, writes again, and signs all the same.
      await harness.mailTo(BEN.email, 'Answer about');
      const phone = await harness.visit(PHONE);
      await openDocument(phone.page);
      await openAsk(phone.page);
      const sheet = phone.page.getByRole('dialog', { name: 'Ask Grace Hopper' });
      await sheet.getByText('A lease it is, see the first line.').waitFor();
      await button(phone.page, 'Write again').tap();
      await sheet.getByLabel('Write again').fill('Thank you!');
      await sheet.getByRole('button', { name: 'Send', exact: true }).first().tap();
      await sheet.getByText('Thank you!').waitFor();
      expect(await findViolations(phone.page)).toEqual([]);
      await button(phone.page, 'Close').tap();
      await phone.page.locator('#signer-proceed').tap();
      await button(phone.page, 'Adopt and sign').tap();
      await button(phone.page, 'Sign and finish').tap();
      await phone.page.getByRole('heading', { name: /^(?:Everyone has signed|You’ve signed)/ }).waitFor();
      expect(phone.faults).toEqual([]);
      await phone.page.context().close();

      const said = (await harness.events(id)).filter(({ action }) => /asked|requested|answered/.test(action));
      expect(said.map(({ action }) => action)).toEqual([
        'participant.change_requested',
        'envelope.answered',
        'participant.asked',
      ]);
    },
    patience(120_000),
  );
});
