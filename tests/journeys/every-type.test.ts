import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { WireGraph } from '#wire/envelope-graph.ts';
import { openSignerHarness, type SignerHarness } from '../e2e/signer-harness.ts';
import {
  chooseFile,
  enter,
  press,
  waitForScripts,
  waitInPage,
  type DrivenBrowser,
} from '../support/engines/driven-browser.ts';
import { hasFirefox, openFirefox, readViolations } from '../support/engines/firefox.ts';
import { hasWebKit, openWebKit } from '../support/engines/webkit.ts';
import { plainPdf } from '../support/envelopes.ts';
import { boundInk, readPicture, type Box } from '../support/ink.ts';
import { patience } from '../support/patience.ts';
import { renderedPages, scratchDirectory, writtenTo } from '../support/pdf.ts';

type Field = WireGraph['fields'][number];

const WINDOW = { width: 1280, height: 960, isTouch: false };
/** Where to save screenshots for people to look at; nowhere if it's not set. */
const PICTURES = process.env['PICTURES'];
const ENGINES = [
  { engine: 'Firefox', isHere: hasFirefox, open: openFirefox },
  { engine: 'WebKitGTK', isHere: hasWebKit, open: openWebKit },
];

const place = <More extends { readonly type: string; readonly label: string }>(y: number, more: More) => ({
  ...{ page: 1, x: 0.5, y, width: 0.4, height: 0.028, participantIndex: 0, required: true, ...more },
});
const TICK = { width: 0.026, height: 0.02 };
/** In reading order. What is typed into each, or chosen. */
const ASKED = [
  [place(0.1, { type: 'text', label: 'City' }), 'Porto'],
  [
    place(0.14, { type: 'text', label: 'Remarks', height: 0.06 }),
    'A first line that is long enough to need a second one',
  ],
  [place(0.22, { type: 'company', label: 'Firm' }), 'Harbour Works Ltd.'],
  [place(0.26, { type: 'title', label: 'Role' }), 'Managing director'],
  [place(0.3, { type: 'number', label: 'Price' }), '1234.5'],
  [place(0.34, { type: 'phone', label: 'Telephone' }), '+49 30 901820'],
  [place(0.38, { type: 'date', label: 'Start' }), '2026-12-24'],
  [place(0.42, { type: 'dropdown', label: 'Plan', options: ['Monthly', 'Yearly'] }), 'Yearly'],
  [place(0.46, { type: 'checkbox', label: 'Terms', ...TICK }), 'true'],
  [place(0.5, { type: 'radio', label: 'Card', group: 'Payment', ...TICK }), 'true'],
  [place(0.54, { type: 'radio', label: 'Transfer', group: 'Payment', ...TICK }), ''],
  [place(0.58, { type: 'attachment', label: 'Passport' }), 'passport.pdf'],
  [place(0.64, { type: 'initials', label: 'Initials', height: 0.05 }), 'Adopt initials'],
  [place(0.72, { type: 'signature', label: 'Signature', height: 0.06 }), 'Adopt and sign'],
  // Both are known already.
  [place(0.82, { type: 'name', label: 'Name' }), 'Ada Lovelace'],
  [place(0.86, { type: 'email', label: 'Mail' }), null],
] as const;

