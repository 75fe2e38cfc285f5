import { z } from 'zod';
import { EXAMPLE } from './examples.ts';
import { createIdSchema } from './identifier.ts';

const fraction = z.number().min(0).max(1);
const page = z
  .int()
  .min(1)
  .describe('Counted from 1.')
  .meta({ examples: [1] });
const changedText = z
  .object({
    text: z
      .string()
      .describe('Empty if the version says nothing there.')
      .meta({ examples: ['1,250 euros'] }),
    page,
    boxes: z
      .array(z.object({ page, x: fraction, y: fraction, width: fraction, height: fraction }))
      .describe('Where the text is drawn, in fractions of its page as displayed, from the top left.'),
  })
  .meta({ id: 'ChangedText' });

/** What a version of a contract says differently from the version before. */
export const versionChangesSchema = z
  .object({
    previousVersion: createIdSchema('envelope').describe('The version that is compared.'),
    documentHash: z
      .string()
      .describe('SHA-256 (hex) of the prepared PDF of this version.')
      .meta({ examples: [EXAMPLE.documentHash] }),
    previousDocumentHash: z
      .string()
      .describe('SHA-256 (hex) of the prepared PDF of the version before.')
      .meta({ examples: [EXAMPLE.contentHash] }),
    changes: z.array(
      z.object({
        kind: z.enum(['changed', 'added', 'removed']),
        before: changedText,
        after: changedText,
        leading: z
          .string()
          .describe('The words before it in this version.')
          .meta({ examples: ['The monthly rent is'] }),
        trailing: z
          .string()
          .describe('The words after it in this version.')
          .meta({ examples: ['and is due on the first day of each month.'] }),
      }),
    ),
    omitted: z.int().min(0).describe("The number of further changes, which aren't listed."),
    pagesWithoutText: z
      .object({ before: z.array(page), after: z.array(page) })
      .describe('Pages that draw no text, such as scans. Nothing on them is compared.'),
    digest: z
      .string()
      .describe('SHA-256 (hex) of all other properties, as RFC 8785 canonical JSON.')
      .meta({ examples: ['5d41402abc4b2a76b9719d911017c592ae2e3bdbb3a5f7e6d0c1b2a394857665'] }),
  })
  .meta({ id: 'VersionChanges' });

/** What changed, as someone sees it who is asked to sign. */
export const signerChangesSchema = versionChangesSchema
  .extend({
    versionNumber: z
      .int()
      .min(2)
      .describe('Of this version.')
      .meta({ examples: [2] }),
    hadSigned: z.boolean().describe('Whether they had signed or approved the version before.'),
  })
  .meta({ id: 'SignerChanges' });
export type SignerChanges = z.infer<typeof signerChangesSchema>;

export const nextVersionAnswer = z
  .object({
    url: z
      .string()
      .nullable()
      .describe('The link to the newer version; null if they have none.')
      .meta({ examples: ['https://sign.example.com/sign#token=eyJ2IjoxfQ.c2lnbmF0dXJl'] }),
  })
  .meta({ id: 'NextVersionLink' });
