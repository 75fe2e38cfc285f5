import { LIMITS } from '#domain/limits.ts';
import { ID_PREFIXES, type RecordKind } from '#domain/identifier.ts';
import type { Json } from './openapi-model.ts';

/** One envelope runs through all examples. */
export const EXAMPLE = {
  displayName: 'Consulting agreement with Ada Lovelace',
  filename: 'Consulting agreement.pdf',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  contentHash: '5b0a9ae1fbd4ce2f0c8f8f10d8c3d4b8f7ab0f3f84f6f7f3a2f7f9d0e5c1b2a3',
  documentHash: '0c6d6b5ef1d24f0b0a3f1b5d0c9e8a7f6e5d4c3b2a19080706050403020100ff',
  createdAt: '2027-03-01T09:00:00.000Z',
  sentAt: '2027-03-01T09:05:00.000Z',
} as const;

const ID_BODY = '01kd2v5m8ne3wtbxq7r0h4j6s';
const idOf = (kind: RecordKind, at = 0) => `${ID_PREFIXES[kind]}_${ID_BODY}${'abcdefgh'.charAt(at)}`;

export const EXAMPLE_ID = {
  organization: idOf('organization'),
  team: idOf('team'),
  user: idOf('user'),
  apiKey: idOf('apiKey'),
  template: idOf('template'),
  role: idOf('templateRole'),
  templateField: idOf('templateField'),
  envelope: idOf('envelope'),
  participant: idOf('participant'),
  field: idOf('field'),
  event: (at: number) => idOf('event', at),
} as const;

/**
 * Realistic values by property: named with the component or the property around it where the bare name means several
 * things. An optional property of a schema without an example of its own is left out of generated ones unless it is
 * named with its component here.
 */
export const EXAMPLE_VALUES: Readonly<Record<string, unknown>> = {
  'Envelope.id': EXAMPLE_ID.envelope,
  'EnvelopeListItem.id': EXAMPLE_ID.envelope,
  'envelope.id': EXAMPLE_ID.envelope,
  'envelopes.id': EXAMPLE_ID.envelope,
  'Participant.id': EXAMPLE_ID.participant,
  'me.id': EXAMPLE_ID.participant,
  'EnvelopeField.id': EXAMPLE_ID.field,
  'SignerField.id': EXAMPLE_ID.field,
  'Template.id': EXAMPLE_ID.template,
  'Template.name': 'Consulting agreement',
  'TemplateListItem.id': EXAMPLE_ID.template,
  'templates.id': EXAMPLE_ID.template,
  'TemplateRole.id': EXAMPLE_ID.role,
  'TemplateRole.name': 'Consultant',
  'TemplateField.id': EXAMPLE_ID.templateField,
  'TemplateField.label': 'Signature',
  'EnvelopeField.label': 'Signature',
  'SignerField.label': 'Signature',
  'Branding.displayName': 'Acme GmbH',
  accentColor: '#2f6f4f',
  apiRoleName: 'consultant',
  attention: [],
  company: 'Lovelace Analytics',
  contentHash: EXAMPLE.contentHash,
  contentType: 'application/pdf',
  contentBase64: 'JVBERi0xLjcKJeLjz9MK',
  createdAt: EXAMPLE.createdAt,
  displayLabel: 'Signature',
  displayName: EXAMPLE.displayName,
  documentHash: EXAMPLE.documentHash,
  documentUrl: 'https://sign.example.com/api/signer/document?token=eyJ2IjoxfQ.c2lnbmF0dXJl',
  email: EXAMPLE.email,
  envelopeId: EXAMPLE_ID.envelope,
  envelopeStatus: 'in_progress',
  expectedVersion: 3,
  expiresAt: '2027-03-31T22:00:00.000Z',
  fieldId: EXAMPLE_ID.field,
  height: 0.06,
  isMyTurn: true,
  label: 'Sent',
  lastEventLabel: 'Link issued',
  lastEventAt: EXAMPLE.sentAt,
  legalFramework: 'esign_ueta',
  maxBytes: LIMITS.documentMaxBytes,
  metadata: { crmId: '4711' },
  name: EXAMPLE.name,
  namePattern: '{template_name} {date:YYYY-MM}',
  nextCursor: 'eyJrIjoiMjAyNy0wMy0wMVQwOTowMDowMC4wMDBaIn0.dGFn',
  occurredAt: EXAMPLE.sentAt,
  orderIndex: 0,
  organizationId: EXAMPLE_ID.organization,
  originalFilename: EXAMPLE.filename,
  page: 1,
  pageCount: 3,
  participantCount: 1,
  participantId: EXAMPLE_ID.participant,
  participantStatus: 'pending',
  'participants.participantId': EXAMPLE_ID.participant,
  pong: true,
  prefillKey: 'start_date',
  reason: 'The terms have changed.',
  reminderPolicy: { firstAfterDays: 3, everyDays: 7, maxReminders: 3 },
  required: true,
  roleId: EXAMPLE_ID.role,
  senderEmail: 'olga@acme.example',
  senderName: 'Olga Owner',
  senderUserId: EXAMPLE_ID.user,
  sentAt: EXAMPLE.sentAt,
  signedCount: 0,
  sizeBytes: 84_213,
  source: 'manual',
  sourceFormat: 'pdf',
  status: 'in_progress',
  teamId: EXAMPLE_ID.team,
  teamName: 'General',
  templateId: null,
  'TemplateRole.templateId': EXAMPLE_ID.template,
  'TemplateField.templateId': EXAMPLE_ID.template,
  text: EXAMPLE.name,
  title: 'Managing Director',
  updatedAt: EXAMPLE.sentAt,
  url: 'https://sign.example.com/api/v1/envelopes/env_01kd2v5m8ne3wtbxq7r0h4j6sa/document',
  useCount: 12,
  version: 3,
  'Health.version': '0.0.0',
  'Health.status': 'ok',
  'UploadTarget.headers': { 'content-type': 'application/octet-stream' },
  'disclosure.version': '2026-01',
  'disclosure.locale': 'en',
  'disclosure.title': 'Consent to electronic records and signatures',
  'disclosure.paragraphs': ['You can have the document on paper instead.'],
  width: 0.3,
  x: 0.1,
  y: 0.7,
};

