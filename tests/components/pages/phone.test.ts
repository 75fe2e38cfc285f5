import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { FIRST_DEFAULTS } from '#domain/organization/defaults.ts';
import { dismissToasts } from '#ui/kit/toasts.svelte.ts';
import type { PageServerData as NewData } from '../../../src/routes/(app)/(pages)/envelopes/new/$types';
import { hasNoViolations } from '../support/axe.ts';
import { answerRequests, refuse } from '../support/answers.ts';
import { readEnvelope } from '../support/envelope.ts';
import { focus } from '../support/focus.ts';
import { openList } from '../support/list.ts';
import { openPage, OWNER } from '../support/page.ts';
import { holdPhone, tap } from '../support/phone.ts';
import { boxOf } from '../support/pointer.ts';
import { makeRow } from '../support/rows.ts';

const HEIGHT = 700;
const bar = page.getByRole('navigation', { name: 'Main' });
const more = bar.getByRole('button', { name: 'More' });

/** Expects that axe finds nothing, and that nothing is wider than the phone. */
async function isSound(): Promise<void> {
  await hasNoViolations();
  expect(document.documentElement.scrollWidth).toBe(320);
}

/** Expects that something at the bottom takes the place of the bar. */
function isAtBottom({ y, height }: DOMRect): void {
  expect(y + height).toBeGreaterThan(HEIGHT - 24);
  expect(bar.query()?.checkVisibility() ?? false).toBe(false);
}

