import { redirect } from '@sveltejs/kit';
import { may } from '#domain/organization/role.ts';
import { listTeamChoices } from '#ui/account/members/team-choices.ts';
import { createFormAction } from '#ui/kit/form-action.ts';
import { getEndOfDay } from '#ui/kit/day.ts';
import { throwPageRefusal } from '#ui/kit/page-refusal.ts';
import { toWireError } from '#wire/error.ts';
import type { Actions, PageServerLoad } from './$types';

/** The number of latest envelopes that are shown. */
const RECENT = 5;

export const load: PageServerLoad = async ({ parent, locals, params }) => {
  const { role } = await parent();
  try {
    const [graph, bulkSends, recent, results, published, teams] = await Promise.all([
      locals.caller.template.get({ id: params.id }),
      locals.caller.bulkSend.list({ templateId: params.id }),
      locals.caller.envelope.list({ templateId: params.id, limit: RECENT }),
      locals.caller.template.results({ id: params.id }),
      readPublishedForm(locals.caller, params.id),
      locals.caller.team.list({}),
    ]);
    return {
      ...{ graph, bulkSends: bulkSends.items, recent, results, published },
      teams: listTeamChoices(teams.items),
      maySend: may(role, 'send'),
    };
  } catch (thrown) {
    return throwPageRefusal(thrown);
  }
};

export const actions: Actions = {
  save: createFormAction(async ({ caller, param, text }) => {
    const pattern = text('namePattern');
    const namePattern = pattern === '' ? null : pattern;
    const message = { subject: text('message.subject'), body: text('message.body') };
    await caller.template.update({ id: param('id'), name: text('name'), namePattern, message });
    return { saved: true };
  }),
  share: createFormAction(async ({ caller, param, text }) => {
    await caller.template.update({ id: param('id'), teamId: text('teamId') });
    return { shared: true };
  }),
  copy: createFormAction(async ({ caller, param, text }) => {
    const { template } = await caller.template.copy({ id: param('id'), name: text('name') });
    redirect(303, `/templates/${template.id}`);
  }),
  publish: createFormAction(async ({ caller, form, param, text }) => {
    const roleApiName = text('roleApiName');
    const recipients = Object.fromEntries(
      [...form.keys()].flatMap((key) => {
        const role = /^name\.(.+)$/.exec(key)?.[1];
        return role === undefined ? [] : [[role, { name: text(key), email: text(`email.${role}`).trim() }]];
      }),
    );
    const domains = text('allowedDomains')
      .split(/[\s,]+/)
      .filter(Boolean);
    await caller.template.putForm({
      ...{ id: param('id'), enabled: true, roleApiName, recipients },
      maxUses: text('maxUses') === '' ? null : Number(text('maxUses')),
      expiresAt: getEndOfDay(text('expiresAt')),
      allowedDomains: domains.length === 0 ? null : domains,
      thankYou: readThankYou(text('thankYou.text').trim(), text('thankYou.url').trim()),
    });
    return { published: true };
  }),
  unpublish: createFormAction(async ({ caller, param }) => {
    const id = param('id');
    const { roleApiName, expiresAt, maxUses, allowedDomains, recipients, thankYou } =
      await caller.template.form({ id });
    const settings = { roleApiName, expiresAt, maxUses, allowedDomains, recipients, thankYou };
    await caller.template.putForm({ id, ...settings, enabled: false });
    return { published: false };
  }),
  archive: createFormAction(async ({ caller, param }) => {
    const id = param('id');
    await caller.template.archive({ id });
    redirect(303, `/templates/${id}`);
  }),
  restore: createFormAction(async ({ caller, param }) => {
    const id = param('id');
    await caller.template.restore({ id });
    redirect(303, `/templates/${id}`);
  }),
};

/** A link alone has our own words. */
function readThankYou(text: string, url: string) {
  if (text === '' && url === '') return null;
  return { text, url: url === '' ? null : url };
}

/** Returns how a template is published; null if it never was. */
async function readPublishedForm(caller: App.Locals['caller'], id: string) {
  try {
    return await caller.template.form({ id });
  } catch (thrown) {
    if (toWireError(thrown)?.code === 'not_found') return null;
    throw thrown;
  }
}
