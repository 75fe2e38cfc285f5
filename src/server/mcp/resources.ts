import {
  ResourceNotFoundError,
  ResourceTemplate,
  type McpServer,
  type Variables,
} from '@modelcontextprotocol/server';
import { createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import type { WireGraph } from '#wire/envelope-graph.ts';
import { toRefusal } from '#server/trpc/refusal-in.ts';
import { callOperation, requireOperation } from './operations.ts';
import { markUntrusted, UNTRUSTED_META, UNTRUSTED_NOTICE } from './results.ts';
import { formatEnvelopeLines } from './lines/envelope.ts';
import { createScopeChallenge } from './scope-challenge.ts';
import type { AgentContext } from './tool.ts';

const SCHEME = 'countersign://envelopes';
const TEXT_TYPE = 'text/plain';
const UNTRUSTED = { [UNTRUSTED_META]: true } as const;

/** Registers the resources that agents read by URI: an envelope and its document. */
export function registerResources(server: McpServer, context: AgentContext): void {
  const get = requireOperation('envelope.get');
  const download = requireOperation('envelope.document');
  server.registerResource(
    'envelope',
    new ResourceTemplate(`${SCHEME}/{id}`, { list: undefined }),
    {
      title: 'Envelope',
      description: `An envelope with its participants and fields. ${UNTRUSTED_NOTICE}`,
      mimeType: TEXT_TYPE,
      scopeChallenge: createScopeChallenge(get.agent.scopes),
    },
    async (uri, variables, { mcpReq }) => {
      const input = { id: getVariable(variables, 'id') };
      const graph = await requireResource(uri, callOperation(get, input, context, mcpReq.signal));
      const { text } = markUntrusted(formatEnvelopeLines(graph as WireGraph, 'everything').join('\n'));
      return {
        contents: [{ uri: uri.href, mimeType: TEXT_TYPE, text, _meta: UNTRUSTED }],
      };
    },
  );
  server.registerResource(
    'document',
    new ResourceTemplate(`${SCHEME}/{id}/document/{variant}`, { list: undefined }),
    {
      title: 'Document of an envelope',
      description: `A file of an envelope: original (as uploaded), prepared (as signers see it), sealed or certificate. ${UNTRUSTED_NOTICE}`,
      mimeType: 'application/pdf',
      scopeChallenge: createScopeChallenge(download.agent.scopes),
    },
    async (uri, variables, { mcpReq }) => {
      const input = { id: getVariable(variables, 'id'), variant: getVariable(variables, 'variant') };
      const file = (await requireResource(
        uri,
        callOperation(download, input, context, mcpReq.signal),
      )) as Response;
      const blob = await readBase64(file);
      const mimeType = file.headers.get('content-type') ?? 'application/octet-stream';
      return { contents: [{ uri: uri.href, mimeType, blob, _meta: UNTRUSTED }] };
    },
  );
}

/** Reports anything that can't be found as a missing resource. */
async function requireResource<T>(uri: URL, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const code = toRefusal(error)?.code;
    if (code === 'not_found' || code === 'validation_failed' || code === 'invalid_state')
      throw new ResourceNotFoundError(uri.href);
    throw error;
  }
}

/** Reads a file, unless it is too large for an agent. */
async function readBase64(file: Response): Promise<string> {
  if (Number(file.headers.get('content-length')) > LIMITS.resourceMaxBytes) {
    await file.body?.cancel();
    throw createRefusal(
      'payload_too_large',
      { maxBytes: LIMITS.resourceMaxBytes },
      'This document is too large to return here. Use get_file to get a link to it.',
    );
  }
  return Buffer.from(await file.arrayBuffer()).toString('base64');
}

function getVariable(variables: Variables, name: string): string {
  const value = variables[name];
  return (Array.isArray(value) ? value[0] : value) ?? '';
}
