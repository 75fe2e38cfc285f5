import { createInvalidRefusal, toJsonPointer, createRefusal, type Issue } from '#domain/errors.ts';
import { isText, validateStorable } from '#wire/storable.ts';
import { getSurface } from '#server/surface/table.ts';
import type { LongBodies } from '#server/http/node/long-body.ts';
import type { QueryType, Route } from './routes.ts';

/**
 * Reads a procedure's input from the path, query and body. Refuses malformed requests. The schema validates
 * the rest.
 */
export async function readInput(
  route: Route,
  request: Request,
  url: URL,
  values: Readonly<Record<string, string>>,
  { maxBytes, bodies }: { readonly maxBytes: number; readonly bodies: LongBodies },
): Promise<Record<string, unknown>> {
  // Text that can't be stored can't be an identifier.
  if (Object.values(values).some((value) => !isText(value))) throw createRefusal('not_found');
  const query = readQuery(url.searchParams, route);
  const body = hasJsonBody(route) ? await readJson(request, maxBytes, bodies) : {};
  const given = { ...query, ...body };
  const clash = Object.keys(given).filter((name) => Object.hasOwn(values, name));
  if (clash.length > 0)
    throw createInvalidRefusal(
      clash.map((name) => ({ path: toJsonPointer(name), message: 'is already in the path' })),
    );
  const problems = validateStorable(given, route.rest.sanitizes);
  if (problems.length > 0) throw createInvalidRefusal(problems);
  return { ...given, ...values };
}

/** Checks whether an operation reads JSON, which is the case if it changes something and takes no bytes. */
export function hasJsonBody(route: Route): boolean {
  return route.type === 'mutation' && route.rest.body !== 'bytes';
}

/**
 * Reads the query. Only the schema's own parameters are accepted. Mutations have none, since their input is
 * the body, unless they delete.
 */
function readQuery(parameters: URLSearchParams, { query: types, path }: Route): Record<string, unknown> {
  const credential = getSurface(path).method === 'signer_token' ? 'token' : null;
  const issues: Issue[] = [];
  const query: Record<string, unknown> = {};
  for (const [name, text] of parameters) {
    if (name === credential) continue;
    const say = (message: string) => issues.push({ path: toJsonPointer(name), message });
    if (!types.has(name)) say('is not a known parameter');
    else if (text === '') say("can't be empty");
    else if (!Object.hasOwn(query, name)) query[name] = coerceText(text, types.get(name));
    else if (types.get(name) === 'repeatable') query[name] = [query[name], text].flat();
    else say('is given more than once');
  }
  if (issues.length > 0) throw createInvalidRefusal(issues);
  return query;
}

/**
 * Converts text to the type in the schema. Text that can't be converted stays text, so that the schema
 * refuses it.
 */
function coerceText(text: string, type: QueryType | undefined): unknown {
  switch (type) {
    case 'number':
      return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text;
    case 'list':
      return text.split(',');
    case 'string':
    case 'repeatable':
    case undefined:
      return text;
    default:
      return type satisfies never;
  }
}

/**
 * Reads a JSON object. An empty body is an empty object. Refuses with `malformed_request` or
 * `payload_too_large`. With `bodies`, a long body is parsed in a thread, which also decodes its document.
 */
async function readJson(
  request: Request,
  maxBytes: number,
  bodies: LongBodies | null = null,
): Promise<Record<string, unknown>> {
  const bytes = await readBytes(request, maxBytes);
  if (bytes.length === 0) return {};
  const type = (request.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase();
  if (type !== 'application/json')
    throw createRefusal('malformed_request', undefined, 'The Content-Type must be application/json.');
  const read =
    bodies === null || bytes.length <= LONG_BODY_BYTES ? parseJson(bytes) : await bodies.read(bytes);
  if (read === null) throw createRefusal('malformed_request', undefined, 'The body is not valid UTF-8 JSON.');
  const { value } = read;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw createRefusal('malformed_request', undefined, 'The body must be a JSON object.');
  }
  return value as Record<string, unknown>;
}

/** Parsing a longer body blocks the event loop for longer than handing it to a thread. */
export const LONG_BODY_BYTES = 1024 * 1024;

/** Parses UTF-8 JSON; null if it is invalid. */
export function parseJson(bytes: Uint8Array): { readonly value: unknown } | null {
  try {
    return { value: JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) };
  } catch {
    return null;
  }
}

/**
 * Reads a body of at most `maxBytes` into memory. Refuses a larger one with `payload_too_large` as soon as
 * its size is known.
 */
export async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = createRefusal('payload_too_large', { maxBytes });
  const length = Number(request.headers.get('content-length') ?? 0);
  if (length > maxBytes) throw tooLarge;
  if (request.body === null) return new Uint8Array();
  // Copies pieces as they arrive, instead of copying all of them at the end.
  let bytes = new Uint8Array(length > 0 ? length : FIRST_BYTES);
  let size = 0;
  for await (const chunk of request.body as unknown as AsyncIterable<Uint8Array>) {
    if (size + chunk.byteLength > maxBytes) throw tooLarge;
    if (size + chunk.byteLength > bytes.length) bytes = enlargeBuffer(bytes, size + chunk.byteLength);
    bytes.set(chunk, size);
    size += chunk.byteLength;
  }
  return bytes.length === size ? bytes : Uint8Array.from(bytes.subarray(0, size));
}

const FIRST_BYTES = 64 * 1024;

function enlargeBuffer(bytes: Uint8Array, atLeast: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(atLeast, 2 * bytes.length));
  larger.set(bytes);
  return larger;
}
