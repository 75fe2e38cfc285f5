import { expect as shows, type Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findViolations } from '../support/axe.ts';
import { findChromium } from '../support/chromium.ts';
import { signUp } from './dashboard-steps.ts';
import { openDashboardHarness, type DashboardHarness } from './dashboard-harness.ts';
import { ADA, apiKeyOf, BEN, makeEnvelope } from './envelope-steps.ts';
import { mailedCode } from './mailed-code.ts';

/** Where to save screenshots for people to look at; nowhere if it's not set. */
const PICTURES = process.env['PICTURES'];
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

describe.skipIf(findChromium() === null)('a public form (skipped where there is no Chromium)', () => {
  let harness: DashboardHarness;
  let owner: Page;
  beforeAll(async () => {
    harness = await openDashboardHarness();
    owner = (await harness.visit()).page;
    await signUp(owner);
  }, 400_000);
  afterAll(() => harness?.close());

  const picture = async (page: Page, name: string) => {
    if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/form-${name}.png` });
  };
  const isSound = async (page: Page) => {
    expect(await findViolations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  };

  /** Publishes a template that its visitor signs first, then Ben. Returns the form's address. */
  async function publish(settings: Record<string, unknown> = {}): Promise<string> {
    const key = await apiKeyOf(owner);
    const sourceEnvelopeId = await makeEnvelope(owner, key, 'Photo release', { send: false });
    const call = async (method: string, path: string, body?: unknown) => {
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const answer = await fetch(`${harness.origin}/api/v1${path}`, {
        ...{ method, headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const json: unknown = await answer.json();
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${JSON.stringify(json)}`);
      return json;
    };
    const { participants } = (await call('GET', `/envelopes/${sourceEnvelopeId}`)) as {
      participants: { id: string; name: string }[];
    };
    const id = (name: string) => participants.find((one) => one.name === name)?.id;
    const roles = [
      { name: 'Guest', participantId: id(ADA.name) },
      { name: 'Studio', participantId: id(BEN.name) },
    ];
    const { template } = (await call('POST', '/templates', {
      sourceEnvelopeId,
      name: 'Photo release',
      message: { body: 'For everyone who takes part in our open house.' },
      roles,
    })) as { template: { id: string } };
    const { url } = (await call('PUT', `/templates/${template.id}/form`, {
      ...{ enabled: true, roleApiName: 'guest', recipients: { studio: BEN } },
      ...settings,
    })) as { url: string };
    return url;
  }

  it('shows the document and who signs before it asks for anything, on a phone', async () => {
    const url = await publish();
    const { page, faults } = await harness.visit(PHONE);
    await page.goto(url);
    const people = page.getByRole('region', { name: 'Who’s signing' }).getByRole('listitem');
    await shows(people).toHaveText([/You/, /Ben Bitdiddle\s+After you/]);
    await page.getByText('For everyone who takes part').waitFor();
    await isSound(page);
    await picture(page, 'phone');
    await page.getByRole('button', { name: 'Read' }).tap();
    const document = page.getByRole('region', { name: 'Document' });
    await document.getByRole('img').or(document.locator('canvas')).first().waitFor();
    await shows(document.getByRole('link', { name: 'Download' })).toBeVisible();
    await isSound(page);
    await picture(page, 'phone-document');

    await shows(page.getByLabel('Full name')).toBeHidden();
    await page.getByRole('link', { name: 'Start' }).tap();
    await page.getByRole('heading', { name: 'Who’s signing?' }).waitFor();
    await page.getByText('1 of 2').waitFor();
    await shows(page.getByRole('region', { name: 'Who’s signing' })).toBeHidden();
    await isSound(page);
    await picture(page, 'phone-details');
    await page.getByRole('link', { name: 'Photo release' }).tap();
    await page.getByRole('link', { name: 'Start' }).tap();
    await page.getByLabel('Full name').fill('Elif Yilmaz');
    await page.getByLabel('Email').fill('elif@example.com');
    await page.getByRole('button', { name: 'Email me a code' }).tap();
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    await page.getByText('2 of 2').waitFor();
    await isSound(page);
    await page.getByLabel('Code').fill(await mailedCode(harness.database, 'elif@example.com'));
    // Opens the document instead of the landing page, because they just requested it.
    await page.locator('canvas').first().waitFor();
    await picture(page, 'phone-opened');
    expect(new URL(page.url()).pathname).toBe('/sign');
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('submits a code that was typed before its scripts were there, once they are', async () => {
    const url = await publish();
    const { page, faults } = await harness.visit(PHONE);
    await page.goto(`${url}?who`);
    await page.getByLabel('Full name').fill('Selin Kaya');
    await page.getByLabel('Email').fill('selin@example.com');
    const { promise: scripts, resolve: giveScripts } = Promise.withResolvers<void>();
    await page.route(/\/_app\/.*\.js$/, (route) => scripts.then(() => route.continue()));
    await page.getByRole('button', { name: 'Email me a code' }).tap();
    await page.getByLabel('Code').fill(await mailedCode(harness.database, 'selin@example.com'));
    giveScripts();
    await page.waitForURL('**/sign**');
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it.each(['light', 'dark'] as const)('has the document beside it on a wide screen, in %s', async (look) => {
    const url = await publish();
    const { page, faults } = await harness.visit({
      ...{ colorScheme: look, viewport: { width: 1440, height: 900 } },
    });
    await page.goto(url);
    const document = page.getByRole('region', { name: 'Document' });
    await shows(document).toHaveCount(1);
    await document.locator('canvas').first().waitFor();
    await isSound(page);
    await picture(page, `wide-${look}`);
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('emails people who began before it ended their link', async () => {
    const url = await publish({ enabled: false });
    const { page, faults } = await harness.visit(PHONE);
    await page.goto(url);
    await page.getByRole('heading', { name: 'This form has closed' }).waitFor();
    await isSound(page);
    await picture(page, 'closed');
    await page.getByLabel('Email').fill('elif@example.com');
    await page.getByRole('button', { name: 'Email me my link' }).tap();
    await page.getByText('If elif@example.com has something left to sign here').waitFor();
    await isSound(page);
    await picture(page, 'closed-sent');
    expect(faults).toEqual([]);
    await page.context().close();
  });

  it('keeps the document of a form for some addresses to those who have one', async () => {
    const url = await publish({ allowedDomains: ['example.com'] });
    const { page, faults } = await harness.visit();
    await page.goto(url);
    await page.getByLabel('Full name').waitFor();
    await shows(page.getByRole('region', { name: 'Document' })).toHaveCount(0);
    await shows(page.getByText(BEN.name)).toHaveCount(0);
    expect((await fetch(`${url}/document`)).status).toBe(404);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
