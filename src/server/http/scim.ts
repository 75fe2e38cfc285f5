import { createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { GROUP_ATTRIBUTES, USER_ATTRIBUTES } from '#domain/organization/identity/directory-filter.ts';
import { listResourceTypes, listSchemas, buildServiceProviderConfig } from '#server/scim/discovery.ts';
import type { Directory } from '#server/scim/directory.ts';
import { createNotFoundError, ScimError, buildScimErrorBody } from '#server/scim/error.ts';
import {
  createGroup,
  deleteGroup,
  getGroup,
  listGroups,
  patchGroup,
  replaceGroup,
  toGroupResource,
} from '#server/scim/groups.ts';
import { readPatch } from '#server/scim/patch.ts';
import {
  type AskedList,
  listResponse,
  readAskedList,
  readSearch,
  readSelection,
  selectAttributes,
  toListQuery,
} from '#server/scim/query.ts';
import { readUser, readUserPatch, toUserResource } from '#server/scim/user-resource.ts';
import { changeUser, createUser, deleteUser, getUser, listUsers } from '#server/scim/users.ts';
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
  readonly readBody: () => Promise<unknown>;
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
  const readBody = async () => {
    const body = await readJsonBody(request);
    // It may take a while to arrive, and meanwhile the token may have been replaced.
    await ctx.renewPrincipal?.();
    return body;
  };
  const call: Call = { directory: { services, by }, url, query: searchParams, id, request, readBody };
  switch (kind) {
    case 'ServiceProviderConfig':
      if (id !== '') throw createNotFoundError();
      return readOnly(call, buildServiceProviderConfig(url));
    case 'ResourceTypes':
      return readOnly(call, selectById(listResourceTypes(url), id));
    case 'Schemas':
      return readOnly(call, selectById(listSchemas(url), id));
    case 'Users':
    case 'Groups':
      if (id === SEARCH) return await answerSearch(call, LISTS[kind]);
      if (kind === 'Users') return id === '' ? await answerUsers(call) : await answerUser(call);
      return id === '' ? await answerGroups(call) : await answerGroup(call);
    case SEARCH:
      if (id !== '') throw createNotFoundError();
      return await answerSearch(call, listAll);
    default:
      throw createNotFoundError();
  }
}

/** The last part of a path at which a list's query is sent as a body (RFC 7644 section 3.4.3). */
const SEARCH = '.search';
const READ = ['GET', 'HEAD'];
const OF_SEARCH = ['POST'];
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
      if (id === SEARCH) return OF_SEARCH;
      return id === '' ? OF_ALL : OF_ONE;
    case SEARCH:
      return id === '' ? OF_SEARCH : [];
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

type Listed = { readonly resources: readonly object[]; readonly total: number };
type List = (call: Call, asked: AskedList) => Promise<Listed>;

async function listUserResources({ directory, url }: Call, asked: AskedList): Promise<Listed> {
  const { people, total } = await listUsers(directory, toListQuery(asked, USER_ATTRIBUTES));
  return { resources: people.map((person) => toUserResource(person, url)), total };
}

async function listGroupResources({ directory, url }: Call, asked: AskedList): Promise<Listed> {
  const { groups, total } = await listGroups(directory, toListQuery(asked, GROUP_ATTRIBUTES));
  return { resources: groups.map((group) => toGroupResource(group, url)), total };
}

const LISTS = { Users: listUserResources, Groups: listGroupResources } as const satisfies Record<
  string,
  List
>;

/** Lists people, then groups. Resources that don't have an attribute of the filter don't match it. */
async function listAll(call: Call, asked: AskedList): Promise<Listed> {
  const users = await listOrSkip(LISTS.Users, call, asked);
  const before = users instanceof ScimError ? NOTHING : users;
  const groups = await listOrSkip(LISTS.Groups, call, {
    ...asked,
    startIndex: Math.max(1, asked.startIndex - before.total),
    count: asked.count - before.resources.length,
  });
  if (users instanceof ScimError && groups instanceof ScimError) throw users;
  const after = groups instanceof ScimError ? NOTHING : groups;
  return { resources: [...before.resources, ...after.resources], total: before.total + after.total };
}