describe('the dashboard on a phone', () => {
  beforeEach(async () => {
    dismissToasts();
    localStorage.clear();
    await holdPhone(320, HEIGHT);
  });

  it.each(['light', 'dark'] as const)(
    'has everything that the bar has no room for behind More, in %s',
    async (scheme) => {
      await commands.useColorScheme(scheme);
      onTestFinished(
        answerRequests((_, { pathname }) =>
          pathname === '/settings/__data.json'
            ? Response.json({ type: 'redirect', location: '/settings/defaults' })
            : null,
        ),
      );
      const pages = ({ pathname }: URL) =>
        pathname === '/settings/defaults' ? { defaults: FIRST_DEFAULTS } : null;
      await openList({ rows: [], pages });
      const sheet = page.getByRole('dialog', { name: 'More' });
      await expect.element(more).toBeVisible();
      await expect.element(bar.getByRole('link', { name: 'Settings' })).not.toBeInTheDocument();
      await tap(more);
      await expect.element(sheet.getByText(OWNER.user.email)).toBeVisible();
      await isSound();
      const settings = sheet.getByRole('link', { name: 'Settings', exact: true });
      expect(boxOf(settings).height).toBeGreaterThanOrEqual(44);
      await tap(settings);
      await expect.poll(() => location.pathname).toBe('/settings/defaults');
      await expect.element(sheet).not.toBeInTheDocument();

      focus(more);
      await userEvent.keyboard('{Enter}');
      await expect.element(sheet).toBeVisible();
      await userEvent.keyboard('{Escape}');
      await expect.element(sheet).not.toBeInTheDocument();
      await expect.element(more).toHaveFocus();
      await tap(more);
      const sent: string[] = [];
      const intercept = (event: SubmitEvent) => {
        const { action, method } = event.target as HTMLFormElement;
        event.preventDefault();
        event.stopPropagation();
        sent.push(`${method} ${new URL(action).pathname}`);
      };
      addEventListener('submit', intercept, { capture: true });
      onTestFinished(() => removeEventListener('submit', intercept, { capture: true }));
      await tap(sheet.getByRole('button', { name: 'Sign out' }));
      await expect.poll(() => sent).toEqual(['post /logout']);
    },
  );

  it('keeps the next best action of an envelope in reach, instead of the bar', async () => {
    const row = makeRow('Lease');
    let reminded = 0;
    await openPage(`/envelopes/${row.id}`, {
      load: () => readEnvelope(row),
      calls: {
        'envelope.verification': () => Promise.reject(refuse('not_found')),
        'envelope.remind': () => {
          reminded += 1;
          return {} as never;
        },
      },
    });
    const remind = page.getByRole('button', { name: 'Remind Ada Lovelace' }).last();
    await expect.element(remind).toBeVisible();
    expect(boxOf(remind).height).toBeGreaterThanOrEqual(44);
    isAtBottom(boxOf(remind));
    await isSound();
    const recipients = page.getByRole('region', { name: 'Recipients' });
    const activity = page.getByRole('region', { name: 'Activity' });
    await expect.element(recipients).toBeVisible();
    await expect.element(activity).not.toBeInTheDocument();
    await tap(page.getByRole('button', { name: 'Activity' }));
    await expect.element(activity.getByText(/^We emailed Ada Lovelace/)).toBeVisible();
    await expect.element(recipients).not.toBeInTheDocument();
    await isSound();
    await tap(remind);
    await expect
      .element(page.getByRole('listitem').filter({ hasText: 'Reminder sent to Ada Lovelace' }))
      .toBeVisible();
    expect(reminded).toBe(1);
  });

  it('selects envelopes by a long touch or a button, and acts on them at the bottom', async () => {
    await openList({ rows: [makeRow('Lease'), makeRow('NDA')] });
    const actions = page.getByRole('toolbar', { name: 'Actions for selected envelopes' });
    const select = page.getByRole('button', { name: 'Select envelopes' });
    const box = (name: string) => page.getByRole('checkbox', { name: `Select ${name}` });
    const says = (text: string) => expect.element(actions.getByText(text, { exact: true })).toBeVisible();
    const row = page.getBySelector('[data-envelope]').filter({ hasText: 'Lease' });
    await expect.element(row).toBeVisible();
    await expect.element(box('Lease')).not.toBeInTheDocument();
    await expect.element(actions).not.toBeInTheDocument();

    const { x, y, width, height } = boxOf(row);
    const point = { x: x + width / 2, y: y + height / 2 };
    await commands.touch([point]);
    await says('1 selected');
    await commands.touch(['end']);
    await expect.element(box('Lease')).toBeChecked();
    expect(location.pathname).toBe('/envelopes');
    await isSound();

    // The whole row is the checkbox.
    await commands.touch([{ x: point.x + 40, y: point.y }, 'end']);
    await says('0 selected');
    await expect.element(actions.getByRole('button', { name: 'Download' })).toBeDisabled();
    await tap(actions.getByRole('button', { name: 'Select all' }));
    await says('2 selected');
    for (const button of actions.getByRole('button').all()) {
      const size = boxOf(button);
      expect(Math.min(size.width, size.height)).toBeGreaterThanOrEqual(44);
    }
    const bottom = boxOf(actions);
    expect(bottom.y + bottom.height).toBeLessThanOrEqual(boxOf(bar).y);
    await isSound();
    await tap(actions.getByRole('button', { name: 'Clear selection' }));
    await expect.element(actions).not.toBeInTheDocument();
    await expect.element(page.getBySelector('[data-row-link]').first()).toHaveFocus();

    // By keyboard, as with a screen reader.
    focus(select);
    await userEvent.keyboard('{Enter}');
    await expect.element(select).toHaveAttribute('aria-pressed', 'true');
    focus(box('NDA'));
    await userEvent.keyboard(' ');
    await says('1 selected');
    focus(actions.getByRole('button', { name: 'Remind' }));
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('dialog')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await expect.element(actions).not.toBeInTheDocument();
    await expect.element(select).toHaveAttribute('aria-pressed', 'false');
  });

  it('has the footer of a new envelope in place of the bar', async () => {
    await openPage<NewData>('/envelopes/new', {
      load: () => ({ mark: '', methods: [], textTags: false, teams: [] }),
    });
    const place = page.getByRole('button', { name: 'Place fields' });
    await expect.element(place).toBeVisible();
    isAtBottom(boxOf(place));
    await isSound();
  });
});
