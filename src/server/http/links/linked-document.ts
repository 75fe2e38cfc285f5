import { createDocumentLinkCaller } from '#server/procedures/router.ts';
import type { Context } from '#server/trpc/init.ts';
import { MethodNotAllowed } from '../rest/rest.ts';

/** Answers a document link with the document's file. */
export async function answerLinkedDocument(request: Request, context: Context): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') throw new MethodNotAllowed(['GET', 'HEAD']);
  return await createDocumentLinkCaller(context).document();
}
