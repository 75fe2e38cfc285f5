import { throwPageRefusal } from '#ui/kit/page-refusal.ts';
import type { RequestHandler } from './$types';

/** Serves the document of a public form. */
export const GET: RequestHandler = async ({ locals, params }) => {
  try {
    return await locals.caller.form.document({ id: params.id });
  } catch (thrown) {
    return throwPageRefusal(thrown);
  }
};
