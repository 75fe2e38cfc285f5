import { z } from 'zod';
import { AUTO_SOURCES, FIELD_SOURCES, FIELD_TYPES } from '#domain/field/catalogue.ts';
import { timestamp } from './text.ts';

/** Where a field is. Fractions of the page as a viewer shows it, origin top-left. */
export const place = {
  page: z.int().min(1).describe('From 1.'),
  x: z.number().describe('From the left edge, as a fraction 0..1 of the page as a viewer shows it.'),
  y: z.number().describe('From the top edge, as a fraction of its height.'),
  width: z.number().describe('As a fraction of its width.'),
  height: z.number().describe('As a fraction of its height.'),
};

/** A field as the sender's side reads it. Geometry in fractions of the page as a viewer shows it, origin top-left. */
export const envelopeFieldSchema = z
  .object({
    id: z.string(),
    envelopeId: z.string(),
    organizationId: z.string(),
    participantId: z.string().nullable().describe('Who fills it; null while it belongs to nobody.'),
    type: z.enum(FIELD_TYPES),
    ...place,
    label: z.string().nullable().describe('What the signer is asked for; null shows the name of the type.'),
    required: z.boolean(),
    options: z
      .array(z.string())
      .nullable()
      .describe('The choices of a dropdown, or the value of a radio button; null for other types.'),
    source: z
      .enum(FIELD_SOURCES)
      .describe(
        'manual: placed by the sender. detected: found on the pages. template: from the template. form: from the document’s own form.',
      ),
    prefillValue: z.string().nullable().describe('What it comes with.'),
    locked: z.boolean().describe('Whether the signer cannot change that.'),
    autoSource: z
      .enum(AUTO_SOURCES)
      .nullable()
      .describe('What the service fills it with when its participant signs.'),
    proposedAutoSource: z
      .enum(AUTO_SOURCES)
      .nullable()
      .describe('What detection proposes for autoSource. It has no effect until it is set there.'),
    value: z
      .string()
      .nullable()
      .describe('What was signed: a checkbox is true or false, a date YYYY-MM-DD. Null before that.'),
    filledAt: timestamp.nullable(),
    createdAt: timestamp,
    updatedAt: timestamp,
    partyIndex: z.int().nullable().describe('The detected party that it seems to be for.'),
    syntheticRoleId: z
      .string()
      .nullable()
      .describe('The role that it was drawn for; unassigned: nobody’s yet.'),
    syntheticRoleName: z.string().nullable(),
    group: z.string().nullable().describe('Radio buttons and checkboxes of one group are answered together.'),
  })
  .meta({ id: 'EnvelopeField' });
export type WireField = z.infer<typeof envelopeFieldSchema>;
