import { createInvalidRefusal, createRefusal, type Issue, toJsonPointer } from '#domain/errors.ts';
import { findRepeatedName } from '#wire/repeated-name.ts';
import { isText, validateStorable } from '#wire/storable.ts';
import type { LongBodies } from '#server/http/node/long-body.ts';
import { getSurface } from '#server/surface/table.ts';
import type { QueryType, Route } from './routes.ts';

/** Parsing a longer body blocks the event loop for longer than handing it to a thread. */
export const LONG_BODY_BYTES = 1024 * 1024;

const FIRST_BYTES = 64 * 1024;

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
  const contentType = request.headers.get('content-type') ?? '';
  if (contentType.split(';', 1)[0]?.trim().toLowerCase() !== 'application/json')
    throw createRefusal('malformed_request', undefined, 'The Content-Type must be application/json.');
  const charset = /;\s*charset\s*=\s*"?([^\s";]*)/i.exec(contentType)?.[1]?.toLowerCase() ?? 'utf-8';
  if (charset !== 'utf-8' && charset !== 'utf8' && charset !== 'us-ascii')
    throw createRefusal('malformed_request', undefined, 'The body must be in UTF-8 (RFC 8259).');
  const read =
    bodies === null || bytes.length <= LONG_BODY_BYTES ? parseJson(bytes) : await bodies.read(bytes);
  if (read === null) throw createRefusal('malformed_request', undefined, 'The body is not valid UTF-8 JSON.');
  const { value, repeated } = read;
  if (repeated !== null)
    throw createRefusal('malformed_request', undefined, `The body has ${repeated} more than once.`);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw createRefusal('malformed_request', undefined, 'The body must be a JSON object.');
  }
  return value as Record<string, unknown>;
}

/**
 * Parses UTF-8 JSON; null if it is invalid. `repeated` is the JSON pointer of the first name that an object
 * has more than once.
 */
export function parseJson(
  bytes: Uint8Array,
): { readonly value: unknown; readonly repeated: string | null } | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return { value: JSON.parse(text), repeated: findRepeatedName(text) };
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

function enlargeBuffer(bytes: Uint8Array, atLeast: number): Uint8Array<ArrayBuffer> {
  const larger = new Uint8Array(Math.max(atLeast, 2 * bytes.length));
  larger.set(bytes);
  return larger;
}

/** Returns the request's bytes as a stream that fails once it exceeds `maxBytes`. */
export function limitBody(request: Request, maxBytes: number): ReadableStream<Uint8Array> | null {
  const tooLarge = createRefusal('payload_too_large', { maxBytes });
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge;
  let size = 0;
  const count = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      size += chunk.byteLength;
      if (size > maxBytes) controller.error(tooLarge);
      else controller.enqueue(chunk);
    },
  });
  return request.body?.pipeThrough(count) ?? null;
}

const FORM = 'multipart/form-data';

/** Checks whether a body is a form with files. */
export function isForm(contentType: string | null): boolean {
  return contentType?.split(';', 1)[0]?.trim().toLowerCase() === FORM;
}

/**
 * Reads the files of a form (RFC 7578) by name, at most one of each. Refuses a form with anything else in it
 * with `malformed_request`. Parts are counted before they are parsed, so that a form with a million parts
 * costs nothing.
 */
export async function readFormFiles<Name extends string>(
  body: Uint8Array<ArrayBuffer>,
  contentType: string,
  names: readonly Name[],
): Promise<Partial<Record<Name, Uint8Array<ArrayBuffer>>>> {
  const problem = createRefusal(
    'malformed_request',
    undefined,
    `The form may have the files ${names.join(', ')}.`,
  );
  const boundary = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType)?.slice(1).join('') ?? '';
  // One more boundary follows the last part.
  if (boundary === '' || countOccurrences(body, `--${boundary}`, names.length + 2) > names.length + 1)
    throw problem;
  const form = await new Response(body, { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => null);
  if (form === null) throw problem;
  const files: Partial<Record<Name, Uint8Array<ArrayBuffer>>> = {};
  for (const [given, value] of form) {
    const name = names.find((known) => known === given);
    if (name === undefined || files[name] !== undefined || typeof value === 'string') throw problem;
    files[name] = new Uint8Array(await value.arrayBuffer());
  }
  return files;
}

/** Counts how often a text occurs in bytes, up to a limit. */
function countOccurrences(bytes: Uint8Array<ArrayBuffer>, text: string, most: number): number {
  const searched = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let count = 0;
  for (
    let at = searched.indexOf(text);
    at >= 0 && count < most;
    at = searched.indexOf(text, at + text.length)
  )
    count++;
  return count;
}
