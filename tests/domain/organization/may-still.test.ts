import { describe, expect, it } from 'vitest';
import { findLoss, mayStill } from '#domain/organization/may-still.ts';
import { listManagedRoles, ROLES } from '#domain/organization/role.ts';

describe('what someone set up', () => {
  it('brings people in only at roles that they could give themselves now', () => {
    for (const role of ROLES)
      for (const given of ROLES)
        expect([role, given, mayStill({ role }, { kind: 'invite', role: given })]).toEqual([
          role,
          given,
          listManagedRoles(role).includes(given),
        ]);
  });

  it.each([
    ['owner', true, null],
    ['member', true, null],
    ['viewer', true, 'demoted'],
    ['viewer', false, 'demoted'],
    ['admin', false, 'left_team'],
  ] as const)('sends as %s, who sees the team: %s: %s', (role, seesTeam, loss) => {
    expect(findLoss({ role }, { kind: 'send', seesTeam })).toBe(loss);
  });

  it('does nothing once they are gone', () => {
    expect(findLoss({ role: null }, { kind: 'invite', role: 'viewer' })).toBe('removed');
    expect(findLoss({ role: null }, { kind: 'send', seesTeam: true })).toBe('removed');
  });
});
