import { error, json } from '@sveltejs/kit';
import { TRACKED_CHANGES } from '#domain/document/notices.ts';
import { ERRORS } from '#domain/errors.ts';
import { pageRefusal } from '#ui/kit/page-refusal.ts';
import { refusalOf } from '#wire/error.ts';
import type { RequestHandler } from './$types';

const VARIANTS = ['original', 'prepared', 'sealed', 'certificate'] as const;

/** The document's bytes; `?download` asks the browser to save them. */
export const GET: RequestHandler = async ({ locals, params, url }) => {
  const wanted = url.searchParams.get('variant') ?? 'original';
  const variant = VARIANTS.find((candidate) => candidate === wanted);
  if (variant === undefined) error(404, ERRORS.not_found.message);
  try {
    return await locals.caller.envelope.document({
      id: params.id,
      variant,
      document: url.searchParams.get('document') ?? undefined,
      download: url.searchParams.has('download'),
    });
  } catch (thrown) {
    return pageRefusal(thrown);
  }
};

/** Takes the document of a draft as raw bytes. Answers like the API: nothing on success, else the error's body. */
export const PUT: RequestHandler = async ({ locals, params, url }) => {
  const wanted = url.searchParams.get('trackedChanges');
  const trackedChanges = TRACKED_CHANGES.find((choice) => choice === wanted);
  const tags = url.searchParams.get('textTags');
  try {
    await locals.caller.envelope.upload({ id: params.id });
    await locals.caller.envelope.completeUpload({
      id: params.id,
      trackedChanges,
      ...(tags === null ? {} : { textTags: tags === 'true' }),
    });
    return new Response(null, { status: 204 });
  } catch (thrown) {
    const refused = refusalOf(thrown);
    if (refused === null) throw thrown;
    return json(refused, { status: ERRORS[refused.code].status });
  }
};
