import { STATEMENT_VERSION } from '#domain/envelope/intent.ts';
import type { EnvelopeStatus } from '#domain/envelope/status.ts';
import type { EventAction, EventPayloads } from '#domain/event/catalogue.ts';
import { EXAMPLE, createExampleId } from './examples.ts';

type Example<A extends EventAction> = {
  /** The envelope's status after the event. */
  readonly status: EnvelopeStatus;
  readonly payload: EventPayloads[A];
};

const participantId = createExampleId('participant');
const copyId = createExampleId('copy');
const { name, email, contentHash, documentHash, expiresAt } = EXAMPLE;
const sendAt = '2027-03-02T08:00:00.000Z';
const person = { name, email };
const colleague = { name: 'Charles Babbage', email: 'charles@example.com' };
const asked = {
  participantId,
  email,
  threadId: createExampleId('thread'),
  messageId: createExampleId('threadMessage'),
};
const link = { participantId, epoch: 1, email };
const annex = { documentId: createExampleId('document', 1), name: 'Annex.pdf' };

const signed: EventPayloads['participant.signed'] = {
  participantId,
  documentHash,
  valuesHash: '7c1f7e0f1d8f3b6a5c4e2d9b8a706f5e4d3c2b1a0f9e8d7c6b5a493827160504',
  fieldCount: 2,
  signatureKind: 'typed',
  signatureHash: '3f2e1d0c9b8a79685746352413f2e1d0c9b8a79685746352413f2e1d0c9b8a79',
  initialsHash: null,
  intent: {
    how: 'sign_and_finish',
    statementVersion: STATEMENT_VERSION,
    statementLanguage: 'en',
    statementHash: '9a8b7c6d5e4f30211203f4e5d6c7b8a99a8b7c6d5e4f30211203f4e5d6c7b8a9',
  },
  timeZone: 'America/Los_Angeles',
  pages: { rendered: [1, 2], pictures: [] },
};

