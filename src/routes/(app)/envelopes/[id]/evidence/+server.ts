import { throwPageRefusal } from '#ui/kit/page-refusal.ts';
import type { RequestHandler } from './$types';

/** Serves the evidence of an envelope as a file, which contains all that the offline verifier needs. */
export const GET: RequestHandler = async ({ locals, params }) => {
  const { id } = params;
  try {
    const evidence = await locals.caller.envelope.evidence({ id });
    return new Response(JSON.stringify(evidence, null, 2), {
      headers: {
        'content-type': 'application/json',
        'content-disposition': `attachment; filename="evidence-${evidence.envelopeId}.json"`,
        'cache-control': 'private, no-store',
      },
    });
  } catch (thrown) {
    return throwPageRefusal(thrown);
  }
};
