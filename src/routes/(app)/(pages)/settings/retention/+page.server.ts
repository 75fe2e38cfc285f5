import { createSettingsAction } from '#ui/account/settings-action.ts';
import { throwPageRefusal } from '#ui/kit/page-refusal.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals }) => {
  await parent();
  try {
    return await locals.caller.retention.get({});
  } catch (thrown) {
    return throwPageRefusal(thrown);
  }
};

export const actions: Actions = {
  change: createSettingsAction('change', async ({ caller, text }) => {
    const years = text('years').trim();
    await caller.retention.change({ years: years === '' ? null : Number(years) });
    return undefined;
  }),
  hold: createSettingsAction('hold', async ({ caller, text }) => {
    await caller.retention.placeHold({ envelopeId: text('envelopeId').trim(), reason: text('reason') });
    return undefined;
  }),
  release: createSettingsAction('release', async ({ caller, text }) => {
    await caller.retention.releaseHold({ envelopeId: text('id') });
    return undefined;
  }),
  erasePerson: createSettingsAction('erasePerson', async ({ caller, text }) => ({
    counts: await caller.retention.erasePerson({ email: text('email') }),
  })),
  eraseEnvelope: createSettingsAction('eraseEnvelope', async ({ caller, text }) => {
    await caller.retention.eraseEnvelope({ envelopeId: text('envelopeId').trim() });
    return undefined;
  }),
};
