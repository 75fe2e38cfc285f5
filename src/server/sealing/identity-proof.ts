import { toTextedPhone } from '#domain/envelope/authentication.ts';
import type { Participant } from '#domain/envelope/graph.ts';
import type { EventPayloads, EventRecord } from '#domain/event/catalogue.ts';
import { m } from '#i18n/compiled/messages.js';
import type { Wording } from './wording.ts';

type Described = {
  readonly organizationName: string;
  /** Whether emails leave this machine. */
  readonly sendsMail: boolean;
  readonly wording: Wording;
};

/** How a person proved who they are: in lines, of which the last is the strongest, and when. */
export type Authentication = { readonly lines: readonly string[]; readonly at: Date | null };

/** Describes how the signer got to the document, how they proved who they are, and when. */
export function describeAuthentication(
  participant: Participant,
  own: readonly EventRecord[],
  { organizationName, sendsMail, wording }: Described,
): Authentication {
  const { authenticationMethod: method, authenticatedAt } = participant;
  const locale = { locale: wording.language };
  const opened = own.findLast(({ action }) => action === 'participant.session_opened');
  const account = own.findLast(({ action }) => action === 'participant.account_used');
  const moment = account?.occurredAt ?? authenticatedAt ?? opened?.occurredAt;
  const way =
    account === undefined
      ? describeDelivery(participant, opened, organizationName, locale)
      : m.certificate_auth_account({}, locale);
  const isMailedCode = account === undefined && participant.delivery === 'email' && method === 'email_code';
  // The line about an emailed code already says where the link was sent.
  const isPassedOn = own.some((event) => isCurrentLinkCopied(event, participant));
  const isOnlyPassedOn = isPassedOn && !sendsMail && account === undefined;
  const lines = isMailedCode || isOnlyPassedOn ? [] : [way];
  if (isPassedOn) {
    const passedOn = isOnlyPassedOn ? m.certificate_auth_passed_on_only : m.certificate_auth_passed_on;
    lines.push(passedOn({ organization: organizationName }, locale));
  }
  const proof = describeProof(participant, own, locale);
  if (proof !== null) lines.push(proof);
  return { lines, at: moment === undefined ? null : new Date(moment) };
}

/** Checks whether a sender took the link that the person could sign with. Earlier links stopped working. */
function isCurrentLinkCopied({ action, payload }: EventRecord, { linkEpoch }: Participant): boolean {
  if (action !== 'participant.link_copied') return false;
  return (payload as EventPayloads['participant.link_copied']).epoch === linkEpoch;
}

type Locale = { readonly locale: Wording['language'] };

function describeDelivery(
  { delivery }: Participant,
  opened: EventRecord | undefined,
  organizationName: string,
  locale: Locale,
): string {
  if (delivery === 'email') return m.certificate_auth_link({}, locale);
  const session = opened?.payload as EventPayloads['participant.session_opened'] | null | undefined;
  return delivery === 'embedded'
    ? m.certificate_auth_embedded({ application: session?.application ?? organizationName }, locale)
    : m.certificate_auth_in_person({ host: session?.host ?? organizationName }, locale);
}

/** Describes the proof that was required in addition to a link, session or account. */
function describeProof(participant: Participant, own: readonly EventRecord[], locale: Locale): string | null {
  const { authenticationMethod: method } = participant;
  switch (method) {
    case 'link':
      return null;
    case 'access_code':
      return m.certificate_auth_access_code({}, locale);
    case 'email_code':
      return m.certificate_auth_email_code({}, locale);
    case 'sms_code':
      return m.certificate_auth_sms_code({ phone: toTextedPhone(participant).phone ?? '–' }, locale);
    case 'oidc':
      return describeSignInMethod(own, locale);
    default:
      return method satisfies never;
  }
}

/** Returns the provider that someone last signed in with before they signed. */
function describeSignInMethod(own: readonly EventRecord[], locale: Locale): string {
  const done = own.findIndex(({ action }) => ENDS_TURN.has(action));
  const passed = own
    .slice(0, done < 0 ? own.length : done)
    .findLast(({ action }) => action === 'participant.authenticated');
  const { signIn } = (passed?.payload as EventPayloads['participant.authenticated'] | null | undefined) ?? {};
  return signIn === undefined
    ? m.certificate_auth_provider({}, locale)
    : m.certificate_auth_sign_in({ provider: signIn.provider, issuer: signIn.issuer }, locale);
}

const ENDS_TURN = new Set(['participant.signed', 'participant.approved', 'participant.declined']);
