import { z } from 'zod';
import {
  AUTHENTICATION_METHODS,
  COPY_TIMES,
  DELIVERY_MODES,
  LEGAL_FRAMEWORKS,
  SEAL_LEVELS,
} from '#domain/envelope/status.ts';
import type { EventAction, EventPayloads } from '#domain/event/catalogue.ts';
import { AUTO_SOURCES } from '#domain/field/catalogue.ts';
import { PROOF_FAULTS } from '#domain/envelope/signing.ts';
import { THREAD_VISIBILITIES } from '#domain/envelope/thread.ts';
import { LANGUAGES } from '#domain/language.ts';
import { SIGN_IN_MATCHES } from '#domain/organization/identity/identity-provider.ts';
import { messageSchema } from './message.ts';
import { uploadedAttachment } from './attachment.ts';
import { documentNotice } from './document.ts';
import { keyHash, isSynced, proofSchema } from './signing.ts';
import { sha256, timestamp } from './text.ts';

const sealLevel = z.enum(SEAL_LEVELS).describe('PAdES baseline level of the seal.');

const participantId = z.string().describe('The participant the event is about.');
const copyId = z.string().describe('The person who gets the copy.');
const documentHash = sha256.describe('SHA-256 of the prepared PDF that signers see and sign.');
const method = z.enum(AUTHENTICATION_METHODS).describe('How the participant proves who they are.');
const email = z.string().describe('The address that the email is sent to.');
const phone = z.string().exactOptional().describe('The end of the phone number. Only for text messages.');
const signIn = z
  .object({
    provider: z.string().describe("The identity provider's name."),
    issuer: z.string(),
    subjectHash: sha256.describe("SHA-256 of the salt, a line feed and the provider's `sub`."),
    subjectSalt: z.string().describe('16 random bytes in hex.'),
    acr: z.string().nullable().describe('How the provider rates the sign-in.'),
    amr: z.array(z.string()).describe('How the person signed in there.'),
    matched: z.enum(SIGN_IN_MATCHES).describe("What had to be the same as the recipient's."),
  })
  .exactOptional()
  .describe('What the identity provider said. Only for oidc.');
const epoch = z.int().min(1).describe("Number of the participant's link; earlier links are refused.");
const corrected = z.object({
  name: z.string(),
  email: z.string(),
  language: z.enum(LANGUAGES).nullable().exactOptional().describe('The corrected address.'),
  phone,
});
const reason = z.string().nullable().describe('As entered by the person, without control characters.');
const threadId = z.string().describe('The thread of questions and answers.');
const written = {
  participantId: z.string().describe('The participant who began the thread.'),
  email: z.string().describe('The address of the person who began it.'),
  threadId,
  messageId: z.string(),
  text: z.string().describe('What was written.'),
};
const quote = z
  .object({ page: z.int(), text: z.string() })
  .nullable()
  .describe('The passage that it is about. Only for the first message of a thread.');
const notices = z.array(documentNotice).describe('What was removed or changed in the uploaded file.');
const listedFiles = z
  .array(
    z.object({
      documentId: z.string(),
      name: z.string(),
      contentHash: sha256.describe('SHA-256 of the uploaded file.'),
      firstPage: z.int(),
      pageCount: z.int(),
    }),
  )
  .exactOptional()
  .describe('The files in order. Only if there are several.');
const addedId = z.string().exactOptional().describe('Only for a document that was added to others.');
const expiresAt = timestamp.describe("When the envelope expires if it isn't completed.");

