import { z } from 'zod';
import { LIMITS } from '#domain/limits.ts';
import { expectedVersion } from '#wire/draft.ts';
import { createDraft } from './create-draft.ts';
import { sendEnvelope } from './send-envelope.ts';
import { ADDS, CHANGES, REACHES, READS, toolOf, type Tool } from './tool.ts';

/** Fewer than over REST: an agent reads every one of them. */
const AGENT_LIST_LIMIT = 20;
const limit = z
  .int()
  .min(1)
  .max(LIMITS.listLimitMax)
  .default(AGENT_LIST_LIMIT)
  .describe(`How many to answer at most. nextCursor leads on.`);

const envelopeId = z.string().min(1).describe('The envelope, env_….');
const templateId = z.string().min(1).describe('The template, tpl_….');
const participantId = z.string().min(1).describe('The participant, part_…, from get_envelope.');
const version = expectedVersion.describe(
  'The version of the envelope that you have read. It is refused when somebody changed it meanwhile.',
);
const ofEnvelope = { id: envelopeId };
const ofTemplate = { id: templateId };

/** Every tool, in the order of their listing: the one table. */
export const TOOLS: readonly Tool[] = [
  toolOf(
    {
      name: 'search_envelopes',
      title: 'Search envelopes',
      description:
        'Finds envelopes by status, view, name, recipient, team or template, with who has signed and what needs attention. view=attention shows what is stuck, view=waiting what is out for signature.',
    },
    'envelope.list',
    { annotations: READS, refine: { limit } },
  ),
  toolOf(
    {
      name: 'get_envelope',
      title: 'Read an envelope',
      description:
        'Answers an envelope with its version, its participants in signing order and its fields. Read it before each change: writes need its version.',
    },
    'envelope.get',
    { annotations: READS, refine: ofEnvelope },
  ),
  toolOf(
    {
      name: 'get_envelope_events',
      title: 'Read an envelope’s history',
      description: 'Answers everything that has happened to an envelope, in order, as a hash-chained log.',
    },
    'envelope.events',
    { annotations: READS, refine: ofEnvelope },
  ),
  toolOf(
    {
      name: 'list_templates',
      title: 'List templates',
      description:
        'Lists templates that drafts can be made from, newest first; with archived=true the archived ones.',
    },
    'template.list',
    { annotations: READS, refine: { limit } },
  ),
  toolOf(
    {
      name: 'get_template',
      title: 'Read a template',
      description:
        'Answers a template with its roles and fields. The apiRoleName of each role is the key of its recipient in create_draft; the prefillKey of a field is the key of its value in prefill.',
    },
    'template.get',
    { annotations: READS, refine: ofTemplate },
  ),
  toolOf(
    {
      name: 'create_template',
      title: 'Create a template',
      description:
        'Saves the document and the fields of an envelope as a template. The envelope stays as it is.',
    },
    'template.create',
    { annotations: ADDS },
  ),
  toolOf(
    {
      name: 'update_template',
      title: 'Rename a template',
      description: 'Changes a template’s name, its name pattern, or both.',
    },
    'template.update',
    { annotations: CHANGES, refine: ofTemplate },
  ),
  toolOf(
    {
      name: 'archive_template',
      title: 'Archive a template',
      description: 'Takes a template out of use until restore_template. Envelopes made from it go on.',
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
        'Replaces the parts of a draft that are given and leaves the others. participants replaces all participants and deletes their fields, so fields must come along; fields replaces all fields. Echo each field’s autoSource and proposedAutoSource as read.',
    },
    'envelope.draft',
    { annotations: CHANGES, refine: { ...ofEnvelope, expectedVersion: version } },
  ),
  sendEnvelope,
  toolOf(
    {
      name: 'remind_signer',
      title: 'Remind the current signer',
      description: 'Mails a reminder to the person whose turn it is, at most once an hour.',
    },
    'envelope.remind',
    { annotations: REACHES, refine: { ...ofEnvelope, expectedVersion: version }, mails: true },
  ),
  toolOf(
    {
      name: 'resend_link',
      title: 'Mail a new signing link',
      description:
        'Mails a participant a new signing link; those they had stop working. No link is ever in an answer: links go to the signer’s mailbox only.',
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
      name: 'void_envelope',
      title: 'Void an envelope',
      description:
        'Ends a draft or an envelope that is out for signature, for good. Whoever had a link is told, with the reason. Ask the user first.',
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
      title: 'Read a signed contract as data',
      description:
        'Answers parties, dates, governing law and labelled values of a completed envelope; status is not_extracted until everyone has signed.',
    },
    'envelope.extract',
    { annotations: READS, refine: ofEnvelope },
  ),
  toolOf(
    {
      name: 'get_document_link',
      title: 'Get a link to a document',
      description:
        'Answers a link to one file of an envelope for the user to download. It works for 5 minutes, for that file only, and is no signing link.',
    },
    'envelope.documentLink',
    { annotations: READS, refine: ofEnvelope },
  ),
  toolOf(
    {
      name: 'verify_envelope',
      title: 'Verify an envelope',
      description:
        'Recomputes an envelope’s hash chain, compares its documents with the hashes in the log, and examines the seal of the signed PDF.',
    },
    'envelope.verify',
    { annotations: READS, refine: ofEnvelope },
  ),
];
