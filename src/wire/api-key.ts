import { z } from 'zod';
import { timestamp } from './text.ts';

/** An API key as the dashboard lists it: its text is shown once, when it is made. */
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
