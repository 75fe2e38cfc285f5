import { z } from 'zod';
import { sha256, timestamp } from './text.ts';

const click = z.object({ method: z.literal('click').describe('By the last button of the page.') });
const passkey = z
  .literal('passkey')
  .describe('Also with a passkey, which their device asks them to confirm.');
const required = z.boolean().describe('Whether they can’t sign without a passkey.');
const known = z
  .boolean()
  .describe('Whether it has to be a passkey that has signed for the organization and this address before.');

/** How a participant signs. */
export const signingInput = z
  .discriminatedUnion('method', [
    click.strict(),
    z.strictObject({
      method: passkey,
      required: required.optional().describe('Whether they can’t sign without a passkey. Default: true.'),
      known: known
        .optional()
        .describe(
          'Whether it must have signed for the organization and this address before. Default: false.',
        ),
    }),
  ])
  .optional()
  .describe('How they sign. A passkey isn’t possible with in_person delivery. Default: click.')
  .meta({ id: 'SigningInput' });

export const signingSchema = z
  .discriminatedUnion('method', [click, z.object({ method: passkey, required, known })])
  .meta({ id: 'Signing', examples: [{ method: 'click' }] });

const earlierSchema = z
  .object({
    count: z.int().min(1),
    firstAt: timestamp,
    firstEventHash: sha256.describe('Hash of the event that records the first of them.'),
  })
  .nullable()
  .describe('Documents of the organization that the same passkey had signed before; null for none.');

export const keyHash = sha256.describe('SHA-256 of the public key.');
const rpId = z.string().describe('The site that the passkey is for.');
export const isSynced = z
  .boolean()
  .describe('Whether the passkey is backed up, so that other devices may have it.');

export const signedWithSchema = z
  .object({ kind: z.literal('passkey'), rpId, keyHash, isSynced, earlier: earlierSchema })
  .meta({ id: 'SignedWith', examples: [null] });

const text = z.string();

/** The proof in the event of a signature. */
export const proofSchema = z
  .object({
    kind: z.literal('passkey'),
    nonce: text.describe('The `nonce` of the statement.'),
    rpId,
    publicKey: text.describe('The public key as SubjectPublicKeyInfo, base64url.'),
    keyHash,
    authenticatorData: text.describe('What the authenticator signed, base64url.'),
    clientDataJSON: text.describe(
      'What the browser had signed, base64url. Its challenge is the SHA-256 of the statement.',
    ),
    signature: text.describe('The signature over both, base64url.'),
    isSynced,
    earlier: earlierSchema,
  })
  .describe('What anyone needs to check the signature.');
