import { error } from '@sveltejs/kit';
import { ERRORS } from '#domain/errors.ts';
import { throwPageRefusal } from '#ui/kit/page-refusal.ts';
import type { RequestHandler } from './$types';

/** Serves a file that a signer attached, for saving. `file` is its ID. */
export const GET: RequestHandler = async ({ locals, params: { id }, url }) => {
  const attachmentId = url.searchParams.get('file');
  if (attachmentId === null) error(404, ERRORS.not_found.message);
  try {
    return await locals.caller.envelope.downloadAttachment({ id, attachmentId });
  } catch (thrown) {
    return throwPageRefusal(thrown);
  }
};
