import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { readChosenPeriod } from '#ui/reports/chosen-period.ts';
import type { PageServerData } from '../../../src/routes/(app)/(pages)/reports/$types';
import { hasNoViolations } from '../support/axe.ts';
import { collectDownloads } from '../support/download.ts';
import { openPage } from '../support/page.ts';
import { boxOf } from '../support/pointer.ts';
import { makeRow, remindRow } from '../support/rows.ts';

const NOW = new Date('2026-11-21T09:00:00.000Z');
const NONE = { sent: 0, completed: 0, declined: 0, medianSeconds: null, slowSeconds: null };

/** The first days of months, from that of a day on. */
const listMonths = (from: string, count: number) =>
  Array.from({ length: count }, (_, at) => {
    const first = new Date(`${from.slice(0, 7)}-01T00:00:00Z`);
    first.setUTCMonth(first.getUTCMonth() + at);
    return { day: first.toISOString().slice(0, 10), completed: 0, waiting: 0, notCompleted: 0 };
  });

/** A report without envelopes. */
function readEmpty({ searchParams }: URL): PageServerData {
  const { choice, problem } = readChosenPeriod(searchParams, NOW, 'UTC');
  const days = 'from' in choice ? choice : { from: '2025-11-22', to: '2026-11-21' };
  return {
    ...{ choice, problem, mine: searchParams.get('of') === 'me', seesAll: true, today: '2026-11-21' },
    report: {
      ...{
        ...days,
        timeZone: 'UTC',
        unit: 'month',
        columns: listMonths(days.from, 13),
        bands: [0, 0, 0, 0, 0, 0],
      },
      ...{ now: { ...NONE, waiting: 0, notCompleted: 0 }, before: NONE },
      ...{ waitingLongest: [], templates: [], members: [] },
    },
    waiting: [],
  };
}

