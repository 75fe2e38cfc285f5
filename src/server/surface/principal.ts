import type { Language } from '#domain/language.ts';
import type { KeyScope } from '#domain/organization/key-scope.ts';
import type { Role } from '#domain/organization/role.ts';
import type { Scope } from '#domain/organization/scope.ts';
import type { Standing } from '#domain/organization/sending/standing.ts';
import type { LinkClaims } from '#domain/link/token.ts';
import type { DocumentClaims } from '#server/crypto/tokens/document-token.ts';
import type { EditingClaims } from '#server/crypto/tokens/editing-token.ts';
import type { UploadClaims } from '#server/crypto/tokens/upload-token.ts';

/** A person who is signed in to the dashboard, in one of their organizations. */
export type Session = {
  /** The SHA-256 of the cookie's token: it names the session but doesn't open it. */
  readonly id: string;
  readonly user: {
    readonly id: string;
    readonly name: string;
    readonly email: string;
    readonly emailVerified: boolean;
    /** Null: the browser's language. */
    readonly language: Language | null;
    /** Where their browser was last; null if that isn't known. */
    readonly timeZone: string | null;
  };
  readonly organization: {
    readonly id: string;
    readonly name: string;
    readonly standing: Standing;
    /** The live organization that it is the test environment of; null if it is live. */
    readonly testOf: string | null;
  };
  readonly role: Role;
  /** Whether it was started, or the account protected in it, with more than a password. */
  readonly hasSecondFactor: boolean;
  /** Whether the organization requires that, and it wasn't: then only the account can be changed. */
  readonly needsSecondFactor: boolean;
  /** Whether the organization's identity provider vouched for the person, who may then act in this organization only. */
  readonly singleSignOn: boolean;
  /** Whether the person runs the instance, and it wasn't only an organization's identity provider that vouched for them. */
  readonly administersInstance: boolean;
};

/** A client that a person lets act in one of their organizations, within the scopes of its token (OAuth 2.1). */
export type Agent = {
  readonly kind: 'agent';
  readonly grantId: string;
  readonly clientId: string;
  readonly clientName: string;
  readonly organizationId: string;
  /** Whether the organization is a test environment. */
  readonly isTest: boolean;
  /** The person's current role: whatever was granted, an agent may do no more than they may. */
  readonly role: Role;
  readonly scopes: readonly Scope[];
  /** Whether the person sends and voids what it prepares. */
  readonly asksFirst: boolean;
  readonly sender: { readonly userId: string; readonly name: string; readonly email: string };
};

/** Who authenticated, by the one method of the surface that was called. */
export type Principal =
  | { readonly kind: 'nobody' }
  | {
      readonly kind: 'api_key';
      readonly keyId: string;
      readonly organizationId: string;
      readonly teamId: string;
      /** Whether the organization is a test environment. */
      readonly isTest: boolean;
      /** The maker's current role: a key may do no more than they may. */
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
