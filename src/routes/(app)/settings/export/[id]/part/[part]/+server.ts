import { throwPageRefusal } from '#ui/kit/page-refusal.ts';
import type { RequestHandler } from './$types';

/** Serves a part of an export as a ZIP archive. */
export const GET: RequestHandler = async ({ locals, params }) => {
  try {
    return await locals.caller.export.download({ id: params.id, part: Number(params.part) });
  } catch (thrown) {
    return throwPageRefusal(thrown);
  }
};
