import { z } from 'zod';
import { invalid } from '#domain/errors.ts';
import { scopesAmong } from '#domain/organization/scope.ts';
import { envelopeGraphSchema } from '#wire/envelope-graph.ts';
import { instantiateBody } from '#wire/template-input.ts';
import { scopesNeeded } from '#server/trpc/scopes.ts';
import { operation } from './operations.ts';
import { ADDS, answerOf, idempotencyKey, type Arguments, type Tool } from './tool.ts';

const fromDocument = operation('envelope.create');
const fromTemplate = operation('template.createEnvelope');

const { detect, teamId, originalFilename, document, ...parts } = fromDocument.input.shape;
const { recipients, prefill, senderOrder } = instantiateBody;

/** Makes a draft out of a document or a template, and never sends it. */
export const createDraft: Tool = {
  name: 'create_draft',
  title: 'Create a draft',
  description:
    'Makes an envelope in draft, either from a document (originalFilename and document, with participants, fields and policy) or from a template (templateId, with recipients and prefill). Nothing is sent. While its status is detecting, the document is still being read: read it again with get_envelope in a few seconds. The draft can be reviewed in the dashboard, changed with update_draft, and sent with send_envelope.',
  annotations: ADDS,
  input: z.strictObject({
    templateId: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe('The template to make it from. Leave it out to give a document.'),
    recipients,
    prefill,
    senderOrder,
    originalFilename: originalFilename.optional().describe('The name of the document, with a document.'),
    document: document.describe(
      'The bytes of a PDF or DOCX, at most about 11 MiB; larger ones are uploaded in the dashboard.',
    ),
    detect: detect.describe(
      'Whether fields are looked for in a document that is given without. Default: true.',
    ),
    teamId,
    ...parts,
    idempotencyKey,
  }),
  output: envelopeGraphSchema,
  scopes: fromDocument.agent.scopes,
  scopesFor: (input) =>
    isFromTemplate(input)
      ? scopesAmong([...scopesNeeded(fromTemplate.agent, { ...input, autoSend: false })])
      : scopesNeeded(fromDocument.agent, input),
  mails: false,
  run: async (call) => {
    if (isFromTemplate(call.input)) {
      const { templateId: id, ...input } = call.input;
      return await answerOf(fromTemplate, { ...call, input: { ...input, id, autoSend: false } });
    }
    if (call.input['document'] === undefined)
      throw invalid([{ path: '/document', message: 'is needed, unless templateId names a template' }]);
    return await answerOf(fromDocument, call);
  },
};

function isFromTemplate(input: Arguments): boolean {
  return input['templateId'] !== undefined;
}
