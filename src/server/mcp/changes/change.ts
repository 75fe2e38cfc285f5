import { z } from 'zod';
import { isAnnotation } from '#domain/field/answer.ts';
import { ANCHOR_PLACES } from '#domain/field/details.ts';
import { FIELD_TYPES } from '#domain/field/catalogue.ts';
import { LIMITS } from '#domain/limits.ts';
import { PARTICIPANT_ROLES } from '#domain/envelope/status.ts';
import {
  emailAddress,
  createLineSchema,
  createLinesSchema,
  moment,
  phoneNumber,
  createRequiredLineSchema,
} from '#wire/text.ts';

/** What each kind of change does, and which properties it needs. */
const NEEDS = {
  place: ['type'],
  move: ['field'],
  change: ['field'],
  remove: ['field'],
  keep_suggestions: [],
  drop_suggestions: [],
  set_recipient: [],
  remove_recipient: ['recipient'],
  set_message: ['text'],
  set_expiry: ['date'],
  set_reminders: ['every_days'],
  rename: ['name'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

const KINDS = Object.keys(NEEDS) as (keyof typeof NEEDS)[];
const fraction = z.number().min(0).max(1).optional();
const text = createRequiredLineSchema(LIMITS.anchorTextMaxChars).optional();

/** How a recipient proves who they are. These are the methods that an agent can set. */
export const AGENT_METHODS = ['link', 'email_code', 'sms_code'] as const;

/** One change of a draft. It is a flat object, so that its schema is short. */
export const change = z
  .strictObject({
    do: z
      .enum(KINDS as [keyof typeof NEEDS, ...(keyof typeof NEEDS)[]])
      .describe(
        "place: adds a field, by text (after, near) or by page, x, y. A note (value is its text) and a strikethrough are the sender's and have no recipient. move, change, remove: an existing field. keep_suggestions, drop_suggestions: fields found by reading the document, of one recipient or all. set_recipient: adds a person, or changes the one named in recipient.",
      ),
    field: z.string().min(1).max(100).optional().describe('fld_…'),
    recipient: z.string().min(1).max(320).optional().describe('Email or name.'),
    type: z.enum(FIELD_TYPES).optional(),
    after: text.describe('Text of the document that the field goes beside, such as "Signature:".'),
    near: text.describe('The occurrence of that text closest below this other text.'),
    where: z.enum(ANCHOR_PLACES).optional().describe('Side of the text. Default: right.'),
    last: z.boolean().optional().describe('The last occurrence of the text instead of the first.'),
    page: z.int().min(1).max(LIMITS.documentMaxPages).optional(),
    x: fraction,
    y: fraction,
    width: fraction,
    height: fraction,
    label: createLineSchema(LIMITS.labelMaxChars).optional().describe('What the signer is asked for.'),
    required: z.boolean().optional(),
    options: z.array(createRequiredLineSchema(LIMITS.labelMaxChars)).max(LIMITS.optionsMax).optional(),
    value: createLinesSchema(LIMITS.valueMaxChars).optional().describe('Initial value.'),
    name: createLineSchema(LIMITS.nameMaxChars).optional(),
    email: emailAddress.optional(),
    role: z.enum(PARTICIPANT_ROLES).optional(),
    order: z.int().min(1).max(100).optional().describe('Those with the same number sign in parallel.'),
    party: createLineSchema(LIMITS.nameMaxChars)
      .optional()
      .describe('Who they are in the document, such as Tenant: the fields suggested for it become theirs.'),
    authentication: z.enum(AGENT_METHODS).optional(),
    phone: phoneNumber.optional(),
    subject: createLineSchema(LIMITS.messageSubjectMaxChars).optional(),
    text: createLinesSchema(LIMITS.messageBodyMaxChars).optional().describe('The message; empty for none.'),
    date: moment.nullable().optional().describe('null: never expires.'),
    first_after_days: z.int().min(1).max(30).optional(),
    every_days: z.int().min(0).max(30).optional().describe('0: no reminders.'),
    max_reminders: z.int().min(1).max(20).optional(),
  })
  .superRefine((given, context) => {
    for (const property of NEEDS[given.do]) {
      if (given[property] === undefined)
        context.addIssue({ code: 'custom', path: [property], message: `is required by ${given.do}` });
    }
    const isOwn = given.type !== undefined && isAnnotation({ type: given.type });
    if (given.do === 'place' && !isOwn && given.recipient === undefined)
      context.addIssue({ code: 'custom', path: ['recipient'], message: 'is required by place' });
    if (given.do === 'place' && given.after === undefined && !isPlaced(given))
      context.addIssue({
        code: 'custom',
        path: ['after'],
        message: 'is required, or page, x and y',
      });
  });
export type Change = z.infer<typeof change>;

/** Checks whether a change names a position. */
export function isPlaced({ page, x, y }: Pick<Change, 'page' | 'x' | 'y'>): boolean {
  return page !== undefined && x !== undefined && y !== undefined;
}
