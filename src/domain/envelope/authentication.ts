import { accept, type Decision } from '../decision.ts';
import type { Effect } from '../effects.ts';
import type { Issue } from '../errors.ts';
import type { EnvelopeGraph, Participant } from './graph.ts';
import type { Facts } from './facts.ts';
import type { Timestamp } from '../timestamp.ts';
import { maskPhone, type SignIn } from './sign-in.ts';
import { AUTHENTICATION_METHODS, type AuthenticationMethod } from './status.ts';

/** A null `codeHash` keeps the code that the participant has. */
export type AuthenticationInput =
  | { readonly method: Exclude<AuthenticationMethod, 'access_code' | 'sms_code' | 'oidc'> }
  | { readonly method: 'access_code'; readonly codeHash: string | null }
  | { readonly method: 'sms_code'; readonly phone: string }
  | { readonly method: 'oidc'; readonly provider: string };

type Authentication = Pick<
  Participant,
  'authenticationMethod' | 'accessCodeHash' | 'authenticationPhone' | 'authenticationProvider'
>;

/** Converts the authentication input to the columns of a participant. */
export function toAuthenticationColumns(input: AuthenticationInput | undefined): Authentication {
  return {
    authenticationMethod: input?.method ?? 'link',
    accessCodeHash: input?.method === 'access_code' ? input.codeHash : null,
    authenticationPhone: input?.method === 'sms_code' ? input.phone : null,
    authenticationProvider: input?.method === 'oidc' ? input.provider : null,
  };
}

/**
 * Gives participants who keep their access code the code that they had. Participants are matched by email
 * address, then by position, and each old code is used once. Those who had no code are reported.
 */
export function withKeptCodes(
  before: readonly Participant[],
  after: readonly Participant[],
): { readonly participants: readonly Participant[]; readonly issues: Issue[] } {
  const left = new Set(before.filter(({ accessCodeHash }) => accessCodeHash !== null));
  const kept = new Map<Participant, string>();
  const keep = (participant: Participant, from: Participant | undefined) => {
    if (kept.has(participant) || from === undefined || from.accessCodeHash === null || !left.delete(from))
      return;
    kept.set(participant, from.accessCodeHash);
  };
  const open = after.filter(isWithoutCode);
  for (const participant of open) {
    const email = participant.email.toLowerCase();
    keep(
      participant,
      [...left].find((one) => one.email.toLowerCase() === email),
    );
  }
  for (const participant of open) keep(participant, before[after.indexOf(participant)]);
  return {
    participants: after.map((participant) => ({
      ...participant,
      accessCodeHash: kept.get(participant) ?? participant.accessCodeHash,
    })),
    issues: after.flatMap((participant, index) =>
      isWithoutCode(participant) && !kept.has(participant)
        ? [{ path: `/participants/${index}/authentication/code`, message: 'is required' }]
        : [],
    ),
  };
}

function isWithoutCode({ authenticationMethod, accessCodeHash }: Participant): boolean {
  return authenticationMethod === 'access_code' && accessCodeHash === null;
}

/**
 * Records that a participant has proved their identity, and what their identity provider said. After they
 * sign, the time that counts for the signature no longer changes.
 */
export function passAuthentication(
  graph: EnvelopeGraph,
  participantId: string,
  facts: Facts,
  signIn: SignIn | null = null,
): Decision {
  const participant = graph.participants.find(({ id }) => id === participantId);
  if (participant === undefined) return accept({});
  const { authenticationMethod: method, status } = participant;
  // An earlier text message that failed no longer matters once one has arrived.
  const reached = method === 'sms_code' ? { deliveryFailedAt: null } : {};
  return accept({
    patch:
      status === 'pending'
        ? { participants: { update: [{ id: participantId, authenticatedAt: facts.now, ...reached }] } }
        : {},
    events: [
      {
        action: 'participant.authenticated',
        payload: {
          participantId,
          method,
          ...toTextedPhone(participant),
          ...(signIn === null ? {} : { signIn }),
        },
      },
    ],
  });
}

/**
 * Records that someone has proved their address in a public form. They may sign, but not write to the sender, who
 * doesn't know them.
 */
export function admitVisitor(graph: EnvelopeGraph, participantId: string, facts: Facts): Decision {
  const passed = passAuthentication(graph, participantId, facts);
  if (passed.kind === 'refuse') return passed;
  const update = [{ id: participantId, authenticatedAt: facts.now, canAsk: false }];
  return { ...passed, patch: { participants: { update } } };
}

/** Records that a participant's link is locked after too many wrong codes. */
export function lockAuthentication(
  graph: EnvelopeGraph,
  participantId: string,
  lockedUntil: string,
): Decision {
  const participant = graph.participants.find(({ id }) => id === participantId);
  if (participant === undefined) return accept({});
  const { authenticationMethod: method } = participant;
  return accept({
    events: [
      {
        action: 'participant.authentication_failed',
        payload: { participantId, method, lockedUntil, ...toTextedPhone(participant) },
      },
    ],
  });
}

/** Returns the last digits of the phone number that codes are texted to, for the log. */
export function toTextedPhone({ authenticationPhone: phone }: Pick<Participant, 'authenticationPhone'>): {
  phone?: string;
} {
  return phone === null ? {} : { phone: maskPhone(phone) };
}

/** Returns the job that sends a participant the code they asked for. */
export function createCodeJob(
  { organizationId, envelopeId, id: participantId }: Participant,
  at: Timestamp,
): Effect {
  return {
    name: 'svc/participant.code_requested',
    payload: { organizationId, envelopeId, participantId, at },
  };
}

/**
 * What is set up for proving a person's identity: an SMS gateway, and the organization's enabled identity
 * providers by id.
 */
export type Means = {
  readonly sms: boolean;
  readonly providers: readonly string[];
  /** Whether browsers have passkeys for this site. */
  readonly passkeys: boolean;
};

/** An authentication method that can be chosen. Each identity provider counts as a separate method. */
export type AvailableMethod = {
  readonly method: AuthenticationMethod;
  readonly provider: { readonly id: string; readonly name: string } | null;
};

/** The methods that work without any setup. */
export const ALWAYS_AVAILABLE: readonly AvailableMethod[] = listAvailableMethods(false, []);

/** Returns the authentication methods that can be chosen. */
export function listAvailableMethods(
  sms: boolean,
  providers: readonly { readonly id: string; readonly name: string }[],
): AvailableMethod[] {
  return AUTHENTICATION_METHODS.flatMap((method): AvailableMethod[] => {
    if (method === 'oidc') return providers.map(({ id, name }) => ({ method, provider: { id, name } }));
    return method === 'sms_code' && !sms ? [] : [{ method, provider: null }];
  });
}

export type Chosen = { readonly method: AuthenticationMethod; readonly provider?: string | null };

/** Reports an authentication method that isn't set up. `path` is the person's JSON pointer. */
export function validateMeans(chosen: Chosen | undefined, { sms, providers }: Means, path: string): Issue[] {
  const at = `${path}/authentication`;
  if (chosen?.method === 'sms_code' && !sms)
    return [{ path: `${at}/method`, message: 'must not be sms_code: no SMS gateway is configured' }];
  if (chosen?.method === 'oidc' && !providers.includes(chosen.provider ?? ''))
    return [{ path: `${at}/provider`, message: 'is not an enabled identity provider of this organization' }];
  return [];
}
