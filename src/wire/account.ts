import { z } from 'zod';
import { LANGUAGES } from '#domain/language.ts';
import { givenPassword } from './member.ts';
import { timestamp } from './text.ts';

/** A person's account, as their settings show it. */
export const accountSchema = z.object({
  name: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  language: z
    .enum(LANGUAGES)
    .nullable()
    .describe("Language of the pages and emails; null for the browser's."),
  totpSince: timestamp.nullable().describe('When the authenticator app was confirmed; null without one.'),
  recoveryCodesLeft: z.number(),
  passkeys: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      backedUp: z.boolean(),
      createdAt: timestamp,
      lastUsedAt: timestamp.nullable(),
    }),
  ),
  sessions: z.array(
    z.object({
      id: z.string(),
      isThis: z.boolean(),
      createdAt: timestamp,
      lastUsedAt: timestamp,
      ipAddress: z.string().nullable(),
      userAgent: z.string().nullable(),
    }),
  ),
});
export type WireAccount = z.infer<typeof accountSchema>;

/** What people use to prove who they are: the password, and also a code if they have an authenticator app. */
export const proof = z.strictObject({
  password: givenPassword,
  code: z.string().max(100).optional().describe('A code of the authenticator app, or a recovery code.'),
});
export type Proof = z.infer<typeof proof>;

/** An empty success response. */
export const done = z.object({ done: z.literal(true) });
export const DONE = { done: true } as const;
