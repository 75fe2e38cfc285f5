import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import type {
  AdministeredOrganization,
  AdministeredPerson,
  AdministratorAction,
  Overview,
} from '#wire/administration.ts';
import type { PageServerData } from '../../../src/routes/(app)/(pages)/administration/$types';
import { hasNoViolations } from '../support/axe.ts';
import { openPage, succeed } from '../support/page.ts';

const NOW = '2026-11-21T09:00:00.000Z';
const OK = 'ok' as const;

const OVERVIEW: Overview = {
  checkedAt: NOW,
  checks: {
    ...{ database: OK, replica: OK, storage: OK, jobs: OK, mail: OK, log: OK, timestamps: OK },
    ...{ sealKey: OK, backlog: OK, seals: OK, clock: OK },
  },
  ...{ databaseMs: 1, clockOffMs: 2, timeServerAnswers: true, eventMonthsAhead: 12, logProblems: [] },
  ...{ proxy: { untrustedProxy: null, otherOrigin: null }, origin: 'https://sign.example.com' },
  log: { checkpoint: null, witnesses: 0, isForked: false },
  ...{ sealKeyConfigured: true, timestampsConfigured: false, failedJobs: [], organizations: 1 },
  queues: [{ kind: 'webhooks', waiting: 0, running: 0, retrying: 0, failed: 0, dueSeconds: 0 }],
  certificates: { inUse: 0, items: [] },
  storage: { room: { freeBytes: 5e9, totalBytes: 1e10 }, documentBytes: 1e6, databaseBytes: 2e7 },
  mail: { server: null, away: null, sent: 0, failed: 0, waiting: 0, nextRetryAt: null },
};

const ACME: AdministeredOrganization = {
  ...{ id: 'org_2', name: 'Acme Legal GmbH', owner: { name: 'Ada Byron', email: 'ada@acme.example' } },
  ...{ members: 1, bytes: 1000, createdAt: NOW, standing: 'active', suspensionReason: null },
};

const BEN: AdministeredPerson = {
  ...{ id: 'usr_2', name: 'Ben Okafor', email: 'ben@acme.example', organizations: ['Acme Legal GmbH'] },
  ...{ hasPasskey: false, hasApp: true, administers: false, sessions: 2, lastActiveAt: NOW },
};

const FAILED: Overview['failedJobs'][number] = {
  ...{ id: 'job_1', kind: 'webhooks', queue: 'svc/webhook.deliver', organization: null, failedAt: NOW },
  ...{ attempts: 4, reason: '503 from hooks.example.com' },
};

/** What the page loads. */
const answer = (
  overview: Partial<Overview> = {},
  organization: AdministeredOrganization = ACME,
): PageServerData => ({
  overview: { ...OVERVIEW, ...overview },
  organizations: { items: [organization], nextCursor: null, words: '', isFirstPage: true },
  people: { items: [BEN], nextCursor: null, words: '', isFirstPage: true },
  actions: { items: [], nextCursor: null, isFirstPage: true },
});

