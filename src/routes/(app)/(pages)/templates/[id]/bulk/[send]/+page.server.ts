import { pageRefusal } from '#ui/kit/page-refusal.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals, params }) => {
  await parent();
  try {
    const [{ bulkSend }, { rows }, { template }] = await Promise.all([
      locals.caller.bulkSend.get({ id: params.send }),
      locals.caller.bulkSend.results({ id: params.send }),
      locals.caller.template.get({ id: params.id }),
    ]);
    return { bulkSend, rows, template };
  } catch (thrown) {
    return pageRefusal(thrown);
  }
};
