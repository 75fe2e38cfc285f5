import { throwPageRefusal } from '#ui/kit/page-refusal.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals, params }) => {
  await parent();
  try {
    return { mail: await locals.caller.outbox.get({ id: params.mail }) };
  } catch (thrown) {
    return throwPageRefusal(thrown);
  }
};
