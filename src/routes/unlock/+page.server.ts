import { redirect } from '@sveltejs/kit';
import { getNextPath } from '#ui/account/next-path.ts';
import { createFormAction } from '#ui/kit/form-action.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ locals, url }) => {
  const lock = await locals.caller.deviceLock.check({});
  const wanted = url.searchParams.get('next');
  if (lock === null) redirect(303, getNextPath(wanted));
  return { lock, next: wanted === null ? `/envelopes/${lock.envelopeId}/in-person` : getNextPath(wanted) };
};

export const actions: Actions = {
  default: createFormAction(async ({ caller, text, url }) => {
    const { envelopeId } = (await caller.deviceLock.check({})) ?? {};
    const code = text('code').trim();
    await caller.deviceLock.unlock({ password: text('password'), ...(code === '' ? {} : { code }) });
    const wanted = url.searchParams.get('next');
    redirect(303, wanted === null ? `/envelopes/${envelopeId ?? ''}/in-person` : getNextPath(wanted));
  }),
};
