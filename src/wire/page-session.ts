import { z } from 'zod';
import { LIMITS } from '#domain/limits.ts';
import { isEmbeddingOrigin } from '#domain/organization/embedding.ts';
import { envelopeDefaults } from './organization.ts';
import { createRequiredLineSchema, timestamp } from './text.ts';

const origin = z
  .string()
  .max(LIMITS.returnUrlMaxChars)
  .refine(isEmbeddingOrigin, 'must be an origin such as https://app.example.com, without a path or wildcard')
  .meta({ examples: ['https://app.example.com'] });

/** The input for requesting a session URL. */
export const pageSessionBody = {
  returnUrl: z
    .url()
    .max(LIMITS.returnUrlMaxChars)
    .describe('Where the page leads when the person is done. Its origin must be registered.')
    .meta({ examples: ['https://app.example.com/contracts/4711'] }),
  frameOrigin: origin
    .optional()
    .describe('The registered origin that shows the page in a frame. Default: no frame may show it.'),
};

export const pageSessionAnswer = z
  .object({
    url: z
      .url()
      .describe('Opens the page once, within five minutes. Treat it as a secret.')
      .meta({
        examples: [
          'https://sign.example.com/sign/session/ses_01h455vb4pex5vsknk084sn02q#token=eyJ2IjoxfQ.c2ln',
        ],
      }),
    expiresAt: timestamp.describe('When the URL stops working.'),
  })
  .meta({ id: 'PageSession' });

/** The input for requesting a session URL for the editor. */
export const editingSessionBody = {
  ...pageSessionBody,
  userName: createRequiredLineSchema(LIMITS.nameMaxChars)
    .optional()
    .describe('The user of your application, for the log.')
    .meta({ examples: ['Grace Hopper'] }),
};

/** The response that every page gets for its session URL. */
const opened = {
  token: z
    .string()
    .describe("Replaces the URL's token, for two hours.")
    .meta({ examples: ['eyJ2IjoxfQ.c2lnbmF0dXJl'] }),
  expiresAt: timestamp.describe('When the token stops working.'),
  returnUrl: z.string().meta({ examples: ['https://app.example.com/contracts/4711'] }),
};

/** The response that the editor's page gets for its session URL. */
export const openedEditingAnswer = z
  .object({
    ...opened,
    defaults: envelopeDefaults,
  })
  .meta({ id: 'OpenedEditingSession' });
export type OpenedEditing = z.infer<typeof openedEditingAnswer>;

/** The response that a page gets for its session URL. */
export const openedSessionAnswer = z
  .object({
    ...opened,
    delivery: z.enum(['embedded', 'in_person']).describe('How the participant gets to the document.'),
  })
  .meta({ id: 'OpenedPageSession' });
export type OpenedSession = z.infer<typeof openedSessionAnswer>;

export const embedding = z
  .object({ origins: z.array(origin).max(LIMITS.embeddingOriginsMax) })
  .describe('The origins of your application that may show pages in a frame and that sessions may return to.')
  .meta({ id: 'Embedding' });

export const embeddingInput = z.strictObject({
  origins: z
    .array(origin)
    .max(LIMITS.embeddingOriginsMax)
    .describe(
      'Exactly as browsers send them: https, or http on localhost. They replace the registered ones.',
    ),
});
