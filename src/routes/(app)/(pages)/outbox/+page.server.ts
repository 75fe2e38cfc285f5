import { error } from '@sveltejs/kit';
import { throwPageRefusal } from '#ui/kit/page-refusal.ts';
import type { PageServerLoad } from './$types';
import { m } from '#i18n/compiled/messages.js';

export const load: PageServerLoad = async ({ parent, locals, url }) => {
  if ((await parent()).outbox === null) error(404, m.settings_outbox_none_smtp());
  const cursor = url.searchParams.get('cursor') ?? '';
  try {
    const { items, nextCursor } = await locals.caller.outbox.list(cursor === '' ? {} : { cursor });
    return { mails: items, nextCursor, isFirstPage: cursor === '' };
  } catch (thrown) {
    return throwPageRefusal(thrown);
  }
};
