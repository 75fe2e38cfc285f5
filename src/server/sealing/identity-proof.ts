import { textedTo } from '#domain/envelope/authentication.ts';
import type { Participant } from '#domain/envelope/graph.ts';
import type { EventPayloads, EventRecord } from '#domain/event/catalogue.ts';
import { utcTime } from '#server/pdf/certificate/wording.ts';
/** Returns how the signer got to the document and proved who they are, and when. */
export function authenticationOf(
  participant: Participant,
  own: readonly EventRecord[],
  organizationName: string,
): string {
  const { delivery, authenticationMethod: method, authenticatedAt } = participant;
  const opened = own.findLast(({ action }) => action === 'participant.session_opened');
  const moment = authenticatedAt ?? opened?.occurredAt;
  const time = moment === undefined ? '' : `, ${utcTime(new Date(moment))}`;
  const account = own.findLast(({ action }) => action === 'participant.account_used');
  if (account !== undefined)
    return `Signed in to their account, ${utcTime(new Date(account.occurredAt))}${proofOf(participant, own)}`;
  if (delivery === 'email') return `${BY_LINK[method]}${proofOf(participant, own)}${time}`;
  const session = opened?.payload as EventPayloads['participant.session_opened'] | null | undefined;
  const way =
    delivery === 'embedded'
      ? `Authenticated by ${session?.application ?? organizationName}'s application`
      : `In person, on a device handed over by ${session?.host ?? organizationName}`;
  return `${way}${proofOf(participant, own)}${time}`;
}

/** The code says where the link was sent as well. */
const BY_LINK = {
  link: 'Personal signing link sent to this email address',
  access_code: 'Personal signing link sent to this email address',
  email_code: 'Personal signing link',
  sms_code: 'Personal signing link sent to this email address',
  oidc: 'Personal signing link sent to this email address',
} as const satisfies Record<Participant['authenticationMethod'], string>;

/** Returns what was asked for besides a link, session or account. */
function proofOf(participant: Participant, own: readonly EventRecord[]): string {
  const { authenticationMethod: method } = participant;
  switch (method) {
    case 'link':
      return '';
    case 'access_code':
      return ', and an access code given by the sender';
    case 'email_code':
      return ', and a one-time code sent to this email address';
    case 'sms_code':
      return `, and a one-time code texted to ${textedTo(participant).phone ?? 'their phone'}`;
    case 'oidc':
      return signInWith(own);
    default:
      return method satisfies never;
  }
}

/** Returns with whom someone signed in, when they last did before they signed. */
function signInWith(own: readonly EventRecord[]): string {
  const done = own.findIndex(({ action }) => ENDS_TURN.has(action));
  const passed = own
    .slice(0, done < 0 ? own.length : done)
    .findLast(({ action }) => action === 'participant.authenticated');
  const { signIn } = (passed?.payload as EventPayloads['participant.authenticated'] | null | undefined) ?? {};
  if (signIn === undefined) return ', and a sign-in with an identity provider';
  return `, and signed in with ${signIn.provider} (${signIn.issuer}), ${signIn.matched} matched`;
}

const ENDS_TURN = new Set(['participant.signed', 'participant.approved', 'participant.declined']);
