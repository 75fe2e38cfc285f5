import type { Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LIMITS } from '#domain/limits.ts';
import type { WireGraph } from '#wire/envelope-graph.ts';
import { findViolations } from '../support/axe.ts';
import { findChromium } from '../support/chromium.ts';
import { patience } from '../support/patience.ts';
import { openSignerHarness, type SignerHarness } from './signer-harness.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** Where to save screenshots for people to look at; nowhere if it's not set. */
const PICTURES = process.env['PICTURES'];
const DAY_MS = 24 * 60 * 60 * 1000;
const PLACE = { type: 'signature', page: 1, x: 0.1, width: 0.3, height: 0.03 };

/** What a link says in English and German, by how the envelope has ended. */
const SAID = {
  expired: [/^“Service agreement” expired on /, /^„Service agreement“ ist am .* abgelaufen$/],
  voided: ['The sender voided this document', 'Der Absender hat dieses Dokument zurückgezogen'],
  declined: ['This document was declined', 'Dieses Dokument wurde abgelehnt'],
  replaced: ['There’s a newer version', 'Es gibt eine neuere Fassung'],
  finished: ['Everyone has signed', 'Alle haben unterschrieben'],
  past: ['There’s nothing left to sign', 'Hier ist nichts mehr zu unterschreiben'],
} as const;
type Ending = keyof typeof SAID;
/** How those who get a copy learn of it. */
const COPIES = { voided: SAID.voided, declined: SAID.declined } as const;

describe.skipIf(findChromium() === null)('a link afterwards (skipped where there is no Chromium)', () => {
  let now = Date.now();
  let harness: SignerHarness;
  beforeAll(async () => {
    harness = await openSignerHarness({ clock: () => new Date(now) });
  }, patience(180_000));
  afterAll(() => harness?.close());

  /** Sends a contract to two people at once, and lets it end. Returns the first person's link, and a reader's. */
  async function end(ending: Ending): Promise<{ signer: string; reader: string }> {
    const [noor, other, cleo] = ['noor', 'other', 'cleo'].map((name) => `${name}.${ending}@example.com`);
    const id = await harness.send({
      participants: [
        { name: 'Noor', email: noor, orderIndex: 0 },
        { name: 'Otto', email: other, orderIndex: 0 },
      ],
      fields: [0, 1].map((participantIndex) => ({
        ...PLACE,
        y: 0.2 + participantIndex / 5,
        participantIndex,
      })),
      copies: [{ name: 'Cleo', email: cleo, when: 'sent' }],
      ...(ending === 'expired' && { policy: { expiresAt: new Date(now + DAY_MS).toISOString() } }),
    });
    const [signer, reader] = [await harness.linkFor(noor ?? ''), await harness.linkFor(cleo ?? '')];
    const { envelope } = await harness.graph(id);
    if (ending === 'expired') now += DAY_MS + 1000;
    else if (ending === 'voided') await harness.voidEnvelope(id);
    else if (ending === 'declined') await ask('decline', await harness.linkFor(other ?? ''), {});
    else if (ending === 'replaced') {
      const { version: expectedVersion } = envelope;
      const next = await harness.call<WireGraph>('POST', `/envelopes/${id}/versions`, { expectedVersion });
      await harness.call('POST', `/envelopes/${next.envelope.id}/send`, {
        expectedVersion: next.envelope.version,
      });
    } else {
      for (const link of [signer, await harness.linkFor(other ?? '')])
        await ask('sign', link, { values: [], signature: { kind: 'typed', text: 'Noor' } });
      await expect
        .poll(async () => (await harness.graph(id)).envelope.sealedAt, { timeout: patience(30_000) })
        .not.toBeNull();
      if (ending === 'past') now += LIMITS.signerTokenLifeMs + DAY_MS;
    }
    return { signer, reader };
  }

  async function ask(operation: string, link: string, body: object): Promise<void> {
    const answer = await fetch(`${harness.origin}/api/signer/${operation}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${new URL(link).hash.replace('#token=', '')}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${operation} answered ${answer.status}: ${await answer.text()}`);
  }

  async function look(page: Page, name: string): Promise<void> {
    expect(await findViolations(page)).toEqual([]);
    if (PICTURES !== undefined) await page.screenshot({ path: `${PICTURES}/ended-${name}.png` });
  }

  const LANGUAGES = ['en', 'de'] as const;
  it.each(Object.keys(SAID) as Ending[])(
    'says on a phone which document it was and whom to ask, and promises no link: %s',
    async (ending) => {
      const { signer, reader } = await end(ending);
      for (const [at, locale] of LANGUAGES.entries()) {
        const { page } = await harness.visit({ ...PHONE, locale });
        await page.goto(signer.replace('/sign?lang=en', '/sign').replace('/sign#', `/sign?lang=${locale}#`));
        await page.getByRole('heading', { name: SAID[ending][at] ?? '' }).waitFor();
        await page.getByText('Service agreement').first().waitFor();
        const text = await page.locator('main, body').first().innerText();
        if (ending !== 'finished') expect(text).toMatch(/Grace Hopper|@acme\.example/);
        expect(text).not.toMatch(/Email me a new link|Neuen Link per E-Mail senden/);
        await look(page, `${ending}-${locale}`);
        if (ending === 'voided' || ending === 'declined') {
          await page.goto('about:blank');
          await page.goto(reader.replace('/copy#', `/copy?lang=${locale}#`));
          await page.getByRole('heading', { name: COPIES[ending][at] ?? '' }).waitFor();
          await page.getByText('Service agreement').first().waitFor();
          await page.getByText('Grace Hopper').first().waitFor();
          await look(page, `copy-${ending}-${locale}`);
        }
        await page.context().close();
      }
    },
    patience(60_000),
  );
});
