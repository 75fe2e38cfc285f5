import { describe, expect, it } from 'vitest';
import {
  listRolePeople,
  listUseProblems,
  nameDistinctly,
  toRoleRecipients,
  withKept,
} from '#ui/templates/use/role-people.ts';
import type { WireTemplateGraph } from '#wire/template.ts';

const ROLE = { isSender: false, optional: false, recipient: null, role: 'signer', delivery: 'email' };
const roles = [
  { ...ROLE, id: 'role_1', apiRoleName: 'client', name: 'Client', orderIndex: 0 },
  { ...ROLE, id: 'role_2', apiRoleName: 'us', name: 'Us', orderIndex: 0, isSender: true },
  { ...ROLE, id: 'role_3', apiRoleName: 'witness', name: 'Witness', orderIndex: 1, optional: true },
] as unknown as WireTemplateGraph['roles'];
const SAM = { name: 'Sam', email: 'sam@example.com' };

describe('the people of a template’s roles', () => {
  it('are the sender and those that the template sets, in groups', () => {
    const people = listRolePeople(roles, SAM);
    expect(people.map(({ name, withPrevious }) => [name, withPrevious])).toEqual([
      ['', false],
      ['Sam', true],
      ['', false],
    ]);
    expect(listUseProblems(roles, people).map(({ text }) => text)).toEqual([
      'Client: Enter an email address.',
    ]);
  });

  it('are those that were typed before, in the order they had, and new ones for new roles', () => {
    const [client, us, witness] = listRolePeople(roles, SAM);
    if (client === undefined || us === undefined || witness === undefined) throw new Error('three roles');
    const kept = [us, { ...client, name: 'Ada' }, { ...witness, key: 'role_of_before', name: 'Old' }];
    expect(withKept([client, us, witness], kept).map(({ key, name }) => [key, name])).toEqual([
      ['role_2', 'Sam'],
      ['role_1', 'Ada'],
      ['role_3', ''],
    ]);
  });

  it('are sent by role, with how they prove who they are and when they sign', () => {
    const [client, us, witness] = listRolePeople(roles, SAM);
    if (client === undefined || us === undefined || witness === undefined) throw new Error('three roles');
    const ada = { ...client, name: ' Ada ', email: 'ada@example.com', language: 'de' } as const;
    const proving = { ...ada, authentication: 'access_code', accessCode: ' blue harbor ' } as const;
    expect(listUseProblems(roles, [{ ...proving, accessCode: 'x' }, us, witness])).toHaveLength(1);
    expect(toRoleRecipients(roles, [proving, us, witness])).toMatchObject({
      client: {
        name: 'Ada',
        language: 'de',
        orderIndex: 0,
        authentication: { method: 'access_code', code: 'blue harbor' },
      },
      us: { name: 'Sam', orderIndex: 0 },
    });
    // Somebody moved the client to the end.
    const moved = [{ ...us, withPrevious: false }, { ...ada, withPrevious: false }, witness];
    expect(
      Object.entries(toRoleRecipients(roles, moved)).map(([role, { orderIndex }]) => [role, orderIndex]),
    ).toEqual([
      ['us', 0],
      ['client', 1],
    ]);
  });

  it('come with copies, of which none that was half typed is dropped', () => {
    const [client, us, witness] = listRolePeople(roles, SAM);
    if (client === undefined || us === undefined || witness === undefined) throw new Error('three roles');
    const people = [{ ...client, name: 'Ada', email: 'ada@example.com' }, us, witness];
    const copy = { key: 'copy', language: null, when: 'completed' } as const;
    const explain = (name: string, email: string) =>
      listUseProblems(roles, people, [{ ...copy, name, email }]).map(({ text }) => text);
    expect(explain('', '')).toEqual([]);
    expect(explain('Cleo', 'cleo@example.com')).toEqual([]);
    expect(explain('Cleo', ' ')).toEqual(['Cleo: Enter an email address.']);
    expect(explain('Cleo', 'cleo@')).toEqual(['Cleo: Enter a valid email address.']);
    expect(explain('', 'cleo@example.com')).toEqual(['cleo@example.com: Enter a name.']);
  });

  it('name the envelope, unless the template has a pattern for that', () => {
    const people = listRolePeople(roles, SAM).map((person, index) =>
      index === 0 ? { ...person, name: 'Ada' } : person,
    );
    const named = (namePattern: string | null) =>
      nameDistinctly(
        { template: { name: 'Lease', namePattern }, roles } as unknown as WireTemplateGraph,
        people,
      );
    expect([named(null), named('{date}')]).toEqual(['Lease – Ada', null]);
  });
});
