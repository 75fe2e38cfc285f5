import { AUTHENTICATION_METHODS } from '#domain/envelope/status.ts';
import type { AuthenticationMethod, EnvelopeStatus, ParticipantStatus } from '#domain/envelope/status.ts';
import type { SignerProblem } from '#ui/signer/signer-api.ts';
import { m } from '#i18n/compiled/messages.js';

/** Why there is nothing to sign. */
export type Ending = 'declinedByMe' | 'declined' | 'voided' | 'expired' | 'unavailable';
/** Which document it was, and who sent it, where the page knows nothing else of it. */
export type About = { readonly document: string; readonly sender: string };
/**
 * What is wrong with the link itself. `recalled` means that the sender has taken the envelope back, `past` that
 * nothing is left to sign, so that there will be no new link. `tab` and
 * `tabCanceled` mean that the link is in another tab, after a sign-in or a canceled sign-in.
 */
export type LinkTrouble =
  | 'missing'
  | 'recalled'
  | 'replaced'
  | 'expired'
  | 'past'
  | 'invalid'
  | 'suspended'
  | 'session'
  | 'tab'
  | 'tabCanceled';

/** The authentication methods that ask for a code. */
export type CodeMethod = Exclude<AuthenticationMethod, 'link' | 'oidc'>;

/** The screens of the signer's page. */
export type Screen =
  | { readonly name: 'loading' }
  | { readonly name: 'landing' }
  | { readonly name: 'code'; readonly method: CodeMethod }
  /** Signing in with an identity provider. */
  | { readonly name: 'signIn' }
  | { readonly name: 'waiting' }
  | { readonly name: 'signing' }
  | { readonly name: 'review' }
  /** `completed`: everyone has signed. */
  | { readonly name: 'done'; readonly completed: boolean }
  | { readonly name: 'ended'; readonly ending: Ending; readonly about?: About }
  /** `to`: who acts in the signer's place. */
  | { readonly name: 'delegated'; readonly to: string; readonly sender: string }
  | { readonly name: 'link'; readonly trouble: LinkTrouble; readonly about?: About }
  | { readonly name: 'failed'; readonly message: string };

/** Returns the screen for an envelope that the signer can no longer act on, or null if they still can. */
export function findSettledScreen(envelope: EnvelopeStatus, me: ParticipantStatus): Screen | null {
  switch (envelope) {
    case 'completed':
      return { name: 'done', completed: true };
    case 'in_progress':
      return me === 'signed' ? { name: 'done', completed: false } : null;
    case 'declined':
      return { name: 'ended', ending: me === 'declined' ? 'declinedByMe' : 'declined' };
    case 'voided':
    case 'expired':
      return { name: 'ended', ending: envelope };
    case 'draft':
    case 'detecting':
    case 'review':
      return { name: 'ended', ending: 'unavailable' };
    default:
      return envelope satisfies never;
  }
}

/** Returns the screen for an invalid link, or null for other problems, which a retry may fix. */
export function getLinkScreen(problem: SignerProblem): Screen | null {
  if (problem.code === 'not_found') return { name: 'link', trouble: 'invalid' };
  if (problem.code !== 'unauthorized') return null;
  const { reason, recalled, over, delegatedTo: to, senderName: sender } = problem.details;
  if (typeof to === 'string' && typeof sender === 'string') return { name: 'delegated', to, sender };
  if (over === true) return { name: 'link', trouble: 'past', ...readAbout(problem) };
  switch (reason) {
    case 'link_replaced':
      return { name: 'link', trouble: recalled === true ? 'recalled' : 'replaced' };
    case 'link_expired':
      return { name: 'link', trouble: 'expired' };
    case 'link_suspended':
      return { name: 'link', trouble: 'suspended' };
    case 'session_over':
      return { name: 'link', trouble: 'session' };
    case 'authentication_required':
      return getProofScreen(problem.details.method);
    default:
      return { name: 'link', trouble: 'invalid' };
  }
}

/** Returns what a problem says about the document. */
export function readAbout({ details }: SignerProblem): { readonly about?: About } {
  const { displayName: document, senderName: sender } = details;
  return typeof document === 'string' && typeof sender === 'string' ? { about: { document, sender } } : {};
}

/** Returns the screen on which a signer proves who they are. */
export function getProofScreen(required: unknown): Screen {
  const method = AUTHENTICATION_METHODS.find((known) => known === required);
  if (method === undefined || method === 'link') return { name: 'link', trouble: 'invalid' };
  return method === 'oidc' ? { name: 'signIn' } : { name: 'code', method };
}

/** Checks whether the signer can request a new link by email. */
export function canRenew(trouble: LinkTrouble): boolean {
  return trouble === 'replaced' || trouble === 'expired';
}

/** Describes a problem that a retry may fix. */
export function getFailureMessage(problem: SignerProblem): string {
  switch (problem.code) {
    case 'network':
      return m.failure_network();
    case 'rate_limited':
      return problem.retryAfterSeconds === null
        ? m.failure_rate_limited()
        : m.failure_rate_limited_for({ seconds: problem.retryAfterSeconds });
    case 'payload_too_large':
      return m.failure_too_large();
    default:
      return m.failure_server();
  }
}
