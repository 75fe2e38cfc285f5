import { z } from 'zod';
import { createInvalidRefusal } from '#domain/errors.ts';
import { pickScopes } from '#domain/organization/scope.ts';
import { LIMITS } from '#domain/limits.ts';
import { PARTICIPANT_ROLES } from '#domain/envelope/status.ts';
import type { WireGraph } from '#wire/envelope-graph.ts';
import {
  emailAddress,
  createLineSchema,
  createLinesSchema,
  phoneNumber,
  createRequiredLineSchema,
} from '#wire/text.ts';
import { variableValues } from '#wire/variables.ts';
import { AGENT_METHODS } from '../changes/change.ts';
import { documentName, documentSource, withDocument } from '../documents/source.ts';
import { buildEnvelopeAnswer } from '../facts.ts';
import { toToolResult } from '../results.ts';
import { SHOWS_REVIEW } from '../review/screen.ts';
import {
  ADDS,
  callFor,
  idempotencyKey,
  isReplay,
  collectScopes,
  createTool,
  type ToolCall,
} from '../tool.ts';
import { waitUntilRead } from '../documents/until-read.ts';
import { uploadAnswer } from '../documents/upload-link.ts';
import { TEMPLATE_SCOPES, templateId } from './templates.ts';

const recipient = z.strictObject({
  name: createRequiredLineSchema(LIMITS.nameMaxChars),
  email: emailAddress,
  role: createLineSchema(LIMITS.apiNameMaxChars)
    .optional()
    .describe('signer (default) or approver. With a template: the role from read_template.'),
  order: z
    .int()
    .min(1)
    .max(100)
    .optional()
    .describe('Those with the same number sign in parallel. Default: in turn.'),
  authentication: z.enum(AGENT_METHODS).optional().describe('How they prove who they are. Default: link.'),
  phone: phoneNumber.optional().describe('For sms_code, with country code.'),
});
type Recipient = z.infer<typeof recipient>;

const input = {
  template: templateId.optional().describe('tpl_…, instead of a document.'),
  name: documentName.optional().describe('File name of the document, such as nda.pdf.'),
  ...documentSource,
  recipients: z.array(recipient).max(LIMITS.participantsMax).optional().describe('In signing order.'),
  title: createRequiredLineSchema(LIMITS.nameMaxChars)
    .optional()
    .describe('Default: from the file name or template.'),
  subject: createLineSchema(LIMITS.messageSubjectMaxChars).optional().describe('Of the emails.'),
  message: createLinesSchema(LIMITS.messageBodyMaxChars).optional().describe('To everyone.'),
  fields: z
    .enum(['detect', 'none'])
    .optional()
    .describe('detect (default): fields are suggested by reading the document.'),
  prefill: z
    .record(z.string(), z.string().max(LIMITS.valueMaxChars))
    .optional()
    .describe("Values for a template's fields, by prefill name."),
  variables: variableValues
    .optional()
    .describe('Values of the variables in a Word file, such as {"client": {"name": "Ada"}}.'),
  idempotency_key: idempotencyKey,
};
type Input = z.output<z.ZodObject<typeof input>>;

/** Creates a draft from a document or a template, without sending it. */
export const createDraft = createTool({
  name: 'create_draft',
  title: 'Create a draft',
  description:
    'Creates a draft from a document or a template, and says what was found in it and what is missing. Nothing is sent: send does that. Without source_url and content_base64, the answer has a URL to upload the document to. For a further file of an existing draft, add_document.',
  annotations: ADDS,
  meta: SHOWS_REVIEW,
  input,
  needs: ['envelope.get', 'envelope.create'],
  scopesFor: ({ template }) =>
    template === undefined
      ? collectScopes('envelope.get', 'envelope.create')
      : pickScopes([...FROM_TEMPLATE]),
  run: async (call) =>
    call.input.template === undefined ? await fromDocument(call) : await fromTemplate(call),
});

const FROM_TEMPLATE = [...TEMPLATE_SCOPES, ...collectScopes('envelope.get')];

async function fromDocument(call: ToolCall<Input>) {
  const { context, input: given } = call;
  const { name, title, variables, fields = 'detect' } = given;
  if (name === undefined)
    throw createInvalidRefusal([{ path: '/name', message: 'is required without template' }]);
  const created = await withDocument(context, given, (document) =>
    callFor<WireGraph>(call, 'envelope.create', {
      originalFilename: name,
      ...(document === undefined ? {} : { document }),
      detect: fields === 'detect',
      ...(title === undefined ? {} : { displayName: title }),
      ...(variables === undefined ? {} : { variables }),
      ...toMessageInput(given),
      participants: (given.recipients ?? []).map((person, index) =>
        toParticipantInput(person, `/recipients/${index}`),
      ),
    }),
  );
  const replayed = isReplay(context);
  return created.envelope.documentStatus === 'awaited'
    ? toToolResult(uploadAnswer(context, created, name), { replayed })
    : toToolResult(buildEnvelopeAnswer(context, await waitUntilRead(call, created)), { replayed });
}

async function fromTemplate(call: ToolCall<Input>) {
  const { context, input: given } = call;
  const { template: id = '', title, prefill, variables } = given;
  const recipients = (given.recipients ?? []).map(({ role, name, email }, index) => {
    if (role === undefined)
      throw createInvalidRefusal([
        {
          path: `/recipients/${index}/role`,
          message: 'is required with a template: read_template lists the roles',
        },
      ]);
    return [role, { name, email }] as const;
  });
  const created = await callFor<WireGraph>(call, 'template.createEnvelope', {
    ...{ id, autoSend: false, recipients: Object.fromEntries(recipients) },
    ...(title === undefined ? {} : { displayName: title }),
    ...(prefill === undefined ? {} : { prefill }),
    ...(variables === undefined ? {} : { variables }),
    ...toMessageInput(given),
  });
  return toToolResult(buildEnvelopeAnswer(context, created), { replayed: isReplay(context) });
}

function toMessageInput({ subject, message }: Input): object {
  if (subject === undefined && message === undefined) return {};
  return { message: { subject: subject ?? null, body: message ?? null } };
}

function toParticipantInput({ name, email, role, order, authentication, phone }: Recipient, path: string) {
  const known = PARTICIPANT_ROLES.find((one) => one === role);
  if (role !== undefined && known === undefined)
    throw createInvalidRefusal([
      { path: `${path}/role`, message: `must be one of ${PARTICIPANT_ROLES.join(', ')}` },
    ]);
  return {
    ...{ name, email },
    ...(known === undefined ? {} : { role: known }),
    ...(order === undefined ? {} : { orderIndex: order - 1 }),
    ...(authentication === undefined
      ? {}
      : { authentication: { method: authentication, ...(phone === undefined ? {} : { phone }) } }),
  };
}
