import { may } from '#domain/organization/role.ts';
import { throwPageRefusal } from '#ui/kit/page-refusal.ts';
import type { PageServerLoad } from './$types';

const PAGE_SIZE = 25;

export const load: PageServerLoad = async ({ parent, locals, url }) => {
  const { role } = await parent();
  const archived = url.searchParams.get('view') === 'archived';
  const q = url.searchParams.get('q')?.trim() ?? '';
  const cursor = url.searchParams.get('cursor') ?? '';
  try {
    const { items, nextCursor } = await locals.caller.template.list({
      archived,
      limit: PAGE_SIZE,
      ...(q === '' ? {} : { q }),
      ...(cursor === '' ? {} : { cursor }),
    });
    return { archived, q, items, nextCursor, isFirstPage: cursor === '', maySend: may(role, 'send') };
  } catch (thrown) {
    return throwPageRefusal(thrown);
  }
};
