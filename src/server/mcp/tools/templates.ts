import { z } from 'zod';
import { createInvalidRefusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import type { WireTemplate, WireTemplateGraph } from '#wire/template.ts';
import { namePattern } from '#wire/template-input.ts';
import { createRequiredLineSchema } from '#wire/text.ts';
import { formatTemplateLines, formatTemplateListLines } from '../lines/list.ts';
import { toToolResult } from '../results.ts';
import {
  ADDS,
  callFor,
  envelopeId,
  idempotencyKey,
  readGraph,
  READS,
  collectScopes,
  createTool,
  type ToolCall,
} from '../tool.ts';

export const templateId = z.string().min(1).max(100).describe('tpl_…');
const LINES = 20;

/** Finds templates, one line each. */
export const findTemplates = createTool({
  name: 'find_templates',
  title: 'Find templates',
  description: 'Finds templates by name, the newest first. read_template says what one needs.',
  annotations: READS,
  input: {
    query: z.string().min(1).max(LIMITS.filterMaxChars).optional().describe('Part of the name.'),
    archived: z.boolean().optional().describe('Archived ones instead. Default: false.'),
    cursor: z.string().min(1).max(LIMITS.cursorMaxChars).optional().describe('From the previous answer.'),
  },
  needs: ['template.list'],
  run: async (call) => {
    const { query, archived = false, cursor } = call.input;
    const { items, nextCursor } = await callFor<{ items: WireTemplate[]; nextCursor: string | null }>(
      call,
      'template.list',
      {
        ...{ archived, limit: LINES },
        ...(query === undefined ? {} : { q: query }),
        ...(cursor === undefined ? {} : { cursor }),
      },
    );
    const more = nextCursor === null ? [] : [`More: call again with cursor ${nextCursor}`];
    const none = items.length === 0 ? ['No templates.'] : [];
    return toToolResult({ lines: [...none, ...formatTemplateListLines(items), ...more] });
  },
});

/** Reads a template. */
export const readTemplate = createTool({
  name: 'read_template',
  title: 'Read a template',
  description:
    "Says which roles, values and variables a template needs: create_draft takes one recipient for each role that isn't optional.",
  annotations: READS,
  input: { template: templateId },
  needs: ['template.get'],
  run: async (call) => {
    const graph = await callFor<WireTemplateGraph>(call, 'template.get', { id: call.input.template });
    return toToolResult({ lines: formatTemplateLines(graph), facts: { template: graph.template.id } });
  },
});

type Saved = {
  readonly envelope?: string | undefined;
  readonly template?: string | undefined;
  readonly name?: string | undefined;
  readonly name_pattern?: string | undefined;
  readonly archived?: boolean | undefined;
};

/** Saves an envelope as a template, or changes one. */
export const saveTemplate = createTool({
  name: 'save_template',
  title: 'Save a template',
  description:
    'Saves the document and fields of an envelope as a new template, with a role for each recipient; or renames, archives or restores an existing one. Give envelope or template.',
  annotations: ADDS,
  input: {
    envelope: envelopeId.optional().describe('env_…, to save as a new template. It stays as it is.'),
    template: templateId.optional().describe('tpl_…, to change.'),
    name: createRequiredLineSchema(LIMITS.nameMaxChars).optional(),
    name_pattern: namePattern.optional(),
    archived: z.boolean().optional().describe('true: takes it out of use. false: makes it available again.'),
    idempotency_key: idempotencyKey,
  },
  needs: ['template.get', 'template.create', 'envelope.get'],
  run: async (call) => {
    const { input } = call;
    if ((input.envelope === undefined) === (input.template === undefined))
      throw createInvalidRefusal([{ path: '', message: 'needs either envelope or template' }]);
    const graph =
      input.envelope === undefined
        ? await changeTemplate(call, input.template ?? '')
        : await createTemplate(call, input.envelope);
    return toToolResult({
      lines: ['Saved.', ...formatTemplateLines(graph)],
      facts: { template: graph.template.id, archived: graph.template.archivedAt !== null },
    });
  },
});

async function createTemplate(call: ToolCall<Saved>, id: string): Promise<WireTemplateGraph> {
  const { name, name_pattern: pattern } = call.input;
  const { envelope, participants } = await readGraph(call, id);
  return await callFor<WireTemplateGraph>(call, 'template.create', {
    sourceEnvelopeId: id,
    name: name ?? envelope.displayName,
    ...(pattern === undefined ? {} : { namePattern: pattern }),
    roles: participants.map((participant) => ({ name: participant.name, participantId: participant.id })),
  });
}

/** Each of these changes can be repeated safely, so they take no idempotency key. */
async function changeTemplate(
  { context, request, input }: ToolCall<Saved>,
  id: string,
): Promise<WireTemplateGraph> {
  const { name, name_pattern: pattern, archived } = input;
  const call = { context: { ...context, idempotency: null }, request };
  if (name !== undefined || pattern !== undefined)
    await callFor(call, 'template.update', {
      id,
      ...(name === undefined ? {} : { name }),
      ...(pattern === undefined ? {} : { namePattern: pattern }),
    });
  if (archived !== undefined) await callFor(call, archived ? 'template.archive' : 'template.restore', { id });
  return await callFor<WireTemplateGraph>(call, 'template.get', { id });
}

/** The scopes for drafts made from templates. */
export const TEMPLATE_SCOPES = collectScopes('template.get', 'template.createEnvelope');
