import type { Route } from '#server/http/rest/routes.ts';
import { getSurface, type Method } from '#server/surface/table.ts';
import { getClientMethod } from './client-method.ts';
import { JSON_DIALECT, formatLiteral, PYTHON, TYPESCRIPT } from './literal.ts';
import { isObject, type Json, type OpenApiDocument, type Operation } from './model.ts';

type Described = Pick<Route, 'name' | 'method' | 'path' | 'parameters' | 'rest'>;

/** A call of an operation in one language, in the format of the `x-codeSamples` extension. */
type CodeSample = { readonly lang: string; readonly label: string; readonly source: string };

/** What a sample shows: an operation, with an example of everything it requires. */
type Example = {
  readonly method: string;
  readonly url: string;
  readonly credential: Credential | null;
  readonly json: Json | null;
  /** Whether the body is a file. */
  readonly sendsFile: boolean;
  readonly answer: 'json' | 'file' | 'nothing';
};
type Credential = { readonly variable: string; readonly isCookie: boolean };
const FILE = 'agreement.pdf';
const KEY: Credential = { variable: 'COUNTERSIGN_KEY', isCookie: false };
const CREDENTIALS: { readonly [M in Method]?: Credential } = {
  developer: KEY,
  signer_token: { variable: 'SIGNER_TOKEN', isCookie: false },
  editing_token: { variable: 'EDITING_TOKEN', isCookie: false },
};
const SESSION: Credential = { variable: 'COUNTERSIGN_SESSION', isCookie: true };

/** Adds samples in curl, TypeScript and Python to every operation. */
export function addSamples(document: OpenApiDocument, routes: readonly Described[], origin: string): void {
  for (const route of routes) {
    const operation = document.paths[route.path]?.[route.method.toLowerCase()];
    if (operation !== undefined) operation['x-codeSamples'] = buildSamples(route, operation, origin);
  }
}

function buildSamples(route: Described, operation: Operation, origin: string): CodeSample[] {
  const example = buildCallExample(route, operation, origin);
  return [
    { lang: 'Shell', label: 'curl', source: formatCurl(example) },
    {
      lang: 'TypeScript',
      label: 'TypeScript',
      source:
        getClientMethod(route) === null
          ? formatFetch(example)
          : formatClientCall(route, operation, example, origin),
    },
    { lang: 'Python', label: 'Python', source: formatPython(example) },
  ];
}

function buildCallExample(route: Described, operation: Operation, origin: string): Example {
  const body = operation.requestBody?.content;
  const success = Object.entries(operation.responses).find(([status]) => status.startsWith('2'));
  const answer = success?.[1].content;
  return {
    method: route.method,
    url: `${origin}${buildPath(route, operation)}${formatQuery(operation)}`,
    credential:
      route.rest.needsSession === true ? SESSION : (CREDENTIALS[getSurface(route.path).method] ?? null),
    json: body?.['application/json'] === undefined ? null : getFirstExample(body['application/json']),
    sendsFile: body?.['application/octet-stream'] !== undefined,
    answer: answer === undefined ? 'nothing' : 'application/json' in answer ? 'json' : 'file',
  };
}

function getFirstExample(media: Json): Json {
  const [example] = Object.values((media['examples'] ?? {}) as Record<string, Json>);
  const value = example?.['value'];
  return isObject(value) ? value : {};
}

function buildPath(route: Described, operation: Operation): string {
  return route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => getArgument(operation, name));
}

/** Path parameters have examples, except for those that only the reader knows. */
function getArgument(operation: Operation, name: string): string {
  const parameter = (operation.parameters ?? []).find((one) => one['name'] === name);
  return typeof parameter?.['example'] === 'string' ? parameter['example'] : name.toUpperCase();
}

function listRequiredQuery(operation: Operation): [string, unknown][] {
  return (operation.parameters ?? [])
    .filter((parameter) => parameter['in'] === 'query' && parameter['required'] === true)
    .map(({ name, schema }) => [
      String(name),
      ((schema as Json | undefined)?.['examples'] as unknown[] | undefined)?.[0] ?? 'ada',
    ]);
}

function formatQuery(operation: Operation): string {
  const query = listRequiredQuery(operation).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
  );
  return query.length === 0 ? '' : `?${query.join('&')}`;
}

function formatCurl({ method, url, credential, json, sendsFile, answer }: Example): string {
  const usual = json === null ? 'GET' : 'POST';
  return [
    `curl ${/[?&]/.test(url) ? `"${url}"` : url}`,
    ...(method === usual ? [] : [`-X ${method}`]),
    ...(credential === null
      ? []
      : credential.isCookie
        ? [`-H "Cookie: countersign_session=$${credential.variable}"`, `-H "Origin: ${new URL(url).origin}"`]
        : [`-H "Authorization: Bearer $${credential.variable}"`]),
    ...(json === null
      ? []
      : [
          '-H "Content-Type: application/json"',
          `-d '${formatLiteral(json, JSON_DIALECT, '', 6).replaceAll("'", "'\\''")}'`,
        ]),
    ...(sendsFile ? ['-H "Content-Type: application/octet-stream"', `--data-binary @${FILE}`] : []),
    ...(answer === 'file' ? ['-o document.pdf'] : []),
  ].join(' \\\n  ');
}

