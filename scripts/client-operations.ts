import { format, resolveConfig } from 'prettier';

import { getClientMethod } from '#server/http/openapi/client-method.ts';
import type { OpenApiDocument, Operation } from '#server/http/openapi/model.ts';
import { getOperationId } from '#server/http/openapi/operation.ts';
import { ROUTES, type Route } from '#server/http/rest/routes.ts';

const HEADING = `// Generated from the API's description by \`npm run client\`. Changes made here are lost.

import { segment, type CallOptions, type Caller } from './caller.ts';
import type { List } from './list.ts';
import type { Answer, Body, Bytes, Query } from './types.ts';

/** Every operation of the API, by resource. */
export abstract class Operations {
  protected abstract readonly caller: Caller;
`;

/** Returns the client package's module, which has a method for each developer operation. */
export async function generateClientOperations(document: OpenApiDocument, path: string): Promise<string> {
  const byResource = Map.groupBy(ROUTES, (route) => getClientMethod(route)?.resource);
  const parts = [...byResource].flatMap(([resource, routes]) => {
    if (resource === undefined) return [];
    const methods = routes.map((route) => generateMethod(document, route));
    if (resource === null)
      return methods.map(({ comment, name, code }) => `${comment}\n  readonly ${name} = ${code};`);
    const members = methods.map(({ comment, name, code }) => `${comment}\n    ${name}: ${code},`);
    return [`readonly ${resource} = {\n${members.join('\n')}\n  };`];
  });
  const options = await resolveConfig(path);
  return await format(`${HEADING}\n${parts.join('\n\n')}\n}\n`, { ...options, parser: 'typescript' });
}

function generateMethod(document: OpenApiDocument, route: Route) {
  const operation = document.paths[route.path]?.[route.method.toLowerCase()];
  const method = getClientMethod(route);
  if (operation === undefined || method === null) throw new Error(`no operation ${route.name}`);
  const { summary, description } = operation;
  const text = [`${String(summary)}.`, ...(description === undefined ? [] : [String(description)])].join(' ');
  return {
    name: method.method,
    comment: `/** ${text.replaceAll('*/', '')} */`,
    code: generateCode(route, operation),
  };
}

function generateCode(route: Route, operation: Operation): string {
  const id = getOperationId(route);
  const queries = (operation.parameters ?? []).filter((parameter) => parameter['in'] === 'query');
  const isList = queries.some(({ name }) => name === 'cursor');
  const body = operation.requestBody;
  const isFile = body?.content['application/octet-stream'] !== undefined;
  const formatOptional = (isOptional: boolean) => (isOptional ? '?' : '');
  const parameters = [
    ...route.parameters.map((name) => `${name}: string`),
    ...(isFile ? ['file: Bytes'] : []),
    ...(body === undefined || isFile
      ? []
      : [`body${formatOptional(body['required'] !== true)}: Body<'${id}'>`]),
    ...(queries.length === 0
      ? []
      : [`query${formatOptional(!queries.some(({ required }) => required === true))}: Query<'${id}'>`]),
    'options?: CallOptions',
  ];
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `\${segment(${name})}`);
  const call = [
    ...(isFile
      ? ['bytes: file']
      : body === undefined
        ? []
        : [body['required'] === true ? 'json: body' : 'json: body ?? {}']),
    ...(queries.length === 0 ? [] : ['query']),
    ...(route.rest.idempotency === undefined ? [] : ['keyed: true']),
  ];
  const { kind, type } = describeAnswer(id, operation);
  const invoked = isList
    ? `this.caller.list<Answer<'${id}'>>(\`${path}\`, query, options)`
    : `this.caller.${kind}('${route.method}', \`${path}\`, { ${call.join(', ')} }, options)`;
  return `(${parameters.join(', ')}): ${isList ? `List<Answer<'${id}'>>` : `Promise<${type}>`} => ${invoked}`;
}

function describeAnswer(id: string, operation: Operation): { readonly kind: string; readonly type: string } {
  const [, answer] = Object.entries(operation.responses).find(([status]) => status.startsWith('2')) ?? [];
  if (answer?.content === undefined) return { kind: 'nothing', type: 'void' };
  if (answer.content['application/json'] === undefined)
    return { kind: 'bytes', type: 'Uint8Array<ArrayBuffer>' };
  return { kind: `json<Answer<'${id}'>>`, type: `Answer<'${id}'>` };
}
