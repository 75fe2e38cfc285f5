import { describe, expect, it } from 'vitest';
import { assignPlaces } from '#ui/composing/roles/role-places.ts';
import {
  createRole,
  findRoleProblem,
  listTypedRoles,
  type RoleEntry,
  withRole,
  writeRole,
} from '#ui/composing/roles/role-entry.ts';
import { listRoleProblems } from '#ui/composing/send-problems.ts';

const role = (name: string, more: Partial<RoleEntry> = {}): RoleEntry => ({
  ...createRole(`key_${name}`),
  name,
  ...more,
});

describe('roles', () => {
  it('need a name of their own, and an address only if it’s always the same person', () => {
    const roles = [
      role('Client'),
      role('client', { key: 'again' }),
      role(''),
      role('Legal', { who: 'person' }),
    ];
    expect(roles.map((one) => findRoleProblem(one, roles)?.property ?? null)).toEqual([
      ...[null, 'name', null, 'personName'],
    ]);
    const complete = role('Legal', { who: 'person', personName: 'Lea', personEmail: 'lea@example.com' });
    expect(findRoleProblem(complete, [complete])).toBeNull();
    expect(listRoleProblems({ roles: [role('')], strays: '' }, [])).toEqual([
      { place: { kind: 'add' }, text: 'Add a role to continue.' },
    ]);
  });

  it('keep their groups without empty rows, and have one sender at most', () => {
    const roles = [role('A'), role('', { withPrevious: true }), role('B', { withPrevious: true }), role('C')];
    expect(listTypedRoles(roles).map(({ name, withPrevious }) => [name, withPrevious])).toEqual([
      ...[['A', false] as const, ['B', true] as const, ['C', false] as const],
    ]);
    const first = withRole(roles, 'key_A', { who: 'sender' });
    const second = withRole(first, 'key_C', { who: 'sender' });
    expect(second.map(({ who }) => who)).toEqual(['asked', 'asked', 'asked', 'sender']);
  });

  it('take their places by choice, by name, and then in order', () => {
    const places = ['Northwind', 'Brandt', 'Witness'].map((name) => ({ key: name, name }));
    const roles = [
      role('Legal', { role: 'approver' }),
      role('Us', { place: 'Brandt' }),
      role('Them'),
      role('witness'),
    ];
    expect([...assignPlaces(roles, places)].sort()).toEqual([
      ['Brandt', 'key_Us'],
      ['Northwind', 'key_Them'],
      ['Witness', 'key_witness'],
    ]);
  });

  it('name the fields that have none until that is decided', () => {
    const without = [{ type: 'initials', page: 1 } as const, { type: 'date', page: 2 } as const];
    const roles = [role('A'), role('B')];
    const list = (strays: string) => listRoleProblems({ roles, strays }, without).map(({ text }) => text);
    expect(list('')).toEqual(['2 fields have no role yet: Initials, page 1 · Date, page 2']);
    for (const strays of ['key_B', 'left-out']) expect(list(strays)).toEqual([]);
    expect(list('key_gone')).toHaveLength(1);
  });

  it('keep the company of someone whose address stays', () => {
    const legal = role('Legal', { who: 'person', personName: 'Lea', personEmail: 'lea@example.com' });
    const before = { name: 'L', email: 'lea@example.com', company: 'Side', title: null };
    expect(writeRole(legal, 0, before).recipient).toEqual({ ...before, name: 'Lea' });
    expect(writeRole({ ...legal, personEmail: 'new@example.com' }, 0, before).recipient?.company).toBeNull();
  });
});