function formatClientCall(route: Described, operation: Operation, example: Example, origin: string): string {
  const { resource, method } = getClientMethod(route) ?? { resource: null, method: '' };
  const query = listRequiredQuery(operation);
  const call = `countersign.${resource === null ? '' : `${resource}.`}${method}`;
  const given = [
    ...route.parameters.map((name) => formatLiteral(getArgument(operation, name), TYPESCRIPT)),
    ...(example.sendsFile ? [`await readFile('${FILE}')`] : []),
    ...(example.json === null ? [] : [formatLiteral(example.json, TYPESCRIPT, '', call.length + 50)]),
    ...(query.length === 0 ? [] : [formatLiteral(Object.fromEntries(query), TYPESCRIPT)]),
  ];
  const invoked = `await ${call}(${given.join(', ')})`;
  const files = [
    ...(example.sendsFile ? ['readFile'] : []),
    ...(example.answer === 'file' ? ['writeFile'] : []),
  ];
  return [
    ...(files.length === 0 ? [] : [`import { ${files.join(', ')} } from 'node:fs/promises';`]),
    `import { Countersign } from '@countersign/client';`,
    '',
    'const countersign = new Countersign({',
    `  baseUrl: '${origin}',`,
    '  key: process.env.COUNTERSIGN_KEY,',
    '});',
    '',
    example.answer === 'file'
      ? `await writeFile('document.pdf', ${invoked});`
      : example.answer === 'json'
        ? `const result = ${invoked};`
        : `${invoked};`,
  ].join('\n');
}

function formatFetch({ method, url, credential, json, sendsFile, answer }: Example): string {
  const headers = [
    ...(credential === null
      ? []
      : credential.isCookie
        ? [
            `Cookie: \`countersign_session=\${process.env.${credential.variable}}\``,
            `Origin: '${new URL(url).origin}'`,
          ]
        : [`Authorization: \`Bearer \${process.env.${credential.variable}}\``]),
    ...(json === null ? [] : ["'Content-Type': 'application/json'"]),
    ...(sendsFile ? ["'Content-Type': 'application/octet-stream'"] : []),
  ];
  const init = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...(headers.length === 0 ? [] : [`headers: {\n    ${headers.join(',\n    ')},\n  }`]),
    ...(json === null ? [] : [`body: JSON.stringify(${formatLiteral(json, TYPESCRIPT, '  ', 24)})`]),
    ...(sendsFile ? [`body: await readFile('${FILE}')`] : []),
  ];
  const files = [...(sendsFile ? ['readFile'] : []), ...(answer === 'file' ? ['writeFile'] : [])];
  return [
    ...(files.length === 0 ? [] : [`import { ${files.join(', ')} } from 'node:fs/promises';`, '']),
    `const response = await fetch('${url}'${init.length === 0 ? '' : `, {\n  ${init.join(',\n  ')},\n}`});`,
    ...(answer === 'json' ? ['const result = await response.json();'] : []),
    ...(answer === 'file'
      ? [`await writeFile('document.pdf', new Uint8Array(await response.arrayBuffer()));`]
      : []),
  ].join('\n');
}

function formatPython({ method, url, credential, json, sendsFile, answer }: Example): string {
  const headers = [
    ...(credential === null || credential.isCookie
      ? []
      : [`"Authorization": f"Bearer {os.environ['${credential.variable}']}"`]),
    ...(credential?.isCookie === true ? [`"Origin": "${new URL(url).origin}"`] : []),
    ...(sendsFile ? ['"Content-Type": "application/octet-stream"'] : []),
  ];
  const given = [
    `"${url}"`,
    ...(headers.length === 0 ? [] : [`headers={${headers.join(', ')}}`]),
    ...(credential?.isCookie === true
      ? [`cookies={"countersign_session": os.environ["${credential.variable}"]}`]
      : []),
    ...(json === null ? [] : [`json=${formatLiteral(json, PYTHON, '    ', 9)}`]),
    ...(sendsFile ? [`data=open("${FILE}", "rb")`] : []),
    'timeout=60',
  ];
  return [
    ...(credential === null ? [] : ['import os']),
    'import requests',
    '',
    `response = requests.${method.toLowerCase()}(`,
    ...given.map((argument) => `    ${argument},`),
    ')',
    'response.raise_for_status()',
    ...(answer === 'json' ? ['result = response.json()'] : []),
    ...(answer === 'file' ? ['open("document.pdf", "wb").write(response.content)'] : []),
  ].join('\n');
}
