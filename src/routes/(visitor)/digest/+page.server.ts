import { createFormAction } from '#ui/kit/form-action.ts';
import type { Actions, PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ locals, url }) => {
  const token = url.searchParams.get('token') ?? '';
  return { digest: await locals.caller.digestLink.check({ token }) };
};

export const actions: Actions = {
  default: createFormAction(async ({ caller, text, url }) => {
    const token = url.searchParams.get('token') ?? '';
    return await caller.digestLink.switch({ token, on: text('on') === 'true' });
  }),
};
