import { describe, expect, it } from 'vitest';
import { getInvitationState } from '#domain/organization/invitation.ts';
import { changeRole, removeMember } from '#domain/organization/membership.ts';
import { listManagedRoles, ROLES, type Role } from '#domain/organization/role.ts';

const person = (role: Role, userId: string = role) => ({ userId, role });

describe('who may change whom', () => {
  it('requires managing both the old and the new role', () => {
    for (const actor of ROLES)
      for (const target of ROLES)
        for (const role of ROLES) {
          const managed = listManagedRoles(actor);
          const ruling = changeRole(person(actor, 'a'), person(target, 'b'), role);
          const expected = managed.includes(target) && managed.includes(role) ? 'accept' : 'refuse';
          expect([actor, target, role, ruling.kind]).toEqual([actor, target, role, expected]);
        }
  });

  it('revokes keys only of people who may no longer send', () => {
    const owner = person('owner', 'a');
    expect(changeRole(owner, person('admin', 'b'), 'viewer')).toEqual({ kind: 'accept', revokesKeys: true });
    expect(changeRole(owner, person('admin', 'b'), 'member')).toEqual({ kind: 'accept', revokesKeys: false });
    expect(changeRole(owner, person('viewer', 'b'), 'viewer')).toEqual({
      kind: 'accept',
      revokesKeys: false,
    });
  });

  it('lets everyone leave, and nobody remove a higher role', () => {
    for (const role of ROLES) expect(removeMember(person(role), person(role)).kind).toBe('accept');
    expect(removeMember(person('admin', 'a'), person('owner', 'b')).kind).toBe('refuse');
    expect(removeMember(person('member', 'a'), person('viewer', 'b')).kind).toBe('refuse');
  });
});

it('keeps an ended invitation ended at any time', () => {
  const now = new Date('2027-01-01T00:00:00Z');
  const open = { expiresAt: new Date('2027-01-02T00:00:00Z'), acceptedAt: null, revokedAt: null };
  expect(getInvitationState(open, now)).toBe('open');
  expect(getInvitationState(open, open.expiresAt)).toBe('expired');
  expect(getInvitationState({ ...open, revokedAt: now }, open.expiresAt)).toBe('revoked');
  expect(getInvitationState({ ...open, acceptedAt: now }, open.expiresAt)).toBe('accepted');
});
