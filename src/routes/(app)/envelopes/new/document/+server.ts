import { json } from '@sveltejs/kit';
import { answerUpload, uploadSettings } from '../../take-document.ts';
import type { RequestHandler } from './$types';

/** Creates an envelope from its first file, which is sent as raw bytes. */
export const PUT: RequestHandler = ({ locals, url: { searchParams } }) =>
  answerUpload(async () => {
    const graph = await locals.caller.document.take({
      ...uploadSettings(searchParams),
      originalFilename: searchParams.get('name') ?? '',
      teamId: searchParams.get('teamId') ?? undefined,
      displayName: searchParams.get('displayName') ?? undefined,
      detect: searchParams.get('detect') !== 'false',
    });
    return json(graph, { status: 201 });
  });
