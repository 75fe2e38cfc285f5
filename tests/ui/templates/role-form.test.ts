import { expect, it } from 'vitest';
import type { WireGraph } from '#wire/envelope-graph.ts';
import { buildRoleDrafts, listFieldsWithoutRole } from '#ui/templates/role-form.ts';

const NOBODY = { participantId: null, partyIndex: null, syntheticRoleId: null, syntheticRoleName: null };
const FIELDS = [
  { ...NOBODY, type: 'signature', participantId: 'part_1' },
  { ...NOBODY, type: 'date', syntheticRoleId: 'own:x', syntheticRoleName: 'Witness' },
  { ...NOBODY, type: 'initials', syntheticRoleId: 'unassigned', syntheticRoleName: 'Not assigned' },
];
const graph = {
  envelope: { senderEmail: 'olga@example.com', detectedParties: null },
  participants: [{ id: 'part_1', name: 'Ada', email: 'a@example.com', company: null, title: 'Client' }],
  fields: FIELDS,
} as unknown as WireGraph;

it('fields that belong to nobody become no role, and are listed instead', () => {
  expect(buildRoleDrafts(graph).map(({ suggestion }) => suggestion)).toEqual(['Client', 'Witness']);
  expect(listFieldsWithoutRole(graph).map(({ type }) => type)).toEqual(['initials']);
});
