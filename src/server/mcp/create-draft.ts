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

/** Creates a draft from a document or a template, without sending it. */
export const createDraft: Tool = {
  name: 'create_draft',
  title: 'Create a draft',
  description:
    'Creates a draft from a document (originalFilename and document, with participants, fields and policy) or from a template (templateId, with recipients, prefill and variables). Nothing is sent. While the status is detecting, the document is still being read: call get_envelope again in a few seconds. The user can review the draft in the dashboard; update_draft changes it and send_envelope sends it.',
  annotations: ADDS,
  input: z.strictObject({
    templateId: z
      .string()
      .min(1)
      .max(100)
      .optional()
      .describe('The template to use. Leave it out to provide a document.'),
    recipients,
    prefill,
    senderOrder,
    originalFilename: originalFilename.optional().describe('The file name of the document.'),
    document: document.describe(
      'The bytes of a PDF, DOCX, PNG, JPEG or HEIC, up to about 11 MiB. Larger files can be uploaded in the dashboard.',
    ),
    detect: detect.describe('Whether to detect fields in a document that comes without them. Default: true.'),
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
      throw invalid([{ path: '/document', message: 'is required without templateId' }]);
    return await answerOf(fromDocument, call);
  },
};

function isFromTemplate(input: Arguments): boolean {
  return input['templateId'] !== undefined;
}
