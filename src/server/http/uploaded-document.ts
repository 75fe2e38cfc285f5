import type { WireGraph } from '#wire/envelope-graph.ts';
import { callOperation, requireOperation } from '#server/mcp/operations.ts';
import { formatEnvelopeLines } from '#server/mcp/lines/envelope.ts';
import type { Context } from '#server/trpc/init.ts';
import { createRefusal } from '#domain/errors.ts';
import { limitBody } from './rest/bounded-body.ts';
import { MethodNotAllowed } from './rest/rest.ts';

/**
 * Receives the document that is uploaded to an agent's link, acting as that agent, and responds in plain text
 * with what was found. The link works until then.
 */
export async function answerUploadedDocument(request: Request, context: Context): Promise<Response> {
  if (request.method !== 'PUT') throw new MethodNotAllowed(['PUT']);
  const { principal, services } = context;
  if (principal.kind !== 'upload_link') throw createRefusal('unauthorized');
  const { env: id, document: documentId } = principal.claims;
  const agent: Context = {
    ...context,
    principal: principal.agent,
    body: limitBody(request, services.config.limits.documentBytes),
  };
  const call = async (
    name: 'envelope.upload' | 'envelope.uploadAdded' | 'envelope.completeUpload',
    input: object,
  ) => await callOperation(requireOperation(name), input, agent, request.signal);
  await (documentId === undefined
    ? call('envelope.upload', { id })
    : call('envelope.uploadAdded', { id, documentId }));
  const { envelope } = (await call('envelope.completeUpload', { id })) as { envelope: WireGraph };
  return new Response(`${formatEnvelopeLines(envelope).join('\n')}\n`, {
    headers: { 'content-type': 'text/plain; charset=utf-8' },
  });
}
