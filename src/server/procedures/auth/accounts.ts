import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import type { NewOrganization } from '#wire/organization.ts';
import type { Audit } from '#server/app/context.ts';
import { hashToken } from '#server/crypto/account-token.ts';
import { isSignInPending } from '#server/db/accounts/pending-sign-ins.ts';
import {
  acceptInvitation,
  joinAsNew,
  readInvitation,
  type ShownInvitation,
} from '#server/procedures/invitation/accept.ts';
import type { Session } from '#server/surface/principal.ts';
import type { StartedSession } from '#server/surface/session.ts';
import type { Services } from '#server/app/services.ts';
import { confirmEmail } from './email-verification.ts';
import type { Entered } from './enter.ts';
import { logIn, type Credentials, type LoggedIn } from './log-in.ts';
import { logInWithPasskey, passkeyChallenge } from './passkey-login.ts';
import { requestReset, resetLinkHolds, resetPassword } from './password-reset.ts';
import { offerSecondFactor } from './second-factor.ts';
import { confirmSignUp, signUp, signUpLinkHolds, type SignedUp } from './sign-up.ts';

/** What visitors do about accounts, as pages call it: those who have no session yet, or need none. */
export type Accounts = {
  readonly signUp: (input: NewOrganization, audit: Audit) => Promise<SignedUp>;
  readonly signUpLinkHolds: (token: string) => Promise<boolean>;
  readonly confirmSignUp: (input: { token: string; password: string }, audit: Audit) => Promise<Entered>;
  readonly logIn: (input: Credentials, audit: Audit) => Promise<LoggedIn>;
  /** Whether a pending sign-in still waits for its second factor. */
  readonly owesSecondFactor: (halfToken: string) => Promise<boolean>;
  readonly offerSecondFactor: (
    input: { readonly halfToken: string | null; readonly code: string },
    audit: Audit,
  ) => Promise<Entered>;
  readonly requestReset: (input: { email: string }, audit: Audit) => Promise<void>;
  readonly resetLinkHolds: (token: string) => Promise<boolean>;
  readonly resetPassword: (input: { token: string; password: string }, audit: Audit) => Promise<void>;
  readonly confirmEmail: (
    input: { readonly token: string; readonly password?: string | undefined },
    session: Session | null,
    audit: Audit,
  ) => Promise<{ email: string }>;
  readonly passkeyChallenge: (
    audit: Audit,
  ) => Promise<{ options: PublicKeyCredentialRequestOptionsJSON; browser: StartedSession }>;
  readonly logInWithPasskey: (
    input: {
      readonly browserToken: string | null;
      readonly response: AuthenticationResponseJSON;
      readonly invitation?: string | undefined;
    },
    audit: Audit,
  ) => Promise<Entered>;
  /** The invitation of a link; null when the link does not hold. Looking changes nothing. */
  readonly readInvitation: (token: string) => Promise<ShownInvitation | null>;
  /** Accepts an invitation for who is logged in, and moves the session there. */
  readonly acceptInvitation: (token: string, session: Session, audit: Audit) => Promise<void>;
  /** Accepts an invitation with a new account, whose address the link proves. */
  readonly joinAsNew: (
    input: { token: string; name: string; password: string },
    audit: Audit,
  ) => Promise<Entered>;
};

/** The accounts of this instance. */
export function accountsOf(services: Services): Accounts {
  return {
    signUp: (input, audit) => signUp(services, input, audit),
    signUpLinkHolds: (token) => signUpLinkHolds(services, token),
    confirmSignUp: (input, audit) => confirmSignUp(services, input, audit),
    logIn: (input, audit) => logIn(services, input, audit),
    owesSecondFactor: (token) => isSignInPending(services.db.drizzle, hashToken(token), services.clock()),
    offerSecondFactor: (input, audit) => offerSecondFactor(services, input, audit),
    requestReset: (input, audit) => requestReset(services, input, audit),
    resetLinkHolds: (token) => resetLinkHolds(services, token),
    resetPassword: (input, audit) => resetPassword(services, input, audit),
    confirmEmail: (input, session, audit) => confirmEmail(services, input, session, audit),
    passkeyChallenge: (audit) => passkeyChallenge(services, audit),
    logInWithPasskey: (input, audit) => logInWithPasskey(services, input, audit),
    readInvitation: (token) => readInvitation(services, token),
    acceptInvitation: (token, session, audit) => acceptInvitation(services, token, session, audit),
    joinAsNew: (input, audit) => joinAsNew(services, input, audit),
  };
}
