import { z } from 'zod';
import { AUTO_SOURCES, FIELD_SOURCES, FIELD_TYPES } from '#domain/field/catalogue.ts';
import { timestamp } from './text.ts';

/** A field as the sender's side reads it. Geometry in fractions of the page as a viewer shows it, origin top-left. */
export const envelopeFieldSchema = z
  .object({
    id: z.string(),
    envelopeId: z.string(),
    organizationId: z.string(),
    participantId: z.string().nullable(),
    type: z.enum(FIELD_TYPES),
    page: z.int().min(1),
    x: z.number(),
    y: z.number(),
    width: z.number(),
    height: z.number(),
    label: z.string().nullable(),
    required: z.boolean(),
    options: z.array(z.string()).nullable(),
    source: z.enum(FIELD_SOURCES),
    prefillValue: z.string().nullable(),
    locked: z.boolean(),
    autoSource: z.enum(AUTO_SOURCES).nullable(),
    proposedAutoSource: z.enum(AUTO_SOURCES).nullable(),
    value: z.string().nullable(),
    filledAt: timestamp.nullable(),
    createdAt: timestamp,
    updatedAt: timestamp,
    partyIndex: z.int().nullable(),
    syntheticRoleId: z.string().nullable(),
    syntheticRoleName: z.string().nullable(),
    group: z.string().nullable(),
  })
  .meta({ id: 'EnvelopeField' });
export type WireField = z.infer<typeof envelopeFieldSchema>;
