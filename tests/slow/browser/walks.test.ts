import { mkdir } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Language } from '#domain/language.ts';
import type { WireGraph } from '#wire/envelope-graph.ts';
import { m } from '#i18n/compiled/messages.js';
import { findViolations } from '../../support/axe.ts';
import { findChromium } from '../../support/chromium.ts';
import { plainPdf } from '../../support/envelopes.ts';
import { patience } from '../../support/patience.ts';
import { openSignerHarness, type SignerHarness } from '../../e2e/signer-harness.ts';

const DEVICES = {
  phone: { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true },
  tablet: { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true },
  desktop: { viewport: { width: 1280, height: 800 } },
} as const;
type Device = keyof typeof DEVICES;
type Field = WireGraph['fields'][number];

const NAMES = { en: 'Ada Brandt', de: 'Jörg Müller', ar: 'ليلى حداد', ja: '山田 太郎' } as const;
/** The taps by touch, besides drawing, and the keys without a pointer. Typing an answer doesn't count. */
const MOST = { phone: 5, tablet: 5, desktop: 21 } as const;
/** Where to save a picture of each step, for people to look at; nowhere if it's not set. */
const PICTURES = process.env['PICTURES'];

const place = (page: number, y: number, more: object) => ({
  ...{ page, x: 0.1, y, width: 0.35, height: 0.03, participantIndex: 0, required: true, ...more },
});
const TWO_FIELDS = [
  place(2, 0.5, { type: 'signature', height: 0.06 }),
  place(2, 0.6, { type: 'title', label: 'Title' }),
];
const EVERY_TYPE = [
  ...(['text', 'name', 'email', 'company', 'title', 'number', 'date', 'phone', 'attachment'] as const).map(
    (type, index) => place(1, 0.12 + index * 0.06, { type, label: type }),
  ),
  place(1, 0.7, { type: 'checkbox', label: 'Terms', width: 0.03, height: 0.02 }),
  ...['Card', 'Transfer'].map((label, index) =>
    place(1, 0.75 + index * 0.04, { type: 'radio', label, group: 'Payment', width: 0.03, height: 0.02 }),
  ),
  place(1, 0.85, { type: 'dropdown', label: 'Country', options: ['Chile', 'Japan'] }),
  place(2, 0.4, { type: 'initials', height: 0.06 }),
  place(2, 0.5, { type: 'signature', height: 0.06 }),
  place(2, 0.6, { type: 'text', label: 'Remarks', required: false }),
];
const TYPED: Partial<Record<Field['type'], string>> = {
  ...{ phone: '+41441234567', number: '12', date: '2026-11-30', email: 'ada@example.com' },
};

