import { describe, expect, it } from 'vitest';
import { planLabelUndo } from '#ui/envelopes/filing/label-undo.ts';

const sales = { id: 'lbl_sales' };
const legal = { id: 'lbl_legal' };
const envelopes = [
  { id: 'env_1', labels: [sales] },
  { id: 'env_2', labels: [legal] },
];

describe('undoing a change of labels', () => {
  it('takes a label only off those that got it', () => {
    expect(planLabelUndo(envelopes, new Map([[sales.id, 'on']]))).toEqual([
      { id: sales.id, add: [], remove: ['env_2'] },
    ]);
  });

  it('puts a label only on those that lost it', () => {
    expect(planLabelUndo(envelopes, new Map([[legal.id, 'off']]))).toEqual([
      { id: legal.id, add: ['env_2'], remove: [] },
    ]);
  });

  it('has nothing to do where a label is as it was', () => {
    expect(planLabelUndo([{ id: 'env_1', labels: [sales] }], new Map([[sales.id, 'on']]))).toEqual([]);
    expect(planLabelUndo(envelopes, new Map([['lbl_new', 'off']]))).toEqual([]);
  });
});