/** An example of each event, all about one envelope. */
export const EVENT_EXAMPLES: { readonly [A in EventAction]: Example<A> } = {
  'envelope.created': {
    status: 'draft',
    payload: {
      displayName: EXAMPLE.displayName,
      originalFilename: EXAMPLE.filename,
      deliveryMode: 'inline',
      contentHash,
      documentHash,
      templateId: null,
      notices: [EXAMPLE.notice],
    },
  },
  'envelope.version_started': {
    status: 'in_progress',
    payload: { versionId: createExampleId('envelope', 2), versionNumber: 2 },
  },
  'envelope.version_created': {
    status: 'draft',
    payload: {
      previousVersionId: createExampleId('envelope', 1),
      versionNumber: 2,
      previousDocumentHash: documentHash,
    },
  },
  'envelope.replaced': { status: 'declined', payload: { replacedBy: createExampleId('envelope', 2) } },
  'envelope.copied': { status: 'draft', payload: { sourceEnvelopeId: createExampleId('envelope', 1) } },
  'envelope.document_received': {
    status: 'draft',
    payload: { contentHash, documentHash, sizeBytes: 481_203, pageCount: 3, notices: [EXAMPLE.notice] },
  },
  'envelope.document_uploaded': { status: 'draft', payload: {} },
  'envelope.document_refused': { status: 'draft', payload: { reason: 'encrypted' } },
  'envelope.document_added': {
    status: 'draft',
    payload: { ...annex, contentHash, documentHash, firstPage: 4, pageCount: 2, notices: [] },
  },
  'envelope.document_removed': {
    status: 'draft',
    payload: { ...annex, contentHash, documentHash, removedFieldCount: 1 },
  },
  'envelope.documents_reordered': {
    status: 'draft',
    payload: { order: [annex.documentId, createExampleId('document')], documentHash },
  },
  'envelope.detection_started': { status: 'detecting', payload: {} },
  'envelope.detection_completed': { status: 'review', payload: { fieldCount: 6, partyCount: 2 } },
  'envelope.detection_failed': { status: 'draft', payload: { reason: 'time' } },
  'envelope.draft_updated': { status: 'draft', payload: { changed: ['participants', 'fields'] } },
  'envelope.editing_opened': {
    status: 'draft',
    payload: {
      sessionId: createExampleId('pageSession'),
      application: EXAMPLE.company,
      userName: EXAMPLE.senderName,
      frameOrigin: 'https://app.example.com',
    },
  },
  'envelope.sent': {
    status: 'in_progress',
    payload: {
      displayName: EXAMPLE.displayName,
      documentHash,
      pageCount: 3,
      legalFramework: 'esign_ueta',
      consumerDisclosure: false,
      expiresAt: null,
      participants: [{ participantId, orderIndex: 0, name, email }],
    },
  },
  'participant.link_issued': { status: 'in_progress', payload: link },
  'participant.link_reissued': { status: 'in_progress', payload: { ...link, epoch: 2 } },
  'participant.link_copied': { status: 'in_progress', payload: link },
  'participant.corrected': {
    status: 'in_progress',
    payload: {
      participantId,
      epoch: 2,
      before: person,
      after: { name, email: 'ada@lovelace.example' },
    },
  },
  'participant.delegated': {
    status: 'in_progress',
    payload: { participantId, epoch: 2, before: person, after: colleague, reason: 'Charles decides this.' },
  },
  'participant.reminder_sent': { status: 'in_progress', payload: { participantId, automatic: true } },
  'participant.delivery_failed': {
    status: 'in_progress',
    payload: { participantId, email, reason: '550 5.1.1 The mailbox does not exist' },
  },
  'copy.sent': { status: 'completed', payload: { copyId, ...colleague, when: 'completed' } },
  'copy.delivery_failed': {
    status: 'completed',
    payload: { copyId, email: colleague.email, reason: '550 5.1.1 The mailbox does not exist' },
  },
  'envelope.deleted': { status: 'draft', payload: {} },
  'envelope.scheduled': { status: 'draft', payload: { sendAt } },
  'envelope.schedule_canceled': { status: 'draft', payload: { sendAt } },
  'envelope.schedule_failed': { status: 'draft', payload: { reason: 'invalid_state' } },
  'envelope.expiry_extended': { status: 'in_progress', payload: { expiresAt } },
  'envelope.expiry_warned': { status: 'in_progress', payload: { expiresAt } },
  'envelope.expired': { status: 'expired', payload: { expiresAt } },
  'envelope.time_advanced': {
    status: 'in_progress',
    payload: { milliseconds: 86_400_000, expiresAt, sendAt: null },
  },
  'participant.authenticated': { status: 'in_progress', payload: { participantId, method: 'email_code' } },
  'participant.authentication_failed': {
    status: 'in_progress',
    payload: { participantId, method: 'access_code', lockedUntil: '2027-03-01T09:20:00.000Z' },
  },
  'participant.session_opened': {
    status: 'in_progress',
    payload: {
      participantId,
      sessionId: createExampleId('pageSession'),
      application: EXAMPLE.company,
      host: null,
      frameOrigin: 'https://app.example.com',
    },
  },
  'participant.account_used': {
    status: 'in_progress',
    payload: { participantId, email: EXAMPLE.senderEmail },
  },
  'participant.viewed': { status: 'in_progress', payload: { participantId } },
  'participant.consented': {
    status: 'in_progress',
    payload: { participantId, disclosureVersion: null, disclosureLocale: null, disclosureHash: null },
  },
  'participant.fields_auto_resolved': {
    status: 'in_progress',
    payload: {
      participantId,
      fields: [{ fieldId: createExampleId('field'), autoSource: 'signed_date', value: '2027-03-01' }],
    },
  },
  'participant.signed': { status: 'in_progress', payload: signed },
  'participant.passkey_created': {
    status: 'in_progress',
    payload: { participantId, keyHash: documentHash, isSynced: true },
  },
  'participant.signing_failed': {
    status: 'in_progress',
    payload: { participantId, method: 'passkey', reason: 'signature' },
  },
  'participant.new_passkey_accepted': { status: 'in_progress', payload: { participantId } },
  'participant.approved': {
    status: 'in_progress',
    payload: {
      ...signed,
      fieldCount: 0,
      signatureKind: null,
      signatureHash: null,
      intent: { ...signed.intent, how: 'approve' },
    },
  },
  'participant.asked': {
    status: 'in_progress',
    payload: { ...asked, text: 'When would we start?', quote: null },
  },
  'participant.change_requested': {
    status: 'in_progress',
    payload: {
      ...asked,
      text: 'Can we say 30 days?',
      quote: { page: 2, text: 'Invoices are payable within 14 days.' },
      proposal: 'Invoices are payable within 30 days.',
    },
  },
  'envelope.answered': {
    status: 'in_progress',
    payload: { ...asked, text: 'On the first of April.', visibleTo: 'participant' },
  },
  'thread.settled': { status: 'in_progress', payload: { participantId, threadId: asked.threadId } },
  'participant.declined': {
    status: 'declined',
    payload: { participantId, reason: 'The fee is not what we agreed.' },
  },
  'envelope.declined': { status: 'declined', payload: { participantId } },
  'envelope.completed': { status: 'completed', payload: { participantCount: 1, fieldCount: 2 } },
  'envelope.sealed': {
    status: 'completed',
    payload: {
      sealedHash: EXAMPLE.sealedHash,
      sizeBytes: 512_340,
      certificateSubject: 'CN=Countersign Seal',
      level: 'B-T',
    },
  },
  'envelope.seal_extended': {
    status: 'completed',
    payload: {
      level: 'B-LTA',
      sealedHash: 'e1d2c3b4a5968778695a4b3c2d1e0f00112233445566778899aabbccddeeff00',
      previousHash: EXAMPLE.sealedHash,
      sizeBytes: 548_112,
    },
  },
  'envelope.sealing_failed': { status: 'completed', payload: {} },
  'envelope.voided': { status: 'voided', payload: { reason: 'The terms have changed.' } },
  'envelope.recalled': {
    status: 'draft',
    payload: { recipients: [{ participantId, ...person, language: 'en' }] },
  },
};
