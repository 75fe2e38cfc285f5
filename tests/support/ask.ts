import type { paths } from '../../src/client/schema.ts';
import type { ApiClient } from '../../src/client/client.ts';
import type { Answer } from './api.ts';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';
type OperationAt<Path extends keyof paths, M extends Method> = Extract<paths[Path][M], { responses: object }>;

/** An API operation by method and path: `POST /api/v1/envelopes/{id}/send`. */
export type OperationKey = {
  [Path in keyof paths]: {
    [M in Method]: [OperationAt<Path, M>] extends [never] ? never : `${Uppercase<M>} ${Path}`;
  }[Method];
}[keyof paths];

type Operation<Key extends OperationKey> = Key extends `${infer M} ${infer Path extends keyof paths}`
  ? OperationAt<Path, Lowercase<M> & Method>
  : never;

/** The operation's body according to its description. */
export type BodyOf<Key extends OperationKey> =
  Operation<Key> extends { requestBody?: infer Sent } ? ContentOf<Sent> : never;
type ContentOf<Sent> = Sent extends { content: infer Content } ? Content[keyof Content] : never;

type Success<Key extends OperationKey> =
  Operation<Key> extends { responses: infer Responses }
    ? Responses extends Record<200, infer Response> | Record<201, infer Response>
      ? Response extends { content: { 'application/json': infer Body } }
        ? Body
        : null
      : null
    : never;

/** Lets tests read the first elements of a list without checks. If one is missing, the test fails. */
type Expected<T> = T extends readonly (infer Element)[]
  ? [...First<Expected<Element>>, ...Expected<Element>[]]
  : T extends object
    ? { [Name in keyof T]: Expected<T[Name]> }
    : T;
type First<T> = [T, T, T, T, T, T, T, T, T, T];

/**
 * The response to a call that a test expects to succeed. Its body has the type of the operation's success.
 */
export type AnswerTo<Key extends OperationKey> = Omit<Answer, 'json'> & {
  readonly json: Expected<Success<Key>>;
};

/**
 * A property that is required where the description says so, and can be left out if there's nothing to pass.
 */
type Given<Name extends 'path' | 'query', Holder> =
  Holder extends Record<Name, infer Values>
    ? { readonly [N in Name]: Values }
    : Holder extends { [N in Name]?: infer Values }
      ? { readonly [N in Name]?: Values }
      : never;
type GivenBody<Key extends OperationKey> =
  Operation<Key> extends { requestBody: object }
    ? { readonly body: BodyOf<Key> }
    : { readonly body?: BodyOf<Key> };
type Parameters<Key extends OperationKey> = Operation<Key> extends { parameters: infer P } ? P : never;

/** A call of an operation: its path, query and body, and the caller. */
export type AskOf<Key extends OperationKey> = {
  readonly key: string;
  readonly headers?: Readonly<Record<string, string>>;
} & Given<'path', Parameters<Key>> &
  Given<'query', Parameters<Key>> &
  GivenBody<Key>;

type Request = {
  readonly path?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

/** Calls an operation through the typed client that is generated from the API's description. */
export async function ask<Key extends OperationKey>(
  client: ApiClient,
  operation: Key,
  { path, query, body, headers }: Request,
): Promise<AnswerTo<Key>> {
  const [method = '', template = ''] = operation.split(' ');
  // The call's types are checked above; which operation it is, is only known here.
  const request = client.request as (
    method: string,
    template: string,
    init: object,
  ) => Promise<{ data?: ArrayBuffer; error?: unknown; response: Response }>;
  const { data, error, response } = await request(method.toLowerCase(), template, {
    params: { ...(path === undefined ? {} : { path }), ...(query === undefined ? {} : { query }) },
    ...(body === undefined ? {} : { body }),
    ...(headers === undefined ? {} : { headers }),
    parseAs: 'arrayBuffer',
  });
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  const bytes =
    data === undefined ? Buffer.from(error === undefined ? '' : JSON.stringify(error)) : Buffer.from(data);
  const json: unknown = isJson && bytes.length > 0 ? JSON.parse(bytes.toString()) : null;
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    json: json as AnswerTo<Key>['json'],
  };
}
