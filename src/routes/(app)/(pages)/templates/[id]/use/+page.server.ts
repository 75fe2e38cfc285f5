import { throwPageRefusal } from '#ui/kit/page-refusal.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals, params }) => {
  await parent();
  try {
    const [graph, { methods }] = await Promise.all([
      locals.caller.template.get({ id: params.id }),
      locals.caller.organization.composing({}),
    ]);
    return { graph, methods };
  } catch (thrown) {
    return throwPageRefusal(thrown);
  }
};
