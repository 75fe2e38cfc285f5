import type { Role } from '#domain/organization/role.ts';
import type { LinkClaims } from '#domain/link/token.ts';

/** A person logged in to the dashboard, in one of their organizations. */
export type Session = {
  readonly user: { readonly id: string; readonly name: string; readonly email: string };
  readonly organization: { readonly id: string; readonly name: string };
  readonly role: Role;
};

/** Who authenticated at the boundary, by the one method of the surface that was called. */
export type Principal =
  | { readonly kind: 'nobody' }
  | {
      readonly kind: 'api_key';
      readonly keyId: string;
      readonly organizationId: string;
      readonly teamId: string;
      readonly sender: { readonly userId: string; readonly name: string; readonly email: string };
    }
  | { readonly kind: 'session'; readonly session: Session }
  | { readonly kind: 'signer'; readonly claims: LinkClaims };
