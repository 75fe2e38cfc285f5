import { z } from 'zod';
import { REDIRECT_KINDS } from '#domain/organization/redirect.ts';
import { ALL_SCOPES, type Scope } from '#domain/organization/scope.ts';
import { LIMITS } from '#domain/limits.ts';
import { EXAMPLE, createExampleId } from './examples.ts';
import { createIdSchema } from './identifier.ts';
import { PARTICIPANT_STATUSES } from '#domain/envelope/status.ts';
import { role } from './member.ts';
import { timestamp } from './text.ts';

/** The token from an emailed link. */
export const linkToken = z
  .string()
  .max(LIMITS.cursorMaxChars)
  .describe('The token from the emailed link, after `#`.')
  .meta({ examples: ['Zk3yTq0mWfR8sVb1xNcA5dLhGjUoPeIi'] });

const organizationName = z.string().meta({ examples: ['Acme Legal GmbH'] });

/** The response when a session was started. It sets the session's cookie. */
export const sessionStarted = z
  .object({ expiresAt: timestamp.describe('When the session ends unless it is used again.') })
  .meta({ id: 'SessionStarted' });

/**
 * The response when the password was right and a code is needed as well. It sets the cookie of the pending
 * sign-in.
 */
export const secondFactorRequired = z
  .object({
    secondFactorRequired: z.literal(true),
    expiresAt: timestamp.describe('When the pending sign-in expires.'),
  })
  .meta({ id: 'SecondFactorRequired' });

/** The response when the request was recorded. An email may follow. */
export const accepted = z.object({ status: z.literal('accepted') }).meta({ id: 'Accepted' });
export const ACCEPTED = { status: 'accepted' } as const;

/** Whether a link or a pending sign-in still works. */
export const stillValid = z.object({ valid: z.boolean() }).meta({ id: 'Validity' });

/** Whether the link of a sign-up can still be used, and whether it takes a passkey or a password. */
export const validSignUp = z
  .object({
    valid: z.boolean(),
    withPasskey: z
      .boolean()
      .describe('Whether a passkey completes it, on the page that the link opens, instead of the password.'),
  })
  .meta({ id: 'SignUpValidity' });

/** The content of the lock screen of a device that was handed over. */
export const deviceLock = z.object({
  name: z.string().describe('Who has to unlock it.'),
  hasPasskey: z.boolean(),
  needsCode: z.boolean(),
  envelopeId: createIdSchema('envelope'),
  handed: z
    .object({ name: z.string(), status: z.enum(PARTICIPANT_STATUSES) })
    .nullable()
    .describe('Who got the device; null if they are no longer a participant.'),
  next: z.string().nullable().describe('Who gets the device next.'),
});

/** The person who is signed in. */
export const currentSession = z
  .object({
    user: z.object({
      id: createIdSchema('user'),
      name: z.string().meta({ examples: [EXAMPLE.senderName] }),
      email: z.string().meta({ examples: [EXAMPLE.senderEmail] }),
      emailVerified: z.boolean(),
    }),
    organization: z.object({ id: createIdSchema('organization'), name: organizationName }),
    role,
  })
  .meta({ id: 'Session' });

/** An invitation, as the holder of its link sees it. */
export const shownInvitation = z
  .object({
    organizationName,
    invitedByName: z.string().meta({ examples: ['Grace Hopper'] }),
    email: z.string().meta({ examples: [EXAMPLE.email] }),
    role,
    expiresAt: timestamp,
    hasAccount: z.boolean().describe('Whether the invited address has an account to sign in with.'),
  })
  .meta({ id: 'ShownInvitation' });

const scopes = z.array(z.enum(ALL_SCOPES as readonly [Scope, ...Scope[]]));

/**
 * What a person decides on: the app that asks, and what it could do in each of the person's organizations.
 */
export const consentRequest = z
  .object({
    client: z.object({
      name: z.string().meta({ examples: ['Contract assistant'] }),
      verifiedHost: z.string().nullable().describe('The host that vouches for the app, if any.'),
      target: z.object({
        kind: z.enum(REDIRECT_KINDS),
        host: z.string().meta({ examples: ['agent.example.com'] }),
      }),
    }),
    organizations: z.array(
      z.object({
        id: createIdSchema('organization'),
        name: organizationName,
        testMode: z.boolean().describe('Whether it is a test environment.'),
        scopes: scopes.describe('What the app asked for and the person may grant there.'),
        agentsAskFirst: z.boolean().describe('Whether all apps ask first there.'),
      }),
    ),
  })
  .meta({ id: 'ConsentRequest' });

/** What a person allows an app to do, and in which organization. */
export const consentChoice = {
  organizationId: z
    .string()
    .min(1)
    .describe('The organization that the app may act in.')
    .meta({ examples: [createExampleId('organization')] }),
  scopes: scopes.describe('What the app may do there.'),
  asksFirst: z
    .boolean()
    .default(true)
    .describe(
      'Whether the person sends and voids what the app prepares. Otherwise its user interface asks them.',
    ),
};

/** Where the browser goes once a person has decided. */
export const consentDecided = z
  .object({
    redirectTo: z.string().meta({ examples: ['https://sign.example.com/oauth/authorize/Zk3yTq0mWfR8'] }),
  })
  .meta({ id: 'ConsentDecided' });
