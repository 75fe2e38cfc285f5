import { describe, expect, it, onTestFinished } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-svelte';
import type { FormClosure } from '#domain/template/form.ts';
import PublishForm from '#ui/templates/form/PublishForm.svelte';
import type { WireTemplateForm } from '#wire/template-form.ts';
import type { WireTemplate, WireTemplateGraph } from '#wire/template.ts';
import type { PageServerData as ExportData } from '../../../src/routes/(app)/(pages)/settings/export/$types';
import type { PageServerData as ListData } from '../../../src/routes/(app)/(pages)/templates/$types';
import { answerRequests } from '../support/answers.ts';
import { hasNoViolations } from '../support/axe.ts';
import { openPage, succeed } from '../support/page.ts';
import { makePages } from '../support/pdf.ts';

const NOW = new Date().toISOString();

const template: WireTemplate = {
  ...{
    id: 'tpl_1',
    organizationId: 'org_1',
    teamId: 'team_1',
    name: 'Framework agreement',
    namePattern: null,
  },
  ...{ originalFilename: 'agreement.pdf', sourceFormat: 'pdf', contentHash: '0'.repeat(64), sizeBytes: 1 },
  ...{ legalFramework: 'esign_ueta', consumerDisclosure: false, reminderPolicy: null, message: null },
  ...{ copies: [], archivedAt: null, useCount: 2, lastUsedAt: NOW, attention: ['form_closed'] },
  ...{ createdAt: NOW, updatedAt: NOW },
};
const graph: WireTemplateGraph = {
  template,
  roles: [
    {
      ...{ id: 'rol_1', templateId: 'tpl_1', name: 'Client', apiRoleName: 'client', orderIndex: 0 },
      ...{ role: 'signer', delivery: 'email', isSender: false, optional: false, recipient: null },
    },
  ],
  ...{ fields: [], groups: [], variables: [] },
};
const closed: WireTemplateForm = {
  ...{ templateId: 'tpl_1', url: 'https://sign.acme.example/forms/form_1', enabled: false, uses: 2 },
  ...{ roleApiName: 'client', expiresAt: null, maxUses: null, allowedDomains: null, recipients: {} },
  ...{ closedReason: 'publisher_removed', closedAt: NOW, thankYou: null },
};

describe('what somebody left behind', () => {
  it('shows a closed form among the templates, but not of an archived one', async () => {
    onTestFinished(
      answerRequests((_request, { pathname }) =>
        pathname.endsWith('/document') ? new Response(makePages(1) as BodyInit) : null,
      ),
    );
    const second = { ...template, id: 'tpl_2', name: 'Lease', attention: [] };
    const third = { ...template, id: 'tpl_3', name: 'Old form', archivedAt: NOW };
    await openPage<ListData>('/templates', {
      load: () => ({
        ...{ archived: false, q: '', items: [template, second, third], nextCursor: null },
        ...{ isFirstPage: true, maySend: true },
      }),
    });
    const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
    await expect.element(row('Framework agreement').getByText('Form closed', { exact: true })).toBeVisible();
    for (const name of ['Lease', 'Old form']) {
      await expect.element(row(name)).toBeVisible();
      await expect.element(row(name).getByText('Form closed')).not.toBeInTheDocument();
    }
    await hasNoViolations();
  });

  it.each<[FormClosure, RegExp]>([
    ['publisher_removed', /is no longer a member/],
    ['publisher_demoted', /may no longer send/],
    ['publisher_left_team', /no longer belongs to this team/],
  ])('says why a form closed (%s), until somebody publishes it again', async (closedReason, why) => {
    const { rerender } = await render(PublishForm, {
      ...{ graph, published: { ...closed, closedReason }, issues: undefined },
    });
    await expect.element(page.getByText(why)).toBeVisible();
    await expect.element(page.getByText(/Publish it again to open it in your name/)).toBeVisible();
    await expect.element(page.getByRole('link', { name: closed.url })).toBeVisible();
    const action = page.getBySelector('summary');
    await expect.element(action).toMatchTextContent(/^Publish form/);
    await hasNoViolations();
    await rerender({ published: { ...closed, enabled: true, closedReason: null, closedAt: null } });
    await expect.element(page.getByText(why)).not.toBeInTheDocument();
    await expect.element(action).toMatchTextContent(/^Edit/);
  });

  it('says that an export stopped, and offers a new one', async () => {
    let exports: ExportData['exports'] = [
      {
        ...{ id: 'exp_1', startedBy: 'Grace Hopper', total: 3, done: 2, createdAt: NOW, finishedAt: NOW },
        ...{ stopReason: 'starter_demoted', expiresAt: NOW, parts: [] },
      },
    ];
    await openPage<ExportData>('/settings/export', {
      load: () => ({ exports }),
      actions: {
        start: () => {
          exports = [
            {
              ...{ id: 'exp_2', startedBy: 'Ada Lovelace', total: 3, done: 1, createdAt: NOW },
              ...{ finishedAt: null, stopReason: null, expiresAt: NOW, parts: [] },
            },
            ...exports,
          ];
          return succeed({ at: 'start' });
        },
      },
    });
    const stopped = page.getByText(/^Stopped because Grace Hopper, who started it, is no longer an owner/);
    await expect.element(stopped).toBeVisible();
    await expect.element(page.getByRole('link', { name: /^Download part/ })).not.toBeInTheDocument();
    await hasNoViolations();
    await page.getByRole('button', { name: 'Start export' }).click();
    await expect.element(page.getByText('1 of 3 envelopes')).toBeVisible();
    await expect.element(page.getByRole('button', { name: 'Start export' })).toBeDisabled();
    await expect.element(stopped).toBeVisible();
  });
});
