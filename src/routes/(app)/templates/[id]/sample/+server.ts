import { stringifyLines } from '#wire/csv.ts';
import { throwPageRefusal } from '#ui/kit/page-refusal.ts';
import { sampleList } from '#domain/bulk-send/columns.ts';
import type { RequestHandler } from './$types';

/** Serves a sample recipient list with this template's columns and one example line. */
export const GET: RequestHandler = async ({ locals, params }) => {
  try {
    const graph = await locals.caller.template.get({ id: params.id });
    return new Response(stringifyLines(sampleList(graph)), {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': 'attachment; filename="recipients.csv"',
        'cache-control': 'no-store',
      },
    });
  } catch (thrown) {
    return throwPageRefusal(thrown);
  }
};