describe('reports', () => {
  it('take an own period, say what is wrong with it, and export the numbers', async () => {
    await openPage<PageServerData>('/reports?of=me', { load: readEmpty });
    const menu = (text: string) => page.getBySelector('summary').filter({ hasText: text });
    await menu('Last 30 days').click();
    await expect.element(page.getByRole('link', { name: /^This year/ })).toBeVisible();
    await hasNoViolations();
    await page.getByLabelText('From').fill('2026-03-10');
    await page.getByLabelText('To', { exact: true }).fill('2026-03-01');
    await page.getByRole('button', { name: 'Use these dates' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'The first date must come before the last.' });
    await expect.element(alert).toBeVisible();
    await hasNoViolations();
    await page.getByLabelText('From').fill('2025-03-01');
    await page.getByRole('button', { name: 'Use these dates' }).click();
    await expect.element(page.getByText(/^Mar 1, 2025 to Mar 1, 2026/)).toBeVisible();
    expect(location.search).toBe('?of=me&from=2025-03-01&to=2026-03-01');

    const { saved } = collectDownloads();
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const { name, text } = await saved();
    expect(name).toBe('report-2025-03-01-2026-03-01.csv');
    const lines = text.split('\r\n');
    expect(lines[1]).toBe('Period,2025-03-01 – 2026-03-01,0,0,0,0,0,,,,');
    expect(lines.filter((line) => line.startsWith('Sent by month,'))).toHaveLength(13);

    await expect.element(menu('Custom period')).toMatchTextContent(/Mar 1, 2025/);
    await menu('Custom period').click();
    await userEvent.keyboard('{Escape}');
    await expect.element(menu('Custom period')).toHaveFocus();
    await menu('Custom period').click();
    await page.getByRole('link', { name: /^Last 7 days/ }).click();
    await expect.poll(() => location.search).toBe('?days=7&of=me');
  });

  it('remind the people who have waited longest, once an hour', async () => {
    let row = makeRow('Lease 14 Harbour Street', { people: ['Ben Bitdiddle'] });
    await openPage<PageServerData>('/reports', {
      load: (url) => {
        const empty = readEmpty(url);
        const { id, displayName, sentAt } = row;
        const waitingLongest = [{ id, name: displayName, people: ['Ben Bitdiddle'], sentAt: sentAt ?? '' }];
        return { ...empty, report: { ...empty.report, waitingLongest }, waiting: [row] };
      },
      calls: {
        'envelope.remind': ({ id, expectedVersion }) => {
          expect([id, expectedVersion]).toEqual([row.id, row.version]);
          row = remindRow(row);
          return {} as never;
        },
      },
    });
    const waiting = page.getByRole('region', { name: 'Waiting longest' });
    const remind = waiting.getByRole('button', { name: /^Remind.*Lease 14 Harbour Street$/ });
    await expect
      .element(waiting.getByRole('listitem'))
      .toMatchTextContent(/Lease 14 Harbour Street.*Ben Bitdiddle/);
    await remind.click();
    await expect.element(page.getByText('Reminder sent')).toBeVisible();
    await expect.element(remind).not.toBeInTheDocument();
    await hasNoViolations();
  });

  it('pass links on instead, where nobody can be reminded', async () => {
    const row = makeRow('Lease 14 Harbour Street', { people: ['Ben Bitdiddle'] });
    const asked: unknown[] = [];
    await openPage<PageServerData>('/reports', {
      around: { keepsMail: true },
      load: (url) => {
        const empty = readEmpty(url);
        const { id, displayName, sentAt } = row;
        const waitingLongest = [{ id, name: displayName, people: ['Ben Bitdiddle'], sentAt: sentAt ?? '' }];
        return { ...empty, report: { ...empty.report, waitingLongest }, waiting: [row] };
      },
      calls: {
        'envelope.copyLink': (input) => {
          asked.push(input);
          return { url: 'https://sign.example/sign#token=x' } as never;
        },
      },
    });
    const waiting = page.getByRole('region', { name: 'Waiting longest' });
    await waiting.getByRole('button', { name: /^Copy link.*Lease 14 Harbour Street$/ }).click();
    await expect.poll(() => asked).toEqual([{ id: row.id, participantId: row.waitingFor?.participantId }]);
    await expect.element(waiting.getByRole('button', { name: /^Remind/ })).not.toBeInTheDocument();
  });

  it.each([1280, 320])('have actions beside names that keep their room, %i pixels wide', async (width) => {
    await page.viewport(width, 800);
    const rows = [
      makeRow('Lease 14 Harbour Street', { people: ['Benjamin Brandt-Hohenstein'] }),
      { ...makeRow('Offer letter', { people: ['Grace Hopper'] }), attention: ['your_turn' as const] },
    ].map((row, at) => ({ ...row, id: `env_${at}`, senderUserId: 'usr_1' }));
    await openPage<PageServerData>('/reports', {
      load: (url) => {
        const empty = readEmpty(url);
        const waitingLongest = rows.map(({ id, displayName, signers, sentAt }) => ({
          ...{ id, name: displayName, people: signers.map(({ name }) => name), sentAt: sentAt ?? '' },
        }));
        return { ...empty, report: { ...empty.report, waitingLongest }, waiting: rows };
      },
    });
    const waiting = page.getByRole('region', { name: 'Waiting longest' });
    await expect.element(waiting.getByRole('button', { name: /^Remind/ })).toBeVisible();
    await expect.element(waiting.getByRole('button', { name: /^Sign now.*Offer letter$/ })).toBeVisible();
    for (const link of waiting.getByRole('link').all())
      expect(link.element().clientWidth).toBeGreaterThanOrEqual(140);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    await hasNoViolations();
  });

  it('have labels that can be read on phones, without scrolling sideways', async () => {
    await page.viewport(320, 700);
    await openPage<PageServerData>('/reports?days=365', { load: readEmpty });
    const labels = page.getBySelector(
      'section[aria-labelledby="report-sent"] svg text[text-anchor="middle"]',
    );
    await expect.element(labels.first()).toBeVisible();
    let end = 0;
    for (const { left, right, height } of labels.all().map(boxOf)) {
      expect(height).toBeGreaterThan(10);
      expect(left).toBeGreaterThan(end);
      end = right;
    }
    expect(end).toBeGreaterThan(0);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
    await hasNoViolations();
  });
});
