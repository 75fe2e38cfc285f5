import { createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { listResourceTypes, listSchemas, buildServiceProviderConfig } from '#server/scim/discovery.ts';
import type { Directory } from '#server/scim/directory.ts';
import { createNotFoundError, ScimError, buildScimErrorBody } from '#server/scim/error.ts';
import {
  createGroup,
  deleteGroup,
  getGroup,
  GROUP_FILTERS,
  listGroups,
  patchGroup,
  replaceGroup,
  toGroupResource,
} from '#server/scim/groups.ts';
import { readPatch } from '#server/scim/patch.ts';
import { listResponse, readListQuery } from '#server/scim/query.ts';
import { readUser, readUserPatch, toUserResource } from '#server/scim/user-resource.ts';
import { changeUser, createUser, deleteUser, getUser, listUsers, USER_FILTERS } from '#server/scim/users.ts';
import type { Context } from '#server/trpc/init.ts';
import { toRefusal } from '#server/trpc/refusal-in.ts';
import { isText, validateStorable } from '#wire/storable.ts';
import { MethodNotAllowed } from './rest/rest.ts';

/**
 * The path at which directories maintain an organization's people and groups (SCIM 2.0, RFC 7643 and 7644).
 */
export const SCIM = '/scim/v2';

const TYPE = 'application/scim+json';
const READ_TYPES = [TYPE, 'application/json'];

/** A directory's request for one resource, or for all resources of a kind if there is no `id`. */
type Call = {
  readonly directory: Directory;
  readonly url: string;
  readonly query: URLSearchParams;
  readonly id: string;
  readonly request: Request;
};

/** Answers a directory that has been admitted. */
export async function answerScim(
  request: Request,
  { pathname, searchParams }: URL,
  ctx: Context,
): Promise<Response> {
  const { services, principal, audit } = ctx;
  if (principal.kind !== 'directory') throw createRefusal('unauthorized');
  const { organizationId } = principal;
  const [kind = '', id = '', ...rest] = splitPath(pathname);
  if (rest.length > 0) throw createNotFoundError();
  const by = { organizationId, person: { id: null, name: 'SCIM' }, audit };
  const url = `${services.config.http.origin}${SCIM}`;
  const call: Call = { directory: { services, by }, url, query: searchParams, id, request };
  switch (kind) {
    case 'ServiceProviderConfig':
      if (id !== '') throw createNotFoundError();
      return readOnly(call, buildServiceProviderConfig(url));
    case 'ResourceTypes':
      return readOnly(call, selectById(listResourceTypes(url), id));
    case 'Schemas':
      return readOnly(call, selectById(listSchemas(url), id));
    case 'Users':
      return id === '' ? await answerUsers(call) : await answerUser(call);
    case 'Groups':
      return id === '' ? await answerGroups(call) : await answerGroup(call);
    default:
      throw createNotFoundError();
  }
}

const READ = ['GET', 'HEAD'];
const OF_ALL = [...READ, 'POST'];
const OF_ONE = [...READ, 'PUT', 'PATCH', 'DELETE'];

/** Returns the methods of a path; empty for an unknown path. */
export function listScimMethods(path: string): readonly string[] {
  const [kind = '', id = '', ...rest] = splitPath(path);
  if (rest.length > 0) return [];
  switch (kind) {
    case 'ServiceProviderConfig':
      return id === '' ? READ : [];
    case 'ResourceTypes':
    case 'Schemas':
      return READ;
    case 'Users':
    case 'Groups':
      return id === '' ? OF_ALL : OF_ONE;
    default:
      return [];
  }
}

function splitPath(path: string): string[] {
  return path
    .slice(SCIM.length + 1)
    .split('/')
    .map(decodeSegment);
}

/** HEAD is answered like GET. The body is left out when the response is written. */
function isRead({ method }: Request): boolean {
  return READ.includes(method);
}

/**
 * Answers an error in the format that directories expect. `headers` are the header fields of every response.
 */
export function answerScimError(error: unknown, headers: Headers): Response {
  const known = error instanceof ScimError ? error : fromRefusal(error, headers);
  headers.set('content-type', TYPE);
  if (known.status === 401) headers.set('www-authenticate', 'Bearer');
  return new Response(JSON.stringify(buildScimErrorBody(known)), { status: known.status, headers });
}

function fromRefusal(error: unknown, headers: Headers): ScimError {
  const { status, message, details } = toRefusal(error) ?? createRefusal('internal');
  const retryAfter = details?.['retryAfterSeconds'];
  const acceptEncoding = details?.['acceptEncoding'];
  if (typeof acceptEncoding === 'string') headers.set('accept-encoding', acceptEncoding);
  if (typeof retryAfter === 'number') headers.set('retry-after', String(retryAfter));
  if (error instanceof MethodNotAllowed) headers.set('allow', error.allow.join(', '));
  return new ScimError(status, null, message);
}

async function answerUsers({ directory, url, query, request }: Call): Promise<Response> {
  if (isRead(request)) {
    const wanted = readListQuery(query, USER_FILTERS);
    const { people, total } = await listUsers(directory, wanted);
    const resources = people.map((person) => toUserResource(person, url));
    return answerJson(200, listResponse(resources, total, wanted.startIndex));
  }
  if (request.method !== 'POST') throw new MethodNotAllowed(OF_ALL);
  const made = toUserResource(await createUser(directory, readUser(await readBody(request))), url);
  return answerJson(201, made, { location: made.meta.location });
}

async function answerUser({ directory, url, id, request }: Call): Promise<Response> {
  switch (request.method) {
    case 'GET':
    case 'HEAD':
      return answerJson(200, toUserResource(await getUser(directory, id), url));
    case 'PUT':
      return answerJson(
        200,
        toUserResource(await changeUser(directory, id, readUser(await readBody(request))), url),
      );
    case 'PATCH': {
      const change = readUserPatch(readPatch(await readBody(request)));
      return answerJson(200, toUserResource(await changeUser(directory, id, change), url));
    }
    case 'DELETE':
      await deleteUser(directory, id);
      return new Response(null, { status: 204 });
    default:
      throw new MethodNotAllowed(OF_ONE);
  }
}

async function answerGroups({ directory, url, query, request }: Call): Promise<Response> {
  if (isRead(request)) {
    const wanted = readListQuery(query, GROUP_FILTERS);
    const { groups, total } = await listGroups(directory, wanted);
    const resources = groups.map((group) => toGroupResource(group, url, wanted.withoutMembers));
    return answerJson(200, listResponse(resources, total, wanted.startIndex));
  }
  if (request.method !== 'POST') throw new MethodNotAllowed(OF_ALL);
  const made = toGroupResource(await createGroup(directory, await readBody(request)), url);
  return answerJson(201, made, { location: made.meta.location });
}

async function answerGroup({ directory, url, query, id, request }: Call): Promise<Response> {
  switch (request.method) {
    case 'GET':
    case 'HEAD': {
      const { withoutMembers } = readListQuery(query, GROUP_FILTERS);
      return answerJson(200, toGroupResource(await getGroup(directory, id), url, withoutMembers));
    }
    case 'PUT':
      return answerJson(
        200,
        toGroupResource(await replaceGroup(directory, id, await readBody(request)), url),
      );
    case 'PATCH':
      return answerJson(
        200,
        toGroupResource(await patchGroup(directory, id, readPatch(await readBody(request))), url),
      );
    case 'DELETE':
      await deleteGroup(directory, id);
      return new Response(null, { status: 204 });
    default:
      throw new MethodNotAllowed(OF_ONE);
  }
}

function readOnly({ request }: Call, body: object): Response {
  if (!isRead(request)) throw new MethodNotAllowed(READ);
  return answerJson(200, Array.isArray(body) ? listResponse(body, body.length, 1) : body);
}

/** Returns the resource with this id, or all resources if the id is empty. */
function selectById<T extends { readonly id: string }>(all: readonly T[], id: string): object {
  if (id === '') return all;
  const found = all.find((one) => one.id === id);
  if (found === undefined) throw createNotFoundError();
  return found;
}

async function readBody(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  if (!READ_TYPES.includes(type)) throw new ScimError(415, null, `The body must be ${TYPE}.`);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > LIMITS.scimBodyMaxBytes) throw new ScimError(413, null, 'The request body is too large.');
    chunks.push(chunk);
  }
  let body: unknown;
  try {
    body = JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    throw new ScimError(400, 'invalidSyntax', 'The body is not JSON.');
  }
  if (validateStorable(body).length > 0)
    throw new ScimError(400, 'invalidValue', 'A value contains an unsupported character.');
  return body;
}

function decodeSegment(segment: string): string {
  try {
    const text = decodeURIComponent(segment);
    if (isText(text)) return text;
  } catch {
    // Nothing has an identifier that can't be decoded.
  }
  throw createNotFoundError();
}

function answerJson(status: number, body: object, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': TYPE, ...headers } });
}
