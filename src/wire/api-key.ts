import { z } from 'zod';
import { timestamp } from './text.ts';

/** An API key in the dashboard, without its text, which is shown only once. */
export const apiKeySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    hint: z.string().describe('The first and last characters of the key.'),
    createdByName: z.string(),
    createdAt: timestamp,
    lastUsedAt: timestamp.nullable(),
    revokedAt: timestamp.nullable(),
  })
  .meta({ id: 'ApiKey' });
export type WireApiKey = z.infer<typeof apiKeySchema>;
