import type { Effect } from '../effects.ts';
import { LIMITS } from '../limits.ts';

type Facts = {
  readonly expiresAt: Date;
  readonly acceptedAt: Date | null;
  readonly revokedAt: Date | null;
};
export type InvitationState = 'open' | 'expired' | 'accepted' | 'revoked';

/** Returns the state of an invitation. Expired invitations can be sent again; the other states are final. */
export function getInvitationState(invitation: Facts, now: Date): InvitationState {
  if (invitation.acceptedAt !== null) return 'accepted';
  if (invitation.revokedAt !== null) return 'revoked';
  return invitation.expiresAt.getTime() <= now.getTime() ? 'expired' : 'open';
}

/** Issues an invitation link, which a job emails. The new epoch invalidates earlier links. */
export function issueInvitation(
  invitation: { readonly organizationId: string; readonly id: string; readonly epoch: number },
  now: Date,
): { readonly sentAt: Date; readonly expiresAt: Date; readonly effects: readonly Effect[] } {
  const { organizationId, id: invitationId, epoch } = invitation;
  return {
    sentAt: now,
    expiresAt: new Date(now.getTime() + LIMITS.invitationLifeMs),
    effects: [{ name: 'svc/organization.member_invited', payload: { organizationId, invitationId, epoch } }],
  };
}
