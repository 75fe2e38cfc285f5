import { expect, it } from 'vitest';
import { listPrefillInputs, readUseForm } from '#ui/templates/use-form.ts';

const GRAPH = { roles: [{ apiRoleName: 'client' }], fields: [], variables: [] } as unknown as Parameters<
  typeof readUseForm
>[1];

it('takes boxes and choices as the fields are answered', () => {
  const field = { label: null, roleId: null, options: null, prefillValue: null, autoSource: null };
  const graph = {
    ...GRAPH,
    fields: [
      { ...field, prefillKey: 'on', type: 'checkbox', prefillValue: 'true' },
      { ...field, prefillKey: 'off', type: 'checkbox' },
      { ...field, prefillKey: 'no', type: 'checkbox', prefillValue: 'false' },
      { ...field, prefillKey: 'one', type: 'radio' },
      { ...field, prefillKey: 'color', type: 'dropdown', options: ['Red', 'Blue'], prefillValue: 'Red' },
    ],
  } as unknown as Parameters<typeof readUseForm>[1];
  expect(listPrefillInputs(graph).map(({ key, input, options }) => [key, input, options])).toEqual([
    ['on', 'tick', []],
    ['off', 'tick', []],
    ['no', 'tick', []],
    ['one', 'tick', []],
    ['color', 'options', ['Red', 'Blue']],
  ]);
  const read = (entries: Record<string, string>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(entries)) form.set(`prefill.${name}`, value);
    return readUseForm(form, graph).prefill;
  };
  expect(read({ color: 'Red' })).toEqual({ on: 'false' });
  expect(read({ on: 'true', off: 'true', color: 'Blue' })).toEqual({ off: 'true', color: 'Blue' });
  expect(read({ on: 'true', color: '' })).toEqual({ color: '' });
});

it('says whose values can be prefilled, and which are dates, but asks for none that fills in by itself', () => {
  const field = { label: null, prefillValue: null, roleId: 'role_2', autoSource: null };
  const graph = {
    roles: [
      { id: 'role_1', name: 'Client' },
      { id: 'role_2', name: 'Witness' },
    ],
    fields: [
      { ...field, prefillKey: 'name', label: 'Name', roleId: 'role_1', type: 'text' },
      { ...field, prefillKey: 'company', type: 'company' },
      { ...field, prefillKey: 'start', label: 'Start', type: 'date' },
      { ...field, prefillKey: 'signed', label: 'Signed', type: 'date', autoSource: 'signed_date' },
      {
        ...field,
        prefillKey: 'name_2',
        type: 'name',
        autoSource: 'signer_name',
        prefillValue: 'Ada',
      },
    ],
  } as unknown as Parameters<typeof listPrefillInputs>[0];
  expect(listPrefillInputs(graph).map(({ role, label, input }) => [role, label, input])).toEqual([
    ['Client', 'Name', 'text'],
    ['Witness', 'Company', 'text'],
    ['Witness', 'Start', 'date'],
    ['Witness', 'Name', 'text'],
  ]);
});
