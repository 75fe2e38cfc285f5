import { setImmediate as nextTurn } from 'node:timers/promises';
import { invalid, jsonPointer, refusal, type Issue } from '#domain/errors.ts';
import { isText, storableIssues } from '#wire/storable.ts';
import { surfaceOf } from '#server/surface/table.ts';
import type { QueryType, Route } from './routes.ts';

/** Reads the input of a procedure out of path, query and body. Refuses what is malformed, never what a schema should. */
export async function readInput(
  route: Route,
  request: Request,
  url: URL,
  values: Readonly<Record<string, string>>,
  maxBodyBytes: number,
): Promise<Record<string, unknown>> {
  // What no text can be names nothing either.
  if (Object.values(values).some((value) => !isText(value))) throw refusal('not_found');
  const query = readQuery(url.searchParams, route);
  const body = takesJson(route) ? await readJson(request, maxBodyBytes) : {};
  const given = { ...query, ...body };
  const clash = Object.keys(given).filter((name) => Object.hasOwn(values, name));
  if (clash.length > 0)
    throw invalid(clash.map((name) => ({ path: jsonPointer(name), message: 'stands in the path' })));
  const problems = storableIssues(given);
  if (problems.length > 0) throw invalid(problems);
  return { ...given, ...values };
}

/** Whether an operation reads JSON: what changes something and takes no bytes. */
export function takesJson(route: Route): boolean {
  return route.type === 'mutation' && route.rest.body !== 'bytes';
}

/** Only parameters that the schema has are taken: of a mutation, whose input is its body, there are none. */
function readQuery(parameters: URLSearchParams, { query: types, path }: Route): Record<string, unknown> {
  const credential = surfaceOf(path).method === 'signer_token' ? 'token' : null;
  const issues: Issue[] = [];
  const query: Record<string, unknown> = {};
  for (const [name, text] of parameters) {
    if (name === credential) continue;
    const say = (message: string) => issues.push({ path: jsonPointer(name), message });
    if (!types.has(name)) say('is not a known parameter');
    else if (text === '') say('must not be empty');
    else if (Object.hasOwn(query, name)) say('is given twice');
    else query[name] = coerced(text, types.get(name));
  }
  if (issues.length > 0) throw invalid(issues);
  return query;
}

/** The text as the type that the schema asks for; a text that is none stays a text, for the schema to refuse. */
function coerced(text: string, type: QueryType | undefined): unknown {
  switch (type) {
    case 'number':
      return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'list':
      return text.split(',');
    case 'string':
    case undefined:
      return text;
    default:
      return type satisfies never;
  }
}

/** Reads a JSON object; none at all is an empty one. Refuses with `malformed_request` or `payload_too_large`. */
export async function readJson(request: Request, maxBytes: number): Promise<Record<string, unknown>> {
  const bytes = await readBytes(request, maxBytes);
  if (bytes.length === 0) return {};
  const type = (request.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json')
    throw refusal('malformed_request', undefined, 'The body must be application/json.');
  const value = await parsed(bytes);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refusal('malformed_request', undefined, 'The body must be a JSON object.');
  }
  return value as Record<string, unknown>;
}

/** A document within a body is large: decoding and parsing it take a turn of the event loop each. */
const LONG_BODY_BYTES = 1024 * 1024;

async function parsed(bytes: Uint8Array): Promise<unknown> {
  const turn = () => (bytes.length > LONG_BODY_BYTES ? nextTurn() : null);
  try {
    await turn();
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    await turn();
    const value: unknown = JSON.parse(text);
    await turn();
    return value;
  } catch {
    throw refusal('malformed_request', undefined, 'The body is not JSON in UTF-8.');
  }
}

/** Reads a body of at most so many bytes; refuses a larger one with `payload_too_large` before it is all here. */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  const tooLarge = refusal('payload_too_large', { maxBytes });
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge;
  if (request.body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
