import { redirect } from '@sveltejs/kit';
import { pageRefusal } from '#ui/kit/page-refusal.ts';
import type { RequestHandler } from './$types';

/** The documents of several envelopes, `?id=…&id=…`, as one archive. */
export const GET: RequestHandler = async ({ locals, url }) => {
  if (locals.session === null) redirect(303, '/login?next=%2Fenvelopes');
  try {
    return await locals.caller.envelope.downloadMany({ ids: url.searchParams.getAll('id') });
  } catch (thrown) {
    return pageRefusal(thrown);
  }
};