describe.skipIf(findChromium() === null)('the ceremony (skipped where there is no Chromium)', () => {
  let harness: SignerHarness;
  beforeAll(async () => {
    harness = await openSignerHarness();
  }, patience(180_000));
  afterAll(() => harness?.close());

  async function walk(
    device: Device,
    language: keyof typeof NAMES,
    asked: readonly Record<string, unknown>[],
    colorScheme: 'light' | 'dark',
  ): Promise<number> {
    const email = `walk.${device}.${language}.${asked.length}@example.com`;
    const participants = [{ name: NAMES[language], email, language }];
    const id = await harness.send({ participants, fields: asked });
    const { page, faults } = await harness.visit({ ...DEVICES[device], locale: language, colorScheme });
    page.setDefaultTimeout(patience(20_000));
    const { fields } = await harness.graph(id);
    const person = new Person(page, device, language, `${device}-${language}-${asked.length}`);
    await page.goto(await harness.linkFor(email));
    await person.press(person.button(m.landing_open), 'landing');
    await page.locator('[data-page="1"] canvas').waitFor();
    await person.press(page.locator('#signer-proceed'), 'document');
    await person.fillIn(fields);
    await person.press(person.button(m.review_sign), 'review');
    await page.getByRole('heading', { name: person.say(m.done_completed_title) }).waitFor();
    await page.getByText(person.say(m.done_sealed)).waitFor();
    await person.look('done');
    const { envelope, fields: signed } = await harness.graph(id);
    expect(envelope.status).toBe('completed');
    expect(signed.filter(isLeftEmpty).map(({ label }) => label)).toEqual(
      asked === EVERY_TYPE ? ['Remarks'] : [],
    );
    expect(person.findings).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
    const acts = device === 'desktop' ? 'keys' : 'taps';
    process.stderr.write(
      `${asked.length} fields on a ${device} in ${language}: ${person.acts} ${acts}, ${person.strokes} strokes\n`,
    );
    return person.acts;
  }

  it.each([
    ['phone', 'en', 'light'],
    ['phone', 'de', 'dark'],
    ['phone', 'ar', 'light'],
    ['phone', 'ja', 'dark'],
    ['tablet', 'en', 'dark'],
    ['tablet', 'de', 'light'],
    ['tablet', 'ar', 'dark'],
    ['tablet', 'ja', 'light'],
    ['desktop', 'en', 'light'],
    ['desktop', 'de', 'dark'],
    ['desktop', 'ar', 'light'],
    ['desktop', 'ja', 'dark'],
  ] as const)(
    'of a contract of two pages takes few steps on a %s in %s, %s',
    async (device, language, scheme) => {
      expect(await walk(device, language, TWO_FIELDS, scheme)).toBeLessThanOrEqual(MOST[device]);
    },
  );

  it.each([
    ['phone', 'ja', 'light'],
    ['tablet', 'ar', 'light'],
    ['desktop', 'de', 'light'],
  ] as const)('asks for each type of field on a %s in %s, %s', async (device, language, scheme) => {
    await walk(device, language, EVERY_TYPE, scheme);
  });

  it('names twelve people on a phone, before and after one of them signs', async () => {
    const names = Array.from({ length: 12 }, (_, at) => `${at + 1}. Maximiliane von Hohenzollern`);
    const participants = names.map((name, at) => ({ name, email: `of.twelve.${at}@example.com` }));
    const fields = names.map((_, participantIndex) =>
      place(2, 0.05 + participantIndex * 0.07, { type: 'signature', height: 0.06, participantIndex }),
    );
    const id = await harness.send({ participants, fields });
    const { page, faults } = await harness.visit({ ...DEVICES.phone, locale: 'en-US' });
    page.setDefaultTimeout(patience(20_000));
    const person = new Person(page, 'phone', 'en', 'twelve');
    await page.goto(await harness.linkFor('of.twelve.0@example.com'));
    const isNamed = async () => {
      for (const name of names) await page.getByText(name).first().waitFor();
    };
    await isNamed();
    await person.press(person.button(m.landing_open), 'landing');
    await person.press(page.locator('#signer-proceed'), 'document');
    await person.fillIn((await harness.graph(id)).fields);
    await person.press(person.button(m.review_sign), 'review');
    await page.getByRole('heading', { name: person.say(m.done_title) }).waitFor();
    await isNamed();
    await person.look('done');
    expect(person.acts).toBe(4);
    expect(person.findings).toEqual([]);
    expect(faults).toEqual([]);
    await page.context().close();
  });
});

function isLeftEmpty({ type, value, group, attachments }: Field): boolean {
  if (type === 'attachment') return attachments.length !== 2;
  // One of a group is enough.
  return group === null && (value ?? '') === '';
}

/** Somebody who signs by touch on a phone or a tablet, and by keyboard alone on a desktop. */
class Person {
  acts = 0;
  strokes = 0;
  /** What axe finds, and what is wider than the screen. */
  readonly findings: string[] = [];
  readonly #page: Page;
  readonly #device: Device;
  readonly #language: Language;
  readonly #name: string;

