import { z } from 'zod';
import { KEY_SCOPES } from '#domain/organization/key-scope.ts';
import { timestamp } from './text.ts';

export const keyScope = z.enum(KEY_SCOPES);

/** An address, or a CIDR range (RFC 4632, RFC 4291 section 2.3). */
export const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()], {
  error: 'must be an IP address or a range such as 203.0.113.0/24',
});

/** An API key in the dashboard, without its text, which is shown only once. */
export const apiKeySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    hint: z.string().describe('The first and last characters of the key.'),
    createdByName: z.string(),
    /** What it can do, and what of that it can't at the moment because its maker's role has changed. */
    scopes: z.array(keyScope),
    pausedScopes: z.array(keyScope),
    allowedNetworks: z.array(z.string()).nullable(),
    expiresAt: timestamp.nullable(),
    createdAt: timestamp,
    lastUsedAt: timestamp.nullable(),
    revokedAt: timestamp.nullable(),
  })
  .meta({ id: 'ApiKey' });
export type WireApiKey = z.infer<typeof apiKeySchema>;
