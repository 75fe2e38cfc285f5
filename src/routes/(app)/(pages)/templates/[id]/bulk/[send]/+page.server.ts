import { throwPageRefusal } from '#ui/kit/page-refusal.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals, params }) => {
  await parent();
  try {
    const [{ bulkSend }, { template }] = await Promise.all([
      locals.caller.bulkSend.get({ id: params.send }),
      locals.caller.template.get({ id: params.id }),
    ]);
    // The page asks for the progress every second, so up to a thousand rows of results are read only at the
    // end.
    const results =
      bulkSend.finishedAt === null ? null : await locals.caller.bulkSend.results({ id: params.send });
    return { bulkSend, results, template };
  } catch (thrown) {
    return throwPageRefusal(thrown);
  }
};
