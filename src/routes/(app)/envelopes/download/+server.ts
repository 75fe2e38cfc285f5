import { throwPageRefusal } from '#ui/kit/page-refusal.ts';
import type { RequestHandler } from './$types';

/** Serves the documents of several envelopes, `?id=…&id=…`, as one archive. */
export const GET: RequestHandler = async ({ locals, url }) => {
  try {
    return await locals.caller.envelope.downloadMany({ ids: url.searchParams.getAll('id') });
  } catch (thrown) {
    return throwPageRefusal(thrown);
  }
};
