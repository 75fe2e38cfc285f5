import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGE_COOKIE } from '#domain/language.ts';
import { findViolations } from '../support/axe.ts';
import { findChromium } from '../support/chromium.ts';
import { startIdentityProvider, type IdentityProviderServer } from '../support/identity-provider.ts';
import { openSignerHarness, type SignerHarness } from './signer-harness.ts';

const PHONE = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true } as const;
const SIGNATURE = {
  ...{ type: 'signature', page: 1, x: 0.1, y: 0.2, width: 0.3, height: 0.06, participantIndex: 0 },
};

describe.skipIf(findChromium() === null)(
  'signing in before a document (skipped where there is no Chromium)',
  () => {
    let harness: SignerHarness;
    let idp: IdentityProviderServer;
    let provider: string;
    let signers = 0;
    beforeAll(async () => {
      harness = await openSignerHarness();
      idp = await startIdentityProvider(`${harness.origin}/sign`);
      const { issuer, clientId, clientSecret } = idp;
      const body = { name: 'Example ID', issuer, clientId, clientSecret, match: 'email' };
      provider = (await harness.call<{ id: string }>('POST', '/identity-providers', body)).id;
    }, 180_000);
    afterAll(async () => {
      await harness?.close();
      await idp?.close();
    });

    async function opened(options = {}) {
      const email = `signed-in${(signers += 1)}@example.com`;
      idp.people.set(email, { email, email_verified: true });
      const id = await harness.send({
        participants: [{ name: 'Ada Lovelace', email, authentication: { method: 'oidc', provider } }],
        fields: [SIGNATURE],
      });
      const { page, faults } = await harness.visit(options);
      await page.goto(await harness.linkFor(email));
      await page.getByRole('button', { name: 'Review document' }).click();
      const button = page.getByRole('button', { name: 'Sign in with Example ID' });
      await button.waitFor();
      return { email, id, page, faults, button };
    }
    async function continueAs(page: Page, login: string) {
      await page.getByLabel('Account').fill(login);
      await page.getByRole('button', { name: 'Continue' }).click();
    }

    it('leads from the link through the provider to the signed document', async () => {
      const { email, id, page, faults, button } = await opened();
      await button.click();
      await page.waitForURL(`${idp.issuer}/**`);
      await continueAs(page, email);
      await page.locator('canvas').first().waitFor();
      expect(page.url()).toMatch(/\/sign\/org_\w+$/);
      await page.locator('#signer-proceed').click();
      await page.getByRole('button', { name: 'Adopt and sign' }).click();
      await page.getByRole('button', { name: 'Review' }).click();
      await page.getByRole('button', { name: 'Sign and finish' }).click();
      await page.getByRole('heading', { name: /signed/ }).waitFor();
      const graph = await harness.graph(id);
      expect(graph.participants[0]?.status).toBe('signed');
      const actions = (await harness.events(id)).map(({ action }) => action);
      expect(actions).toContain('participant.authenticated');
      // Until then, the document is refused. The provider has no icon.
      const isExpected = (fault: string) => /status of 40[14]/.test(fault) || fault.includes(idp.issuer);
      expect(faults.filter((fault) => !isExpected(fault))).toEqual([]);
      await page.context().close();
    });

    it('comes back in the language that the sender chose', async () => {
      const email = `deutsch${(signers += 1)}@example.com`;
      idp.people.set(email, { email, email_verified: true });
      await harness.send({
        participants: [
          { name: 'Ada Lovelace', email, language: 'de', authentication: { method: 'oidc', provider } },
        ],
        fields: [SIGNATURE],
      });
      const { page } = await harness.visit({ locale: 'en-US' });
      await page.goto(await harness.linkFor(email));
      await page.getByRole('button', { name: 'Dokument ansehen' }).click();
      await page.getByRole('button', { name: /Example ID/ }).click();
      await page.waitForURL(`${idp.issuer}/**`);
      await continueAs(page, email);
      await page.locator('canvas').first().waitFor();
      const lang = () => page.evaluate(() => document.documentElement.lang);
      expect(await lang()).toBe('de');
      await page.reload();
      await page.locator('canvas').first().waitFor();
      expect(await lang()).toBe('de');
      // The choice applies to no other page in this browser.
      expect((await page.context().cookies()).map(({ name }) => name)).not.toContain(LANGUAGE_COOKIE);
      await page.context().close();
    });

    it('says on a phone why it did not work, and lets the person try again', async () => {
      const { email, page, button } = await opened(PHONE);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      expect(await findViolations(page)).toEqual([]);
      await button.click();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByText('You didn’t finish signing in. You can try again.').waitFor();

      idp.people.set(email, { email: 'someone@example.org', email_verified: true });
      await button.click();
      await continueAs(page, email);
      await page.getByText('You signed in with a different email address.').waitFor();
      await page.getByText('Attempts left: 4.').waitFor();
      expect(await findViolations(page)).toEqual([]);

      idp.people.set(email, { email, email_verified: true });
      await button.click();
      await page.locator('canvas').first().waitFor();
      await page.context().close();
    });

    it('tells people whose provider sends them to another tab what to do', async () => {
      const { email, page, button } = await opened();
      await button.click();
      await page.waitForURL(`${idp.issuer}/**`);
      const other = await page.context().newPage();
      await other.goto(page.url());
      await continueAs(other, email);
      await other.getByRole('heading', { name: 'Go back to the first tab' }).waitFor();
      expect(await findViolations(other)).toEqual([]);
      expect(other.url()).toMatch(/\/sign\/org_\w+$/);
      await other.getByText('You’re signed in, but').waitFor();
      await page.context().close();
    });

    it('does not tell people who canceled in another tab that they are signed in', async () => {
      const { id, page, button } = await opened();
      await button.click();
      await page.waitForURL(`${idp.issuer}/**`);
      const other = await page.context().newPage();
      await other.goto(page.url());
      await other.getByRole('button', { name: 'Cancel' }).click();
      await other.getByRole('heading', { name: 'Go back to the first tab' }).waitFor();
      await other.getByText('You didn’t finish signing in').waitFor();
      expect(await other.getByText('You’re signed in').count()).toBe(0);
      expect(await findViolations(other)).toEqual([]);
      const actions = (await harness.events(id)).map(({ action }) => action);
      expect(actions).not.toContain('participant.authenticated');
      await page.context().close();
    });
  },
);
