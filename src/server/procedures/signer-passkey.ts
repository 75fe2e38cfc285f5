import { z } from 'zod';
import { createRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { EXAMPLE } from '#wire/examples.ts';
import { emailAddress, pathId, sha256, timestamp } from '#wire/text.ts';
import { listTransaction, transaction } from '#server/db/client/transaction.ts';
import {
  deleteSignerPasskey as deletePasskey,
  listPasskeyUses,
} from '#server/db/organizations/signer-passkeys.ts';
import { memberProcedure } from '#server/trpc/audience.ts';

const KEY_HASH = '3f9a12c0b4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6e7f';
const keyHash = pathId.describe('The `id` of the passkey.').meta({ examples: [KEY_HASH] });

const signerPasskey = z
  .object({
    id: sha256
      .describe('SHA-256 of the public key, as `keyHash` in `signedWith`.')
      .meta({ examples: [KEY_HASH] }),
    email: z
      .string()
      .describe('The address of the person who created it.')
      .meta({ examples: [EXAMPLE.email] }),
    rpId: z
      .string()
      .describe('The site that it is for.')
      .meta({ examples: ['sign.example.com'] }),
    isSynced: z.boolean().describe('Whether it is backed up, so that other devices may have it.'),
    signedAs: z
      .array(z.object({ email: z.string(), count: z.int() }))
      .describe('The addresses it has signed for, and how many documents for each.')
      .meta({ examples: [[{ email: EXAMPLE.email, count: 3 }]] }),
    createdAt: timestamp.meta({ examples: [EXAMPLE.createdAt] }),
    lastUsedAt: timestamp.nullable().meta({ examples: [EXAMPLE.sentAt] }),
  })
  .meta({ id: 'SignerPasskey' });

/** Lists the passkeys that people have signed with, and whom each has signed for. */
export const listSignerPasskeys = memberProcedure('read')
  .meta({
    openapi: {
      method: 'GET',
      path: '/api/v1/signer-passkeys',
      tags: ['Signer passkeys'],
      summary: 'List the passkeys of signers',
      description:
        'Returns the passkeys that people have created to sign for this organization, newest first, at most 200. Name an address or a key to find the others.',
    },
    rest: { errors: [] },
  })
  .input(
    z.strictObject({
      email: emailAddress.optional().describe('Only those created with this address.'),
      keyHash: sha256.optional().describe('Only this one.'),
    }),
  )
  .output(z.object({ items: z.array(signerPasskey) }))
  .query(async ({ ctx: { services, member }, input }) => {
    const { organizationId } = member;
    const items = await listTransaction(services.db, { organizationId }, (tx) =>
      listPasskeyUses(tx, input, LIMITS.listLimitMax),
    );
    return {
      items: items.map(({ keyHash, email, rpId, backedUp, signedAs, createdAt, lastUsedAt }) => ({
        ...{ id: keyHash, email, rpId, isSynced: backedUp, signedAs: [...signedAs] },
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt?.toISOString() ?? null,
      })),
    };
  });

/** Forgets a passkey. What was signed with it stays. */
export const deleteSignerPasskey = memberProcedure('administer')
  .meta({
    openapi: {
      method: 'DELETE',
      path: '/api/v1/signer-passkeys/{id}',
      tags: ['Signer passkeys'],
      summary: 'Forget a passkey',
      description: 'It can’t sign any more. What was signed with it keeps its proof.',
    },
    rest: { success: 204, errors: ['not_found'] },
  })
  .input(z.strictObject({ id: keyHash }))
  .output(z.undefined())
  .mutation(async ({ ctx: { services, member }, input: { id } }) => {
    const { organizationId } = member;
    const isGone = await transaction(services.db, { organizationId }, (tx) => deletePasskey(tx, id));
    if (!isGone) throw createRefusal('not_found');
  });
