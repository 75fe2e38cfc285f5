import { ERRORS } from '#domain/errors.ts';
import { getDetailsText } from '#server/http/openapi/errors.ts';
import { formatFence, renderSamples } from '../code.ts';
import { escapeHtml, renderInline, renderParagraphs } from '../html.ts';
import { renderIcon } from '../icons.ts';
import { renderProperties, renderProperty } from './properties.ts';
import type { Described } from './operations.ts';
import { describeValue, describeType, unwrapSchema, type Schemas } from './schema.ts';
import { renderTryIt } from './try-it.ts';

const PLACES = { path: 'Path parameters', query: 'Query parameters', header: 'Headers' } as const;
type Place = keyof typeof PLACES;

/** Renders the parameters and the results of an operation. */
export function renderOperation(operation: Described, schemas: Schemas, home: string): string {
  const { title, method, path, about, tag, body, answers } = operation;
  return [
    `<p class="crumbs"><a href="${home}/reference">API reference</a>${renderIcon('right')}${escapeHtml(tag)}</p>`,
    `<h1>${escapeHtml(title)}</h1>`,
    `<p class="path"><span class="method">${method}</span><code>${escapeHtml(path)}</code></p>`,
    renderParagraphs(about),
    renderFacts(operation),
    ...(operation.credential === null ? [] : ['<a class="button try-link" href="#try-it">Try it</a>']),
    ...(['path', 'query', 'header'] as const).map((place) => renderParameters(operation, place)),
    ...(body === null ? [] : ['<h2 id="body">Body</h2>', renderProperties(body.schema, schemas)]),
    ...(operation.sendsFile ? ['<h2 id="body">Body</h2><p>The bytes of the file.</p>'] : []),
    '<h2 id="response">Response</h2>',
    ...answers.map(
      ({ status, schema }) =>
        `<p class="status"><strong>${status}</strong> ${schema === null ? renderInline(describeAnswer(status)) : escapeHtml(describeType(schema))}</p>${schema === null ? '' : `<div class="answer">${renderProperties(schema, schemas)}</div>`}`,
    ),
    renderErrors(operation),
  ].join('');
}

/** Renders the content beside an operation: samples, an example of its response, and the form to try it. */
export function renderAside(operation: Described): string {
  const [answer] = operation.answers;
  const example =
    answer?.example === undefined
      ? ''
      : renderSamples(
          [{ label: answer.status, source: JSON.stringify(answer.example, null, 2) }],
          'response-example',
          'Response',
        );
  return `${renderSamples(operation.samples, 'sample', 'Language')}${renderTryIt(operation)}${example}<p class="quiet end"><a href="/api/openapi.json">OpenAPI document</a></p>`;
}

function renderFacts({ scopes, credential, takesAccessToken }: Described): string {
  const accepted = { key: 'API key', token: 'Token of a link' };
  const facts = [
    ...(credential === null
      ? []
      : [['Access', takesAccessToken ? 'API key or OAuth token' : accepted[credential]]]),
    ...(scopes.length === 0 ? [] : [['Scope', scopes.map((scope) => `\`${scope}\``).join(' ')]]),
  ];
  if (facts.length === 0) return '';
  return `<dl class="facts">${facts.map(([name = '', value = '']) => `<dt>${name}</dt><dd>${renderInline(value)}</dd>`).join('')}</dl>`;
}

function renderParameters({ parameters }: Described, place: Place): string {
  const own = parameters.filter(({ in: at }) => at === place);
  if (own.length === 0) return '';
  const items = own.map(({ name, schema, description, required }) => {
    const described = { ...(schema as object), description };
    return renderProperty({
      name: String(name),
      type: describeType(described),
      required: required === true,
      text: describeValue(described),
    });
  });
  return `<h2 id="${place}">${PLACES[place]}</h2>${items.join('')}`;
}

function renderErrors({ errors }: Described): string {
  if (errors.length === 0) return '';
  const rows = errors.map((code) => {
    const { status, message } = ERRORS[code];
    return `<tr><td>${status}</td><td><code>${code}</code></td><td>${renderInline(`${message} ${getDetailsText(code)}`.trim())}</td></tr>`;
  });
  return `<h2 id="errors">Errors</h2><div class="table" tabindex="0" role="region" aria-labelledby="errors"><table class="errors"><tbody>${rows.join('')}</tbody></table></div>`;
}

function describeAnswer(status: string): string {
  return status === '204'
    ? 'Without content.'
    : status === '206'
      ? 'The part of the file that `Range` asks for.'
      : 'The file.';
}

/** Renders an operation as Markdown. */
export function renderOperationMarkdown(operation: Described, schemas: Schemas): string {
  const { title, method, path, about, parameters, body, answers, errors, samples, scopes } = operation;
  const formatItem = (name: string, type: string, required: boolean, text: string) =>
    `- \`${name}\` (${type}${required ? ', required' : ''})${text === '' ? '' : `: ${text}`}`;
  const own = parameters.map(({ name, in: place, schema, description, required }) =>
    formatItem(
      String(name),
      `${describeType(schema as object as never)}, ${String(place)}`,
      required === true,
      String(description ?? ''),
    ),
  );
  const bodySchema = body === null ? null : unwrapSchema(body.schema, schemas).schema;
  const properties = Object.entries((bodySchema?.['properties'] ?? {}) as Record<string, never>);
  const required = (bodySchema?.['required'] ?? []) as readonly string[];
  const [answer] = answers;
  return [
    `# ${title}`,
    `\`${method} ${path}\``,
    about,
    ...(scopes.length === 0 ? [] : [`Scopes: ${scopes.map((scope) => `\`${scope}\``).join(', ')}`]),
    ...(own.length === 0 ? [] : ['## Parameters', own.join('\n')]),
    ...(properties.length === 0
      ? []
      : [
          '## Body',
          properties
            .map(([name, schema]) =>
              formatItem(name, describeType(schema), required.includes(name), describeValue(schema)),
            )
            .join('\n'),
        ]),
    '## Samples',
    ...samples.map(formatFence),
    ...(answer?.example === undefined
      ? []
      : [`## Response ${answer.status}`, `\`\`\`json\n${JSON.stringify(answer.example, null, 2)}\n\`\`\``]),
    ...(errors.length === 0
      ? []
      : [
          '## Errors',
          errors.map((code) => `- ${ERRORS[code].status} \`${code}\`: ${ERRORS[code].message}`).join('\n'),
        ]),
  ].join('\n\n');
}
