import { z } from 'zod';
import {
  LEGAL_FRAMEWORKS,
  PARTICIPANT_DELIVERIES,
  PARTICIPANT_ROLES,
  SOURCE_FORMATS,
} from '#domain/envelope/status.ts';
import { AUTO_SOURCES, FIELD_TYPES } from '#domain/field/catalogue.ts';
import { LIMITS } from '#domain/limits.ts';
import { TEMPLATE_ATTENTION, type TemplateGraph } from '#domain/template/template.ts';
import { listTemplateVariables } from '#domain/template/variables.ts';
import { templateCopies } from './copies.ts';
import { place } from './envelope-field.ts';
import { fieldDetails } from './field-details.ts';
import { copyLists } from './field-lists.ts';
import { reminderPolicy } from './envelope.ts';
import { pageQuery } from './pagination.ts';
import { messageSchema } from './message.ts';
import { timestamp } from './text.ts';
import { EXAMPLE } from './examples.ts';
import { createIdSchema, createNullableIdSchema } from './identifier.ts';
import { documentVariable } from './variables.ts';

/** A template in responses. */
export const templateSchema = z
  .object({
    id: createIdSchema('template'),
    organizationId: createIdSchema('organization'),
    teamId: createIdSchema('team'),
    name: z
      .string()
      .min(1)
      .meta({ examples: ['Consulting agreement'] }),
    namePattern: z
      .string()
      .min(1)
      .max(LIMITS.namePatternMaxChars)
      .nullable()
      .describe('Names every envelope sent from the template.')
      .meta({ examples: [EXAMPLE.namePattern] }),
    originalFilename: z.string().meta({ examples: [EXAMPLE.filename] }),
    sourceFormat: z.enum(SOURCE_FORMATS),
    contentHash: z
      .string()
      .describe('SHA-256 (hex) of the uploaded document.')
      .meta({ examples: [EXAMPLE.contentHash] }),
    sizeBytes: z.number().meta({ examples: [84_213] }),
    legalFramework: z
      .enum(LEGAL_FRAMEWORKS)
      .describe('Initial framework of new envelopes.')
      .meta({ examples: ['esign_ueta'] }),
    consumerDisclosure: z.boolean(),
    reminderPolicy: reminderPolicy
      .nullable()
      .meta({ examples: [{ firstAfterDays: 3, everyDays: 7, maxReminders: 3 }] }),
    message: messageSchema.nullable().describe('Message of new envelopes.'),
    copies: templateCopies.describe('People who receive new envelopes without acting.'),
    archivedAt: timestamp.nullable(),
    useCount: z
      .int()
      .min(0)
      .describe('Number of envelopes created from it.')
      .meta({ examples: [12] }),
    lastUsedAt: timestamp.nullable(),
    attention: z
      .array(z.enum(TEMPLATE_ATTENTION))
      .describe('form_closed: the service closed its public form; see its `closedReason`.')
      .meta({ examples: [[]] }),
    createdAt: timestamp.meta({ examples: [EXAMPLE.createdAt] }),
    updatedAt: timestamp.meta({ examples: [EXAMPLE.createdAt] }),
  })
  .meta({ id: 'Template' });
export type WireTemplate = z.infer<typeof templateSchema>;

const templateRoleSchema = z
  .object({
    id: createIdSchema('templateRole'),
    templateId: createIdSchema('template'),
    name: z.string().meta({ examples: ['Consultant'] }),
    apiRoleName: z
      .string()
      .describe('Key of its recipient when you create an envelope, and its name in the token {role:…}.')
      .meta({ examples: ['consultant'] }),
    orderIndex: z.int().min(0).describe('Signing order. Roles with the same value sign in parallel.'),
    role: z.enum(PARTICIPANT_ROLES).describe('Whether its recipient signs or approves.'),
    delivery: z.enum(PARTICIPANT_DELIVERIES).describe('How its recipient gets to the document.'),
    isSender: z.boolean(),
    optional: z.boolean(),
    recipient: z
      .object({
        name: z.string().meta({ examples: ['Grace Hopper'] }),
        email: z.string().meta({ examples: ['grace@example.com'] }),
        company: z.string().nullable(),
        title: z.string().nullable(),
      })
      .nullable()
      .describe('Who takes it unless someone else is named; null if its recipient must be named.'),
  })
  .meta({ id: 'TemplateRole' });

const templateFieldSchema = z
  .object({
    id: createIdSchema('templateField'),
    templateId: createIdSchema('template'),
    roleId: createNullableIdSchema('templateRole').describe(
      'Role that fills it in; null for what the sender puts on the pages.',
    ),
    type: z.enum(FIELD_TYPES),
    ...fieldDetails,
    ...place,
    label: z
      .string()
      .nullable()
      .meta({ examples: ['Signature'] }),
    required: z.boolean().meta({ examples: [true] }),
    options: z.array(z.string()).nullable(),
    prefillValue: z.string().nullable(),
    autoSource: z.enum(AUTO_SOURCES).nullable(),
    prefillKey: z
      .string()
      .nullable()
      .describe('Key of its value in `prefill` and in the token {prefill:…}; null if it takes none.'),
    locked: z.boolean().describe("Whether the signer can't change the prefilled value."),
    group: z.string().nullable(),
  })
  .meta({ id: 'TemplateField' });

/** A template with its roles in signing order and its fields. */
export const templateGraphSchema = z
  .object({
    template: templateSchema,
    roles: z.array(templateRoleSchema),
    fields: z.array(templateFieldSchema),
    variables: z
      .array(documentVariable)
      .describe('What its Word files need in `variables` when you create an envelope; empty for most.'),
  })
  .meta({ id: 'TemplateGraph' });
export type WireTemplateGraph = z.infer<typeof templateGraphSchema>;

export const templateListQuery = z.strictObject({
  ...pageQuery,
  q: z
    .string()
    .min(1)
    .max(LIMITS.filterMaxChars)
    .optional()
    .describe('Part of the name or original file name, case-insensitive.'),
  archived: z.boolean().optional().describe('Default: false.'),
});

/** Converts a template for responses, without storage keys. */
export function toWireTemplateGraph(graph: TemplateGraph): WireTemplateGraph {
  const { template, roles, fields } = graph;
  return {
    variables: listTemplateVariables(graph),
    template,
    roles: roles.map(({ organizationId: _organization, ...role }) => role),
    fields: fields.map(({ organizationId: _organization, ...field }) => ({ ...field, ...copyLists(field) })),
  };
}
