import { throwPageRefusal } from '#ui/kit/page-refusal.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals, params }) => {
  await parent();
  try {
    return { graph: await locals.caller.template.get({ id: params.id }) };
  } catch (thrown) {
    return throwPageRefusal(thrown);
  }
};
