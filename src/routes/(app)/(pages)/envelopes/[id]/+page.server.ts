import { redirect } from '@sveltejs/kit';
import type { EventAction } from '#domain/event/catalogue.ts';
import { may } from '#domain/organization/role.ts';
import { createSettingsAction } from '#ui/account/settings-action.ts';
import { createFormAction } from '#ui/kit/form-action.ts';
import { throwPageRefusal } from '#ui/kit/page-refusal.ts';
import type { Actions, PageServerLoad } from './$types';

/** Most envelopes have no threads to read. */
const BEGINNINGS: ReadonlySet<EventAction> = new Set(['participant.asked', 'participant.change_requested']);

export const load: PageServerLoad = async ({ parent, locals, params, depends }) => {
  const { role } = await parent();
  const { id } = params;
  depends('envelope:this');
  // The mark is taken before anything is read, so that the page hears of every later change.
  const { mark } = await locals.caller.live.mark({});
  try {
    const [graph, events, labels, retention] = await Promise.all([
      locals.caller.envelope.get({ id }),
      locals.caller.envelope.events({ id }),
      locals.caller.label.of({ id }),
      may(role, 'administer') ? locals.caller.retention.get({ envelopeId: id }) : null,
    ]);
    const hold = retention?.holds[0] ?? null;
    const contract =
      graph.envelope.status === 'completed' ? await locals.caller.envelope.extract({ id }) : null;
    const threads = events.items.some(({ action }) => BEGINNINGS.has(action))
      ? (await locals.caller.envelope.threads({ id })).items
      : [];
    return { graph, threads, events: events.items, labels: labels.items, contract, hold, mark, role };
  } catch (thrown) {
    return throwPageRefusal(thrown);
  }
};

export const actions: Actions = {
  /** For browsers without scripts. Other browsers void from a dialog. */
  void: createFormAction(async ({ caller, param, text }) => {
    const id = param('id');
    const reason = text('reason').trim();
    const expectedVersion = Number(text('expectedVersion'));
    await caller.envelope.void({ id, expectedVersion, ...(reason === '' ? {} : { reason }) });
    redirect(303, `/envelopes/${id}`);
  }),
  delete: createFormAction(async ({ caller, param }) => {
    await caller.envelope.delete({ id: param('id') });
    redirect(303, '/envelopes');
  }),
  hold: createSettingsAction('hold', async ({ caller, param, text }) => {
    await caller.retention.placeHold({ envelopeId: param('id'), reason: text('reason') });
    return undefined;
  }),
  release: createSettingsAction('release', async ({ caller, param }) => {
    await caller.retention.releaseHold({ envelopeId: param('id') });
    return undefined;
  }),
  erase: createSettingsAction('erase', async ({ caller, param }) => {
    await caller.retention.eraseEnvelope({ envelopeId: param('id') });
    redirect(303, '/envelopes');
  }),
};
