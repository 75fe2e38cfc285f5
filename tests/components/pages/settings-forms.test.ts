import { beforeEach, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { FIRST_DEFAULTS } from '#domain/organization/defaults.ts';
import type { PageServerData as DefaultsData } from '../../../src/routes/(app)/(pages)/settings/defaults/$types';
import type { PageServerData } from '../../../src/routes/(app)/(pages)/settings/organization/$types';
import type { PageServerData as RetentionData } from '../../../src/routes/(app)/(pages)/settings/retention/$types';
import type { PageServerData as TeamsData } from '../../../src/routes/(app)/(pages)/settings/teams/$types';
import { hasNoViolations } from '../support/axe.ts';
import { fail, openPage, OWNER, succeed } from '../support/page.ts';

const bar = page.getByRole('region', { name: 'Unsaved changes' });
const name = page.getByLabelText('Organization name');
const domains = page.getByRole('textbox', { name: /domain/i });
const NOT_A_DOMAIN = 'Must be a domain such as example.com.';

describe('unsaved settings', () => {
  let organization = OWNER.organization;
  let listed: string[] = [];

  beforeEach(async () => {
    organization = OWNER.organization;
    listed = [];
    await openPage<PageServerData>('/settings/organization', {
      around: {
        get organization() {
          return organization;
        },
      },
      load: () => ({
        organizations: [{ id: 'org_1', name: organization.name, role: 'owner', isTest: false }],
        ...{
          maySignUp: true,
          quotas: [],
          rules: { requireSecondFactor: false, domains: listed, seeOwnOnly: false },
        },
      }),
      actions: {
        rename: (form) => {
          organization = { ...organization, name: String(form.get('name')) };
          return succeed({ at: 'rename' });
        },
        domains: (form) => {
          const given = String(form.get('domains'));
          if (!given.includes('.')) {
            const values = { domains: given };
            return fail({
              at: 'domains',
              problem: 'Check the form.',
              issues: { domains: NOT_A_DOMAIN },
              values,
            });
          }
          listed = [given];
          return succeed({ at: 'domains' });
        },
      },
    });
    await expect.element(name).toHaveValue('Acme Legal GmbH');
  });

  it('are shown with what was changed, until they are as they were', async () => {
    await expect.element(bar).not.toBeInTheDocument();
    await name.fill('Acme Law');
    await expect.element(bar.getByText('Unsaved changes: Name')).toBeVisible();
    await hasNoViolations();
    await name.fill('Acme Legal GmbH');
    await expect.element(bar).not.toBeInTheDocument();
  });

  it('are all saved by one button, and by Enter', async () => {
    await name.fill('Acme Law');
    await domains.fill('acme.example');
    await bar.getByRole('button', { name: 'Save changes' }).click();
    await expect.element(bar).not.toBeInTheDocument();
    expect([organization.name, listed]).toEqual(['Acme Law', ['acme.example']]);
    await expect.element(name).toHaveValue('Acme Law');
    await expect.element(domains).toHaveValue('acme.example');

    await name.fill('Acme Lawyers');
    await expect.element(bar).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await expect.element(bar).not.toBeInTheDocument();
    expect(organization.name).toBe('Acme Lawyers');
    await expect.element(name).toHaveValue('Acme Lawyers');
  });

  it('stay where one is refused, and can be discarded', async () => {
    await domains.fill('not a domain');
    await bar.getByRole('button', { name: 'Save changes' }).click();
    await expect.element(page.getByRole('alert').first()).toBeInTheDocument();
    await expect.element(bar).toBeVisible();
    // The input has the focus, and the bar doesn't cover its error.
    await expect.element(domains).toHaveFocus();
    const about = page.getByText(NOT_A_DOMAIN).element();
    const { left, top, height } = about.getBoundingClientRect();
    expect(document.elementFromPoint(left + 1, top + height / 2)).toBe(about);
    await bar.getByRole('button', { name: 'Discard' }).click();
    await expect.element(bar).not.toBeInTheDocument();
    await expect.element(domains).toHaveValue('');
  });

  it('are asked about before a link leads away', async () => {
    const dialog = page.getByRole('dialog', { name: 'Discard your changes?' });
    const link = page.getByRole('link', { name: 'Settings' });
    await name.fill('Something else');
    await expect.element(bar).toBeVisible();
    await page.getByRole('link', { name: 'Templates', exact: true }).click();
    await expect.element(dialog).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    expect(location.pathname).toBe('/settings/organization');
    await expect.element(name).toHaveValue('Something else');
    await expect.element(link).toBeVisible();
    await page.getByRole('link', { name: 'Notifications', exact: true }).click();
    await dialog.getByRole('button', { name: 'Keep editing' }).click();
    await expect.element(dialog).not.toBeInTheDocument();
    await bar.getByRole('button', { name: 'Discard' }).click();
    await expect.element(name).toHaveValue('Acme Legal GmbH');
  });
});

it('unsaved settings include inputs that a choice shows', async () => {
  await openPage<DefaultsData>('/settings/defaults', {
    load: () => ({
      defaults: { ...FIRST_DEFAULTS, reminderPolicy: null, attachSealed: false, makeArchivable: false },
    }),
  });
  const reminders = page.getByLabelText('Automatic reminders', { exact: true });
  await reminders.click();
  await expect.element(bar).toBeVisible();
  await bar.getByRole('button', { name: 'Discard' }).click();
  await expect.element(bar).not.toBeInTheDocument();
  await expect.element(reminders).not.toBeChecked();
});

it('forms of teams open in place, and Escape and Cancel give the focus back', async () => {
  const names = ['Everyone', 'Legal'];
  await openPage<TeamsData>('/settings/teams', {
    load: () => ({
      teams: names.map((name, at) => ({
        ...{
          id: `team_${at}`,
          name,
          isPrivate: false,
          isMine: true,
          members: [],
          createdAt: new Date().toISOString(),
        },
      })),
      people: [],
    }),
    actions: {
      create: (form) => {
        names.push(String(form.get('name')));
        return succeed({ at: 'create' });
      },
    },
  });
  const opener = page.getByRole('button', { name: 'New team' });
  const created = page.getByRole('textbox', { name: 'Name of the new team' });
  for (const leave of ['{Escape}', '{Tab}{Tab}{Enter}']) {
    await opener.click();
    await expect.element(created).toHaveFocus();
    await userEvent.keyboard(leave);
    await expect.element(opener).toHaveFocus();
  }
  await opener.click();
  await created.fill('Sales');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Sales', { exact: true })).toBeVisible();
  await expect.element(opener).toHaveFocus();

  const menu = page.getBySelector('summary').filter({ hasText: 'More actions for Legal' });
  for (const leave of ['{Escape}', '{Tab}{Tab}{Enter}']) {
    await menu.click();
    await page.getByRole('button', { name: 'Rename', exact: true }).click();
    await expect.element(page.getByRole('textbox', { name: 'Team name' })).toHaveFocus();
    await userEvent.keyboard(leave);
    await expect.element(menu).toHaveFocus();
  }
});

it('a legal hold takes an envelope from the list, and no name that only looks like one', async () => {
  let held: string[] = [];
  await openPage<RetentionData>('/settings/retention', {
    load: () => ({ years: null, holds: [], erasures: [] }),
    actions: {
      hold: (form) => {
        held = [String(form.get('envelopeId'))];
        return succeed({ at: 'hold' });
      },
    },
    calls: {
      'envelope.list': () => ({
        ...{ items: [{ id: 'env_1', displayName: 'Lease', signers: [] }], nextCursor: null },
      }),
    } as never,
  });
  const envelope = page.getByRole('combobox', { name: 'Envelope' });
  await envelope.fill('Lea');
  await expect.element(page.getByRole('option', { name: 'Lease' })).toBeVisible();
  await userEvent.keyboard('{Tab}Dispute with the landlord');
  await page.getByRole('button', { name: 'Place hold' }).click();
  await expect.element(envelope).toHaveFocus();
  expect((envelope.element() as HTMLInputElement).validationMessage).toBe(
    'Choose an envelope from the list.',
  );
  expect(held).toEqual([]);
  await envelope.fill('Leas');
  await page.getByRole('option', { name: 'Lease' }).click();
  await page.getByRole('button', { name: 'Place hold' }).click();
  await expect.poll(() => held).toEqual(['env_1']);
});