describe.each(ENGINES)('in $engine (skipped where there is none)', ({ engine, isHere, open }) => {
  let harness: SignerHarness;
  const scratch = scratchDirectory();
  beforeAll(async () => {
    harness = await openSignerHarness();
  }, patience(180_000));
  afterAll(async () => {
    scratch.remove();
    await harness?.close();
  });

  it.skipIf(!isHere)(
    'a field of each type is answered, signed, and sealed as it was shown',
    async () => {
      const email = `ada.types.${engine.toLowerCase()}@example.com`;
      const id = await harness.send({
        participants: [{ name: 'Ada Lovelace', email }],
        fields: ASKED.map(([field]) => field),
      });
      const { fields } = await harness.graph(id);
      const browser = await open(WINDOW);
      const picture = async (name: string) => {
        if (PICTURES !== undefined)
          await writeFile(`${PICTURES}/${engine}-${name}.png`, await browser.screenshot());
      };
      const seen = new Map<string, Box | null>();
      try {
        await browser.open(await harness.linkFor(email));
        await waitForScripts(browser);
        await press(browser, 'Review document');
        await waitInPage(
          browser,
          'the document',
          "document.querySelector('#signer-proceed')?.disabled === false",
        );
        await picture('empty');
        for (const [{ label }, answer] of ASKED)
          if (answer !== '' && answer !== null) await fillIn(browser, fieldOf(fields, label), answer);
        await waitInPage(browser, 'the last answer', "document.body.innerText.includes('Review')");
        await browser.evaluate('document.activeElement.blur(); return null');
        for (const field of fields) seen.set(field.label ?? '', await boundInkOf(browser, field));
        await picture('filled');
        await press(browser, 'Review');
        await waitInPage(browser, 'the review', "document.body.innerText.includes('passport.pdf')");
        await picture('review');
        await press(browser, 'Sign and finish');
        await waitInPage(browser, 'the end', "document.body.innerText.includes('Everyone has signed')");
        if (engine === 'Firefox') expect(await readViolations(browser)).toBe('');
      } catch (error) {
        await picture('failed');
        throw error;
      } finally {
        await browser.close();
      }

      await expect
        .poll(async () => (await harness.graph(id)).envelope.sealedAt, { timeout: patience(30_000) })
        .not.toBeNull();
      const { fields: signed } = await harness.graph(id);
      const [passport] = fieldOf(signed, 'Passport').attachments;
      expect(passport?.filename).toBe('passport.pdf');
      for (const [{ label, type }, answer] of ASKED)
        if (answer !== null && !['attachment', 'signature', 'initials', 'number', 'radio'].includes(type))
          expect(fieldOf(signed, label).value, label).toBe(answer);
      const sealed = await harness.download(`/envelopes/${id}/document?variant=sealed`);
      const [sheet] = renderedPages(writtenTo(scratch.path, 'sealed.pdf', sealed), 1, 144);
      if (sheet === undefined) throw new Error('the sealed file has no page');
      const differing = signed.flatMap((field) => {
        const label = field.label ?? '';
        const one = seen.get(label) ?? null;
        const ink = boundInk(sheet, field);
        if (one === null || ink === null)
          return one === ink ? [] : [`${label}: ${one === null ? 'not seen' : 'not sealed'}`];
        // The fonts of other machines differ in width, but what begins at one place ends near another.
        const other = { x: (ink.x - field.x) / field.width, width: ink.width / field.width };
        const shared = getSharedWidth(one, other);
        return shared < 0.6 ? [`${label}: ${shared.toFixed(2)}`] : [];
      });
      expect(differing).toEqual([]);
    },
    patience(180_000),
  );
});

function fieldOf(fields: readonly Field[], label: string): Field {
  const found = fields.find((field) => field.label === label);
  if (found === undefined) throw new Error(`there is no field ${label}`);
  return found;
}

/** Answers a field on the page. */
async function fillIn(browser: DrivenBrowser, { id, type }: Field, answer: string): Promise<void> {
  const input = `#page-${id}`;
  switch (type) {
    case 'date':
    case 'dropdown':
      // As a picker does, which differs from one engine and machine to the next.
      await browser.evaluate(`
        const input = document.querySelector('${input}');
        input.focus();
        input.value = '${answer}';
        input.dispatchEvent(new Event('input', { bubbles: true }));
        input.dispatchEvent(new Event('change', { bubbles: true }));
        return null;`);
      return;
    case 'attachment':
      await chooseFile(browser, `label[for=page-${id}]`, {
        ...{ name: answer, type: 'application/pdf', bytes: await plainPdf() },
      });
      return await waitInPage(
        browser,
        answer,
        `document.querySelector('${input}').innerText.includes('${answer}')`,
      );
    case 'checkbox':
    case 'radio':
      return await enter(browser, input);
    case 'initials':
      await enter(browser, input);
      return await press(browser, answer);
    case 'signature':
      // Its dialog follows that of the initials by itself.
      await press(browser, answer);
      return await waitInPage(browser, 'the signature', "document.querySelector('[role=dialog]') === null");
    default:
      if (await browser.evaluate<boolean>(`return document.querySelector('${input}').value === ''`))
        await enter(browser, input, answer);
  }
}

/** Returns where a field's ink is on the screen, in fractions of the field. */
async function boundInkOf(browser: DrivenBrowser, { id, type }: Field): Promise<Box | null> {
  const [x, y, width, height] = await browser.evaluate<[number, number, number, number]>(`
    const box = document.querySelector('label[for=page-${id}]');
    box.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { x, y, width, height } = box.getBoundingClientRect();
    globalThis.isDrawn = false;
    requestAnimationFrame(() => requestAnimationFrame(() => (globalThis.isDrawn = true)));
    return [x, y, width, height].map((side) => Math.round(side * devicePixelRatio));`);
  await waitInPage(browser, 'the next picture', 'globalThis.isDrawn');
  const picture = await readPicture(await browser.screenshot(), { x, y, width, height });
  // Some inputs have a button at their end.
  const inner = type === 'date' || type === 'dropdown' ? 0.85 : 1;
  return boundInk(picture, { x: 0, y: 0, width: inner, height: 1 });
}

type Span = Pick<Box, 'x' | 'width'>;

/** How much of the width of two inks together both have, from 0 to 1. */
function getSharedWidth(one: Span, other: Span): number {
  const shared = Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x);
  const all = Math.max(one.x + one.width, other.x + other.width) - Math.min(one.x, other.x);
  return Math.max(0, shared) / all;
}
