import { pageRefusal } from '#ui/kit/page-refusal.ts';
import type { PageServerLoad } from './$types';

export const load: PageServerLoad = async ({ parent, locals, url }) => {
  await parent();
  const cursor = url.searchParams.get('cursor');
  try {
    return {
      ...(await locals.caller.administrativeAction.list(cursor === null ? {} : { cursor })),
      isFirst: cursor === null,
    };
  } catch (thrown) {
    return pageRefusal(thrown);
  }
};
