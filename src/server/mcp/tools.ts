import { z } from 'zod';
import { LIMITS } from '#domain/limits.ts';
import { expectedVersion } from '#wire/draft.ts';
import { createDraft } from './create-draft.ts';
import { operation } from './operations.ts';
import { sendEnvelope } from './send-envelope.ts';
import { ADDS, CHANGES, REACHES, READS, toolOf, type Tool } from './tool.ts';

/** Fewer than in REST: an agent reads all of them. */
const AGENT_LIST_LIMIT = 20;
const limit = z
  .int()
  .min(1)
  .max(LIMITS.listLimitMax)
  .default(AGENT_LIST_LIMIT)
  .describe(`Maximum number of results. Use nextCursor to get more.`);

const envelopeId = z.string().min(1).describe('Envelope ID (env_…).');
const templateId = z.string().min(1).describe('Template ID (tpl_…).');
const participantId = z.string().min(1).describe('Participant ID (part_…), from get_envelope.');
const version = expectedVersion.describe(
  'The version of the envelope you have read. The call fails if the envelope has changed since.',
);
const attached = z
  .nonoptional(operation('envelope.addDocument').input.shape['document'] as z.ZodType)
  .describe(
    'The bytes of a PDF, DOCX, PNG, JPEG or HEIC, up to about 11 MiB. Larger files can be uploaded in the dashboard.',
  );
const documentId = z.string().min(1).describe('Document ID (doc_…), from get_envelope.');
const ofEnvelope = { id: envelopeId };
const ofTemplate = { id: templateId };