  constructor(page: Page, device: Device, language: Language, name: string) {
    [this.#page, this.#device, this.#language, this.#name] = [page, device, language, name];
  }

  say(message: (inputs: object, options: { locale: Language }) => string): string {
    return message({}, { locale: this.#language });
  }

  button(message: Parameters<Person['say']>[0]): Locator {
    return this.#page.getByRole('button', { name: this.say(message), exact: true });
  }

  /** Taps an element, or goes to it by Tab and presses Enter. */
  async press(target: Locator, screen: string): Promise<void> {
    await target.waitFor();
    await this.look(screen);
    if (this.#device !== 'desktop') return await this.#tap(target);
    await this.#reach(target.and(this.#page.locator(':focus')));
    await this.#hit('Enter');
  }

  /** Checks what is on the screen, and keeps a picture of it. */
  async look(screen: string): Promise<void> {
    const found = await findViolations(this.#page);
    const [width, wanted] = await this.#page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.clientWidth,
    ]);
    if (width !== wanted) found.push(`${width} px instead of ${wanted} px`);
    this.findings.push(...found.map((one) => `${screen}: ${one}`));
    if (PICTURES === undefined) return;
    await mkdir(PICTURES, { recursive: true });
    const path = `${PICTURES}/${this.#name}-${screen}.png`;
    await this.#page.screenshot({ path, fullPage: /^(?:landing|review|done)$/.test(screen) });
  }

  /** Answers one field after the other, as the page asks for them, until the review. */
  async fillIn(fields: readonly Field[]): Promise<void> {
    let last = '';
    for (let step = 1; ; step += 1) {
      const at = await this.#findFocus(last);
      if (at === 'review') return;
      last = at;
      const field = fields.find(({ id }) => at.endsWith(id));
      const screen = `${step}-${field?.type ?? at.split(' ')[0]}`;
      if (at.startsWith('dialog')) await this.#adopt(screen);
      else if (field === undefined) await this.press(this.#page.locator('#signer-proceed'), screen);
      else {
        await this.look(screen);
        await (this.#device === 'desktop' ? this.#type(field) : this.#answer(field));
      }
    }
  }

  /** Waits until the focus is somewhere else than before. Returns where that is: in a field, a dialog or the review. */
  async #findFocus(before: string): Promise<string> {
    const found = await this.#page.waitForFunction((last) => {
      const focused = document.activeElement;
      const dialog = document.querySelector('[role=dialog]');
      if (dialog !== null && !dialog.contains(focused)) return false;
      const title = dialog?.querySelector('[role=heading]')?.textContent;
      const field = focused?.closest('.field-box')?.getAttribute('for');
      const at =
        dialog !== null ? `dialog ${title}` : focused?.matches('h1') ? 'review' : field || focused?.id;
      return at !== undefined && at !== '' && at !== last && at;
    }, before);
    return String(await found.jsonValue());
  }

  /** Adopts what the dialog offers. On a tablet, that is an empty pad. */
  async #adopt(screen: string): Promise<void> {
    const dialog = this.#page.getByRole('dialog');
    const pad = dialog.locator('canvas');
    if (this.#device === 'tablet') {
      await pad.waitFor();
      await this.#draw(pad);
    }
    await this.look(screen);
    // In all languages, it's the last button.
    if (this.#device === 'desktop') await this.#hit('Enter');
    else await this.#tap(dialog.getByRole('button').last());
  }

  async #draw(pad: Locator): Promise<void> {
    const box = await pad.boundingBox();
    if (box === null) throw new Error('there is no pad to draw on');
    // As with a pen: after a swipe, Chromium makes no click of the next tap.
    const { mouse } = this.#page;
    const [x, y] = [box.x + 40, box.y + box.height / 2];
    await mouse.move(x, y);
    await mouse.down();
    for (let step = 1; step <= 20; step += 1) await mouse.move(x + step * 12, y + Math.sin(step) * 30);
    await mouse.up();
    this.strokes += 1;
  }

  /** Answers in the sheet at the bottom, and taps the button that goes on. */
  async #answer({ id, type, required }: Field): Promise<void> {
    const input = this.#page.locator(`#dock-${id}`);
    if (type === 'radio') await this.#tap(input);
    else if (type === 'dropdown') {
      this.acts += 2;
      await input.selectOption({ index: 1 });
    } else if (type === 'attachment') {
      this.acts += 2;
      await this.#page
        .locator(`input[data-field=${id}]`)
        .last()
        .setInputFiles(await makeFiles());
      await this.#page.getByText('back.pdf').last().waitFor();
    } else if (type !== 'checkbox' && required) await input.fill(TYPED[type] ?? 'Porto');
    await this.#tap(this.#page.locator('#signer-proceed'));
  }

  /** Answers on the page, and goes on by Enter, or by Tab where Enter does something else. */
  async #type({ id, type, required }: Field): Promise<void> {
    const input = this.#page.locator(`#page-${id}`);
    if (type === 'dropdown') {
      await this.#hit('ArrowDown');
      return await this.#hit('Tab');
    }
    if (type === 'attachment') {
      const chooser = this.#page.waitForEvent('filechooser');
      await this.#hit('Enter');
      await (await chooser).setFiles(await makeFiles());
      await this.#page.getByText('back.pdf').last().waitFor();
      return await this.#reach(this.#page.locator(`.field-box:not([for="page-${id}"]) :focus`));
    }
    if (type === 'checkbox' || type === 'radio') await this.#hit('Space');
    else if (type !== 'signature' && type !== 'initials' && required)
      await input.fill(TYPED[type] ?? 'Porto');
    await this.#hit('Enter');
  }

  async #reach(focused: Locator): Promise<void> {
    for (let presses = 0; presses < 40 && (await focused.count()) === 0; presses += 1) await this.#hit('Tab');
    expect(await focused.count()).toBe(1);
  }

  async #tap(target: Locator): Promise<void> {
    await target.tap();
    this.acts += 1;
  }

  async #hit(key: string): Promise<void> {
    await this.#page.keyboard.press(key);
    this.acts += 1;
  }
}

async function makeFiles() {
  const buffer = Buffer.from(await plainPdf());
  return ['front.pdf', 'back.pdf'].map((name) => ({ name, mimeType: 'application/pdf', buffer }));
}
