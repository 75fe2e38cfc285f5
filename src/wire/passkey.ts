import { z } from 'zod';

/** Longer than anything authenticators produce. */
const part = z.string().max(20_000);
const extensions = z.record(z.string(), z.unknown());
const attachment = z.enum(['platform', 'cross-platform']).exactOptional();

/** A browser's response to creating a passkey (WebAuthn level 3, RegistrationResponseJSON). */
export const registrationResponse = z.object({
  id: part,
  rawId: part,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: part,
    attestationObject: part,
    authenticatorData: part.exactOptional(),
    transports: z.array(part).max(20).exactOptional(),
    publicKeyAlgorithm: z.number().exactOptional(),
    publicKey: part.exactOptional(),
  }),
  authenticatorAttachment: attachment,
  clientExtensionResults: extensions,
});

/**
 * A browser's response to using a passkey (WebAuthn level 3, AuthenticationResponseJSON). Browsers may add
 * properties of later levels.
 */
export const authenticationResponse = z
  .looseObject({
    id: part.describe('The credential’s id, base64url.'),
    rawId: part.describe('The same id.'),
    type: z.literal('public-key').describe('The kind of credential.'),
    response: z
      .looseObject({
        clientDataJSON: part.describe('The client data that was signed, base64url.'),
        authenticatorData: part.describe('The authenticator data that was signed, base64url.'),
        signature: part.describe('The signature, base64url.'),
        userHandle: part.exactOptional().describe('The account that the passkey belongs to, base64url.'),
      })
      .describe('The authenticator’s response to the challenge.'),
    authenticatorAttachment: attachment.describe(
      'How the authenticator is attached: platform or cross-platform.',
    ),
    clientExtensionResults: extensions.describe('The results of extensions.'),
  })
  .describe('The credential that `navigator.credentials.get` returned, as JSON.')
  .meta({
    examples: [
      {
        id: 'q3mVb1xNcA5dLhGj',
        rawId: 'q3mVb1xNcA5dLhGj',
        type: 'public-key',
        response: {
          clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
          authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2M',
          signature: 'MEUCIQDx3yTq0mWfR8sVb1xNcA5d',
          userHandle: 'dXNlcl8wMWs5czd0cTRl',
        },
        clientExtensionResults: {},
      },
    ],
  });

/**
 * The options that a browser gets for using a passkey (WebAuthn level 3,
 * PublicKeyCredentialRequestOptionsJSON).
 */
export const authenticationOptions = z
  .looseObject({
    challenge: z.string().meta({ examples: ['Zk3yTq0mWfR8sVb1xNcA5dLhGjUoPeIi'] }),
    rpId: z.string().optional(),
    timeout: z.number().optional(),
  })
  .meta({ id: 'PasskeyChallenge' });
