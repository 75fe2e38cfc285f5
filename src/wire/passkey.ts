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

/** A browser's response to using a passkey (WebAuthn level 3, AuthenticationResponseJSON). */
export const authenticationResponse = z.object({
  id: part,
  rawId: part,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: part,
    authenticatorData: part,
    signature: part,
    userHandle: part.exactOptional(),
  }),
  authenticatorAttachment: attachment,
  clientExtensionResults: extensions,
});
