import { z } from 'zod';
import { KEY_SCOPES } from '#domain/organization/key-scope.ts';
import { EXAMPLE } from './examples.ts';
import { createIdSchema } from './identifier.ts';
import { timestamp } from './text.ts';

export const keyScope = z.enum(KEY_SCOPES);

/** An IP address or a CIDR range (RFC 4632, RFC 4291 section 2.3). */
export const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
  error: 'must be an IP address or a range such as 203.0.113.0/24',
});

/** An API key without its text, because the text is only shown once. */
export const apiKeySchema = z
  .object({
    id: createIdSchema('apiKey'),
    name: z.string().meta({ examples: ['Order system'] }),
    hint: z
      .string()
      .describe('The first and last characters of the key.')
      .meta({ examples: ['svc_sk_a1b2…y9z0'] }),
    createdByName: z.string().meta({ examples: [EXAMPLE.senderName] }),
    scopes: z.array(keyScope).describe('What it can do.'),
    pausedScopes: z
      .array(keyScope)
      .describe("What of that it can't at the moment, because its maker's role has changed."),
    allowedNetworks: z.array(z.string()).nullable(),
    expiresAt: timestamp.nullable(),
    createdAt: timestamp,
    lastUsedAt: timestamp.nullable(),
    revokedAt: timestamp.nullable(),
  })
  .meta({ id: 'ApiKey' });
export type WireApiKey = z.infer<typeof apiKeySchema>;
