import { createExampleEvents } from './events.ts';
import { EXAMPLE, createExampleId } from '#wire/examples.ts';
import type { Json } from './model.ts';

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
/** Builds a page that can be uploaded, so that the example succeeds. As small as a PDF can be. */
function buildExamplePdf(): string {
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>',
  ];
  let text = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = text.length;
    text += `${index + 1} 0 obj${object}endobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${places.join('')}`;
  text += `${table}trailer<</Size ${size}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF`;
  return Buffer.from(text).toString('base64');
}

const people = [{ name: EXAMPLE.name, email: EXAMPLE.email, company: 'Lovelace Analytics' }];

/**
 * Request bodies by operation, for operations whose properties depend on each other or that have several
 * calls worth showing.
 */
export const REQUEST_EXAMPLES: Readonly<Record<string, NamedExamples>> = {
  envelopeCreate: {
    inline: {
      summary: 'With the document, ready to send',
      value: {
        originalFilename: EXAMPLE.filename,
        displayName: EXAMPLE.displayName,
        document: { contentBase64: buildExamplePdf(), contentType: 'application/pdf' },
        participants: people,
        fields: [signature],
        policy: { reminderPolicy: { firstAfterDays: 3, everyDays: 7, maxReminders: 3 } },
        metadata: { crmId: '4711' },
      },
    },
    upload: {
      summary: 'Upload the document afterwards',
      value: { originalFilename: EXAMPLE.filename },
    },
  },
  envelopeAddDocument: {
    inline: {
      summary: 'With the file, and detection later',
      value: {
        originalFilename: 'Annex.pdf',
        document: { contentBase64: buildExamplePdf(), contentType: 'application/pdf' },
        detect: false,
      },
    },
    upload: { summary: 'Upload the file afterwards', value: { originalFilename: 'Annex.pdf' } },
  },
  envelopeReorderDocuments: {
    order: {
      summary: 'All documents in their new order',
      value: { order: [createExampleId('document')], expectedVersion: 3 },
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
    rename: { summary: 'One part only', value: { displayName: EXAMPLE.displayName } },
  },
  envelopeSend: {
    now: { summary: 'Now', value: { expectedVersion: 1 } },
    later: {
      summary: 'Scheduled',
      value: { expectedVersion: 1, sendAt: '2027-03-02T08:00:00.000Z' },
    },
  },
  envelopeVoid: {
    void: { summary: 'With a reason', value: { expectedVersion: 3, reason: 'The terms have changed.' } },
  },
  envelopeCorrectParticipant: {
    address: { summary: 'A new address', value: { expectedVersion: 3, email: 'ada@lovelace.example' } },
  },
  signerUploadAttachment: {
    photo: {
      summary: 'A photo from a phone',
      value: {
        fieldId: createExampleId('field'),
        filename: 'passport.heic',
        contentBase64: 'AAAAGGZ0eXBoZWljAAAAAG1pZjFoZWlj',
      },
    },
  },
  signerSign: {
    typed: {
      summary: 'A typed signature and a value',
      value: {
        values: [{ fieldId: createExampleId('field'), value: 'Malmö' }],
        signature: { kind: 'typed', text: EXAMPLE.name },
        documentHash: EXAMPLE.documentHash,
      },
    },
  },
  signerDecline: {
    decline: { summary: 'With a reason', value: { reason: 'The fee is not what we agreed.' } },
  },
  templateCreate: {
    save: {
      summary: 'One role, standing for a participant',
      value: {
        sourceEnvelopeId: createExampleId('envelope'),
        name: 'Consulting agreement',
        namePattern: '{template_name} – {recipient_company} ({date:YYYY-MM})',
        roles: [{ name: 'Consultant', participantId: createExampleId('participant') }],
      },
    },
  },
  templateUpdate: {
    rename: { summary: 'A new name', value: { name: 'Consulting agreement 2027' } },
    clear: { summary: 'Remove the name pattern', value: { namePattern: null } },
  },
  webhookCreate: {
    some: {
      summary: 'Some events',
      value: { url: 'https://example.com/countersign', events: ['envelope.completed', 'envelope.declined'] },
    },
    all: { summary: 'All events', value: { url: 'https://example.com/countersign' } },
  },
  webhookUpdate: {
    pause: { summary: 'Paused', value: { enabled: false } },
    all: { summary: 'All events from now on', value: { events: null } },
  },
  templateCreateEnvelope: {
    send: {
      summary: 'Filled in and sent',
      value: {
        recipients: { consultant: { name: EXAMPLE.name, email: EXAMPLE.email } },
        prefill: { start_date: '2027-04-01' },
      },
    },
    review: {
      summary: 'A draft to review first',
      value: {
        recipients: { consultant: { name: EXAMPLE.name, email: EXAMPLE.email } },
        displayName: EXAMPLE.displayName,
        autoSend: false,
      },
    },
  },
};

const DRAFT = {
  status: 'draft',
  version: 1,
  expiresAt: null,
  sentAt: null,
  updatedAt: EXAMPLE.createdAt,
} as const;

const FROM_TEMPLATE = {
  templateId: createExampleId('template'),
  templateContentHash: EXAMPLE.contentHash,
  deliveryMode: 'template',
} as const;

const NOT_TRIED = {
  status: 'pending',
  attempts: 0,
  nextAttemptAt: EXAMPLE.createdAt,
  lastAttemptAt: null,
  lastStatusCode: null,
} as const;

/** Differences from the generated response example, by operation. */
export const ANSWER_PATCHES: Readonly<Record<string, () => Json>> = {
  envelopeCreate: () => ({ envelope: DRAFT }),
  envelopeDraft: () => ({ envelope: { ...DRAFT, version: 2 } }),
  envelopeCompleteUpload: () => ({ envelope: { envelope: DRAFT }, documentReceived: true }),
  envelopeVoid: () => ({
    envelope: { status: 'voided', version: 4, voidedAt: '2027-03-01T11:00:00.000Z' },
  }),
  envelopeEvents: () => ({ items: createExampleEvents() }),
  envelopeEvidence: () => ({ events: createExampleEvents(), headHash: createExampleEvents().at(-1)?.hash }),
  envelopeDetect: () => ({
    envelope: { ...DRAFT, status: 'detecting', detectionStatus: 'running', version: 2 },
  }),
  envelopeCorrectParticipant: () => ({ envelope: { version: 4 } }),
  signerDecline: () => ({ status: 'declined' }),
  signerEnvelope: () => ({ completedFields: [] }),
  webhookTest: () => ({ ...NOT_TRIED, type: 'webhook.test', eventId: null, envelopeId: null }),
  webhookSample: () => ({ ...NOT_TRIED, eventId: null, envelopeId: null }),
  webhookRedeliver: () => ({ status: 'pending', nextAttemptAt: '2027-03-02T08:00:00.000Z' }),
  webhookRotateSecret: () => ({ previousSecretExpiresAt: '2027-03-02T09:05:00.000Z' }),
  templateCreate: () => ({ template: { useCount: 0 } }),
  templateArchive: () => ({ archivedAt: '2027-03-05T09:00:00.000Z' }),
  templateCreateEnvelope: () => ({ envelope: FROM_TEMPLATE }),
};

/** Differences between the forms of a response, by the status that distinguishes them. */
export const FORM_PATCHES: Readonly<Record<string, Json>> = {
  not_extracted: { message: 'The envelope is not completed yet.' },
  extracted: {
    envelopeStatus: 'completed',
    message: "Based on the signed fields and the document's text.",
    semantic: {
      governingLaw: {
        value: 'Sweden',
        text: 'This agreement is governed by the laws of Sweden.',
        page: 3,
        source: 'document',
        confidence: 0.95,
      },
      perpetual: null,
      parties: [
        {
          name: 'Ångström AB',
          aliases: ['Supplier'],
          text: 'Ångström AB, a company registered in Sweden (the "Supplier")',
          page: 1,
          confidence: 0.9,
        },
      ],
    },
  },
};