describe('administration', () => {
  it('resets what a person has lost, and says who did it and why', async () => {
    let loaded = answer();
    const { people, actions } = loaded as Extract<PageServerData, { people: unknown }>;
    await openPage<PageServerData>('/administration', {
      load: () => loaded,
      actions: {
        resetSecondFactor: (form) => {
          expect([form.get('id'), form.get('reason')]).toEqual(['usr_2', 'lost phone']);
          const item: AdministratorAction = {
            ...{ id: 'ins_1', action: 'person.second_factor_reset' as const, actorName: 'Ada Byron' },
            ...{ subjectName: BEN.email, reason: 'lost phone', occurredAt: NOW },
          };
          loaded = {
            ...(loaded as Extract<PageServerData, { people: unknown }>),
            people: { ...people, items: [{ ...BEN, hasApp: false }] },
            actions: { ...actions, items: [item] },
          };
          return succeed({ at: 'people', id: 'usr_1' });
        },
      },
    });
    const list = page.getByRole('region', { name: 'People' });
    await expect.element(list.getByText('Authenticator app')).toBeVisible();
    await list.getByRole('button', { name: 'Reset two-step verification: Ben Okafor' }).click();
    await page.getByRole('textbox', { name: 'Reason' }).fill('lost phone');
    await page.getByRole('dialog').getByRole('button', { name: 'Reset two-step verification' }).click();
    const log = page.getByRole('region', { name: 'What administrators did' });
    const sentence = 'Ada Byron reset the two-step verification of ben@acme.example.';
    await expect.element(log.getByText(sentence)).toBeVisible();
    await expect.element(log.getByText('lost phone')).toBeVisible();
    await expect.element(list.getByText('Password only')).toBeVisible();
    await hasNoViolations();
  });

  it('says what is wrong, with the reason of each failed job', async () => {
    let failedJobs: Overview['failedJobs'] = [FAILED];
    const retried: string[] = [];
    await openPage<PageServerData>('/administration', {
      load: () => answer({ failedJobs, timeServerAnswers: false }),
      actions: {
        retry: (form) => {
          retried.push(String(form.get('id')));
          failedJobs = [];
          return succeed({ at: 'retry', id: 'job_1' });
        },
      },
    });
    await expect
      .element(
        page.getByRole('heading', {
          name: /^People can send and sign\. \d things? needs? your attention\.$/,
        }),
      )
      .toBeVisible();
    await expect.element(page.getByText('503 from hooks.example.com')).toBeVisible();
    await hasNoViolations();
    await page.getByRole('button', { name: 'Retry: Deliver webhooks' }).click();
    await expect.element(page.getByText('The jobs are being tried again.')).toBeVisible();
    await expect.element(page.getByText('No job has failed for good in the last seven days.')).toBeVisible();
    expect(retried).toEqual(['job_1']);
  });

  it('suspends an organization with a reason, and ends that', async () => {
    let organization = ACME;
    await openPage<PageServerData>('/administration', {
      load: () => answer({}, organization),
      actions: {
        suspend: (form) => {
          expect(form.get('id')).toBe('org_2');
          organization = { ...ACME, standing: 'suspended', suspensionReason: String(form.get('reason')) };
          return succeed({ at: 'organizations', id: 'org_2' });
        },
        unsuspend: (form) => {
          expect(form.get('id')).toBe('org_2');
          organization = ACME;
          return succeed({ at: 'organizations', id: 'org_2' });
        },
      },
    });
    const row = page.getByRole('listitem').filter({ hasText: 'ada@acme.example' });
    const dialog = page.getByRole('dialog');
    await row.getByRole('button', { name: 'Suspend Acme Legal GmbH' }).click();
    await expect.element(dialog.getByText(/stop working at once/)).toBeVisible();
    await dialog.getByLabelText('Reason').fill('Phishing');
    await hasNoViolations();
    await dialog.getByRole('button', { name: 'Suspend' }).click();
    await expect.element(row.getByText('Suspended')).toBeVisible();
    await expect.element(row.getByText('Phishing')).toBeVisible();
    await hasNoViolations();

    await row.getByRole('button', { name: 'End suspension: Acme Legal GmbH' }).click();
    await dialog.getByRole('button', { name: 'End suspension' }).click();
    await expect.element(row.getByText('Active')).toBeVisible();
    organization = { ...ACME, standing: 'name_held' };
    await page.getByRole('button', { name: 'Check now' }).click();
    await expect.element(row.getByText('Active')).not.toBeInTheDocument();
  });

  it.each([320, 390, 768, 1440])('fits a window of %i pixels', async (width) => {
    await page.viewport(width, 900);
    await openPage<PageServerData>('/administration?q=acme', {
      load: () => answer({ failedJobs: [FAILED] }),
      around: { administersInstance: true },
    });
    await expect.element(page.getByRole('heading', { name: 'Organizations' })).toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
    await hasNoViolations();
  });
});
