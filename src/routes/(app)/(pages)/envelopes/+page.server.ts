import { listInput, readQuery } from '#ui/envelopes/list/list-query.ts';
import { throwPageRefusal } from '#ui/kit/page-refusal.ts';
import type { PageServerLoad } from './$types';

const PAGE_SIZE = 25;

export const load: PageServerLoad = async ({ parent, locals, url }) => {
  const { role } = await parent();
  const query = readQuery(url.searchParams);
  const input = listInput(query, Date.now());
  const cursor = url.searchParams.get('cursor') ?? '';
  // The mark is taken before anything is read, so that the page hears of every later change.
  const { mark } = await locals.caller.live.mark({});
  try {
    const [page, choices, numbers] = await Promise.all([
      locals.caller.envelope.list({
        ...input,
        limit: PAGE_SIZE,
        ...(cursor === '' ? {} : { cursor }),
      }),
      locals.caller.envelope.choices({}),
      locals.caller.envelope.numbers({}),
    ]);
    // An empty list may have an archive.
    const rest =
      page.items.length > 0 || cursor !== '' ? page : await locals.caller.envelope.list({ limit: 1 });
    return {
      hasNone: rest.items.length === 0,
      query,
      input,
      page,
      choices,
      numbers,
      mark,
      role,
      isFirstPage: cursor === '',
      pageSize: PAGE_SIZE,
    };
  } catch (thrown) {
    return throwPageRefusal(thrown);
  }
};
