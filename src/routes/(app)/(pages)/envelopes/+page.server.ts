import { ENVELOPE_VIEWS, type EnvelopeView } from '#domain/envelope/status.ts';
import { pageRefusal } from '#ui/kit/page-refusal.ts';
import type { PageServerLoad } from './$types';

const PAGE_SIZE = 25;

export const load: PageServerLoad = async ({ parent, locals, url }) => {
  await parent();
  const view = viewOf(url.searchParams.get('view'));
  const q = url.searchParams.get('q')?.trim() ?? '';
  const cursor = url.searchParams.get('cursor') ?? '';
  try {
    const { items, nextCursor } = await locals.caller.envelope.list({
      view,
      limit: PAGE_SIZE,
      ...(q === '' ? {} : { q }),
      ...(cursor === '' ? {} : { cursor }),
    });
    return { view, q, items, nextCursor, isFirstPage: cursor === '', pageSize: PAGE_SIZE };
  } catch (thrown) {
    return pageRefusal(thrown);
  }
};

function viewOf(text: string | null): EnvelopeView {
  return ENVELOPE_VIEWS.find((view) => view === text) ?? 'all';
}