const signed = z.object({
  participantId,
  documentHash,
  valuesHash: sha256.describe('SHA-256 of the RFC 8785 canonical JSON of the values by field ID.'),
  fieldCount: z.int(),
  signatureKind: z.enum(['drawn', 'typed', 'uploaded']).nullable(),
  signatureHash: sha256
    .nullable()
    .describe(
      "SHA-256 of the image's bytes, or of the typed text. If a style was chosen, a line feed and the style follow the text.",
    ),
  initialsHash: sha256.nullable(),
  stampHash: sha256.exactOptional().describe("SHA-256 of the stamp's picture. Absent without a stamp."),
  intent: z
    .object({
      how: z.enum(['sign_and_finish', 'approve']).describe('The button: “Sign and finish” or “Approve”.'),
      statementVersion: z.string().nullable().describe('Version of the statement above the button.'),
      statementLanguage: z.enum(LANGUAGES).nullable().describe('Language in which it was shown.'),
      statementHash: sha256.nullable().describe('SHA-256 of the statement as it was shown, in UTF-8.'),
    })
    .describe('What the person agreed to. The statement is null if `language` was omitted.'),
  timeZone: z
    .string()
    .exactOptional()
    .describe(
      "Where the person's device was, as a name of the IANA time zone database. The day of signing is the day there; without it, the day in UTC.",
    ),
  pages: z
    .object({
      rendered: z.array(z.int()).describe('Drawn by the browser from the document.'),
      pictures: z
        .array(z.int())
        .describe("Shown as the server's picture, since the browser couldn't draw them."),
    })
    .exactOptional()
    .describe(
      'Which pages were on the screen and how, as the page that the person signed on reported it. Absent if it reported nothing.',
    ),
  attachments: z
    .array(uploadedAttachment)
    .exactOptional()
    .describe('Files that the person attached. Absent without any.'),
  proof: proofSchema
    .exactOptional()
    .describe('What proves that the person signed with a passkey. Absent if they signed without one.'),
});

/**
 * The published payload schema of each action in the event catalogue. Each schema equals the domain's type.
 */
