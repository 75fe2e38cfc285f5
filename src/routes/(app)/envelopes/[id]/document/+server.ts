import { error, json } from '@sveltejs/kit';
import { ERRORS } from '#domain/errors.ts';
import { throwPageRefusal } from '#ui/kit/page-refusal.ts';
import { answerUpload, uploadSettings } from '../../take-document.ts';
import type { RequestHandler } from './$types';

const VARIANTS = ['original', 'prepared', 'current', 'sealed', 'certificate'] as const;

/** Serves the document's bytes. `?download` asks the browser to save them. */
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
    return throwPageRefusal(thrown);
  }
};

/**
 * Takes a file of a draft as raw bytes. With `name`, the file is added after the others. Otherwise, it is the
 * document that the draft was created without.
 */
export const PUT: RequestHandler = ({ locals, params: { id }, url }) =>
  answerUpload(async () => {
    const name = url.searchParams.get('name');
    const settings = uploadSettings(url.searchParams);
    if (name !== null) {
      const detect = url.searchParams.get('detect') !== 'false';
      return json(await locals.caller.document.take({ ...settings, id, originalFilename: name, detect }));
    }
    await locals.caller.envelope.upload({ id });
    await locals.caller.envelope.completeUpload({ id, ...settings });
    return new Response(null, { status: 204 });
  });
