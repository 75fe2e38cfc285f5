import { describe, expect, it } from 'vitest';
import { groupQuestions } from '#ui/signer/answers/questions.ts';
import { groupRefusedAnswers } from '#ui/signer/answers/refused-answers.ts';
import { buildSignBody } from '#ui/signer/answers/submission.ts';
import type { MarkInput } from '#wire/signer.ts';
import type { WireSignerField } from '#wire/signer-view.ts';
import { signerField } from '../signer-field.ts';

type Answered = Parameters<typeof buildSignBody>[0];
const TYPED: MarkInput = { kind: 'typed', text: 'Ada' };
const STAMP: MarkInput = { kind: 'uploaded', image: 'data:image/png;base64,AAAA' };
const HASH = 'a'.repeat(64);

function sheet(
  fields: WireSignerField[],
  values: Record<string, string>,
  more: { fixed?: string[]; marks?: Answered['marks'] } = {},
): Answered {
  return {
    fields,
    questions: groupQuestions(fields),
    marks: more.marks ?? {},
    isFixed: ({ id }) => more.fixed?.includes(id) === true,
    valueOf: ({ id }) => values[id] ?? '',
  };
}

describe('signBody', () => {
  it('sends only the signer’s values, with checkboxes as true or false', () => {
    const fields = [
      signerField({ id: 'text' }),
      signerField({ id: 'fixed' }),
      signerField({ id: 'empty' }),
      signerField({ id: 'emptied', prefillValue: 'was here' }),
      signerField({ id: 'unticked', type: 'checkbox' }),
      signerField({ id: 'option', type: 'radio', options: ['A', 'B'] }),
    ];
    const body = buildSignBody(
      sheet(fields, { text: 'Rome', fixed: 'x', option: 'B' }, { fixed: ['fixed'] }),
      HASH,
    );
    expect(body).toEqual({
      values: [
        { fieldId: 'text', value: 'Rome' },
        { fieldId: 'emptied', value: '' },
        { fieldId: 'unticked', value: 'false' },
        { fieldId: 'option', value: 'B' },
      ],
      documentHash: HASH,
    });
  });

  it('sends the results that the signer saw, for the server to compare', () => {
    const fields = [
      signerField({ id: 'total', type: 'number', formula: 'a + b' }),
      signerField({ id: 'ratio', type: 'number', formula: 'a / b' }),
    ];
    expect(buildSignBody(sheet(fields, { total: '3' }, { fixed: ['total', 'ratio'] }), null).values).toEqual([
      { fieldId: 'total', value: '3' },
      { fieldId: 'ratio', value: '' },
    ]);
  });

  it('sends marks only if used, and lists the optional fields that use them', () => {
    const fields = [
      signerField({ id: 'sig', type: 'signature' }),
      signerField({ id: 'opt', type: 'signature', required: false }),
      signerField({ id: 'ini', type: 'initials', required: false }),
      signerField({ id: 'stamp', type: 'stamp' }),
    ];
    const body = buildSignBody(
      sheet(
        fields,
        { sig: 'true', opt: 'true', stamp: 'true' },
        { marks: { signature: TYPED, initials: TYPED, stamp: STAMP } },
      ),
      null,
    );
    expect(body).toEqual({
      values: [
        { fieldId: 'opt', value: 'true' },
        { fieldId: 'ini', value: 'false' },
      ],
      signature: TYPED,
      stamp: STAMP,
    });
  });
});

describe('refusedAnswers', () => {
  it('finds the field of each issue by index, by identifier, by mark and by group', () => {
    const fields = [
      signerField({ id: 'fld_a' }),
      signerField({ id: 'fld_b', y: 0.2 }),
      signerField({ id: 'fld_sig', type: 'signature', y: 0.3 }),
      signerField({ id: 'fld_stamp', type: 'stamp', y: 0.35 }),
      signerField({ id: 'fld_r', type: 'radio', group: 'Payment', y: 0.4 }),
    ];
    const answered = sheet(fields, { fld_a: '12x' });
    const { byField, others } = groupRefusedAnswers(answered, buildSignBody(answered, null), [
      { path: '/values/0/value', message: 'field fld_a must be a number' },
      { path: '/values', message: 'field fld_b is required' },
      { path: '/signature', message: 'is required' },
      { path: '/stamp/image', message: 'is not a PNG or JPEG' },
      { path: '/values', message: 'group Payment needs a choice' },
      { path: '/documentHash', message: 'is no hash' },
    ]);
    expect([...byField.keys()].sort()).toEqual(['fld_a', 'fld_b', 'fld_r', 'fld_sig', 'fld_stamp']);
    expect(byField.get('fld_a')).toContain('must be a number');
    expect(others).toEqual(['is no hash']);
  });

  it('ignores anything but a list of issues', () => {
    const answered = sheet([], {});
    expect(groupRefusedAnswers(answered, buildSignBody(answered, null), 'nonsense')).toEqual({
      byField: new Map(),
      others: [],
    });
  });
});
