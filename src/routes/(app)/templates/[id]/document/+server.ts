import { throwPageRefusal } from '#ui/kit/page-refusal.ts';
import type { RequestHandler } from './$types';

/** Serves the template's PDF. */
export const GET: RequestHandler = async ({ locals, params }) => {
  try {
    return await locals.caller.template.document({ id: params.id });
  } catch (thrown) {
    return throwPageRefusal(thrown);
  }
};