const NOTHING: Listed = { resources: [], total: 0 };

async function listOrSkip(list: List, call: Call, asked: AskedList): Promise<Listed | ScimError> {
  try {
    return await list(call, asked);
  } catch (error) {
    if (error instanceof ScimError && error.scimType === 'invalidFilter') return error;
    throw error;
  }
}

async function answerSearch(call: Call, list: List): Promise<Response> {
  if (call.request.method !== 'POST') throw new MethodNotAllowed(OF_SEARCH);
  return await answerList(call, list, readSearch(await call.readBody()));
}

async function answerList(call: Call, list: List, asked: AskedList): Promise<Response> {
  const { resources, total } = await list(call, asked);
  const selected = resources.map((resource) => selectAttributes(resource, asked.selection));
  return answerJson(200, listResponse(selected, total, asked.startIndex));
}

async function answerUsers(call: Call): Promise<Response> {
  const { directory, url, query, request, readBody } = call;
  if (isRead(request)) return await answerList(call, LISTS.Users, readAskedList(query));
  if (request.method !== 'POST') throw new MethodNotAllowed(OF_ALL);
  const made = toUserResource(await createUser(directory, readUser(await readBody())), url);
  return answerResource(201, call, made);
}

async function answerUser(call: Call): Promise<Response> {
  const { directory, url, id, request, readBody } = call;
  switch (request.method) {
    case 'GET':
    case 'HEAD':
      return answerResource(200, call, toUserResource(await getUser(directory, id), url));
    case 'PUT': {
      const replaced = await changeUser(directory, id, readUser(await readBody()));
      return answerResource(200, call, toUserResource(replaced, url));
    }
    case 'PATCH': {
      const change = readUserPatch(readPatch(await readBody()));
      return answerResource(200, call, toUserResource(await changeUser(directory, id, change), url));
    }
    case 'DELETE':
      await deleteUser(directory, id);
      return new Response(null, { status: 204 });
    default:
      throw new MethodNotAllowed(OF_ONE);
  }
}

async function answerGroups(call: Call): Promise<Response> {
  const { directory, url, query, request, readBody } = call;
  if (isRead(request)) return await answerList(call, LISTS.Groups, readAskedList(query));
  if (request.method !== 'POST') throw new MethodNotAllowed(OF_ALL);
  const made = toGroupResource(await createGroup(directory, await readBody()), url);
  return answerResource(201, call, made);
}

async function answerGroup(call: Call): Promise<Response> {
  const { directory, url, id, request, readBody } = call;
  switch (request.method) {
    case 'GET':
    case 'HEAD':
      return answerResource(200, call, toGroupResource(await getGroup(directory, id), url));
    case 'PUT': {
      const replaced = await replaceGroup(directory, id, await readBody());
      return answerResource(200, call, toGroupResource(replaced, url));
    }
    case 'PATCH': {
      const changed = await patchGroup(directory, id, readPatch(await readBody()));
      return answerResource(200, call, toGroupResource(changed, url));
    }
    case 'DELETE':
      await deleteGroup(directory, id);
      return new Response(null, { status: 204 });
    default:
      throw new MethodNotAllowed(OF_ONE);
  }
}

function answerResource(
  status: 200 | 201,
  { query }: Call,
  resource: { readonly meta: { readonly location: string } },
): Response {
  const headers = status === 201 ? { location: resource.meta.location } : {};
  return answerJson(status, selectAttributes(resource, readSelection(query)), headers);
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

async function readJsonBody(request: Request): Promise<unknown> {
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

function answerJson(status: number, body: object, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': TYPE, ...headers } });
}