type NamedExamples = { readonly [name: string]: { readonly summary: string; readonly value: Json } };
const signature = {
  type: 'signature',
  page: 1,
  x: 0.1,
  y: 0.7,
  width: 0.3,
  height: 0.06,
  participantIndex: 0,
};
const people = [{ name: EXAMPLE.name, email: EXAMPLE.email, company: 'Lovelace Analytics' }];

/** Bodies by operation, where properties depend on each other or several kinds of call are worth showing. */
export const REQUEST_EXAMPLES: Readonly<Record<string, NamedExamples>> = {
  envelopeCreate: {
    inline: {
      summary: 'With the document, ready to send',
      value: {
        originalFilename: EXAMPLE.filename,
        displayName: EXAMPLE.displayName,
        document: { contentBase64: 'JVBERi0xLjcKJeLjz9MK', contentType: 'application/pdf' },
        participants: people,
        fields: [signature],
        policy: { reminderPolicy: { firstAfterDays: 3, everyDays: 7, maxReminders: 3 } },
        metadata: { crmId: '4711' },
      },
    },
    upload: {
      summary: 'The document is uploaded afterwards',
      value: { originalFilename: EXAMPLE.filename },
    },
  },
  envelopeDraft: {
    replace: {
      summary: 'Participants with their fields',
      value: {
        expectedVersion: 1,
        participants: people,
        fields: [
          signature,
          { ...signature, type: 'date', x: 0.6, width: 0.2, autoSource: 'signed_date', label: 'Date' },
        ],
      },
    },
    rename: { summary: 'One part alone', value: { displayName: EXAMPLE.displayName } },
  },
  envelopeSend: {
    now: { summary: 'Now', value: { expectedVersion: 1 } },
    later: {
      summary: 'At a time',
      value: { expectedVersion: 1, sendAt: '2027-03-02T08:00:00.000Z' },
    },
  },
  envelopeVoid: {
    void: { summary: 'With a reason', value: { expectedVersion: 3, reason: 'The terms have changed.' } },
  },
  signerSign: {
    typed: {
      summary: 'A typed signature and a value',
      value: {
        values: [{ fieldId: EXAMPLE_ID.field, value: 'Malmö' }],
        signature: { kind: 'typed', text: EXAMPLE.name },
        documentHash: EXAMPLE.documentHash,
      },
    },
  },
  signerDecline: {
    decline: { summary: 'With a reason', value: { reason: 'The fee is not what we agreed.' } },
  },
};

const DRAFT = {
  status: 'draft',
  version: 1,
  expiresAt: null,
  sentAt: null,
  updatedAt: EXAMPLE.createdAt,
} as const;

/** What differs from the generated example in an operation's answer. */
export const ANSWER_PATCHES: Readonly<Record<string, Json>> = {
  envelopeCreate: { envelope: DRAFT },
  envelopeDraft: { envelope: { ...DRAFT, version: 2 } },
  envelopeCompleteUpload: { envelope: { envelope: DRAFT }, documentReceived: true },
  envelopeVoid: {
    envelope: { status: 'voided', version: 4, voidedAt: '2027-03-01T11:00:00.000Z' },
  },
  signerDecline: { status: 'declined' },
};
