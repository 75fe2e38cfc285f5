import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { LIMITS } from '#domain/limits.ts';
import { readTag } from '#domain/field/text-tag.ts';
import { validateVariables } from '#domain/variables/check-values.ts';
import type { VariableValues } from '#domain/variables/values.ts';
import { listVariables } from '#domain/variables/variable.ts';
import { draftParts } from '#wire/draft.ts';
import { instantiateRow } from '#wire/template-input.ts';
import { variableValues } from '#wire/variables.ts';
import { WordTemplate } from '#server/document/word/variables/word-template.ts';
import { paragraph, table, wordFile } from '../../support/word-body.ts';

const read = (name: string) => readFileSync(new URL(`../../../docs/${name}.md`, import.meta.url), 'utf8');
const blocks = (page: string, language: string) =>
  [...page.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]+?)^\`\`\``, 'gm'))].map(
    ([, text = '']) => text,
  );

/** Reads the object that an example's jq program produces. */
function madeByJq(example: string): Record<string, unknown> {
  const program = /jq -n [^']*'([\s\S]+?)' \|/.exec(example)?.[1] ?? '';
  const json = program.replaceAll(/\$\w+/g, '""').replaceAll(/([{,]\s*)(\w+):/g, '$1"$2":');
  return JSON.parse(json) as Record<string, unknown>;
}

describe('docs/word-variables.md', () => {
  const page = read('word-variables');
  const [created = '', used = ''] = blocks(page, 'sh');
  const [listed = '', issue = ''] = blocks(page, 'json');
  const template = new WordTemplate(
    wordFile(
      paragraph('[[client.name]]'),
      table(['[[#items]][[name]]', '[[price]][[/items]]']),
      paragraph('[[#guarantor]]x[[/guarantor]]'),
    ),
  );

  it('lists what a file of its examples needs, and fills it in', () => {
    expect(listVariables(template.variables)).toEqual(JSON.parse(listed));
    const values = variableValues.parse(madeByJq(created)['variables']);
    expect(validateVariables(template.variables, values)).toEqual([]);
    expect(template.fill(values).get('word/document.xml')?.toString()).toContain('1,200.00');
  });

  it('has a use of a template that is valid and has all values', () => {
    const body = instantiateRow.parse(JSON.parse(/-d '([\s\S]+?)'/.exec(used)?.[1] ?? ''));
    expect(validateVariables(template.variables, body.variables ?? {})).toEqual([]);
  });

  it('shows the issue of a missing value', () => {
    const values: VariableValues = { client: { name: 'a' }, items: [{ name: 'a', price: 1 }, { name: 'b' }] };
    expect(validateVariables(template.variables, { ...values, guarantor: false })).toEqual([
      JSON.parse(issue),
    ]);
  });

  it('names the limits that hold', () => {
    const prose = page.replaceAll('\n', ' ');
    const { variableValuesMaxChars, variableValuesMax, variablesDepthMax, variablesMax, variableRowsMax } =
      LIMITS;
    expect(prose).toContain(
      `${variableValuesMaxChars.toLocaleString('en')} characters and ${variableValuesMax.toLocaleString('en')} items, nested ${variablesDepthMax} levels deep`,
    );
    expect(prose).toContain(
      `up to ${variablesMax} variables, and lists up to ${variableRowsMax.toLocaleString('en')} rows together`,
    );
  });
});

describe('docs/placing-fields.md', () => {
  const page = read('placing-fields');

  it('has anchors that are valid', () => {
    const [example = ''] = blocks(page, 'sh');
    const { participants, fields } = madeByJq(example);
    const parsed = z.strictObject(draftParts).parse({ participants, fields });
    expect(parsed.fields?.map(({ anchor }) => anchor?.text)).toEqual([
      ...['Signature:', 'Signature:', 'Date:', 'Initials'],
    ]);
  });

  it('has tags that can be read', () => {
    const tags = [...page.matchAll(/^\| `\{\{(.+?)\}\}`/gm)].map(([, inner = '']) => inner);
    expect(tags.length).toBeGreaterThan(3);
    for (const inner of tags) expect(readTag(inner)).toMatchObject({ type: expect.any(String) });
  });
});
