import { describe, expect, it } from 'vitest';
import { findLoss, mayStill } from '#domain/organization/may-still.ts';
import { listManagedRoles, ROLES } from '#domain/organization/role.ts';

const LIVE = { keyHasEnded: false, isSuspended: false };

describe('what someone set up', () => {
  it('brings people in only at roles that they could give themselves now', () => {
    for (const role of ROLES)
      for (const given of ROLES)
        expect([role, given, mayStill({ role, ...LIVE }, { kind: 'invite', role: given })]).toEqual([
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

  it('notifies webhooks of those who administer', () => {
    expect(ROLES.filter((role) => mayStill({ role, ...LIVE }, { kind: 'webhook' }))).toEqual([
      'owner',
      'admin',
    ]);
  });

  it.each([
    [{ kind: 'invite', role: 'member' }, false],
    [{ kind: 'page', seesTeam: true }, false],
    [{ kind: 'webhook' }, false],
    [{ kind: 'send', seesTeam: true }, true],
  ] as const)('%o outlives its key: %s, and waits while the organization is suspended', (act, outlives) => {
    const owner = { role: 'owner', ...LIVE } as const;
    expect(mayStill(owner, act)).toBe(true);
    expect(mayStill({ ...owner, keyHasEnded: true }, act)).toBe(outlives);
    expect(mayStill({ ...owner, isSuspended: true }, act)).toBe(false);
  });

  it('does nothing once they are gone', () => {
    expect(findLoss({ role: null }, { kind: 'invite', role: 'viewer' })).toBe('removed');
    expect(findLoss({ role: null }, { kind: 'send', seesTeam: true })).toBe('removed');
  });
});