export const EVENT_PAYLOADS = {
  'envelope.created': z.object({
    displayName: z.string(),
    originalFilename: z.string(),
    deliveryMode: z.enum(DELIVERY_MODES),
    contentHash: sha256.nullable().describe('SHA-256 of the uploaded document; null before the upload.'),
    documentHash: documentHash.nullable(),
    templateId: z.string().nullable(),
    notices,
    documents: listedFiles,
  }),
  'envelope.copied': z
    .object({ sourceEnvelopeId: z.string().describe('The envelope that this one was copied from.') })
    .describe('In the log of the copy, right after it was created.'),
  'envelope.version_started': z
    .object({
      versionId: z.string().describe('The draft that replaces this envelope once it is sent.'),
      versionNumber: z.int(),
    })
    .describe('In the log of the version that will be replaced.'),
  'envelope.version_created': z
    .object({
      previousVersionId: z.string().describe('The envelope that this one replaces once it is sent.'),
      versionNumber: z.int(),
      previousDocumentHash: sha256.nullable().describe("SHA-256 of the previous version's prepared PDF."),
    })
    .describe('In the log of a new version, right after it was created.'),
  'envelope.replaced': z
    .object({ replacedBy: z.string().describe('The next version, which was sent.') })
    .describe('In the log of an envelope that had ended before its next version was sent.'),
  'envelope.document_received': z.object({
    documentId: addedId,
    contentHash: sha256.describe('SHA-256 of the uploaded document.'),
    documentHash,
    sizeBytes: z.number(),
    pageCount: z.int(),
    notices,
  }),
  'envelope.document_uploaded': z
    .object({ documentId: addedId })
    .describe('The document has been uploaded and is still being converted.'),
  'envelope.document_refused': z.object({
    documentId: addedId,
    reason: z.string().describe('As `details.reason` of `document_unreadable`.'),
  }),
  'envelope.document_added': z.object({
    documentId: z.string(),
    name: z.string(),
    contentHash: sha256
      .nullable()
      .describe('SHA-256 of the uploaded file; null, like its pages, until it has been received.'),
    documentHash,
    firstPage: z.int().nullable(),
    pageCount: z.int().nullable(),
    notices,
  }),
  'envelope.document_removed': z.object({
    documentId: z.string(),
    name: z.string(),
    contentHash: sha256.nullable().describe('SHA-256 of the uploaded file; null if it was never received.'),
    documentHash,
    removedFieldCount: z.int().describe('Number of fields that were removed with it.'),
  }),
  'envelope.documents_reordered': z.object({
    order: z.array(z.string()).describe('The ids of the documents in their new order.'),
    documentHash,
  }),
  'envelope.detection_started': z.object({}),
  'envelope.detection_completed': z.object({
    fieldCount: z.int().describe('Number of fields added to the draft.'),
    partyCount: z.int(),
  }),
  'envelope.detection_failed': z.object({
    reason: z.string().describe("`time`, `memory`, `crash`, or `unavailable` if detection couldn't start."),
  }),
  'envelope.draft_updated': z.object({
    changed: z.array(z.string()).describe('The parts of the draft that were replaced.'),
  }),
  'envelope.sent': z.object({
    displayName: z.string(),
    documentHash,
    pageCount: z.int(),
    legalFramework: z.enum(LEGAL_FRAMEWORKS),
    consumerDisclosure: z.boolean(),
    expiresAt: expiresAt.nullable(),
    participants: z.array(
      z.object({
        participantId: z.string(),
        orderIndex: z.int(),
        name: z.string(),
        email: z.string(),
        role: z.literal('approver').exactOptional().describe('Only for approvers.'),
        delivery: z
          .enum(['embedded', 'in_person'])
          .exactOptional()
          .describe("Only for participants who aren't emailed."),
      }),
    ),
    message: messageSchema.exactOptional(),
    documents: listedFiles,
    annotationsHash: z
      .string()
      .exactOptional()
      .describe(
        "SHA-256 of the canonical JSON of the sender's texts and strikethroughs: type, page, x, y, width, height and value of each, in order.",
      ),
    versions: z
      .array(
        z.object({
          envelopeId: z.string(),
          versionNumber: z.int(),
          documentHash,
          changesDigest: sha256
            .nullable()
            .describe(
              '`digest` of the list of changes since the version before; null for the first one listed, and if they couldn’t be compared.',
            ),
        }),
      )
      .exactOptional()
      .describe('All versions up to this one, in order. Only for a new version.'),
  }),
  'participant.link_issued': z.object({ participantId, epoch, email }),
  'participant.link_reissued': z.object({ participantId, epoch, email }),
  'participant.link_copied': z
    .object({ participantId, epoch, email })
    .describe('A sender copied the link, to pass it on without our email.'),
  'participant.corrected': z.object({
    participantId,
    epoch: epoch.nullable(),
    before: corrected,
    after: corrected,
  }),
  'participant.delegated': z.object({
    participantId,
    epoch,
    before: z.object({ name: z.string(), email: z.string() }).describe('Who handed over their turn.'),
    after: z.object({ name: z.string(), email }).describe('Who acts in their place.'),
    reason,
  }),
  'participant.reminder_sent': z.object({
    participantId,
    automatic: z.boolean().describe('Whether it was sent automatically.'),
  }),
  'participant.delivery_failed': z.object({
    participantId,
    email,
    reason: z.string().describe("The mail server's response, or what the SMS gateway answered."),
    phone,
  }),
  'envelope.scheduled': z.object({ sendAt: timestamp }),
  'envelope.schedule_canceled': z.object({ sendAt: timestamp.describe('The scheduled time.') }),
  'envelope.schedule_failed': z.object({
    reason: z
      .string()
      .describe(
        'Why it was not sent: an error code, or `sender_removed`, `sender_demoted` or `sender_left_team` if the person who scheduled it may no longer send it.',
      ),
  }),
  'envelope.expiry_extended': z.object({ expiresAt: expiresAt.nullable() }),
  'envelope.expiry_warned': z.object({ expiresAt }),
  'envelope.expired': z.object({ expiresAt }),
  'envelope.time_advanced': z
    .object({
      milliseconds: z.int().describe('By how much the deadlines moved closer.'),
      expiresAt: expiresAt.nullable(),
      sendAt: timestamp.nullable().describe('The scheduled time.'),
    })
    .describe('Only in test mode.'),
  'participant.authenticated': z.object({ participantId, method, phone, signIn }),
  'participant.authentication_failed': z.object({
    participantId,
    method,
    lockedUntil: timestamp.describe('When another code can be tried.'),
    phone,
  }),
  'participant.session_opened': z
    .object({
      participantId,
      sessionId: z.string(),
      application: z
        .string()
        .nullable()
        .describe('The organization whose application authenticated an embedded participant.'),
      host: z.string().nullable().describe('Who handed the device to a participant who signs in person.'),
      frameOrigin: z.string().nullable().describe('The origin that may show the page in a frame.'),
    })
    .describe('A page was opened by a session URL, without an emailed link.'),
  'envelope.editing_opened': z
    .object({
      sessionId: z.string().describe('The actor of what was then done on the page.'),
      application: z.string().describe('The organization whose application authenticated the user.'),
      userName: z.string().nullable().describe('The user, as the application named them.'),
      frameOrigin: z.string().nullable().describe('The origin that may show the page in a frame.'),
    })
    .describe("A draft was opened by a session URL, for a user of the organization's application."),
  'participant.account_used': z.object({
    participantId,
    email: z.string().describe('The address of the account that was signed in.'),
  }),
  'participant.viewed': z.object({ participantId }),
  'participant.consented': z.object({
    participantId,
    disclosureVersion: z.string().nullable(),
    disclosureLocale: z.string().nullable(),
    disclosureHash: sha256
      .nullable()
      .describe('SHA-256 of the accepted disclosure; null if none was required.'),
  }),
  'participant.fields_auto_resolved': z.object({
    participantId,
    fields: z
      .array(z.object({ fieldId: z.string(), autoSource: z.enum(AUTO_SOURCES), value: z.string() }))
      .describe('Values that the service filled in, in plain text. Apply your own retention policy to them.'),
  }),
  'participant.signed': signed,
  'participant.approved': signed,
  'participant.asked': z.object({ ...written, quote }),
  'participant.change_requested': z.object({
    ...written,
    quote,
    proposal: z.string().nullable().describe('The words that should stand instead of the quote.'),
  }),
  'envelope.answered': z.object({
    ...written,
    visibleTo: z.enum(THREAD_VISIBILITIES).describe('Who sees the thread from now on.'),
  }),
  'thread.settled': z.object({ participantId, threadId }),
  'participant.passkey_created': z.object({ participantId, keyHash, isSynced }),
  'participant.signing_failed': z.object({
    participantId,
    method: z.literal('passkey').describe('What they tried to sign with.'),
    reason: z.enum(PROOF_FAULTS).describe('Why it proves nothing.'),
  }),
  'participant.new_passkey_accepted': z.object({ participantId }),
  'participant.declined': z.object({ participantId, reason }),
  'envelope.declined': z.object({ participantId }),
  'envelope.completed': z.object({ participantCount: z.int(), fieldCount: z.int() }),
  'envelope.sealed': z.object({
    sealedHash: sha256.describe('SHA-256 of the sealed PDF.'),
    sizeBytes: z.number(),
    certificateSubject: z.string().describe('Subject of the certificate that sealed it.'),
    certificateHash: sha256
      .optional()
      .describe('SHA-256 of the certificate of completion. Absent if it is part of the sealed PDF.'),
    level: sealLevel.exactOptional(),
  }),
  'envelope.seal_extended': z.object({
    level: sealLevel,
    sealedHash: sha256.describe('SHA-256 of the extended PDF.'),
    previousHash: sha256.describe('SHA-256 of the PDF that was extended.'),
    sizeBytes: z.number(),
  }),
  'envelope.sealing_failed': z.object({}),
  'envelope.voided': z.object({
    reason,
    replacedBy: z
      .string()
      .exactOptional()
      .describe('Only present if the next version was sent. The reason is `replaced` then.'),
  }),
  'envelope.recalled': z.object({
    recipients: z
      .array(z.object({ participantId, name: z.string(), email, language: z.enum(LANGUAGES).nullable() }))
      .describe('Whose links stopped working.'),
    copies: z
      .array(z.object({ copyId, name: z.string(), email, language: z.enum(LANGUAGES).nullable() }))
      .exactOptional()
      .describe("Whose copies can't be opened any more."),
  }),
  'copy.sent': z.object({
    copyId,
    name: z.string(),
    email,
    when: z.enum(COPY_TIMES).describe('sent: with the envelope. completed: the sealed documents.'),
  }),
  'copy.delivery_failed': z.object({
    copyId,
    email,
    reason: z.string().describe("The mail server's response."),
  }),
  'envelope.deleted': z.object({}),
} satisfies { readonly [A in EventAction]: z.ZodType<EventPayloads[A]> };

type Published = { [A in EventAction]: z.output<(typeof EVENT_PAYLOADS)[A]> };
type Fits<Written extends Target, Target> = Written;

/** The published payloads. If a domain payload gains a property, the type check fails here. */
export type PublishedPayloads = Fits<EventPayloads, Published>;
