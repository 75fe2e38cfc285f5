import { json } from '@sveltejs/kit';
import { TRACKED_CHANGES } from '#domain/document/notices.ts';
import { ERRORS } from '#domain/errors.ts';
import { toWireError } from '#wire/error.ts';

/** Returns how to treat a Word file's tracked changes and tags, from the URL of an upload. */
export function uploadSettings(parameters: URLSearchParams) {
  const trackedChanges = TRACKED_CHANGES.find((choice) => choice === parameters.get('trackedChanges'));
  const tags = parameters.get('textTags');
  return { trackedChanges, ...(tags === null ? {} : { textTags: tags === 'true' }) };
}

/** Answers like the API, with either the upload's response or the error's body. */
export async function answerUpload(upload: () => Promise<Response>): Promise<Response> {
  try {
    return await upload();
  } catch (thrown) {
    const refused = toWireError(thrown);
    if (refused === null) throw thrown;
    return json(refused, { status: ERRORS[refused.code].status });
  }
}
