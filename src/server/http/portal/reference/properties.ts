import type { Json } from '#server/http/openapi/model.ts';
import { escapeHtml, inlineHtml } from '../html.ts';
import { iconHtml } from '../icons.ts';
import { propertiesOf, unwrapped, variantsOf, typeOf, type Property, type Schemas } from './schema.ts';

/** How deep properties open in place. */
const DEEPEST = 4;
/** Unions with more forms are left to the OpenAPI document. */
const MOST_FORMS = 12;

/** Renders the properties of a body. Those of objects within it open in place. */
export function propertiesHtml(schema: Json, schemas: Schemas, depth = 1): string {
  const { schema: own } = unwrapped(schema, schemas);
  const forms = variantsOf(own);
  if (forms.length > 1) return formsHtml(forms, schemas, depth);
  return propertiesOf(own)
    .map((property) => propertyHtml(property, nestedHtml(property.schema, schemas, depth)))
    .join('');
}

/** Renders a parameter, a header or a property. */
export function propertyHtml({ name, type, required, text }: Omit<Property, 'schema'>, nested = ''): string {
  return `<div class="property"><div class="property-head"><code>${escapeHtml(name)}</code><span>${escapeHtml(type)}</span>${required ? '<strong>Required</strong>' : ''}</div>${text === '' ? '' : `<p>${inlineHtml(text)}</p>`}${nested}</div>`;
}

function nestedHtml(schema: Json, schemas: Schemas, depth: number): string {
  const { schema: own } = unwrapped(schema, schemas);
  const count = Object.keys(own['properties'] ?? {}).length;
  const forms = variantsOf(own);
  if (count === 0 && forms.length < 2) return '';
  if (forms.length > 1 && !forms.some((form) => 'properties' in unwrapped(form, schemas).schema)) return '';
  if (depth >= DEEPEST) return '';
  const what = count === 0 ? `${forms.length} forms` : count === 1 ? '1 property' : `${count} properties`;
  return disclosure(`Show ${what}`, propertiesHtml(own, schemas, depth + 1));
}

function formsHtml(forms: readonly Json[], schemas: Schemas, depth: number): string {
  if (forms.length > MOST_FORMS || depth >= DEEPEST)
    return `<p class="quiet">${forms.length} forms. The OpenAPI document describes each of them.</p>`;
  return forms
    .map((form) => {
      const { schema, name } = unwrapped(form, schemas);
      return disclosure(
        name ?? titleOf(schema) ?? typeOf(schema),
        propertiesHtml(schema, schemas, depth + 1),
      );
    })
    .join('');
}

/** Forms are told apart by a property that has one value. */
function titleOf(schema: Json): string | null {
  const fixed = propertiesOf(schema).find(({ schema: property }) => 'const' in property);
  return fixed === undefined ? null : `${fixed.name}: ${fixed.type}`;
}

function disclosure(summary: string, content: string): string {
  return `<details><summary>${iconHtml('right')}${escapeHtml(summary)}</summary><div class="nested">${content}</div></details>`;
}
