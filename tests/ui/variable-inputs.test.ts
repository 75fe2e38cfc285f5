import { expect, it } from 'vitest';
import { validateVariables } from '#domain/variables/check-values.ts';
import { listVariables, type Variable } from '#domain/variables/variable.ts';
import { groupIssuesByUseInput } from '#ui/templates/use-form.ts';
import { readVariables, listVariableInputs } from '#ui/templates/variables/variable-inputs.ts';

const text = (name: string): Variable => ({ kind: 'text', name });
const section = (name: string, ...variables: Variable[]): Variable => ({ kind: 'section', name, variables });

const VARIABLES = [
  text('client.name'),
  section('items', text('name'), text('price')),
  section('names', text('.')),
  section('guarantor', text('guarantor.name')),
];
const LISTED = listVariables(VARIABLES);

function formOf(values: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [path, value] of Object.entries(values)) form.set(`variables.${path}`, value);
  return form;
}

it('has an input for each variable, and rows for lists', () => {
  expect(listVariableInputs(LISTED)).toEqual([
    { kind: 'text', path: 'client.name' },
    { kind: 'rows', path: 'items', columns: ['name', 'price'] },
    { kind: 'rows', path: 'names', columns: null },
    { kind: 'choice', path: 'guarantor' },
    { kind: 'text', path: 'guarantor.name' },
  ]);
});

it('reads what was entered', () => {
  const values = readVariables(
    formOf({
      'client.name': 'Ada\r\nLovelace',
      items: 'Analysis | 1,200\r\n\r\nTravel|80',
      names: 'a\nb',
      guarantor: 'yes',
      'guarantor.name': 'Bob',
    }),
    LISTED,
  );
  expect(values).toEqual({
    client: { name: 'Ada\nLovelace' },
    items: [
      { name: 'Analysis', price: '1,200' },
      { name: 'Travel', price: '80' },
    ],
    names: ['a', 'b'],
    guarantor: { name: 'Bob' },
  });
  expect(validateVariables(VARIABLES, values)).toEqual([]);
});

it('hides a section that is off, whatever is entered for it', () => {
  const values = readVariables(formOf({ 'client.name': 'Ada', 'guarantor.name': 'Bob' }), LISTED);
  expect(values).toMatchObject({ items: [], names: [], guarantor: false });
  expect(validateVariables(VARIABLES, values)).toEqual([]);
});

it('puts issues at the inputs, those of rows at their list', () => {
  const values = readVariables(formOf({ items: 'Analysis' }), LISTED);
  expect(groupIssuesByUseInput(validateVariables(VARIABLES, values))).toEqual({
    'variables.client.name': 'Is required.',
    'variables.items': 'Is required.',
  });
});
