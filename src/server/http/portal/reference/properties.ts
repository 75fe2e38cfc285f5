import type { Json } from '#server/http/openapi/model.ts';
import { escapeHtml, renderInline } from '../html.ts';
import { renderIcon } from '../icons.ts';
import {
  listProperties,
  unwrapSchema,
  listVariants,
  describeType,
  type Property,
  type Schemas,
} from './schema.ts';

/** How many levels deep properties can be expanded in place. */
const DEEPEST = 4;
/** Unions with more forms are only in the OpenAPI document. */
const MOST_FORMS = 12;

/** Renders the properties of a body. The properties of nested objects can be expanded in place. */
export function renderProperties(schema: Json, schemas: Schemas, depth = 1): string {
  const { schema: own } = unwrapSchema(schema, schemas);
  const forms = listVariants(own);
  if (forms.length > 1) return renderForms(forms, schemas, depth);
  return listProperties(own)
    .map((property) => renderProperty(property, renderNested(property.schema, schemas, depth)))
    .join('');
}

/** Renders a parameter, a header or a property. */
export function renderProperty(
  { name, type, required, text }: Omit<Property, 'schema'>,
  nested = '',
): string {
  return `<div class="property"><div class="property-head"><code>${escapeHtml(name)}</code><span>${escapeHtml(type)}</span>${required ? '<strong>Required</strong>' : ''}</div>${text === '' ? '' : `<p>${renderInline(text)}</p>`}${nested}</div>`;
}

function renderNested(schema: Json, schemas: Schemas, depth: number): string {
  const { schema: own } = unwrapSchema(schema, schemas);
  const count = Object.keys(own['properties'] ?? {}).length;
  const forms = listVariants(own);
  if (count === 0 && forms.length < 2) return '';
  if (forms.length > 1 && !forms.some((form) => 'properties' in unwrapSchema(form, schemas).schema))
    return '';
  if (depth >= DEEPEST) return '';
  const what = count === 0 ? `${forms.length} forms` : count === 1 ? '1 property' : `${count} properties`;
  return renderDisclosure(`Show ${what}`, renderProperties(own, schemas, depth + 1));
}

function renderForms(forms: readonly Json[], schemas: Schemas, depth: number): string {
  if (forms.length > MOST_FORMS || depth >= DEEPEST)
    return `<p class="quiet">${forms.length} forms. The OpenAPI document describes each of them.</p>`;
  return forms
    .map((form) => {
      const { schema, name } = unwrapSchema(form, schemas);
      return renderDisclosure(
        name ?? findFormTitle(schema) ?? describeType(schema),
        renderProperties(schema, schemas, depth + 1),
      );
    })
    .join('');
}

/** Returns the title of a form. Forms differ in a property that has only one value. */
function findFormTitle(schema: Json): string | null {
  const fixed = listProperties(schema).find(({ schema: property }) => 'const' in property);
  return fixed === undefined ? null : `${fixed.name}: ${fixed.type}`;
}

function renderDisclosure(summary: string, content: string): string {
  return `<details><summary>${renderIcon('right')}${escapeHtml(summary)}</summary><div class="nested">${content}</div></details>`;
}