/** Every tool, in listing order. */
export const TOOLS: readonly Tool[] = [
  toolOf(
    {
      name: 'search_envelopes',
      title: 'Search envelopes',
      description:
        'Finds envelopes by status, view, name, recipient, team or template, and shows who has signed and what needs attention. view=attention shows stuck envelopes, view=waiting those out for signature.',
    },
    'envelope.list',
    { annotations: READS, refine: { limit } },
  ),
  toolOf(
    {
      name: 'get_envelope',
      title: 'Get an envelope',
      description:
        'Returns an envelope with its version, its participants in signing order and its fields. Call it before each change: writes require the version.',
    },
    'envelope.get',
    { annotations: READS, refine: ofEnvelope },
  ),
  toolOf(
    {
      name: 'get_envelope_events',
      title: "Get an envelope's history",
      description: 'Returns all events of an envelope in order, as a hash-chained log.',
    },
    'envelope.events',
    { annotations: READS, refine: ofEnvelope },
  ),
  toolOf(
    {
      name: 'list_templates',
      title: 'List templates',
      description:
        'Returns templates for creating drafts, newest first. archived=true returns archived ones.',
    },
    'template.list',
    { annotations: READS, refine: { limit } },
  ),
  toolOf(
    {
      name: 'get_template',
      title: 'Get a template',
      description:
        "Returns a template with its roles and fields. In create_draft, use each role's apiRoleName as the key of its recipient and each field's prefillKey as the key of its value in prefill.",
    },
    'template.get',
    { annotations: READS, refine: ofTemplate },
  ),
  toolOf(
    {
      name: 'create_template',
      title: 'Create a template',
      description:
        'Saves the document and fields of an envelope as a template. The envelope stays unchanged.',
    },
    'template.create',
    { annotations: ADDS },
  ),
  toolOf(
    {
      name: 'update_template',
      title: 'Rename a template',
      description: "Changes a template's name, its name pattern or both.",
    },
    'template.update',
    { annotations: CHANGES, refine: ofTemplate },
  ),
  toolOf(
    {
      name: 'archive_template',
      title: 'Archive a template',
      description:
        'Takes a template out of use until restore_template is called. Existing envelopes are not affected.',
    },
    'template.archive',
    { annotations: CHANGES, refine: ofTemplate },
  ),
  toolOf(
    {
      name: 'restore_template',
      title: 'Restore a template',
      description: 'Makes an archived template active again.',
    },
    'template.restore',
    { annotations: ADDS, refine: ofTemplate },
  ),
  createDraft,
  toolOf(
    {
      name: 'update_draft',
      title: 'Change a draft',
      description:
        'Replaces the given parts of a draft. participants replaces all participants and deletes their fields, so include fields as well; fields replaces all fields. Send each field back with everything you read: key, format, validation, condition, formula, anchor, private, autoSource, proposedAutoSource and the rest; what is left out is lost.',
    },
    'envelope.draft',
    { annotations: CHANGES, refine: { ...ofEnvelope, expectedVersion: version } },
  ),
  toolOf(
    {
      name: 'add_document',
      title: 'Add a document to a draft',
      description:
        'Adds a file after the others of a draft. All files make up one PDF, and page counts through all of them. To add several files, send detect=false for all but the last.',
    },
    'envelope.addDocument',
    { annotations: ADDS, refine: { ...ofEnvelope, document: attached } },
  ),
  toolOf(
    {
      name: 'reorder_documents',
      title: 'Reorder the documents of a draft',
      description: 'Puts the files of a draft into another order. Fields move with their pages.',
    },
    'envelope.reorderDocuments',
    { annotations: CHANGES, refine: { ...ofEnvelope, expectedVersion: version } },
  ),
  toolOf(
    {
      name: 'remove_document',
      title: 'Remove a document from a draft',
      description: 'Removes a file of a draft and the fields on its pages.',
    },
    'envelope.removeDocument',
    { annotations: CHANGES, refine: { ...ofEnvelope, documentId, expectedVersion: version } },
  ),
  sendEnvelope,
  toolOf(
    {
      name: 'remind_signer',
      title: 'Remind the current signers',
      description: 'Emails a reminder to each current signer, at most once an hour.',
    },
    'envelope.remind',
    { annotations: REACHES, refine: { ...ofEnvelope, expectedVersion: version }, mails: true },
  ),
  toolOf(
    {
      name: 'resend_link',
      title: 'Email a new signing link',
      description:
        "Emails a participant a new signing link; their existing links stop working. No response contains a signing link: they only go to the signer's mailbox.",
    },
    'envelope.resendLink',
    {
      annotations: { ...CHANGES, openWorldHint: true },
      refine: { ...ofEnvelope, participantId, expectedVersion: version },
      mails: true,
    },
  ),
  toolOf(
    {
      name: 'recall_envelope',
      title: 'Recall an envelope',
      description:
        'Turns a sent envelope back into a draft, as long as nobody has signed or approved it. Its links stop working, and everyone who has received one is notified. Ask the user first.',
    },
    'envelope.recall',
    {
      annotations: { ...CHANGES, openWorldHint: true },
      refine: { ...ofEnvelope, expectedVersion: version },
      mails: true,
    },
  ),
  toolOf(
    {
      name: 'copy_envelope',
      title: 'Copy an envelope',
      description:
        'Creates a draft with the same documents, recipients, fields and message, whatever the status of the envelope. What signers entered is not copied.',
    },
    'envelope.copy',
    { annotations: ADDS, refine: ofEnvelope },
  ),
  toolOf(
    {
      name: 'void_envelope',
      title: 'Void an envelope',
      description:
        'Permanently ends a draft or an envelope that is out for signature. Everyone who has received a link is notified with the reason. Ask the user first.',
    },
    'envelope.void',
    {
      annotations: { ...CHANGES, openWorldHint: true },
      refine: { ...ofEnvelope, expectedVersion: version },
      mails: true,
    },
  ),
  toolOf(
    {
      name: 'extract_contract',
      title: 'Extract data from a signed contract',
      description:
        'Returns the parties, dates, governing law and labeled values of a completed envelope. The status is not_extracted until everyone has signed.',
    },
    'envelope.extract',
    { annotations: READS, refine: ofEnvelope },
  ),
  toolOf(
    {
      name: 'get_document_link',
      title: 'Get a link to a document',
      description:
        'Returns a link for the user to download one file of an envelope. It works for 5 minutes, only for that file, and is not a signing link.',
    },
    'envelope.documentLink',
    { annotations: READS, refine: ofEnvelope },
  ),
  toolOf(
    {
      name: 'verify_envelope',
      title: 'Verify an envelope',
      description:
        "Recomputes an envelope's hash chain, compares its documents with the hashes in the log, and checks the seal of the signed PDF.",
    },
    'envelope.verify',
    { annotations: READS, refine: ofEnvelope },
  ),
];
