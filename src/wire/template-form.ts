import { z } from 'zod';
import { PARTICIPANT_DELIVERIES, PARTICIPANT_ROLES } from '#domain/envelope/status.ts';
import { FORM_CLOSURES } from '#domain/template/form.ts';
import { LIMITS } from '#domain/limits.ts';
import { LANGUAGES } from '#domain/language.ts';
import { personInput } from './draft.ts';
import { noteInput } from './message.ts';
import {
  domain,
  emailAddress,
  moment,
  createLinesSchema,
  createRequiredLineSchema,
  timestamp,
} from './text.ts';

/** A person who takes one of the other roles. */
const formRecipient = z
  .strictObject({
    ...personInput,
    message: noteInput,
    role: z.enum(PARTICIPANT_ROLES).optional().describe("Default: the role's."),
    delivery: z.enum(PARTICIPANT_DELIVERIES).optional().describe("Default: the role's."),
  })
  .meta({ id: 'FormRecipientInput' });
export const formRecipients = z.record(z.string(), formRecipient);

const thankYouText = createLinesSchema(LIMITS.thankYouMaxChars);
const thankYouUrl = z
  .url({ protocol: /^https$/, hostname: z.regexes.domain })
  .max(2_000)
  .meta({ examples: ['https://example.com/welcome'] });

/** What people read once they have signed, and where a button leads them then. */
export const thankYou = z
  .object({
    text: z.string().meta({ examples: ['We will call you this week.'] }),
    url: z.string().nullable(),
  })
  .meta({ id: 'ThankYou' });

export const formBody = {
  enabled: z.boolean().describe('Whether the link can be used.'),
  roleApiName: createRequiredLineSchema(LIMITS.apiNameMaxChars)
    .describe('The role of whoever fills in the form.')
    .meta({ examples: ['client'] }),
  expiresAt: moment.nullish().describe('When the link stops working. Default: never.'),
  maxUses: z
    .int()
    .min(1)
    .max(1_000_000)
    .nullish()
    .describe('How many envelopes can be sent with it. Default: any number.'),
  allowedDomains: z
    .array(domain)
    .min(1)
    .max(LIMITS.formDomainsMax)
    .nullish()
    .describe('Accepts only email addresses of these domains. Default: all.'),
  thankYou: z
    .strictObject({
      text: thankYouText.min(1).describe('Up to 1,000 characters.'),
      url: thankYouUrl.nullish().describe('An https address that a button opens. Default: no button.'),
    })
    .meta({ id: 'ThankYouInput' })
    .nullish()
    .describe('What people read once they have signed. Default: nothing but our own words.'),
  recipients: formRecipients
    .optional()
    .describe(
      "The people of the other roles that aren't optional, by apiRoleName. You take the sender's role.",
    ),
};

export const formAnswer = z
  .object({
    url: z.url().meta({ examples: ['https://sign.example.com/forms/form_01h455vb4pex5vsknk084sn02q'] }),
    enabled: z.boolean(),
    closedReason: z
      .enum(FORM_CLOSURES)
      .nullable()
      .describe(
        'Why the service closed it: the person who published it is no longer a member, may no longer send, or no longer belongs to the template’s private team. Publish it again to open it in your name. Null if it is open, or a person turned it off.',
      ),
    closedAt: timestamp.nullable().describe('When the service closed it.'),
    roleApiName: z.string().meta({ examples: ['client'] }),
    expiresAt: timestamp.nullable(),
    maxUses: z.int().nullable(),
    uses: z.int().describe('How many envelopes were sent with it.'),
    allowedDomains: z.array(z.string().meta({ examples: ['example.com'] })).nullable(),
    thankYou: thankYou.nullable(),
    recipients: formRecipients,
  })
  .meta({ id: 'TemplateForm' });
export type WireTemplateForm = z.infer<typeof formAnswer>;

export const formStartInput = z.strictObject({
  id: z.string().max(100),
  name: createRequiredLineSchema(LIMITS.nameMaxChars),
  email: emailAddress,
  language: z.enum(LANGUAGES).optional(),
});

export const formLinkInput = z.strictObject({ id: z.string().max(100), email: emailAddress });

export const formConfirmInput = z.strictObject({
  id: z.string().max(100),
  startId: z.string().max(100),
  code: createRequiredLineSchema(20),
});
