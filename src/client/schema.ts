// Generated from the API's description by `npm run client`. Changes made here are lost.

export interface paths {
  '/api/v1/ping': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Check a credential
     * @description Answers when the credential is valid. Use it to test a connection.
     */
    get: operations['ping'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/envelopes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List envelopes
     * @description Newest first unless `sort` says otherwise. A cursor holds for the filters and the sort that it was answered with. Envelopes that come or change between two pages make the default order neither repeat nor skip others.
     */
    get: operations['envelopeList'];
    put?: never;
    /**
     * Create an envelope
     * @description Makes a draft. With `document` the bytes come along; without it the answer says where to upload them, and upload/complete takes them in. Then fields are detected, unless they came along: the envelope goes through `detecting` to `review`, and its version grows by 2. Read it until `detectionStatus` is `completed` or `failed`; participants may come along before there are fields. A DOCX becomes a PDF; where that takes long it goes on after the answer, and `documentStatus` is `processing` until it has ended.
     */
    post: operations['envelopeCreate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/envelopes/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read an envelope
     * @description Answers the envelope with its participants in signing order and its fields.
     */
    get: operations['envelopeGet'];
    put?: never;
    post?: never;
    /**
     * Delete a draft
     * @description In draft and review status only: what was sent can be voided, never deleted.
     */
    delete: operations['envelopeDelete'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/envelopes/{id}/draft': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Update a draft
     * @description Replaces the parts that are present, in draft and review status. Participants replace all participants and delete their fields, so fields must come along; fields replace all fields. Echo each field’s autoSource and proposedAutoSource as read.
     */
    put: operations['envelopeDraft'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/envelopes/{id}/send': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send an envelope
     * @description Freezes the draft and mails the first signer. The version grows by 2. With `sendAt` in the future it is sent then; until then it stays a draft.
     */
    post: operations['envelopeSend'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/envelopes/{id}/remind': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Remind the current signer
     * @description Mails the pending participant with the lowest order index, at most once an hour.
     */
    post: operations['envelopeRemind'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/envelopes/{id}/participants/{participantId}/resend-link': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Resend a link
     * @description Every link of the participant that is out stops working. The new one is mailed and never in an answer.
     */
    post: operations['envelopeResendLink'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/envelopes/{id}/participants/{participantId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Correct a participant
     * @description Changes the name, address or language of a pending participant of an envelope in progress. Every link of theirs that is out stops working; the new one is mailed to the corrected address and never in an answer. Whose turn has not come is mailed then. What was consented to or seen at another address counts no more.
     */
    patch: operations['envelopeCorrectParticipant'];
    trace?: never;
  };
  '/api/v1/envelopes/{id}/expiry': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Change the date of expiry
     * @description For an envelope in progress; null takes the date away. The current signer is mailed a link that holds as long.
     */
    put: operations['envelopeExtendExpiry'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/envelopes/{id}/void': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Void an envelope
     * @description Ends an envelope in draft, review or in progress for good. Whoever had a link is told, with the reason.
     */
    post: operations['envelopeVoid'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/envelopes/{id}/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the event log
     * @description All events in their order. Salt and digest let anyone recompute the chain without a secret.
     */
    get: operations['envelopeEvents'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/envelopes/{id}/document': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download a document
     * @description The bytes as uploaded (original), as shown and signed (prepared), sealed, or the certificate pages of the sealed file. `invalid_state` while there is no such file.
     */
    get: operations['envelopeDocument'];
    /**
     * Upload a document
     * @description The raw bytes of the document of an envelope that was created without one. Uploading again replaces them until upload/complete.
     */
    put: operations['envelopeUpload'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/envelopes/{id}/detect': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Detect fields
     * @description Has the document read for its fields and parties, in draft and review status. The envelope is `detecting` until a job has added what it found, then in `review`. Fields that stand already are kept, and nothing is added where one stands.
     */
    post: operations['envelopeDetect'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/envelopes/{id}/evidence': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the evidence
     * @description The event chain with its head, the newest signed checkpoint that covers it, the hashes of the documents, and the certificates of the seal.
     */
    get: operations['envelopeEvidence'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/envelopes/{id}/extract': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a completed contract as data
     * @description Parties, lifecycle dates and labelled fields of a completed envelope, with the dates, governing law and parties that labelled fields or the document’s own text name: each with its words, page and confidence. The text is read shortly after completion; `message` says whether it has been. `not_extracted` until completion.
     */
    get: operations['envelopeExtract'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/envelopes/{id}/upload/complete': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Complete an upload
     * @description Checks and normalises the uploaded bytes, and converts a DOCX to PDF; then its fields are detected, unless the envelope was created without. A conversion that takes long goes on after the answer: `documentStatus` is `processing` until it has ended. `documentReceived` is false while there are no bytes.
     */
    post: operations['envelopeCompleteUpload'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/templates': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List templates
     * @description Newest first: the active ones, or with `archived=true` the archived ones. A cursor holds for the filters that it was answered with.
     */
    get: operations['templateList'];
    put?: never;
    /**
     * Create a template
     * @description Saves the document and the fields of an envelope as a template. Each role stands for a participant, a detected party or a synthetic role of the envelope, and every field must belong to one of them. The envelope stays as it is.
     */
    post: operations['templateCreate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/templates/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read a template
     * @description Answers the template, active or archived, with its roles in signing order and its fields.
     */
    get: operations['templateGet'];
    put?: never;
    post?: never;
    /**
     * Archive a template
     * @description Takes the template out of use: no envelopes can be made from it until it is restored. Its document is kept, and envelopes that were made from it go on. Archiving an archived one changes nothing.
     */
    delete: operations['templateArchive'];
    options?: never;
    head?: never;
    /**
     * Update a template
     * @description Changes the name, the name pattern, or both; a pattern of null clears it. Envelopes that were made before keep the pattern that they were made with.
     */
    patch: operations['templateUpdate'];
    trace?: never;
  };
  '/api/v1/templates/{id}/restore': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Restore a template
     * @description Makes an archived template active again. Restoring an active one changes nothing.
     */
    post: operations['templateRestore'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/templates/{id}/envelopes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create an envelope from a template
     * @description Makes an envelope with a recipient for every role and sends it, both or neither: its version is 3 then. With `autoSend` false it stays a draft. Without `displayName` the template’s name pattern names it whenever it is sent.
     */
    post: operations['templateCreateEnvelope'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/webhooks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List webhooks
     * @description All webhooks of the organization, oldest first.
     */
    get: operations['webhookList'];
    put?: never;
    /**
     * Create a webhook
     * @description Names a URL that is told of events as they happen, in messages that are signed as Standard Webhooks describes. The secret to check them with is in this answer only. An organization has at most 50 webhooks: one more is 409 `invalid_state`.
     */
    post: operations['webhookCreate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/webhooks/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a webhook
     * @description The webhook without its secret.
     */
    get: operations['webhookGet'];
    put?: never;
    post?: never;
    /**
     * Delete a webhook
     * @description Its deliveries go with it; what waited for it is not sent any more.
     */
    delete: operations['webhookDelete'];
    options?: never;
    head?: never;
    /**
     * Update a webhook
     * @description Changes what is named and leaves the rest. A disabled webhook is told of nothing, and what waited for it is given up; enabling it forgets why it was disabled. What happened in between can be redelivered only if it was on its way before.
     */
    patch: operations['webhookUpdate'];
    trace?: never;
  };
  '/api/v1/webhooks/{id}/rotate-secret': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Replace the secret of a webhook
     * @description The new secret is in this answer only. For 24 hours messages carry two signatures, of the new secret and of the one before, so that a receiver can change over at any time between. Rotating again within that time ends the older one at once.
     */
    post: operations['webhookRotateSecret'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/webhooks/{id}/test': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a test message
     * @description Sends a message of type `webhook.test`, signed like any other, and tries it once. The answer is the delivery as it begins: read it again to see what came of it. A disabled webhook is 409 `invalid_state`.
     */
    post: operations['webhookTest'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/webhooks/{id}/deliveries': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List deliveries
     * @description What the webhook was told in the last 30 days, newest first, with what came of it. A cursor holds for the filters that it was answered with.
     */
    get: operations['webhookDeliveries'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/webhooks/{id}/deliveries/{deliveryId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a delivery
     * @description What came of it, and the body of the message as it was sent.
     */
    get: operations['webhookDelivery'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/webhooks/{id}/deliveries/{deliveryId}/redeliver': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Deliver again
     * @description Makes another attempt now, with the same `webhook-id` and body. The answer is the delivery as it stands: read it again to see what came of it. A disabled webhook is 409 `invalid_state`.
     */
    post: operations['webhookRedeliver'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/signer/invitation': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the invitation
     * @description Sender, document name and state. Has no effect.
     */
    get: operations['signerInvitation'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/signer/envelope': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Open the envelope
     * @description The signer’s own fields while it is their turn, and where the document is. Records participant.viewed, at most once in 15 minutes.
     */
    get: operations['signerEnvelope'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/signer/document': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download the document
     * @description The bytes that are signed, for the signer whose turn it is; the sealed PDF once the envelope is completed.
     */
    get: operations['signerDocument'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/signer/consent': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Consent to sign electronically
     * @description Needed before signing where consumerDisclosure is true. Repeating it changes nothing.
     */
    post: operations['signerConsent'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/signer/new-link': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ask for a new link
     * @description Takes a link that has expired or was replaced, too. The participant is mailed at the address that the envelope has of them, at most once an hour, and only while there is something to sign. The answer is always the same.
     */
    post: operations['signerNewLink'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/signer/sign': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sign
     * @description All required values of the signer, atomically. A repeat after success answers the same. Where `consumerDisclosure` is true, consent comes first: without it the call is 409 `invalid_state` with the reason consent_required.
     */
    post: operations['signerSign'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/signer/decline': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Decline to sign
     * @description Ends the envelope. The sender and everyone who has signed are told.
     */
    post: operations['signerDecline'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/health': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Ask how the service is
     * @description For probes: takes no credential. `degraded` says that something which it needs is failing.
     */
    get: operations['health'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface webhooks {
  event: {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * An event happened
     * @description Sent to every enabled webhook that asked for the action, at least once. Check the signature before you believe it (Standard Webhooks), answer 2xx within 10 seconds, and do the work afterwards. Anything else is tried again, for about three days; 410 disables the webhook. The same `webhook-id` means the same message.
     */
    post: operations['webhookMessage'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export interface components {
  schemas: {
    /** @description Participants sign in the order of the array. */
    ParticipantInput: {
      /** @description As signers and mails show it. */
      name: string;
      /**
       * Format: email
       * @description Where their link is mailed to.
       * @example ada@example.com
       */
      email: string;
      /** @description Whom they sign for. Default: null. */
      company?: string | null;
      /** @description Their title in it, such as Managing Director. Default: null. */
      title?: string | null;
      /**
       * @description Of the mails to this participant; null: that of their browser, once they opened the envelope.
       * @enum {string|null}
       */
      language?: 'en' | 'de' | 'fr' | 'es' | 'it' | 'pt' | 'pl' | 'nl' | 'ja' | 'zh' | 'ar' | 'he' | null;
      /** @description The party of `detectedParties` whom they are: fields of that party become theirs. */
      detectedPartyIndex?: number | null;
    };
    /** @description Geometry in fractions 0..1 of the page as a viewer shows it, origin top-left. Needs one of participantIndex, partyIndex, syntheticRoleId. */
    FieldInput: {
      /**
       * @description Default: signature.
       * @enum {string}
       */
      type?:
        | 'signature'
        | 'initials'
        | 'date'
        | 'name'
        | 'email'
        | 'company'
        | 'title'
        | 'text'
        | 'number'
        | 'checkbox'
        | 'radio'
        | 'dropdown'
        | 'phone'
        | 'attachment';
      /** @description From 1. */
      page: number;
      /** @description From the left edge. */
      x: number;
      /** @description From the top edge. */
      y: number;
      /** @description `x` and `width` together are at most 1. */
      width: number;
      /** @description `y` and `height` together are at most 1. */
      height: number;
      /** @description The participant who fills it, by position in the participants array. */
      participantIndex?: number | null;
      /** @description The detected party that fills it: whichever participant has this detectedPartyIndex. */
      partyIndex?: number | null;
      /** @description A role of your own naming, for a field that belongs to nobody yet. It has to before sending. */
      syntheticRoleId?: string | null;
      /** @description What people read for that role. */
      syntheticRoleName?: string | null;
      /** @description What the signer is asked for. Default: null, which shows the name of the type. */
      label?: string | null;
      /** @description Default: true. */
      required?: boolean;
      /** @description The choices of a dropdown, which needs them, or the value of a radio button. */
      options?: string[] | null;
      /** @description Radio buttons of one group take one choice; a required group of checkboxes takes one at least. */
      group?: string | null;
      /** @description What the field comes with, of the form that its type has: a checkbox is true or false, a date YYYY-MM-DD. */
      prefillValue?: string | null;
      /** @description Whether the signer cannot change what it comes with: needs prefillValue or autoSource. Default: false. */
      locked?: boolean;
      /**
       * @description Echo it as read: otherwise the binding is cleared.
       * @enum {string|null}
       */
      autoSource?:
        | 'signed_date'
        | 'signer_name'
        | 'signer_email'
        | 'signer_company'
        | 'signer_title'
        | 'sender_name'
        | 'sender_email'
        | 'sender_organization'
        | null;
      /**
       * @description Where it comes from. A detected field is a proposal until you make it manual. Left out: a field of the same type and place keeps its source, any other is manual.
       * @enum {string}
       */
      source?: 'manual' | 'detected' | 'template' | 'form';
      /**
       * @description Echo it as read: otherwise the proposal is dismissed.
       * @enum {string|null}
       */
      proposedAutoSource?:
        | 'signed_date'
        | 'signer_name'
        | 'signer_email'
        | 'signer_company'
        | 'signer_title'
        | 'sender_name'
        | 'sender_email'
        | 'sender_organization'
        | null;
    };
    /** @description Properties that are left out stay as they are. */
    PolicyInput: {
      /**
       * @description Default: that of the organization, or of the template. eidas_aes and eidas_qes are refused with `legal_framework_unavailable`.
       * @enum {string}
       */
      legalFramework?: 'esign_ueta' | 'eidas_ses' | 'uk_ses' | 'none' | 'eidas_aes' | 'eidas_qes';
      /** @description Whether signers consent to the full consumer disclosure (15 USC 7001(c)) before they can fill anything in: with esign_ueta only. Default: that of the organization, which begins with false. */
      consumerDisclosure?: boolean;
      /**
       * Format: date-time
       * @description When it ends unless all have signed; null for never. Default: that of the organization, which begins with never.
       * @example 2027-01-31T17:00:00.000Z
       */
      expiresAt?: string | null;
      /** @description Null for no reminders but yours. Default: that of the organization, which begins with none. */
      reminderPolicy?: components['schemas']['ReminderPolicy'] | null;
    };
    /** @description When unsigned envelopes remind their current signer, in days. */
    ReminderPolicy: {
      /** @description Days from the link to the first reminder. */
      firstAfterDays: number;
      /** @description Days from one reminder to the next. */
      everyDays: number;
      /** @description How many a signer gets at most. */
      maxReminders: number;
    };
    /** @description The name and reply-to address that recipients see. */
    SenderInput: {
      /** @description Who the mails are from. */
      name: string;
      /**
       * Format: email
       * @description Where answers to them go.
       * @example ada@example.com
       */
      email: string;
    };
    /** @description Needs exactly one of participantId, partyIndex, syntheticRoleId. Roles sign in the order of the array. */
    TemplateRoleInput: {
      /** @description Its apiRoleName is made from it, in snake case. */
      name: string;
      /** @description The participant that it stands for. */
      participantId?: string | null;
      /** @description The detected party that it stands for. */
      partyIndex?: number | null;
      /** @description The role that fields were drawn for. */
      syntheticRoleId?: string | null;
      /** @description Default: false. At most one role is the sender’s. */
      isSender?: boolean;
      /** @description Default: false. */
      optional?: boolean;
    };
    RecipientInput: {
      /** @description As signers and mails show it. */
      name: string;
      /**
       * Format: email
       * @description Where their link is mailed to.
       * @example ada@example.com
       */
      email: string;
      /** @description Whom they sign for. Default: null. */
      company?: string | null;
      /** @description Their title there. Default: null. */
      title?: string | null;
      /**
       * @description Of the mails to them; null: that of their browser, once they opened the envelope.
       * @enum {string|null}
       */
      language?: 'en' | 'de' | 'fr' | 'es' | 'it' | 'pt' | 'pl' | 'nl' | 'ja' | 'zh' | 'ar' | 'he' | null;
    };
    SignatureInput:
      | {
          /**
           * @description Their name, typed.
           * @constant
           */
          kind: 'typed';
          /** @description The name. */
          text: string;
        }
      | {
          /**
           * @description A picture of it.
           * @enum {string}
           */
          kind: 'drawn' | 'uploaded';
          /** @description A data URL of a PNG or JPEG of at most 512 KiB and 2000 × 2000 pixels. */
          image: string;
        };
    EnvelopeListItem: {
      id: string;
      organizationId: string;
      teamId: string;
      templateId: string | null;
      templateContentHash: string | null;
      /**
       * @description draft and review: can be edited and sent. detecting: the document is being read. in_progress: out for signature. The others are final.
       * @enum {string}
       */
      status:
        'draft' | 'detecting' | 'review' | 'in_progress' | 'completed' | 'declined' | 'voided' | 'expired';
      /**
       * @description queued: detection is about to begin. running: the status is detecting until it ends.
       * @enum {string}
       */
      detectionStatus: 'none' | 'queued' | 'running' | 'completed' | 'failed';
      /**
       * @description Whether the document has yet to come, is being converted, is there, or cannot be used: then another one can be uploaded.
       * @enum {string}
       */
      documentStatus: 'awaited' | 'processing' | 'received' | 'refused';
      /** @description Why it cannot be used, as `details.reason` of `document_unreadable`. */
      documentRefusal: string | null;
      /** @description Grows by one with each event that changes the envelope. */
      version: number;
      originalFilename: string;
      displayName: string;
      /**
       * @description What was uploaded; pdf until then.
       * @enum {string}
       */
      sourceFormat: 'pdf' | 'docx';
      /** @description SHA-256 (hex) of the document as it was uploaded. */
      contentHash: string | null;
      /** @description SHA-256 (hex) of the prepared PDF: the bytes that signers see and sign. */
      documentHash: string | null;
      /** @description Pages of the prepared PDF. */
      pageCount: number | null;
      /** @description Of the document as it was uploaded. */
      sizeBytes: number | null;
      /**
       * @description How the bytes came: with the call that created it, by an upload afterwards, or from a template.
       * @enum {string}
       */
      deliveryMode: 'inline' | 'upload' | 'template';
      /**
       * @description Frozen at sending, and printed on the certificate.
       * @enum {string}
       */
      legalFramework: 'esign_ueta' | 'eidas_ses' | 'uk_ses' | 'none' | 'eidas_aes' | 'eidas_qes';
      /** @description Whether signers consent to the consumer disclosure first. */
      consumerDisclosure: boolean;
      /**
       * Format: date-time
       * @description When it ends unless all have signed; null for never.
       * @example 2026-11-21T09:00:00.000Z
       */
      expiresAt: string | null;
      /**
       * Format: date-time
       * @description When it will be sent, while it is a draft.
       * @example 2026-11-21T09:00:00.000Z
       */
      scheduledSendAt: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      sentAt: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      completedAt: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      declinedAt: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      voidedAt: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      expiredAt: string | null;
      /**
       * Format: date-time
       * @description When the sealed PDF became available.
       * @example 2026-11-21T09:00:00.000Z
       */
      sealedAt: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      createdAt: string;
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      updatedAt: string;
      reminderPolicy: components['schemas']['ReminderPolicy'] | null;
      metadata: {
        [key: string]: string;
      } | null;
      senderUserId: string | null;
      senderName: string;
      senderEmail: string;
      detectedParties:
        | {
            /** @description What partyIndex and detectedPartyIndex name it by. */
            index: number;
            name: string | null;
            email: string | null;
            /** @description What the document calls it, such as Supplier. */
            roleLabel: string | null;
            /** @description Fields that were found for it. */
            fieldCount: number;
          }[]
        | null;
      teamName: string;
      participantCount: number;
      signedCount: number;
      /** @description The newest event, in words for people. */
      latestActivity: {
        /** @enum {string} */
        action:
          | 'envelope.created'
          | 'envelope.document_uploaded'
          | 'envelope.document_received'
          | 'envelope.document_refused'
          | 'envelope.detection_started'
          | 'envelope.detection_completed'
          | 'envelope.detection_failed'
          | 'envelope.draft_updated'
          | 'envelope.sent'
          | 'participant.link_issued'
          | 'participant.link_reissued'
          | 'participant.corrected'
          | 'participant.reminder_sent'
          | 'participant.delivery_failed'
          | 'envelope.deleted'
          | 'envelope.scheduled'
          | 'envelope.schedule_canceled'
          | 'envelope.schedule_failed'
          | 'envelope.expiry_extended'
          | 'envelope.expiry_warned'
          | 'envelope.expired'
          | 'participant.viewed'
          | 'participant.consented'
          | 'participant.fields_auto_resolved'
          | 'participant.signed'
          | 'participant.declined'
          | 'envelope.declined'
          | 'envelope.completed'
          | 'envelope.sealed'
          | 'envelope.sealing_failed'
          | 'envelope.voided';
        label: string;
        /**
         * Format: date-time
         * @example 2026-11-21T09:00:00.000Z
         */
        occurredAt: string;
      };
      signers: {
        participantId: string;
        name: string;
        /** @enum {string} */
        status: 'pending' | 'signed' | 'declined';
        declineReason: string | null;
        /** @description The newest event about them, in words for people. */
        lastEventLabel: string | null;
        /**
         * Format: date-time
         * @example 2026-11-21T09:00:00.000Z
         */
        lastEventAt: string | null;
        /**
         * Format: date-time
         * @example 2026-11-21T09:00:00.000Z
         */
        lastRemindedAt: string | null;
        /**
         * Format: date-time
         * @description When the reminder policy will remind them.
         * @example 2026-11-21T09:00:00.000Z
         */
        nextReminderAt: string | null;
      }[];
      /** @description Whose turn it is, and since when; null unless the envelope is in progress. */
      waitingFor: {
        participantId: string;
        name: string;
        /**
         * Format: date-time
         * @example 2026-11-21T09:00:00.000Z
         */
        since: string;
      } | null;
      /** @description What needs the sender. expiring_soon: within 72 hours. your_turn: the sender is the current signer. */
      attention: (
        | 'delivery_failed'
        | 'declined'
        | 'expired'
        | 'expiring_soon'
        | 'detection_failed'
        | 'sealing_failed'
        | 'your_turn'
      )[];
    };
    CreatedEnvelope: {
      envelope: components['schemas']['Envelope'];
      participants: components['schemas']['Participant'][];
      fields: components['schemas']['EnvelopeField'][];
      upload?: components['schemas']['UploadTarget'];
    };
    Envelope: {
      id: string;
      organizationId: string;
      teamId: string;
      templateId: string | null;
      templateContentHash: string | null;
      /**
       * @description draft and review: can be edited and sent. detecting: the document is being read. in_progress: out for signature. The others are final.
       * @enum {string}
       */
      status:
        'draft' | 'detecting' | 'review' | 'in_progress' | 'completed' | 'declined' | 'voided' | 'expired';
      /**
       * @description queued: detection is about to begin. running: the status is detecting until it ends.
       * @enum {string}
       */
      detectionStatus: 'none' | 'queued' | 'running' | 'completed' | 'failed';
      /**
       * @description Whether the document has yet to come, is being converted, is there, or cannot be used: then another one can be uploaded.
       * @enum {string}
       */
      documentStatus: 'awaited' | 'processing' | 'received' | 'refused';
      /** @description Why it cannot be used, as `details.reason` of `document_unreadable`. */
      documentRefusal: string | null;
      /** @description Grows by one with each event that changes the envelope. */
      version: number;
      originalFilename: string;
      displayName: string;
      /**
       * @description What was uploaded; pdf until then.
       * @enum {string}
       */
      sourceFormat: 'pdf' | 'docx';
      /** @description SHA-256 (hex) of the document as it was uploaded. */
      contentHash: string | null;
      /** @description SHA-256 (hex) of the prepared PDF: the bytes that signers see and sign. */
      documentHash: string | null;
      /** @description Pages of the prepared PDF. */
      pageCount: number | null;
      /** @description Of the document as it was uploaded. */
      sizeBytes: number | null;
      /**
       * @description How the bytes came: with the call that created it, by an upload afterwards, or from a template.
       * @enum {string}
       */
      deliveryMode: 'inline' | 'upload' | 'template';
      /**
       * @description Frozen at sending, and printed on the certificate.
       * @enum {string}
       */
      legalFramework: 'esign_ueta' | 'eidas_ses' | 'uk_ses' | 'none' | 'eidas_aes' | 'eidas_qes';
      /** @description Whether signers consent to the consumer disclosure first. */
      consumerDisclosure: boolean;
      /**
       * Format: date-time
       * @description When it ends unless all have signed; null for never.
       * @example 2026-11-21T09:00:00.000Z
       */
      expiresAt: string | null;
      /**
       * Format: date-time
       * @description When it will be sent, while it is a draft.
       * @example 2026-11-21T09:00:00.000Z
       */
      scheduledSendAt: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      sentAt: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      completedAt: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      declinedAt: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      voidedAt: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      expiredAt: string | null;
      /**
       * Format: date-time
       * @description When the sealed PDF became available.
       * @example 2026-11-21T09:00:00.000Z
       */
      sealedAt: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      createdAt: string;
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      updatedAt: string;
      reminderPolicy: components['schemas']['ReminderPolicy'] | null;
      metadata: {
        [key: string]: string;
      } | null;
      senderUserId: string | null;
      senderName: string;
      senderEmail: string;
      detectedParties:
        | {
            /** @description What partyIndex and detectedPartyIndex name it by. */
            index: number;
            name: string | null;
            email: string | null;
            /** @description What the document calls it, such as Supplier. */
            roleLabel: string | null;
            /** @description Fields that were found for it. */
            fieldCount: number;
          }[]
        | null;
    };
    Participant: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Signing order: the lowest pending one is the current signer. */
      orderIndex: number;
      name: string;
      email: string;
      /**
       * @description pending: has not signed, whether or not it is their turn. signed and declined: final.
       * @enum {string}
       */
      status: 'pending' | 'signed' | 'declined';
      /**
       * Format: date-time
       * @description When they consented to sign electronically.
       * @example 2026-11-21T09:00:00.000Z
       */
      consentedAt: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      signedAt: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      declinedAt: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      lastViewedAt: string | null;
      declineReason: string | null;
      lastIpAddress: string | null;
      lastUserAgent: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      createdAt: string;
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      updatedAt: string;
      company: string | null;
      title: string | null;
      /**
       * @description Of the mails to them: as the sender said, or as their browser did.
       * @enum {string|null}
       */
      language: 'en' | 'de' | 'fr' | 'es' | 'it' | 'pt' | 'pl' | 'nl' | 'ja' | 'zh' | 'ar' | 'he' | null;
      /** @description The detected party whom they are. */
      detectedPartyIndex: number | null;
    };
    EnvelopeField: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Who fills it; null while it belongs to nobody. */
      participantId: string | null;
      /** @enum {string} */
      type:
        | 'signature'
        | 'initials'
        | 'date'
        | 'name'
        | 'email'
        | 'company'
        | 'title'
        | 'text'
        | 'number'
        | 'checkbox'
        | 'radio'
        | 'dropdown'
        | 'phone'
        | 'attachment';
      /** @description From 1. */
      page: number;
      /** @description From the left edge, as a fraction 0..1 of the page as a viewer shows it. */
      x: number;
      /** @description From the top edge, as a fraction of its height. */
      y: number;
      /** @description As a fraction of its width. */
      width: number;
      /** @description As a fraction of its height. */
      height: number;
      /** @description What the signer is asked for; null shows the name of the type. */
      label: string | null;
      required: boolean;
      /** @description The choices of a dropdown, or the value of a radio button; null for other types. */
      options: string[] | null;
      /**
       * @description manual: placed by the sender. detected: found on the pages. template: from the template. form: from the document’s own form.
       * @enum {string}
       */
      source: 'manual' | 'detected' | 'template' | 'form';
      /** @description What it comes with. */
      prefillValue: string | null;
      /** @description Whether the signer cannot change that. */
      locked: boolean;
      /**
       * @description What the service fills it with when its participant signs.
       * @enum {string|null}
       */
      autoSource:
        | 'signed_date'
        | 'signer_name'
        | 'signer_email'
        | 'signer_company'
        | 'signer_title'
        | 'sender_name'
        | 'sender_email'
        | 'sender_organization'
        | null;
      /**
       * @description What detection proposes for autoSource. It has no effect until it is set there.
       * @enum {string|null}
       */
      proposedAutoSource:
        | 'signed_date'
        | 'signer_name'
        | 'signer_email'
        | 'signer_company'
        | 'signer_title'
        | 'sender_name'
        | 'sender_email'
        | 'sender_organization'
        | null;
      /** @description What was signed: a checkbox is true or false, a date YYYY-MM-DD. Null before that. */
      value: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      filledAt: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      createdAt: string;
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      updatedAt: string;
      /** @description The detected party that it seems to be for. */
      partyIndex: number | null;
      /** @description The role that it was drawn for; unassigned: nobody’s yet. */
      syntheticRoleId: string | null;
      syntheticRoleName: string | null;
      /** @description Radio buttons and checkboxes of one group are answered together. */
      group: string | null;
    };
    /** @description Where the bytes of the document go, with these headers; then call upload/complete. */
    UploadTarget: {
      url: string;
      /** @constant */
      method: 'PUT';
      headers: {
        [key: string]: string;
      };
      maxBytes: number;
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      expiresAt: string;
    };
    EnvelopeGraph: {
      envelope: components['schemas']['Envelope'];
      participants: components['schemas']['Participant'][];
      fields: components['schemas']['EnvelopeField'][];
    };
    /** @description One event of the hash-chained log. What its payload holds goes by its action; new actions may come. */
    EventRecord:
      | components['schemas']['EnvelopeCreatedEvent']
      | components['schemas']['EnvelopeDocumentUploadedEvent']
      | components['schemas']['EnvelopeDocumentReceivedEvent']
      | components['schemas']['EnvelopeDocumentRefusedEvent']
      | components['schemas']['EnvelopeDetectionStartedEvent']
      | components['schemas']['EnvelopeDetectionCompletedEvent']
      | components['schemas']['EnvelopeDetectionFailedEvent']
      | components['schemas']['EnvelopeDraftUpdatedEvent']
      | components['schemas']['EnvelopeSentEvent']
      | components['schemas']['ParticipantLinkIssuedEvent']
      | components['schemas']['ParticipantLinkReissuedEvent']
      | components['schemas']['ParticipantCorrectedEvent']
      | components['schemas']['ParticipantReminderSentEvent']
      | components['schemas']['ParticipantDeliveryFailedEvent']
      | components['schemas']['EnvelopeDeletedEvent']
      | components['schemas']['EnvelopeScheduledEvent']
      | components['schemas']['EnvelopeScheduleCanceledEvent']
      | components['schemas']['EnvelopeScheduleFailedEvent']
      | components['schemas']['EnvelopeExpiryExtendedEvent']
      | components['schemas']['EnvelopeExpiryWarnedEvent']
      | components['schemas']['EnvelopeExpiredEvent']
      | components['schemas']['ParticipantViewedEvent']
      | components['schemas']['ParticipantConsentedEvent']
      | components['schemas']['ParticipantFieldsAutoResolvedEvent']
      | components['schemas']['ParticipantSignedEvent']
      | components['schemas']['ParticipantDeclinedEvent']
      | components['schemas']['EnvelopeDeclinedEvent']
      | components['schemas']['EnvelopeCompletedEvent']
      | components['schemas']['EnvelopeSealedEvent']
      | components['schemas']['EnvelopeSealingFailedEvent']
      | components['schemas']['EnvelopeVoidedEvent'];
    Evidence: {
      envelopeId: string;
      organizationId: string;
      events: components['schemas']['EventRecord'][];
      /** @description The hash of the newest event. */
      headHash: string;
      /** @description The newest checkpoint; null until there is one that covers the envelope. */
      checkpoint: components['schemas']['CheckpointEvidence'] | null;
      /** @description SHA-256 in hex. */
      documents: {
        original: string | null;
        prepared: string | null;
        sealed: string | null;
      };
      /** @description DER in base64, leaf first; empty until the envelope is sealed. */
      sealCertificates: string[];
    };
    CheckpointEvidence: {
      /** @description Position in the organization’s row of checkpoints: from 1, without gaps. */
      number: number;
      /** @description How many leaves the log has. */
      treeSize: number;
      /** @description Their Merkle tree hash (RFC 6962, 2.1). */
      rootHash: string;
      /** @description SHA-256 of the statement of the checkpoint before it; of the first one 64 zeros. */
      previousHash: string;
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      signedAt: string;
      /** @description What was signed: canonical JSON (RFC 8785) of the above. */
      statement: string;
      /** @description Of the statement’s bytes, by the key of the first certificate, with SHA-256; in base64. */
      signature: string;
      /** @description DER in base64, leaf first. */
      certificates: string[];
      /** @description The envelope’s newest leaf in the log. */
      leaf: {
        position: number;
        envelopeId: string;
        seq: number;
        /** @description The hash of the event with this seq, the newest one at the time. */
        headHash: string;
      };
      /** @description Hashes that lead from the leaf to the root (RFC 6962, 2.1.1), in hex. */
      inclusionProof: string[];
    };
    Extract:
      | {
          /** @constant */
          status: 'not_extracted';
          envelopeId: string;
          /** @enum {string} */
          envelopeStatus:
            | 'draft'
            | 'detecting'
            | 'review'
            | 'in_progress'
            | 'completed'
            | 'declined'
            | 'voided'
            | 'expired';
          /** @description For people: what was read so far. */
          message: string;
        }
      | {
          /** @constant */
          status: 'extracted';
          envelopeId: string;
          /** @enum {string} */
          envelopeStatus:
            | 'draft'
            | 'detecting'
            | 'review'
            | 'in_progress'
            | 'completed'
            | 'declined'
            | 'voided'
            | 'expired';
          /** @description For people: what was read so far. */
          message: string;
          parties: {
            participantId: string;
            name: string;
            email: string;
            company: string | null;
            title: string | null;
            /** @description The template’s apiRoleName, or the name of the role that their fields were drawn for. */
            role: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            signedAt: string | null;
          }[];
          dates: {
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            sentAt: string | null;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            completedAt: string | null;
            /**
             * Format: date
             * @description The same as in `semantic.dates`, as the next two.
             * @example 2027-03-01
             */
            agreementDate: string | null;
            /**
             * Format: date
             * @example 2027-03-01
             */
            effectiveDate: string | null;
            /**
             * Format: date
             * @example 2027-03-01
             */
            expirationDate: string | null;
          };
          fields: {
            fieldId: string;
            label: string;
            /** @description The label in snake case, unique within the envelope. */
            key: string;
            /** @enum {string} */
            type:
              | 'signature'
              | 'initials'
              | 'date'
              | 'name'
              | 'email'
              | 'company'
              | 'title'
              | 'text'
              | 'number'
              | 'checkbox'
              | 'radio'
              | 'dropdown'
              | 'phone'
              | 'attachment';
            participantId: string | null;
            value: string | null;
          }[];
          semantic: {
            dates: {
              /** @enum {string} */
              kind: 'agreement' | 'effective' | 'expiration';
              /**
               * Format: date
               * @example 2027-03-01
               */
              value: string;
              /** @description The words that say it: a passage of the document, or the label of the field. */
              text: string;
              /** @description From 1. */
              page: number;
              /**
               * @description field: a signer filled it in. document: read from the text.
               * @enum {string}
               */
              source: 'field' | 'document';
              /** @description 1 for what a signer filled in. */
              confidence: number;
            }[];
            governingLaw: {
              value: string;
              /** @description The words that say it: a passage of the document, or the label of the field. */
              text: string;
              /** @description From 1. */
              page: number;
              /**
               * @description field: a signer filled it in. document: read from the text.
               * @enum {string}
               */
              source: 'field' | 'document';
              /** @description 1 for what a signer filled in. */
              confidence: number;
            } | null;
            /** @description The clause by which the contract runs until somebody ends it. */
            perpetual: {
              /** @description The words that say it: a passage of the document, or the label of the field. */
              text: string;
              /** @description From 1. */
              page: number;
              /**
               * @description field: a signer filled it in. document: read from the text.
               * @enum {string}
               */
              source: 'field' | 'document';
              /** @description 1 for what a signer filled in. */
              confidence: number;
            } | null;
            /** @description Parties that the text names, whoever signed. */
            parties: {
              name: string;
              /** @description What the text calls them from there on. */
              aliases: string[];
              /** @description The words that say it: a passage of the document, or the label of the field. */
              text: string;
              /** @description From 1. */
              page: number;
              confidence: number;
            }[];
          };
        };
    Template: {
      id: string;
      organizationId: string;
      teamId: string;
      name: string;
      /** @description Names every envelope that is sent from the template. */
      namePattern: string | null;
      originalFilename: string;
      /** @enum {string} */
      sourceFormat: 'pdf' | 'docx';
      /** @description SHA-256 (hex) of the document as it was uploaded. */
      contentHash: string;
      sizeBytes: number;
      /**
       * @description What envelopes from it begin with.
       * @enum {string}
       */
      legalFramework: 'esign_ueta' | 'eidas_ses' | 'uk_ses' | 'none' | 'eidas_aes' | 'eidas_qes';
      consumerDisclosure: boolean;
      reminderPolicy: components['schemas']['ReminderPolicy'] | null;
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      archivedAt: string | null;
      /** @description How many envelopes were made from it. */
      useCount: number;
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      lastUsedAt: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      createdAt: string;
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      updatedAt: string;
    };
    TemplateGraph: {
      template: components['schemas']['Template'];
      roles: components['schemas']['TemplateRole'][];
      fields: components['schemas']['TemplateField'][];
    };
    TemplateRole: {
      id: string;
      templateId: string;
      name: string;
      /** @description The key of its recipient when an envelope is made, and its name in the token {role:…}. */
      apiRoleName: string;
      /** @description Signing order. */
      orderIndex: number;
      isSender: boolean;
      optional: boolean;
    };
    TemplateField: {
      id: string;
      templateId: string;
      roleId: string;
      /** @enum {string} */
      type:
        | 'signature'
        | 'initials'
        | 'date'
        | 'name'
        | 'email'
        | 'company'
        | 'title'
        | 'text'
        | 'number'
        | 'checkbox'
        | 'radio'
        | 'dropdown'
        | 'phone'
        | 'attachment';
      /** @description From 1. */
      page: number;
      /** @description From the left edge, as a fraction 0..1 of the page as a viewer shows it. */
      x: number;
      /** @description From the top edge, as a fraction of its height. */
      y: number;
      /** @description As a fraction of its width. */
      width: number;
      /** @description As a fraction of its height. */
      height: number;
      label: string | null;
      required: boolean;
      options: string[] | null;
      prefillValue: string | null;
      /** @enum {string|null} */
      autoSource:
        | 'signed_date'
        | 'signer_name'
        | 'signer_email'
        | 'signer_company'
        | 'signer_title'
        | 'sender_name'
        | 'sender_email'
        | 'sender_organization'
        | null;
      /** @description The key of its value in `prefill` and in the token {prefill:…}; null where it takes none. */
      prefillKey: string | null;
      /** @description The signer cannot change the value that the field comes with. */
      locked: boolean;
      group: string | null;
    };
    Webhook: {
      id: string;
      organizationId: string;
      url: string;
      description: string | null;
      /** @description The actions that it is told of; null for all, also new ones. */
      events:
        | (
            | 'envelope.created'
            | 'envelope.document_uploaded'
            | 'envelope.document_received'
            | 'envelope.document_refused'
            | 'envelope.detection_started'
            | 'envelope.detection_completed'
            | 'envelope.detection_failed'
            | 'envelope.draft_updated'
            | 'envelope.sent'
            | 'participant.link_issued'
            | 'participant.link_reissued'
            | 'participant.corrected'
            | 'participant.reminder_sent'
            | 'participant.delivery_failed'
            | 'envelope.deleted'
            | 'envelope.scheduled'
            | 'envelope.schedule_canceled'
            | 'envelope.schedule_failed'
            | 'envelope.expiry_extended'
            | 'envelope.expiry_warned'
            | 'envelope.expired'
            | 'participant.viewed'
            | 'participant.consented'
            | 'participant.fields_auto_resolved'
            | 'participant.signed'
            | 'participant.declined'
            | 'envelope.declined'
            | 'envelope.completed'
            | 'envelope.sealed'
            | 'envelope.sealing_failed'
            | 'envelope.voided'
          )[]
        | null;
      enabled: boolean;
      /**
       * @description Why the service disabled it. gone: its server answered 410. failing: nothing was accepted for five days. Null where a person disabled it.
       * @enum {string|null}
       */
      disabledReason: 'gone' | 'failing' | null;
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      disabledAt: string | null;
      /**
       * Format: date-time
       * @description When the first attempt failed after the last that succeeded.
       * @example 2026-11-21T09:00:00.000Z
       */
      failingSince: string | null;
      /**
       * Format: date-time
       * @description Until when messages are signed with the secret before this one too.
       * @example 2026-11-21T09:00:00.000Z
       */
      previousSecretExpiresAt: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      createdAt: string;
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      updatedAt: string;
    };
    WebhookWithSecret: {
      id: string;
      organizationId: string;
      url: string;
      description: string | null;
      /** @description The actions that it is told of; null for all, also new ones. */
      events:
        | (
            | 'envelope.created'
            | 'envelope.document_uploaded'
            | 'envelope.document_received'
            | 'envelope.document_refused'
            | 'envelope.detection_started'
            | 'envelope.detection_completed'
            | 'envelope.detection_failed'
            | 'envelope.draft_updated'
            | 'envelope.sent'
            | 'participant.link_issued'
            | 'participant.link_reissued'
            | 'participant.corrected'
            | 'participant.reminder_sent'
            | 'participant.delivery_failed'
            | 'envelope.deleted'
            | 'envelope.scheduled'
            | 'envelope.schedule_canceled'
            | 'envelope.schedule_failed'
            | 'envelope.expiry_extended'
            | 'envelope.expiry_warned'
            | 'envelope.expired'
            | 'participant.viewed'
            | 'participant.consented'
            | 'participant.fields_auto_resolved'
            | 'participant.signed'
            | 'participant.declined'
            | 'envelope.declined'
            | 'envelope.completed'
            | 'envelope.sealed'
            | 'envelope.sealing_failed'
            | 'envelope.voided'
          )[]
        | null;
      enabled: boolean;
      /**
       * @description Why the service disabled it. gone: its server answered 410. failing: nothing was accepted for five days. Null where a person disabled it.
       * @enum {string|null}
       */
      disabledReason: 'gone' | 'failing' | null;
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      disabledAt: string | null;
      /**
       * Format: date-time
       * @description When the first attempt failed after the last that succeeded.
       * @example 2026-11-21T09:00:00.000Z
       */
      failingSince: string | null;
      /**
       * Format: date-time
       * @description Until when messages are signed with the secret before this one too.
       * @example 2026-11-21T09:00:00.000Z
       */
      previousSecretExpiresAt: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      createdAt: string;
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      updatedAt: string;
      /** @description What messages are signed with (Standard Webhooks): `whsec_` and base64. Shown in this answer only. */
      secret: string;
    };
    WebhookDelivery: {
      /** @description The `webhook-id` of the message, the same in every attempt. */
      id: string;
      webhookId: string;
      /** @enum {string} */
      type:
        | 'envelope.created'
        | 'envelope.document_uploaded'
        | 'envelope.document_received'
        | 'envelope.document_refused'
        | 'envelope.detection_started'
        | 'envelope.detection_completed'
        | 'envelope.detection_failed'
        | 'envelope.draft_updated'
        | 'envelope.sent'
        | 'participant.link_issued'
        | 'participant.link_reissued'
        | 'participant.corrected'
        | 'participant.reminder_sent'
        | 'participant.delivery_failed'
        | 'envelope.deleted'
        | 'envelope.scheduled'
        | 'envelope.schedule_canceled'
        | 'envelope.schedule_failed'
        | 'envelope.expiry_extended'
        | 'envelope.expiry_warned'
        | 'envelope.expired'
        | 'participant.viewed'
        | 'participant.consented'
        | 'participant.fields_auto_resolved'
        | 'participant.signed'
        | 'participant.declined'
        | 'envelope.declined'
        | 'envelope.completed'
        | 'envelope.sealed'
        | 'envelope.sealing_failed'
        | 'envelope.voided'
        | 'webhook.test';
      /** @description The event that it tells of; null for a test. */
      eventId: string | null;
      envelopeId: string | null;
      /**
       * @description pending: another attempt is to come. succeeded: answered 2xx. failed: no more attempts.
       * @enum {string}
       */
      status: 'pending' | 'succeeded' | 'failed';
      attempts: number;
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      nextAttemptAt: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      lastAttemptAt: string | null;
      /** @description The status of the last answer; null where there was none. */
      lastStatusCode: number | null;
      /** @description Why there was no answer: forbidden_url, forbidden_address, unresolvable, unreachable, untrusted, timeout, webhook_disabled. */
      lastError: string | null;
      /** @description The beginning of the last answer’s body. */
      responseExcerpt: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      createdAt: string;
    };
    WebhookDeliveryWithBody: {
      /** @description The `webhook-id` of the message, the same in every attempt. */
      id: string;
      webhookId: string;
      /** @enum {string} */
      type:
        | 'envelope.created'
        | 'envelope.document_uploaded'
        | 'envelope.document_received'
        | 'envelope.document_refused'
        | 'envelope.detection_started'
        | 'envelope.detection_completed'
        | 'envelope.detection_failed'
        | 'envelope.draft_updated'
        | 'envelope.sent'
        | 'participant.link_issued'
        | 'participant.link_reissued'
        | 'participant.corrected'
        | 'participant.reminder_sent'
        | 'participant.delivery_failed'
        | 'envelope.deleted'
        | 'envelope.scheduled'
        | 'envelope.schedule_canceled'
        | 'envelope.schedule_failed'
        | 'envelope.expiry_extended'
        | 'envelope.expiry_warned'
        | 'envelope.expired'
        | 'participant.viewed'
        | 'participant.consented'
        | 'participant.fields_auto_resolved'
        | 'participant.signed'
        | 'participant.declined'
        | 'envelope.declined'
        | 'envelope.completed'
        | 'envelope.sealed'
        | 'envelope.sealing_failed'
        | 'envelope.voided'
        | 'webhook.test';
      /** @description The event that it tells of; null for a test. */
      eventId: string | null;
      envelopeId: string | null;
      /**
       * @description pending: another attempt is to come. succeeded: answered 2xx. failed: no more attempts.
       * @enum {string}
       */
      status: 'pending' | 'succeeded' | 'failed';
      attempts: number;
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      nextAttemptAt: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      lastAttemptAt: string | null;
      /** @description The status of the last answer; null where there was none. */
      lastStatusCode: number | null;
      /** @description Why there was no answer: forbidden_url, forbidden_address, unresolvable, unreachable, untrusted, timeout, webhook_disabled. */
      lastError: string | null;
      /** @description The beginning of the last answer’s body. */
      responseExcerpt: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      createdAt: string;
      /** @description The body of the message, byte for byte: JSON. */
      body: string;
    };
    Invitation: {
      senderName: string;
      senderEmail: string;
      displayName: string;
      branding: components['schemas']['Branding'];
      /** @enum {string} */
      envelopeStatus:
        'draft' | 'detecting' | 'review' | 'in_progress' | 'completed' | 'declined' | 'voided' | 'expired';
      /** @enum {string} */
      participantStatus: 'pending' | 'signed' | 'declined';
    };
    Branding: {
      displayName: string | null;
      logoUrl: string | null;
      accentColor: string | null;
      logoWidth: number | null;
      logoHeight: number | null;
    };
    SignerView: {
      envelope: {
        id: string;
        /**
         * @description draft and review: can be edited and sent. detecting: the document is being read. in_progress: out for signature. The others are final.
         * @enum {string}
         */
        status:
          'draft' | 'detecting' | 'review' | 'in_progress' | 'completed' | 'declined' | 'voided' | 'expired';
        /**
         * @description queued: detection is about to begin. running: the status is detecting until it ends.
         * @enum {string}
         */
        detectionStatus: 'none' | 'queued' | 'running' | 'completed' | 'failed';
        /** @description Grows by one with each event that changes the envelope. */
        version: number;
        /**
         * @description Frozen at sending, and printed on the certificate.
         * @enum {string}
         */
        legalFramework: 'esign_ueta' | 'eidas_ses' | 'uk_ses' | 'none' | 'eidas_aes' | 'eidas_qes';
        /** @description Whether signers consent to the consumer disclosure first. */
        consumerDisclosure: boolean;
        originalFilename: string;
        displayName: string;
        /**
         * Format: date-time
         * @description When it ends unless all have signed; null for never.
         * @example 2026-11-21T09:00:00.000Z
         */
        expiresAt: string | null;
        /** @description SHA-256 (hex) of the prepared PDF: the bytes that signers see and sign. */
        documentHash: string | null;
        /** @description Pages of the prepared PDF. */
        pageCount: number | null;
        /**
         * Format: date-time
         * @description When the sealed PDF became available.
         * @example 2026-11-21T09:00:00.000Z
         */
        sealedAt: string | null;
      };
      me: {
        id: string;
        envelopeId: string;
        organizationId: string;
        /** @description Signing order: the lowest pending one is the current signer. */
        orderIndex: number;
        name: string;
        email: string;
        /**
         * @description pending: has not signed, whether or not it is their turn. signed and declined: final.
         * @enum {string}
         */
        status: 'pending' | 'signed' | 'declined';
        /**
         * Format: date-time
         * @description When they consented to sign electronically.
         * @example 2026-11-21T09:00:00.000Z
         */
        consentedAt: string | null;
        /**
         * Format: date-time
         * @example 2026-11-21T09:00:00.000Z
         */
        signedAt: string | null;
        /**
         * Format: date-time
         * @example 2026-11-21T09:00:00.000Z
         */
        declinedAt: string | null;
        /**
         * Format: date-time
         * @example 2026-11-21T09:00:00.000Z
         */
        lastViewedAt: string | null;
        declineReason: string | null;
        /**
         * Format: date-time
         * @example 2026-11-21T09:00:00.000Z
         */
        createdAt: string;
        /**
         * Format: date-time
         * @example 2026-11-21T09:00:00.000Z
         */
        updatedAt: string;
        company: string | null;
        title: string | null;
        /**
         * @description Of the mails to them: as the sender said, or as their browser did.
         * @enum {string|null}
         */
        language: 'en' | 'de' | 'fr' | 'es' | 'it' | 'pt' | 'pl' | 'nl' | 'ja' | 'zh' | 'ar' | 'he' | null;
        /** @description The detected party whom they are. */
        detectedPartyIndex: number | null;
      };
      participants: {
        orderIndex: number;
        /** @enum {string} */
        status: 'pending' | 'signed' | 'declined';
      }[];
      /** @description Those to fill in; none unless it is the signer’s turn. */
      fields: components['schemas']['SignerField'][];
      /** @description Those that the signer filled in, once they signed. */
      completedFields: components['schemas']['SignerField'][];
      isMyTurn: boolean;
      senderName: string;
      senderEmail: string;
      branding: components['schemas']['Branding'];
      /** @description Serves the PDF for a few minutes. */
      documentUrl: string | null;
      /** @description The consumer disclosure to show before anything can be filled in, where the envelope asks for it. */
      disclosure: {
        version: string;
        locale: string;
        title: string;
        paragraphs: string[];
      } | null;
    };
    SignerField: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Who fills it; null while it belongs to nobody. */
      participantId: string | null;
      /** @enum {string} */
      type:
        | 'signature'
        | 'initials'
        | 'date'
        | 'name'
        | 'email'
        | 'company'
        | 'title'
        | 'text'
        | 'number'
        | 'checkbox'
        | 'radio'
        | 'dropdown'
        | 'phone'
        | 'attachment';
      /** @description From 1. */
      page: number;
      /** @description From the left edge, as a fraction 0..1 of the page as a viewer shows it. */
      x: number;
      /** @description From the top edge, as a fraction of its height. */
      y: number;
      /** @description As a fraction of its width. */
      width: number;
      /** @description As a fraction of its height. */
      height: number;
      /** @description What the signer is asked for; null shows the name of the type. */
      label: string | null;
      required: boolean;
      /** @description The choices of a dropdown, or the value of a radio button; null for other types. */
      options: string[] | null;
      /**
       * @description manual: placed by the sender. detected: found on the pages. template: from the template. form: from the document’s own form.
       * @enum {string}
       */
      source: 'manual' | 'detected' | 'template' | 'form';
      /** @description What it comes with. */
      prefillValue: string | null;
      /** @description Whether the signer cannot change that. */
      locked: boolean;
      /**
       * @description What the service fills it with when its participant signs.
       * @enum {string|null}
       */
      autoSource:
        | 'signed_date'
        | 'signer_name'
        | 'signer_email'
        | 'signer_company'
        | 'signer_title'
        | 'sender_name'
        | 'sender_email'
        | 'sender_organization'
        | null;
      /** @description What was signed: a checkbox is true or false, a date YYYY-MM-DD. Null before that. */
      value: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      filledAt: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      createdAt: string;
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      updatedAt: string;
      /** @description The detected party that it seems to be for. */
      partyIndex: number | null;
      /** @description The role that it was drawn for; unassigned: nobody’s yet. */
      syntheticRoleId: string | null;
      syntheticRoleName: string | null;
      /** @description Radio buttons and checkboxes of one group are answered together. */
      group: string | null;
      /** @description The label, or the name of the type. */
      displayLabel: string;
    };
    Error: {
      /** @enum {string} */
      code:
        | 'malformed_request'
        | 'unauthorized'
        | 'insufficient_scope'
        | 'forbidden'
        | 'not_your_turn'
        | 'not_found'
        | 'method_not_allowed'
        | 'version_conflict'
        | 'invalid_state'
        | 'idempotency_in_flight'
        | 'payload_too_large'
        | 'unsupported_media_type'
        | 'validation_failed'
        | 'idempotency_key_reused'
        | 'legal_framework_unavailable'
        | 'document_unreadable'
        | 'reminder_window'
        | 'rate_limited'
        | 'internal'
        | 'unavailable';
      message: string;
      details?: {
        [key: string]: unknown;
      };
    };
    Health: {
      /** @enum {string} */
      status: 'ok' | 'degraded';
      version: string;
      checks: {
        /** @enum {string} */
        database: 'ok' | 'failing';
        /** @enum {string} */
        storage: 'ok' | 'failing';
        /** @enum {string} */
        jobs: 'ok' | 'failing';
        /** @enum {string} */
        mail: 'ok' | 'failing';
      };
    };
    WebhookMessage: {
      /**
       * @description The action of the event; `webhook.test` for a test.
       * @enum {string}
       */
      type:
        | 'envelope.created'
        | 'envelope.document_uploaded'
        | 'envelope.document_received'
        | 'envelope.document_refused'
        | 'envelope.detection_started'
        | 'envelope.detection_completed'
        | 'envelope.detection_failed'
        | 'envelope.draft_updated'
        | 'envelope.sent'
        | 'participant.link_issued'
        | 'participant.link_reissued'
        | 'participant.corrected'
        | 'participant.reminder_sent'
        | 'participant.delivery_failed'
        | 'envelope.deleted'
        | 'envelope.scheduled'
        | 'envelope.schedule_canceled'
        | 'envelope.schedule_failed'
        | 'envelope.expiry_extended'
        | 'envelope.expiry_warned'
        | 'envelope.expired'
        | 'participant.viewed'
        | 'participant.consented'
        | 'participant.fields_auto_resolved'
        | 'participant.signed'
        | 'participant.declined'
        | 'envelope.declined'
        | 'envelope.completed'
        | 'envelope.sealed'
        | 'envelope.sealing_failed'
        | 'envelope.voided'
        | 'webhook.test';
      /**
       * Format: date-time
       * @description When it happened.
       * @example 2026-11-21T09:00:00.000Z
       */
      timestamp: string;
      data:
        | {
            eventId: string;
            organizationId: string;
            envelopeId: string;
            /** @description Position in the envelope’s log: messages may arrive in another order. */
            seq: number;
            /** @enum {string} */
            actorType: 'sender' | 'signer' | 'api_key' | 'agent' | 'system';
            /** @description The participant whom the event is about, if any. */
            participantId: string | null;
            /**
             * @description Of the envelope, after the change that the event belongs to.
             * @enum {string}
             */
            status:
              | 'draft'
              | 'detecting'
              | 'review'
              | 'in_progress'
              | 'completed'
              | 'declined'
              | 'voided'
              | 'expired';
            /** @description Likewise. */
            version: number;
            teamId: string;
            templateId: string | null;
            displayName: string;
            /** @description Your own, as you gave it. */
            metadata: {
              [key: string]: string;
            } | null;
          }
        | {
            webhookId: string;
            organizationId: string;
          };
    };
    /**
     * envelope.created
     * @description Created. Raises the version of the envelope.
     */
    EnvelopeCreatedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log: from 1, without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'sender' | 'api_key' | 'agent';
      /** @description Who did it; null for the service itself. Null once it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'envelope.created';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description The hash of the event before it; of the first one 64 zeros. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 over what can be erased: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null once it was erased. */
      salt: string | null;
      payload: {
        displayName: string;
        originalFilename: string;
        /** @enum {string} */
        deliveryMode: 'inline' | 'upload' | 'template';
        /** @description SHA-256 of the document as it came; null until it is there. */
        contentHash: string | null;
        /** @description SHA-256 of the prepared PDF: the bytes that signers see and sign. */
        documentHash: string | null;
        templateId: string | null;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.document_uploaded
     * @description Document uploaded. Raises the version of the envelope.
     */
    EnvelopeDocumentUploadedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log: from 1, without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'sender' | 'api_key' | 'agent';
      /** @description Who did it; null for the service itself. Null once it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'envelope.document_uploaded';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description The hash of the event before it; of the first one 64 zeros. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 over what can be erased: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null once it was erased. */
      salt: string | null;
      /** @description The bytes are there; they are still being converted. */
      payload: Record<string, never> | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.document_received
     * @description Document received. Raises the version of the envelope.
     */
    EnvelopeDocumentReceivedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log: from 1, without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'sender' | 'api_key' | 'agent' | 'system';
      /** @description Who did it; null for the service itself. Null once it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'envelope.document_received';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description The hash of the event before it; of the first one 64 zeros. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 over what can be erased: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null once it was erased. */
      salt: string | null;
      payload: {
        /** @description SHA-256 of the document as it was uploaded. */
        contentHash: string;
        /** @description SHA-256 of the prepared PDF: the bytes that signers see and sign. */
        documentHash: string;
        sizeBytes: number;
        pageCount: number;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.document_refused
     * @description Document not accepted. Raises the version of the envelope.
     */
    EnvelopeDocumentRefusedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log: from 1, without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'system';
      /** @description Who did it; null for the service itself. Null once it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'envelope.document_refused';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description The hash of the event before it; of the first one 64 zeros. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 over what can be erased: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null once it was erased. */
      salt: string | null;
      payload: {
        /** @description As `details.reason` of `document_unreadable`. */
        reason: string;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.detection_started
     * @description Reading the document. Raises the version of the envelope.
     */
    EnvelopeDetectionStartedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log: from 1, without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'sender' | 'api_key' | 'agent' | 'system';
      /** @description Who did it; null for the service itself. Null once it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'envelope.detection_started';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description The hash of the event before it; of the first one 64 zeros. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 over what can be erased: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null once it was erased. */
      salt: string | null;
      payload: Record<string, never> | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.detection_completed
     * @description Fields proposed. Raises the version of the envelope.
     */
    EnvelopeDetectionCompletedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log: from 1, without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'system';
      /** @description Who did it; null for the service itself. Null once it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'envelope.detection_completed';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description The hash of the event before it; of the first one 64 zeros. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 over what can be erased: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null once it was erased. */
      salt: string | null;
      payload: {
        /** @description Fields that were added to the draft. */
        fieldCount: number;
        partyCount: number;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.detection_failed
     * @description Reading the document failed. Raises the version of the envelope.
     */
    EnvelopeDetectionFailedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log: from 1, without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'system';
      /** @description Who did it; null for the service itself. Null once it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'envelope.detection_failed';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description The hash of the event before it; of the first one 64 zeros. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 over what can be erased: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null once it was erased. */
      salt: string | null;
      payload: {
        /** @description `time`, `memory`, `crash`, or `unavailable` where it could not be tried. */
        reason: string;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.draft_updated
     * @description Draft updated. Raises the version of the envelope.
     */
    EnvelopeDraftUpdatedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log: from 1, without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'sender' | 'api_key' | 'agent';
      /** @description Who did it; null for the service itself. Null once it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'envelope.draft_updated';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description The hash of the event before it; of the first one 64 zeros. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 over what can be erased: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null once it was erased. */
      salt: string | null;
      payload: {
        /** @description The parts of the draft that the update replaced. */
        changed: string[];
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.sent
     * @description Sent. Raises the version of the envelope.
     */
    EnvelopeSentEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log: from 1, without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'sender' | 'api_key' | 'agent' | 'system';
      /** @description Who did it; null for the service itself. Null once it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'envelope.sent';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description The hash of the event before it; of the first one 64 zeros. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 over what can be erased: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null once it was erased. */
      salt: string | null;
      payload: {
        displayName: string;
        /** @description SHA-256 of the prepared PDF: the bytes that signers see and sign. */
        documentHash: string;
        pageCount: number;
        /** @enum {string} */
        legalFramework: 'esign_ueta' | 'eidas_ses' | 'uk_ses' | 'none' | 'eidas_aes' | 'eidas_qes';
        consumerDisclosure: boolean;
        /**
         * Format: date-time
         * @description When the envelope ends unless everyone has signed.
         * @example 2026-11-21T09:00:00.000Z
         */
        expiresAt: string | null;
        participants: {
          participantId: string;
          orderIndex: number;
          name: string;
          email: string;
        }[];
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * participant.link_issued
     * @description Link issued. Raises the version of the envelope.
     */
    ParticipantLinkIssuedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log: from 1, without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'sender' | 'api_key' | 'agent' | 'signer' | 'system';
      /** @description Who did it; null for the service itself. Null once it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'participant.link_issued';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description The hash of the event before it; of the first one 64 zeros. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 over what can be erased: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null once it was erased. */
      salt: string | null;
      payload: {
        /** @description The participant whom the event is about. */
        participantId: string;
        /** @description Counts the participant’s links: a link of an earlier epoch is refused. */
        epoch: number;
        /** @description The address that the mail goes to. */
        email: string;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * participant.link_reissued
     * @description Link reissued. Raises the version of the envelope.
     */
    ParticipantLinkReissuedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log: from 1, without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'sender' | 'api_key' | 'agent' | 'signer';
      /** @description Who did it; null for the service itself. Null once it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'participant.link_reissued';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description The hash of the event before it; of the first one 64 zeros. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 over what can be erased: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null once it was erased. */
      salt: string | null;
      payload: {
        /** @description The participant whom the event is about. */
        participantId: string;
        /** @description Counts the participant’s links: a link of an earlier epoch is refused. */
        epoch: number;
        /** @description The address that the mail goes to. */
        email: string;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * participant.corrected
     * @description Participant corrected. Raises the version of the envelope.
     */
    ParticipantCorrectedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log: from 1, without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'sender' | 'api_key' | 'agent';
      /** @description Who did it; null for the service itself. Null once it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'participant.corrected';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description The hash of the event before it; of the first one 64 zeros. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 over what can be erased: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null once it was erased. */
      salt: string | null;
      payload: {
        /** @description The participant whom the event is about. */
        participantId: string;
        /** @description Counts the participant’s links: a link of an earlier epoch is refused. */
        epoch: number | null;
        before: {
          name: string;
          email: string;
          /**
           * @description Where that was corrected.
           * @enum {string|null}
           */
          language?: 'en' | 'de' | 'fr' | 'es' | 'it' | 'pt' | 'pl' | 'nl' | 'ja' | 'zh' | 'ar' | 'he' | null;
        };
        after: {
          name: string;
          email: string;
          /**
           * @description Where that was corrected.
           * @enum {string|null}
           */
          language?: 'en' | 'de' | 'fr' | 'es' | 'it' | 'pt' | 'pl' | 'nl' | 'ja' | 'zh' | 'ar' | 'he' | null;
        };
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * participant.reminder_sent
     * @description Reminder sent. Raises the version of the envelope.
     */
    ParticipantReminderSentEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log: from 1, without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'sender' | 'api_key' | 'agent' | 'system';
      /** @description Who did it; null for the service itself. Null once it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'participant.reminder_sent';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description The hash of the event before it; of the first one 64 zeros. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 over what can be erased: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null once it was erased. */
      salt: string | null;
      payload: {
        /** @description The participant whom the event is about. */
        participantId: string;
        /** @description Whether the reminder policy sent it, rather than a person or a program. */
        automatic: boolean;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * participant.delivery_failed
     * @description Delivery failed. Leaves the version as it is.
     */
    ParticipantDeliveryFailedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log: from 1, without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'system';
      /** @description Who did it; null for the service itself. Null once it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'participant.delivery_failed';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description The hash of the event before it; of the first one 64 zeros. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 over what can be erased: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null once it was erased. */
      salt: string | null;
      payload: {
        /** @description The participant whom the event is about. */
        participantId: string;
        /** @description The address that the mail goes to. */
        email: string;
        /** @description What the mail server answered. */
        reason: string;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.deleted
     * @description Deleted. Raises the version of the envelope.
     */
    EnvelopeDeletedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log: from 1, without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'sender' | 'api_key' | 'agent';
      /** @description Who did it; null for the service itself. Null once it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'envelope.deleted';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description The hash of the event before it; of the first one 64 zeros. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 over what can be erased: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null once it was erased. */
      salt: string | null;
      payload: Record<string, never> | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.scheduled
     * @description Scheduled. Raises the version of the envelope.
     */
    EnvelopeScheduledEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log: from 1, without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'sender' | 'api_key' | 'agent';
      /** @description Who did it; null for the service itself. Null once it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'envelope.scheduled';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description The hash of the event before it; of the first one 64 zeros. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 over what can be erased: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null once it was erased. */
      salt: string | null;
      payload: {
        /**
         * Format: date-time
         * @example 2026-11-21T09:00:00.000Z
         */
        sendAt: string;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.schedule_canceled
     * @description Scheduled sending canceled. Raises the version of the envelope.
     */
    EnvelopeScheduleCanceledEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log: from 1, without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'sender' | 'api_key' | 'agent';
      /** @description Who did it; null for the service itself. Null once it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'envelope.schedule_canceled';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description The hash of the event before it; of the first one 64 zeros. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 over what can be erased: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null once it was erased. */
      salt: string | null;
      payload: {
        /**
         * Format: date-time
         * @description When it would have been sent.
         * @example 2026-11-21T09:00:00.000Z
         */
        sendAt: string;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.schedule_failed
     * @description Scheduled sending failed. Raises the version of the envelope.
     */
    EnvelopeScheduleFailedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log: from 1, without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'system';
      /** @description Who did it; null for the service itself. Null once it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'envelope.schedule_failed';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description The hash of the event before it; of the first one 64 zeros. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 over what can be erased: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null once it was erased. */
      salt: string | null;
      payload: {
        /** @description Why it could not be sent then. */
        reason: string;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.expiry_extended
     * @description Expiry changed. Raises the version of the envelope.
     */
    EnvelopeExpiryExtendedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log: from 1, without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'sender' | 'api_key' | 'agent';
      /** @description Who did it; null for the service itself. Null once it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'envelope.expiry_extended';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description The hash of the event before it; of the first one 64 zeros. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 over what can be erased: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null once it was erased. */
      salt: string | null;
      payload: {
        /**
         * Format: date-time
         * @description When the envelope ends unless everyone has signed.
         * @example 2026-11-21T09:00:00.000Z
         */
        expiresAt: string | null;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.expiry_warned
     * @description Expiry warning sent. Leaves the version as it is.
     */
    EnvelopeExpiryWarnedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log: from 1, without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'system';
      /** @description Who did it; null for the service itself. Null once it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'envelope.expiry_warned';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description The hash of the event before it; of the first one 64 zeros. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 over what can be erased: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null once it was erased. */
      salt: string | null;
      payload: {
        /**
         * Format: date-time
         * @description When the envelope ends unless everyone has signed.
         * @example 2026-11-21T09:00:00.000Z
         */
        expiresAt: string;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.expired
     * @description Expired. Raises the version of the envelope.
     */
    EnvelopeExpiredEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log: from 1, without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'system';
      /** @description Who did it; null for the service itself. Null once it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'envelope.expired';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description The hash of the event before it; of the first one 64 zeros. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 over what can be erased: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null once it was erased. */
      salt: string | null;
      payload: {
        /**
         * Format: date-time
         * @description When the envelope ends unless everyone has signed.
         * @example 2026-11-21T09:00:00.000Z
         */
        expiresAt: string;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * participant.viewed
     * @description Viewed. Leaves the version as it is.
     */
    ParticipantViewedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log: from 1, without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'signer';
      /** @description Who did it; null for the service itself. Null once it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'participant.viewed';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description The hash of the event before it; of the first one 64 zeros. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 over what can be erased: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null once it was erased. */
      salt: string | null;
      payload: {
        /** @description The participant whom the event is about. */
        participantId: string;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * participant.consented
     * @description Consented. Leaves the version as it is.
     */
    ParticipantConsentedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log: from 1, without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'signer';
      /** @description Who did it; null for the service itself. Null once it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'participant.consented';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description The hash of the event before it; of the first one 64 zeros. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 over what can be erased: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null once it was erased. */
      salt: string | null;
      payload: {
        /** @description The participant whom the event is about. */
        participantId: string;
        disclosureVersion: string | null;
        disclosureLocale: string | null;
        /** @description SHA-256 of the disclosure’s text that was accepted; null where none was asked for. */
        disclosureHash: string | null;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * participant.fields_auto_resolved
     * @description Fields filled in automatically. Raises the version of the envelope.
     */
    ParticipantFieldsAutoResolvedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log: from 1, without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'signer';
      /** @description Who did it; null for the service itself. Null once it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'participant.fields_auto_resolved';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description The hash of the event before it; of the first one 64 zeros. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 over what can be erased: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null once it was erased. */
      salt: string | null;
      payload: {
        /** @description The participant whom the event is about. */
        participantId: string;
        /** @description Values that the service filled in, in plain text: keep them under your own retention policy. */
        fields: {
          fieldId: string;
          /** @enum {string} */
          autoSource:
            | 'signed_date'
            | 'signer_name'
            | 'signer_email'
            | 'signer_company'
            | 'signer_title'
            | 'sender_name'
            | 'sender_email'
            | 'sender_organization';
          value: string;
        }[];
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * participant.signed
     * @description Signed. Raises the version of the envelope.
     */
    ParticipantSignedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log: from 1, without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'signer';
      /** @description Who did it; null for the service itself. Null once it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'participant.signed';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description The hash of the event before it; of the first one 64 zeros. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 over what can be erased: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null once it was erased. */
      salt: string | null;
      payload: {
        /** @description The participant whom the event is about. */
        participantId: string;
        /** @description SHA-256 of the prepared PDF: the bytes that signers see and sign. */
        documentHash: string;
        /** @description SHA-256 of the RFC 8785 canonical JSON of the values by field identifier. */
        valuesHash: string;
        fieldCount: number;
        /** @enum {string|null} */
        signatureKind: 'drawn' | 'typed' | 'uploaded' | null;
        /** @description SHA-256 of the typed text or of the picture’s bytes. */
        signatureHash: string | null;
        initialsHash: string | null;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * participant.declined
     * @description Declined. Raises the version of the envelope.
     */
    ParticipantDeclinedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log: from 1, without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'signer';
      /** @description Who did it; null for the service itself. Null once it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'participant.declined';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description The hash of the event before it; of the first one 64 zeros. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 over what can be erased: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null once it was erased. */
      salt: string | null;
      payload: {
        /** @description The participant whom the event is about. */
        participantId: string;
        /** @description In the words of whoever did it, without control characters. */
        reason: string | null;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.declined
     * @description Declined. Raises the version of the envelope.
     */
    EnvelopeDeclinedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log: from 1, without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'signer';
      /** @description Who did it; null for the service itself. Null once it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'envelope.declined';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description The hash of the event before it; of the first one 64 zeros. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 over what can be erased: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null once it was erased. */
      salt: string | null;
      payload: {
        /** @description The participant whom the event is about. */
        participantId: string;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.completed
     * @description Completed. Raises the version of the envelope.
     */
    EnvelopeCompletedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log: from 1, without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'signer';
      /** @description Who did it; null for the service itself. Null once it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'envelope.completed';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description The hash of the event before it; of the first one 64 zeros. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 over what can be erased: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null once it was erased. */
      salt: string | null;
      payload: {
        participantCount: number;
        fieldCount: number;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.sealed
     * @description Sealed. Raises the version of the envelope.
     */
    EnvelopeSealedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log: from 1, without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'system';
      /** @description Who did it; null for the service itself. Null once it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'envelope.sealed';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description The hash of the event before it; of the first one 64 zeros. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 over what can be erased: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null once it was erased. */
      salt: string | null;
      payload: {
        /** @description SHA-256 of the sealed PDF. */
        sealedHash: string;
        sizeBytes: number;
        /** @description The subject of the certificate that sealed it. */
        certificateSubject: string;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.sealing_failed
     * @description Sealing failed. Leaves the version as it is.
     */
    EnvelopeSealingFailedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log: from 1, without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'system';
      /** @description Who did it; null for the service itself. Null once it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'envelope.sealing_failed';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description The hash of the event before it; of the first one 64 zeros. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 over what can be erased: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null once it was erased. */
      salt: string | null;
      payload: Record<string, never> | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.voided
     * @description Voided. Raises the version of the envelope.
     */
    EnvelopeVoidedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log: from 1, without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'sender' | 'api_key' | 'agent';
      /** @description Who did it; null for the service itself. Null once it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'envelope.voided';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description The hash of the event before it; of the first one 64 zeros. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 over what can be erased: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null once it was erased. */
      salt: string | null;
      payload: {
        /** @description In the words of whoever did it, without control characters. */
        reason: string | null;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
  };
  responses: {
    /** @description `malformed_request`: The request body is not what this operation reads. */
    '400.malformed_request': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {string} */
          code: 'malformed_request';
        } & WithRequired<components['schemas']['Error'], 'code'>;
      };
    };
    /** @description `unauthorized`: Missing or invalid credential. */
    '401.unauthorized': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'WWW-Authenticate': components['headers']['WWW-Authenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {string} */
          code: 'unauthorized';
        } & WithRequired<components['schemas']['Error'], 'code'>;
      };
    };
    /** @description `unauthorized`: Missing or invalid credential. `details.reason`, where the link once worked, tells one that another one replaced (`link_replaced`) from one that has expired (`link_expired`). */
    '401.unauthorized.link': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'WWW-Authenticate': components['headers']['WWW-Authenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {string} */
          code: 'unauthorized';
        } & WithRequired<components['schemas']['Error'], 'code'>;
      };
    };
    /**
     * @description `insufficient_scope`: The token was not granted all scopes that this call needs. `details.scopes` names all that the call needs, `details.missing` those that the token lacks.
     *
     *     `forbidden`: Your role in this organization does not allow this.
     */
    '403.insufficient_scope.forbidden': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        'WWW-Authenticate': components['headers']['WWW-Authenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {string} */
          code: 'insufficient_scope' | 'forbidden';
        } & WithRequired<components['schemas']['Error'], 'code'>;
      };
    };
    /** @description `not_your_turn`: It is not your turn to sign yet. */
    '403.not_your_turn': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        'WWW-Authenticate': components['headers']['WWW-Authenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {string} */
          code: 'not_your_turn';
        } & WithRequired<components['schemas']['Error'], 'code'>;
      };
    };
    /** @description `not_found`: There is nothing here. */
    '404.not_found': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {string} */
          code: 'not_found';
        } & WithRequired<components['schemas']['Error'], 'code'>;
      };
    };
    /** @description `idempotency_in_flight`: The first request with this Idempotency-Key has not been answered yet. */
    '409.idempotency_in_flight': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {string} */
          code: 'idempotency_in_flight';
        } & WithRequired<components['schemas']['Error'], 'code'>;
      };
    };
    /**
     * @description `version_conflict`: The envelope has changed since you read it. `details.currentVersion` is the version to read and decide on again.
     *
     *     `invalid_state`: The envelope is not in a state that allows this. `details.status` is the status that forbids it; `details.reason`, where it is there, says what is missing.
     *
     *     `idempotency_in_flight`: The first request with this Idempotency-Key has not been answered yet.
     */
    '409.version_conflict.invalid_state.idempotency_in_flight': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {string} */
          code: 'version_conflict' | 'invalid_state' | 'idempotency_in_flight';
        } & WithRequired<components['schemas']['Error'], 'code'>;
      };
    };
    /**
     * @description `version_conflict`: The envelope has changed since you read it. `details.currentVersion` is the version to read and decide on again.
     *
     *     `invalid_state`: The envelope is not in a state that allows this. `details.status` is the status that forbids it; `details.reason`, where it is there, says what is missing.
     */
    '409.version_conflict.invalid_state': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {string} */
          code: 'version_conflict' | 'invalid_state';
        } & WithRequired<components['schemas']['Error'], 'code'>;
      };
    };
    /** @description `invalid_state`: The envelope is not in a state that allows this. `details.status` is the status that forbids it; `details.reason`, where it is there, says what is missing. */
    '409.invalid_state': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {string} */
          code: 'invalid_state';
        } & WithRequired<components['schemas']['Error'], 'code'>;
      };
    };
    /**
     * @description `invalid_state`: The envelope is not in a state that allows this. `details.status` is the status that forbids it; `details.reason`, where it is there, says what is missing.
     *
     *     `idempotency_in_flight`: The first request with this Idempotency-Key has not been answered yet.
     */
    '409.invalid_state.idempotency_in_flight': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {string} */
          code: 'invalid_state' | 'idempotency_in_flight';
        } & WithRequired<components['schemas']['Error'], 'code'>;
      };
    };
    /** @description `payload_too_large`: The body is larger than this operation accepts. `details.maxBytes` is the limit. */
    '413.payload_too_large': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {string} */
          code: 'payload_too_large';
        } & WithRequired<components['schemas']['Error'], 'code'>;
      };
    };
    /** @description `unsupported_media_type`: This kind of document is not accepted. */
    '415.unsupported_media_type': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {string} */
          code: 'unsupported_media_type';
        } & WithRequired<components['schemas']['Error'], 'code'>;
      };
    };
    /** @description `validation_failed`: The request does not fit its schema. `details.issues` lists each broken rule: `path` is a JSON pointer (RFC 6901) into the input, query parameters included. */
    '422.validation_failed': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {string} */
          code: 'validation_failed';
        } & WithRequired<components['schemas']['Error'], 'code'>;
      };
    };
    /**
     * @description `validation_failed`: The request does not fit its schema. `details.issues` lists each broken rule: `path` is a JSON pointer (RFC 6901) into the input, query parameters included.
     *
     *     `idempotency_key_reused`: This Idempotency-Key stands for another request.
     *
     *     `legal_framework_unavailable`: No provider is configured that can deliver signatures under this legal framework.
     *
     *     `document_unreadable`: The document cannot be accepted. `details.reason` says why, such as encrypted, malformed, too_many_pages, already_signed or not_pdf_or_docx.
     */
    '422.validation_failed.idempotency_key_reused.legal_framework_unavailable.document_unreadable': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {string} */
          code:
            | 'validation_failed'
            | 'idempotency_key_reused'
            | 'legal_framework_unavailable'
            | 'document_unreadable';
        } & WithRequired<components['schemas']['Error'], 'code'>;
      };
    };
    /**
     * @description `validation_failed`: The request does not fit its schema. `details.issues` lists each broken rule: `path` is a JSON pointer (RFC 6901) into the input, query parameters included.
     *
     *     `idempotency_key_reused`: This Idempotency-Key stands for another request.
     *
     *     `legal_framework_unavailable`: No provider is configured that can deliver signatures under this legal framework.
     */
    '422.validation_failed.idempotency_key_reused.legal_framework_unavailable': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {string} */
          code: 'validation_failed' | 'idempotency_key_reused' | 'legal_framework_unavailable';
        } & WithRequired<components['schemas']['Error'], 'code'>;
      };
    };
    /**
     * @description `validation_failed`: The request does not fit its schema. `details.issues` lists each broken rule: `path` is a JSON pointer (RFC 6901) into the input, query parameters included.
     *
     *     `idempotency_key_reused`: This Idempotency-Key stands for another request.
     */
    '422.validation_failed.idempotency_key_reused': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {string} */
          code: 'validation_failed' | 'idempotency_key_reused';
        } & WithRequired<components['schemas']['Error'], 'code'>;
      };
    };
    /**
     * @description `validation_failed`: The request does not fit its schema. `details.issues` lists each broken rule: `path` is a JSON pointer (RFC 6901) into the input, query parameters included.
     *
     *     `document_unreadable`: The document cannot be accepted. `details.reason` says why, such as encrypted, malformed, too_many_pages, already_signed or not_pdf_or_docx.
     */
    '422.validation_failed.document_unreadable': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {string} */
          code: 'validation_failed' | 'document_unreadable';
        } & WithRequired<components['schemas']['Error'], 'code'>;
      };
    };
    /** @description `rate_limited`: Too many requests. Try again later. `details.retryAfterSeconds` is what Retry-After says. */
    '429.rate_limited': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {string} */
          code: 'rate_limited';
        } & WithRequired<components['schemas']['Error'], 'code'>;
      };
    };
    /**
     * @description `reminder_window`: This signer was reminded less than an hour ago. `details.nextReminderAt` is when the next one is allowed, `details.retryAfterSeconds` what Retry-After says.
     *
     *     `rate_limited`: Too many requests. Try again later. `details.retryAfterSeconds` is what Retry-After says.
     */
    '429.reminder_window.rate_limited': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        'Retry-After': components['headers']['Retry-After'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {string} */
          code: 'reminder_window' | 'rate_limited';
        } & WithRequired<components['schemas']['Error'], 'code'>;
      };
    };
    /** @description `internal`: Something went wrong on our side. */
    '500.internal': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {string} */
          code: 'internal';
        } & WithRequired<components['schemas']['Error'], 'code'>;
      };
    };
    /** @description `unavailable`: The service is not available right now. */
    '503.unavailable': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Limit': components['headers']['RateLimit-Limit'];
        'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
        'RateLimit-Reset': components['headers']['RateLimit-Reset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {string} */
          code: 'unavailable';
        } & WithRequired<components['schemas']['Error'], 'code'>;
      };
    };
  };
  parameters: {
    /** @description Your own name for the request: 1 to 100 of A–Z a–z 0–9 . _ -. The answer and the log repeat it. */
    RequestId: string;
    /** @description Makes the call safe to repeat. The same request with the same key runs nothing again and is answered with the same status and body as the first time, and `Idempotency-Replayed: true`. A key whose first request is still running is 409 `idempotency_in_flight`; one that stood for another request is 422 `idempotency_key_reused`. A refused call gives its key back. Printable ASCII, bare or in double quotes, kept 24 hours for this operation of your organization. */
    IdempotencyKeyStored: string;
    /** @description Makes the call safe to repeat. The same request with the same key runs nothing again and is answered with the same status and the envelope as it is now, whatever `expectedVersion` it carries, and `Idempotency-Replayed: true`. A key whose first request is still running is 409 `idempotency_in_flight`; one that stood for another request is 422 `idempotency_key_reused`. A refused call gives its key back. Printable ASCII, bare or in double quotes, kept 24 hours for this operation of your organization. */
    IdempotencyKeyCurrent: string;
  };
  requestBodies: never;
  headers: {
    /** @description The name of this request: yours where you sent one. */
    'X-Request-Id': string;
    /** @description Requests a minute that the credential may make. */
    'RateLimit-Limit': number;
    /** @description Requests that are left in the running minute. */
    'RateLimit-Remaining': number;
    /** @description Seconds until they are all back. */
    'RateLimit-Reset': number;
    /** @description Seconds until it makes sense to try again (RFC 9110). */
    'Retry-After': number;
    /** @description `true` where nothing ran again; absent otherwise. */
    'Idempotency-Replayed': string;
    /** @description `Bearer`, and for an OAuth token what is wrong with it (RFC 6750): `error`, and the `scope` that the call needs. */
    'WWW-Authenticate': string;
    /** @description The name of the file (RFC 6266). */
    'Content-Disposition': string;
    /** @description The SHA-256 of the bytes in quotes. */
    ETag: string;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  ping: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own name for the request: 1 to 100 of A–Z a–z 0–9 . _ -. The answer and the log repeat it. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            pong: true;
          };
        };
      };
      401: components['responses']['401.unauthorized'];
      403: components['responses']['403.insufficient_scope.forbidden'];
      422: components['responses']['422.validation_failed'];
      429: components['responses']['429.rate_limited'];
      500: components['responses']['500.internal'];
      503: components['responses']['503.unavailable'];
    };
  };
  envelopeList: {
    parameters: {
      query?: {
        /** @description nextCursor of the previous page. */
        cursor?: string;
        /** @description Default: 50. */
        limit?: number;
        /** @description One or more statuses, comma-separated. */
        status?: (
          'draft' | 'detecting' | 'review' | 'in_progress' | 'completed' | 'declined' | 'voided' | 'expired'
        )[];
        /** @description attention: at least one attention value. waiting: in_progress. drafts: draft, detecting, review. Default: all. */
        view?: 'attention' | 'waiting' | 'drafts' | 'completed' | 'all';
        /** @description created, sent, completed and activity: newest first, those that lack the moment at the end. name: ascending. urgency: attention first, then nearest expiresAt, then newest. Default: created. */
        sort?: 'created' | 'sent' | 'completed' | 'activity' | 'name' | 'urgency';
        /** @description Part of the display name or original file name, whatever its case. */
        q?: string;
        /** @description Part of the name or email of a participant, whatever its case. */
        recipient?: string;
        /** @description Only envelopes of this team. */
        teamId?: string;
        /** @description Only envelopes made from this template. */
        templateId?: string;
      };
      header?: {
        /** @description Your own name for the request: 1 to 100 of A–Z a–z 0–9 . _ -. The answer and the log repeat it. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            items: components['schemas']['EnvelopeListItem'][];
            nextCursor: string | null;
          };
        };
      };
      401: components['responses']['401.unauthorized'];
      403: components['responses']['403.insufficient_scope.forbidden'];
      422: components['responses']['422.validation_failed'];
      429: components['responses']['429.rate_limited'];
      500: components['responses']['500.internal'];
      503: components['responses']['503.unavailable'];
    };
  };
  envelopeCreate: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the call safe to repeat. The same request with the same key runs nothing again and is answered with the same status and body as the first time, and `Idempotency-Replayed: true`. A key whose first request is still running is 409 `idempotency_in_flight`; one that stood for another request is 422 `idempotency_key_reused`. A refused call gives its key back. Printable ASCII, bare or in double quotes, kept 24 hours for this operation of your organization. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKeyStored'];
        /** @description Your own name for the request: 1 to 100 of A–Z a–z 0–9 . _ -. The answer and the log repeat it. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description The name of the file. */
          originalFilename: string;
          /** @description The team that it belongs to. Default: that of the credential, or the first of the organization. */
          teamId?: string;
          /** @description Left out where it is uploaded afterwards. */
          document?: {
            /**
             * Format: base64
             * @description The bytes of the document, base64 (RFC 4648 section 4).
             */
            contentBase64: string;
            /**
             * @description PDF or DOCX.
             * @enum {string}
             */
            contentType:
              'application/pdf' | 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
          };
          /** @description Whether fields are detected once the document is there. Default: true, unless `fields` come along. */
          detect?: boolean;
          /** @description In signing order. Of an existing draft they replace all, and `fields` must come along. */
          participants?: components['schemas']['ParticipantInput'][];
          /** @description Of an existing draft they replace all fields. */
          fields?: components['schemas']['FieldInput'][];
          policy?: components['schemas']['PolicyInput'];
          /** @description What signers and lists show. A new envelope without one has the file name without its extension. */
          displayName?: string;
          /** @description Pairs of your own, for your own use: at most 50. Null for none. */
          metadata?: {
            [key: string]: string;
          } | null;
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedEnvelope'];
        };
      };
      400: components['responses']['400.malformed_request'];
      401: components['responses']['401.unauthorized'];
      409: components['responses']['409.idempotency_in_flight'];
      413: components['responses']['413.payload_too_large'];
      415: components['responses']['415.unsupported_media_type'];
      422: components['responses']['422.validation_failed.idempotency_key_reused.legal_framework_unavailable.document_unreadable'];
      429: components['responses']['429.rate_limited'];
      500: components['responses']['500.internal'];
      503: components['responses']['503.unavailable'];
    };
  };
  envelopeGet: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own name for the request: 1 to 100 of A–Z a–z 0–9 . _ -. The answer and the log repeat it. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The identifier of the envelope. One that names none of your organization’s is 404.
         * @example env_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EnvelopeGraph'];
        };
      };
      401: components['responses']['401.unauthorized'];
      404: components['responses']['404.not_found'];
      422: components['responses']['422.validation_failed'];
      429: components['responses']['429.rate_limited'];
      500: components['responses']['500.internal'];
      503: components['responses']['503.unavailable'];
    };
  };
  envelopeDelete: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own name for the request: 1 to 100 of A–Z a–z 0–9 . _ -. The answer and the log repeat it. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The identifier of the envelope. One that names none of your organization’s is 404.
         * @example env_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. There is no content. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['400.malformed_request'];
      401: components['responses']['401.unauthorized'];
      404: components['responses']['404.not_found'];
      409: components['responses']['409.invalid_state'];
      413: components['responses']['413.payload_too_large'];
      422: components['responses']['422.validation_failed'];
      429: components['responses']['429.rate_limited'];
      500: components['responses']['500.internal'];
      503: components['responses']['503.unavailable'];
    };
  };
  envelopeDraft: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the call safe to repeat. The same request with the same key runs nothing again and is answered with the same status and the envelope as it is now, whatever `expectedVersion` it carries, and `Idempotency-Replayed: true`. A key whose first request is still running is 409 `idempotency_in_flight`; one that stood for another request is 422 `idempotency_key_reused`. A refused call gives its key back. Printable ASCII, bare or in double quotes, kept 24 hours for this operation of your organization. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKeyCurrent'];
        /** @description Your own name for the request: 1 to 100 of A–Z a–z 0–9 . _ -. The answer and the log repeat it. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The identifier of the envelope. One that names none of your organization’s is 404.
         * @example env_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description In signing order. Of an existing draft they replace all, and `fields` must come along. */
          participants?: components['schemas']['ParticipantInput'][];
          /** @description Of an existing draft they replace all fields. */
          fields?: components['schemas']['FieldInput'][];
          policy?: components['schemas']['PolicyInput'];
          /** @description What signers and lists show. A new envelope without one has the file name without its extension. */
          displayName?: string;
          /** @description Pairs of your own, for your own use: at most 50. Null for none. */
          metadata?: {
            [key: string]: string;
          } | null;
          /** @description null goes back to the caller’s own. */
          sender?: components['schemas']['SenderInput'] | null;
          /** @description The version that the caller has read. */
          expectedVersion?: number;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EnvelopeGraph'];
        };
      };
      400: components['responses']['400.malformed_request'];
      401: components['responses']['401.unauthorized'];
      404: components['responses']['404.not_found'];
      409: components['responses']['409.version_conflict.invalid_state.idempotency_in_flight'];
      413: components['responses']['413.payload_too_large'];
      422: components['responses']['422.validation_failed.idempotency_key_reused.legal_framework_unavailable'];
      429: components['responses']['429.rate_limited'];
      500: components['responses']['500.internal'];
      503: components['responses']['503.unavailable'];
    };
  };
  envelopeSend: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the call safe to repeat. The same request with the same key runs nothing again and is answered with the same status and the envelope as it is now, whatever `expectedVersion` it carries, and `Idempotency-Replayed: true`. A key whose first request is still running is 409 `idempotency_in_flight`; one that stood for another request is 422 `idempotency_key_reused`. A refused call gives its key back. Printable ASCII, bare or in double quotes, kept 24 hours for this operation of your organization. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKeyCurrent'];
        /** @description Your own name for the request: 1 to 100 of A–Z a–z 0–9 . _ -. The answer and the log repeat it. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The identifier of the envelope. One that names none of your organization’s is 404.
         * @example env_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description The version that the caller has read. */
          expectedVersion: number;
          /**
           * Format: date-time
           * @description In the future. Default: now.
           * @example 2027-01-31T17:00:00.000Z
           */
          sendAt?: string;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EnvelopeGraph'];
        };
      };
      400: components['responses']['400.malformed_request'];
      401: components['responses']['401.unauthorized'];
      404: components['responses']['404.not_found'];
      409: components['responses']['409.version_conflict.invalid_state.idempotency_in_flight'];
      413: components['responses']['413.payload_too_large'];
      422: components['responses']['422.validation_failed.idempotency_key_reused'];
      429: components['responses']['429.rate_limited'];
      500: components['responses']['500.internal'];
      503: components['responses']['503.unavailable'];
    };
  };
  envelopeRemind: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the call safe to repeat. The same request with the same key runs nothing again and is answered with the same status and the envelope as it is now, whatever `expectedVersion` it carries, and `Idempotency-Replayed: true`. A key whose first request is still running is 409 `idempotency_in_flight`; one that stood for another request is 422 `idempotency_key_reused`. A refused call gives its key back. Printable ASCII, bare or in double quotes, kept 24 hours for this operation of your organization. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKeyCurrent'];
        /** @description Your own name for the request: 1 to 100 of A–Z a–z 0–9 . _ -. The answer and the log repeat it. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The identifier of the envelope. One that names none of your organization’s is 404.
         * @example env_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description The version that the caller has read. */
          expectedVersion: number;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EnvelopeGraph'];
        };
      };
      400: components['responses']['400.malformed_request'];
      401: components['responses']['401.unauthorized'];
      404: components['responses']['404.not_found'];
      409: components['responses']['409.version_conflict.invalid_state.idempotency_in_flight'];
      413: components['responses']['413.payload_too_large'];
      422: components['responses']['422.validation_failed.idempotency_key_reused'];
      429: components['responses']['429.reminder_window.rate_limited'];
      500: components['responses']['500.internal'];
      503: components['responses']['503.unavailable'];
    };
  };
  envelopeResendLink: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the call safe to repeat. The same request with the same key runs nothing again and is answered with the same status and the envelope as it is now, whatever `expectedVersion` it carries, and `Idempotency-Replayed: true`. A key whose first request is still running is 409 `idempotency_in_flight`; one that stood for another request is 422 `idempotency_key_reused`. A refused call gives its key back. Printable ASCII, bare or in double quotes, kept 24 hours for this operation of your organization. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKeyCurrent'];
        /** @description Your own name for the request: 1 to 100 of A–Z a–z 0–9 . _ -. The answer and the log repeat it. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The identifier of the envelope. One that names none of your organization’s is 404.
         * @example env_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
        /**
         * @description The identifier of the participant. One that names none of your organization’s is 404.
         * @example part_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        participantId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description The version that the caller has read. */
          expectedVersion: number;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EnvelopeGraph'];
        };
      };
      400: components['responses']['400.malformed_request'];
      401: components['responses']['401.unauthorized'];
      404: components['responses']['404.not_found'];
      409: components['responses']['409.version_conflict.invalid_state.idempotency_in_flight'];
      413: components['responses']['413.payload_too_large'];
      422: components['responses']['422.validation_failed.idempotency_key_reused'];
      429: components['responses']['429.rate_limited'];
      500: components['responses']['500.internal'];
      503: components['responses']['503.unavailable'];
    };
  };
  envelopeCorrectParticipant: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the call safe to repeat. The same request with the same key runs nothing again and is answered with the same status and the envelope as it is now, whatever `expectedVersion` it carries, and `Idempotency-Replayed: true`. A key whose first request is still running is 409 `idempotency_in_flight`; one that stood for another request is 422 `idempotency_key_reused`. A refused call gives its key back. Printable ASCII, bare or in double quotes, kept 24 hours for this operation of your organization. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKeyCurrent'];
        /** @description Your own name for the request: 1 to 100 of A–Z a–z 0–9 . _ -. The answer and the log repeat it. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The identifier of the envelope. One that names none of your organization’s is 404.
         * @example env_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
        /**
         * @description The identifier of the participant. One that names none of your organization’s is 404.
         * @example part_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        participantId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description The version that the caller has read. */
          expectedVersion: number;
          /** @description One of name, email and language is needed. */
          name?: string;
          /**
           * Format: email
           * @description Where their link is mailed to from now on.
           * @example ada@example.com
           */
          email?: string;
          /**
           * @description Of the mails to them; null: that of their browser, once they opened the envelope. Default: as it was.
           * @enum {string|null}
           */
          language?: 'en' | 'de' | 'fr' | 'es' | 'it' | 'pt' | 'pl' | 'nl' | 'ja' | 'zh' | 'ar' | 'he' | null;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EnvelopeGraph'];
        };
      };
      400: components['responses']['400.malformed_request'];
      401: components['responses']['401.unauthorized'];
      404: components['responses']['404.not_found'];
      409: components['responses']['409.version_conflict.invalid_state.idempotency_in_flight'];
      413: components['responses']['413.payload_too_large'];
      422: components['responses']['422.validation_failed.idempotency_key_reused'];
      429: components['responses']['429.rate_limited'];
      500: components['responses']['500.internal'];
      503: components['responses']['503.unavailable'];
    };
  };
  envelopeExtendExpiry: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own name for the request: 1 to 100 of A–Z a–z 0–9 . _ -. The answer and the log repeat it. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The identifier of the envelope. One that names none of your organization’s is 404.
         * @example env_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description The version that the caller has read. */
          expectedVersion: number;
          /**
           * Format: date-time
           * @description In the future; null for never.
           * @example 2027-01-31T17:00:00.000Z
           */
          expiresAt: string | null;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EnvelopeGraph'];
        };
      };
      400: components['responses']['400.malformed_request'];
      401: components['responses']['401.unauthorized'];
      404: components['responses']['404.not_found'];
      409: components['responses']['409.version_conflict.invalid_state'];
      413: components['responses']['413.payload_too_large'];
      422: components['responses']['422.validation_failed'];
      429: components['responses']['429.rate_limited'];
      500: components['responses']['500.internal'];
      503: components['responses']['503.unavailable'];
    };
  };
  envelopeVoid: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the call safe to repeat. The same request with the same key runs nothing again and is answered with the same status and the envelope as it is now, whatever `expectedVersion` it carries, and `Idempotency-Replayed: true`. A key whose first request is still running is 409 `idempotency_in_flight`; one that stood for another request is 422 `idempotency_key_reused`. A refused call gives its key back. Printable ASCII, bare or in double quotes, kept 24 hours for this operation of your organization. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKeyCurrent'];
        /** @description Your own name for the request: 1 to 100 of A–Z a–z 0–9 . _ -. The answer and the log repeat it. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The identifier of the envelope. One that names none of your organization’s is 404.
         * @example env_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description The version that the caller has read. */
          expectedVersion: number;
          /** @description Whoever had a link reads it. */
          reason?: string;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EnvelopeGraph'];
        };
      };
      400: components['responses']['400.malformed_request'];
      401: components['responses']['401.unauthorized'];
      404: components['responses']['404.not_found'];
      409: components['responses']['409.version_conflict.invalid_state.idempotency_in_flight'];
      413: components['responses']['413.payload_too_large'];
      422: components['responses']['422.validation_failed.idempotency_key_reused'];
      429: components['responses']['429.rate_limited'];
      500: components['responses']['500.internal'];
      503: components['responses']['503.unavailable'];
    };
  };
  envelopeEvents: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own name for the request: 1 to 100 of A–Z a–z 0–9 . _ -. The answer and the log repeat it. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The identifier of the envelope. One that names none of your organization’s is 404.
         * @example env_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            items: components['schemas']['EventRecord'][];
          };
        };
      };
      401: components['responses']['401.unauthorized'];
      403: components['responses']['403.insufficient_scope.forbidden'];
      404: components['responses']['404.not_found'];
      422: components['responses']['422.validation_failed'];
      429: components['responses']['429.rate_limited'];
      500: components['responses']['500.internal'];
      503: components['responses']['503.unavailable'];
    };
  };
  envelopeDocument: {
    parameters: {
      query?: {
        /** @description Default: original. */
        variant?: 'original' | 'prepared' | 'sealed' | 'certificate';
        /** @description Whether a browser saves the file rather than showing it. */
        download?: boolean;
      };
      header?: {
        /** @description Your own name for the request: 1 to 100 of A–Z a–z 0–9 . _ -. The answer and the log repeat it. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The identifier of the envelope. One that names none of your organization’s is 404.
         * @example env_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The bytes of the file. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Content-Disposition': components['headers']['Content-Disposition'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/pdf': Blob | ArrayBuffer | Uint8Array<ArrayBuffer>;
          'application/vnd.openxmlformats-officedocument.wordprocessingml.document':
            Blob | ArrayBuffer | Uint8Array<ArrayBuffer>;
        };
      };
      401: components['responses']['401.unauthorized'];
      404: components['responses']['404.not_found'];
      409: components['responses']['409.invalid_state'];
      422: components['responses']['422.validation_failed'];
      429: components['responses']['429.rate_limited'];
      500: components['responses']['500.internal'];
      503: components['responses']['503.unavailable'];
    };
  };
  envelopeUpload: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own name for the request: 1 to 100 of A–Z a–z 0–9 . _ -. The answer and the log repeat it. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The identifier of the envelope. One that names none of your organization’s is 404.
         * @example env_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    /** @description The raw bytes of the document. */
    requestBody: {
      content: {
        'application/octet-stream': Blob | ArrayBuffer | Uint8Array<ArrayBuffer>;
      };
    };
    responses: {
      /** @description Done. There is no content. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['401.unauthorized'];
      404: components['responses']['404.not_found'];
      409: components['responses']['409.invalid_state'];
      413: components['responses']['413.payload_too_large'];
      422: components['responses']['422.validation_failed'];
      429: components['responses']['429.rate_limited'];
      500: components['responses']['500.internal'];
      503: components['responses']['503.unavailable'];
    };
  };
  envelopeDetect: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own name for the request: 1 to 100 of A–Z a–z 0–9 . _ -. The answer and the log repeat it. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The identifier of the envelope. One that names none of your organization’s is 404.
         * @example env_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description The version that the caller has read. */
          expectedVersion: number;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EnvelopeGraph'];
        };
      };
      400: components['responses']['400.malformed_request'];
      401: components['responses']['401.unauthorized'];
      404: components['responses']['404.not_found'];
      409: components['responses']['409.version_conflict.invalid_state'];
      413: components['responses']['413.payload_too_large'];
      422: components['responses']['422.validation_failed'];
      429: components['responses']['429.rate_limited'];
      500: components['responses']['500.internal'];
      503: components['responses']['503.unavailable'];
    };
  };
  envelopeEvidence: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own name for the request: 1 to 100 of A–Z a–z 0–9 . _ -. The answer and the log repeat it. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The identifier of the envelope. One that names none of your organization’s is 404.
         * @example env_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Evidence'];
        };
      };
      401: components['responses']['401.unauthorized'];
      404: components['responses']['404.not_found'];
      422: components['responses']['422.validation_failed'];
      429: components['responses']['429.rate_limited'];
      500: components['responses']['500.internal'];
      503: components['responses']['503.unavailable'];
    };
  };
  envelopeExtract: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own name for the request: 1 to 100 of A–Z a–z 0–9 . _ -. The answer and the log repeat it. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The identifier of the envelope. One that names none of your organization’s is 404.
         * @example env_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Extract'];
        };
      };
      401: components['responses']['401.unauthorized'];
      403: components['responses']['403.insufficient_scope.forbidden'];
      404: components['responses']['404.not_found'];
      422: components['responses']['422.validation_failed'];
      429: components['responses']['429.rate_limited'];
      500: components['responses']['500.internal'];
      503: components['responses']['503.unavailable'];
    };
  };
  envelopeCompleteUpload: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own name for the request: 1 to 100 of A–Z a–z 0–9 . _ -. The answer and the log repeat it. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The identifier of the envelope. One that names none of your organization’s is 404.
         * @example env_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            envelope: components['schemas']['EnvelopeGraph'];
            /** @description Whether the bytes are there. */
            documentReceived: boolean;
            /** @description Whether their fields are detected. */
            detectionRequested: boolean;
          };
        };
      };
      400: components['responses']['400.malformed_request'];
      401: components['responses']['401.unauthorized'];
      403: components['responses']['403.insufficient_scope.forbidden'];
      404: components['responses']['404.not_found'];
      409: components['responses']['409.invalid_state'];
      413: components['responses']['413.payload_too_large'];
      415: components['responses']['415.unsupported_media_type'];
      422: components['responses']['422.validation_failed.document_unreadable'];
      429: components['responses']['429.rate_limited'];
      500: components['responses']['500.internal'];
      503: components['responses']['503.unavailable'];
    };
  };
  templateList: {
    parameters: {
      query?: {
        /** @description nextCursor of the previous page. */
        cursor?: string;
        /** @description Default: 50. */
        limit?: number;
        /** @description Part of the name or original file name, whatever its case. */
        q?: string;
        /** @description Default: false. */
        archived?: boolean;
      };
      header?: {
        /** @description Your own name for the request: 1 to 100 of A–Z a–z 0–9 . _ -. The answer and the log repeat it. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            items: components['schemas']['Template'][];
            nextCursor: string | null;
          };
        };
      };
      401: components['responses']['401.unauthorized'];
      403: components['responses']['403.insufficient_scope.forbidden'];
      422: components['responses']['422.validation_failed'];
      429: components['responses']['429.rate_limited'];
      500: components['responses']['500.internal'];
      503: components['responses']['503.unavailable'];
    };
  };
  templateCreate: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the call safe to repeat. The same request with the same key runs nothing again and is answered with the same status and body as the first time, and `Idempotency-Replayed: true`. A key whose first request is still running is 409 `idempotency_in_flight`; one that stood for another request is 422 `idempotency_key_reused`. A refused call gives its key back. Printable ASCII, bare or in double quotes, kept 24 hours for this operation of your organization. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKeyStored'];
        /** @description Your own name for the request: 1 to 100 of A–Z a–z 0–9 . _ -. The answer and the log repeat it. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description The envelope to save; it stays as it is. */
          sourceEnvelopeId: string;
          /** @description What people find it by. */
          name: string;
          /**
           * @description Tokens: {template_name} {recipient_name} {recipient_company} {recipient_email} {recipient_title} {sender_org} {sender_name} {date} {date:YYYY-MM} {prefill:<prefill key>} {role:<api role name>.<name|email|company|title>}. The recipient is the first participant who does not take the sender’s role; the date is that of sending, in UTC.
           * @example {template_name} – {recipient_company} ({date:YYYY-MM})
           */
          namePattern?: string | null;
          /** @description In signing order. Every field of the envelope must belong to one of them. */
          roles: components['schemas']['TemplateRoleInput'][];
          /** @description Fields of the envelope whose prefilled values signers cannot change. */
          lockedFieldIds?: string[];
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TemplateGraph'];
        };
      };
      400: components['responses']['400.malformed_request'];
      401: components['responses']['401.unauthorized'];
      403: components['responses']['403.insufficient_scope.forbidden'];
      404: components['responses']['404.not_found'];
      409: components['responses']['409.invalid_state.idempotency_in_flight'];
      413: components['responses']['413.payload_too_large'];
      422: components['responses']['422.validation_failed.idempotency_key_reused'];
      429: components['responses']['429.rate_limited'];
      500: components['responses']['500.internal'];
      503: components['responses']['503.unavailable'];
    };
  };
  templateGet: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own name for the request: 1 to 100 of A–Z a–z 0–9 . _ -. The answer and the log repeat it. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The identifier of the template. One that names none of your organization’s is 404.
         * @example tpl_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TemplateGraph'];
        };
      };
      401: components['responses']['401.unauthorized'];
      403: components['responses']['403.insufficient_scope.forbidden'];
      404: components['responses']['404.not_found'];
      422: components['responses']['422.validation_failed'];
      429: components['responses']['429.rate_limited'];
      500: components['responses']['500.internal'];
      503: components['responses']['503.unavailable'];
    };
  };
  templateArchive: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own name for the request: 1 to 100 of A–Z a–z 0–9 . _ -. The answer and the log repeat it. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The identifier of the template. One that names none of your organization’s is 404.
         * @example tpl_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Template'];
        };
      };
      400: components['responses']['400.malformed_request'];
      401: components['responses']['401.unauthorized'];
      403: components['responses']['403.insufficient_scope.forbidden'];
      404: components['responses']['404.not_found'];
      413: components['responses']['413.payload_too_large'];
      422: components['responses']['422.validation_failed'];
      429: components['responses']['429.rate_limited'];
      500: components['responses']['500.internal'];
      503: components['responses']['503.unavailable'];
    };
  };
  templateUpdate: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own name for the request: 1 to 100 of A–Z a–z 0–9 . _ -. The answer and the log repeat it. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The identifier of the template. One that names none of your organization’s is 404.
         * @example tpl_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description What people find it by. */
          name?: string;
          /**
           * @description null clears it.
           * @example {template_name} – {recipient_company} ({date:YYYY-MM})
           */
          namePattern?: string | null;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Template'];
        };
      };
      400: components['responses']['400.malformed_request'];
      401: components['responses']['401.unauthorized'];
      403: components['responses']['403.insufficient_scope.forbidden'];
      404: components['responses']['404.not_found'];
      413: components['responses']['413.payload_too_large'];
      422: components['responses']['422.validation_failed'];
      429: components['responses']['429.rate_limited'];
      500: components['responses']['500.internal'];
      503: components['responses']['503.unavailable'];
    };
  };
  templateRestore: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own name for the request: 1 to 100 of A–Z a–z 0–9 . _ -. The answer and the log repeat it. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The identifier of the template. One that names none of your organization’s is 404.
         * @example tpl_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Template'];
        };
      };
      400: components['responses']['400.malformed_request'];
      401: components['responses']['401.unauthorized'];
      403: components['responses']['403.insufficient_scope.forbidden'];
      404: components['responses']['404.not_found'];
      413: components['responses']['413.payload_too_large'];
      422: components['responses']['422.validation_failed'];
      429: components['responses']['429.rate_limited'];
      500: components['responses']['500.internal'];
      503: components['responses']['503.unavailable'];
    };
  };
  templateCreateEnvelope: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the call safe to repeat. The same request with the same key runs nothing again and is answered with the same status and body as the first time, and `Idempotency-Replayed: true`. A key whose first request is still running is 409 `idempotency_in_flight`; one that stood for another request is 422 `idempotency_key_reused`. A refused call gives its key back. Printable ASCII, bare or in double quotes, kept 24 hours for this operation of your organization. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKeyStored'];
        /** @description Your own name for the request: 1 to 100 of A–Z a–z 0–9 . _ -. The answer and the log repeat it. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The identifier of the template. One that names none of your organization’s is 404.
         * @example tpl_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description By apiRoleName: one for every role but optional ones. The sender takes the sender’s role by default. */
          recipients?: {
            [key: string]: components['schemas']['RecipientInput'];
          };
          /** @description Values by prefillKey; an empty one takes the template’s own away. */
          prefill?: {
            [key: string]: string;
          };
          /** @description Wins over the name pattern of the template. */
          displayName?: string;
          /** @description Default: true. false makes a draft to be reviewed first. */
          autoSend?: boolean;
          /** @description The place of the sender’s role in the signing order, from 0; beyond the end is last. */
          senderOrder?: number;
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EnvelopeGraph'];
        };
      };
      400: components['responses']['400.malformed_request'];
      401: components['responses']['401.unauthorized'];
      403: components['responses']['403.insufficient_scope.forbidden'];
      404: components['responses']['404.not_found'];
      409: components['responses']['409.invalid_state.idempotency_in_flight'];
      413: components['responses']['413.payload_too_large'];
      422: components['responses']['422.validation_failed.idempotency_key_reused'];
      429: components['responses']['429.rate_limited'];
      500: components['responses']['500.internal'];
      503: components['responses']['503.unavailable'];
    };
  };
  webhookList: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own name for the request: 1 to 100 of A–Z a–z 0–9 . _ -. The answer and the log repeat it. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            items: components['schemas']['Webhook'][];
          };
        };
      };
      401: components['responses']['401.unauthorized'];
      422: components['responses']['422.validation_failed'];
      429: components['responses']['429.rate_limited'];
      500: components['responses']['500.internal'];
      503: components['responses']['503.unavailable'];
    };
  };
  webhookCreate: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the call safe to repeat. The same request with the same key runs nothing again and is answered with the same status and body as the first time, and `Idempotency-Replayed: true`. A key whose first request is still running is 409 `idempotency_in_flight`; one that stood for another request is 422 `idempotency_key_reused`. A refused call gives its key back. Printable ASCII, bare or in double quotes, kept 24 hours for this operation of your organization. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKeyStored'];
        /** @description Your own name for the request: 1 to 100 of A–Z a–z 0–9 . _ -. The answer and the log repeat it. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description https; http only to networks that the operator of this instance allows.
           * @example https://example.com/countersign
           */
          url: string;
          /** @description For people, to tell it from others. Default: null. */
          description?: string | null;
          /** @description The actions to be told of; null for all, also new ones. */
          events?:
            | (
                | 'envelope.created'
                | 'envelope.document_uploaded'
                | 'envelope.document_received'
                | 'envelope.document_refused'
                | 'envelope.detection_started'
                | 'envelope.detection_completed'
                | 'envelope.detection_failed'
                | 'envelope.draft_updated'
                | 'envelope.sent'
                | 'participant.link_issued'
                | 'participant.link_reissued'
                | 'participant.corrected'
                | 'participant.reminder_sent'
                | 'participant.delivery_failed'
                | 'envelope.deleted'
                | 'envelope.scheduled'
                | 'envelope.schedule_canceled'
                | 'envelope.schedule_failed'
                | 'envelope.expiry_extended'
                | 'envelope.expiry_warned'
                | 'envelope.expired'
                | 'participant.viewed'
                | 'participant.consented'
                | 'participant.fields_auto_resolved'
                | 'participant.signed'
                | 'participant.declined'
                | 'envelope.declined'
                | 'envelope.completed'
                | 'envelope.sealed'
                | 'envelope.sealing_failed'
                | 'envelope.voided'
              )[]
            | null;
          /** @description Default: true. */
          enabled?: boolean;
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookWithSecret'];
        };
      };
      400: components['responses']['400.malformed_request'];
      401: components['responses']['401.unauthorized'];
      409: components['responses']['409.invalid_state.idempotency_in_flight'];
      413: components['responses']['413.payload_too_large'];
      422: components['responses']['422.validation_failed.idempotency_key_reused'];
      429: components['responses']['429.rate_limited'];
      500: components['responses']['500.internal'];
      503: components['responses']['503.unavailable'];
    };
  };
  webhookGet: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own name for the request: 1 to 100 of A–Z a–z 0–9 . _ -. The answer and the log repeat it. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The identifier of the webhook. One that names none of your organization’s is 404.
         * @example wh_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Webhook'];
        };
      };
      401: components['responses']['401.unauthorized'];
      404: components['responses']['404.not_found'];
      422: components['responses']['422.validation_failed'];
      429: components['responses']['429.rate_limited'];
      500: components['responses']['500.internal'];
      503: components['responses']['503.unavailable'];
    };
  };
  webhookDelete: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own name for the request: 1 to 100 of A–Z a–z 0–9 . _ -. The answer and the log repeat it. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The identifier of the webhook. One that names none of your organization’s is 404.
         * @example wh_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Done. There is no content. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['400.malformed_request'];
      401: components['responses']['401.unauthorized'];
      404: components['responses']['404.not_found'];
      413: components['responses']['413.payload_too_large'];
      422: components['responses']['422.validation_failed'];
      429: components['responses']['429.rate_limited'];
      500: components['responses']['500.internal'];
      503: components['responses']['503.unavailable'];
    };
  };
  webhookUpdate: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own name for the request: 1 to 100 of A–Z a–z 0–9 . _ -. The answer and the log repeat it. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The identifier of the webhook. One that names none of your organization’s is 404.
         * @example wh_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /**
           * @description https; http only to networks that the operator of this instance allows.
           * @example https://example.com/countersign
           */
          url?: string;
          /** @description For people, to tell it from others. Default: null. */
          description?: string | null;
          /** @description The actions to be told of; null for all, also new ones. */
          events?:
            | (
                | 'envelope.created'
                | 'envelope.document_uploaded'
                | 'envelope.document_received'
                | 'envelope.document_refused'
                | 'envelope.detection_started'
                | 'envelope.detection_completed'
                | 'envelope.detection_failed'
                | 'envelope.draft_updated'
                | 'envelope.sent'
                | 'participant.link_issued'
                | 'participant.link_reissued'
                | 'participant.corrected'
                | 'participant.reminder_sent'
                | 'participant.delivery_failed'
                | 'envelope.deleted'
                | 'envelope.scheduled'
                | 'envelope.schedule_canceled'
                | 'envelope.schedule_failed'
                | 'envelope.expiry_extended'
                | 'envelope.expiry_warned'
                | 'envelope.expired'
                | 'participant.viewed'
                | 'participant.consented'
                | 'participant.fields_auto_resolved'
                | 'participant.signed'
                | 'participant.declined'
                | 'envelope.declined'
                | 'envelope.completed'
                | 'envelope.sealed'
                | 'envelope.sealing_failed'
                | 'envelope.voided'
              )[]
            | null;
          /** @description Whether it is told of events. */
          enabled?: boolean;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Webhook'];
        };
      };
      400: components['responses']['400.malformed_request'];
      401: components['responses']['401.unauthorized'];
      404: components['responses']['404.not_found'];
      413: components['responses']['413.payload_too_large'];
      422: components['responses']['422.validation_failed'];
      429: components['responses']['429.rate_limited'];
      500: components['responses']['500.internal'];
      503: components['responses']['503.unavailable'];
    };
  };
  webhookRotateSecret: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the call safe to repeat. The same request with the same key runs nothing again and is answered with the same status and body as the first time, and `Idempotency-Replayed: true`. A key whose first request is still running is 409 `idempotency_in_flight`; one that stood for another request is 422 `idempotency_key_reused`. A refused call gives its key back. Printable ASCII, bare or in double quotes, kept 24 hours for this operation of your organization. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKeyStored'];
        /** @description Your own name for the request: 1 to 100 of A–Z a–z 0–9 . _ -. The answer and the log repeat it. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The identifier of the webhook. One that names none of your organization’s is 404.
         * @example wh_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookWithSecret'];
        };
      };
      400: components['responses']['400.malformed_request'];
      401: components['responses']['401.unauthorized'];
      404: components['responses']['404.not_found'];
      409: components['responses']['409.idempotency_in_flight'];
      413: components['responses']['413.payload_too_large'];
      422: components['responses']['422.validation_failed.idempotency_key_reused'];
      429: components['responses']['429.rate_limited'];
      500: components['responses']['500.internal'];
      503: components['responses']['503.unavailable'];
    };
  };
  webhookTest: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the call safe to repeat. The same request with the same key runs nothing again and is answered with the same status and body as the first time, and `Idempotency-Replayed: true`. A key whose first request is still running is 409 `idempotency_in_flight`; one that stood for another request is 422 `idempotency_key_reused`. A refused call gives its key back. Printable ASCII, bare or in double quotes, kept 24 hours for this operation of your organization. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKeyStored'];
        /** @description Your own name for the request: 1 to 100 of A–Z a–z 0–9 . _ -. The answer and the log repeat it. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The identifier of the webhook. One that names none of your organization’s is 404.
         * @example wh_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDelivery'];
        };
      };
      400: components['responses']['400.malformed_request'];
      401: components['responses']['401.unauthorized'];
      404: components['responses']['404.not_found'];
      409: components['responses']['409.invalid_state.idempotency_in_flight'];
      413: components['responses']['413.payload_too_large'];
      422: components['responses']['422.validation_failed.idempotency_key_reused'];
      429: components['responses']['429.rate_limited'];
      500: components['responses']['500.internal'];
      503: components['responses']['503.unavailable'];
    };
  };
  webhookDeliveries: {
    parameters: {
      query?: {
        /** @description nextCursor of the previous page. */
        cursor?: string;
        /** @description Default: 50. */
        limit?: number;
        /** @description Only those that stand so. */
        status?: 'pending' | 'succeeded' | 'failed';
      };
      header?: {
        /** @description Your own name for the request: 1 to 100 of A–Z a–z 0–9 . _ -. The answer and the log repeat it. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The identifier of the webhook. One that names none of your organization’s is 404.
         * @example wh_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            items: components['schemas']['WebhookDelivery'][];
            nextCursor: string | null;
          };
        };
      };
      401: components['responses']['401.unauthorized'];
      404: components['responses']['404.not_found'];
      422: components['responses']['422.validation_failed'];
      429: components['responses']['429.rate_limited'];
      500: components['responses']['500.internal'];
      503: components['responses']['503.unavailable'];
    };
  };
  webhookDelivery: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own name for the request: 1 to 100 of A–Z a–z 0–9 . _ -. The answer and the log repeat it. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The identifier of the webhook. One that names none of your organization’s is 404.
         * @example wh_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
        /**
         * @description The identifier of the delivery. One that names none of your organization’s is 404.
         * @example del_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        deliveryId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDeliveryWithBody'];
        };
      };
      401: components['responses']['401.unauthorized'];
      404: components['responses']['404.not_found'];
      422: components['responses']['422.validation_failed'];
      429: components['responses']['429.rate_limited'];
      500: components['responses']['500.internal'];
      503: components['responses']['503.unavailable'];
    };
  };
  webhookRedeliver: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the call safe to repeat. The same request with the same key runs nothing again and is answered with the same status and body as the first time, and `Idempotency-Replayed: true`. A key whose first request is still running is 409 `idempotency_in_flight`; one that stood for another request is 422 `idempotency_key_reused`. A refused call gives its key back. Printable ASCII, bare or in double quotes, kept 24 hours for this operation of your organization. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKeyStored'];
        /** @description Your own name for the request: 1 to 100 of A–Z a–z 0–9 . _ -. The answer and the log repeat it. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The identifier of the webhook. One that names none of your organization’s is 404.
         * @example wh_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
        /**
         * @description The identifier of the delivery. One that names none of your organization’s is 404.
         * @example del_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        deliveryId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Idempotency-Replayed': components['headers']['Idempotency-Replayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDelivery'];
        };
      };
      400: components['responses']['400.malformed_request'];
      401: components['responses']['401.unauthorized'];
      404: components['responses']['404.not_found'];
      409: components['responses']['409.invalid_state.idempotency_in_flight'];
      413: components['responses']['413.payload_too_large'];
      422: components['responses']['422.validation_failed.idempotency_key_reused'];
      429: components['responses']['429.rate_limited'];
      500: components['responses']['500.internal'];
      503: components['responses']['503.unavailable'];
    };
  };
  signerInvitation: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own name for the request: 1 to 100 of A–Z a–z 0–9 . _ -. The answer and the log repeat it. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Invitation'];
        };
      };
      401: components['responses']['401.unauthorized.link'];
      422: components['responses']['422.validation_failed'];
      429: components['responses']['429.rate_limited'];
      500: components['responses']['500.internal'];
      503: components['responses']['503.unavailable'];
    };
  };
  signerEnvelope: {
    parameters: {
      query?: {
        /** @description What the signer reads: mails to them are in this language from then on. */
        language?: 'en' | 'de' | 'fr' | 'es' | 'it' | 'pt' | 'pl' | 'nl' | 'ja' | 'zh' | 'ar' | 'he';
      };
      header?: {
        /** @description Your own name for the request: 1 to 100 of A–Z a–z 0–9 . _ -. The answer and the log repeat it. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SignerView'];
        };
      };
      401: components['responses']['401.unauthorized.link'];
      422: components['responses']['422.validation_failed'];
      429: components['responses']['429.rate_limited'];
      500: components['responses']['500.internal'];
      503: components['responses']['503.unavailable'];
    };
  };
  signerDocument: {
    parameters: {
      query?: {
        /** @description Whether a browser saves the file rather than showing it. */
        download?: boolean;
      };
      header?: {
        /** @description Your own name for the request: 1 to 100 of A–Z a–z 0–9 . _ -. The answer and the log repeat it. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The bytes of the file. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          'Content-Disposition': components['headers']['Content-Disposition'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/pdf': Blob | ArrayBuffer | Uint8Array<ArrayBuffer>;
        };
      };
      401: components['responses']['401.unauthorized.link'];
      403: components['responses']['403.not_your_turn'];
      409: components['responses']['409.invalid_state'];
      422: components['responses']['422.validation_failed'];
      429: components['responses']['429.rate_limited'];
      500: components['responses']['500.internal'];
      503: components['responses']['503.unavailable'];
    };
  };
  signerConsent: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own name for the request: 1 to 100 of A–Z a–z 0–9 . _ -. The answer and the log repeat it. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description That the signer accepted what they were shown.
           * @constant
           */
          accepted: true;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * @description Of the envelope, afterwards.
             * @enum {string}
             */
            status:
              | 'draft'
              | 'detecting'
              | 'review'
              | 'in_progress'
              | 'completed'
              | 'declined'
              | 'voided'
              | 'expired';
          };
        };
      };
      400: components['responses']['400.malformed_request'];
      401: components['responses']['401.unauthorized.link'];
      403: components['responses']['403.not_your_turn'];
      409: components['responses']['409.invalid_state'];
      413: components['responses']['413.payload_too_large'];
      422: components['responses']['422.validation_failed'];
      429: components['responses']['429.rate_limited'];
      500: components['responses']['500.internal'];
      503: components['responses']['503.unavailable'];
    };
  };
  signerNewLink: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own name for the request: 1 to 100 of A–Z a–z 0–9 . _ -. The answer and the log repeat it. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': Record<string, never>;
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * @description The request was taken. Whether a mail goes out is not said.
             * @constant
             */
            accepted: true;
          };
        };
      };
      400: components['responses']['400.malformed_request'];
      401: components['responses']['401.unauthorized.link'];
      413: components['responses']['413.payload_too_large'];
      422: components['responses']['422.validation_failed'];
      429: components['responses']['429.rate_limited'];
      500: components['responses']['500.internal'];
      503: components['responses']['503.unavailable'];
    };
  };
  signerSign: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own name for the request: 1 to 100 of A–Z a–z 0–9 . _ -. The answer and the log repeat it. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Values that the service fills in can be left out, and those of required signatures and initials; an optional one of these is made where its value is true. Strings: a checkbox is true or false, a date YYYY-MM-DD, an attachment a data URL (PDF, PNG, JPEG; at most 512 KiB) that may carry a name parameter. */
          values: {
            /** @description One of `fields` of the signer’s view. */
            fieldId: string;
            /** @description An empty one says that nothing was filled in. */
            value: string;
          }[];
          /** @description For all fields of type signature: needed where one is required. */
          signature?: components['schemas']['SignatureInput'];
          /** @description For all fields of type initials: needed where one is required. */
          initials?: components['schemas']['SignatureInput'];
          /** @description SHA-256 (hex) of the bytes that were shown to the signer: where the document is another one, the call is 409 `invalid_state` with the reason document_changed. */
          documentHash?: string;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * @description Of the envelope, afterwards.
             * @enum {string}
             */
            status:
              | 'draft'
              | 'detecting'
              | 'review'
              | 'in_progress'
              | 'completed'
              | 'declined'
              | 'voided'
              | 'expired';
          };
        };
      };
      400: components['responses']['400.malformed_request'];
      401: components['responses']['401.unauthorized.link'];
      403: components['responses']['403.not_your_turn'];
      409: components['responses']['409.invalid_state'];
      413: components['responses']['413.payload_too_large'];
      422: components['responses']['422.validation_failed'];
      429: components['responses']['429.rate_limited'];
      500: components['responses']['500.internal'];
      503: components['responses']['503.unavailable'];
    };
  };
  signerDecline: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own name for the request: 1 to 100 of A–Z a–z 0–9 . _ -. The answer and the log repeat it. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description The sender reads it. */
          reason?: string;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Limit': components['headers']['RateLimit-Limit'];
          'RateLimit-Remaining': components['headers']['RateLimit-Remaining'];
          'RateLimit-Reset': components['headers']['RateLimit-Reset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * @description Of the envelope, afterwards.
             * @enum {string}
             */
            status:
              | 'draft'
              | 'detecting'
              | 'review'
              | 'in_progress'
              | 'completed'
              | 'declined'
              | 'voided'
              | 'expired';
          };
        };
      };
      400: components['responses']['400.malformed_request'];
      401: components['responses']['401.unauthorized.link'];
      403: components['responses']['403.not_your_turn'];
      409: components['responses']['409.invalid_state'];
      413: components['responses']['413.payload_too_large'];
      422: components['responses']['422.validation_failed'];
      429: components['responses']['429.rate_limited'];
      500: components['responses']['500.internal'];
      503: components['responses']['503.unavailable'];
    };
  };
  health: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own name for the request: 1 to 100 of A–Z a–z 0–9 . _ -. The answer and the log repeat it. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description It answers requests. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Health'];
        };
      };
      /** @description The database is away. */
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Health'];
        };
      };
    };
  };
  webhookMessage: {
    parameters: {
      query?: never;
      header: {
        /**
         * @description The identifier of the delivery, the same in every attempt.
         * @example del_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        'webhook-id': string;
        /**
         * @description When this attempt was made, in seconds since 1970.
         * @example 1803911400
         */
        'webhook-timestamp': string;
        /**
         * @description HMAC-SHA-256 over `webhook-id.webhook-timestamp.body` with the secret, as `v1,` and base64; two of them, with a space between, for a day after the secret was replaced.
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        'webhook-signature': string;
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['WebhookMessage'];
      };
    };
    responses: {
      /** @description No more messages are wanted: the webhook is disabled. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description It was taken. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description It is tried again. */
      default: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
    };
  };
}
type WithRequired<T, K extends keyof T> = T & {
  [P in K]-?: T[P];
};
