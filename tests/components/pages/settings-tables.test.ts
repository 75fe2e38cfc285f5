import { beforeEach, describe, expect, it } from 'vitest';
import { commands, page, userEvent } from 'vitest/browser';
import { KEY_PRESETS } from '#domain/organization/key-scope.ts';
import { readAuditQuery } from '#ui/account/audit/audit-query.ts';
import type { PageServerData as KeysData } from '../../../src/routes/(app)/(pages)/settings/api-keys/$types';
import type { PageServerData as AuditData } from '../../../src/routes/(app)/(pages)/settings/audit/$types';
import type { PageServerData as MembersData } from '../../../src/routes/(app)/(pages)/settings/members/$types';
import { hasNoViolations } from '../support/axe.ts';
import { focus } from '../support/focus.ts';
import { openPage, succeed } from '../support/page.ts';
import { boxOf } from '../support/pointer.ts';

const NOW = new Date().toISOString();

/** Expects that column names show only on wide screens, and that nothing is wider than the smallest phone. */
async function isTable(column: string): Promise<void> {
  const name = page.getBySelector('main [aria-hidden]').getByText(column, { exact: true });
  await expect.element(name).toBeVisible();
  await hasNoViolations();
  await page.viewport(320, 700);
  await expect.element(name).not.toBeVisible();
  await hasNoViolations();
  expect(document.documentElement.scrollWidth).toBe(320);
  await page.viewport(1440, 900);
}

describe('tables of the settings', () => {
  beforeEach(() => page.viewport(1440, 900));

  it('list members and invitations, and offer to save another role only', async () => {
    await commands.useColorScheme('dark');
    const own = 'grace@acme.example';
    let invited: string[] = [];
    await openPage<MembersData>('/settings/members', {
      load: () => ({
        roles: ['owner', 'admin', 'member', 'viewer'],
        hasPrivateTeams: false,
        members: [
          {
            ...{ userId: 'usr_1', name: 'Grace Hopper', email: own, role: 'owner', joinedAt: NOW },
            ...{ secured: false, apiKeys: 0, outside: false, lastActiveAt: NOW, teams: [] },
          },
        ],
        invitations: invited.map((email, at) => ({
          ...{ id: `inv_${at}`, email, role: 'member', invitedByName: 'Grace Hopper', sentAt: NOW },
          ...{ expiresAt: NOW, expired: false },
        })),
      }),
      actions: {
        invite: (form) => {
          invited = String(form.get('email'))
            .split(/[\s,]+/)
            .filter((email) => email !== own);
          const leftOut = [{ name: own, problem: 'Already a member.' }];
          return succeed({ at: 'invite', counts: { invited: invited.length }, leftOut });
        },
      },
    });
    await page.getByRole('button', { name: 'Invite people' }).click();
    await page.getByLabelText('Email addresses').fill(`neo@acme.example,\numa@acme.example ${own}`);
    await page.getByRole('button', { name: 'Send invitations' }).click();
    await expect.element(page.getByText('Invitations sent: 2')).toBeVisible();
    await expect.element(page.getByText(`${own}: Already a member.`)).toBeVisible();
    const rows = page.getByRole('region', { name: /^Pending invitations/ }).getByRole('listitem');
    await expect.element(rows.filter({ hasText: 'neo@acme.example' })).toBeVisible();
    await isTable('Last active');
    const search = page.getByLabelText('Search name or email');
    await search.fill('grace');
    await expect.element(rows).toHaveLength(0);
    await search.fill('nobody');
    await expect.element(page.getByText(/^No members match/)).toBeVisible();
    await search.fill('');
    const unsecured = page.getByRole('button', { name: 'Without two-step verification 1' });
    await unsecured.click();
    await expect.element(rows).toHaveLength(0);
    await unsecured.click();
    await expect.element(rows).toHaveLength(2);
    const member = page.getByRole('region', { name: /^Members/ }).getByRole('listitem');
    const save = member.getByRole('button', { name: /Save/ });
    await expect.element(save).toHaveLength(0);
    await member.getByRole('combobox').selectOptions('Admin');
    await expect.element(save).toBeVisible();
    // Aligned with the column names.
    const column = page.getBySelector('main [aria-hidden]').getByText('Role', { exact: true });
    expect(boxOf(member.getByRole('combobox')).x).toBeCloseTo(boxOf(column).x, 0);
  });

  it('list API keys', async () => {
    await openPage<KeysData>('/settings/api-keys', {
      load: () => ({
        keys: [
          {
            ...{ id: 'key_1', name: 'Tests', hint: 'svc_sk_a1b2…y9z0', createdByName: 'Grace Hopper' },
            ...{ scopes: [...KEY_PRESETS.read], pausedScopes: [], allowedNetworks: null, expiresAt: null },
            ...{ createdAt: NOW, lastUsedAt: null, revokedAt: null },
          },
        ],
        ...{ teams: [], now: Date.now() },
      }),
    });
    await expect.element(page.getByRole('listitem').filter({ hasText: 'Tests' })).toMatchTextContent(/Never/);
    await isTable('Last used');
  });

  it('list the audit log, filter it, open an entry, and ask before the export', async () => {
    const entry = (id: string, action: 'api_key.created' | 'organization.renamed', subjectName: string) => ({
      ...{ id, actorName: 'Grace Hopper', action, subjectName, details: null, occurredAt: NOW },
      ...{ ipAddress: '192.0.2.7', userAgent: null },
    });
    await openPage<AuditData>('/settings/audit', {
      load: ({ searchParams }) => {
        const query = readAuditQuery(searchParams);
        const all = [
          entry('aud_2', 'api_key.created', 'Tests'),
          entry('aud_1', 'organization.renamed', 'Acme Legal GmbH'),
        ];
        const items = query.to !== '' ? [] : query.area === 'developers' ? all.slice(0, 1) : all;
        return {
          items,
          count: items.length,
          nextCursor: null,
          actors: ['Grace Hopper'],
          query,
          isFirst: true,
        };
      },
    });
    const entries = page.getByRole('region', { name: 'Changes' }).getByRole('listitem');
    await expect.element(entries.filter({ hasText: 'Grace Hopper created the API key Tests' })).toBeVisible();
    await isTable('From');
    await page.getByLabelText('Action', { exact: true }).selectOptions('API keys, webhooks, and agents');
    await expect.poll(() => location.search).toBe('?area=developers');
    await expect.element(entries).toHaveLength(1);
    await page.getByLabelText('Period').selectOptions('Last 7 days');
    await expect.poll(() => location.search).toBe('?area=developers&period=7');
    await expect.element(page.getByRole('heading', { name: 'Today' })).toBeVisible();
    focus(entries.getBySelector('summary'));
    await userEvent.keyboard('{Enter}');
    await expect.element(entries.getByText('api_key.created')).toBeVisible();
    await hasNoViolations();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await expect.element(page.getByRole('dialog', { name: 'Export the audit log' })).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Export 1 entry' })).toBeVisible();
    await hasNoViolations();
    await userEvent.keyboard('{Escape}');
    await page.getByRole('link', { name: 'Clear filters' }).click();
    await expect.element(entries).toHaveLength(2);
    // Days are in the reader's time zone.
    await page.getByLabelText('Period').selectOptions('Choose days…');
    await page.getByLabelText('To', { exact: true }).fill('2026-01-01');
    await userEvent.tab();
    await expect.element(page.getByRole('heading', { name: 'No entries match' })).toBeVisible();
    const { searchParams } = new URL(location.href);
    expect(searchParams.get('to')).toBe(new Date(2026, 0, 2).toISOString());
  });
});
