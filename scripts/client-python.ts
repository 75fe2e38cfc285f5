import { getClientMethod } from '#server/http/openapi/client-method.ts';
import type { Json, OpenApiDocument, Operation } from '#server/http/openapi/model.ts';
import { ROUTES, type Route } from '#server/http/rest/routes.ts';

const HEADING = `"""Every operation of the API. Generated from its description by \`npm run client\`: changes made here are lost."""

from typing import Any, Dict, Mapping, Optional, Sequence, Union

from .caller import Caller, segment
from .pages import Pages
`;
/** The width at which lines of docstrings are wrapped. */
const WIDTH = 110;

/** Returns the Python client's module, which has a method for each developer operation. */
export function generatePythonOperations(document: OpenApiDocument): string {
  const byResource = Map.groupBy(ROUTES, (route) => getClientMethod(route)?.resource);
  const resources = [...byResource].filter(([resource]) => typeof resource === 'string') as [
    string,
    Route[],
  ][];
  const classes = resources.map(([resource, routes]) => {
    const methods = routes.map((route) => generateMethod(document, route));
    return `class ${toClassName(resource)}:\n${CONSTRUCTOR}\n\n${methods.join('\n\n')}\n`;
  });
  const own = (byResource.get(null) ?? []).map((route) => generateMethod(document, route));
  const members = resources.map(
    ([resource]) => `        self.${toSnakeCase(resource)} = ${toClassName(resource)}(caller)`,
  );
  const all = `class Operations:\n    """Every operation of the API, by resource."""\n\n${CONSTRUCTOR}\n${members.join('\n')}\n\n${own.join('\n\n')}\n`;
  return [HEADING, ...classes, all].join('\n\n');
}

const CONSTRUCTOR = `    def __init__(self, caller: Caller) -> None:
        self.caller = caller`;

function generateMethod(document: OpenApiDocument, route: Route): string {
  const operation = document.paths[route.path]?.[route.method.toLowerCase()];
  const method = getClientMethod(route);
  if (operation === undefined || method === null) throw new Error(`no operation ${route.name}`);
  const queries = selectParameters(operation, 'query');
  const isFile = operation.requestBody?.content['application/octet-stream'] !== undefined;
  const body = isFile ? undefined : operation.requestBody;
  const mayMatch = selectParameters(operation, 'header').some(({ name }) => name === 'If-Match');
  const isKeyed = route.rest.idempotency !== undefined;
  const named = [
    ...queries.map((query) => formatArgument(query)),
    ...(isKeyed ? ['idempotency_key: Optional[str] = None'] : []),
    ...(mayMatch ? ['if_match: Optional[str] = None'] : []),
  ];
  const taken = [
    'self',
    ...route.parameters.map((name) => `${toSnakeCase(name)}: str`),
    ...(isFile ? ['file: bytes'] : []),
    ...(body === undefined
      ? []
      : [body['required'] === true ? 'body: Mapping[str, Any]' : 'body: Optional[Mapping[str, Any]] = None']),
    ...(named.length > 0 ? ['*', ...named] : []),
  ];
  const { kind, type } = describeAnswer(operation);
  const isList = queries.some(({ name }) => name === 'cursor');
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `{segment(${toSnakeCase(name)})}`);
  const address = `${route.parameters.length > 0 ? 'f' : ''}"${path}"`;
  const entries = queries.map(({ name }) => `            "${String(name)}": ${toSnakeCase(String(name))},`);
  const query = `{\n${entries.join('\n')}\n        }`;
  const given = [
    ...(queries.length === 0 ? [] : [`query=${query}`]),
    ...(isFile ? ['file=file'] : []),
    ...(body === undefined ? [] : [body['required'] === true ? 'body=body' : 'body=body or {}']),
    ...(isKeyed ? ['keyed=True', 'idempotency_key=idempotency_key'] : []),
    ...(mayMatch ? ['if_match=if_match'] : []),
  ];
  const call = isList
    ? `self.caller.pages(${address}, ${query})`
    : `self.caller.${kind}("${route.method}", ${[address, ...given].join(', ')})`;
  return [
    `    def ${toSnakeCase(method.method)}(`,
    ...taken.map((argument) => `        ${argument},`),
    `    ) -> ${isList ? 'Pages' : type}:`,
    formatDocstring(operation),
    `        return ${call}`,
  ].join('\n');
}

function selectParameters(operation: Operation, place: string): Json[] {
  return (operation.parameters ?? []).filter((parameter) => parameter['in'] === place);
}

function formatArgument({ name, required, schema }: Json): string {
  const type = toPythonType(schema as Json);
  return required === true
    ? `${toSnakeCase(String(name))}: ${type}`
    : `${toSnakeCase(String(name))}: Optional[${type}] = None`;
}

/** Lists can also be given as one value. */
function toPythonType({ type, items, anyOf }: Json): string {
  if (Array.isArray(anyOf)) {
    const types = [...new Set(anyOf.map((one) => toPythonType(one as Json)))];
    return types.length === 1 ? (types[0] ?? 'Any') : `Union[${types.join(', ')}]`;
  }
  if (type === 'array') return `Sequence[${toPythonType((items ?? {}) as Json)}]`;
  return { integer: 'int', number: 'float', boolean: 'bool', string: 'str' }[String(type)] ?? 'Any';
}

function describeAnswer(operation: Operation): { readonly kind: string; readonly type: string } {
  const [, answer] = Object.entries(operation.responses).find(([status]) => status.startsWith('2')) ?? [];
  if (answer?.content === undefined) return { kind: 'nothing', type: 'None' };
  if (answer.content['application/json'] === undefined) return { kind: 'content', type: 'bytes' };
  return { kind: 'answer', type: 'Dict[str, Any]' };
}

function formatDocstring({ summary, description }: Operation): string {
  const paragraphs = [`${String(summary)}.`, ...(description === undefined ? [] : [String(description)])];
  const lines = paragraphs.flatMap((paragraph, at) => [
    ...(at === 0 ? [] : ['']),
    ...wrapText(paragraph.replaceAll('\\', '\\\\').replaceAll('"""', "'''")),
  ]);
  const [first = '', ...more] = lines;
  if (more.length === 0) return `        """${first}"""`;
  return [
    `        """${first}`,
    ...more.map((line) => (line === '' ? '' : `        ${line}`)),
    '        """',
  ].join('\n');
}

function wrapText(text: string): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + word.length >= WIDTH) {
      lines.push(line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return [...lines, line];
}

/** Writes names in snake case: `completeUpload` becomes `complete_upload`. */
function toSnakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function toClassName(resource: string): string {
  return resource.charAt(0).toUpperCase() + resource.slice(1);
}
