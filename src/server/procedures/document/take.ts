import { z } from 'zod';
import { createInvalidRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import { textTags, trackedChanges } from '#wire/document.ts';
import { envelopeGraphSchema } from '#wire/envelope-graph.ts';
import { createPathIdSchema } from '#wire/identifier.ts';
import { pathId, createRequiredLineSchema } from '#wire/text.ts';
import { DecodedBase64 } from '#wire/base64.ts';
import { findAcceptedByName } from '#domain/document/accepted.ts';
import { memberProcedure } from '#server/trpc/audience.ts';
import { createCallerFactory, router } from '#server/trpc/init.ts';
import { createEnvelope } from '../envelope/create.ts';
import { addDocument } from './add.ts';

const callOperations = createCallerFactory(router({ create: createEnvelope, add: addDocument }));

/**
 * Reads the body of a page's request as a file: the first one of a new envelope, or another one of the
 * envelope `id`. The file is checked before anything is written, so a refused file leaves nothing behind.
 */
export const takeDocument = memberProcedure('send')
  .input(
    z.strictObject({
      id: createPathIdSchema('envelope').optional(),
      originalFilename: createRequiredLineSchema(LIMITS.filenameMaxChars),
      displayName: createRequiredLineSchema(LIMITS.nameMaxChars).optional(),
      teamId: pathId.optional(),
      detect: z.boolean(),
      trackedChanges: trackedChanges.optional(),
      textTags: textTags.optional(),
    }),
  )
  .output(envelopeGraphSchema)
  .mutation(async ({ ctx, input: { id, displayName, teamId, textTags: tags, ...file } }) => {
    if (ctx.body === null)
      throw createInvalidRefusal([{ path: '', message: 'must have the document as its body' }]);
    const bytes = new Uint8Array(await new Response(ctx.body).arrayBuffer());
    const { contentType } = findAcceptedByName(file.originalFilename) ?? { contentType: 'application/pdf' };
    const document = { contentBase64: new DecodedBase64(bytes, ''), contentType };
    const operations = callOperations(ctx);
    return id === undefined
      ? await operations.create({ ...file, displayName, teamId, textTags: tags, document })
      : await operations.add({ ...file, id, textTags: tags, document });
  });
