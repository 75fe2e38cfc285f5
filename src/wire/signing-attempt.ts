import { z } from 'zod';
import { createExampleId, EXAMPLE } from './examples.ts';
import { createIdSchema } from './identifier.ts';
import { timestamp } from './text.ts';

export const attemptId = z
  .string()
  .max(100)
  .describe('The `attempt` of the answer that started it.')
  .meta({ examples: [createExampleId('signingAttempt')] });

/** Longer than anything authenticators produce. */
const part = z.string().max(20_000);
const credential = {
  id: part.describe('The credential’s id, base64url.'),
  rawId: part.exactOptional().describe('The same id.'),
  type: z.literal('public-key').exactOptional().describe('The kind of credential.'),
};

/** What `navigator.credentials.get` returned, as JSON. Browsers may add properties. */
const assertion = z
  .looseObject({
    ...credential,
    response: z
      .looseObject({
        clientDataJSON: part.describe('The client data that was signed, base64url.'),
        authenticatorData: part.describe('The authenticator data that was signed, base64url.'),
        signature: part.describe('The signature, base64url.'),
      })
      .describe('What the authenticator signed.'),
  })
  .describe('What `navigator.credentials.get` returned, as JSON.')
  .meta({ id: 'SignerPasskeyResponse' });
export type PasskeyAssertion = z.infer<typeof assertion>;

/** What `navigator.credentials.create` returned, as JSON. Browsers may add properties. */
const creation = z
  .looseObject({
    ...credential,
    response: z
      .looseObject({
        clientDataJSON: part.describe('The client data, base64url.'),
        attestationObject: part.describe('The attestation object with the new key, base64url.'),
      })
      .describe('The new key.'),
  })
  .describe('What `navigator.credentials.create` returned, as JSON.')
  .meta({ id: 'CreatedPasskey' });
export type PasskeyCreation = z.infer<typeof creation>;

export const continueSigningInput = z.strictObject({
  attempt: attemptId,
  passkey: assertion.exactOptional().describe('Signs. Either this or `created`.'),
  created: creation.exactOptional().describe('Adds a passkey that can sign then.'),
});

const credentials = z
  .array(z.object({ type: z.literal('public-key'), id: z.string() }))
  .meta({ examples: [[{ type: 'public-key', id: 'q3mVb1xNcA5dLhGj' }]] });
const challenge = z.string().meta({ examples: ['Zk3yTq0mWfR8sVb1xNcA5dLhGjUoPeIi'] });
const host = z.string().meta({ examples: ['sign.example.com'] });

const step = z
  .object({
    kind: z.literal('passkey'),
    options: z
      .object({
        challenge: challenge.describe('SHA-256 of the statement, base64url.'),
        rpId: host,
        timeout: z.number().meta({ examples: [600_000] }),
        userVerification: z.literal('required'),
        allowCredentials: credentials.describe('Passkeys that this address has used here. May be empty.'),
      })
      .describe('For `navigator.credentials.get`, after parseRequestOptionsFromJSON.'),
    create: z
      .object({
        challenge,
        rp: z.object({ id: host, name: z.string() }),
        user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
        pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
        timeout: z.number(),
        attestation: z.literal('none'),
        authenticatorSelection: z.object({
          residentKey: z.literal('preferred'),
          userVerification: z.literal('required'),
        }),
        excludeCredentials: credentials,
      })
      .nullable()
      .describe('For `navigator.credentials.create`; null if a new passkey isn’t accepted.')
      .meta({ examples: [null] }),
  })
  .meta({ id: 'SigningStep' });
export type SigningStep = z.infer<typeof step>;

/** The beginning of a statement. */
const STATEMENT =
  '{"attachments":[],"documentHash":"0c6d6b5e…","envelopeId":"env_01kd2v5m8ne3wtbxq7r0h4j6sa",…}';

const attempt = createIdSchema('signingAttempt');

export const startSigningAnswer = z.object({
  attempt,
  statement: z
    .string()
    .describe(
      'RFC 8785 canonical JSON: organizationId, envelopeId, participantId, documentHash, valuesHash, signatureHash, initialsHash, stampHash (if there is a stamp), attachments, intent, as they will be logged, and a random nonce.',
    )
    .meta({ examples: [STATEMENT] }),
  values: z
    .array(
      z.object({ fieldId: createIdSchema('field'), value: z.string().meta({ examples: [EXAMPLE.name] }) }),
    )
    .describe('All values that are signed, with those that the service fills in.'),
  expiresAt: timestamp.meta({ examples: [EXAMPLE.expiresAt] }),
  next: step,
});

export const signingStepAnswer = z.object({ attempt, next: step });
