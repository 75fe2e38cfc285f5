import type { Language } from '#domain/language.ts';
import type { KeyScope } from '#domain/organization/key-scope.ts';
import type { Role } from '#domain/organization/role.ts';
import type { Scope } from '#domain/organization/scope.ts';
import type { Standing } from '#domain/organization/sending/standing.ts';
import type { LinkClaims } from '#domain/link/token.ts';
import type { DocumentClaims } from '#server/crypto/tokens/document-token.ts';
import type { EditingClaims } from '#server/crypto/tokens/editing-token.ts';
import type { UploadClaims } from '#server/crypto/tokens/upload-token.ts';
import type { Requester } from '#server/runtime/requester.ts';

/** A person who is signed in to the dashboard, in one of their organizations. */
export type Session = {
  /** The SHA-256 of the cookie's token. It identifies the session but can't open it. */
  readonly id: string;
  readonly user: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    readonly emailVerified: boolean;
    /** Null for the browser's language. */
    readonly language: Language | null;
    /** The time zone that their browser was last in; null if unknown. */
    readonly timeZone: string | null;
  };
  readonly organization: {
    readonly id: string;
    readonly name: string;
    readonly standing: Standing;
    /** The live organization that this one is the test environment of; null if this one is live. */
    readonly testOf: string | null;
  };
  readonly role: Role;
  /** Whether more than a password was used to start the session, or to protect the account during it. */
  readonly hasSecondFactor: boolean;
  /**
   * Whether the organization requires a second factor and the session has none. In that case, only the
   * account can be changed.
   */
  readonly needsSecondFactor: boolean;
  /**
   * Whether the organization's identity provider vouched for the person. Such a person may act in this
   * organization only.
   */
  readonly singleSignOn: boolean;
  /**
   * Whether the person runs the instance, and more than an organization's identity provider vouched for them.
   */
  readonly administersInstance: boolean;
};

/**
 * A client that a person allows to act in one of their organizations, within the scopes of its token (OAuth
 * 2.1).
 */
export type Agent = {
  readonly kind: 'agent';
  readonly grantId: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly organizationId: string;
  /** Whether the organization is a test environment. */
  readonly isTest: boolean;
  /** The person's current role. Whatever was granted, an agent may do no more than its person may. */
  readonly role: Role;
  readonly scopes: readonly Scope[];
  /** Whether the agent only prepares things, and the person sends and voids them. */
  readonly asksFirst: boolean;
  readonly sender: { readonly userId: string; readonly name: string; readonly email: string };
};

/** Who authenticated, using the one method of the called surface. */
export type Principal =
  | { readonly kind: 'nobody' }
  | {
      readonly kind: 'api_key';
      readonly keyId: string;
      readonly organizationId: string;
      readonly teamId: string;
      /** Whether the organization is a test environment. */
      readonly isTest: boolean;
      /** The current role of the key's creator. A key may do no more than its creator may. */
      readonly role: Role;
      readonly scopes: readonly KeyScope[];
      readonly sender: { readonly userId: string; readonly name: string; readonly email: string };
    }
  | Agent
  | { readonly kind: 'session'; readonly session: Session }
  | { readonly kind: 'signer'; readonly claims: LinkClaims }
  | { readonly kind: 'editor'; readonly claims: EditingClaims }
  /** `userId`: the person whose agent asked for the link. */
  | { readonly kind: 'document_link'; readonly claims: DocumentClaims; readonly userId: string }
  /** `agent`: the one that asked for the link, and takes in what is uploaded. */
  | { readonly kind: 'upload_link'; readonly claims: UploadClaims; readonly agent: Agent }
  | { readonly kind: 'directory'; readonly tokenId: string; readonly organizationId: string };

/**
 * Returns the caller as they are by now, or null if they were admitted less than `trustedMs` ago. Refuses if their
 * access has ended meanwhile.
 */
export type RenewPrincipal = (trustedMs?: number) => Promise<Principal | null>;

/** Returns who somebody is, for the logs; null for nobody. */
export function toRequester(principal: Principal): Requester | null {
  switch (principal.kind) {
    case 'nobody':
      return null;
    case 'session':
      return { organizationId: principal.session.organization.id, userId: principal.session.user.id };
    case 'api_key': {
      const { organizationId, sender, keyId } = principal;
      return { organizationId, userId: sender.userId, keyId };
    }
    case 'agent':
      return toAgentRequester(principal);
    case 'upload_link':
      return toAgentRequester(principal.agent);
    case 'signer':
      return { envelopeId: principal.claims.env, participantId: principal.claims.part };
    case 'editor':
      return { organizationId: principal.claims.org, envelopeId: principal.claims.env };
    case 'document_link': {
      const { org: organizationId, env: envelopeId } = principal.claims;
      return { organizationId, userId: principal.userId, envelopeId };
    }
    case 'directory':
      return { organizationId: principal.organizationId, tokenId: principal.tokenId };
    default:
      return principal satisfies never;
  }
}

function toAgentRequester({ organizationId, sender, grantId }: Agent): Requester {
  return { organizationId, userId: sender.userId, grantId };
}
