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
     * Check credentials
     * @description Succeeds if the credentials are valid. Use it to test a connection.
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
  '/api/v1/me': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get your key and its limits
     * @description Returns the organization, the person whose role bounds the key, the key with its scopes, whether it is in test mode, the requests per minute, and the quotas.
     */
    get: operations['me'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Read the feed of events
     * @description Returns the events of all envelopes that you can see, oldest first. Each comes once: send the response's `cursor` as `after` to go on, also after years. With `wait`, a call that finds nothing waits for new events for so many seconds. Events of one envelope come in the order of its log.
     */
    get: operations['eventFeed'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/events/samples': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List samples of events
     * @description Returns an example of each event type: as the feed lists it, and as a webhook receives it. Apart from your organization's, the IDs are made up.
     */
    get: operations['eventSamples'];
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
     * @description Sorted newest first unless you pass `sort`. A cursor is only valid with the filters and sort it was returned for. In the default order, pages neither repeat nor skip envelopes when others are created or changed in the meantime.
     */
    get: operations['envelopeList'];
    put?: never;
    /**
     * Create an envelope
     * @description Creates a draft. Send the file as `document`, or upload it to the `upload` target in the response and then call upload/complete. Unless you send `fields`, fields are detected: the envelope goes from `detecting` to `review`, and its version increases by 2. Poll it until `detectionStatus` is `completed` or `failed`. You can send participants before there are fields. DOCX files are converted to PDF; a slow conversion continues after the response, and `documentStatus` is `processing` until it ends.
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
     * Get an envelope
     * @description Returns the envelope with its participants in signing order and its fields.
     */
    get: operations['envelopeGet'];
    put?: never;
    post?: never;
    /**
     * Delete a draft
     * @description Only drafts can be deleted (status draft or review). A sent envelope can be voided but not deleted.
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
     * @description Replaces the parts you send, while the status is draft or review. Sending participants replaces all of them and deletes their fields, so send fields as well. Sending fields replaces all fields; return each field's autoSource and proposedAutoSource as you read them.
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
     * @description Locks the draft and emails the first signers. The version increases by 2. With `sendAt`, the envelope stays a draft until then.
     */
    post: operations['envelopeSend'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/envelopes/{id}/unschedule': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Cancel the scheduled sending
     * @description The draft stays. Returns 409 `invalid_state` if it was sent.
     */
    post: operations['envelopeUnschedule'];
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
     * Remind the current signers
     * @description Emails every pending participant with the lowest order index, each at most once an hour. Fails with `reminder_window` only if nobody is outside that hour.
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
     * @description The participant's existing links stop working and a new one is emailed. No response contains it.
     */
    post: operations['envelopeResendLink'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/envelopes/{id}/participants/{participantId}/session': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a session URL
     * @description Only for participants with embedded or in-person delivery, on their turn; otherwise 409 `invalid_state`. The URL works once, within five minutes. Open it only for a person whom you have authenticated: the log and the certificate say that your application did. The participant's earlier session URLs and pages stop working.
     */
    post: operations['envelopeCreateSession'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/envelopes/{id}/session': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a session URL for the editor
     * @description Opens the editor of a draft that has a document, for a user whom your application has authenticated. The URL works once, within five minutes. The page can read, change and send this one draft and nothing else, for two hours or until the draft is sent or deleted.
     */
    post: operations['envelopeCreateEditingSession'];
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
     * @description Changes the name, email, phone number or language of a pending participant while the envelope is in progress. The participant's existing links stop working, and a new one is emailed to the corrected address, or when it is their turn. No response contains it. Earlier views and consents no longer count if the address or phone number changes.
     */
    patch: operations['envelopeCorrectParticipant'];
    trace?: never;
  };
  '/api/v1/envelopes/{id}/participants/{participantId}/accept-passkey': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Accept a new passkey
     * @description For a pending participant whose `signing` asks for a known passkey, and who has lost it: they may sign this envelope with a new one. Make sure that it is them first. Repeating it changes nothing.
     */
    post: operations['envelopeAcceptPasskey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
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
     * Change the expiration date
     * @description For envelopes in progress. The current signers get an email with a link that is valid until the new date.
     */
    put: operations['envelopeExtendExpiry'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/envelopes/{id}/recall': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Recall an envelope
     * @description Turns a sent envelope back into a draft, as long as nobody has signed or approved it. Its links stop working, and everyone who has received one is notified. Once someone has signed, `details.reason` is `already_signed`.
     */
    post: operations['envelopeRecall'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/envelopes/{id}/copy': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Copy an envelope
     * @description Creates a draft with the same document, recipients, fields, message and policy, whatever the envelope's status. The values that signers entered, `metadata` and an expiry date that has passed aren't copied. The sender is the caller.
     */
    post: operations['envelopeCopy'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/envelopes/{id}/versions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Create a new version
     * @description Creates a draft that replaces the envelope when it is sent, while the envelope is in progress or after it was declined. Its recipients, fields, message, policy, metadata and questions come along, and what those who have signed filled in. Until you send the draft, nothing happens to the envelope. Sending it voids the envelope with the reason `replaced`, and tells those who had signed that they are asked again. If everyone has signed meanwhile, sending fails with `invalid_state` and the reason `previous_version_completed`. There is one next version at most: `invalid_state` with the reason `next_version_exists` says which.
     */
    post: operations['envelopeCreateVersion'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/envelopes/{id}/changes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List what changed since the previous version
     * @description Compares what the pages of this version and of the previous one draw, word by word, and returns the passages that were changed, added or removed with both texts and their places. Page numbers and headers that repeat aren't counted as changes. Drawings and scanned pages aren't compared: `pagesWithoutText` lists pages without text. Returns 409 `invalid_state` with the reason `first_version` for a first version.
     */
    get: operations['envelopeChanges'];
    put?: never;
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
     * @description Permanently ends an envelope that is a draft or in progress. Everyone who has received a link is notified with the reason.
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
     * List events
     * @description Returns all events in order, or with `after` those that came later. The salts and digests let anyone recompute the chain without a secret.
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
     * @description Returns the uploaded file (original), the PDF that signers see (prepared), the same with the answers so far (current; the sealed PDF once there is one), the sealed PDF, or the certificate of completion: the pages that the seal added, or the sealed file of its own that it is for a PDF that was signed before. Returns `invalid_state` if the file does not exist yet.
     */
    get: operations['envelopeDocument'];
    /**
     * Upload a document
     * @description Takes the raw bytes of the document of an envelope that was created without one. Uploading again replaces the document until you call upload/complete.
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
     * @description Detects fields and parties in the document of a draft. The envelope has the status `detecting` until a job has added the results, then `review`. Existing fields are kept, and no field is added on top of one.
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
     * Get the evidence
     * @description Returns the event chain and its head, its entry in the transparency log with the proof, the documents' hashes, and the seal's certificates. The log has the newest event about a minute after it. With `wait`, the call waits for that for so many seconds, and then answers with what there is.
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
  '/api/v1/envelopes/{id}/attachments/{attachmentId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download an attachment
     * @description Returns a file that a signer attached. The `attachment` of a field has its ID.
     */
    get: operations['envelopeDownloadAttachment'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/envelopes/{id}/threads': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List questions and requests for change
     * @description Returns what participants asked, with the answers, from the first thread to the last.
     */
    get: operations['envelopeThreads'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/envelopes/{id}/threads/{threadId}/messages': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Answer a question
     * @description Adds an answer while the envelope is in progress. The participant gets it by email. With `visibleTo` everyone, all participants see the thread from then on.
     */
    post: operations['envelopeAnswerThread'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/envelopes/{id}/threads/{threadId}/settle': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Settle a question
     * @description Says that nothing more is to be answered. A later message of the participant opens the thread again.
     */
    post: operations['envelopeSettleThread'];
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
     * Extract data from a completed contract
     * @description Returns the parties, lifecycle dates and labeled fields of a completed envelope, along with dates, governing law and parties found in labeled fields or the document's text, each with its wording, page and confidence. The text is read shortly after completion; `message` says whether this has happened. Until completion, the status is `not_extracted`.
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
     * @description Checks and normalizes the uploaded file, converts DOCX to PDF, and starts field detection unless the envelope was created without it. A slow conversion continues after the response: `documentStatus` is `processing` until it ends. Also takes in documents that were added without their bytes. `documentReceived` is false if something has not been uploaded.
     */
    post: operations['envelopeCompleteUpload'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/envelopes/{id}/documents': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Add a document
     * @description Adds a file after the others, while the status is draft, detecting or review. All files make up one PDF with an outline entry each, and `page` counts through all of them; together they may be as large as a single document. Send the file as `document`, or upload it to the `upload` target in the response and then call upload/complete. Its fields are detected unless `detect` is false; if others are being read, it is read after them. To have several files read at once, send `detect: false` and call detect afterwards.
     */
    post: operations['envelopeAddDocument'];
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Reorder documents
     * @description Puts the files into another order, while the status is draft, detecting or review. Fields move with their pages.
     */
    patch: operations['envelopeReorderDocuments'];
    trace?: never;
  };
  '/api/v1/envelopes/{id}/documents/{documentId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Upload an added document
     * @description Takes the raw bytes of a document that was added without them. Uploading again replaces them until you call upload/complete.
     */
    put: operations['envelopeUploadAddedDocument'];
    post?: never;
    /**
     * Remove a document
     * @description Removes a file and the fields on its pages, while the status is draft, detecting or review. The event `envelope.document_removed` says how many fields. The last document of an envelope stays: `details.reason` is `last_document`. While the condition or formula of a field elsewhere names a field on its pages, nothing is removed: `details.reason` is `fields_in_use`, and `details.fields` has the IDs of those that name it.
     */
    delete: operations['envelopeRemoveDocument'];
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
     * @description Returns active templates, or archived ones with `archived=true`, newest first. A cursor is only valid with the filters it was returned for.
     */
    get: operations['templateList'];
    put?: never;
    /**
     * Create a template
     * @description Saves the document and fields of an envelope as a template. Each role stands for a participant, a detected party or a synthetic role of the envelope, or has no fields yet, and every field must belong to a role. The envelope stays unchanged.
     */
    post: operations['templateCreate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/templates/{id}/copy': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Copy a template
     * @description Creates an active template with the same document, roles, fields and settings, also from an archived one. It has no public form.
     */
    post: operations['templateCopy'];
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
     * Get a template
     * @description Returns an active or archived template with its roles in signing order and its fields.
     */
    get: operations['templateGet'];
    put?: never;
    post?: never;
    /**
     * Archive a template
     * @description An archived template cannot be used to create envelopes until it is restored. Its document is kept, and existing envelopes are not affected. Archiving it again changes nothing.
     */
    delete: operations['templateArchive'];
    options?: never;
    head?: never;
    /**
     * Update a template
     * @description Changes what is given. null clears the pattern and the message. Existing envelopes stay as they are.
     */
    patch: operations['templateUpdate'];
    trace?: never;
  };
  '/api/v1/templates/{id}/document': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download the PDF of a template
     * @description Returns the PDF that signers of new envelopes see. Its pages are those that fields refer to.
     */
    get: operations['templateDocument'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/templates/{id}/fields': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Replace the fields of a template
     * @description Replaces all fields. The document and the roles stay, and so do existing envelopes. Returns the template with its new fields.
     */
    put: operations['templatePutFields'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
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
     * @description Makes an archived template active again. Restoring an active template changes nothing.
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
     * @description Creates an envelope with a recipient for each role and sends it. If sending fails, no envelope is created. The version is 3 after sending. With `autoSend` false, it stays a draft. Without `displayName`, the template's name pattern names the envelope when it is sent.
     */
    post: operations['templateCreateEnvelope'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/templates/{id}/form': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the public form
     * @description Returns how the template is published; 404 if it never was.
     */
    get: operations['templateForm'];
    /**
     * Publish a form
     * @description Anyone with the link gives a name and an email address, proves the address by an emailed code, fills in their role and signs. The other roles follow. You are the sender. The link stays the same when you change the settings.
     */
    put: operations['templatePutForm'];
    post?: never;
    /**
     * Delete the public form
     * @description The link stops working for good. Envelopes that were sent with it go on.
     */
    delete: operations['templateDeleteForm'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/labels': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List labels
     * @description Returns all labels of the organization, by name. Recipients never see labels.
     */
    get: operations['labelList'];
    put?: never;
    /**
     * Create a label
     * @description An organization has at most 100 labels.
     */
    post: operations['labelCreate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/labels/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Delete a label
     * @description Its envelopes stay; they lose the label.
     */
    delete: operations['labelDelete'];
    options?: never;
    head?: never;
    /**
     * Update a label
     * @description Changes the properties you send, on all its envelopes.
     */
    patch: operations['labelChange'];
    trace?: never;
  };
  '/api/v1/envelopes/{id}/labels': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get an envelope's labels
     * @description By name. List items have them too.
     */
    get: operations['labelOf'];
    /**
     * Set an envelope's labels
     * @description In any status. Labels are for finding envelopes: they change neither the version nor the event log.
     */
    put: operations['labelSet'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/labels/{id}/envelopes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Put a label on envelopes, or take it off
     * @description Up to 100 envelopes each. If one of them isn't found or would have more than 20 labels, nothing changes.
     */
    post: operations['labelPutOn'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/archive': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Put envelopes into the archive, or take them out
     * @description Up to 100 envelopes each. Only envelopes that are completed, declined, voided or expired can be archived. They keep their labels, and searches find them. Like labels, the archive changes neither an envelope's version nor its event log. If one of them isn't found or can't be archived, nothing changes.
     */
    post: operations['labelArchive'];
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
     * @description Returns all webhooks of the organization, oldest first.
     */
    get: operations['webhookList'];
    put?: never;
    /**
     * Create a webhook
     * @description Registers a URL that receives events as they happen, in messages signed according to Standard Webhooks. Only this response contains the secret that verifies them. A webhook of a key that works from some networks only sends to these. An organization can have 50 webhooks; creating another returns 409 `invalid_state`.
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
     * @description Returns the webhook without its secret.
     */
    get: operations['webhookGet'];
    put?: never;
    post?: never;
    /**
     * Delete a webhook
     * @description Deletes the webhook and its deliveries. Pending deliveries are canceled.
     */
    delete: operations['webhookDelete'];
    options?: never;
    head?: never;
    /**
     * Update a webhook
     * @description Changes the properties you send. Disabling a webhook cancels its pending deliveries; enabling it clears the reason it was disabled. Enabling it and changing its URL make it yours: it is disabled once you, or the key that you use, lose access. A key can only change webhooks that are limited like itself. Events that happen while it is disabled are not delivered later.
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
     * Rotate the secret of a webhook
     * @description Only this response contains the new secret. For 24 hours, messages carry signatures of both the new and the previous secret, so you can switch at any time. Rotating again during this time ends the older secret immediately.
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
     * @description Sends a signed message of type `webhook.test`, once. The response is the delivery before the attempt; read it again for the result. Returns 409 `invalid_state` if the webhook is disabled.
     */
    post: operations['webhookTest'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/webhooks/{id}/sample': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send a sample of an event
     * @description Sends a signed example of an event, once, even if the webhook doesn't receive this event type. The message has `sample: true`. The response is the delivery before the attempt; read it again for the result. Returns 409 `invalid_state` if the webhook is disabled.
     */
    post: operations['webhookSample'];
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
     * @description Returns the webhook's messages of the last 30 days with their results, newest first. A cursor is only valid with the filters it was returned for.
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
     * @description Returns the delivery with the body of its message.
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
     * Redeliver a message
     * @description Attempts the delivery again now, with the same `webhook-id` and body. The response is the delivery before the attempt; read it again for the result. Returns 409 `invalid_state` if the webhook is disabled.
     */
    post: operations['webhookRedeliver'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/webhooks/{id}/replay': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Redeliver messages
     * @description Attempts all deliveries in a time range again, oldest first, each with the same `webhook-id` and body. One call queues up to 500. To continue, repeat it with `nextCursor` as `cursor`, and a new `Idempotency-Key` if you send one. Tests and samples aren't sent again. Returns 409 `invalid_state` if the webhook is disabled.
     */
    post: operations['webhookReplay'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/embedding': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the registered origins
     * @description Returns the origins that may show pages in a frame, in alphabetical order.
     */
    get: operations['embeddingGet'];
    /**
     * Register origins
     * @description Replaces the origins of your application. Pages that were opened for a removed origin stop working.
     */
    put: operations['embeddingChange'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/identity-providers': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List identity providers
     * @description Returns all identity providers of the organization, oldest first, without their secrets, and the URL to register with them.
     */
    get: operations['identityProviderList'];
    put?: never;
    /**
     * Create an identity provider
     * @description Sets up a provider of OpenID Connect that recipients can sign in with. Nothing is asked of the provider before someone signs in. An organization can have 20; creating another returns 409 `invalid_state`.
     */
    post: operations['identityProviderCreate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/identity-providers/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get an identity provider
     * @description Returns the identity provider without its secret.
     */
    get: operations['identityProviderGet'];
    put?: never;
    post?: never;
    /**
     * Delete an identity provider
     * @description Deletes a provider that no recipient of any envelope has. Otherwise returns 409 `invalid_state` with the reason identity_provider_in_use: disable it instead.
     */
    delete: operations['identityProviderDelete'];
    options?: never;
    head?: never;
    /**
     * Update an identity provider
     * @description Changes the properties you send. They apply to everyone who signs in from then on, also for envelopes that were sent before. Disabling a provider that recipients are waiting to sign in with returns 409 `invalid_state` with the reason identity_provider_needed.
     */
    patch: operations['identityProviderUpdate'];
    trace?: never;
  };
  '/api/v1/bulk-send-checks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Check a recipient list
     * @description Returns what is wrong with which line and column, without sending anything.
     */
    post: operations['bulkSendCheck'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/bulk-sends': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List bulk sends
     * @description The latest of a template.
     */
    get: operations['bulkSendList'];
    put?: never;
    /**
     * Send a template to a list
     * @description Creates and sends an envelope for every line of the list, if all lines are valid. Repeating it with the same `requestId` returns the bulk send that the first call started.
     */
    post: operations['bulkSendStart'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/bulk-sends/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a bulk send
     * @description How many envelopes were sent, and which lines failed and why.
     */
    get: operations['bulkSendGet'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/bulk-sends/{id}/results': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the results of a bulk send
     * @description Every line with its envelope and its status, or why it failed.
     */
    get: operations['bulkSendResults'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/contacts': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Find earlier recipients
     * @description Returns the recipients of earlier envelopes whose address, name or last name begins like this.
     */
    get: operations['contactSuggest'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/signer-passkeys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the passkeys of signers
     * @description Returns the passkeys that people have created to sign for this organization, newest first, at most 200. Name an address or a key to find the others.
     */
    get: operations['signerPasskeyList'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/signer-passkeys/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Forget a passkey
     * @description It can’t sign any more. What was signed with it keeps its proof.
     */
    delete: operations['signerPasskeyDelete'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/teams': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List teams
     * @description Oldest first. The first that isn't private is the default. Private teams are listed to their members and to administrators.
     */
    get: operations['teamList'];
    put?: never;
    /**
     * Create a team
     * @description You become a member of a private team that you create.
     */
    post: operations['teamCreate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/teams/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Delete a team
     * @description Returns 409 `invalid_state` if it has envelopes, templates or API keys, or is the last that everyone belongs to.
     */
    delete: operations['teamDelete'];
    options?: never;
    head?: never;
    /**
     * Update a team
     * @description Changes the properties you send. If you make a team private, you become a member, and it is seen by its members only. Only its members and owners can make it public again; otherwise 403 `forbidden`. Returns 409 `invalid_state` if no team would be left that everyone belongs to.
     */
    patch: operations['teamChange'];
    trace?: never;
  };
  '/api/v1/teams/{id}/members/{userId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Add a member to a private team
     * @description Only if you belong to the team or are an owner; otherwise 403 `forbidden`. Returns 409 `invalid_state` if everyone belongs to the team.
     */
    put: operations['teamAddMember'];
    post?: never;
    /**
     * Remove a member from a private team
     * @description They lose sight of its envelopes and templates at once.
     */
    delete: operations['teamRemoveMember'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/members': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List members
     * @description Returns members, open invitations, and the roles that you can assign.
     */
    get: operations['memberList'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/invitations': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Invite somebody
     * @description Emails a link with which the person joins. Only roles that you can assign; the link works as long as you can.
     */
    post: operations['memberInvite'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/invitations/{id}/resend': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Resend an invitation
     * @description Emails a new link in your name; earlier ones stop working.
     */
    post: operations['memberResendInvitation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/invitations/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Revoke an invitation
     * @description Its link stops working.
     */
    delete: operations['memberRevokeInvitation'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/members/{userId}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Remove a member
     * @description Ends their sessions and agents in this organization, and revokes their API keys and open invitations. Their envelopes stay. Returns 409 `invalid_state` if no owner would be left.
     */
    delete: operations['memberRemove'];
    options?: never;
    head?: never;
    /**
     * Change a member's role
     * @description Only roles that you can assign, and of members whose role you can assign. Somebody who becomes a viewer loses their API keys, and invitations to roles that they can no longer assign are revoked. Returns 409 `invalid_state` if no owner would be left.
     */
    patch: operations['memberChangeRole'];
    trace?: never;
  };
  '/api/v1/api-keys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List API keys
     * @description Newest first, without their text. Revoked and expired ones stay in the list.
     */
    get: operations['apiKeyList'];
    put?: never;
    /**
     * Create an API key
     * @description The response is the only one with its text. A key that a key creates does no more than that one, from no other network and no longer, and is revoked with it.
     */
    post: operations['apiKeyCreate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/api-keys/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Revoke an API key
     * @description Its next request returns 401, and so do those of the keys that were created with it. Session URLs and open invitations that it created end, and its webhooks are disabled before the next event. What it has sent or scheduled stays. A key can revoke itself.
     */
    delete: operations['apiKeyRevoke'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/test-inbox': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List the messages of test mode
     * @description Emails and text messages of the test environment, newest first, also those that were sent to members, kept for 30 days. Live keys get 404.
     */
    get: operations['testMessageList'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/test-inbox/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a message of test mode
     * @description Returns an email or text message as its recipient would get it, signing link included.
     */
    get: operations['testMessageGet'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/test-clock/advance': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Advance the time of test mode
     * @description Moves the deadlines of envelopes (scheduled sending, reminders, expiry and its warning) closer by this time, and does what becomes due on the way before it answers. All other times stay real, those of events and seals too. Live keys get 404.
     */
    post: operations['testClockAdvance'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/audit-log': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List administrative actions
     * @description Who changed the settings, members, keys and the like of the organization, newest first.
     */
    get: operations['administrativeActionList'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/v1/branding': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the branding
     * @description What recipients see of the organization: its name, logo and color, and how its emails are signed.
     */
    get: operations['brandingGet'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    /**
     * Update the branding
     * @description Changes the properties you send. Emails that were sent keep their logo.
     */
    patch: operations['brandingChange'];
    trace?: never;
  };
  '/api/signer/session': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Open a session
     * @description Takes the token of a session URL, once. The returned token replaces it in every other call. Records `participant.session_opened`.
     */
    post: operations['signerSession'];
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
     * Get the invitation
     * @description Returns the sender, the document name and the status, without recording a view. An expired link still does while nobody can sign the envelope anymore, because there will be no new link.
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
  '/api/signer/copy': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Open a copy
     * @description For the link of someone who receives the documents without acting: who sent them, and who has signed.
     */
    get: operations['signerCopy'];
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
     * @description Returns the signer's fields while it is their turn, and a link to the document. Records participant.viewed at most once in 15 minutes.
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
     * @description Returns the PDF that is signed to the signer whose turn it is, and the sealed PDF once the envelope is completed. `variant=current` adds the answers so far, also for those who have signed or declined, and for people who get a copy. Until the envelope is sealed, their file says that it is in progress. Others' private answers are never in it: if there are any, the completed document is returned without them, and without the seal. `variant=certificate` returns the certificate of completion where it is a file of its own, which `hasCertificateFile` tells.
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
  '/api/signer/page-picture': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a picture of a page
     * @description Returns a PNG of a page with the answers so far, for a signer whose browser can't draw the PDF. It is 1,200 pixels wide, or less if it would have more than 1.5 MB. `small=true` returns one with at most 60 kB and 1.25 pixels per point: something to show while the document is loading. The header `x-document-sha256` is the SHA-256 (hex) of the document to sign that the page is from. 204 if the page is too large or too complex to draw.
     */
    get: operations['signerPagePicture'];
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
     * @description Required before signing if consumerDisclosure is true. Repeating it changes nothing.
     */
    post: operations['signerConsent'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/signer/authenticate/start': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Request a code
     * @description Emails or texts the participant a code of six digits that works once, for 10 minutes. An earlier code stops working. Can be repeated after 30 seconds, 20 times an hour. For oidc, returns 200 with the URL where the person signs in; the identity provider sends them back to the signing page within 10 minutes, whose query is the code. Only for participants who are authenticated in one of these ways. 503 `unavailable` with the reason provider_failed if the identity provider fails.
     */
    post: operations['signerStartAuthentication'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/signer/authenticate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Prove who you are
     * @description Takes the participant's access code, the code that was emailed or texted to them, or the query with which their identity provider sent them back. The returned token replaces the link's token in every other call. A wrong code is refused with `details.reason` wrong_code and `details.attemptsLeft`. Five wrong codes lock the link for 15 minutes. For oidc, `details.mismatch` says why a sign-in doesn't fit: email, email_unverified, name, acr or claims. If the identity provider fails, the call returns 503 `unavailable` with the reason provider_failed and doesn't count; if it was disabled, 409 `invalid_state` with provider_disabled.
     */
    post: operations['signerAuthenticate'];
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
     * Request a new link
     * @description Also works with an expired or replaced link. Emails the participant at the address in the envelope, at most once an hour and only while there is something to sign. The response is always the same.
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
     * @description Submits all values of the signer at once. Repeating the call after success returns the same response. For someone who signs with a passkey, use `POST /api/signer/sign/start`: this call returns 409 `invalid_state` with the reason proof_required. If `consumerDisclosure` is true, the signer must consent first; otherwise the call returns 409 `invalid_state` with the reason consent_required. Send the `language` of your page, so that the log records which statement the person agreed to, and the `pages` that it has shown.
     */
    post: operations['signerSign'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/signer/sign/start': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Start signing with a passkey
     * @description Takes the body of `POST /api/signer/sign` and checks all that it checks. Returns the statement that the passkey has to sign. Your page should build the statement from what it has shown and stop if a member differs. The values, also those that the service fills in, are fixed for 10 minutes. There is one attempt per participant: a new one ends the one before. 409 `invalid_state` with the reason no_proof_needed if they sign by a click.
     */
    post: operations['signerStartSigning'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/signer/sign/continue': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sign with a passkey
     * @description Takes `created`, what `navigator.credentials.create` returned, and answers with the next step; or `passkey`, what `navigator.credentials.get` returned, and signs. An answer that proves nothing is refused with `validation_failed` and logged; it never locks the link. 409 `invalid_state` with the reason attempt_over if the attempt has expired or was replaced, statement_changed if the envelope has changed since, and new_passkey if it must be a passkey that has signed before.
     */
    post: operations['signerContinueSigning'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/signer/sign/{attempt}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    /**
     * Stop signing with a passkey
     * @description Ends the attempt. One that is over stays so.
     */
    delete: operations['signerCancelSigning'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/signer/attachments': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Upload an attachment
     * @description Takes a file for an attachment field, replacing those uploaded before, unless `add` is true; a field has at most 10. A PDF, PNG, JPEG or HEIC of at most 10 MiB, recognized by its content. A picture is encoded again, upright and without metadata such as its location; a PDF is normalized like any document. Give the returned `id` as the value of the field in `POST /api/signer/sign`. All files of an envelope together have at most 50 MiB; beyond that, the call returns 413 with the reason attachments_full, and with too_many_files for an eleventh file of a field.
     */
    post: operations['signerUploadAttachment'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/signer/attachments/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Download an attachment
     * @description Returns a file that the signer attached, or one of an earlier signer whose answers they see. Others' private files are not found.
     */
    get: operations['signerAttachment'];
    put?: never;
    post?: never;
    /**
     * Remove an attachment
     * @description Removes a file that the signer uploaded, before they sign.
     */
    delete: operations['signerRemoveAttachment'];
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
     * @description Ends the envelope. The sender and everyone who has signed are notified.
     */
    post: operations['signerDecline'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/signer/delegate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ask someone else to sign
     * @description Hands the turn over to another person, who gets a link by email. The caller's link stops working, and the sender is notified. The other person consents and proves who they are again: an emailed code goes to their address, a texted one to their own `phone`, and an access code stays the same. Refused with `details.reason` delegation_not_allowed if the sender doesn't allow it or the turn has been handed over three times.
     */
    post: operations['signerDelegate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/signer/threads': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Ask the sender
     * @description Asks a question or requests a change, before the person has signed. Nothing is declined, and they can still sign. The sender gets an email. A quote is read from the document at the given place; `details.reason` is `too_many_threads` if the envelope has 50 threads.
     */
    post: operations['signerStartThread'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/signer/threads/{threadId}/messages': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Write in a thread
     * @description Adds a message to one of the person's own threads, which is then open again.
     */
    post: operations['signerWriteInThread'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/signer/changes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * List what changed since the previous version
     * @description Returns what this version says differently from the version before, as the sender sees it, from the turn of the signer on. Records nothing. Returns 409 `invalid_state` with the reason `first_version` for a first version.
     */
    get: operations['signerChanges'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/signer/changes/page-picture': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a picture of a page of either version
     * @description Returns a PNG of a page of this version or of the version before, without answers, to show beside each other what changed. 204 if the page is too large or too complex to draw.
     */
    get: operations['signerChangesPicture'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/signer/next-version': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Go to the newer version
     * @description Returns the link to the version that has replaced this one, if the same address is asked to sign that one and has been emailed its link; otherwise null. Codes that it asks for are asked for again.
     */
    post: operations['signerNextVersion'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/editing/session': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Open a session
     * @description Takes the token of a session URL, once. The returned token replaces it in every other call. Records `envelope.editing_opened`.
     */
    post: operations['editingSession'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/editing/envelope': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the draft
     * @description Returns the draft with its participants in signing order and its fields.
     */
    get: operations['editingEnvelope'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/editing/document': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the document
     * @description Returns the PDF that signers will see.
     */
    get: operations['editingDocument'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/editing/draft': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    /**
     * Update the draft
     * @description Replaces the parts you send. The sender stays as the application set it.
     */
    put: operations['editingDraft'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/editing/send': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Send the draft
     * @description Locks the draft and emails the first signers. With `sendAt`, the envelope stays a draft until then. Sent drafts can no longer be read with this token.
     */
    post: operations['editingSend'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/auth/sign-up': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sign up
     * @description Creates an organization and its owner. If the server sends email, returns 202 and emails a link first; otherwise, and for the first account, returns 201 and sets the session cookie.
     */
    post: operations['authSignUp'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/auth/sign-up/check': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Check a sign-up link
     * @description Says whether the link still works. Checking doesn't use it up.
     */
    post: operations['authCheckSignUpLink'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/auth/sign-up/confirm': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Complete a sign-up
     * @description Takes the token of the emailed link and the password chosen at sign-up, and sets the session cookie.
     */
    post: operations['authConfirmSignUp'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/auth/login': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sign in with a password
     * @description Sets the session cookie. If the account has an authenticator app, sets the cookie of a pending sign-in instead: complete it with a code.
     */
    post: operations['authSignIn'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/auth/login/second-factor': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Check a pending sign-in
     * @description Says whether the pending sign-in of the cookie is still waiting for a code.
     */
    get: operations['authCheckPendingSignIn'];
    put?: never;
    /**
     * Complete a sign-in with a code
     * @description Takes a code of the authenticator app or a recovery code, and the cookie of the pending sign-in. If it fails, `details.reason` is `wrong_code`, or `login_over` if signing in has to start again.
     */
    post: operations['authConfirmSecondFactor'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/auth/passkey/challenge': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Start signing in with a passkey
     * @description Returns the options for `navigator.credentials.get` (WebAuthn level 3), and sets a cookie that binds the challenge to this browser.
     */
    post: operations['authStartPasskeySignIn'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/auth/passkey/login': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sign in with a passkey
     * @description Verifies the browser’s response to the challenge. Each challenge works once, in the browser that requested it.
     */
    post: operations['authSignInWithPasskey'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/auth/logout': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Sign out
     * @description Ends the session and clears its cookie. Also succeeds without a session.
     */
    post: operations['authSignOut'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/auth/session': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get the current session
     * @description Returns the person who is signed in, their organization and their role in it.
     */
    get: operations['authGetSession'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/auth/password-reset': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Request a password reset
     * @description Emails a link if the address has an account. The response is the same if it has none.
     */
    post: operations['authRequestPasswordReset'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/auth/password-reset/check': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Check a password reset link
     * @description Says whether the link still works. Checking doesn't use it up.
     */
    post: operations['authCheckResetLink'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/auth/password-reset/confirm': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Set a new password
     * @description Takes the token of the emailed link, which works once. Ends every session of the account and the access of its agents.
     */
    post: operations['authResetPassword'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/auth/email-verification': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Resend the verification email
     * @description Emails a new link to the address of the person who is signed in, unless it is verified.
     */
    post: operations['authResendVerification'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/auth/email-verification/confirm': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Verify an email address
     * @description Takes the token of the emailed link. Without a session of the account, its password is required too.
     */
    post: operations['authConfirmEmail'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/auth/invitation': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Get an invitation
     * @description Returns the invitation of an emailed link, or null if the link no longer works.
     */
    post: operations['authReadInvitation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/auth/invitation/accept': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Accept an invitation
     * @description Makes the person who is signed in a member, and moves their session to that organization. The invitation must be addressed to them.
     */
    post: operations['authAcceptInvitation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/auth/invitation/join': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Accept an invitation with a new account
     * @description Creates an account for the invited address, makes it a member and sets the session cookie. Returns 409 if the address has an account: its owner signs in to accept.
     */
    post: operations['authJoinByInvitation'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/auth/consent/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    /**
     * Get a consent request
     * @description Returns which app asks for access and what the person may grant in each of their organizations. Returns 404 after it was answered or has expired, and in any browser but the one that started it.
     */
    get: operations['authGetConsentRequest'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/auth/consent/{id}/allow': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Allow an app
     * @description Grants the chosen scopes in one organization: no more than the app asked for and the person's role allows. Send the browser to `redirectTo` next.
     */
    post: operations['authAllowAgent'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/api/auth/consent/{id}/deny': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    /**
     * Refuse an app
     * @description Denies the request and tells the app. Send the browser to `redirectTo` next.
     */
    post: operations['authDenyAgent'];
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
     * Check the health of the service
     * @description For probes. Requires no credentials. `degraded` means that a dependency is failing.
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
     * @description Sent at least once to every enabled webhook that receives this event type. Verify the signature first (Standard Webhooks), return 2xx within 10 seconds, and do the work afterwards. Any other response is retried for about three days; 410 disables the webhook. Messages with the same `webhook-id` are the same message.
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
    /**
     * @description Values of the variables in Word files: [[client.name]] is `client: {name}`. A list repeats its section or table row. All values are plain text.
     * @example {
     *       "client": {
     *         "name": "Ada Lovelace"
     *       },
     *       "items": [
     *         {
     *           "name": "Analysis",
     *           "price": "1,200.00"
     *         }
     *       ]
     *     }
     */
    VariableValues: {
      [key: string]: unknown;
    };
    /** @description Without `orderIndex`, participants sign in array order. */
    ParticipantInput: {
      /** @description Shown to signers and in emails. */
      name: string;
      /**
       * Format: email
       * @description Their link is sent to this address.
       * @example ada@example.com
       */
      email: string;
      /** @description The company they sign for. Default: null. */
      company?: string | null;
      /** @description Their job title, such as Managing Director. Default: null. */
      title?: string | null;
      /**
       * @description Language of their emails. null: their browser's language once they open the envelope.
       * @enum {string|null}
       */
      language?: 'en' | 'de' | 'fr' | 'es' | 'it' | 'pt' | 'pl' | 'nl' | 'ja' | 'zh' | 'ar' | 'he' | null;
      /** @description Whether they may ask someone else to act in their place. Default: the organization's. */
      canDelegate?: boolean;
      /** @description Participants with the same value sign in parallel. Set it for all or for none. Default: position. */
      orderIndex?: number;
      /**
       * @description An approver agrees without signing. Default: signer.
       * @enum {string}
       */
      role?: 'signer' | 'approver';
      /**
       * @description email: by an emailed link. embedded: by a session URL from your application; they are never emailed. in_person: on a device that the sender hands them. Default: email.
       * @enum {string}
       */
      delivery?: 'email' | 'embedded' | 'in_person';
      /** @description A note that only this person sees, in their emails and on their page. Tokens of name patterns are replaced when the envelope is sent. */
      message?: string | null;
      authentication?: components['schemas']['DraftAuthenticationInput'];
      signing?: components['schemas']['SigningInput'];
      /** @description Their index in `detectedParties`. Fields of that party are assigned to them. */
      detectedPartyIndex?: number | null;
    };
    /** @description How they prove who they are before they see the document. Default: link. */
    DraftAuthenticationInput:
      | {
          /**
           * @description link: the emailed link is enough. email_code: also six digits, emailed when they open the link.
           * @enum {string}
           */
          method: 'link' | 'email_code';
        }
      | {
          /**
           * @description Also six digits, texted when they open the link. Requires an SMS gateway.
           * @constant
           */
          method: 'sms_code';
          /**
           * @description Where codes are texted: a number with its country code.
           * @example +14155550142
           */
          phone: string;
        }
      | {
          /**
           * @description Also signing in with an identity provider. Only with email delivery.
           * @constant
           */
          method: 'oidc';
          /**
           * @description An enabled identity provider of the organization.
           * @example idp_01kd2v5m8ne3wtbxq7r0h4j6sa
           */
          provider: string;
        }
      | {
          /**
           * @description Also a code that you give them.
           * @constant
           */
          method: 'access_code';
          /** @description Tell them some other way than by email. Stored as a hash and never returned. Omit it to keep the code of the participant with this email, or else at this position. */
          code?: string;
        };
    /** @description How they sign. A passkey isn’t possible with in_person delivery. Default: click. */
    SigningInput:
      | {
          /**
           * @description By the last button of the page.
           * @constant
           */
          method: 'click';
        }
      | {
          /**
           * @description Also with a passkey, which their device asks them to confirm.
           * @constant
           */
          method: 'passkey';
          /** @description Whether they can’t sign without a passkey. Default: true. */
          required?: boolean;
          /** @description Whether it must have signed for the organization and this address before. Default: false. */
          known?: boolean;
        };
    /** @description Geometry in fractions (0 to 1) of the displayed page, from the top left. Requires page, x, y, width and height, or an anchor. Requires one of participantIndex, partyIndex, syntheticRoleId, except for a note or strikethrough, which everyone sees. */
    FieldInput: {
      /**
       * @description Default: signature.
       * @enum {string}
       */
      type?:
        | 'signature'
        | 'initials'
        | 'stamp'
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
        | 'choices'
        | 'phone'
        | 'attachment'
        | 'note'
        | 'strikethrough';
      /** @description From 1. */
      page?: number;
      /** @description Distance from the left edge. */
      x?: number;
      /** @description Distance from the top edge. */
      y?: number;
      /** @description `x` plus `width` is at most 1. Optional with `anchor`. */
      width?: number;
      /** @description `y` plus `height` is at most 1. Optional with `anchor`. */
      height?: number;
      /** @description Index of the participant who fills it in. */
      participantIndex?: number | null;
      /** @description Detected party that fills it in: the participant with this detectedPartyIndex. */
      partyIndex?: number | null;
      /** @description Your own ID of a role, for a field that isn't assigned yet. Assign it before sending. */
      syntheticRoleId?: string | null;
      /** @description Name of that role. */
      syntheticRoleName?: string | null;
      /** @description What the signer is asked for. Default: null, which shows the type. */
      label?: string | null;
      /** @description Default: true; false for a note or strikethrough, which nobody answers. */
      required?: boolean;
      /** @description The options of a field of type dropdown or choices (required), or the value of a radio button. */
      options?: string[] | null;
      /** @description A group of radio buttons takes one choice; a required group of checkboxes takes at least one. Signers see its name as the question, such as Payment, unless it looks like an identifier. */
      group?: string | null;
      /** @description Initial value in the type's format: true or false for a checkbox, YYYY-MM-DD for a date. The text of a note. */
      prefillValue?: string | null;
      /** @description Whether the signer can't change the initial value. Requires prefillValue or autoSource. Default: false. */
      locked?: boolean;
      /**
       * @description Return it as you read it; omitting it clears it.
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
       * @description Where the field comes from. Set manual to accept a detected field. If omitted, a field with the same type and position keeps its source; others are manual.
       * @enum {string}
       */
      source?: 'manual' | 'detected' | 'template' | 'form';
      /**
       * @description Return it as you read it; omitting it dismisses the proposal.
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
      /** @description Stable name for programs, unique in the envelope. Default: the label in snake case. */
      key?: string | null;
      /** @description How a date or number is shown and drawn; null: as it was entered. */
      format?: components['schemas']['FieldFormatInput'] | null;
      /** @description What a value must satisfy beyond its type. */
      validation?: components['schemas']['FieldValidationInput'] | null;
      /** @description Shown in the empty input. */
      placeholder?: string | null;
      /** @description Shown below the input. */
      hint?: string | null;
      /** @description What the field starts with if it has no prefillValue. The signer can change it. */
      defaultValue?: string | null;
      /** @description Whether a text can have several lines. Default: false. */
      multiline?: boolean;
      /**
       * @description null: where the text starts in its writing direction.
       * @enum {string|null}
       */
      align?: 'left' | 'center' | 'right' | null;
      /** @description In points. null: fits the field. */
      fontSize?: number | null;
      /** @description Number of equal cells with one character each, as on tax forms; null for none. */
      comb?: number | null;
      /** @description Whether other signers never see the value. Default: false. */
      private?: boolean;
      /** @description When the field applies; null: always. */
      condition?: components['schemas']['FieldCondition'] | null;
      /** @description Computes a number from other fields: + - * / ( ) round sum min max over keys. */
      formula?: string | null;
      /** @description The text that placed the field; null if it was placed by coordinates. */
      anchor?: components['schemas']['FieldAnchor'] | null;
    };
    FieldFormatInput: {
      pattern: components['schemas']['FieldPattern'];
      /**
       * @description Exact number of decimals. null: as many as the number has.
       * @example 2
       */
      decimals?: number | null;
      /**
       * @description ISO 4217 code.
       * @example EUR
       */
      currency?: string | null;
    };
    /**
     * @description How a date is written, or a number, shown by 1234.56. locale: as usual in the participant's language.
     * @example 1,234.56
     * @enum {string}
     */
    FieldPattern:
      | 'YYYY-MM-DD'
      | 'MM/DD/YYYY'
      | 'DD/MM/YYYY'
      | 'DD.MM.YYYY'
      | 'DDMMYYYY'
      | 'D MMMM YYYY'
      | 'MMMM D, YYYY'
      | 'locale'
      | '1234.56'
      | '1234,56'
      | '1,234.56'
      | '1.234,56'
      | '1 234,56'
      | "1'234.56";
    FieldValidationInput: {
      /**
       * @description Smallest number, earliest date (YYYY-MM-DD), or least number of choices.
       * @example 0
       */
      min?: components['schemas']['RangeEnd'] | null;
      /**
       * @description Largest number, latest date, or largest number of choices.
       * @example 1000000
       */
      max?: components['schemas']['RangeEnd'] | null;
      /** @description In characters. */
      minLength?: number | null;
      /** @description In characters. */
      maxLength?: number | null;
      /**
       * @description Regular expression (RE2 syntax) that the whole value must match.
       * @example [A-Z]{2}[0-9]{6}
       */
      pattern?: string | null;
      /**
       * @description Shown to the signer if a value is refused. Default: ours.
       * @example Enter a positive amount.
       */
      message?: string | null;
    };
    /** @description A number, or the date of a date field (YYYY-MM-DD). */
    RangeEnd: number | string;
    /** @description When the field is shown, required and drawn: while all or any of the tests hold. */
    FieldCondition: {
      /** @description All of these tests hold. */
      all?: {
        /**
         * @description Key of the field that is tested.
         * @example invoice_total
         */
        key: string;
        /**
         * @description Its value is this one, or this is one of its choices.
         * @example yes
         */
        is?: string;
        /** @description Its value is another one. */
        isNot?: string;
        /** @description Whether it has a value. */
        isFilled?: boolean;
        /** @description Whether its box is checked. */
        isChecked?: boolean;
      }[];
      /** @description At least one of these tests holds. */
      any?: {
        /**
         * @description Key of the field that is tested.
         * @example invoice_total
         */
        key: string;
        /**
         * @description Its value is this one, or this is one of its choices.
         * @example yes
         */
        is?: string;
        /** @description Its value is another one. */
        isNot?: string;
        /** @description Whether it has a value. */
        isFilled?: boolean;
        /** @description Whether its box is checked. */
        isChecked?: boolean;
      }[];
    };
    /** @description The text that places the field, as it came. */
    FieldAnchor: {
      /** @description Text of the document. */
      text: string;
      /** @description Default: 1. */
      occurrence?: number | ('last' | 'all');
      /** @description Only on this page. */
      page?: number;
      /** @description Only in this document: its id, or its position from 1. */
      document?: number | string;
      /** @description The occurrence closest below this other text. */
      near?: string;
      /**
       * @description Default: right.
       * @enum {string}
       */
      place?: 'over' | 'right' | 'below' | 'above';
      /** @description Shift to the right, as a fraction of the page width. */
      dx?: number;
      /** @description Shift down, as a fraction of the page height. */
      dy?: number;
      /** @description As a fraction of the page width. Default: the type's usual one. */
      width?: number;
      /** @description As a fraction of the page height. */
      height?: number;
      /** @description Default: true, and a text in exactly this case wins. */
      ignoreCase?: boolean;
      /** @description Drop the field if the text is missing. Default: false. */
      optional?: boolean;
    };
    /** @description Omitted properties stay unchanged. */
    PolicyInput: {
      /**
       * @description Default: the organization's or template's. eidas_aes and eidas_qes are refused with `legal_framework_unavailable`.
       * @enum {string}
       */
      legalFramework?: 'esign_ueta' | 'eidas_ses' | 'uk_ses' | 'none' | 'eidas_aes' | 'eidas_qes';
      /** @description Whether signers must accept the full consumer disclosure (15 USC 7001(c)) before filling in anything. Requires esign_ueta. Default: the organization's, initially false. */
      consumerDisclosure?: boolean;
      /**
       * Format: date-time
       * @description When the envelope expires if it isn't completed; null for never. Default: the organization's, initially never.
       * @example 2027-03-31T22:00:00.000Z
       */
      expiresAt?: string | null;
      /** @description null for no automatic reminders. Default: the organization's, initially none. */
      reminderPolicy?: components['schemas']['ReminderPolicy'] | null;
    };
    /** @description Automatic reminders for the current signers, in days. */
    ReminderPolicy: {
      /** @description Days from the link to the first reminder. */
      firstAfterDays: number;
      /** @description Days between reminders. */
      everyDays: number;
      /** @description Maximum number of reminders for each signer. */
      maxReminders: number;
    };
    /** @description A person who receives the documents without acting. */
    CopyInput: {
      /** @description Their name, as emails and the certificate show it. */
      name: string;
      /**
       * Format: email
       * @description A link to read and download the documents is sent to this address.
       * @example ada@example.com
       */
      email: string;
      /**
       * @description Language of their emails. Default: English.
       * @enum {string|null}
       */
      language?: 'en' | 'de' | 'fr' | 'es' | 'it' | 'pt' | 'pl' | 'nl' | 'ja' | 'zh' | 'ar' | 'he' | null;
      /**
       * @description sent: when the envelope is sent, and again once it is sealed. completed: only once it is sealed.
       * @enum {string}
       */
      when: 'sent' | 'completed';
    };
    /** @description Plain text; line breaks stay, and nothing in it becomes a link. */
    MessageInput: {
      /**
       * @description Subject of the emails that ask someone to sign. Default: ours. Tokens of name patterns are replaced when the envelope is sent.
       * @example Your consulting agreement
       */
      subject?: string | null;
      /**
       * @description Shown in the emails and on the page that the link opens. Tokens of name patterns are replaced when the envelope is sent.
       * @example Hello,
       *
       *     Please sign by Friday.
       */
      body?: string | null;
    };
    /** @description The name and reply-to address that recipients see. */
    SenderInput: {
      /** @description Sender name of the emails. */
      name: string;
      /**
       * Format: email
       * @description Reply-to address of the emails.
       * @example ada@example.com
       */
      email: string;
    };
    /** @description Has at most one of participantId, partyIndex, syntheticRoleId; without one, it has no fields yet. Without `orderIndex`, roles sign in array order. */
    TemplateRoleInput: {
      /** @description Its apiRoleName is derived from it, in snake case. */
      name: string;
      /** @description The participant it stands for. */
      participantId?: string | null;
      /** @description The detected party it stands for. */
      partyIndex?: number | null;
      /** @description The role that fields were created for. */
      syntheticRoleId?: string | null;
      /** @description Roles with the same value sign in parallel. Set it for all or for none. Default: position; neighbors whose participants sign in parallel share one. */
      orderIndex?: number;
      /**
       * @description Whether its recipient signs or approves. Default: the participant’s.
       * @enum {string}
       */
      role?: 'signer' | 'approver';
      /**
       * @description How its recipient gets to the document. Default: the participant’s.
       * @enum {string}
       */
      delivery?: 'email' | 'embedded' | 'in_person';
      /** @description Default: false. At most one role can be the sender's. */
      isSender?: boolean;
      /** @description Default: false. */
      optional?: boolean;
      /** @description Who takes it unless someone else is named. Default: null, so its recipient must be named. Not for optional roles and the sender’s. */
      recipient?: components['schemas']['RoleRecipientInput'] | null;
    };
    RoleRecipientInput: {
      /** @description Shown to signers and in emails. */
      name: string;
      /**
       * Format: email
       * @description Their link is sent to this address.
       * @example ada@example.com
       */
      email: string;
      /** @description The company they sign for. Default: null. */
      company?: string | null;
      /** @description Their job title, such as Managing Director. Default: null. */
      title?: string | null;
    };
    /** @description Positions are fractions of the page. */
    TemplateFieldInput: {
      /**
       * @description Default: signature.
       * @enum {string}
       */
      type?:
        | 'signature'
        | 'initials'
        | 'stamp'
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
        | 'choices'
        | 'phone'
        | 'attachment'
        | 'note'
        | 'strikethrough';
      /** @description What the signer is asked for. Default: null, which shows the type. */
      label?: string | null;
      /** @description Default: true; false for a note or strikethrough, which nobody answers. */
      required?: boolean;
      /** @description The options of a field of type dropdown or choices (required), or the value of a radio button. */
      options?: string[] | null;
      /** @description A group of radio buttons takes one choice; a required group of checkboxes takes at least one. Signers see its name as the question, such as Payment, unless it looks like an identifier. */
      group?: string | null;
      /** @description Initial value in the type's format: true or false for a checkbox, YYYY-MM-DD for a date. The text of a note. */
      prefillValue?: string | null;
      /** @description Whether the signer can't change the initial value. Requires prefillValue or autoSource. Default: false. */
      locked?: boolean;
      /**
       * @description Return it as you read it; omitting it clears it.
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
      /** @description Stable name for programs, unique in the envelope. Default: the label in snake case. */
      key?: string | null;
      /** @description How a date or number is shown and drawn; null: as it was entered. */
      format?: components['schemas']['FieldFormatInput'] | null;
      /** @description What a value must satisfy beyond its type. */
      validation?: components['schemas']['FieldValidationInput'] | null;
      /** @description Shown in the empty input. */
      placeholder?: string | null;
      /** @description Shown below the input. */
      hint?: string | null;
      /** @description What the field starts with if it has no prefillValue. The signer can change it. */
      defaultValue?: string | null;
      /** @description Whether a text can have several lines. Default: false. */
      multiline?: boolean;
      /**
       * @description null: where the text starts in its writing direction.
       * @enum {string|null}
       */
      align?: 'left' | 'center' | 'right' | null;
      /** @description In points. null: fits the field. */
      fontSize?: number | null;
      /** @description Number of equal cells with one character each, as on tax forms; null for none. */
      comb?: number | null;
      /** @description Whether other signers never see the value. Default: false. */
      private?: boolean;
      /** @description When the field applies; null: always. */
      condition?: components['schemas']['FieldCondition'] | null;
      /** @description Computes a number from other fields: + - * / ( ) round sum min max over keys. */
      formula?: string | null;
      /** @description From 1. */
      page: number;
      /** @description Distance from the left edge. */
      x: number;
      /** @description Distance from the top edge. */
      y: number;
      /**
       * @description `x` plus `width` is at most 1.
       * @example 0.3
       */
      width: number;
      /**
       * @description `y` plus `height` is at most 1.
       * @example 0.06
       */
      height: number;
      /**
       * @description The role that fills it in. Required, except for what the sender puts on the pages.
       * @example client
       */
      roleApiName?: string | null;
    };
    RecipientInput: {
      /** @description Shown to signers and in emails. */
      name: string;
      /**
       * Format: email
       * @description Their link is sent to this address.
       * @example ada@example.com
       */
      email: string;
      /** @description The company they sign for. Default: null. */
      company?: string | null;
      /** @description Their job title, such as Managing Director. Default: null. */
      title?: string | null;
      /**
       * @description Language of their emails. null: their browser's language once they open the envelope.
       * @enum {string|null}
       */
      language?: 'en' | 'de' | 'fr' | 'es' | 'it' | 'pt' | 'pl' | 'nl' | 'ja' | 'zh' | 'ar' | 'he' | null;
      /** @description Whether they may ask someone else to act in their place. Default: the organization's. */
      canDelegate?: boolean;
      /** @description A note that only this person sees, in their emails and on their page. Tokens of name patterns are replaced when the envelope is sent. */
      message?: string | null;
      /**
       * @description Default: the role's.
       * @enum {string}
       */
      role?: 'signer' | 'approver';
      /**
       * @description Default: the role's.
       * @enum {string}
       */
      delivery?: 'email' | 'embedded' | 'in_person';
      authentication?: components['schemas']['AuthenticationInput'];
      signing?: components['schemas']['SigningInput'];
      /** @description Default: the role's. Recipients with the same value sign in parallel. Not with `senderOrder`. */
      orderIndex?: number;
    };
    /** @description How they prove who they are before they see the document. Default: link. */
    AuthenticationInput:
      | {
          /**
           * @description link: the emailed link is enough. email_code: also six digits, emailed when they open the link.
           * @enum {string}
           */
          method: 'link' | 'email_code';
        }
      | {
          /**
           * @description Also six digits, texted when they open the link. Requires an SMS gateway.
           * @constant
           */
          method: 'sms_code';
          /**
           * @description Where codes are texted: a number with its country code.
           * @example +14155550142
           */
          phone: string;
        }
      | {
          /**
           * @description Also signing in with an identity provider. Only with email delivery.
           * @constant
           */
          method: 'oidc';
          /**
           * @description An enabled identity provider of the organization.
           * @example idp_01kd2v5m8ne3wtbxq7r0h4j6sa
           */
          provider: string;
        }
      | {
          /**
           * @description Also a code that you give them.
           * @constant
           */
          method: 'access_code';
          /** @description Tell them some other way than by email. Stored as a hash and never returned. */
          code: string;
        };
    ThankYouInput: {
      /** @description Up to 1,000 characters. */
      text: string;
      /**
       * Format: uri
       * @description An https address that a button opens. Default: no button.
       */
      url?: string | null;
    };
    FormRecipientInput: {
      /** @description Shown to signers and in emails. */
      name: string;
      /**
       * Format: email
       * @description Their link is sent to this address.
       * @example ada@example.com
       */
      email: string;
      /** @description The company they sign for. Default: null. */
      company?: string | null;
      /** @description Their job title, such as Managing Director. Default: null. */
      title?: string | null;
      /**
       * @description Language of their emails. null: their browser's language once they open the envelope.
       * @enum {string|null}
       */
      language?: 'en' | 'de' | 'fr' | 'es' | 'it' | 'pt' | 'pl' | 'nl' | 'ja' | 'zh' | 'ar' | 'he' | null;
      /** @description Whether they may ask someone else to act in their place. Default: the organization's. */
      canDelegate?: boolean;
      /** @description A note that only this person sees, in their emails and on their page. Tokens of name patterns are replaced when the envelope is sent. */
      message?: string | null;
      /**
       * @description Default: the role's.
       * @enum {string}
       */
      role?: 'signer' | 'approver';
      /**
       * @description Default: the role's.
       * @enum {string}
       */
      delivery?: 'email' | 'embedded' | 'in_person';
    };
    SignatureInput:
      | {
          /**
           * @description The typed name.
           * @constant
           */
          kind: 'typed';
          /** @description A typed signature. */
          text: string;
          /**
           * @description How Latin letters are written, flowing by default. A font without all of the letters is not used.
           * @enum {string}
           */
          style?: 'flowing' | 'clear' | 'bold';
        }
      | {
          /**
           * @description A drawn or uploaded signature.
           * @enum {string}
           */
          kind: 'drawn' | 'uploaded';
          /** @description Data URL of a PNG or JPEG, at most 512 KiB and 2000 × 2000 pixels. */
          image: string;
        };
    StampInput: {
      /**
       * @description A picture of the stamp.
       * @constant
       */
      kind: 'uploaded';
      /** @description Data URL of a PNG or JPEG, at most 512 KiB and 2000 × 2000 pixels. */
      image: string;
    };
    /** @description What `navigator.credentials.get` returned, as JSON. */
    SignerPasskeyResponse: {
      /** @description The credential’s id, base64url. */
      id: string;
      /** @description The same id. */
      rawId?: string;
      /**
       * @description The kind of credential.
       * @constant
       */
      type?: 'public-key';
      /** @description What the authenticator signed. */
      response: {
        /** @description The client data that was signed, base64url. */
        clientDataJSON: string;
        /** @description The authenticator data that was signed, base64url. */
        authenticatorData: string;
        /** @description The signature, base64url. */
        signature: string;
      } & {
        [key: string]: unknown;
      };
    } & {
      [key: string]: unknown;
    };
    /** @description What `navigator.credentials.create` returned, as JSON. */
    CreatedPasskey: {
      /** @description The credential’s id, base64url. */
      id: string;
      /** @description The same id. */
      rawId?: string;
      /**
       * @description The kind of credential.
       * @constant
       */
      type?: 'public-key';
      /** @description The new key. */
      response: {
        /** @description The client data, base64url. */
        clientDataJSON: string;
        /** @description The attestation object with the new key, base64url. */
        attestationObject: string;
      } & {
        [key: string]: unknown;
      };
    } & {
      [key: string]: unknown;
    };
    Message: {
      /**
       * @description Subject of the emails that ask someone to sign.
       * @example Your consulting agreement
       */
      subject: string | null;
      /**
       * @description Plain text with line breaks.
       * @example Hello,
       *
       *     Please sign by Friday.
       */
      body: string | null;
    };
    ApiKey: {
      /** @example key_01kd2v5m8ne3wtbxq7r0h4j6sa */
      id: string;
      /** @example Order system */
      name: string;
      /**
       * @description The first and last characters of the key.
       * @example svc_sk_a1b2…y9z0
       */
      hint: string;
      /** @example Olga Owner */
      createdByName: string;
      /** @description What it can do. */
      scopes: (
        | 'envelopes:read'
        | 'envelopes:write'
        | 'templates:read'
        | 'templates:write'
        | 'envelopes:send'
        | 'contacts'
        | 'webhooks'
        | 'members'
        | 'keys'
        | 'settings'
        | 'audit:read'
        | 'admin'
      )[];
      /** @description What of that it can't at the moment, because its maker's role has changed. */
      pausedScopes: (
        | 'envelopes:read'
        | 'envelopes:write'
        | 'templates:read'
        | 'templates:write'
        | 'envelopes:send'
        | 'contacts'
        | 'webhooks'
        | 'members'
        | 'keys'
        | 'settings'
        | 'audit:read'
        | 'admin'
      )[];
      allowedNetworks: string[] | null;
      /** Format: date-time */
      expiresAt: string | null;
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      createdAt: string;
      /** Format: date-time */
      lastUsedAt: string | null;
      /** Format: date-time */
      revokedAt: string | null;
    };
    /** @description An event of the hash-chained log. The payload depends on the action; new actions can be added. */
    EventRecord:
      | components['schemas']['EnvelopeCreatedEvent']
      | components['schemas']['EnvelopeCopiedEvent']
      | components['schemas']['EnvelopeVersionStartedEvent']
      | components['schemas']['EnvelopeVersionCreatedEvent']
      | components['schemas']['EnvelopeReplacedEvent']
      | components['schemas']['EnvelopeDocumentUploadedEvent']
      | components['schemas']['EnvelopeDocumentReceivedEvent']
      | components['schemas']['EnvelopeDocumentRefusedEvent']
      | components['schemas']['EnvelopeDocumentAddedEvent']
      | components['schemas']['EnvelopeDocumentRemovedEvent']
      | components['schemas']['EnvelopeDocumentsReorderedEvent']
      | components['schemas']['EnvelopeDetectionStartedEvent']
      | components['schemas']['EnvelopeDetectionCompletedEvent']
      | components['schemas']['EnvelopeDetectionFailedEvent']
      | components['schemas']['EnvelopeDraftUpdatedEvent']
      | components['schemas']['EnvelopeEditingOpenedEvent']
      | components['schemas']['EnvelopeSentEvent']
      | components['schemas']['ParticipantLinkIssuedEvent']
      | components['schemas']['ParticipantLinkReissuedEvent']
      | components['schemas']['ParticipantLinkCopiedEvent']
      | components['schemas']['ParticipantCorrectedEvent']
      | components['schemas']['ParticipantDelegatedEvent']
      | components['schemas']['ParticipantReminderSentEvent']
      | components['schemas']['ParticipantDeliveryFailedEvent']
      | components['schemas']['CopySentEvent']
      | components['schemas']['CopyDeliveryFailedEvent']
      | components['schemas']['EnvelopeDeletedEvent']
      | components['schemas']['EnvelopeScheduledEvent']
      | components['schemas']['EnvelopeScheduleCanceledEvent']
      | components['schemas']['EnvelopeScheduleFailedEvent']
      | components['schemas']['EnvelopeExpiryExtendedEvent']
      | components['schemas']['EnvelopeExpiryWarnedEvent']
      | components['schemas']['EnvelopeExpiredEvent']
      | components['schemas']['EnvelopeTimeAdvancedEvent']
      | components['schemas']['ParticipantAuthenticatedEvent']
      | components['schemas']['ParticipantAuthenticationFailedEvent']
      | components['schemas']['ParticipantSessionOpenedEvent']
      | components['schemas']['ParticipantAccountUsedEvent']
      | components['schemas']['ParticipantViewedEvent']
      | components['schemas']['ParticipantConsentedEvent']
      | components['schemas']['ParticipantFieldsAutoResolvedEvent']
      | components['schemas']['ParticipantSignedEvent']
      | components['schemas']['ParticipantApprovedEvent']
      | components['schemas']['ParticipantAskedEvent']
      | components['schemas']['ParticipantChangeRequestedEvent']
      | components['schemas']['EnvelopeAnsweredEvent']
      | components['schemas']['ThreadSettledEvent']
      | components['schemas']['ParticipantPasskeyCreatedEvent']
      | components['schemas']['ParticipantSigningFailedEvent']
      | components['schemas']['ParticipantNewPasskeyAcceptedEvent']
      | components['schemas']['ParticipantDeclinedEvent']
      | components['schemas']['EnvelopeDeclinedEvent']
      | components['schemas']['EnvelopeCompletedEvent']
      | components['schemas']['EnvelopeSealedEvent']
      | components['schemas']['EnvelopeSealExtendedEvent']
      | components['schemas']['EnvelopeSealingFailedEvent']
      | components['schemas']['EnvelopeVoidedEvent']
      | components['schemas']['EnvelopeRecalledEvent'];
    EventSample: {
      /**
       * @example envelope.created
       * @enum {string}
       */
      type:
        | 'envelope.created'
        | 'envelope.copied'
        | 'envelope.version_started'
        | 'envelope.version_created'
        | 'envelope.replaced'
        | 'envelope.document_uploaded'
        | 'envelope.document_received'
        | 'envelope.document_refused'
        | 'envelope.document_added'
        | 'envelope.document_removed'
        | 'envelope.documents_reordered'
        | 'envelope.detection_started'
        | 'envelope.detection_completed'
        | 'envelope.detection_failed'
        | 'envelope.draft_updated'
        | 'envelope.editing_opened'
        | 'envelope.sent'
        | 'participant.link_issued'
        | 'participant.link_reissued'
        | 'participant.link_copied'
        | 'participant.corrected'
        | 'participant.delegated'
        | 'participant.reminder_sent'
        | 'participant.delivery_failed'
        | 'copy.sent'
        | 'copy.delivery_failed'
        | 'envelope.deleted'
        | 'envelope.scheduled'
        | 'envelope.schedule_canceled'
        | 'envelope.schedule_failed'
        | 'envelope.expiry_extended'
        | 'envelope.expiry_warned'
        | 'envelope.expired'
        | 'envelope.time_advanced'
        | 'participant.authenticated'
        | 'participant.authentication_failed'
        | 'participant.session_opened'
        | 'participant.account_used'
        | 'participant.viewed'
        | 'participant.consented'
        | 'participant.fields_auto_resolved'
        | 'participant.signed'
        | 'participant.approved'
        | 'participant.asked'
        | 'participant.change_requested'
        | 'envelope.answered'
        | 'thread.settled'
        | 'participant.passkey_created'
        | 'participant.signing_failed'
        | 'participant.new_passkey_accepted'
        | 'participant.declined'
        | 'envelope.declined'
        | 'envelope.completed'
        | 'envelope.sealed'
        | 'envelope.seal_extended'
        | 'envelope.sealing_failed'
        | 'envelope.voided'
        | 'envelope.recalled';
      /** @description As `GET /api/v1/events` lists it. */
      event: components['schemas']['EventRecord'];
      /** @description As a webhook receives it. */
      message: components['schemas']['WebhookMessage'];
    };
    EnvelopeListItem: {
      /** @example env_01kd2v5m8ne3wtbxq7r0h4j6sa */
      id: string;
      /** @example org_01kd2v5m8ne3wtbxq7r0h4j6sa */
      organizationId: string;
      /** @example team_01kd2v5m8ne3wtbxq7r0h4j6sa */
      teamId: string;
      templateId: string | null;
      templateContentHash: string | null;
      /**
       * @description draft and review: editable, not sent. detecting: the document is being read. in_progress: out for signature. All others are final.
       * @example in_progress
       * @enum {string}
       */
      status:
        'draft' | 'detecting' | 'review' | 'in_progress' | 'completed' | 'declined' | 'voided' | 'expired';
      /**
       * @description queued: detection is about to start. running: the status is detecting until it ends.
       * @enum {string}
       */
      detectionStatus: 'none' | 'queued' | 'running' | 'completed' | 'failed';
      /**
       * @description Whether the document hasn't been uploaded, is being converted, is available or can't be used. In the last case, you can upload another.
       * @example received
       * @enum {string}
       */
      documentStatus: 'awaited' | 'processing' | 'received' | 'refused';
      /** @description Why it can't be used, as in `details.reason` of `document_unreadable`. */
      documentRefusal: string | null;
      /**
       * @description Increases by one with each event that changes the envelope.
       * @example 3
       */
      version: number;
      /** @example Consulting agreement.pdf */
      originalFilename: string;
      /** @example Consulting agreement with Ada Lovelace */
      displayName: string;
      /**
       * @description Format of the uploaded file; pdf before the upload.
       * @example pdf
       * @enum {string}
       */
      sourceFormat: 'pdf' | 'docx' | 'png' | 'jpeg' | 'heic';
      /**
       * @description SHA-256 (hex) of the uploaded document.
       * @example 5b0a9ae1fbd4ce2f0c8f8f10d8c3d4b8f7ab0f3f84f6f7f3a2f7f9d0e5c1b2a3
       */
      contentHash: string | null;
      /**
       * @description SHA-256 (hex) of the prepared PDF that signers see and sign.
       * @example 0c6d6b5ef1d24f0b0a3f1b5d0c9e8a7f6e5d4c3b2a19080706050403020100ff
       */
      documentHash: string | null;
      /**
       * @description Number of pages of the prepared PDF.
       * @example 3
       */
      pageCount: number | null;
      /**
       * @description Size of the uploaded document.
       * @example 84213
       */
      sizeBytes: number | null;
      /**
       * @description How the document arrived: in the create call, by upload, or from a template.
       * @enum {string}
       */
      deliveryMode: 'inline' | 'upload' | 'template';
      /**
       * @description Fixed when the envelope is sent, and printed on the certificate.
       * @example esign_ueta
       * @enum {string}
       */
      legalFramework: 'esign_ueta' | 'eidas_ses' | 'uk_ses' | 'none' | 'eidas_aes' | 'eidas_qes';
      /** @description Whether signers must accept the consumer disclosure first. */
      consumerDisclosure: boolean;
      /**
       * Format: date-time
       * @description When the envelope expires if it isn't completed; null for never.
       * @example 2027-03-31T22:00:00.000Z
       */
      expiresAt: string | null;
      /**
       * Format: date-time
       * @description When a scheduled draft will be sent.
       */
      scheduledSendAt: string | null;
      /**
       * Format: date-time
       * @example 2027-03-01T09:05:00.000Z
       */
      sentAt: string | null;
      /** Format: date-time */
      completedAt: string | null;
      /** Format: date-time */
      declinedAt: string | null;
      /** Format: date-time */
      voidedAt: string | null;
      /** Format: date-time */
      expiredAt: string | null;
      /**
       * Format: date-time
       * @description When the sealed PDF became available.
       */
      sealedAt: string | null;
      /**
       * Format: date-time
       * @example 2027-03-01T09:00:00.000Z
       */
      createdAt: string;
      /**
       * Format: date-time
       * @example 2027-03-01T09:05:00.000Z
       */
      updatedAt: string;
      /**
       * @example {
       *       "firstAfterDays": 3,
       *       "everyDays": 7,
       *       "maxReminders": 3
       *     }
       */
      reminderPolicy: components['schemas']['ReminderPolicy'] | null;
      /**
       * @example {
       *       "crmId": "4711"
       *     }
       */
      metadata: {
        [key: string]: string;
      } | null;
      /** @example user_01kd2v5m8ne3wtbxq7r0h4j6sa */
      senderUserId: string | null;
      /** @example Olga Owner */
      senderName: string;
      /** @example olga@acme.example */
      senderEmail: string;
      detectedParties:
        | {
            /** @description The value of partyIndex and detectedPartyIndex. */
            index: number;
            name: string | null;
            email: string | null;
            /** @description Its name in the document, such as Supplier. */
            roleLabel: string | null;
            /** @description Number of fields detected for it. */
            fieldCount: number;
          }[]
        | null;
      /** @description The message to everyone. */
      message: components['schemas']['Message'] | null;
      /** @description People who receive the documents without acting. */
      copies: components['schemas']['CopyRecipient'][];
      /**
       * @description The prepared PDF; null until there is one.
       * @example {
       *       "notices": [
       *         {
       *           "code": "form_fields",
       *           "count": 3
       *         }
       *       ]
       *     }
       */
      document: components['schemas']['PreparedDocument'] | null;
      /** @description The files in order. Their pages make up the prepared PDF, and `page` counts through all of them. Empty until the first has been received. */
      documents: components['schemas']['EnvelopeFile'][];
      /** @example [] */
      labels: components['schemas']['Label'][];
      /**
       * Format: date-time
       * @description When it was put into the archive.
       */
      archivedAt: string | null;
      /** @example General */
      teamName: string;
      /** @example 1 */
      participantCount: number;
      /** @example 0 */
      signedCount: number;
      /** @description The latest event, in words. */
      latestActivity: {
        /** @enum {string} */
        action:
          | 'envelope.created'
          | 'envelope.copied'
          | 'envelope.version_started'
          | 'envelope.version_created'
          | 'envelope.replaced'
          | 'envelope.document_uploaded'
          | 'envelope.document_received'
          | 'envelope.document_refused'
          | 'envelope.document_added'
          | 'envelope.document_removed'
          | 'envelope.documents_reordered'
          | 'envelope.detection_started'
          | 'envelope.detection_completed'
          | 'envelope.detection_failed'
          | 'envelope.draft_updated'
          | 'envelope.editing_opened'
          | 'envelope.sent'
          | 'participant.link_issued'
          | 'participant.link_reissued'
          | 'participant.link_copied'
          | 'participant.corrected'
          | 'participant.delegated'
          | 'participant.reminder_sent'
          | 'participant.delivery_failed'
          | 'copy.sent'
          | 'copy.delivery_failed'
          | 'envelope.deleted'
          | 'envelope.scheduled'
          | 'envelope.schedule_canceled'
          | 'envelope.schedule_failed'
          | 'envelope.expiry_extended'
          | 'envelope.expiry_warned'
          | 'envelope.expired'
          | 'envelope.time_advanced'
          | 'participant.authenticated'
          | 'participant.authentication_failed'
          | 'participant.session_opened'
          | 'participant.account_used'
          | 'participant.viewed'
          | 'participant.consented'
          | 'participant.fields_auto_resolved'
          | 'participant.signed'
          | 'participant.approved'
          | 'participant.asked'
          | 'participant.change_requested'
          | 'envelope.answered'
          | 'thread.settled'
          | 'participant.passkey_created'
          | 'participant.signing_failed'
          | 'participant.new_passkey_accepted'
          | 'participant.declined'
          | 'envelope.declined'
          | 'envelope.completed'
          | 'envelope.sealed'
          | 'envelope.seal_extended'
          | 'envelope.sealing_failed'
          | 'envelope.voided'
          | 'envelope.recalled';
        /** @example Sent */
        label: string;
        /**
         * Format: date-time
         * @example 2027-03-01T09:05:00.000Z
         */
        occurredAt: string;
      };
      signers: {
        /** @example part_01kd2v5m8ne3wtbxq7r0h4j6sa */
        participantId: string;
        /** @example Ada Lovelace */
        name: string;
        /** @enum {string} */
        status: 'pending' | 'signed' | 'declined';
        declineReason: string | null;
        /**
         * @description The latest event about them, in words.
         * @example Link issued
         */
        lastEventLabel: string | null;
        /**
         * Format: date-time
         * @example 2027-03-01T09:05:00.000Z
         */
        lastEventAt: string | null;
        /** Format: date-time */
        lastRemindedAt: string | null;
        /**
         * Format: date-time
         * @description When the next automatic reminder is due.
         */
        nextReminderAt: string | null;
      }[];
      /** @description The first current signer and since when; null unless the envelope is in progress. */
      waitingFor: {
        participantId: string;
        name: string;
        /**
         * Format: date-time
         * @example 2026-11-21T09:00:00.000Z
         */
        since: string;
        /** @description Number of other current signers. */
        otherCount: number;
      } | null;
      /**
       * @description What needs attention. expiring_soon: within 72 hours. your_turn: the sender is the current signer.
       * @example []
       */
      attention: (
        | 'delivery_failed'
        | 'declined'
        | 'expired'
        | 'expiring_soon'
        | 'detection_failed'
        | 'schedule_failed'
        | 'sealing_failed'
        | 'timestamp_missing'
        | 'question'
        | 'your_turn'
      )[];
    };
    CopyRecipient: {
      /** @example cpy_01kd2v5m8ne3wtbxq7r0h4j6sa */
      id: string;
      /** @example Ada Lovelace */
      name: string;
      /** @example ada@example.com */
      email: string;
      /** @enum {string|null} */
      language: 'en' | 'de' | 'fr' | 'es' | 'it' | 'pt' | 'pl' | 'nl' | 'ja' | 'zh' | 'ar' | 'he' | null;
      /**
       * @description sent: when the envelope is sent, and again once it is sealed. completed: only once it is sealed.
       * @enum {string}
       */
      when: 'sent' | 'completed';
      /**
       * Format: date-time
       * @description When they were last sent a link.
       */
      sentAt: string | null;
      /**
       * Format: date-time
       * @description When that email was rejected or bounced.
       */
      deliveryFailedAt: string | null;
    };
    PreparedDocument: {
      /** @description What was removed or changed in the uploaded file; empty for most files. */
      notices: {
        /**
         * @description encryption: The owner password and its restrictions were removed. javascript: Scripts were removed. actions: Actions were removed, such as submitting a form or opening a file. embedded_files: Attached files were removed. Signers do not receive them. xfa: The XFA part of the form was removed. Its pages stay as they were stored in the PDF. hidden_layers: Content on hidden layers was removed. layers: Layers were merged into the page and can no longer be turned on or off. portfolio: The PDF portfolio was removed. Only its cover pages are left. form_fields: Form fields, with their values, became part of the page. annotations: Annotations such as notes, highlights and stamps became part of the page. attached_template: The reference to the Word template was removed. mail_merge: The connection to a mail merge source was removed. tracked_changes_accepted: Tracked changes were accepted. tracked_changes_rejected: Tracked changes were rejected. tracked_changes_kept: Tracked changes are shown as markup. comments: Comments were removed. text_tags: Tags in the text became fields and were taken out of the page. unread_tags: Tags in the text couldn't be read. They stay in the document. signatures_kept: The PDF was signed before. Nothing in it is changed, so its signatures stay valid, and the certificate of completion becomes a file of its own. form_fields_only: Its signatures only permit filling in form fields. Fields must be on one of those listed here. anchors_missing: The text that a field is anchored to isn't in the document. Place the field before sending.
         * @enum {string}
         */
        code:
          | 'encryption'
          | 'javascript'
          | 'actions'
          | 'embedded_files'
          | 'xfa'
          | 'hidden_layers'
          | 'layers'
          | 'portfolio'
          | 'form_fields'
          | 'annotations'
          | 'attached_template'
          | 'mail_merge'
          | 'tracked_changes_accepted'
          | 'tracked_changes_rejected'
          | 'tracked_changes_kept'
          | 'comments'
          | 'text_tags'
          | 'unread_tags'
          | 'signatures_kept'
          | 'form_fields_only'
          | 'anchors_missing';
        /** @description How many there were; null if they are not counted. */
        count: number | null;
        /** @description Which texts it is about, and why. Absent for most notices. */
        items?: {
          /** @description A text of the document or of an anchor. */
          text: string;
          /** @description From 1; null if it has no page. */
          page: number | null;
          reason: string;
          /** @description Where a form field is, as fractions of the visible page. Absent for other texts. */
          place?: {
            x: number;
            y: number;
            width: number;
            height: number;
          };
        }[];
      }[];
    };
    EnvelopeFile: {
      /** @example doc_01kd2v5m8ne3wtbxq7r0h4j6sa */
      id: string;
      /**
       * @description The file name.
       * @example Consulting agreement.pdf
       */
      name: string;
      /**
       * @description Format of the uploaded file; null until it has been received.
       * @example pdf
       * @enum {string|null}
       */
      sourceFormat: 'pdf' | 'docx' | 'png' | 'jpeg' | 'heic' | null;
      /**
       * @description Its first page in the whole document, from 1; null until it has been received.
       * @example 1
       */
      firstPage: number | null;
      /** @example 3 */
      pageCount: number | null;
      /**
       * @description SHA-256 (hex) of the uploaded file; null until it has been received.
       * @example 5b0a9ae1fbd4ce2f0c8f8f10d8c3d4b8f7ab0f3f84f6f7f3a2f7f9d0e5c1b2a3
       */
      contentHash: string | null;
      /**
       * @description Size of the uploaded file.
       * @example 84213
       */
      sizeBytes: number | null;
      /**
       * @description As `documentStatus`. An envelope can't be sent until all of its documents have been received.
       * @example received
       * @enum {string}
       */
      status: 'awaited' | 'processing' | 'received' | 'refused';
      /** @description Why it can't be used, as in `details.reason` of `document_unreadable`. */
      refusal: string | null;
      /** @description The variables of a Word file, such as [[client.name]], filled in or not. */
      variables: components['schemas']['DocumentVariable'][];
      /**
       * @description What was removed or changed in this file.
       * @example [
       *       {
       *         "code": "form_fields",
       *         "count": 3
       *       }
       *     ]
       */
      notices: {
        /**
         * @description encryption: The owner password and its restrictions were removed. javascript: Scripts were removed. actions: Actions were removed, such as submitting a form or opening a file. embedded_files: Attached files were removed. Signers do not receive them. xfa: The XFA part of the form was removed. Its pages stay as they were stored in the PDF. hidden_layers: Content on hidden layers was removed. layers: Layers were merged into the page and can no longer be turned on or off. portfolio: The PDF portfolio was removed. Only its cover pages are left. form_fields: Form fields, with their values, became part of the page. annotations: Annotations such as notes, highlights and stamps became part of the page. attached_template: The reference to the Word template was removed. mail_merge: The connection to a mail merge source was removed. tracked_changes_accepted: Tracked changes were accepted. tracked_changes_rejected: Tracked changes were rejected. tracked_changes_kept: Tracked changes are shown as markup. comments: Comments were removed. text_tags: Tags in the text became fields and were taken out of the page. unread_tags: Tags in the text couldn't be read. They stay in the document. signatures_kept: The PDF was signed before. Nothing in it is changed, so its signatures stay valid, and the certificate of completion becomes a file of its own. form_fields_only: Its signatures only permit filling in form fields. Fields must be on one of those listed here. anchors_missing: The text that a field is anchored to isn't in the document. Place the field before sending.
         * @enum {string}
         */
        code:
          | 'encryption'
          | 'javascript'
          | 'actions'
          | 'embedded_files'
          | 'xfa'
          | 'hidden_layers'
          | 'layers'
          | 'portfolio'
          | 'form_fields'
          | 'annotations'
          | 'attached_template'
          | 'mail_merge'
          | 'tracked_changes_accepted'
          | 'tracked_changes_rejected'
          | 'tracked_changes_kept'
          | 'comments'
          | 'text_tags'
          | 'unread_tags'
          | 'signatures_kept'
          | 'form_fields_only'
          | 'anchors_missing';
        /** @description How many there were; null if they are not counted. */
        count: number | null;
        /** @description Which texts it is about, and why. Absent for most notices. */
        items?: {
          /** @description A text of the document or of an anchor. */
          text: string;
          /** @description From 1; null if it has no page. */
          page: number | null;
          reason: string;
          /** @description Where a form field is, as fractions of the visible page. Absent for other texts. */
          place?: {
            x: number;
            y: number;
            width: number;
            height: number;
          };
        }[];
      }[];
    };
    DocumentVariable: {
      /**
       * @description Where its value is in `variables`; [] stands for the items of a section's list.
       * @example items
       */
      path: string;
      /**
       * @description `section`: repeated for each item of a list, otherwise shown unless the value is empty or false.
       * @example section
       * @enum {string}
       */
      kind: 'text' | 'section';
    };
    Label: {
      /** @example lbl_01kd2v5m8ne3wtbxq7r0h4j6sa */
      id: string;
      /** @example Sales */
      name: string;
      /**
       * @description How the dashboard shows it.
       * @enum {string}
       */
      color: 'gray' | 'indigo' | 'teal' | 'amber' | 'pink' | 'green' | 'red';
    };
    CreatedEnvelope: {
      envelope: components['schemas']['Envelope'];
      participants: components['schemas']['Participant'][];
      fields: components['schemas']['EnvelopeField'][];
      /**
       * @description Counts the versions of a contract, from 1.
       * @example 1
       */
      versionNumber: number;
      /**
       * @description The envelope that this one replaces when it is sent; null for the first version.
       * @example null
       */
      previousVersion: string | null;
      /**
       * @description The next version, sent or still a draft; null if there is none.
       * @example null
       */
      nextVersion: string | null;
      /**
       * @description The version that replaced this one when it was sent; null if none did.
       * @example null
       */
      replacedBy: string | null;
      upload?: components['schemas']['UploadTarget'];
    };
    Envelope: {
      /** @example env_01kd2v5m8ne3wtbxq7r0h4j6sa */
      id: string;
      /** @example org_01kd2v5m8ne3wtbxq7r0h4j6sa */
      organizationId: string;
      /** @example team_01kd2v5m8ne3wtbxq7r0h4j6sa */
      teamId: string;
      templateId: string | null;
      templateContentHash: string | null;
      /**
       * @description draft and review: editable, not sent. detecting: the document is being read. in_progress: out for signature. All others are final.
       * @example in_progress
       * @enum {string}
       */
      status:
        'draft' | 'detecting' | 'review' | 'in_progress' | 'completed' | 'declined' | 'voided' | 'expired';
      /**
       * @description queued: detection is about to start. running: the status is detecting until it ends.
       * @enum {string}
       */
      detectionStatus: 'none' | 'queued' | 'running' | 'completed' | 'failed';
      /**
       * @description Whether the document hasn't been uploaded, is being converted, is available or can't be used. In the last case, you can upload another.
       * @example received
       * @enum {string}
       */
      documentStatus: 'awaited' | 'processing' | 'received' | 'refused';
      /** @description Why it can't be used, as in `details.reason` of `document_unreadable`. */
      documentRefusal: string | null;
      /**
       * @description Increases by one with each event that changes the envelope.
       * @example 3
       */
      version: number;
      /** @example Consulting agreement.pdf */
      originalFilename: string;
      /** @example Consulting agreement with Ada Lovelace */
      displayName: string;
      /**
       * @description Format of the uploaded file; pdf before the upload.
       * @example pdf
       * @enum {string}
       */
      sourceFormat: 'pdf' | 'docx' | 'png' | 'jpeg' | 'heic';
      /**
       * @description SHA-256 (hex) of the uploaded document.
       * @example 5b0a9ae1fbd4ce2f0c8f8f10d8c3d4b8f7ab0f3f84f6f7f3a2f7f9d0e5c1b2a3
       */
      contentHash: string | null;
      /**
       * @description SHA-256 (hex) of the prepared PDF that signers see and sign.
       * @example 0c6d6b5ef1d24f0b0a3f1b5d0c9e8a7f6e5d4c3b2a19080706050403020100ff
       */
      documentHash: string | null;
      /**
       * @description Number of pages of the prepared PDF.
       * @example 3
       */
      pageCount: number | null;
      /**
       * @description Size of the uploaded document.
       * @example 84213
       */
      sizeBytes: number | null;
      /**
       * @description How the document arrived: in the create call, by upload, or from a template.
       * @enum {string}
       */
      deliveryMode: 'inline' | 'upload' | 'template';
      /**
       * @description Fixed when the envelope is sent, and printed on the certificate.
       * @example esign_ueta
       * @enum {string}
       */
      legalFramework: 'esign_ueta' | 'eidas_ses' | 'uk_ses' | 'none' | 'eidas_aes' | 'eidas_qes';
      /** @description Whether signers must accept the consumer disclosure first. */
      consumerDisclosure: boolean;
      /**
       * Format: date-time
       * @description When the envelope expires if it isn't completed; null for never.
       * @example 2027-03-31T22:00:00.000Z
       */
      expiresAt: string | null;
      /**
       * Format: date-time
       * @description When a scheduled draft will be sent.
       */
      scheduledSendAt: string | null;
      /**
       * Format: date-time
       * @example 2027-03-01T09:05:00.000Z
       */
      sentAt: string | null;
      /** Format: date-time */
      completedAt: string | null;
      /** Format: date-time */
      declinedAt: string | null;
      /** Format: date-time */
      voidedAt: string | null;
      /** Format: date-time */
      expiredAt: string | null;
      /**
       * Format: date-time
       * @description When the sealed PDF became available.
       */
      sealedAt: string | null;
      /**
       * Format: date-time
       * @example 2027-03-01T09:00:00.000Z
       */
      createdAt: string;
      /**
       * Format: date-time
       * @example 2027-03-01T09:05:00.000Z
       */
      updatedAt: string;
      /**
       * @example {
       *       "firstAfterDays": 3,
       *       "everyDays": 7,
       *       "maxReminders": 3
       *     }
       */
      reminderPolicy: components['schemas']['ReminderPolicy'] | null;
      /**
       * @example {
       *       "crmId": "4711"
       *     }
       */
      metadata: {
        [key: string]: string;
      } | null;
      /** @example user_01kd2v5m8ne3wtbxq7r0h4j6sa */
      senderUserId: string | null;
      /** @example Olga Owner */
      senderName: string;
      /** @example olga@acme.example */
      senderEmail: string;
      detectedParties:
        | {
            /** @description The value of partyIndex and detectedPartyIndex. */
            index: number;
            name: string | null;
            email: string | null;
            /** @description Its name in the document, such as Supplier. */
            roleLabel: string | null;
            /** @description Number of fields detected for it. */
            fieldCount: number;
          }[]
        | null;
      /** @description The message to everyone. */
      message: components['schemas']['Message'] | null;
      /** @description People who receive the documents without acting. */
      copies: components['schemas']['CopyRecipient'][];
      /**
       * @description The prepared PDF; null until there is one.
       * @example {
       *       "notices": [
       *         {
       *           "code": "form_fields",
       *           "count": 3
       *         }
       *       ]
       *     }
       */
      document: components['schemas']['PreparedDocument'] | null;
      /** @description The files in order. Their pages make up the prepared PDF, and `page` counts through all of them. Empty until the first has been received. */
      documents: components['schemas']['EnvelopeFile'][];
    };
    Participant: {
      /** @example part_01kd2v5m8ne3wtbxq7r0h4j6sa */
      id: string;
      /** @example env_01kd2v5m8ne3wtbxq7r0h4j6sa */
      envelopeId: string;
      /** @example org_01kd2v5m8ne3wtbxq7r0h4j6sa */
      organizationId: string;
      /** @description Signing order. Participants with the same value sign in parallel; the pending ones with the lowest value are the current signers. */
      orderIndex: number;
      /** @example Ada Lovelace */
      name: string;
      /**
       * @description An approver agrees without signing; their status becomes signed.
       * @enum {string}
       */
      role: 'signer' | 'approver';
      /**
       * @description email: by an emailed link. embedded: by a session URL from your application, never emailed. in_person: on a device that the sender hands them.
       * @enum {string}
       */
      delivery: 'email' | 'embedded' | 'in_person';
      /** @example ada@example.com */
      email: string;
      /**
       * @description pending: hasn't signed, even if it isn't their turn. signed and declined are final.
       * @enum {string}
       */
      status: 'pending' | 'signed' | 'declined';
      /**
       * Format: date-time
       * @description When they consented to sign electronically.
       */
      consentedAt: string | null;
      /** Format: date-time */
      signedAt: string | null;
      /** @description How they prove who they are before they see the document. */
      authentication: {
        /** @enum {string} */
        method: 'link' | 'access_code' | 'email_code' | 'sms_code' | 'oidc';
        /**
         * @description Where codes are texted; null for other methods. Recipients see its last two digits.
         * @example null
         */
        phone: string | null;
        /**
         * @description The identity provider they sign in with; null for other methods.
         * @example null
         */
        provider: string | null;
      };
      /** @description How they sign. */
      signing: components['schemas']['Signing'];
      /** @description What they signed with: null before they have signed, and for a signature without a passkey. */
      signedWith: components['schemas']['SignedWith'] | null;
      /**
       * Format: date-time
       * @description When they last proved who they are, before they signed.
       */
      authenticatedAt: string | null;
      /** Format: date-time */
      declinedAt: string | null;
      /** Format: date-time */
      lastViewedAt: string | null;
      declineReason: string | null;
      lastIpAddress: string | null;
      lastUserAgent: string | null;
      /**
       * Format: date-time
       * @example 2027-03-01T09:00:00.000Z
       */
      createdAt: string;
      /**
       * Format: date-time
       * @example 2027-03-01T09:00:00.000Z
       */
      updatedAt: string;
      /** @example Lovelace Analytics */
      company: string | null;
      /** @example Managing Director */
      title: string | null;
      /**
       * @description Language of their emails, set by the sender or by their browser.
       * @enum {string|null}
       */
      language: 'en' | 'de' | 'fr' | 'es' | 'it' | 'pt' | 'pl' | 'nl' | 'ja' | 'zh' | 'ar' | 'he' | null;
      /** @description Whether they may ask someone else to act in their place. */
      canDelegate: boolean;
      /**
       * @description Who had this turn before and handed it over, first to last.
       * @example [
       *       {
       *         "name": "Charles Babbage",
       *         "at": "2027-03-01T09:05:00.000Z"
       *       }
       *     ]
       */
      delegatedFrom: {
        name: string;
        /**
         * Format: date-time
         * @example 2026-11-21T09:00:00.000Z
         */
        at: string;
      }[];
      /** @description The note that only this participant sees. */
      message: string | null;
      /** @description Index of the detected party they were matched to. */
      detectedPartyIndex: number | null;
    };
    /**
     * @example {
     *       "method": "click"
     *     }
     */
    Signing:
      | {
          /**
           * @description By the last button of the page.
           * @constant
           */
          method: 'click';
        }
      | {
          /**
           * @description Also with a passkey, which their device asks them to confirm.
           * @constant
           */
          method: 'passkey';
          /** @description Whether they can’t sign without a passkey. */
          required: boolean;
          /** @description Whether it has to be a passkey that has signed for the organization and this address before. */
          known: boolean;
        };
    /** @example null */
    SignedWith: {
      /** @constant */
      kind: 'passkey';
      /** @description The site that the passkey is for. */
      rpId: string;
      /** @description SHA-256 of the public key. */
      keyHash: string;
      /** @description Whether the passkey is backed up, so that other devices may have it. */
      isSynced: boolean;
      /** @description Documents of the organization that the same passkey had signed before; null for none. */
      earlier: {
        count: number;
        /**
         * Format: date-time
         * @example 2026-11-21T09:00:00.000Z
         */
        firstAt: string;
        /** @description Hash of the event that records the first of them. */
        firstEventHash: string;
      } | null;
    };
    EnvelopeField: {
      /** @example fld_01kd2v5m8ne3wtbxq7r0h4j6sa */
      id: string;
      /** @example env_01kd2v5m8ne3wtbxq7r0h4j6sa */
      envelopeId: string;
      /** @example org_01kd2v5m8ne3wtbxq7r0h4j6sa */
      organizationId: string;
      /**
       * @description Participant who fills it in; null if it isn't assigned, and for what the sender puts on the pages.
       * @example part_01kd2v5m8ne3wtbxq7r0h4j6sa
       */
      participantId: string | null;
      /** @enum {string} */
      type:
        | 'signature'
        | 'initials'
        | 'stamp'
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
        | 'choices'
        | 'phone'
        | 'attachment'
        | 'note'
        | 'strikethrough';
      /**
       * @description Stable name for programs, unique in the envelope.
       * @example invoice_total
       */
      key: string;
      /** @description How a date or number is shown and drawn; null: as it was entered. */
      format: components['schemas']['FieldFormat'] | null;
      /** @description What a value must satisfy beyond its type. */
      validation: components['schemas']['FieldValidation'] | null;
      /** @description Shown in the empty input. */
      placeholder: string | null;
      /** @description Shown below the input. */
      hint: string | null;
      /** @description What the field starts with if it has no prefillValue. The signer can change it. */
      defaultValue: string | null;
      /** @description Whether a text can have several lines. */
      multiline: boolean;
      /**
       * @description null: where the text starts in its writing direction.
       * @enum {string|null}
       */
      align: 'left' | 'center' | 'right' | null;
      /** @description In points. null: fits the field. */
      fontSize: number | null;
      /** @description Number of equal cells with one character each, as on tax forms; null for none. */
      comb: number | null;
      /** @description Whether other signers never see the value. */
      private: boolean;
      /** @description When the field applies; null: always. */
      condition: components['schemas']['FieldCondition'] | null;
      /** @description Computes a number from other fields: + - * / ( ) round sum min max over keys. */
      formula: string | null;
      /** @description The text that placed the field; null if it was placed by coordinates. */
      anchor: components['schemas']['FieldAnchor'] | null;
      /**
       * @description From 1.
       * @example 1
       */
      page: number;
      /**
       * @description Distance from the left edge, as a fraction (0 to 1) of the displayed page.
       * @example 0.1
       */
      x: number;
      /**
       * @description Distance from the top edge, as a fraction of the page height.
       * @example 0.7
       */
      y: number;
      /**
       * @description As a fraction of the page width.
       * @example 0.3
       */
      width: number;
      /**
       * @description As a fraction of the page height.
       * @example 0.06
       */
      height: number;
      /**
       * @description What the signer is asked for; null shows the type.
       * @example Signature
       */
      label: string | null;
      /** @example true */
      required: boolean;
      /** @description The options of a field of type dropdown or choices, or the value of a radio button; null for other types. */
      options: string[] | null;
      /**
       * @description manual: placed by the sender. detected: found on the page. template: from the template. form: from the document's own form.
       * @example manual
       * @enum {string}
       */
      source: 'manual' | 'detected' | 'template' | 'form';
      /** @description Initial value, or the text of a note. */
      prefillValue: string | null;
      /** @description Whether the signer can't change the initial value. */
      locked: boolean;
      /**
       * @description What the service fills in when the participant signs.
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
       * @description autoSource proposed by detection. It has no effect until you set autoSource.
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
      /** @description The signed value: true or false for a checkbox, YYYY-MM-DD for a date, the chosen options on a line each for choices. Null before signing. */
      value: string | null;
      /** @description The first file behind the value of an attachment field. For its signer, also what they have uploaded so far. */
      attachment: components['schemas']['Attachment'] | null;
      /**
       * @description All files behind the value of an attachment field, in order.
       * @example []
       */
      attachments: components['schemas']['Attachment'][];
      /** Format: date-time */
      filledAt: string | null;
      /**
       * Format: date-time
       * @example 2027-03-01T09:00:00.000Z
       */
      createdAt: string;
      /**
       * Format: date-time
       * @example 2027-03-01T09:00:00.000Z
       */
      updatedAt: string;
      /** @description The detected party it seems to belong to. */
      partyIndex: number | null;
      /** @description The role it was created for; `unassigned` if it isn't assigned. */
      syntheticRoleId: string | null;
      syntheticRoleName: string | null;
      /**
       * @description False while its anchor's text hasn't been found: it then has no place yet and can't be sent.
       * @example true
       */
      placed: boolean;
      /** @description Radio buttons and checkboxes of a group are answered together. */
      group: string | null;
    };
    /** @description How a date or number is shown and drawn. The value stays plain. */
    FieldFormat: {
      pattern: components['schemas']['FieldPattern'];
      /**
       * @description Exact number of decimals. null: as many as the number has.
       * @example 2
       */
      decimals: number | null;
      /**
       * @description ISO 4217 code.
       * @example EUR
       */
      currency: string | null;
    };
    /** @description What a value must satisfy beyond its type. */
    FieldValidation: {
      /**
       * @description Smallest number, earliest date (YYYY-MM-DD), or least number of choices.
       * @example 0
       */
      min: components['schemas']['RangeEnd'] | null;
      /**
       * @description Largest number, latest date, or largest number of choices.
       * @example 1000000
       */
      max: components['schemas']['RangeEnd'] | null;
      /** @description In characters. */
      minLength: number | null;
      /** @description In characters. */
      maxLength: number | null;
      /**
       * @description Regular expression (RE2 syntax) that the whole value must match.
       * @example [A-Z]{2}[0-9]{6}
       */
      pattern: string | null;
      /**
       * @description Shown to the signer if a value is refused. Default: ours.
       * @example Enter a positive amount.
       */
      message: string | null;
    };
    Attachment: {
      /** @example att_01kd2v5m8ne3wtbxq7r0h4j6sa */
      id: string;
      /** @example passport.jpg */
      filename: string;
      /**
       * @description application/pdf, image/png or image/jpeg.
       * @example image/jpeg
       */
      contentType: string;
      /** @example 481203 */
      sizeBytes: number;
      /**
       * @description SHA-256 of the file, lowercase hex.
       * @example 5b0a9ae1fbd4ce2f0c8f8f10d8c3d4b8f7ab0f3f84f6f7f3a2f7f9d0e5c1b2a3
       */
      sha256: string;
    };
    /** @description Where to upload the document, with these headers. Call upload/complete afterwards. */
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
      /**
       * @description Counts the versions of a contract, from 1.
       * @example 1
       */
      versionNumber: number;
      /**
       * @description The envelope that this one replaces when it is sent; null for the first version.
       * @example null
       */
      previousVersion: string | null;
      /**
       * @description The next version, sent or still a draft; null if there is none.
       * @example null
       */
      nextVersion: string | null;
      /**
       * @description The version that replaced this one when it was sent; null if none did.
       * @example null
       */
      replacedBy: string | null;
    };
    PageSession: {
      /**
       * Format: uri
       * @description Opens the page once, within five minutes. Treat it as a secret.
       * @example https://sign.example.com/sign/session/ses_01h455vb4pex5vsknk084sn02q#token=eyJ2IjoxfQ.c2ln
       */
      url: string;
      /**
       * Format: date-time
       * @description When the URL stops working.
       * @example 2026-11-21T09:00:00.000Z
       */
      expiresAt: string;
    };
    VersionChanges: {
      /**
       * @description The version that is compared.
       * @example env_01kd2v5m8ne3wtbxq7r0h4j6sa
       */
      previousVersion: string;
      /**
       * @description SHA-256 (hex) of the prepared PDF of this version.
       * @example 0c6d6b5ef1d24f0b0a3f1b5d0c9e8a7f6e5d4c3b2a19080706050403020100ff
       */
      documentHash: string;
      /**
       * @description SHA-256 (hex) of the prepared PDF of the version before.
       * @example 5b0a9ae1fbd4ce2f0c8f8f10d8c3d4b8f7ab0f3f84f6f7f3a2f7f9d0e5c1b2a3
       */
      previousDocumentHash: string;
      changes: {
        /** @enum {string} */
        kind: 'changed' | 'added' | 'removed';
        before: components['schemas']['ChangedText'];
        after: components['schemas']['ChangedText'];
        /**
         * @description The words before it in this version.
         * @example The monthly rent is
         */
        leading: string;
        /**
         * @description The words after it in this version.
         * @example and is due on the first day of each month.
         */
        trailing: string;
      }[];
      /** @description The number of further changes, which aren't listed. */
      omitted: number;
      /** @description Pages that draw no text, such as scans. Nothing on them is compared. */
      pagesWithoutText: {
        before: number[];
        after: number[];
      };
      /**
       * @description SHA-256 (hex) of all other properties, as RFC 8785 canonical JSON.
       * @example 5d41402abc4b2a76b9719d911017c592ae2e3bdbb3a5f7e6d0c1b2a394857665
       */
      digest: string;
    };
    ChangedText: {
      /**
       * @description Empty if the version says nothing there.
       * @example 1,250 euros
       */
      text: string;
      /**
       * @description Counted from 1.
       * @example 1
       */
      page: number;
      /** @description Where the text is drawn, in fractions of its page as displayed, from the top left. */
      boxes: {
        /**
         * @description Counted from 1.
         * @example 1
         */
        page: number;
        x: number;
        y: number;
        width: number;
        height: number;
      }[];
    };
    Evidence: {
      /** @example env_01kd2v5m8ne3wtbxq7r0h4j6sa */
      envelopeId: string;
      /** @example org_01kd2v5m8ne3wtbxq7r0h4j6sa */
      organizationId: string;
      events: components['schemas']['EventRecord'][];
      /** @description Hash of the latest event. */
      headHash: string;
      /** @description The envelope's entry in the transparency log; null until a checkpoint covers it. */
      log: components['schemas']['LogEvidence'] | null;
      /** @description SHA-256 in hex. The original is that of the first file; the certificate is null if it is part of the sealed PDF. */
      documents: {
        /** @example 5b0a9ae1fbd4ce2f0c8f8f10d8c3d4b8f7ab0f3f84f6f7f3a2f7f9d0e5c1b2a3 */
        original: string | null;
        /** @example 0c6d6b5ef1d24f0b0a3f1b5d0c9e8a7f6e5d4c3b2a19080706050403020100ff */
        prepared: string | null;
        sealed: string | null;
        certificate: string | null;
      };
      /** @description The files that the prepared PDF consists of, in order, as in the envelope. */
      files: components['schemas']['EnvelopeFile'][];
      /**
       * @description The sender's texts and strikethroughs, whose hash `envelope.sent` has as `annotationsHash`.
       * @example []
       */
      annotations: {
        /** @enum {string} */
        type:
          | 'signature'
          | 'initials'
          | 'stamp'
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
          | 'choices'
          | 'phone'
          | 'attachment'
          | 'note'
          | 'strikethrough';
        page: number;
        x: number;
        y: number;
        width: number;
        height: number;
        value: string;
      }[];
      /**
       * @description Files that signers attached, by field.
       * @example []
       */
      attachments: {
        /** @example att_01kd2v5m8ne3wtbxq7r0h4j6sa */
        id: string;
        /** @example passport.jpg */
        filename: string;
        /**
         * @description application/pdf, image/png or image/jpeg.
         * @example image/jpeg
         */
        contentType: string;
        /** @example 481203 */
        sizeBytes: number;
        /**
         * @description SHA-256 of the file, lowercase hex.
         * @example 5b0a9ae1fbd4ce2f0c8f8f10d8c3d4b8f7ab0f3f84f6f7f3a2f7f9d0e5c1b2a3
         */
        sha256: string;
        /** @example fld_01kd2v5m8ne3wtbxq7r0h4j6sa */
        fieldId: string;
      }[];
      /**
       * @description DER in base64, leaf first; empty until the envelope is sealed.
       * @example [
       *       "MIIBszCCAVmgAwIBAgIUT0x1c3RyYXRpb24="
       *     ]
       */
      sealCertificates: string[];
    };
    LogEvidence: {
      /** @description What the entry is the SHA-256 of: canonical JSON (RFC 8785) that names the head of the chain. */
      preimage: string;
      /** @description The entry's place in the log. */
      index: number;
      /** @description Inclusion proof and signed checkpoint (c2sp.org/tlog-proof): the content of a `.tlog-proof` file. */
      proof: string;
    };
    EnvelopeThread: {
      /** @example thr_01kd2v5m8ne3wtbxq7r0h4j6sa */
      id: string;
      /** @example env_01kd2v5m8ne3wtbxq7r0h4j6sa */
      envelopeId: string;
      /**
       * @description question: they want an answer. change: they want other words in the document.
       * @enum {string}
       */
      kind: 'question' | 'change';
      /**
       * @description open: the sender hasn't answered the last message. answered: they have. settled: it's done.
       * @enum {string}
       */
      state: 'open' | 'answered' | 'settled';
      /**
       * @description The participant who began it.
       * @example part_01kd2v5m8ne3wtbxq7r0h4j6sa
       */
      startedBy: string;
      /**
       * @description The passage that it is about.
       * @example {
       *       "page": 2,
       *       "text": "Invoices are payable within 14 days.",
       *       "boxes": [
       *         {
       *           "x": 0.12,
       *           "y": 0.31,
       *           "width": 0.52,
       *           "height": 0.02
       *         }
       *       ]
       *     }
       */
      quote: {
        /** @description Counted from 1. */
        page: number;
        /** @description What the page draws there. */
        text: string;
        boxes: {
          /** @description The left edge, as a fraction of the page as displayed. */
          x: number;
          /** @description The top edge. */
          y: number;
          /** @description As a fraction of the page. */
          width: number;
          /** @description As a fraction of the page. */
          height: number;
        }[];
      } | null;
      /**
       * @description The words that should stand instead of the quote.
       * @example Invoices are payable within 30 days.
       */
      proposal: string | null;
      /**
       * @description Who sees it besides the sender: the participant who began it, or every participant.
       * @enum {string}
       */
      visibleTo: 'participant' | 'everyone';
      messages: components['schemas']['ThreadMessage'][];
    };
    ThreadMessage: {
      /** @example msg_01kd2v5m8ne3wtbxq7r0h4j6sa */
      id: string;
      author: components['schemas']['ThreadAuthor'];
      /** @example Can we say 30 days instead of 14? */
      text: string;
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      at: string;
    };
    ThreadAuthor:
      | {
          /** @constant */
          type: 'signer';
          /** @example part_01kd2v5m8ne3wtbxq7r0h4j6sa */
          participantId: string;
          /** @example Ada Lovelace */
          name: string;
        }
      | {
          /** @constant */
          type: 'sender';
          /**
           * @description null if a program answered.
           * @example user_01kd2v5m8ne3wtbxq7r0h4j6sa
           */
          userId: string | null;
          /** @example Olga Owner */
          name: string;
        };
    Extract:
      | {
          /** @constant */
          status: 'not_extracted';
          /** @example env_01kd2v5m8ne3wtbxq7r0h4j6sa */
          envelopeId: string;
          /**
           * @example in_progress
           * @enum {string}
           */
          envelopeStatus:
            | 'draft'
            | 'detecting'
            | 'review'
            | 'in_progress'
            | 'completed'
            | 'declined'
            | 'voided'
            | 'expired';
          /** @description What has been read so far, in words. */
          message: string;
        }
      | {
          /** @constant */
          status: 'extracted';
          /** @example env_01kd2v5m8ne3wtbxq7r0h4j6sa */
          envelopeId: string;
          /**
           * @example in_progress
           * @enum {string}
           */
          envelopeStatus:
            | 'draft'
            | 'detecting'
            | 'review'
            | 'in_progress'
            | 'completed'
            | 'declined'
            | 'voided'
            | 'expired';
          /** @description What has been read so far, in words. */
          message: string;
          parties: {
            /** @example part_01kd2v5m8ne3wtbxq7r0h4j6sa */
            participantId: string;
            /** @example Ada Lovelace */
            name: string;
            /** @example ada@example.com */
            email: string;
            /** @example Lovelace Analytics */
            company: string | null;
            /** @example Managing Director */
            title: string | null;
            /**
             * @description The template's apiRoleName, or the name of the role that the fields were created for.
             * @example Consultant
             */
            role: string | null;
            /**
             * Format: date-time
             * @example 2027-03-01T14:30:00.000Z
             */
            signedAt: string | null;
          }[];
          dates: {
            /**
             * Format: date-time
             * @example 2027-03-01T09:00:00.000Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @example 2027-03-01T09:05:00.000Z
             */
            sentAt: string | null;
            /**
             * Format: date-time
             * @example 2027-03-01T14:30:00.000Z
             */
            completedAt: string | null;
            /**
             * Format: date
             * @description Same as in `semantic.dates`. So are the next two.
             * @example 2027-03-01
             */
            agreementDate: string | null;
            /** Format: date */
            effectiveDate: string | null;
            /** Format: date */
            expirationDate: string | null;
          };
          fields: {
            /** @example fld_01kd2v5m8ne3wtbxq7r0h4j6sa */
            fieldId: string;
            /** @example Place of signing */
            label: string;
            /**
             * @description The field's key, unique in the envelope. Default: the label in snake case.
             * @example place_of_signing
             */
            key: string;
            /** @enum {string} */
            type:
              | 'signature'
              | 'initials'
              | 'stamp'
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
              | 'choices'
              | 'phone'
              | 'attachment'
              | 'note'
              | 'strikethrough';
            /** @example part_01kd2v5m8ne3wtbxq7r0h4j6sa */
            participantId: string | null;
            /** @example Malmö */
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
              /**
               * @description The wording: a passage of the document or the label of the field.
               * @example This agreement takes effect on 1 March 2027.
               */
              text: string;
              /**
               * @description From 1.
               * @example 1
               */
              page: number;
              /**
               * @description field: filled in by a signer. document: read from the text.
               * @example document
               * @enum {string}
               */
              source: 'field' | 'document';
              /**
               * @description 1 for values filled in by signers.
               * @example 0.9
               */
              confidence: number;
            }[];
            governingLaw: {
              value: string;
              /**
               * @description The wording: a passage of the document or the label of the field.
               * @example This agreement takes effect on 1 March 2027.
               */
              text: string;
              /**
               * @description From 1.
               * @example 1
               */
              page: number;
              /**
               * @description field: filled in by a signer. document: read from the text.
               * @example document
               * @enum {string}
               */
              source: 'field' | 'document';
              /**
               * @description 1 for values filled in by signers.
               * @example 0.9
               */
              confidence: number;
            } | null;
            /** @description The clause that makes the contract run until terminated. */
            perpetual: {
              /**
               * @description The wording: a passage of the document or the label of the field.
               * @example This agreement takes effect on 1 March 2027.
               */
              text: string;
              /**
               * @description From 1.
               * @example 1
               */
              page: number;
              /**
               * @description field: filled in by a signer. document: read from the text.
               * @example document
               * @enum {string}
               */
              source: 'field' | 'document';
              /**
               * @description 1 for values filled in by signers.
               * @example 0.9
               */
              confidence: number;
            } | null;
            /** @description Parties named in the text, regardless of who signed. */
            parties: {
              name: string;
              /** @description How the text refers to them. */
              aliases: string[];
              /**
               * @description The wording: a passage of the document or the label of the field.
               * @example This agreement takes effect on 1 March 2027.
               */
              text: string;
              /**
               * @description From 1.
               * @example 1
               */
              page: number;
              confidence: number;
            }[];
          };
        };
    Template: {
      /** @example tpl_01kd2v5m8ne3wtbxq7r0h4j6sa */
      id: string;
      /** @example org_01kd2v5m8ne3wtbxq7r0h4j6sa */
      organizationId: string;
      /** @example team_01kd2v5m8ne3wtbxq7r0h4j6sa */
      teamId: string;
      /** @example Consulting agreement */
      name: string;
      /**
       * @description Names every envelope sent from the template.
       * @example {template_name} – {recipient_company} ({date:YYYY-MM})
       */
      namePattern: string | null;
      /** @example Consulting agreement.pdf */
      originalFilename: string;
      /** @enum {string} */
      sourceFormat: 'pdf' | 'docx' | 'png' | 'jpeg' | 'heic';
      /**
       * @description SHA-256 (hex) of the uploaded document.
       * @example 5b0a9ae1fbd4ce2f0c8f8f10d8c3d4b8f7ab0f3f84f6f7f3a2f7f9d0e5c1b2a3
       */
      contentHash: string;
      /** @example 84213 */
      sizeBytes: number;
      /**
       * @description Initial framework of new envelopes.
       * @example esign_ueta
       * @enum {string}
       */
      legalFramework: 'esign_ueta' | 'eidas_ses' | 'uk_ses' | 'none' | 'eidas_aes' | 'eidas_qes';
      consumerDisclosure: boolean;
      /**
       * @example {
       *       "firstAfterDays": 3,
       *       "everyDays": 7,
       *       "maxReminders": 3
       *     }
       */
      reminderPolicy: components['schemas']['ReminderPolicy'] | null;
      /** @description Message of new envelopes. */
      message: components['schemas']['Message'] | null;
      /** @description People who receive new envelopes without acting. */
      copies: components['schemas']['TemplateCopy'][];
      /** Format: date-time */
      archivedAt: string | null;
      /**
       * @description Number of envelopes created from it.
       * @example 12
       */
      useCount: number;
      /** Format: date-time */
      lastUsedAt: string | null;
      /**
       * @description form_closed: the service closed its public form; see its `closedReason`.
       * @example []
       */
      attention: 'form_closed'[];
      /**
       * Format: date-time
       * @example 2027-03-01T09:00:00.000Z
       */
      createdAt: string;
      /**
       * Format: date-time
       * @example 2027-03-01T09:00:00.000Z
       */
      updatedAt: string;
    };
    TemplateCopy: {
      /** @example Ada Lovelace */
      name: string;
      /** @example ada@example.com */
      email: string;
      /** @enum {string|null} */
      language: 'en' | 'de' | 'fr' | 'es' | 'it' | 'pt' | 'pl' | 'nl' | 'ja' | 'zh' | 'ar' | 'he' | null;
      /**
       * @description sent: when the envelope is sent, and again once it is sealed. completed: only once it is sealed.
       * @enum {string}
       */
      when: 'sent' | 'completed';
    };
    TemplateGraph: {
      template: components['schemas']['Template'];
      roles: components['schemas']['TemplateRole'][];
      fields: components['schemas']['TemplateField'][];
      /** @description What its Word files need in `variables` when you create an envelope; empty for most. */
      variables: components['schemas']['DocumentVariable'][];
    };
    TemplateRole: {
      /** @example role_01kd2v5m8ne3wtbxq7r0h4j6sa */
      id: string;
      /** @example tpl_01kd2v5m8ne3wtbxq7r0h4j6sa */
      templateId: string;
      /** @example Consultant */
      name: string;
      /**
       * @description Key of its recipient when you create an envelope, and its name in the token {role:…}.
       * @example consultant
       */
      apiRoleName: string;
      /** @description Signing order. Roles with the same value sign in parallel. */
      orderIndex: number;
      /**
       * @description Whether its recipient signs or approves.
       * @enum {string}
       */
      role: 'signer' | 'approver';
      /**
       * @description How its recipient gets to the document.
       * @enum {string}
       */
      delivery: 'email' | 'embedded' | 'in_person';
      isSender: boolean;
      optional: boolean;
      /** @description Who takes it unless someone else is named; null if its recipient must be named. */
      recipient: {
        /** @example Grace Hopper */
        name: string;
        /** @example grace@example.com */
        email: string;
        company: string | null;
        title: string | null;
      } | null;
    };
    TemplateField: {
      /** @example tfld_01kd2v5m8ne3wtbxq7r0h4j6sa */
      id: string;
      /** @example tpl_01kd2v5m8ne3wtbxq7r0h4j6sa */
      templateId: string;
      /**
       * @description Role that fills it in; null for what the sender puts on the pages.
       * @example role_01kd2v5m8ne3wtbxq7r0h4j6sa
       */
      roleId: string | null;
      /** @enum {string} */
      type:
        | 'signature'
        | 'initials'
        | 'stamp'
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
        | 'choices'
        | 'phone'
        | 'attachment'
        | 'note'
        | 'strikethrough';
      /**
       * @description Stable name for programs, unique in the envelope.
       * @example invoice_total
       */
      key: string;
      /** @description How a date or number is shown and drawn; null: as it was entered. */
      format: components['schemas']['FieldFormat'] | null;
      /** @description What a value must satisfy beyond its type. */
      validation: components['schemas']['FieldValidation'] | null;
      /** @description Shown in the empty input. */
      placeholder: string | null;
      /** @description Shown below the input. */
      hint: string | null;
      /** @description What the field starts with if it has no prefillValue. The signer can change it. */
      defaultValue: string | null;
      /** @description Whether a text can have several lines. */
      multiline: boolean;
      /**
       * @description null: where the text starts in its writing direction.
       * @enum {string|null}
       */
      align: 'left' | 'center' | 'right' | null;
      /** @description In points. null: fits the field. */
      fontSize: number | null;
      /** @description Number of equal cells with one character each, as on tax forms; null for none. */
      comb: number | null;
      /** @description Whether other signers never see the value. */
      private: boolean;
      /** @description When the field applies; null: always. */
      condition: components['schemas']['FieldCondition'] | null;
      /** @description Computes a number from other fields: + - * / ( ) round sum min max over keys. */
      formula: string | null;
      /** @description The text that placed the field; null if it was placed by coordinates. */
      anchor: components['schemas']['FieldAnchor'] | null;
      /**
       * @description From 1.
       * @example 1
       */
      page: number;
      /**
       * @description Distance from the left edge, as a fraction (0 to 1) of the displayed page.
       * @example 0.1
       */
      x: number;
      /**
       * @description Distance from the top edge, as a fraction of the page height.
       * @example 0.7
       */
      y: number;
      /**
       * @description As a fraction of the page width.
       * @example 0.3
       */
      width: number;
      /**
       * @description As a fraction of the page height.
       * @example 0.06
       */
      height: number;
      /** @example Signature */
      label: string | null;
      /** @example true */
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
      /** @description Key of its value in `prefill` and in the token {prefill:…}; null if it takes none. */
      prefillKey: string | null;
      /** @description Whether the signer can't change the prefilled value. */
      locked: boolean;
      group: string | null;
    };
    TemplateForm: {
      /**
       * Format: uri
       * @example https://sign.example.com/forms/form_01h455vb4pex5vsknk084sn02q
       */
      url: string;
      enabled: boolean;
      /**
       * @description Why the service closed it: the person who published it is no longer a member, may no longer send, or no longer belongs to the template’s private team. Publish it again to open it in your name. Null if it is open, or a person turned it off.
       * @enum {string|null}
       */
      closedReason: 'publisher_removed' | 'publisher_demoted' | 'publisher_left_team' | null;
      /**
       * Format: date-time
       * @description When the service closed it.
       */
      closedAt: string | null;
      /** @example client */
      roleApiName: string;
      /** Format: date-time */
      expiresAt: string | null;
      maxUses: number | null;
      /** @description How many envelopes were sent with it. */
      uses: number;
      allowedDomains: string[] | null;
      thankYou: components['schemas']['ThankYou'] | null;
      recipients: {
        [key: string]: components['schemas']['FormRecipientInput'];
      };
    };
    ThankYou: {
      /** @example We will call you this week. */
      text: string;
      url: string | null;
    };
    Webhook: {
      /** @example wh_01kd2v5m8ne3wtbxq7r0h4j6sa */
      id: string;
      /** @example org_01kd2v5m8ne3wtbxq7r0h4j6sa */
      organizationId: string;
      /** @example https://example.com/countersign */
      url: string;
      /** @example Contracts in our CRM */
      description: string | null;
      /**
       * @description Event types it receives; null for all, including future ones.
       * @example [
       *       "envelope.sent",
       *       "envelope.completed"
       *     ]
       */
      events:
        | (
            | 'envelope.created'
            | 'envelope.copied'
            | 'envelope.version_started'
            | 'envelope.version_created'
            | 'envelope.replaced'
            | 'envelope.document_uploaded'
            | 'envelope.document_received'
            | 'envelope.document_refused'
            | 'envelope.document_added'
            | 'envelope.document_removed'
            | 'envelope.documents_reordered'
            | 'envelope.detection_started'
            | 'envelope.detection_completed'
            | 'envelope.detection_failed'
            | 'envelope.draft_updated'
            | 'envelope.editing_opened'
            | 'envelope.sent'
            | 'participant.link_issued'
            | 'participant.link_reissued'
            | 'participant.link_copied'
            | 'participant.corrected'
            | 'participant.delegated'
            | 'participant.reminder_sent'
            | 'participant.delivery_failed'
            | 'copy.sent'
            | 'copy.delivery_failed'
            | 'envelope.deleted'
            | 'envelope.scheduled'
            | 'envelope.schedule_canceled'
            | 'envelope.schedule_failed'
            | 'envelope.expiry_extended'
            | 'envelope.expiry_warned'
            | 'envelope.expired'
            | 'envelope.time_advanced'
            | 'participant.authenticated'
            | 'participant.authentication_failed'
            | 'participant.session_opened'
            | 'participant.account_used'
            | 'participant.viewed'
            | 'participant.consented'
            | 'participant.fields_auto_resolved'
            | 'participant.signed'
            | 'participant.approved'
            | 'participant.asked'
            | 'participant.change_requested'
            | 'envelope.answered'
            | 'thread.settled'
            | 'participant.passkey_created'
            | 'participant.signing_failed'
            | 'participant.new_passkey_accepted'
            | 'participant.declined'
            | 'envelope.declined'
            | 'envelope.completed'
            | 'envelope.sealed'
            | 'envelope.seal_extended'
            | 'envelope.sealing_failed'
            | 'envelope.voided'
            | 'envelope.recalled'
          )[]
        | null;
      /** @example true */
      enabled: boolean;
      /**
       * @description Why the service disabled it. gone: the server returned 410. failing: no message was accepted for five days. creator_lost_access: the person who created or enabled it no longer administers the organization, or their key was revoked or expired. Null if a person disabled it.
       * @enum {string|null}
       */
      disabledReason: 'gone' | 'failing' | 'creator_lost_access' | null;
      /** Format: date-time */
      disabledAt: string | null;
      /**
       * Format: date-time
       * @description First failed attempt since the last success.
       */
      failingSince: string | null;
      /**
       * Format: date-time
       * @description Until then, messages are also signed with the previous secret.
       */
      previousSecretExpiresAt: string | null;
      /**
       * Format: date-time
       * @example 2027-03-01T09:00:00.000Z
       */
      createdAt: string;
      /**
       * Format: date-time
       * @example 2027-03-01T09:00:00.000Z
       */
      updatedAt: string;
    };
    WebhookWithSecret: {
      /** @example wh_01kd2v5m8ne3wtbxq7r0h4j6sa */
      id: string;
      /** @example org_01kd2v5m8ne3wtbxq7r0h4j6sa */
      organizationId: string;
      /** @example https://example.com/countersign */
      url: string;
      /** @example Contracts in our CRM */
      description: string | null;
      /**
       * @description Event types it receives; null for all, including future ones.
       * @example [
       *       "envelope.sent",
       *       "envelope.completed"
       *     ]
       */
      events:
        | (
            | 'envelope.created'
            | 'envelope.copied'
            | 'envelope.version_started'
            | 'envelope.version_created'
            | 'envelope.replaced'
            | 'envelope.document_uploaded'
            | 'envelope.document_received'
            | 'envelope.document_refused'
            | 'envelope.document_added'
            | 'envelope.document_removed'
            | 'envelope.documents_reordered'
            | 'envelope.detection_started'
            | 'envelope.detection_completed'
            | 'envelope.detection_failed'
            | 'envelope.draft_updated'
            | 'envelope.editing_opened'
            | 'envelope.sent'
            | 'participant.link_issued'
            | 'participant.link_reissued'
            | 'participant.link_copied'
            | 'participant.corrected'
            | 'participant.delegated'
            | 'participant.reminder_sent'
            | 'participant.delivery_failed'
            | 'copy.sent'
            | 'copy.delivery_failed'
            | 'envelope.deleted'
            | 'envelope.scheduled'
            | 'envelope.schedule_canceled'
            | 'envelope.schedule_failed'
            | 'envelope.expiry_extended'
            | 'envelope.expiry_warned'
            | 'envelope.expired'
            | 'envelope.time_advanced'
            | 'participant.authenticated'
            | 'participant.authentication_failed'
            | 'participant.session_opened'
            | 'participant.account_used'
            | 'participant.viewed'
            | 'participant.consented'
            | 'participant.fields_auto_resolved'
            | 'participant.signed'
            | 'participant.approved'
            | 'participant.asked'
            | 'participant.change_requested'
            | 'envelope.answered'
            | 'thread.settled'
            | 'participant.passkey_created'
            | 'participant.signing_failed'
            | 'participant.new_passkey_accepted'
            | 'participant.declined'
            | 'envelope.declined'
            | 'envelope.completed'
            | 'envelope.sealed'
            | 'envelope.seal_extended'
            | 'envelope.sealing_failed'
            | 'envelope.voided'
            | 'envelope.recalled'
          )[]
        | null;
      /** @example true */
      enabled: boolean;
      /**
       * @description Why the service disabled it. gone: the server returned 410. failing: no message was accepted for five days. creator_lost_access: the person who created or enabled it no longer administers the organization, or their key was revoked or expired. Null if a person disabled it.
       * @enum {string|null}
       */
      disabledReason: 'gone' | 'failing' | 'creator_lost_access' | null;
      /** Format: date-time */
      disabledAt: string | null;
      /**
       * Format: date-time
       * @description First failed attempt since the last success.
       */
      failingSince: string | null;
      /**
       * Format: date-time
       * @description Until then, messages are also signed with the previous secret.
       */
      previousSecretExpiresAt: string | null;
      /**
       * Format: date-time
       * @example 2027-03-01T09:00:00.000Z
       */
      createdAt: string;
      /**
       * Format: date-time
       * @example 2027-03-01T09:00:00.000Z
       */
      updatedAt: string;
      /**
       * @description Signs the messages (Standard Webhooks): `whsec_` and base64. Only this response contains it.
       * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYo=
       */
      secret: string;
    };
    WebhookDelivery: {
      /**
       * @description The message's `webhook-id`, the same in every attempt.
       * @example del_01kd2v5m8ne3wtbxq7r0h4j6sa
       */
      id: string;
      /** @example wh_01kd2v5m8ne3wtbxq7r0h4j6sa */
      webhookId: string;
      /**
       * @example envelope.completed
       * @enum {string}
       */
      type:
        | 'envelope.created'
        | 'envelope.copied'
        | 'envelope.version_started'
        | 'envelope.version_created'
        | 'envelope.replaced'
        | 'envelope.document_uploaded'
        | 'envelope.document_received'
        | 'envelope.document_refused'
        | 'envelope.document_added'
        | 'envelope.document_removed'
        | 'envelope.documents_reordered'
        | 'envelope.detection_started'
        | 'envelope.detection_completed'
        | 'envelope.detection_failed'
        | 'envelope.draft_updated'
        | 'envelope.editing_opened'
        | 'envelope.sent'
        | 'participant.link_issued'
        | 'participant.link_reissued'
        | 'participant.link_copied'
        | 'participant.corrected'
        | 'participant.delegated'
        | 'participant.reminder_sent'
        | 'participant.delivery_failed'
        | 'copy.sent'
        | 'copy.delivery_failed'
        | 'envelope.deleted'
        | 'envelope.scheduled'
        | 'envelope.schedule_canceled'
        | 'envelope.schedule_failed'
        | 'envelope.expiry_extended'
        | 'envelope.expiry_warned'
        | 'envelope.expired'
        | 'envelope.time_advanced'
        | 'participant.authenticated'
        | 'participant.authentication_failed'
        | 'participant.session_opened'
        | 'participant.account_used'
        | 'participant.viewed'
        | 'participant.consented'
        | 'participant.fields_auto_resolved'
        | 'participant.signed'
        | 'participant.approved'
        | 'participant.asked'
        | 'participant.change_requested'
        | 'envelope.answered'
        | 'thread.settled'
        | 'participant.passkey_created'
        | 'participant.signing_failed'
        | 'participant.new_passkey_accepted'
        | 'participant.declined'
        | 'envelope.declined'
        | 'envelope.completed'
        | 'envelope.sealed'
        | 'envelope.seal_extended'
        | 'envelope.sealing_failed'
        | 'envelope.voided'
        | 'envelope.recalled'
        | 'webhook.test';
      /**
       * @description The event it reports; null for a test or a sample.
       * @example evt_01kd2v5m8ne3wtbxq7r0h4j6sa
       */
      eventId: string | null;
      /** @example env_01kd2v5m8ne3wtbxq7r0h4j6sa */
      envelopeId: string | null;
      /**
       * @description pending: another attempt follows. succeeded: the server returned 2xx. failed: no more attempts.
       * @example succeeded
       * @enum {string}
       */
      status: 'pending' | 'succeeded' | 'failed';
      /** @example 1 */
      attempts: number;
      /** Format: date-time */
      nextAttemptAt: string | null;
      /**
       * Format: date-time
       * @example 2027-03-01T14:30:00.000Z
       */
      lastAttemptAt: string | null;
      /**
       * @description Status code of the last response; null if there was none.
       * @example 204
       */
      lastStatusCode: number | null;
      /** @description Why there was no response: forbidden_url, forbidden_address, unresolvable, unreachable, untrusted, timeout, webhook_disabled. */
      lastError: string | null;
      /** @description The beginning of the last response body. */
      responseExcerpt: string | null;
      /** @description The attempts, oldest first: the latest 20. */
      tries: {
        /**
         * Format: date-time
         * @example 2027-03-01T14:30:00.000Z
         */
        at: string;
        /** @example 204 */
        statusCode: number | null;
        error: string | null;
        /** @example 142 */
        tookMs: number;
      }[];
      /**
       * Format: date-time
       * @example 2027-03-01T14:30:00.000Z
       */
      createdAt: string;
    };
    WebhookDeliveryWithBody: {
      /**
       * @description The message's `webhook-id`, the same in every attempt.
       * @example del_01kd2v5m8ne3wtbxq7r0h4j6sa
       */
      id: string;
      /** @example wh_01kd2v5m8ne3wtbxq7r0h4j6sa */
      webhookId: string;
      /**
       * @example envelope.completed
       * @enum {string}
       */
      type:
        | 'envelope.created'
        | 'envelope.copied'
        | 'envelope.version_started'
        | 'envelope.version_created'
        | 'envelope.replaced'
        | 'envelope.document_uploaded'
        | 'envelope.document_received'
        | 'envelope.document_refused'
        | 'envelope.document_added'
        | 'envelope.document_removed'
        | 'envelope.documents_reordered'
        | 'envelope.detection_started'
        | 'envelope.detection_completed'
        | 'envelope.detection_failed'
        | 'envelope.draft_updated'
        | 'envelope.editing_opened'
        | 'envelope.sent'
        | 'participant.link_issued'
        | 'participant.link_reissued'
        | 'participant.link_copied'
        | 'participant.corrected'
        | 'participant.delegated'
        | 'participant.reminder_sent'
        | 'participant.delivery_failed'
        | 'copy.sent'
        | 'copy.delivery_failed'
        | 'envelope.deleted'
        | 'envelope.scheduled'
        | 'envelope.schedule_canceled'
        | 'envelope.schedule_failed'
        | 'envelope.expiry_extended'
        | 'envelope.expiry_warned'
        | 'envelope.expired'
        | 'envelope.time_advanced'
        | 'participant.authenticated'
        | 'participant.authentication_failed'
        | 'participant.session_opened'
        | 'participant.account_used'
        | 'participant.viewed'
        | 'participant.consented'
        | 'participant.fields_auto_resolved'
        | 'participant.signed'
        | 'participant.approved'
        | 'participant.asked'
        | 'participant.change_requested'
        | 'envelope.answered'
        | 'thread.settled'
        | 'participant.passkey_created'
        | 'participant.signing_failed'
        | 'participant.new_passkey_accepted'
        | 'participant.declined'
        | 'envelope.declined'
        | 'envelope.completed'
        | 'envelope.sealed'
        | 'envelope.seal_extended'
        | 'envelope.sealing_failed'
        | 'envelope.voided'
        | 'envelope.recalled'
        | 'webhook.test';
      /**
       * @description The event it reports; null for a test or a sample.
       * @example evt_01kd2v5m8ne3wtbxq7r0h4j6sa
       */
      eventId: string | null;
      /** @example env_01kd2v5m8ne3wtbxq7r0h4j6sa */
      envelopeId: string | null;
      /**
       * @description pending: another attempt follows. succeeded: the server returned 2xx. failed: no more attempts.
       * @example succeeded
       * @enum {string}
       */
      status: 'pending' | 'succeeded' | 'failed';
      /** @example 1 */
      attempts: number;
      /** Format: date-time */
      nextAttemptAt: string | null;
      /**
       * Format: date-time
       * @example 2027-03-01T14:30:00.000Z
       */
      lastAttemptAt: string | null;
      /**
       * @description Status code of the last response; null if there was none.
       * @example 204
       */
      lastStatusCode: number | null;
      /** @description Why there was no response: forbidden_url, forbidden_address, unresolvable, unreachable, untrusted, timeout, webhook_disabled. */
      lastError: string | null;
      /** @description The beginning of the last response body. */
      responseExcerpt: string | null;
      /** @description The attempts, oldest first: the latest 20. */
      tries: {
        /**
         * Format: date-time
         * @example 2027-03-01T14:30:00.000Z
         */
        at: string;
        /** @example 204 */
        statusCode: number | null;
        error: string | null;
        /** @example 142 */
        tookMs: number;
      }[];
      /**
       * Format: date-time
       * @example 2027-03-01T14:30:00.000Z
       */
      createdAt: string;
      /**
       * @description The exact body of the message (JSON).
       * @example {"type":"envelope.completed","timestamp":"2027-03-01T14:30:00.000Z","data":{}}
       */
      body: string;
    };
    WebhookReplay: {
      /**
       * @description Number of deliveries that are attempted again.
       * @example 42
       */
      queued: number;
      /** @example eyJrIjoiMjAyNy0wMy0wMVQwOTowMDowMC4wMDBaIn0.dGFn */
      nextCursor: string | null;
    };
    /** @description The origins of your application that may show pages in a frame and that sessions may return to. */
    Embedding: {
      origins: string[];
    };
    IdentityProvider: {
      /** @example idp_01kd2v5m8ne3wtbxq7r0h4j6sa */
      id: string;
      /** @example org_01kd2v5m8ne3wtbxq7r0h4j6sa */
      organizationId: string;
      /**
       * @description What recipients see on the button.
       * @example Example ID
       */
      name: string;
      /**
       * @description The URL of the provider, which publishes `/.well-known/openid-configuration`. Must use https. http is allowed only for networks that the operator permits.
       * @example https://login.example.com
       */
      issuer: string;
      /**
       * @description What the provider calls this service.
       * @example countersign
       */
      clientId: string;
      /**
       * @description What is asked of the provider, separated by spaces.
       * @example openid email profile
       */
      scope: string;
      /**
       * @description What must be the same at the provider and in the envelope. email: the address, which the provider must call verified. name: the full name, regardless of case and spacing.
       * @enum {string}
       */
      match: 'email' | 'name';
      /** @description Whether an address counts that the provider doesn't call verified. Only for providers that assign the addresses themselves. */
      trustEmail: boolean;
      /**
       * @description The `acr` values of which the sign-in must have one, such as a level of assurance. Empty for any.
       * @example [
       *       "https://id.example.com/loa/high"
       *     ]
       */
      acrValues: string[];
      /**
       * @description Claims and the values they must have. A claim with several values must contain it.
       * @example {
       *       "hd": "example.com"
       *     }
       */
      requiredClaims: {
        [key: string]: string;
      };
      /** @example true */
      enabled: boolean;
      /**
       * Format: date-time
       * @example 2027-03-01T09:00:00.000Z
       */
      createdAt: string;
      /**
       * Format: date-time
       * @example 2027-03-01T09:00:00.000Z
       */
      updatedAt: string;
    };
    SignerPasskey: {
      /**
       * @description SHA-256 of the public key, as `keyHash` in `signedWith`.
       * @example 3f9a12c0b4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6e7f
       */
      id: string;
      /**
       * @description The address of the person who created it.
       * @example ada@example.com
       */
      email: string;
      /**
       * @description The site that it is for.
       * @example sign.example.com
       */
      rpId: string;
      /** @description Whether it is backed up, so that other devices may have it. */
      isSynced: boolean;
      /**
       * @description The addresses it has signed for, and how many documents for each.
       * @example [
       *       {
       *         "email": "ada@example.com",
       *         "count": 3
       *       }
       *     ]
       */
      signedAs: {
        email: string;
        count: number;
      }[];
      /**
       * Format: date-time
       * @example 2027-03-01T09:00:00.000Z
       */
      createdAt: string;
      /**
       * Format: date-time
       * @example 2027-03-01T09:05:00.000Z
       */
      lastUsedAt: string | null;
    };
    Team: {
      /** @example team_01kd2v5m8ne3wtbxq7r0h4j6sa */
      id: string;
      /** @example Legal */
      name: string;
      isPrivate: boolean;
      /** @description Whether you belong to it. */
      isMine: boolean;
      /** @description Of private teams; everyone belongs to the others. */
      members: {
        /** @example user_01kd2v5m8ne3wtbxq7r0h4j6sa */
        userId: string;
        /** @example Olga Owner */
        name: string;
      }[];
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      createdAt: string;
    };
    TestMessageHeader: {
      /** @example mail_01kd2v5m8ne3wtbxq7r0h4j6sa */
      id: string;
      /** @enum {string} */
      kind: 'email' | 'sms';
      /**
       * @description An email address or a phone number.
       * @example ada@example.com
       */
      to: string;
      /** @description The envelope that it is about, or null. */
      envelopeId: string | null;
      /** @example TEST: Olga Owner has asked you to sign “Services agreement” */
      subject: string;
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      createdAt: string;
    };
    TestMessage: {
      /** @example mail_01kd2v5m8ne3wtbxq7r0h4j6sa */
      id: string;
      /** @enum {string} */
      kind: 'email' | 'sms';
      /**
       * @description An email address or a phone number.
       * @example ada@example.com
       */
      to: string;
      /** @description The envelope that it is about, or null. */
      envelopeId: string | null;
      /** @example TEST: Olga Owner has asked you to sign “Services agreement” */
      subject: string;
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      createdAt: string;
      /** @example esign@example.com */
      from: string;
      /** @example olga@acme.example */
      replyTo: string | null;
      /**
       * @description Empty for text messages.
       * @example <!doctype html><p>Please review and sign.</p>
       */
      html: string;
      /**
       * @description The same as plain text, signing links included.
       * @example Please review and sign: https://sign.example.com/sign#token=eyJ2
       */
      text: string;
    };
    AdvancedEnvelopes: {
      /** @description Envelopes with deadlines, oldest first. */
      items: {
        /** @example env_01kd2v5m8ne3wtbxq7r0h4j6sa */
        id: string;
        /** @enum {string} */
        status:
          'draft' | 'detecting' | 'review' | 'in_progress' | 'completed' | 'declined' | 'voided' | 'expired';
        version: number;
        /**
         * @description What has happened to it, in order.
         * @example [
         *       "envelope.time_advanced",
         *       "participant.reminder_sent"
         *     ]
         */
        actions: (
          | 'envelope.created'
          | 'envelope.copied'
          | 'envelope.version_started'
          | 'envelope.version_created'
          | 'envelope.replaced'
          | 'envelope.document_uploaded'
          | 'envelope.document_received'
          | 'envelope.document_refused'
          | 'envelope.document_added'
          | 'envelope.document_removed'
          | 'envelope.documents_reordered'
          | 'envelope.detection_started'
          | 'envelope.detection_completed'
          | 'envelope.detection_failed'
          | 'envelope.draft_updated'
          | 'envelope.editing_opened'
          | 'envelope.sent'
          | 'participant.link_issued'
          | 'participant.link_reissued'
          | 'participant.link_copied'
          | 'participant.corrected'
          | 'participant.delegated'
          | 'participant.reminder_sent'
          | 'participant.delivery_failed'
          | 'copy.sent'
          | 'copy.delivery_failed'
          | 'envelope.deleted'
          | 'envelope.scheduled'
          | 'envelope.schedule_canceled'
          | 'envelope.schedule_failed'
          | 'envelope.expiry_extended'
          | 'envelope.expiry_warned'
          | 'envelope.expired'
          | 'envelope.time_advanced'
          | 'participant.authenticated'
          | 'participant.authentication_failed'
          | 'participant.session_opened'
          | 'participant.account_used'
          | 'participant.viewed'
          | 'participant.consented'
          | 'participant.fields_auto_resolved'
          | 'participant.signed'
          | 'participant.approved'
          | 'participant.asked'
          | 'participant.change_requested'
          | 'envelope.answered'
          | 'thread.settled'
          | 'participant.passkey_created'
          | 'participant.signing_failed'
          | 'participant.new_passkey_accepted'
          | 'participant.declined'
          | 'envelope.declined'
          | 'envelope.completed'
          | 'envelope.sealed'
          | 'envelope.seal_extended'
          | 'envelope.sealing_failed'
          | 'envelope.voided'
          | 'envelope.recalled'
        )[];
      }[];
    };
    OwnBranding: {
      /** @example Acme GmbH */
      displayName: string | null;
      logoUrl: string | null;
      /** @example #2f6f4f */
      accentColor: string | null;
      logoWidth: number | null;
      logoHeight: number | null;
      /** @description Whether it belongs to a test environment, where nothing is binding. */
      isTest: boolean;
      emails: {
        senderName: string | null;
        replyTo: string | null;
        footer: string | null;
        subject: string | null;
        text: string | null;
      };
    };
    OpenedPageSession: {
      /**
       * @description Replaces the URL's token, for two hours.
       * @example eyJ2IjoxfQ.c2lnbmF0dXJl
       */
      token: string;
      /**
       * Format: date-time
       * @description When the token stops working.
       * @example 2026-11-21T09:00:00.000Z
       */
      expiresAt: string;
      /** @example https://app.example.com/contracts/4711 */
      returnUrl: string;
      /**
       * @description How the participant gets to the document.
       * @enum {string}
       */
      delivery: 'embedded' | 'in_person';
    };
    Invitation: {
      /** @example Olga Owner */
      senderName: string;
      /** @example olga@acme.example */
      senderEmail: string;
      /** @example Consulting agreement with Ada Lovelace */
      displayName: string;
      branding: components['schemas']['Branding'];
      /**
       * @description As it is: expired as soon as the deadline has passed.
       * @example in_progress
       * @enum {string}
       */
      envelopeStatus:
        'draft' | 'detecting' | 'review' | 'in_progress' | 'completed' | 'declined' | 'voided' | 'expired';
      /**
       * @description Whether a new version of it has been sent.
       * @example false
       */
      isReplaced: boolean;
      /**
       * Format: date-time
       * @description The deadline to sign.
       * @example 2027-03-31T22:00:00.000Z
       */
      expiresAt: string | null;
      /** @enum {string} */
      participantStatus: 'pending' | 'signed' | 'declined';
      /**
       * @description Whether they are asked to sign or to approve.
       * @enum {string}
       */
      role: 'signer' | 'approver';
      authentication: components['schemas']['AuthenticationState'];
      /** @description The message to everyone. */
      message: components['schemas']['Message'] | null;
      /** @description The files in order. */
      documents: components['schemas']['PresentedDocument'][];
      /** @description The private note to this participant. */
      privateMessage: string | null;
      /** @description Everyone who signs or approves, in signing order. */
      participants: components['schemas']['ShownPerson'][];
    };
    Branding: {
      /** @example Acme GmbH */
      displayName: string | null;
      logoUrl: string | null;
      /** @example #2f6f4f */
      accentColor: string | null;
      logoWidth: number | null;
      logoHeight: number | null;
      /** @description Whether it belongs to a test environment, where nothing is binding. */
      isTest: boolean;
    };
    AuthenticationState: {
      /**
       * @description How this participant proves who they are.
       * @enum {string}
       */
      method: 'link' | 'access_code' | 'email_code' | 'sms_code' | 'oidc';
      /**
       * @description Whether this token opens the envelope, or a code must be exchanged for one that does.
       * @enum {string}
       */
      state: 'required' | 'passed';
      /**
       * @description The end of the phone number that codes are texted to; null for other methods.
       * @example •••• 42
       */
      phone: string | null;
      /**
       * @description The name of the identity provider they sign in with; null for other methods.
       * @example null
       */
      providerName: string | null;
    };
    PresentedDocument: {
      /** @example doc_01kd2v5m8ne3wtbxq7r0h4j6sa */
      id: string;
      /**
       * @description The file name.
       * @example Consulting agreement.pdf
       */
      name: string;
      /**
       * @description Its first page in the whole document, from 1; null until it has been received.
       * @example 1
       */
      firstPage: number | null;
      /** @example 3 */
      pageCount: number | null;
    };
    ShownPerson: {
      /** @example Ada Lovelace */
      name: string;
      /** @enum {string} */
      role: 'signer' | 'approver';
      /** @enum {string} */
      status: 'pending' | 'signed' | 'declined';
      /**
       * @description Whether they can sign or approve now.
       * @example true
       */
      isTheirTurn: boolean;
      isMe: boolean;
    };
    CopyView: {
      /** @example Ada Lovelace */
      name: string;
      /** @example Olga Owner */
      senderName: string;
      /** @example olga@acme.example */
      senderEmail: string;
      /** @example Consulting agreement with Ada Lovelace */
      displayName: string;
      branding: components['schemas']['Branding'];
      /**
       * @example completed
       * @enum {string}
       */
      envelopeStatus:
        'draft' | 'detecting' | 'review' | 'in_progress' | 'completed' | 'declined' | 'voided' | 'expired';
      /** Format: date-time */
      sealedAt: string | null;
      /** @description The files in order. */
      documents: components['schemas']['PresentedDocument'][];
      /**
       * @description Whether the certificate of completion is a file of its own that can be downloaded, because the document had signatures already.
       * @example false
       */
      hasCertificateFile: boolean;
      /** @description The message to everyone. */
      message: components['schemas']['Message'] | null;
      /** @description Everyone who signs or approves, in signing order. */
      participants: components['schemas']['ShownPerson'][];
    };
    SignerView: {
      envelope: {
        /** @example env_01kd2v5m8ne3wtbxq7r0h4j6sa */
        id: string;
        /**
         * @description draft and review: editable, not sent. detecting: the document is being read. in_progress: out for signature. All others are final.
         * @example in_progress
         * @enum {string}
         */
        status:
          'draft' | 'detecting' | 'review' | 'in_progress' | 'completed' | 'declined' | 'voided' | 'expired';
        /**
         * @description queued: detection is about to start. running: the status is detecting until it ends.
         * @enum {string}
         */
        detectionStatus: 'none' | 'queued' | 'running' | 'completed' | 'failed';
        /**
         * @description Increases by one with each event that changes the envelope.
         * @example 3
         */
        version: number;
        /**
         * @description Fixed when the envelope is sent, and printed on the certificate.
         * @example esign_ueta
         * @enum {string}
         */
        legalFramework: 'esign_ueta' | 'eidas_ses' | 'uk_ses' | 'none' | 'eidas_aes' | 'eidas_qes';
        /** @description Whether signers must accept the consumer disclosure first. */
        consumerDisclosure: boolean;
        /** @example Consulting agreement.pdf */
        originalFilename: string;
        /** @example Consulting agreement with Ada Lovelace */
        displayName: string;
        /**
         * Format: date-time
         * @description When the envelope expires if it isn't completed; null for never.
         * @example 2027-03-31T22:00:00.000Z
         */
        expiresAt: string | null;
        /**
         * @description SHA-256 (hex) of the prepared PDF that signers see and sign.
         * @example 0c6d6b5ef1d24f0b0a3f1b5d0c9e8a7f6e5d4c3b2a19080706050403020100ff
         */
        documentHash: string | null;
        /**
         * @description Number of pages of the prepared PDF.
         * @example 3
         */
        pageCount: number | null;
        /**
         * Format: date-time
         * @description When the sealed PDF became available.
         */
        sealedAt: string | null;
        /** @description The files in order. */
        documents: components['schemas']['PresentedDocument'][];
        /**
         * @description Whether the certificate of completion is a file of its own that can be downloaded, because the document had signatures already.
         * @example false
         */
        hasCertificateFile: boolean;
      };
      me: {
        /** @example part_01kd2v5m8ne3wtbxq7r0h4j6sa */
        id: string;
        /** @example env_01kd2v5m8ne3wtbxq7r0h4j6sa */
        envelopeId: string;
        /** @example org_01kd2v5m8ne3wtbxq7r0h4j6sa */
        organizationId: string;
        /** @description Signing order. Participants with the same value sign in parallel; the pending ones with the lowest value are the current signers. */
        orderIndex: number;
        /** @example Ada Lovelace */
        name: string;
        /**
         * @description An approver agrees without signing; their status becomes signed.
         * @enum {string}
         */
        role: 'signer' | 'approver';
        /**
         * @description email: by an emailed link. embedded: by a session URL from your application, never emailed. in_person: on a device that the sender hands them.
         * @enum {string}
         */
        delivery: 'email' | 'embedded' | 'in_person';
        /** @example ada@example.com */
        email: string;
        /**
         * @description pending: hasn't signed, even if it isn't their turn. signed and declined are final.
         * @enum {string}
         */
        status: 'pending' | 'signed' | 'declined';
        /**
         * Format: date-time
         * @description When they consented to sign electronically.
         */
        consentedAt: string | null;
        /** Format: date-time */
        signedAt: string | null;
        /** @description How they prove who they are before they see the document. */
        authentication: {
          /** @enum {string} */
          method: 'link' | 'access_code' | 'email_code' | 'sms_code' | 'oidc';
          /**
           * @description Where codes are texted; null for other methods. Recipients see its last two digits.
           * @example null
           */
          phone: string | null;
          /**
           * @description The identity provider they sign in with; null for other methods.
           * @example null
           */
          provider: string | null;
        };
        /** @description How they sign. */
        signing: components['schemas']['Signing'];
        /** @description What they signed with: null before they have signed, and for a signature without a passkey. */
        signedWith: components['schemas']['SignedWith'] | null;
        /**
         * Format: date-time
         * @description When they last proved who they are, before they signed.
         */
        authenticatedAt: string | null;
        /** Format: date-time */
        declinedAt: string | null;
        /** Format: date-time */
        lastViewedAt: string | null;
        declineReason: string | null;
        /**
         * Format: date-time
         * @example 2027-03-01T09:00:00.000Z
         */
        createdAt: string;
        /**
         * Format: date-time
         * @example 2027-03-01T09:00:00.000Z
         */
        updatedAt: string;
        /** @example Lovelace Analytics */
        company: string | null;
        /** @example Managing Director */
        title: string | null;
        /**
         * @description Language of their emails, set by the sender or by their browser.
         * @enum {string|null}
         */
        language: 'en' | 'de' | 'fr' | 'es' | 'it' | 'pt' | 'pl' | 'nl' | 'ja' | 'zh' | 'ar' | 'he' | null;
        /** @description Whether they may ask someone else to act in their place. */
        canDelegate: boolean;
        /**
         * @description Who had this turn before and handed it over, first to last.
         * @example [
         *       {
         *         "name": "Charles Babbage",
         *         "at": "2027-03-01T09:05:00.000Z"
         *       }
         *     ]
         */
        delegatedFrom: {
          name: string;
          /**
           * Format: date-time
           * @example 2026-11-21T09:00:00.000Z
           */
          at: string;
        }[];
        /** @description The note that only this participant sees. */
        message: string | null;
        /** @description Index of the detected party they were matched to. */
        detectedPartyIndex: number | null;
      };
      participants: {
        orderIndex: number;
        /** @enum {string} */
        status: 'pending' | 'signed' | 'declined';
      }[];
      /** @description Fields to fill in; empty unless it is the signer's turn. */
      fields: components['schemas']['SignerField'][];
      /** @description Earlier answers of others that the conditions and formulas of the signer's fields read. */
      inputs: {
        /**
         * @description Stable name for programs, unique in the envelope.
         * @example invoice_total
         */
        key: string;
        /** @enum {string} */
        type:
          | 'signature'
          | 'initials'
          | 'stamp'
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
          | 'choices'
          | 'phone'
          | 'attachment'
          | 'note'
          | 'strikethrough';
        /** @description The options of a field of type dropdown or choices, or the value of a radio button; null for other types. */
        options: string[] | null;
        /** @description The signed value: true or false for a checkbox, YYYY-MM-DD for a date, the chosen options on a line each for choices. Null before signing. */
        value: string | null;
      }[];
      /** @description Fields the signer filled in, after signing. */
      completedFields: components['schemas']['SignerField'][];
      /**
       * @description What the sender put on the pages, and what earlier signers filled in, without their private answers. A fixed text is its text, a strikethrough `true`. A signature is the typed text, drawn or uploaded; `GET /api/signer/document?variant=current` shows it as drawn.
       * @example []
       */
      others: {
        /** @example fld_01kd2v5m8ne3wtbxq7r0h4j6sa */
        fieldId: string;
        /** @enum {string} */
        type:
          | 'signature'
          | 'initials'
          | 'stamp'
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
          | 'choices'
          | 'phone'
          | 'attachment'
          | 'note'
          | 'strikethrough';
        /**
         * @description From 1.
         * @example 1
         */
        page: number;
        /**
         * @description Distance from the left edge, as a fraction (0 to 1) of the displayed page.
         * @example 0.1
         */
        x: number;
        /**
         * @description Distance from the top edge, as a fraction of the page height.
         * @example 0.7
         */
        y: number;
        /**
         * @description As a fraction of the page width.
         * @example 0.3
         */
        width: number;
        /**
         * @description As a fraction of the page height.
         * @example 0.06
         */
        height: number;
        value: string;
      }[];
      /**
       * @description Where others still have to fill something in, while it is the signer's turn; without private fields and those with a condition.
       * @example []
       */
      openFields: {
        /**
         * @description From 1.
         * @example 1
         */
        page: number;
        /**
         * @description Distance from the left edge, as a fraction (0 to 1) of the displayed page.
         * @example 0.1
         */
        x: number;
        /**
         * @description Distance from the top edge, as a fraction of the page height.
         * @example 0.7
         */
        y: number;
        /**
         * @description As a fraction of the page width.
         * @example 0.3
         */
        width: number;
        /**
         * @description As a fraction of the page height.
         * @example 0.06
         */
        height: number;
        /** @description Position in `participants`, from 0. */
        person: number;
      }[];
      /** @example true */
      isMyTurn: boolean;
      /**
       * @description From the second one on, `GET /api/signer/changes` lists what changed.
       * @example 1
       */
      versionNumber: number;
      /** @example Olga Owner */
      senderName: string;
      /** @example olga@acme.example */
      senderEmail: string;
      branding: components['schemas']['Branding'];
      /**
       * @description URL of the PDF, valid for a few minutes.
       * @example https://sign.example.com/api/signer/document?token=eyJ2IjoxfQ.c2lnbmF0dXJl
       */
      documentUrl: string | null;
      /**
       * @description Whether they may ask the sender. Who came by a public form may not.
       * @example true
       */
      canAsk: boolean;
      /** @description What people who came by a public form read once they have signed; null for others. */
      thankYou: components['schemas']['ThankYou'] | null;
      /**
       * @description Their own questions with the answers, and those that the sender shows to everyone.
       * @example []
       */
      threads: components['schemas']['SignerThread'][];
      /** @description The consumer disclosure to show first, if the envelope requires it. */
      disclosure: {
        version: string;
        locale: string;
        title: string;
        paragraphs: string[];
      } | null;
    };
    SignerField: {
      /** @example fld_01kd2v5m8ne3wtbxq7r0h4j6sa */
      id: string;
      /** @example env_01kd2v5m8ne3wtbxq7r0h4j6sa */
      envelopeId: string;
      /** @example org_01kd2v5m8ne3wtbxq7r0h4j6sa */
      organizationId: string;
      /**
       * @description Participant who fills it in; null if it isn't assigned, and for what the sender puts on the pages.
       * @example part_01kd2v5m8ne3wtbxq7r0h4j6sa
       */
      participantId: string | null;
      /** @enum {string} */
      type:
        | 'signature'
        | 'initials'
        | 'stamp'
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
        | 'choices'
        | 'phone'
        | 'attachment'
        | 'note'
        | 'strikethrough';
      /**
       * @description Stable name for programs, unique in the envelope.
       * @example invoice_total
       */
      key: string;
      /** @description How a date or number is shown and drawn; null: as it was entered. */
      format: components['schemas']['FieldFormat'] | null;
      /** @description What a value must satisfy beyond its type. */
      validation: components['schemas']['FieldValidation'] | null;
      /** @description Shown in the empty input. */
      placeholder: string | null;
      /** @description Shown below the input. */
      hint: string | null;
      /** @description What the field starts with if it has no prefillValue. The signer can change it. */
      defaultValue: string | null;
      /** @description Whether a text can have several lines. */
      multiline: boolean;
      /**
       * @description null: where the text starts in its writing direction.
       * @enum {string|null}
       */
      align: 'left' | 'center' | 'right' | null;
      /** @description In points. null: fits the field. */
      fontSize: number | null;
      /** @description Number of equal cells with one character each, as on tax forms; null for none. */
      comb: number | null;
      /** @description Whether other signers never see the value. */
      private: boolean;
      /** @description When the field applies; null: always. */
      condition: components['schemas']['FieldCondition'] | null;
      /** @description Computes a number from other fields: + - * / ( ) round sum min max over keys. */
      formula: string | null;
      /** @description The text that placed the field; null if it was placed by coordinates. */
      anchor: components['schemas']['FieldAnchor'] | null;
      /**
       * @description From 1.
       * @example 1
       */
      page: number;
      /**
       * @description Distance from the left edge, as a fraction (0 to 1) of the displayed page.
       * @example 0.1
       */
      x: number;
      /**
       * @description Distance from the top edge, as a fraction of the page height.
       * @example 0.7
       */
      y: number;
      /**
       * @description As a fraction of the page width.
       * @example 0.3
       */
      width: number;
      /**
       * @description As a fraction of the page height.
       * @example 0.06
       */
      height: number;
      /**
       * @description What the signer is asked for; null shows the type.
       * @example Signature
       */
      label: string | null;
      /** @example true */
      required: boolean;
      /** @description The options of a field of type dropdown or choices, or the value of a radio button; null for other types. */
      options: string[] | null;
      /**
       * @description manual: placed by the sender. detected: found on the page. template: from the template. form: from the document's own form.
       * @example manual
       * @enum {string}
       */
      source: 'manual' | 'detected' | 'template' | 'form';
      /** @description Initial value, or the text of a note. */
      prefillValue: string | null;
      /** @description Whether the signer can't change the initial value. */
      locked: boolean;
      /**
       * @description What the service fills in when the participant signs.
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
      /** @description The signed value: true or false for a checkbox, YYYY-MM-DD for a date, the chosen options on a line each for choices. Null before signing. */
      value: string | null;
      /** @description The first file behind the value of an attachment field. For its signer, also what they have uploaded so far. */
      attachment: components['schemas']['Attachment'] | null;
      /**
       * @description All files behind the value of an attachment field, in order.
       * @example []
       */
      attachments: components['schemas']['Attachment'][];
      /** Format: date-time */
      filledAt: string | null;
      /**
       * Format: date-time
       * @example 2027-03-01T09:00:00.000Z
       */
      createdAt: string;
      /**
       * Format: date-time
       * @example 2027-03-01T09:00:00.000Z
       */
      updatedAt: string;
      /** @description The detected party it seems to belong to. */
      partyIndex: number | null;
      /** @description The role it was created for; `unassigned` if it isn't assigned. */
      syntheticRoleId: string | null;
      syntheticRoleName: string | null;
      /**
       * @description False while its anchor's text hasn't been found: it then has no place yet and can't be sent.
       * @example true
       */
      placed: boolean;
      /** @description Radio buttons and checkboxes of a group are answered together. */
      group: string | null;
      /**
       * @description The label, or the name of the type.
       * @example Signature
       */
      displayLabel: string;
    };
    SignerThread: {
      /** @example thr_01kd2v5m8ne3wtbxq7r0h4j6sa */
      id: string;
      /** @example env_01kd2v5m8ne3wtbxq7r0h4j6sa */
      envelopeId: string;
      /**
       * @description question: they want an answer. change: they want other words in the document.
       * @enum {string}
       */
      kind: 'question' | 'change';
      /**
       * @description open: the sender hasn't answered the last message. answered: they have. settled: it's done.
       * @enum {string}
       */
      state: 'open' | 'answered' | 'settled';
      /**
       * @description The participant who began it.
       * @example part_01kd2v5m8ne3wtbxq7r0h4j6sa
       */
      startedBy: string;
      /**
       * @description The passage that it is about.
       * @example {
       *       "page": 2,
       *       "text": "Invoices are payable within 14 days.",
       *       "boxes": [
       *         {
       *           "x": 0.12,
       *           "y": 0.31,
       *           "width": 0.52,
       *           "height": 0.02
       *         }
       *       ]
       *     }
       */
      quote: {
        /** @description Counted from 1. */
        page: number;
        /** @description What the page draws there. */
        text: string;
        boxes: {
          /** @description The left edge, as a fraction of the page as displayed. */
          x: number;
          /** @description The top edge. */
          y: number;
          /** @description As a fraction of the page. */
          width: number;
          /** @description As a fraction of the page. */
          height: number;
        }[];
      } | null;
      /**
       * @description The words that should stand instead of the quote.
       * @example Invoices are payable within 30 days.
       */
      proposal: string | null;
      /**
       * @description Who sees it besides the sender: the participant who began it, or every participant.
       * @enum {string}
       */
      visibleTo: 'participant' | 'everyone';
      messages: components['schemas']['ThreadMessage'][];
      /** @description Whether they began it, and can write in it. */
      isMine: boolean;
    };
    StartedSignIn: {
      /**
       * @description Where the person signs in. Open it in the page's own window.
       * @example https://login.example.com/auth?client_id=countersign&state=Zk3v
       */
      url: string;
    };
    AuthenticatedSigner: {
      /**
       * @description Replaces the link's token.
       * @example eyJ2IjoxfQ.c2lnbmF0dXJl
       */
      token: string;
      /**
       * Format: date-time
       * @description At most two hours from now.
       * @example 2026-11-21T09:00:00.000Z
       */
      expiresAt: string;
    };
    SigningStep: {
      /** @constant */
      kind: 'passkey';
      /** @description For `navigator.credentials.get`, after parseRequestOptionsFromJSON. */
      options: {
        /**
         * @description SHA-256 of the statement, base64url.
         * @example Zk3yTq0mWfR8sVb1xNcA5dLhGjUoPeIi
         */
        challenge: string;
        /** @example sign.example.com */
        rpId: string;
        /** @example 600000 */
        timeout: number;
        /** @constant */
        userVerification: 'required';
        /**
         * @description Passkeys that this address has used here. May be empty.
         * @example [
         *       {
         *         "type": "public-key",
         *         "id": "q3mVb1xNcA5dLhGj"
         *       }
         *     ]
         */
        allowCredentials: {
          /** @constant */
          type: 'public-key';
          id: string;
        }[];
      };
      /**
       * @description For `navigator.credentials.create`; null if a new passkey isn’t accepted.
       * @example null
       */
      create: {
        /** @example Zk3yTq0mWfR8sVb1xNcA5dLhGjUoPeIi */
        challenge: string;
        rp: {
          /** @example sign.example.com */
          id: string;
          name: string;
        };
        user: {
          id: string;
          name: string;
          displayName: string;
        };
        pubKeyCredParams: {
          /** @constant */
          type: 'public-key';
          alg: number;
        }[];
        timeout: number;
        /** @constant */
        attestation: 'none';
        authenticatorSelection: {
          /** @constant */
          residentKey: 'preferred';
          /** @constant */
          userVerification: 'required';
        };
        /**
         * @example [
         *       {
         *         "type": "public-key",
         *         "id": "q3mVb1xNcA5dLhGj"
         *       }
         *     ]
         */
        excludeCredentials: {
          /** @constant */
          type: 'public-key';
          id: string;
        }[];
      } | null;
    };
    SignerChanges: {
      /**
       * @description The version that is compared.
       * @example env_01kd2v5m8ne3wtbxq7r0h4j6sa
       */
      previousVersion: string;
      /**
       * @description SHA-256 (hex) of the prepared PDF of this version.
       * @example 0c6d6b5ef1d24f0b0a3f1b5d0c9e8a7f6e5d4c3b2a19080706050403020100ff
       */
      documentHash: string;
      /**
       * @description SHA-256 (hex) of the prepared PDF of the version before.
       * @example 5b0a9ae1fbd4ce2f0c8f8f10d8c3d4b8f7ab0f3f84f6f7f3a2f7f9d0e5c1b2a3
       */
      previousDocumentHash: string;
      changes: {
        /** @enum {string} */
        kind: 'changed' | 'added' | 'removed';
        before: components['schemas']['ChangedText'];
        after: components['schemas']['ChangedText'];
        /**
         * @description The words before it in this version.
         * @example The monthly rent is
         */
        leading: string;
        /**
         * @description The words after it in this version.
         * @example and is due on the first day of each month.
         */
        trailing: string;
      }[];
      /** @description The number of further changes, which aren't listed. */
      omitted: number;
      /** @description Pages that draw no text, such as scans. Nothing on them is compared. */
      pagesWithoutText: {
        before: number[];
        after: number[];
      };
      /**
       * @description SHA-256 (hex) of all other properties, as RFC 8785 canonical JSON.
       * @example 5d41402abc4b2a76b9719d911017c592ae2e3bdbb3a5f7e6d0c1b2a394857665
       */
      digest: string;
      /**
       * @description Of this version.
       * @example 2
       */
      versionNumber: number;
      /** @description Whether they had signed or approved the version before. */
      hadSigned: boolean;
    };
    NextVersionLink: {
      /**
       * @description The link to the newer version; null if they have none.
       * @example https://sign.example.com/sign#token=eyJ2IjoxfQ.c2lnbmF0dXJl
       */
      url: string | null;
    };
    OpenedEditingSession: {
      /**
       * @description Replaces the URL's token, for two hours.
       * @example eyJ2IjoxfQ.c2lnbmF0dXJl
       */
      token: string;
      /**
       * Format: date-time
       * @description When the token stops working.
       * @example 2026-11-21T09:00:00.000Z
       */
      expiresAt: string;
      /** @example https://app.example.com/contracts/4711 */
      returnUrl: string;
      defaults: {
        /** @enum {string} */
        legalFramework: 'esign_ueta' | 'eidas_ses' | 'uk_ses' | 'none' | 'eidas_aes' | 'eidas_qes';
        consumerDisclosure: boolean;
        expiryDays: number | null;
        reminderPolicy: components['schemas']['ReminderPolicy'] | null;
        canDelegate: boolean;
        textTags: boolean;
      };
    };
    SessionStarted: {
      /**
       * Format: date-time
       * @description When the session ends unless it is used again.
       * @example 2026-11-21T09:00:00.000Z
       */
      expiresAt: string;
    };
    Accepted: {
      /** @constant */
      status: 'accepted';
    };
    SignUpValidity: {
      valid: boolean;
      /** @description Whether a passkey completes it, on the page that the link opens, instead of the password. */
      withPasskey: boolean;
    };
    SecondFactorRequired: {
      /** @constant */
      secondFactorRequired: true;
      /**
       * Format: date-time
       * @description When the pending sign-in expires.
       * @example 2026-11-21T09:00:00.000Z
       */
      expiresAt: string;
    };
    Validity: {
      valid: boolean;
    };
    PasskeyChallenge: {
      /** @example Zk3yTq0mWfR8sVb1xNcA5dLhGjUoPeIi */
      challenge: string;
      rpId?: string;
      timeout?: number;
    } & {
      [key: string]: unknown;
    };
    Session: {
      user: {
        /** @example user_01kd2v5m8ne3wtbxq7r0h4j6sa */
        id: string;
        /** @example Olga Owner */
        name: string;
        /** @example olga@acme.example */
        email: string;
        emailVerified: boolean;
      };
      organization: {
        /** @example org_01kd2v5m8ne3wtbxq7r0h4j6sa */
        id: string;
        /** @example Acme Legal GmbH */
        name: string;
      };
      /** @enum {string} */
      role: 'owner' | 'admin' | 'member' | 'viewer';
    };
    ShownInvitation: {
      /** @example Acme Legal GmbH */
      organizationName: string;
      /** @example Grace Hopper */
      invitedByName: string;
      /** @example ada@example.com */
      email: string;
      /** @enum {string} */
      role: 'owner' | 'admin' | 'member' | 'viewer';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      expiresAt: string;
      /** @description Whether the invited address has an account to sign in with. */
      hasAccount: boolean;
    };
    ConsentRequest: {
      client: {
        /** @example Contract assistant */
        name: string;
        /** @description The host that vouches for the app, if any. */
        verifiedHost: string | null;
        target: {
          /** @enum {string} */
          kind: 'site' | 'loopback' | 'app';
          /** @example agent.example.com */
          host: string;
        };
      };
      organizations: {
        /** @example org_01kd2v5m8ne3wtbxq7r0h4j6sa */
        id: string;
        /** @example Acme Legal GmbH */
        name: string;
        /** @description Whether it is a test environment. */
        testMode: boolean;
        /** @description What the app asked for and the person may grant there. */
        scopes: (
          'envelopes:read' | 'envelopes:write' | 'templates:read' | 'templates:write' | 'envelopes:send'
        )[];
        /** @description Whether all apps ask first there. */
        agentsAskFirst: boolean;
      }[];
    };
    ConsentDecided: {
      /** @example https://sign.example.com/oauth/authorize/Zk3yTq0mWfR8 */
      redirectTo: string;
    };
    WebhookMessage: {
      /**
       * @description The event type; `webhook.test` for a test.
       * @example envelope.completed
       * @enum {string}
       */
      type:
        | 'envelope.created'
        | 'envelope.copied'
        | 'envelope.version_started'
        | 'envelope.version_created'
        | 'envelope.replaced'
        | 'envelope.document_uploaded'
        | 'envelope.document_received'
        | 'envelope.document_refused'
        | 'envelope.document_added'
        | 'envelope.document_removed'
        | 'envelope.documents_reordered'
        | 'envelope.detection_started'
        | 'envelope.detection_completed'
        | 'envelope.detection_failed'
        | 'envelope.draft_updated'
        | 'envelope.editing_opened'
        | 'envelope.sent'
        | 'participant.link_issued'
        | 'participant.link_reissued'
        | 'participant.link_copied'
        | 'participant.corrected'
        | 'participant.delegated'
        | 'participant.reminder_sent'
        | 'participant.delivery_failed'
        | 'copy.sent'
        | 'copy.delivery_failed'
        | 'envelope.deleted'
        | 'envelope.scheduled'
        | 'envelope.schedule_canceled'
        | 'envelope.schedule_failed'
        | 'envelope.expiry_extended'
        | 'envelope.expiry_warned'
        | 'envelope.expired'
        | 'envelope.time_advanced'
        | 'participant.authenticated'
        | 'participant.authentication_failed'
        | 'participant.session_opened'
        | 'participant.account_used'
        | 'participant.viewed'
        | 'participant.consented'
        | 'participant.fields_auto_resolved'
        | 'participant.signed'
        | 'participant.approved'
        | 'participant.asked'
        | 'participant.change_requested'
        | 'envelope.answered'
        | 'thread.settled'
        | 'participant.passkey_created'
        | 'participant.signing_failed'
        | 'participant.new_passkey_accepted'
        | 'participant.declined'
        | 'envelope.declined'
        | 'envelope.completed'
        | 'envelope.sealed'
        | 'envelope.seal_extended'
        | 'envelope.sealing_failed'
        | 'envelope.voided'
        | 'envelope.recalled'
        | 'webhook.test';
      /**
       * Format: date-time
       * @description When it happened.
       * @example 2027-03-01T14:30:00.000Z
       */
      timestamp: string;
      /**
       * @description Only in samples: the message is an example, and the event didn't happen.
       * @constant
       */
      sample?: true;
      data:
        | {
            /** @example evt_01kd2v5m8ne3wtbxq7r0h4j6sa */
            eventId: string;
            /** @example org_01kd2v5m8ne3wtbxq7r0h4j6sa */
            organizationId: string;
            /** @example env_01kd2v5m8ne3wtbxq7r0h4j6sa */
            envelopeId: string;
            /** @description Position in the envelope's log; messages can arrive out of order. */
            seq: number;
            /** @enum {string} */
            actorType: 'sender' | 'signer' | 'api_key' | 'agent' | 'application' | 'system';
            /**
             * @description The participant the event is about, if any.
             * @example part_01kd2v5m8ne3wtbxq7r0h4j6sa
             */
            participantId: string | null;
            /**
             * @description The envelope's status after the event's change.
             * @example completed
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
            /**
             * @description Likewise.
             * @example 5
             */
            version: number;
            /** @example team_01kd2v5m8ne3wtbxq7r0h4j6sa */
            teamId: string;
            templateId: string | null;
            /** @example Consulting agreement with Ada Lovelace */
            displayName: string;
            /** @description The envelope's metadata. */
            metadata: {
              [key: string]: string;
            } | null;
          }
        | {
            webhookId: string;
            organizationId: string;
          };
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
        | 'range_not_satisfiable'
        | 'validation_failed'
        | 'idempotency_key_reused'
        | 'legal_framework_unavailable'
        | 'document_unreadable'
        | 'reminder_window'
        | 'rate_limited'
        | 'internal'
        | 'unavailable'
        | 'clock_wrong';
      message: string;
      details?: {
        [key: string]: unknown;
      };
    };
    Health: {
      /**
       * @example ok
       * @enum {string}
       */
      status: 'ok' | 'degraded';
      /** @example 0.1.0 */
      version: string;
      checks: {
        /** @enum {string} */
        database: 'ok' | 'failing';
        /**
         * @description Whether lists are read from the database replica. ok if none is configured. Without it, lists come from the primary.
         * @enum {string}
         */
        replica: 'ok' | 'failing';
        /** @enum {string} */
        storage: 'ok' | 'failing';
        /** @enum {string} */
        jobs: 'ok' | 'failing';
        /** @enum {string} */
        mail: 'ok' | 'failing';
        /** @enum {string} */
        log: 'ok' | 'failing';
        /** @enum {string} */
        timestamps: 'ok' | 'failing';
        /** @enum {string} */
        sealKey: 'ok' | 'expiring' | 'failing';
        /**
         * @description Whether no job is due for more than ten minutes.
         * @enum {string}
         */
        backlog: 'ok' | 'failing';
        /**
         * @description Whether no completed envelope waits because sealing it failed.
         * @enum {string}
         */
        seals: 'ok' | 'failing';
        /**
         * @description Whether this process's clock is within 30 seconds of the database's, and the time server's if there is one.
         * @enum {string}
         */
        clock: 'ok' | 'failing';
      };
    };
    /**
     * envelope.created
     * @description Created. Increases the envelope's version.
     */
    EnvelopeCreatedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'sender' | 'api_key' | 'agent';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
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
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      payload: {
        displayName: string;
        originalFilename: string;
        /** @enum {string} */
        deliveryMode: 'inline' | 'upload' | 'template';
        /** @description SHA-256 of the uploaded document; null before the upload. */
        contentHash: string | null;
        /** @description SHA-256 of the prepared PDF that signers see and sign. */
        documentHash: string | null;
        templateId: string | null;
        /** @description What was removed or changed in the uploaded file. */
        notices: {
          /**
           * @description encryption: The owner password and its restrictions were removed. javascript: Scripts were removed. actions: Actions were removed, such as submitting a form or opening a file. embedded_files: Attached files were removed. Signers do not receive them. xfa: The XFA part of the form was removed. Its pages stay as they were stored in the PDF. hidden_layers: Content on hidden layers was removed. layers: Layers were merged into the page and can no longer be turned on or off. portfolio: The PDF portfolio was removed. Only its cover pages are left. form_fields: Form fields, with their values, became part of the page. annotations: Annotations such as notes, highlights and stamps became part of the page. attached_template: The reference to the Word template was removed. mail_merge: The connection to a mail merge source was removed. tracked_changes_accepted: Tracked changes were accepted. tracked_changes_rejected: Tracked changes were rejected. tracked_changes_kept: Tracked changes are shown as markup. comments: Comments were removed. text_tags: Tags in the text became fields and were taken out of the page. unread_tags: Tags in the text couldn't be read. They stay in the document. signatures_kept: The PDF was signed before. Nothing in it is changed, so its signatures stay valid, and the certificate of completion becomes a file of its own. form_fields_only: Its signatures only permit filling in form fields. Fields must be on one of those listed here. anchors_missing: The text that a field is anchored to isn't in the document. Place the field before sending.
           * @enum {string}
           */
          code:
            | 'encryption'
            | 'javascript'
            | 'actions'
            | 'embedded_files'
            | 'xfa'
            | 'hidden_layers'
            | 'layers'
            | 'portfolio'
            | 'form_fields'
            | 'annotations'
            | 'attached_template'
            | 'mail_merge'
            | 'tracked_changes_accepted'
            | 'tracked_changes_rejected'
            | 'tracked_changes_kept'
            | 'comments'
            | 'text_tags'
            | 'unread_tags'
            | 'signatures_kept'
            | 'form_fields_only'
            | 'anchors_missing';
          /** @description How many there were; null if they are not counted. */
          count: number | null;
          /** @description Which texts it is about, and why. Absent for most notices. */
          items?: {
            /** @description A text of the document or of an anchor. */
            text: string;
            /** @description From 1; null if it has no page. */
            page: number | null;
            reason: string;
            /** @description Where a form field is, as fractions of the visible page. Absent for other texts. */
            place?: {
              x: number;
              y: number;
              width: number;
              height: number;
            };
          }[];
        }[];
        /** @description The files in order. Only if there are several. */
        documents?: {
          documentId: string;
          name: string;
          /** @description SHA-256 of the uploaded file. */
          contentHash: string;
          firstPage: number;
          pageCount: number;
        }[];
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.copied
     * @description Copied. Doesn't change the version.
     */
    EnvelopeCopiedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'sender' | 'api_key' | 'agent';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'envelope.copied';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      /** @description In the log of the copy, right after it was created. */
      payload: {
        /** @description The envelope that this one was copied from. */
        sourceEnvelopeId: string;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.version_started
     * @description New version started. Doesn't change the version.
     */
    EnvelopeVersionStartedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'sender' | 'api_key' | 'agent';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'envelope.version_started';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      /** @description In the log of the version that will be replaced. */
      payload: {
        /** @description The draft that replaces this envelope once it is sent. */
        versionId: string;
        versionNumber: number;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.version_created
     * @description Created as a new version. Doesn't change the version.
     */
    EnvelopeVersionCreatedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'sender' | 'api_key' | 'agent';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'envelope.version_created';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      /** @description In the log of a new version, right after it was created. */
      payload: {
        /** @description The envelope that this one replaces once it is sent. */
        previousVersionId: string;
        versionNumber: number;
        /** @description SHA-256 of the previous version's prepared PDF. */
        previousDocumentHash: string | null;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.replaced
     * @description Replaced by a new version. Increases the envelope's version.
     */
    EnvelopeReplacedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'sender' | 'api_key' | 'agent' | 'application' | 'system';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'envelope.replaced';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      /** @description In the log of an envelope that had ended before its next version was sent. */
      payload: {
        /** @description The next version, which was sent. */
        replacedBy: string;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.document_uploaded
     * @description Document uploaded. Increases the envelope's version.
     */
    EnvelopeDocumentUploadedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'sender' | 'api_key' | 'agent';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
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
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      /** @description The document has been uploaded and is still being converted. */
      payload: {
        /** @description Only for a document that was added to others. */
        documentId?: string;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.document_received
     * @description Document received. Increases the envelope's version.
     */
    EnvelopeDocumentReceivedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'sender' | 'api_key' | 'agent' | 'system';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
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
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      payload: {
        /** @description Only for a document that was added to others. */
        documentId?: string;
        /** @description SHA-256 of the uploaded document. */
        contentHash: string;
        /** @description SHA-256 of the prepared PDF that signers see and sign. */
        documentHash: string;
        sizeBytes: number;
        pageCount: number;
        /** @description What was removed or changed in the uploaded file. */
        notices: {
          /**
           * @description encryption: The owner password and its restrictions were removed. javascript: Scripts were removed. actions: Actions were removed, such as submitting a form or opening a file. embedded_files: Attached files were removed. Signers do not receive them. xfa: The XFA part of the form was removed. Its pages stay as they were stored in the PDF. hidden_layers: Content on hidden layers was removed. layers: Layers were merged into the page and can no longer be turned on or off. portfolio: The PDF portfolio was removed. Only its cover pages are left. form_fields: Form fields, with their values, became part of the page. annotations: Annotations such as notes, highlights and stamps became part of the page. attached_template: The reference to the Word template was removed. mail_merge: The connection to a mail merge source was removed. tracked_changes_accepted: Tracked changes were accepted. tracked_changes_rejected: Tracked changes were rejected. tracked_changes_kept: Tracked changes are shown as markup. comments: Comments were removed. text_tags: Tags in the text became fields and were taken out of the page. unread_tags: Tags in the text couldn't be read. They stay in the document. signatures_kept: The PDF was signed before. Nothing in it is changed, so its signatures stay valid, and the certificate of completion becomes a file of its own. form_fields_only: Its signatures only permit filling in form fields. Fields must be on one of those listed here. anchors_missing: The text that a field is anchored to isn't in the document. Place the field before sending.
           * @enum {string}
           */
          code:
            | 'encryption'
            | 'javascript'
            | 'actions'
            | 'embedded_files'
            | 'xfa'
            | 'hidden_layers'
            | 'layers'
            | 'portfolio'
            | 'form_fields'
            | 'annotations'
            | 'attached_template'
            | 'mail_merge'
            | 'tracked_changes_accepted'
            | 'tracked_changes_rejected'
            | 'tracked_changes_kept'
            | 'comments'
            | 'text_tags'
            | 'unread_tags'
            | 'signatures_kept'
            | 'form_fields_only'
            | 'anchors_missing';
          /** @description How many there were; null if they are not counted. */
          count: number | null;
          /** @description Which texts it is about, and why. Absent for most notices. */
          items?: {
            /** @description A text of the document or of an anchor. */
            text: string;
            /** @description From 1; null if it has no page. */
            page: number | null;
            reason: string;
            /** @description Where a form field is, as fractions of the visible page. Absent for other texts. */
            place?: {
              x: number;
              y: number;
              width: number;
              height: number;
            };
          }[];
        }[];
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.document_refused
     * @description Document not accepted. Increases the envelope's version.
     */
    EnvelopeDocumentRefusedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'system';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
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
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      payload: {
        /** @description Only for a document that was added to others. */
        documentId?: string;
        /** @description As `details.reason` of `document_unreadable`. */
        reason: string;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.document_added
     * @description Document added. Increases the envelope's version.
     */
    EnvelopeDocumentAddedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'sender' | 'api_key' | 'agent';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'envelope.document_added';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      payload: {
        documentId: string;
        name: string;
        /** @description SHA-256 of the uploaded file; null, like its pages, until it has been received. */
        contentHash: string | null;
        /** @description SHA-256 of the prepared PDF that signers see and sign. */
        documentHash: string;
        firstPage: number | null;
        pageCount: number | null;
        /** @description What was removed or changed in the uploaded file. */
        notices: {
          /**
           * @description encryption: The owner password and its restrictions were removed. javascript: Scripts were removed. actions: Actions were removed, such as submitting a form or opening a file. embedded_files: Attached files were removed. Signers do not receive them. xfa: The XFA part of the form was removed. Its pages stay as they were stored in the PDF. hidden_layers: Content on hidden layers was removed. layers: Layers were merged into the page and can no longer be turned on or off. portfolio: The PDF portfolio was removed. Only its cover pages are left. form_fields: Form fields, with their values, became part of the page. annotations: Annotations such as notes, highlights and stamps became part of the page. attached_template: The reference to the Word template was removed. mail_merge: The connection to a mail merge source was removed. tracked_changes_accepted: Tracked changes were accepted. tracked_changes_rejected: Tracked changes were rejected. tracked_changes_kept: Tracked changes are shown as markup. comments: Comments were removed. text_tags: Tags in the text became fields and were taken out of the page. unread_tags: Tags in the text couldn't be read. They stay in the document. signatures_kept: The PDF was signed before. Nothing in it is changed, so its signatures stay valid, and the certificate of completion becomes a file of its own. form_fields_only: Its signatures only permit filling in form fields. Fields must be on one of those listed here. anchors_missing: The text that a field is anchored to isn't in the document. Place the field before sending.
           * @enum {string}
           */
          code:
            | 'encryption'
            | 'javascript'
            | 'actions'
            | 'embedded_files'
            | 'xfa'
            | 'hidden_layers'
            | 'layers'
            | 'portfolio'
            | 'form_fields'
            | 'annotations'
            | 'attached_template'
            | 'mail_merge'
            | 'tracked_changes_accepted'
            | 'tracked_changes_rejected'
            | 'tracked_changes_kept'
            | 'comments'
            | 'text_tags'
            | 'unread_tags'
            | 'signatures_kept'
            | 'form_fields_only'
            | 'anchors_missing';
          /** @description How many there were; null if they are not counted. */
          count: number | null;
          /** @description Which texts it is about, and why. Absent for most notices. */
          items?: {
            /** @description A text of the document or of an anchor. */
            text: string;
            /** @description From 1; null if it has no page. */
            page: number | null;
            reason: string;
            /** @description Where a form field is, as fractions of the visible page. Absent for other texts. */
            place?: {
              x: number;
              y: number;
              width: number;
              height: number;
            };
          }[];
        }[];
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.document_removed
     * @description Document removed. Increases the envelope's version.
     */
    EnvelopeDocumentRemovedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'sender' | 'api_key' | 'agent';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'envelope.document_removed';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      payload: {
        documentId: string;
        name: string;
        /** @description SHA-256 of the uploaded file; null if it was never received. */
        contentHash: string | null;
        /** @description SHA-256 of the prepared PDF that signers see and sign. */
        documentHash: string;
        /** @description Number of fields that were removed with it. */
        removedFieldCount: number;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.documents_reordered
     * @description Documents reordered. Increases the envelope's version.
     */
    EnvelopeDocumentsReorderedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'sender' | 'api_key' | 'agent';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'envelope.documents_reordered';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      payload: {
        /** @description The ids of the documents in their new order. */
        order: string[];
        /** @description SHA-256 of the prepared PDF that signers see and sign. */
        documentHash: string;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.detection_started
     * @description Reading the document. Increases the envelope's version.
     */
    EnvelopeDetectionStartedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'sender' | 'api_key' | 'agent' | 'system';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
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
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      payload: Record<string, never> | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.detection_completed
     * @description Fields proposed. Increases the envelope's version.
     */
    EnvelopeDetectionCompletedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'system';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
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
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      payload: {
        /** @description Number of fields added to the draft. */
        fieldCount: number;
        partyCount: number;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.detection_failed
     * @description Reading the document failed. Increases the envelope's version.
     */
    EnvelopeDetectionFailedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'system';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
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
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      payload: {
        /** @description `time`, `memory`, `crash`, or `unavailable` if detection couldn't start. */
        reason: string;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.draft_updated
     * @description Draft updated. Increases the envelope's version.
     */
    EnvelopeDraftUpdatedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'sender' | 'api_key' | 'agent' | 'application';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
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
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      payload: {
        /** @description The parts of the draft that were replaced. */
        changed: string[];
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.editing_opened
     * @description Opened for editing. Doesn't change the version.
     */
    EnvelopeEditingOpenedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'application';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'envelope.editing_opened';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      /** @description A draft was opened by a session URL, for a user of the organization's application. */
      payload: {
        /** @description The actor of what was then done on the page. */
        sessionId: string;
        /** @description The organization whose application authenticated the user. */
        application: string;
        /** @description The user, as the application named them. */
        userName: string | null;
        /** @description The origin that may show the page in a frame. */
        frameOrigin: string | null;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.sent
     * @description Sent. Increases the envelope's version.
     */
    EnvelopeSentEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'sender' | 'api_key' | 'agent' | 'application' | 'system';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
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
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      payload: {
        displayName: string;
        /** @description SHA-256 of the prepared PDF that signers see and sign. */
        documentHash: string;
        pageCount: number;
        /** @enum {string} */
        legalFramework: 'esign_ueta' | 'eidas_ses' | 'uk_ses' | 'none' | 'eidas_aes' | 'eidas_qes';
        consumerDisclosure: boolean;
        /**
         * Format: date-time
         * @description When the envelope expires if it isn't completed.
         */
        expiresAt: string | null;
        participants: {
          participantId: string;
          orderIndex: number;
          name: string;
          email: string;
          /**
           * @description Only for approvers.
           * @constant
           */
          role?: 'approver';
          /**
           * @description Only for participants who aren't emailed.
           * @enum {string}
           */
          delivery?: 'embedded' | 'in_person';
        }[];
        message?: components['schemas']['Message'];
        /** @description The files in order. Only if there are several. */
        documents?: {
          documentId: string;
          name: string;
          /** @description SHA-256 of the uploaded file. */
          contentHash: string;
          firstPage: number;
          pageCount: number;
        }[];
        /** @description SHA-256 of the canonical JSON of the sender's texts and strikethroughs: type, page, x, y, width, height and value of each, in order. */
        annotationsHash?: string;
        /** @description All versions up to this one, in order. Only for a new version. */
        versions?: {
          envelopeId: string;
          versionNumber: number;
          /** @description SHA-256 of the prepared PDF that signers see and sign. */
          documentHash: string;
          /** @description `digest` of the list of changes since the version before; null for the first one listed, and if they couldn’t be compared. */
          changesDigest: string | null;
        }[];
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * participant.link_issued
     * @description Link issued. Increases the envelope's version.
     */
    ParticipantLinkIssuedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'sender' | 'api_key' | 'agent' | 'application' | 'signer' | 'system';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
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
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      payload: {
        /** @description The participant the event is about. */
        participantId: string;
        /** @description Number of the participant's link; earlier links are refused. */
        epoch: number;
        /** @description The address that the email is sent to. */
        email: string;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * participant.link_reissued
     * @description Link reissued. Increases the envelope's version.
     */
    ParticipantLinkReissuedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'sender' | 'api_key' | 'agent' | 'signer';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
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
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      payload: {
        /** @description The participant the event is about. */
        participantId: string;
        /** @description Number of the participant's link; earlier links are refused. */
        epoch: number;
        /** @description The address that the email is sent to. */
        email: string;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * participant.link_copied
     * @description Link copied. Doesn't change the version.
     */
    ParticipantLinkCopiedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'sender';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'participant.link_copied';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      /** @description A sender copied the link, to pass it on without our email. */
      payload: {
        /** @description The participant the event is about. */
        participantId: string;
        /** @description Number of the participant's link; earlier links are refused. */
        epoch: number;
        /** @description The address that the email is sent to. */
        email: string;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * participant.corrected
     * @description Participant corrected. Increases the envelope's version.
     */
    ParticipantCorrectedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'sender' | 'api_key' | 'agent';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
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
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      payload: {
        /** @description The participant the event is about. */
        participantId: string;
        /** @description Number of the participant's link; earlier links are refused. */
        epoch: number | null;
        before: {
          name: string;
          email: string;
          /**
           * @description The corrected address.
           * @enum {string|null}
           */
          language?: 'en' | 'de' | 'fr' | 'es' | 'it' | 'pt' | 'pl' | 'nl' | 'ja' | 'zh' | 'ar' | 'he' | null;
          /** @description The end of the phone number. Only for text messages. */
          phone?: string;
        };
        after: {
          name: string;
          email: string;
          /**
           * @description The corrected address.
           * @enum {string|null}
           */
          language?: 'en' | 'de' | 'fr' | 'es' | 'it' | 'pt' | 'pl' | 'nl' | 'ja' | 'zh' | 'ar' | 'he' | null;
          /** @description The end of the phone number. Only for text messages. */
          phone?: string;
        };
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * participant.delegated
     * @description Delegated. Increases the envelope's version.
     */
    ParticipantDelegatedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'signer';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'participant.delegated';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      payload: {
        /** @description The participant the event is about. */
        participantId: string;
        /** @description Number of the participant's link; earlier links are refused. */
        epoch: number;
        /** @description Who handed over their turn. */
        before: {
          name: string;
          email: string;
        };
        /** @description Who acts in their place. */
        after: {
          name: string;
          /** @description The address that the email is sent to. */
          email: string;
        };
        /** @description As entered by the person, without control characters. */
        reason: string | null;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * participant.reminder_sent
     * @description Reminder sent. Increases the envelope's version.
     */
    ParticipantReminderSentEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'sender' | 'api_key' | 'agent' | 'system';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
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
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      payload: {
        /** @description The participant the event is about. */
        participantId: string;
        /** @description Whether it was sent automatically. */
        automatic: boolean;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * participant.delivery_failed
     * @description Delivery failed. Doesn't change the version.
     */
    ParticipantDeliveryFailedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'system';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
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
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      payload: {
        /** @description The participant the event is about. */
        participantId: string;
        /** @description The address that the email is sent to. */
        email: string;
        /** @description The mail server's response, or what the SMS gateway answered. */
        reason: string;
        /** @description The end of the phone number. Only for text messages. */
        phone?: string;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * copy.sent
     * @description Copy sent. Doesn't change the version.
     */
    CopySentEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'sender' | 'api_key' | 'agent' | 'application' | 'system';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'copy.sent';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      payload: {
        /** @description The person who gets the copy. */
        copyId: string;
        name: string;
        /** @description The address that the email is sent to. */
        email: string;
        /**
         * @description sent: with the envelope. completed: the sealed documents.
         * @enum {string}
         */
        when: 'sent' | 'completed';
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * copy.delivery_failed
     * @description Delivery of a copy failed. Doesn't change the version.
     */
    CopyDeliveryFailedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'system';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'copy.delivery_failed';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      payload: {
        /** @description The person who gets the copy. */
        copyId: string;
        /** @description The address that the email is sent to. */
        email: string;
        /** @description The mail server's response. */
        reason: string;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.deleted
     * @description Deleted. Increases the envelope's version.
     */
    EnvelopeDeletedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'sender' | 'api_key' | 'agent';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
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
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      payload: Record<string, never> | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.scheduled
     * @description Scheduled. Increases the envelope's version.
     */
    EnvelopeScheduledEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'sender' | 'api_key' | 'agent' | 'application';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
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
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
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
     * @description Scheduled sending canceled. Increases the envelope's version.
     */
    EnvelopeScheduleCanceledEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'sender' | 'api_key' | 'agent';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
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
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      payload: {
        /**
         * Format: date-time
         * @description The scheduled time.
         * @example 2026-11-21T09:00:00.000Z
         */
        sendAt: string;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.schedule_failed
     * @description Scheduled sending failed. Increases the envelope's version.
     */
    EnvelopeScheduleFailedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'system';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
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
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      payload: {
        /** @description Why it was not sent: an error code, or `sender_removed`, `sender_demoted` or `sender_left_team` if the person who scheduled it may no longer send it. */
        reason: string;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.expiry_extended
     * @description Expiry changed. Increases the envelope's version.
     */
    EnvelopeExpiryExtendedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'sender' | 'api_key' | 'agent';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
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
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      payload: {
        /**
         * Format: date-time
         * @description When the envelope expires if it isn't completed.
         */
        expiresAt: string | null;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.expiry_warned
     * @description Expiry warning sent. Doesn't change the version.
     */
    EnvelopeExpiryWarnedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'system';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
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
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      payload: {
        /**
         * Format: date-time
         * @description When the envelope expires if it isn't completed.
         * @example 2026-11-21T09:00:00.000Z
         */
        expiresAt: string;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.expired
     * @description Expired. Increases the envelope's version.
     */
    EnvelopeExpiredEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'system';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
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
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      payload: {
        /**
         * Format: date-time
         * @description When the envelope expires if it isn't completed.
         * @example 2026-11-21T09:00:00.000Z
         */
        expiresAt: string;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.time_advanced
     * @description Test time advanced. Increases the envelope's version.
     */
    EnvelopeTimeAdvancedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'sender' | 'api_key' | 'agent';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'envelope.time_advanced';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      /** @description Only in test mode. */
      payload: {
        /** @description By how much the deadlines moved closer. */
        milliseconds: number;
        /**
         * Format: date-time
         * @description When the envelope expires if it isn't completed.
         */
        expiresAt: string | null;
        /**
         * Format: date-time
         * @description The scheduled time.
         */
        sendAt: string | null;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * participant.authenticated
     * @description Identity verified. Doesn't change the version.
     */
    ParticipantAuthenticatedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'signer';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'participant.authenticated';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      payload: {
        /** @description The participant the event is about. */
        participantId: string;
        /**
         * @description How the participant proves who they are.
         * @enum {string}
         */
        method: 'link' | 'access_code' | 'email_code' | 'sms_code' | 'oidc';
        /** @description The end of the phone number. Only for text messages. */
        phone?: string;
        /** @description What the identity provider said. Only for oidc. */
        signIn?: {
          /** @description The identity provider's name. */
          provider: string;
          issuer: string;
          /** @description SHA-256 of the salt, a line feed and the provider's `sub`. */
          subjectHash: string;
          /** @description 16 random bytes in hex. */
          subjectSalt: string;
          /** @description How the provider rates the sign-in. */
          acr: string | null;
          /** @description How the person signed in there. */
          amr: string[];
          /**
           * @description What had to be the same as the recipient's.
           * @enum {string}
           */
          matched: 'email' | 'name';
        };
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * participant.authentication_failed
     * @description Identity verification failed. Doesn't change the version.
     */
    ParticipantAuthenticationFailedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'signer';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'participant.authentication_failed';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      payload: {
        /** @description The participant the event is about. */
        participantId: string;
        /**
         * @description How the participant proves who they are.
         * @enum {string}
         */
        method: 'link' | 'access_code' | 'email_code' | 'sms_code' | 'oidc';
        /**
         * Format: date-time
         * @description When another code can be tried.
         * @example 2026-11-21T09:00:00.000Z
         */
        lockedUntil: string;
        /** @description The end of the phone number. Only for text messages. */
        phone?: string;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * participant.session_opened
     * @description Session opened. Doesn't change the version.
     */
    ParticipantSessionOpenedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'signer';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'participant.session_opened';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      /** @description A page was opened by a session URL, without an emailed link. */
      payload: {
        /** @description The participant the event is about. */
        participantId: string;
        sessionId: string;
        /** @description The organization whose application authenticated an embedded participant. */
        application: string | null;
        /** @description Who handed the device to a participant who signs in person. */
        host: string | null;
        /** @description The origin that may show the page in a frame. */
        frameOrigin: string | null;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * participant.account_used
     * @description Opened from their account. Doesn't change the version.
     */
    ParticipantAccountUsedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'sender';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'participant.account_used';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      payload: {
        /** @description The participant the event is about. */
        participantId: string;
        /** @description The address of the account that was signed in. */
        email: string;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * participant.viewed
     * @description Viewed. Doesn't change the version.
     */
    ParticipantViewedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'signer';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
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
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      payload: {
        /** @description The participant the event is about. */
        participantId: string;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * participant.consented
     * @description Consented. Doesn't change the version.
     */
    ParticipantConsentedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'signer';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
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
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      payload: {
        /** @description The participant the event is about. */
        participantId: string;
        disclosureVersion: string | null;
        disclosureLocale: string | null;
        /** @description SHA-256 of the accepted disclosure; null if none was required. */
        disclosureHash: string | null;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * participant.fields_auto_resolved
     * @description Fields filled in automatically. Increases the envelope's version.
     */
    ParticipantFieldsAutoResolvedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'signer';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
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
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      payload: {
        /** @description The participant the event is about. */
        participantId: string;
        /** @description Values that the service filled in, in plain text. Apply your own retention policy to them. */
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
     * @description Signed. Increases the envelope's version.
     */
    ParticipantSignedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'signer';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
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
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      payload: {
        /** @description The participant the event is about. */
        participantId: string;
        /** @description SHA-256 of the prepared PDF that signers see and sign. */
        documentHash: string;
        /** @description SHA-256 of the RFC 8785 canonical JSON of the values by field ID. */
        valuesHash: string;
        fieldCount: number;
        /** @enum {string|null} */
        signatureKind: 'drawn' | 'typed' | 'uploaded' | null;
        /** @description SHA-256 of the image's bytes, or of the typed text. If a style was chosen, a line feed and the style follow the text. */
        signatureHash: string | null;
        initialsHash: string | null;
        /** @description SHA-256 of the stamp's picture. Absent without a stamp. */
        stampHash?: string;
        /** @description What the person agreed to. The statement is null if `language` was omitted. */
        intent: {
          /**
           * @description The button: “Sign and finish” or “Approve”.
           * @enum {string}
           */
          how: 'sign_and_finish' | 'approve';
          /** @description Version of the statement above the button. */
          statementVersion: string | null;
          /**
           * @description Language in which it was shown.
           * @enum {string|null}
           */
          statementLanguage:
            'en' | 'de' | 'fr' | 'es' | 'it' | 'pt' | 'pl' | 'nl' | 'ja' | 'zh' | 'ar' | 'he' | null;
          /** @description SHA-256 of the statement as it was shown, in UTF-8. */
          statementHash: string | null;
        };
        /** @description Where the person's device was, as a name of the IANA time zone database. The day of signing is the day there; without it, the day in UTC. */
        timeZone?: string;
        /** @description Which pages were on the screen and how, as the page that the person signed on reported it. Absent if it reported nothing. */
        pages?: {
          /** @description Drawn by the browser from the document. */
          rendered: number[];
          /** @description Shown as the server's picture, since the browser couldn't draw them. */
          pictures: number[];
        };
        /** @description Files that the person attached. Absent without any. */
        attachments?: {
          /** @example att_01kd2v5m8ne3wtbxq7r0h4j6sa */
          id: string;
          /** @example passport.jpg */
          filename: string;
          /**
           * @description application/pdf, image/png or image/jpeg.
           * @example image/jpeg
           */
          contentType: string;
          /** @example 481203 */
          sizeBytes: number;
          /**
           * @description SHA-256 of the file, lowercase hex.
           * @example 5b0a9ae1fbd4ce2f0c8f8f10d8c3d4b8f7ab0f3f84f6f7f3a2f7f9d0e5c1b2a3
           */
          sha256: string;
          /** @example fld_01kd2v5m8ne3wtbxq7r0h4j6sa */
          fieldId: string;
        }[];
        /** @description What proves that the person signed with a passkey. Absent if they signed without one. */
        proof?: {
          /** @constant */
          kind: 'passkey';
          /** @description The `nonce` of the statement. */
          nonce: string;
          /** @description The site that the passkey is for. */
          rpId: string;
          /** @description The public key as SubjectPublicKeyInfo, base64url. */
          publicKey: string;
          /** @description SHA-256 of the public key. */
          keyHash: string;
          /** @description What the authenticator signed, base64url. */
          authenticatorData: string;
          /** @description What the browser had signed, base64url. Its challenge is the SHA-256 of the statement. */
          clientDataJSON: string;
          /** @description The signature over both, base64url. */
          signature: string;
          /** @description Whether the passkey is backed up, so that other devices may have it. */
          isSynced: boolean;
          /** @description Documents of the organization that the same passkey had signed before; null for none. */
          earlier: {
            count: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            firstAt: string;
            /** @description Hash of the event that records the first of them. */
            firstEventHash: string;
          } | null;
        };
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * participant.approved
     * @description Approved. Increases the envelope's version.
     */
    ParticipantApprovedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'signer';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'participant.approved';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      payload: {
        /** @description The participant the event is about. */
        participantId: string;
        /** @description SHA-256 of the prepared PDF that signers see and sign. */
        documentHash: string;
        /** @description SHA-256 of the RFC 8785 canonical JSON of the values by field ID. */
        valuesHash: string;
        fieldCount: number;
        /** @enum {string|null} */
        signatureKind: 'drawn' | 'typed' | 'uploaded' | null;
        /** @description SHA-256 of the image's bytes, or of the typed text. If a style was chosen, a line feed and the style follow the text. */
        signatureHash: string | null;
        initialsHash: string | null;
        /** @description SHA-256 of the stamp's picture. Absent without a stamp. */
        stampHash?: string;
        /** @description What the person agreed to. The statement is null if `language` was omitted. */
        intent: {
          /**
           * @description The button: “Sign and finish” or “Approve”.
           * @enum {string}
           */
          how: 'sign_and_finish' | 'approve';
          /** @description Version of the statement above the button. */
          statementVersion: string | null;
          /**
           * @description Language in which it was shown.
           * @enum {string|null}
           */
          statementLanguage:
            'en' | 'de' | 'fr' | 'es' | 'it' | 'pt' | 'pl' | 'nl' | 'ja' | 'zh' | 'ar' | 'he' | null;
          /** @description SHA-256 of the statement as it was shown, in UTF-8. */
          statementHash: string | null;
        };
        /** @description Where the person's device was, as a name of the IANA time zone database. The day of signing is the day there; without it, the day in UTC. */
        timeZone?: string;
        /** @description Which pages were on the screen and how, as the page that the person signed on reported it. Absent if it reported nothing. */
        pages?: {
          /** @description Drawn by the browser from the document. */
          rendered: number[];
          /** @description Shown as the server's picture, since the browser couldn't draw them. */
          pictures: number[];
        };
        /** @description Files that the person attached. Absent without any. */
        attachments?: {
          /** @example att_01kd2v5m8ne3wtbxq7r0h4j6sa */
          id: string;
          /** @example passport.jpg */
          filename: string;
          /**
           * @description application/pdf, image/png or image/jpeg.
           * @example image/jpeg
           */
          contentType: string;
          /** @example 481203 */
          sizeBytes: number;
          /**
           * @description SHA-256 of the file, lowercase hex.
           * @example 5b0a9ae1fbd4ce2f0c8f8f10d8c3d4b8f7ab0f3f84f6f7f3a2f7f9d0e5c1b2a3
           */
          sha256: string;
          /** @example fld_01kd2v5m8ne3wtbxq7r0h4j6sa */
          fieldId: string;
        }[];
        /** @description What proves that the person signed with a passkey. Absent if they signed without one. */
        proof?: {
          /** @constant */
          kind: 'passkey';
          /** @description The `nonce` of the statement. */
          nonce: string;
          /** @description The site that the passkey is for. */
          rpId: string;
          /** @description The public key as SubjectPublicKeyInfo, base64url. */
          publicKey: string;
          /** @description SHA-256 of the public key. */
          keyHash: string;
          /** @description What the authenticator signed, base64url. */
          authenticatorData: string;
          /** @description What the browser had signed, base64url. Its challenge is the SHA-256 of the statement. */
          clientDataJSON: string;
          /** @description The signature over both, base64url. */
          signature: string;
          /** @description Whether the passkey is backed up, so that other devices may have it. */
          isSynced: boolean;
          /** @description Documents of the organization that the same passkey had signed before; null for none. */
          earlier: {
            count: number;
            /**
             * Format: date-time
             * @example 2026-11-21T09:00:00.000Z
             */
            firstAt: string;
            /** @description Hash of the event that records the first of them. */
            firstEventHash: string;
          } | null;
        };
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * participant.asked
     * @description Question asked. Doesn't change the version.
     */
    ParticipantAskedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'signer';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'participant.asked';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      payload: {
        /** @description The participant who began the thread. */
        participantId: string;
        /** @description The address of the person who began it. */
        email: string;
        /** @description The thread of questions and answers. */
        threadId: string;
        messageId: string;
        /** @description What was written. */
        text: string;
        /** @description The passage that it is about. Only for the first message of a thread. */
        quote: {
          page: number;
          text: string;
        } | null;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * participant.change_requested
     * @description Change requested. Doesn't change the version.
     */
    ParticipantChangeRequestedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'signer';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'participant.change_requested';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      payload: {
        /** @description The participant who began the thread. */
        participantId: string;
        /** @description The address of the person who began it. */
        email: string;
        /** @description The thread of questions and answers. */
        threadId: string;
        messageId: string;
        /** @description What was written. */
        text: string;
        /** @description The passage that it is about. Only for the first message of a thread. */
        quote: {
          page: number;
          text: string;
        } | null;
        /** @description The words that should stand instead of the quote. */
        proposal: string | null;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.answered
     * @description Answered. Doesn't change the version.
     */
    EnvelopeAnsweredEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'sender' | 'api_key' | 'agent';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'envelope.answered';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      payload: {
        /** @description The participant who began the thread. */
        participantId: string;
        /** @description The address of the person who began it. */
        email: string;
        /** @description The thread of questions and answers. */
        threadId: string;
        messageId: string;
        /** @description What was written. */
        text: string;
        /**
         * @description Who sees the thread from now on.
         * @enum {string}
         */
        visibleTo: 'participant' | 'everyone';
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * thread.settled
     * @description Settled. Doesn't change the version.
     */
    ThreadSettledEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'sender' | 'api_key' | 'agent';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'thread.settled';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      payload: {
        /** @description The participant the event is about. */
        participantId: string;
        /** @description The thread of questions and answers. */
        threadId: string;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * participant.passkey_created
     * @description Passkey created. Doesn't change the version.
     */
    ParticipantPasskeyCreatedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'signer';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'participant.passkey_created';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      payload: {
        /** @description The participant the event is about. */
        participantId: string;
        /** @description SHA-256 of the public key. */
        keyHash: string;
        /** @description Whether the passkey is backed up, so that other devices may have it. */
        isSynced: boolean;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * participant.signing_failed
     * @description Signing failed. Doesn't change the version.
     */
    ParticipantSigningFailedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'signer';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'participant.signing_failed';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      payload: {
        /** @description The participant the event is about. */
        participantId: string;
        /**
         * @description What they tried to sign with.
         * @constant
         */
        method: 'passkey';
        /**
         * @description Why it proves nothing.
         * @enum {string}
         */
        reason:
          | 'malformed'
          | 'statement'
          | 'site'
          | 'not_verified'
          | 'signature'
          | 'unknown_passkey'
          | 'new_passkey';
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * participant.new_passkey_accepted
     * @description New passkey accepted. Increases the envelope's version.
     */
    ParticipantNewPasskeyAcceptedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'sender' | 'api_key';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'participant.new_passkey_accepted';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      payload: {
        /** @description The participant the event is about. */
        participantId: string;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * participant.declined
     * @description Declined. Increases the envelope's version.
     */
    ParticipantDeclinedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'signer';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
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
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      payload: {
        /** @description The participant the event is about. */
        participantId: string;
        /** @description As entered by the person, without control characters. */
        reason: string | null;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.declined
     * @description Declined. Increases the envelope's version.
     */
    EnvelopeDeclinedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'signer';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
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
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      payload: {
        /** @description The participant the event is about. */
        participantId: string;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.completed
     * @description Completed. Increases the envelope's version.
     */
    EnvelopeCompletedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'signer';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
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
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
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
     * @description Sealed. Increases the envelope's version.
     */
    EnvelopeSealedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'system';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
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
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      payload: {
        /** @description SHA-256 of the sealed PDF. */
        sealedHash: string;
        sizeBytes: number;
        /** @description Subject of the certificate that sealed it. */
        certificateSubject: string;
        /** @description SHA-256 of the certificate of completion. Absent if it is part of the sealed PDF. */
        certificateHash?: string;
        /**
         * @description PAdES baseline level of the seal.
         * @enum {string}
         */
        level?: 'B-B' | 'B-T' | 'B-LT' | 'B-LTA';
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.seal_extended
     * @description Seal extended. Increases the envelope's version.
     */
    EnvelopeSealExtendedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'system';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'envelope.seal_extended';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      payload: {
        /**
         * @description PAdES baseline level of the seal.
         * @enum {string}
         */
        level: 'B-B' | 'B-T' | 'B-LT' | 'B-LTA';
        /** @description SHA-256 of the extended PDF. */
        sealedHash: string;
        /** @description SHA-256 of the PDF that was extended. */
        previousHash: string;
        sizeBytes: number;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.sealing_failed
     * @description Sealing failed. Doesn't change the version.
     */
    EnvelopeSealingFailedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'system';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
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
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      payload: Record<string, never> | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.voided
     * @description Voided. Increases the envelope's version.
     */
    EnvelopeVoidedEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'sender' | 'api_key' | 'agent' | 'application' | 'system';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
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
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      payload: {
        /** @description As entered by the person, without control characters. */
        reason: string | null;
        /** @description Only present if the next version was sent. The reason is `replaced` then. */
        replacedBy?: string;
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
    /**
     * envelope.recalled
     * @description Recalled. Increases the envelope's version.
     */
    EnvelopeRecalledEvent: {
      id: string;
      envelopeId: string;
      organizationId: string;
      /** @description Position in the log, from 1 without gaps. */
      seq: number;
      /** @enum {string} */
      actorType: 'sender' | 'api_key' | 'agent';
      /** @description The user, API key or participant; null for the service itself. Null if it was erased. */
      actorId: string | null;
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      action: 'envelope.recalled';
      /**
       * Format: date-time
       * @example 2026-11-21T09:00:00.000Z
       */
      occurredAt: string;
      /** @description Hash of the previous event; 64 zeros for the first. */
      prevHash: string;
      /** @description SHA-256 over the event, its digest and prevHash. */
      hash: string;
      /** @description SHA-256 of the erasable parts: salt, actorId, payload, ipAddress, userAgent. */
      digest: string;
      /** @description 16 random bytes in hex. Null if it was erased. */
      salt: string | null;
      payload: {
        /** @description Whose links stopped working. */
        recipients: {
          /** @description The participant the event is about. */
          participantId: string;
          name: string;
          /** @description The address that the email is sent to. */
          email: string;
          /** @enum {string|null} */
          language: 'en' | 'de' | 'fr' | 'es' | 'it' | 'pt' | 'pl' | 'nl' | 'ja' | 'zh' | 'ar' | 'he' | null;
        }[];
        /** @description Whose copies can't be opened any more. */
        copies?: {
          /** @description The person who gets the copy. */
          copyId: string;
          name: string;
          /** @description The address that the email is sent to. */
          email: string;
          /** @enum {string|null} */
          language: 'en' | 'de' | 'fr' | 'es' | 'it' | 'pt' | 'pl' | 'nl' | 'ja' | 'zh' | 'ar' | 'he' | null;
        }[];
      } | null;
      ipAddress: string | null;
      userAgent: string | null;
    };
  };
  responses: {
    /** @description `malformed_request`: The request body is malformed. */
    Error400MalformedRequest: {
      headers: {
        'X-Request-Id': components['headers']['XRequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'RateLimit-Limit': components['headers']['RateLimitLimit'];
        'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
        'RateLimit-Reset': components['headers']['RateLimitReset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {string} */
          code: 'malformed_request';
        } & WithRequired<components['schemas']['Error'], 'code'>;
      };
    };
    /** @description `unauthorized`: Missing or invalid credentials. */
    Error401Unauthorized: {
      headers: {
        'X-Request-Id': components['headers']['XRequestId'];
        'WWW-Authenticate': components['headers']['WWWAuthenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {string} */
          code: 'unauthorized';
        } & WithRequired<components['schemas']['Error'], 'code'>;
      };
    };
    /** @description `unauthorized`: Missing or invalid credentials. `details.reason`, if the link was once valid, is `link_replaced`, `link_expired`, or `link_suspended` while the sending organization is suspended. With `link_replaced`, `details.recalled` is true while the sender has taken the envelope back, so that there is no newer link. With both, `details.over` is true if nothing is left for its holder to sign, so that there will be no new one, and `details.displayName` and `details.senderName` say which document it was and whose. If its holder has asked someone else to act, `details.delegatedTo` is the name of that person, and `details.senderName` that of the sender. With `authentication_required`, the participant has to prove who they are first, by `details.method`. With `wrong_code`, `details.attemptsLeft` is how many more codes can be tried, and `details.mismatch`, for oidc, why the sign-in was not accepted. */
    Error401UnauthorizedLink: {
      headers: {
        'X-Request-Id': components['headers']['XRequestId'];
        'WWW-Authenticate': components['headers']['WWWAuthenticate'];
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
     * @description `insufficient_scope`: The API key or access token lacks a required scope. `details.scopes` lists the scopes the call requires, `details.missing` those the token or key lacks.
     *
     *     `forbidden`: Your role doesn't allow this.
     */
    Error403InsufficientScopeForbidden: {
      headers: {
        'X-Request-Id': components['headers']['XRequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'RateLimit-Limit': components['headers']['RateLimitLimit'];
        'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
        'RateLimit-Reset': components['headers']['RateLimitReset'];
        'WWW-Authenticate': components['headers']['WWWAuthenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {string} */
          code: 'insufficient_scope' | 'forbidden';
        } & WithRequired<components['schemas']['Error'], 'code'>;
      };
    };
    /** @description `not_your_turn`: It isn't your turn to sign yet. */
    Error403NotYourTurn: {
      headers: {
        'X-Request-Id': components['headers']['XRequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'RateLimit-Limit': components['headers']['RateLimitLimit'];
        'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
        'RateLimit-Reset': components['headers']['RateLimitReset'];
        'WWW-Authenticate': components['headers']['WWWAuthenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {string} */
          code: 'not_your_turn';
        } & WithRequired<components['schemas']['Error'], 'code'>;
      };
    };
    /** @description `forbidden`: Your role doesn't allow this. */
    Error403Forbidden: {
      headers: {
        'X-Request-Id': components['headers']['XRequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'RateLimit-Limit': components['headers']['RateLimitLimit'];
        'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
        'RateLimit-Reset': components['headers']['RateLimitReset'];
        'WWW-Authenticate': components['headers']['WWWAuthenticate'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {string} */
          code: 'forbidden';
        } & WithRequired<components['schemas']['Error'], 'code'>;
      };
    };
    /** @description `not_found`: Not found. */
    Error404NotFound: {
      headers: {
        'X-Request-Id': components['headers']['XRequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'RateLimit-Limit': components['headers']['RateLimitLimit'];
        'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
        'RateLimit-Reset': components['headers']['RateLimitReset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {string} */
          code: 'not_found';
        } & WithRequired<components['schemas']['Error'], 'code'>;
      };
    };
    /** @description `idempotency_in_flight`: A request with this Idempotency-Key is still in progress. */
    Error409IdempotencyInFlight: {
      headers: {
        'X-Request-Id': components['headers']['XRequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'RateLimit-Limit': components['headers']['RateLimitLimit'];
        'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
        'RateLimit-Reset': components['headers']['RateLimitReset'];
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
     * @description `version_conflict`: It has changed since you last read it. `details.currentVersion` is the current version of an envelope, `details.updatedAt` that of a template. Read it again before you retry.
     *
     *     `invalid_state`: The envelope's status doesn't allow this. `details.status` is the status that prevents the call; `details.reason`, if present, says what is missing.
     *
     *     `idempotency_in_flight`: A request with this Idempotency-Key is still in progress.
     */
    Error409VersionConflictInvalidStateIdempotencyInFlight: {
      headers: {
        'X-Request-Id': components['headers']['XRequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'RateLimit-Limit': components['headers']['RateLimitLimit'];
        'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
        'RateLimit-Reset': components['headers']['RateLimitReset'];
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
     * @description `version_conflict`: It has changed since you last read it. `details.currentVersion` is the current version of an envelope, `details.updatedAt` that of a template. Read it again before you retry.
     *
     *     `invalid_state`: The envelope's status doesn't allow this. `details.status` is the status that prevents the call; `details.reason`, if present, says what is missing.
     */
    Error409VersionConflictInvalidState: {
      headers: {
        'X-Request-Id': components['headers']['XRequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'RateLimit-Limit': components['headers']['RateLimitLimit'];
        'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
        'RateLimit-Reset': components['headers']['RateLimitReset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {string} */
          code: 'version_conflict' | 'invalid_state';
        } & WithRequired<components['schemas']['Error'], 'code'>;
      };
    };
    /** @description `invalid_state`: The envelope's status doesn't allow this. `details.status` is the status that prevents the call; `details.reason`, if present, says what is missing. */
    Error409InvalidState: {
      headers: {
        'X-Request-Id': components['headers']['XRequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'RateLimit-Limit': components['headers']['RateLimitLimit'];
        'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
        'RateLimit-Reset': components['headers']['RateLimitReset'];
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
     * @description `invalid_state`: The envelope's status doesn't allow this. `details.status` is the status that prevents the call; `details.reason`, if present, says what is missing.
     *
     *     `idempotency_in_flight`: A request with this Idempotency-Key is still in progress.
     */
    Error409InvalidStateIdempotencyInFlight: {
      headers: {
        'X-Request-Id': components['headers']['XRequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'RateLimit-Limit': components['headers']['RateLimitLimit'];
        'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
        'RateLimit-Reset': components['headers']['RateLimitReset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {string} */
          code: 'invalid_state' | 'idempotency_in_flight';
        } & WithRequired<components['schemas']['Error'], 'code'>;
      };
    };
    /**
     * @description `version_conflict`: It has changed since you last read it. `details.currentVersion` is the current version of an envelope, `details.updatedAt` that of a template. Read it again before you retry.
     *
     *     `idempotency_in_flight`: A request with this Idempotency-Key is still in progress.
     */
    Error409VersionConflictIdempotencyInFlight: {
      headers: {
        'X-Request-Id': components['headers']['XRequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'RateLimit-Limit': components['headers']['RateLimitLimit'];
        'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
        'RateLimit-Reset': components['headers']['RateLimitReset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {string} */
          code: 'version_conflict' | 'idempotency_in_flight';
        } & WithRequired<components['schemas']['Error'], 'code'>;
      };
    };
    /** @description `payload_too_large`: The request body is too large. `details.maxBytes` is the limit, or `details.maxFiles` if there are too many files. */
    Error413PayloadTooLarge: {
      headers: {
        'X-Request-Id': components['headers']['XRequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'RateLimit-Limit': components['headers']['RateLimitLimit'];
        'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
        'RateLimit-Reset': components['headers']['RateLimitReset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {string} */
          code: 'payload_too_large';
        } & WithRequired<components['schemas']['Error'], 'code'>;
      };
    };
    /** @description `unsupported_media_type`: This file type isn't supported. `details.acceptEncoding` is what a body may be encoded as, if it was compressed. */
    Error415UnsupportedMediaType: {
      headers: {
        'X-Request-Id': components['headers']['XRequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'RateLimit-Limit': components['headers']['RateLimitLimit'];
        'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
        'RateLimit-Reset': components['headers']['RateLimitReset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {string} */
          code: 'unsupported_media_type';
        } & WithRequired<components['schemas']['Error'], 'code'>;
      };
    };
    /** @description `range_not_satisfiable`: The file doesn't have the requested range. `details.size` is the size of the file in bytes, as in Content-Range. */
    Error416RangeNotSatisfiable: {
      headers: {
        'X-Request-Id': components['headers']['XRequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'RateLimit-Limit': components['headers']['RateLimitLimit'];
        'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
        'RateLimit-Reset': components['headers']['RateLimitReset'];
        'Content-Range': components['headers']['ContentRange'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {string} */
          code: 'range_not_satisfiable';
        } & WithRequired<components['schemas']['Error'], 'code'>;
      };
    };
    /** @description `validation_failed`: The request is invalid. `details.issues` lists every problem: `path` is a JSON pointer (RFC 6901) into the input, including query parameters. */
    Error422ValidationFailed: {
      headers: {
        'X-Request-Id': components['headers']['XRequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'RateLimit-Limit': components['headers']['RateLimitLimit'];
        'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
        'RateLimit-Reset': components['headers']['RateLimitReset'];
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
     * @description `validation_failed`: The request is invalid. `details.issues` lists every problem: `path` is a JSON pointer (RFC 6901) into the input, including query parameters.
     *
     *     `idempotency_key_reused`: This Idempotency-Key was already used for a different request.
     *
     *     `legal_framework_unavailable`: Signatures under this legal framework aren't available.
     *
     *     `document_unreadable`: The document can't be used. `details.reason` is the cause, such as encrypted, malformed, too_many_pages, already_signed or not_pdf_or_docx.
     */
    Error422ValidationFailedIdempotencyKeyReusedLegalFrameworkUnavailableDocumentUnreadable: {
      headers: {
        'X-Request-Id': components['headers']['XRequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'RateLimit-Limit': components['headers']['RateLimitLimit'];
        'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
        'RateLimit-Reset': components['headers']['RateLimitReset'];
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
     * @description `validation_failed`: The request is invalid. `details.issues` lists every problem: `path` is a JSON pointer (RFC 6901) into the input, including query parameters.
     *
     *     `idempotency_key_reused`: This Idempotency-Key was already used for a different request.
     *
     *     `legal_framework_unavailable`: Signatures under this legal framework aren't available.
     */
    Error422ValidationFailedIdempotencyKeyReusedLegalFrameworkUnavailable: {
      headers: {
        'X-Request-Id': components['headers']['XRequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'RateLimit-Limit': components['headers']['RateLimitLimit'];
        'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
        'RateLimit-Reset': components['headers']['RateLimitReset'];
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
     * @description `validation_failed`: The request is invalid. `details.issues` lists every problem: `path` is a JSON pointer (RFC 6901) into the input, including query parameters.
     *
     *     `idempotency_key_reused`: This Idempotency-Key was already used for a different request.
     */
    Error422ValidationFailedIdempotencyKeyReused: {
      headers: {
        'X-Request-Id': components['headers']['XRequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'RateLimit-Limit': components['headers']['RateLimitLimit'];
        'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
        'RateLimit-Reset': components['headers']['RateLimitReset'];
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
     * @description `validation_failed`: The request is invalid. `details.issues` lists every problem: `path` is a JSON pointer (RFC 6901) into the input, including query parameters.
     *
     *     `document_unreadable`: The document can't be used. `details.reason` is the cause, such as encrypted, malformed, too_many_pages, already_signed or not_pdf_or_docx.
     */
    Error422ValidationFailedDocumentUnreadable: {
      headers: {
        'X-Request-Id': components['headers']['XRequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'RateLimit-Limit': components['headers']['RateLimitLimit'];
        'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
        'RateLimit-Reset': components['headers']['RateLimitReset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {string} */
          code: 'validation_failed' | 'document_unreadable';
        } & WithRequired<components['schemas']['Error'], 'code'>;
      };
    };
    /**
     * @description `validation_failed`: The request is invalid. `details.issues` lists every problem: `path` is a JSON pointer (RFC 6901) into the input, including query parameters.
     *
     *     `idempotency_key_reused`: This Idempotency-Key was already used for a different request.
     *
     *     `document_unreadable`: The document can't be used. `details.reason` is the cause, such as encrypted, malformed, too_many_pages, already_signed or not_pdf_or_docx.
     */
    Error422ValidationFailedIdempotencyKeyReusedDocumentUnreadable: {
      headers: {
        'X-Request-Id': components['headers']['XRequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'RateLimit-Limit': components['headers']['RateLimitLimit'];
        'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
        'RateLimit-Reset': components['headers']['RateLimitReset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {string} */
          code: 'validation_failed' | 'idempotency_key_reused' | 'document_unreadable';
        } & WithRequired<components['schemas']['Error'], 'code'>;
      };
    };
    /**
     * @description `validation_failed`: The request is invalid. `details.issues` lists every problem: `path` is a JSON pointer (RFC 6901) into the input, including query parameters.
     *
     *     `legal_framework_unavailable`: Signatures under this legal framework aren't available.
     */
    Error422ValidationFailedLegalFrameworkUnavailable: {
      headers: {
        'X-Request-Id': components['headers']['XRequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'RateLimit-Limit': components['headers']['RateLimitLimit'];
        'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
        'RateLimit-Reset': components['headers']['RateLimitReset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {string} */
          code: 'validation_failed' | 'legal_framework_unavailable';
        } & WithRequired<components['schemas']['Error'], 'code'>;
      };
    };
    /** @description `rate_limited`: Too many requests. Try again later. `details.retryAfterSeconds` equals Retry-After. */
    Error429RateLimited: {
      headers: {
        'X-Request-Id': components['headers']['XRequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'RateLimit-Limit': components['headers']['RateLimitLimit'];
        'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
        'RateLimit-Reset': components['headers']['RateLimitReset'];
        'Retry-After': components['headers']['RetryAfter'];
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
     * @description `reminder_window`: This signer was reminded less than an hour ago. `details.nextReminderAt` is when the next reminder is allowed; `details.retryAfterSeconds` equals Retry-After.
     *
     *     `rate_limited`: Too many requests. Try again later. `details.retryAfterSeconds` equals Retry-After.
     */
    Error429ReminderWindowRateLimited: {
      headers: {
        'X-Request-Id': components['headers']['XRequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'RateLimit-Limit': components['headers']['RateLimitLimit'];
        'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
        'RateLimit-Reset': components['headers']['RateLimitReset'];
        'Retry-After': components['headers']['RetryAfter'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {string} */
          code: 'reminder_window' | 'rate_limited';
        } & WithRequired<components['schemas']['Error'], 'code'>;
      };
    };
    /** @description `internal`: Something went wrong on our end. */
    Error500Internal: {
      headers: {
        'X-Request-Id': components['headers']['XRequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'RateLimit-Limit': components['headers']['RateLimitLimit'];
        'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
        'RateLimit-Reset': components['headers']['RateLimitReset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {string} */
          code: 'internal';
        } & WithRequired<components['schemas']['Error'], 'code'>;
      };
    };
    /** @description `unavailable`: The service is temporarily unavailable. */
    Error503Unavailable: {
      headers: {
        'X-Request-Id': components['headers']['XRequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'RateLimit-Limit': components['headers']['RateLimitLimit'];
        'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
        'RateLimit-Reset': components['headers']['RateLimitReset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {string} */
          code: 'unavailable';
        } & WithRequired<components['schemas']['Error'], 'code'>;
      };
    };
    /**
     * @description `unavailable`: The service is temporarily unavailable.
     *
     *     `clock_wrong`: The server's clock is wrong, so nothing can be signed. Try again later.
     */
    Error503UnavailableClockWrong: {
      headers: {
        'X-Request-Id': components['headers']['XRequestId'];
        RateLimit: components['headers']['RateLimit'];
        'RateLimit-Policy': components['headers']['RateLimitPolicy'];
        'RateLimit-Limit': components['headers']['RateLimitLimit'];
        'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
        'RateLimit-Reset': components['headers']['RateLimitReset'];
        [name: string]: unknown;
      };
      content: {
        'application/json': {
          /** @enum {string} */
          code: 'unavailable' | 'clock_wrong';
        } & WithRequired<components['schemas']['Error'], 'code'>;
      };
    };
  };
  parameters: {
    /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
    RequestId: string;
    /** @description The ETag of the envelope as you read it, instead of `expectedVersion`. If it is outdated, the call returns 409 `version_conflict`. */
    IfMatch: string;
    /** @description The ETag of an earlier response. While nothing has changed, the call returns 304 without a body. */
    IfNoneMatch: string;
    /** @description Makes the call safe to retry. If you repeat a request with the same key, nothing runs again and it returns the same status and body as the first response, with `Idempotency-Replayed: true`. While the first request is in progress, repeating it returns 409 `idempotency_in_flight`; using the key for a different request returns 422 `idempotency_key_reused`. After a refused call, you can use the key again. Printable ASCII, plain or in double quotes, kept for 24 hours per organization and operation. */
    IdempotencyKeyStored: string;
    /** @description Makes the call safe to retry. If you repeat a request with the same key, nothing runs again and it returns the same status and the current envelope, regardless of `expectedVersion`, with `Idempotency-Replayed: true`. While the first request is in progress, repeating it returns 409 `idempotency_in_flight`; using the key for a different request returns 422 `idempotency_key_reused`. After a refused call, you can use the key again. Printable ASCII, plain or in double quotes, kept for 24 hours per organization and operation. */
    IdempotencyKeyCurrent: string;
  };
  requestBodies: never;
  headers: {
    /** @description ID of this request, yours if you sent one. */
    XRequestId: string;
    /** @description Requests left and seconds until the limit resets, as a structured field: `"requests";r=599;t=60`. */
    RateLimit: string;
    /** @description The limit and its window in seconds: `"requests";q=600;w=60`. */
    RateLimitPolicy: string;
    /** @description Requests per minute for these credentials. */
    RateLimitLimit: number;
    /** @description Requests left in the current minute. */
    RateLimitRemaining: number;
    /** @description Seconds until the limit resets. */
    RateLimitReset: number;
    /** @description Seconds to wait before retrying (RFC 9110). */
    RetryAfter: number;
    /** @description `true` if nothing ran again; absent otherwise. */
    IdempotencyReplayed: string;
    /** @description `Bearer`, and for OAuth tokens the problem (RFC 6750): `error` and the `scope` the call requires. */
    WWWAuthenticate: string;
    /** @description The file name (RFC 6266). */
    ContentDisposition: string;
    /** @description Identifies these bytes. Send it as `If-None-Match` to get 304 while nothing has changed. That of an envelope begins with its version; sent as `If-Match`, it stands for `expectedVersion`. */
    ETag: string;
    /** @description Which bytes these are, and of how many. */
    ContentRange: string;
    /** @description `bytes` if `Range` works for this file (RFC 9110, section 14). */
    AcceptRanges: string;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  ping: {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of an earlier response. While nothing has changed, the call returns 304 without a body. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            pong: true;
          };
        };
      };
      /** @description What `If-None-Match` names is still current. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  me: {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of an earlier response. While nothing has changed, the call returns 304 without a body. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            organization: {
              /** @example org_01kd2v5m8ne3wtbxq7r0h4j6sa */
              id: string;
              /** @example Acme Legal GmbH */
              name: string;
            };
            person: {
              /** @example user_01kd2v5m8ne3wtbxq7r0h4j6sa */
              userId: string;
              /** @example Olga Owner */
              name: string;
              /** @example olga@acme.example */
              email: string;
              /** @enum {string} */
              role: 'owner' | 'admin' | 'member' | 'viewer';
            };
            apiKey: components['schemas']['ApiKey'];
            /**
             * @description Whether the key belongs to a test environment, whose data is kept apart.
             * @example false
             */
            testMode: boolean;
            /** @description Where its envelopes belong if no other team is named; null if that team is private and the person no longer belongs to it. */
            teamId: string | null;
            requestsPerMinute: {
              /** @example 600 */
              apiKey: number;
              /** @example 3000 */
              organization: number;
            };
            quotas: {
              /** @enum {string} */
              name: 'emails' | 'resends' | 'uploads' | 'storage' | 'apiKeys';
              /** @enum {string} */
              per: 'day' | 'total';
              used: number;
              /** @example 10000 */
              limit: number;
            }[];
          };
        };
      };
      /** @description What `If-None-Match` names is still current. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  eventFeed: {
    parameters: {
      query?: {
        /** @description cursor of the previous response. now: only what happens from now on. Default: from the first event. */
        after?: string;
        /** @description Default: 50. */
        limit?: number;
        /** @description How many seconds to wait for events if there are none. */
        wait?: number;
      };
      header?: {
        /** @description The ETag of an earlier response. While nothing has changed, the call returns 304 without a body. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            items: components['schemas']['EventRecord'][];
            /**
             * @description Where to go on, also if there are no items.
             * @example 1042
             */
            cursor: string;
          };
        };
      };
      /** @description What `If-None-Match` names is still current. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  eventSamples: {
    parameters: {
      query?: {
        /** @description Only this event type. Default: all. */
        type?:
          | 'envelope.created'
          | 'envelope.copied'
          | 'envelope.version_started'
          | 'envelope.version_created'
          | 'envelope.replaced'
          | 'envelope.document_uploaded'
          | 'envelope.document_received'
          | 'envelope.document_refused'
          | 'envelope.document_added'
          | 'envelope.document_removed'
          | 'envelope.documents_reordered'
          | 'envelope.detection_started'
          | 'envelope.detection_completed'
          | 'envelope.detection_failed'
          | 'envelope.draft_updated'
          | 'envelope.editing_opened'
          | 'envelope.sent'
          | 'participant.link_issued'
          | 'participant.link_reissued'
          | 'participant.link_copied'
          | 'participant.corrected'
          | 'participant.delegated'
          | 'participant.reminder_sent'
          | 'participant.delivery_failed'
          | 'copy.sent'
          | 'copy.delivery_failed'
          | 'envelope.deleted'
          | 'envelope.scheduled'
          | 'envelope.schedule_canceled'
          | 'envelope.schedule_failed'
          | 'envelope.expiry_extended'
          | 'envelope.expiry_warned'
          | 'envelope.expired'
          | 'envelope.time_advanced'
          | 'participant.authenticated'
          | 'participant.authentication_failed'
          | 'participant.session_opened'
          | 'participant.account_used'
          | 'participant.viewed'
          | 'participant.consented'
          | 'participant.fields_auto_resolved'
          | 'participant.signed'
          | 'participant.approved'
          | 'participant.asked'
          | 'participant.change_requested'
          | 'envelope.answered'
          | 'thread.settled'
          | 'participant.passkey_created'
          | 'participant.signing_failed'
          | 'participant.new_passkey_accepted'
          | 'participant.declined'
          | 'envelope.declined'
          | 'envelope.completed'
          | 'envelope.sealed'
          | 'envelope.seal_extended'
          | 'envelope.sealing_failed'
          | 'envelope.voided'
          | 'envelope.recalled';
      };
      header?: {
        /** @description The ETag of an earlier response. While nothing has changed, the call returns 304 without a body. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            items: components['schemas']['EventSample'][];
          };
        };
      };
      /** @description What `If-None-Match` names is still current. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
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
        /** @description mine: only envelopes that you sent and whose current signer you are. others: only the rest of the view. */
        turn?: 'mine' | 'others';
        /** @description created, sent, completed, activity: newest first, envelopes without the date last. name: ascending. urgency: attention first, then nearest expiresAt, then newest. Default: created. */
        sort?: 'created' | 'sent' | 'completed' | 'activity' | 'name' | 'urgency';
        /** @description Part of the display name or original file name, case-insensitive. */
        q?: string;
        /** @description Words in any order, in the name, file names, recipients and text of the documents. The start of a word is enough; case and accents are ignored. */
        search?: string;
        /** @description Part of a participant's name or email, case-insensitive. */
        recipient?: string;
        /** @description Only envelopes of this team. */
        teamId?: string;
        /** @description Only envelopes created from this template. */
        templateId?: string;
        /** @description Only envelopes with this label. */
        labelId?: string;
        /** @description only: only envelopes in the archive. without: only the others. Default: both. */
        archived?: 'only' | 'without';
        /** @description Only envelopes whose metadata has this pair, as key:value, such as crmId:4711. The key ends at the first colon. Repeat the parameter for several pairs, which must all match. */
        metadata?: string | string[];
        /** @description Only envelopes of this sender: their exact email, case-insensitive, or user ID. */
        sender?: string;
        /** @description Only envelopes created at this time or later. */
        createdFrom?: string;
        /** @description Only envelopes created before this time. */
        createdTo?: string;
        /** @description Only envelopes sent at this time or later. */
        sentFrom?: string;
        /** @description Only envelopes sent before this time. */
        sentTo?: string;
        /** @description Only envelopes completed at this time or later. */
        completedFrom?: string;
        /** @description Only envelopes completed before this time. */
        completedTo?: string;
      };
      header?: {
        /** @description The ETag of an earlier response. While nothing has changed, the call returns 304 without a body. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            items: components['schemas']['EnvelopeListItem'][];
            /** @example eyJrIjoiMjAyNy0wMy0wMVQwOTowMDowMC4wMDBaIn0.dGFn */
            nextCursor: string | null;
          };
        };
      };
      /** @description What `If-None-Match` names is still current. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  envelopeCreate: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the call safe to retry. If you repeat a request with the same key, nothing runs again and it returns the same status and body as the first response, with `Idempotency-Replayed: true`. While the first request is in progress, repeating it returns 409 `idempotency_in_flight`; using the key for a different request returns 422 `idempotency_key_reused`. After a refused call, you can use the key again. Printable ASCII, plain or in double quotes, kept for 24 hours per organization and operation. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKeyStored'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description The file name. */
          originalFilename: string;
          /** @description The envelope's team. Default: the team of the credentials, or the organization's oldest team that isn't private. */
          teamId?: string;
          /** @description Omit it to upload the document separately. */
          document?: {
            /**
             * Format: base64
             * @description The file, encoded as base64 (RFC 4648 section 4), in one line or several.
             */
            contentBase64: string;
            /**
             * @description PDF, DOCX, PNG, JPEG or HEIC.
             * @enum {string}
             */
            contentType:
              | 'application/pdf'
              | 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
              | 'image/png'
              | 'image/jpeg'
              | 'image/heic';
          };
          /** @description Whether to detect fields. Default: true, unless you send at least one of `fields`. */
          detect?: boolean;
          /**
           * @description What to do with the tracked changes of a Word file: accept or reject all of them, or keep showing them as markup. Default: accept. Comments are always removed.
           * @enum {string}
           */
          trackedChanges?: 'accept' | 'reject' | 'keep';
          /** @description Whether tags such as {{Name;type=signature;role=Buyer}} in the document become fields and are taken out of it. Fields are then not detected. Default: the organization's, initially false. */
          textTags?: boolean;
          /** @description Fills in the variables of Word files, such as [[client.name]]. Each must have a value. Without it, they stay as they are. */
          variables?: components['schemas']['VariableValues'];
          /** @description In signing order. In an existing draft they replace all participants, and `fields` is required. */
          participants?: components['schemas']['ParticipantInput'][];
          /** @description In an existing draft they replace all fields. */
          fields?: components['schemas']['FieldInput'][];
          policy?: components['schemas']['PolicyInput'];
          /** @description Shown to signers and in lists. Default: the file name without its extension. */
          displayName?: string;
          /** @description People who receive the documents without acting. They replace those there were. */
          copies?: components['schemas']['CopyInput'][];
          /** @description The message to everyone. null for none. */
          message?: components['schemas']['MessageInput'] | null;
          /** @description Up to 50 key-value pairs for your own use. null for none. */
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          'Idempotency-Replayed': components['headers']['IdempotencyReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedEnvelope'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      409: components['responses']['Error409IdempotencyInFlight'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailedIdempotencyKeyReusedLegalFrameworkUnavailableDocumentUnreadable'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  envelopeGet: {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of an earlier response. While nothing has changed, the call returns 304 without a body. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the envelope. Returns 404 if your organization has none with this ID.
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EnvelopeGraph'];
        };
      };
      /** @description What `If-None-Match` names is still current. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  envelopeDelete: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the envelope. Returns 404 if your organization has none with this ID.
         * @example env_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success, without content. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409InvalidState'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  envelopeDraft: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the call safe to retry. If you repeat a request with the same key, nothing runs again and it returns the same status and the current envelope, regardless of `expectedVersion`, with `Idempotency-Replayed: true`. While the first request is in progress, repeating it returns 409 `idempotency_in_flight`; using the key for a different request returns 422 `idempotency_key_reused`. After a refused call, you can use the key again. Printable ASCII, plain or in double quotes, kept for 24 hours per organization and operation. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKeyCurrent'];
        /** @description The ETag of the envelope as you read it, instead of `expectedVersion`. If it is outdated, the call returns 409 `version_conflict`. */
        'If-Match'?: components['parameters']['IfMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the envelope. Returns 404 if your organization has none with this ID.
         * @example env_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description In signing order. In an existing draft they replace all participants, and `fields` is required. */
          participants?: components['schemas']['ParticipantInput'][];
          /** @description In an existing draft they replace all fields. */
          fields?: components['schemas']['FieldInput'][];
          policy?: components['schemas']['PolicyInput'];
          /** @description Shown to signers and in lists. Default: the file name without its extension. */
          displayName?: string;
          /** @description People who receive the documents without acting. They replace those there were. */
          copies?: components['schemas']['CopyInput'][];
          /** @description The message to everyone. null for none. */
          message?: components['schemas']['MessageInput'] | null;
          /** @description Up to 50 key-value pairs for your own use. null for none. */
          metadata?: {
            [key: string]: string;
          } | null;
          /** @description null restores the caller's own identity. */
          sender?: components['schemas']['SenderInput'] | null;
          /**
           * @description The version you have read.
           * @example 3
           */
          expectedVersion?: number;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          'Idempotency-Replayed': components['headers']['IdempotencyReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EnvelopeGraph'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409VersionConflictInvalidStateIdempotencyInFlight'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailedIdempotencyKeyReusedLegalFrameworkUnavailable'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  envelopeSend: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the call safe to retry. If you repeat a request with the same key, nothing runs again and it returns the same status and the current envelope, regardless of `expectedVersion`, with `Idempotency-Replayed: true`. While the first request is in progress, repeating it returns 409 `idempotency_in_flight`; using the key for a different request returns 422 `idempotency_key_reused`. After a refused call, you can use the key again. Printable ASCII, plain or in double quotes, kept for 24 hours per organization and operation. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKeyCurrent'];
        /** @description The ETag of the envelope as you read it, instead of `expectedVersion`. If it is outdated, the call returns 409 `version_conflict`. */
        'If-Match'?: components['parameters']['IfMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the envelope. Returns 404 if your organization has none with this ID.
         * @example env_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description The version you have read.
           * @example 3
           */
          expectedVersion: number;
          /**
           * Format: date-time
           * @description Must be in the future. Default: now.
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          'Idempotency-Replayed': components['headers']['IdempotencyReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EnvelopeGraph'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409VersionConflictInvalidStateIdempotencyInFlight'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailedIdempotencyKeyReused'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  envelopeUnschedule: {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of the envelope as you read it, instead of `expectedVersion`. If it is outdated, the call returns 409 `version_conflict`. */
        'If-Match'?: components['parameters']['IfMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the envelope. Returns 404 if your organization has none with this ID.
         * @example env_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description The version you have read.
           * @example 3
           */
          expectedVersion: number;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EnvelopeGraph'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409VersionConflictInvalidState'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  envelopeRemind: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the call safe to retry. If you repeat a request with the same key, nothing runs again and it returns the same status and the current envelope, regardless of `expectedVersion`, with `Idempotency-Replayed: true`. While the first request is in progress, repeating it returns 409 `idempotency_in_flight`; using the key for a different request returns 422 `idempotency_key_reused`. After a refused call, you can use the key again. Printable ASCII, plain or in double quotes, kept for 24 hours per organization and operation. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKeyCurrent'];
        /** @description The ETag of the envelope as you read it, instead of `expectedVersion`. If it is outdated, the call returns 409 `version_conflict`. */
        'If-Match'?: components['parameters']['IfMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the envelope. Returns 404 if your organization has none with this ID.
         * @example env_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description The version you have read.
           * @example 3
           */
          expectedVersion: number;
          /**
           * @description Reminds only this current signer.
           * @example part_01kd2v5m8ne3wtbxq7r0h4j6sa
           */
          participantId?: string;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          'Idempotency-Replayed': components['headers']['IdempotencyReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EnvelopeGraph'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409VersionConflictInvalidStateIdempotencyInFlight'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailedIdempotencyKeyReused'];
      429: components['responses']['Error429ReminderWindowRateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  envelopeResendLink: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the call safe to retry. If you repeat a request with the same key, nothing runs again and it returns the same status and the current envelope, regardless of `expectedVersion`, with `Idempotency-Replayed: true`. While the first request is in progress, repeating it returns 409 `idempotency_in_flight`; using the key for a different request returns 422 `idempotency_key_reused`. After a refused call, you can use the key again. Printable ASCII, plain or in double quotes, kept for 24 hours per organization and operation. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKeyCurrent'];
        /** @description The ETag of the envelope as you read it, instead of `expectedVersion`. If it is outdated, the call returns 409 `version_conflict`. */
        'If-Match'?: components['parameters']['IfMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the envelope. Returns 404 if your organization has none with this ID.
         * @example env_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
        /**
         * @description ID of the participant. Returns 404 if your organization has none with this ID.
         * @example part_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        participantId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description The version you have read.
           * @example 3
           */
          expectedVersion: number;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          'Idempotency-Replayed': components['headers']['IdempotencyReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EnvelopeGraph'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409VersionConflictInvalidStateIdempotencyInFlight'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailedIdempotencyKeyReused'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  envelopeCreateSession: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the envelope. Returns 404 if your organization has none with this ID.
         * @example env_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
        /**
         * @description ID of the participant. Returns 404 if your organization has none with this ID.
         * @example part_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        participantId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * Format: uri
           * @description Where the page leads when the person is done. Its origin must be registered.
           * @example https://app.example.com/contracts/4711
           */
          returnUrl: string;
          /**
           * @description The registered origin that shows the page in a frame. Default: no frame may show it.
           * @example https://app.example.com
           */
          frameOrigin?: string;
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PageSession'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409InvalidState'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  envelopeCreateEditingSession: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the envelope. Returns 404 if your organization has none with this ID.
         * @example env_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * Format: uri
           * @description Where the page leads when the person is done. Its origin must be registered.
           * @example https://app.example.com/contracts/4711
           */
          returnUrl: string;
          /**
           * @description The registered origin that shows the page in a frame. Default: no frame may show it.
           * @example https://app.example.com
           */
          frameOrigin?: string;
          /**
           * @description The user of your application, for the log.
           * @example Grace Hopper
           */
          userName?: string;
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PageSession'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409InvalidState'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  envelopeCorrectParticipant: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the call safe to retry. If you repeat a request with the same key, nothing runs again and it returns the same status and the current envelope, regardless of `expectedVersion`, with `Idempotency-Replayed: true`. While the first request is in progress, repeating it returns 409 `idempotency_in_flight`; using the key for a different request returns 422 `idempotency_key_reused`. After a refused call, you can use the key again. Printable ASCII, plain or in double quotes, kept for 24 hours per organization and operation. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKeyCurrent'];
        /** @description The ETag of the envelope as you read it, instead of `expectedVersion`. If it is outdated, the call returns 409 `version_conflict`. */
        'If-Match'?: components['parameters']['IfMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the envelope. Returns 404 if your organization has none with this ID.
         * @example env_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
        /**
         * @description ID of the participant. Returns 404 if your organization has none with this ID.
         * @example part_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        participantId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description The version you have read.
           * @example 3
           */
          expectedVersion: number;
          /** @description Requires at least one of name, email, phone and language. */
          name?: string;
          /**
           * Format: email
           * @description New links are sent to this address.
           * @example ada@example.com
           */
          email?: string;
          /**
           * @description Where codes are texted. Only if their method is sms_code.
           * @example +14155550142
           */
          phone?: string;
          /**
           * @description Language of emails to the participant. null: their browser's language once they open the envelope. Default: unchanged.
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          'Idempotency-Replayed': components['headers']['IdempotencyReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EnvelopeGraph'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409VersionConflictInvalidStateIdempotencyInFlight'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailedIdempotencyKeyReused'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  envelopeAcceptPasskey: {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of the envelope as you read it, instead of `expectedVersion`. If it is outdated, the call returns 409 `version_conflict`. */
        'If-Match'?: components['parameters']['IfMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the envelope. Returns 404 if your organization has none with this ID.
         * @example env_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
        /**
         * @description ID of the participant. Returns 404 if your organization has none with this ID.
         * @example part_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        participantId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description The version you have read.
           * @example 3
           */
          expectedVersion: number;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EnvelopeGraph'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409VersionConflictInvalidState'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  envelopeExtendExpiry: {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of the envelope as you read it, instead of `expectedVersion`. If it is outdated, the call returns 409 `version_conflict`. */
        'If-Match'?: components['parameters']['IfMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the envelope. Returns 404 if your organization has none with this ID.
         * @example env_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description The version you have read.
           * @example 3
           */
          expectedVersion: number;
          /**
           * Format: date-time
           * @description Must be in the future. null removes the date.
           * @example 2027-03-31T22:00:00.000Z
           */
          expiresAt: string | null;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EnvelopeGraph'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409VersionConflictInvalidState'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  envelopeRecall: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the call safe to retry. If you repeat a request with the same key, nothing runs again and it returns the same status and the current envelope, regardless of `expectedVersion`, with `Idempotency-Replayed: true`. While the first request is in progress, repeating it returns 409 `idempotency_in_flight`; using the key for a different request returns 422 `idempotency_key_reused`. After a refused call, you can use the key again. Printable ASCII, plain or in double quotes, kept for 24 hours per organization and operation. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKeyCurrent'];
        /** @description The ETag of the envelope as you read it, instead of `expectedVersion`. If it is outdated, the call returns 409 `version_conflict`. */
        'If-Match'?: components['parameters']['IfMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the envelope. Returns 404 if your organization has none with this ID.
         * @example env_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description The version you have read.
           * @example 3
           */
          expectedVersion: number;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          'Idempotency-Replayed': components['headers']['IdempotencyReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EnvelopeGraph'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409VersionConflictInvalidStateIdempotencyInFlight'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailedIdempotencyKeyReused'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  envelopeCopy: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the call safe to retry. If you repeat a request with the same key, nothing runs again and it returns the same status and body as the first response, with `Idempotency-Replayed: true`. While the first request is in progress, repeating it returns 409 `idempotency_in_flight`; using the key for a different request returns 422 `idempotency_key_reused`. After a refused call, you can use the key again. Printable ASCII, plain or in double quotes, kept for 24 hours per organization and operation. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKeyStored'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the envelope. Returns 404 if your organization has none with this ID.
         * @example env_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          'Idempotency-Replayed': components['headers']['IdempotencyReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EnvelopeGraph'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409InvalidStateIdempotencyInFlight'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailedIdempotencyKeyReused'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  envelopeCreateVersion: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the call safe to retry. If you repeat a request with the same key, nothing runs again and it returns the same status and body as the first response, with `Idempotency-Replayed: true`. While the first request is in progress, repeating it returns 409 `idempotency_in_flight`; using the key for a different request returns 422 `idempotency_key_reused`. After a refused call, you can use the key again. Printable ASCII, plain or in double quotes, kept for 24 hours per organization and operation. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKeyStored'];
        /** @description The ETag of the envelope as you read it, instead of `expectedVersion`. If it is outdated, the call returns 409 `version_conflict`. */
        'If-Match'?: components['parameters']['IfMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the envelope. Returns 404 if your organization has none with this ID.
         * @example env_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description The version you have read.
           * @example 3
           */
          expectedVersion: number;
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          'Idempotency-Replayed': components['headers']['IdempotencyReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EnvelopeGraph'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409VersionConflictInvalidStateIdempotencyInFlight'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailedIdempotencyKeyReused'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  envelopeChanges: {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of an earlier response. While nothing has changed, the call returns 304 without a body. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the envelope. Returns 404 if your organization has none with this ID.
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['VersionChanges'];
        };
      };
      /** @description What `If-None-Match` names is still current. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409InvalidState'];
      422: components['responses']['Error422ValidationFailedDocumentUnreadable'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  envelopeVoid: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the call safe to retry. If you repeat a request with the same key, nothing runs again and it returns the same status and the current envelope, regardless of `expectedVersion`, with `Idempotency-Replayed: true`. While the first request is in progress, repeating it returns 409 `idempotency_in_flight`; using the key for a different request returns 422 `idempotency_key_reused`. After a refused call, you can use the key again. Printable ASCII, plain or in double quotes, kept for 24 hours per organization and operation. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKeyCurrent'];
        /** @description The ETag of the envelope as you read it, instead of `expectedVersion`. If it is outdated, the call returns 409 `version_conflict`. */
        'If-Match'?: components['parameters']['IfMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the envelope. Returns 404 if your organization has none with this ID.
         * @example env_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description The version you have read.
           * @example 3
           */
          expectedVersion: number;
          /** @description Shown to everyone who has received a link. */
          reason?: string;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          'Idempotency-Replayed': components['headers']['IdempotencyReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EnvelopeGraph'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409VersionConflictInvalidStateIdempotencyInFlight'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailedIdempotencyKeyReused'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  envelopeEvents: {
    parameters: {
      query?: {
        /** @description Only events with a greater seq. Default: all. */
        after?: number;
      };
      header?: {
        /** @description The ETag of an earlier response. While nothing has changed, the call returns 304 without a body. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the envelope. Returns 404 if your organization has none with this ID.
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            items: components['schemas']['EventRecord'][];
          };
        };
      };
      /** @description What `If-None-Match` names is still current. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  envelopeDocument: {
    parameters: {
      query?: {
        /** @description Default: original. */
        variant?: 'original' | 'prepared' | 'sealed' | 'certificate' | 'current';
        /** @description One of several documents: its uploaded file, or its pages of the prepared or sealed PDF. Pages of the sealed PDF are marked as an excerpt. */
        document?: string;
        /** @description Whether browsers save the file instead of displaying it. */
        download?: boolean;
      };
      header?: {
        /** @description The ETag of an earlier response. While nothing has changed, the call returns 304 without a body. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the envelope. Returns 404 if your organization has none with this ID.
         * @example env_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          'Content-Disposition': components['headers']['ContentDisposition'];
          ETag: components['headers']['ETag'];
          'Accept-Ranges': components['headers']['AcceptRanges'];
          [name: string]: unknown;
        };
        content: {
          'application/pdf': Blob | ArrayBuffer | Uint8Array<ArrayBuffer>;
          'application/vnd.openxmlformats-officedocument.wordprocessingml.document':
            Blob | ArrayBuffer | Uint8Array<ArrayBuffer>;
        };
      };
      /** @description The part of the file that `Range` asks for. */
      206: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          'Accept-Ranges': components['headers']['AcceptRanges'];
          'Content-Range': components['headers']['ContentRange'];
          [name: string]: unknown;
        };
        content: {
          '*/*': Blob | ArrayBuffer | Uint8Array<ArrayBuffer>;
        };
      };
      /** @description What `If-None-Match` names is still current. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409InvalidState'];
      416: components['responses']['Error416RangeNotSatisfiable'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  envelopeUpload: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the envelope. Returns 404 if your organization has none with this ID.
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
      /** @description Success, without content. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409InvalidState'];
      413: components['responses']['Error413PayloadTooLarge'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  envelopeDetect: {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of the envelope as you read it, instead of `expectedVersion`. If it is outdated, the call returns 409 `version_conflict`. */
        'If-Match'?: components['parameters']['IfMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the envelope. Returns 404 if your organization has none with this ID.
         * @example env_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description The version you have read.
           * @example 3
           */
          expectedVersion: number;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EnvelopeGraph'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409VersionConflictInvalidState'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  envelopeEvidence: {
    parameters: {
      query?: {
        /** @description How many seconds to wait until the log has the newest event. */
        wait?: number;
      };
      header?: {
        /** @description The ETag of an earlier response. While nothing has changed, the call returns 304 without a body. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the envelope. Returns 404 if your organization has none with this ID.
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Evidence'];
        };
      };
      /** @description What `If-None-Match` names is still current. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  envelopeDownloadAttachment: {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of an earlier response. While nothing has changed, the call returns 304 without a body. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the envelope. Returns 404 if your organization has none with this ID.
         * @example env_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
        /**
         * @description ID of the attachment. Returns 404 if your organization has none with this ID.
         * @example att_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        attachmentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          'Content-Disposition': components['headers']['ContentDisposition'];
          ETag: components['headers']['ETag'];
          'Accept-Ranges': components['headers']['AcceptRanges'];
          [name: string]: unknown;
        };
        content: {
          'application/pdf': Blob | ArrayBuffer | Uint8Array<ArrayBuffer>;
        };
      };
      /** @description The part of the file that `Range` asks for. */
      206: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          'Accept-Ranges': components['headers']['AcceptRanges'];
          'Content-Range': components['headers']['ContentRange'];
          [name: string]: unknown;
        };
        content: {
          '*/*': Blob | ArrayBuffer | Uint8Array<ArrayBuffer>;
        };
      };
      /** @description What `If-None-Match` names is still current. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      416: components['responses']['Error416RangeNotSatisfiable'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  envelopeThreads: {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of an earlier response. While nothing has changed, the call returns 304 without a body. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the envelope. Returns 404 if your organization has none with this ID.
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            items: components['schemas']['EnvelopeThread'][];
          };
        };
      };
      /** @description What `If-None-Match` names is still current. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  envelopeAnswerThread: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the envelope. Returns 404 if your organization has none with this ID.
         * @example env_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
        /**
         * @description ID of the thread. Returns 404 if your organization has none with this ID.
         * @example thr_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        threadId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description Plain text. Nothing in it becomes a link.
           * @example Can we say 30 days instead of 14?
           */
          text: string;
          /**
           * @description Who sees it besides the sender: the participant who began it, or every participant.
           * @enum {string}
           */
          visibleTo?: 'participant' | 'everyone';
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EnvelopeThread'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409InvalidState'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  envelopeSettleThread: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the envelope. Returns 404 if your organization has none with this ID.
         * @example env_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
        /**
         * @description ID of the thread. Returns 404 if your organization has none with this ID.
         * @example thr_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        threadId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EnvelopeThread'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409InvalidState'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  envelopeExtract: {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of an earlier response. While nothing has changed, the call returns 304 without a body. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the envelope. Returns 404 if your organization has none with this ID.
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Extract'];
        };
      };
      /** @description What `If-None-Match` names is still current. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  envelopeCompleteUpload: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the envelope. Returns 404 if your organization has none with this ID.
         * @example env_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /**
           * @description What to do with the tracked changes of a Word file: accept or reject all of them, or keep showing them as markup. Default: accept. Comments are always removed.
           * @enum {string}
           */
          trackedChanges?: 'accept' | 'reject' | 'keep';
          /** @description Whether tags such as {{Name;type=signature;role=Buyer}} in the document become fields and are taken out of it. Fields are then not detected. Default: the organization's, initially false. */
          textTags?: boolean;
          /** @description Fills in the variables of Word files. Default: those that the envelope was created with. */
          variables?: components['schemas']['VariableValues'];
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            envelope: components['schemas']['EnvelopeGraph'];
            /** @description Whether the document has been uploaded. */
            documentReceived: boolean;
            /** @description Whether field detection was started. */
            detectionRequested: boolean;
          };
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409InvalidState'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailedDocumentUnreadable'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  envelopeAddDocument: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the call safe to retry. If you repeat a request with the same key, nothing runs again and it returns the same status and body as the first response, with `Idempotency-Replayed: true`. While the first request is in progress, repeating it returns 409 `idempotency_in_flight`; using the key for a different request returns 422 `idempotency_key_reused`. After a refused call, you can use the key again. Printable ASCII, plain or in double quotes, kept for 24 hours per organization and operation. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKeyStored'];
        /** @description The ETag of the envelope as you read it, instead of `expectedVersion`. If it is outdated, the call returns 409 `version_conflict`. */
        'If-Match'?: components['parameters']['IfMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the envelope. Returns 404 if your organization has none with this ID.
         * @example env_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description The file name. */
          originalFilename: string;
          /** @description Omit it to upload the document separately. */
          document?: {
            /**
             * Format: base64
             * @description The file, encoded as base64 (RFC 4648 section 4), in one line or several.
             */
            contentBase64: string;
            /**
             * @description PDF, DOCX, PNG, JPEG or HEIC.
             * @enum {string}
             */
            contentType:
              | 'application/pdf'
              | 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
              | 'image/png'
              | 'image/jpeg'
              | 'image/heic';
          };
          /** @description Whether to detect its fields. Default: true. */
          detect?: boolean;
          /**
           * @description What to do with the tracked changes of a Word file: accept or reject all of them, or keep showing them as markup. Default: accept. Comments are always removed.
           * @enum {string}
           */
          trackedChanges?: 'accept' | 'reject' | 'keep';
          /** @description Whether its tags become fields. Default: the envelope's. */
          textTags?: boolean;
          /** @description Fills in its variables if it is a Word file. Default: the envelope's. */
          variables?: components['schemas']['VariableValues'];
          /**
           * @description The version you have read.
           * @example 3
           */
          expectedVersion?: number;
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          'Idempotency-Replayed': components['headers']['IdempotencyReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CreatedEnvelope'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409VersionConflictInvalidStateIdempotencyInFlight'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailedIdempotencyKeyReusedDocumentUnreadable'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  envelopeReorderDocuments: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the call safe to retry. If you repeat a request with the same key, nothing runs again and it returns the same status and the current envelope, regardless of `expectedVersion`, with `Idempotency-Replayed: true`. While the first request is in progress, repeating it returns 409 `idempotency_in_flight`; using the key for a different request returns 422 `idempotency_key_reused`. After a refused call, you can use the key again. Printable ASCII, plain or in double quotes, kept for 24 hours per organization and operation. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKeyCurrent'];
        /** @description The ETag of the envelope as you read it, instead of `expectedVersion`. If it is outdated, the call returns 409 `version_conflict`. */
        'If-Match'?: components['parameters']['IfMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the envelope. Returns 404 if your organization has none with this ID.
         * @example env_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description The ids of all documents in their new order. */
          order: string[];
          /**
           * @description The version you have read.
           * @example 3
           */
          expectedVersion?: number;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          'Idempotency-Replayed': components['headers']['IdempotencyReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EnvelopeGraph'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409VersionConflictInvalidStateIdempotencyInFlight'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailedIdempotencyKeyReused'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  envelopeUploadAddedDocument: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the envelope. Returns 404 if your organization has none with this ID.
         * @example env_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
        /**
         * @description ID of the document. Returns 404 if your organization has none with this ID.
         * @example doc_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        documentId: string;
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
      /** @description Success, without content. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409InvalidState'];
      413: components['responses']['Error413PayloadTooLarge'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  envelopeRemoveDocument: {
    parameters: {
      query?: {
        /** @description The version you have read. */
        expectedVersion?: number;
      };
      header?: {
        /** @description Makes the call safe to retry. If you repeat a request with the same key, nothing runs again and it returns the same status and the current envelope, regardless of `expectedVersion`, with `Idempotency-Replayed: true`. While the first request is in progress, repeating it returns 409 `idempotency_in_flight`; using the key for a different request returns 422 `idempotency_key_reused`. After a refused call, you can use the key again. Printable ASCII, plain or in double quotes, kept for 24 hours per organization and operation. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKeyCurrent'];
        /** @description The ETag of the envelope as you read it, instead of `expectedVersion`. If it is outdated, the call returns 409 `version_conflict`. */
        'If-Match'?: components['parameters']['IfMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the envelope. Returns 404 if your organization has none with this ID.
         * @example env_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
        /**
         * @description ID of the document. Returns 404 if your organization has none with this ID.
         * @example doc_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        documentId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          'Idempotency-Replayed': components['headers']['IdempotencyReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EnvelopeGraph'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409VersionConflictInvalidStateIdempotencyInFlight'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailedIdempotencyKeyReused'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  templateList: {
    parameters: {
      query?: {
        /** @description nextCursor of the previous page. */
        cursor?: string;
        /** @description Default: 50. */
        limit?: number;
        /** @description Part of the name or original file name, case-insensitive. */
        q?: string;
        /** @description Default: false. */
        archived?: boolean;
      };
      header?: {
        /** @description The ETag of an earlier response. While nothing has changed, the call returns 304 without a body. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            items: components['schemas']['Template'][];
            /** @example eyJrIjoiMjAyNy0wMy0wMVQwOTowMDowMC4wMDBaIn0.dGFn */
            nextCursor: string | null;
          };
        };
      };
      /** @description What `If-None-Match` names is still current. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  templateCreate: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the call safe to retry. If you repeat a request with the same key, nothing runs again and it returns the same status and body as the first response, with `Idempotency-Replayed: true`. While the first request is in progress, repeating it returns 409 `idempotency_in_flight`; using the key for a different request returns 422 `idempotency_key_reused`. After a refused call, you can use the key again. Printable ASCII, plain or in double quotes, kept for 24 hours per organization and operation. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKeyStored'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description The envelope to save. It stays unchanged. */
          sourceEnvelopeId: string;
          /** @description Name of the template. */
          name: string;
          /** @description Tokens: {template_name} {recipient_name} {recipient_company} {recipient_email} {recipient_title} {sender_org} {sender_name} {date} {date:YYYY-MM} {prefill:<prefill key>} {role:<api role name>.<name|email|company|title>}. The recipient is the first participant who isn't the sender; the date is the day of sending, in UTC. */
          namePattern?: string | null;
          /** @description Message of new envelopes. Default: the envelope's; null for none. */
          message?: components['schemas']['MessageInput'] | null;
          /** @description Who receives new envelopes without acting. Default: the envelope's. */
          copies?: components['schemas']['CopyInput'][];
          /** @description In signing order. Every field of the envelope must belong to a role. */
          roles: components['schemas']['TemplateRoleInput'][];
          /** @description Fields whose prefilled values signers can't change. */
          lockedFieldIds?: string[];
          /** @description Whether the variables of Word files, such as [[client.name]], are filled in for each envelope. Default: false, which leaves the brackets as they are. */
          fillVariables?: boolean;
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          'Idempotency-Replayed': components['headers']['IdempotencyReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TemplateGraph'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409InvalidStateIdempotencyInFlight'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailedIdempotencyKeyReused'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  templateCopy: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the call safe to retry. If you repeat a request with the same key, nothing runs again and it returns the same status and body as the first response, with `Idempotency-Replayed: true`. While the first request is in progress, repeating it returns 409 `idempotency_in_flight`; using the key for a different request returns 422 `idempotency_key_reused`. After a refused call, you can use the key again. Printable ASCII, plain or in double quotes, kept for 24 hours per organization and operation. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKeyStored'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the template. Returns 404 if your organization has none with this ID.
         * @example tpl_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description Default: the template's. */
          name?: string;
          /**
           * @description The team of the copy. Default: the template's.
           * @example team_01kd2v5m8ne3wtbxq7r0h4j6sa
           */
          teamId?: string;
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          'Idempotency-Replayed': components['headers']['IdempotencyReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TemplateGraph'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409IdempotencyInFlight'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailedIdempotencyKeyReused'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  templateGet: {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of an earlier response. While nothing has changed, the call returns 304 without a body. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the template. Returns 404 if your organization has none with this ID.
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TemplateGraph'];
        };
      };
      /** @description What `If-None-Match` names is still current. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  templateArchive: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the template. Returns 404 if your organization has none with this ID.
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Template'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  templateUpdate: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the template. Returns 404 if your organization has none with this ID.
         * @example tpl_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description Name of the template. */
          name?: string;
          /**
           * @description The team to move it to. Its existing envelopes stay in theirs.
           * @example team_01kd2v5m8ne3wtbxq7r0h4j6sa
           */
          teamId?: string;
          /**
           * @description null clears it.
           * @example {template_name} – {recipient_company} ({date:YYYY-MM})
           */
          namePattern?: string | null;
          /** @description Message of new envelopes. null clears it. */
          message?: components['schemas']['MessageInput'] | null;
          /** @description People who receive the documents without acting. They replace those there were. */
          copies?: components['schemas']['CopyInput'][];
          /** @description Changes and adds roles. Renamed roles keep their apiRoleName, and roles that aren’t listed stay as they are. */
          roles?: {
            /** @description The role to change. Without it, a role is added, by default at the end of the signing order. */
            apiRoleName?: string;
            /** @description The name. The apiRoleName of an added role is derived from it, in snake case. */
            name: string;
            /** @description Whether it can be left without a recipient. Default: as it is; true for an added role, unless it has a recipient of its own or is the sender’s. */
            optional?: boolean;
            /** @description Whether the sender takes it, which one role can say. Default: as it is; false if added. */
            isSender?: boolean;
            /**
             * @description Whether its recipient signs or approves. Default: as it is; signer if added.
             * @enum {string}
             */
            role?: 'signer' | 'approver';
            /** @description Roles with the same value sign in parallel. Default: as it is; last if added. */
            orderIndex?: number;
            /** @description Who takes it unless someone else is named; null if its recipient must be named. Default: as it is. Not for optional roles and the sender’s. */
            recipient?: components['schemas']['RoleRecipientInput'] | null;
          }[];
          /** @description Roles to remove, by apiRoleName. They must have no fields, and be neither in the name pattern nor in the public form. */
          removeRoles?: string[];
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Template'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  templateDocument: {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of an earlier response. While nothing has changed, the call returns 304 without a body. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the template. Returns 404 if your organization has none with this ID.
         * @example tpl_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          'Content-Disposition': components['headers']['ContentDisposition'];
          ETag: components['headers']['ETag'];
          'Accept-Ranges': components['headers']['AcceptRanges'];
          [name: string]: unknown;
        };
        content: {
          'application/pdf': Blob | ArrayBuffer | Uint8Array<ArrayBuffer>;
        };
      };
      /** @description The part of the file that `Range` asks for. */
      206: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          'Accept-Ranges': components['headers']['AcceptRanges'];
          'Content-Range': components['headers']['ContentRange'];
          [name: string]: unknown;
        };
        content: {
          '*/*': Blob | ArrayBuffer | Uint8Array<ArrayBuffer>;
        };
      };
      /** @description What `If-None-Match` names is still current. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      416: components['responses']['Error416RangeNotSatisfiable'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  templatePutFields: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the call safe to retry. If you repeat a request with the same key, nothing runs again and it returns the same status and body as the first response, with `Idempotency-Replayed: true`. While the first request is in progress, repeating it returns 409 `idempotency_in_flight`; using the key for a different request returns 422 `idempotency_key_reused`. After a refused call, you can use the key again. Printable ASCII, plain or in double quotes, kept for 24 hours per organization and operation. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKeyStored'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the template. Returns 404 if your organization has none with this ID.
         * @example tpl_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * Format: date-time
           * @description The `updatedAt` that you have read. If the template has changed since, nothing changes.
           * @example 2027-01-31T17:00:00.000Z
           */
          expectedUpdatedAt?: string;
          /** @description They replace all fields. One that keeps its key keeps its prefillKey. */
          fields: components['schemas']['TemplateFieldInput'][];
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          'Idempotency-Replayed': components['headers']['IdempotencyReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TemplateGraph'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409VersionConflictIdempotencyInFlight'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailedIdempotencyKeyReused'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  templateRestore: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the template. Returns 404 if your organization has none with this ID.
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Template'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  templateCreateEnvelope: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the call safe to retry. If you repeat a request with the same key, nothing runs again and it returns the same status and body as the first response, with `Idempotency-Replayed: true`. While the first request is in progress, repeating it returns 409 `idempotency_in_flight`; using the key for a different request returns 422 `idempotency_key_reused`. After a refused call, you can use the key again. Printable ASCII, plain or in double quotes, kept for 24 hours per organization and operation. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKeyStored'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the template. Returns 404 if your organization has none with this ID.
         * @example tpl_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description By apiRoleName, one for each role that isn't optional and has no recipient of its own. The sender takes the sender's role by default. */
          recipients?: {
            [key: string]: components['schemas']['RecipientInput'];
          };
          /** @description Values by prefillKey. An empty value removes the template's own. */
          prefill?: {
            [key: string]: string;
          };
          /** @description Values of the variables that the template lists. Each that is shown must have one. */
          variables?: components['schemas']['VariableValues'];
          /** @description Takes precedence over the template's name pattern. */
          displayName?: string;
          /** @description Default: the template's. null for none. */
          message?: components['schemas']['MessageInput'] | null;
          /** @description Who receives the documents without acting. Default: the template's. */
          copies?: components['schemas']['CopyInput'][];
          /** @description Default: true. false creates a draft to review first. */
          autoSend?: boolean;
          /** @description Position of the sender's role in the signing order, from 0. Larger values mean last. */
          senderOrder?: number;
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          'Idempotency-Replayed': components['headers']['IdempotencyReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EnvelopeGraph'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409InvalidStateIdempotencyInFlight'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailedIdempotencyKeyReusedDocumentUnreadable'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  templateForm: {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of an earlier response. While nothing has changed, the call returns 304 without a body. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the template. Returns 404 if your organization has none with this ID.
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TemplateForm'];
        };
      };
      /** @description What `If-None-Match` names is still current. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  templatePutForm: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the template. Returns 404 if your organization has none with this ID.
         * @example tpl_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Whether the link can be used. */
          enabled: boolean;
          /**
           * @description The role of whoever fills in the form.
           * @example client
           */
          roleApiName: string;
          /**
           * Format: date-time
           * @description When the link stops working. Default: never.
           */
          expiresAt?: string | null;
          /** @description How many envelopes can be sent with it. Default: any number. */
          maxUses?: number | null;
          /** @description Accepts only email addresses of these domains. Default: all. */
          allowedDomains?: string[] | null;
          /** @description What people read once they have signed. Default: nothing but our own words. */
          thankYou?: components['schemas']['ThankYouInput'] | null;
          /** @description The people of the other roles that aren't optional, by apiRoleName. You take the sender's role. */
          recipients?: {
            [key: string]: components['schemas']['FormRecipientInput'];
          };
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TemplateForm'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409InvalidState'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  templateDeleteForm: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the template. Returns 404 if your organization has none with this ID.
         * @example tpl_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success, without content. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  labelList: {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of an earlier response. While nothing has changed, the call returns 304 without a body. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            items: components['schemas']['Label'][];
          };
        };
      };
      /** @description What `If-None-Match` names is still current. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  labelCreate: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description Unique in the organization, whatever its case.
           * @example Sales
           */
          name: string;
          /**
           * @description How the dashboard shows it.
           * @default gray
           * @enum {string}
           */
          color?: 'gray' | 'indigo' | 'teal' | 'amber' | 'pink' | 'green' | 'red';
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Label'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  labelDelete: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the label. Returns 404 if your organization has none with this ID.
         * @example lbl_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success, without content. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  labelChange: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the label. Returns 404 if your organization has none with this ID.
         * @example lbl_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /**
           * @description Unique in the organization, whatever its case.
           * @example Sales
           */
          name?: string;
          /**
           * @description How the dashboard shows it.
           * @enum {string}
           */
          color?: 'gray' | 'indigo' | 'teal' | 'amber' | 'pink' | 'green' | 'red';
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Label'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  labelOf: {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of an earlier response. While nothing has changed, the call returns 304 without a body. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the envelope. Returns 404 if your organization has none with this ID.
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            items: components['schemas']['Label'][];
          };
        };
      };
      /** @description What `If-None-Match` names is still current. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  labelSet: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the envelope. Returns 404 if your organization has none with this ID.
         * @example env_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Replaces the labels of the envelope. */
          labelIds: string[];
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            items: components['schemas']['Label'][];
          };
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  labelPutOn: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the label. Returns 404 if your organization has none with this ID.
         * @example lbl_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description Envelopes that get the label. */
          add?: string[];
          /** @description Envelopes that lose it. */
          remove?: string[];
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Label'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  labelArchive: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description Envelopes that go into the archive. */
          add?: string[];
          /** @description Envelopes that come out of it. */
          remove?: string[];
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            items: {
              /** @example env_01kd2v5m8ne3wtbxq7r0h4j6sa */
              envelopeId: string;
              /** Format: date-time */
              archivedAt: string | null;
            }[];
          };
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409InvalidState'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  webhookList: {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of an earlier response. While nothing has changed, the call returns 304 without a body. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            items: components['schemas']['Webhook'][];
          };
        };
      };
      /** @description What `If-None-Match` names is still current. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  webhookCreate: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the call safe to retry. If you repeat a request with the same key, nothing runs again and it returns the same status and body as the first response, with `Idempotency-Replayed: true`. While the first request is in progress, repeating it returns 409 `idempotency_in_flight`; using the key for a different request returns 422 `idempotency_key_reused`. After a refused call, you can use the key again. Printable ASCII, plain or in double quotes, kept for 24 hours per organization and operation. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKeyStored'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description Must use https. http is allowed only for networks that the operator permits.
           * @example https://example.com/countersign
           */
          url: string;
          /** @description For your own reference. Default: null. */
          description?: string | null;
          /** @description Event types to receive; null for all, including future ones. Default: null. */
          events?:
            | (
                | 'envelope.created'
                | 'envelope.copied'
                | 'envelope.version_started'
                | 'envelope.version_created'
                | 'envelope.replaced'
                | 'envelope.document_uploaded'
                | 'envelope.document_received'
                | 'envelope.document_refused'
                | 'envelope.document_added'
                | 'envelope.document_removed'
                | 'envelope.documents_reordered'
                | 'envelope.detection_started'
                | 'envelope.detection_completed'
                | 'envelope.detection_failed'
                | 'envelope.draft_updated'
                | 'envelope.editing_opened'
                | 'envelope.sent'
                | 'participant.link_issued'
                | 'participant.link_reissued'
                | 'participant.link_copied'
                | 'participant.corrected'
                | 'participant.delegated'
                | 'participant.reminder_sent'
                | 'participant.delivery_failed'
                | 'copy.sent'
                | 'copy.delivery_failed'
                | 'envelope.deleted'
                | 'envelope.scheduled'
                | 'envelope.schedule_canceled'
                | 'envelope.schedule_failed'
                | 'envelope.expiry_extended'
                | 'envelope.expiry_warned'
                | 'envelope.expired'
                | 'envelope.time_advanced'
                | 'participant.authenticated'
                | 'participant.authentication_failed'
                | 'participant.session_opened'
                | 'participant.account_used'
                | 'participant.viewed'
                | 'participant.consented'
                | 'participant.fields_auto_resolved'
                | 'participant.signed'
                | 'participant.approved'
                | 'participant.asked'
                | 'participant.change_requested'
                | 'envelope.answered'
                | 'thread.settled'
                | 'participant.passkey_created'
                | 'participant.signing_failed'
                | 'participant.new_passkey_accepted'
                | 'participant.declined'
                | 'envelope.declined'
                | 'envelope.completed'
                | 'envelope.sealed'
                | 'envelope.seal_extended'
                | 'envelope.sealing_failed'
                | 'envelope.voided'
                | 'envelope.recalled'
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          'Idempotency-Replayed': components['headers']['IdempotencyReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookWithSecret'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      409: components['responses']['Error409InvalidStateIdempotencyInFlight'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailedIdempotencyKeyReused'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  webhookGet: {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of an earlier response. While nothing has changed, the call returns 304 without a body. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the webhook. Returns 404 if your organization has none with this ID.
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Webhook'];
        };
      };
      /** @description What `If-None-Match` names is still current. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  webhookDelete: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the webhook. Returns 404 if your organization has none with this ID.
         * @example wh_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success, without content. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  webhookUpdate: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the webhook. Returns 404 if your organization has none with this ID.
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
           * @description Must use https. http is allowed only for networks that the operator permits.
           * @example https://example.com/countersign
           */
          url?: string;
          /** @description For your own reference. Default: null. */
          description?: string | null;
          /** @description Event types to receive; null for all, including future ones. Default: null. */
          events?:
            | (
                | 'envelope.created'
                | 'envelope.copied'
                | 'envelope.version_started'
                | 'envelope.version_created'
                | 'envelope.replaced'
                | 'envelope.document_uploaded'
                | 'envelope.document_received'
                | 'envelope.document_refused'
                | 'envelope.document_added'
                | 'envelope.document_removed'
                | 'envelope.documents_reordered'
                | 'envelope.detection_started'
                | 'envelope.detection_completed'
                | 'envelope.detection_failed'
                | 'envelope.draft_updated'
                | 'envelope.editing_opened'
                | 'envelope.sent'
                | 'participant.link_issued'
                | 'participant.link_reissued'
                | 'participant.link_copied'
                | 'participant.corrected'
                | 'participant.delegated'
                | 'participant.reminder_sent'
                | 'participant.delivery_failed'
                | 'copy.sent'
                | 'copy.delivery_failed'
                | 'envelope.deleted'
                | 'envelope.scheduled'
                | 'envelope.schedule_canceled'
                | 'envelope.schedule_failed'
                | 'envelope.expiry_extended'
                | 'envelope.expiry_warned'
                | 'envelope.expired'
                | 'envelope.time_advanced'
                | 'participant.authenticated'
                | 'participant.authentication_failed'
                | 'participant.session_opened'
                | 'participant.account_used'
                | 'participant.viewed'
                | 'participant.consented'
                | 'participant.fields_auto_resolved'
                | 'participant.signed'
                | 'participant.approved'
                | 'participant.asked'
                | 'participant.change_requested'
                | 'envelope.answered'
                | 'thread.settled'
                | 'participant.passkey_created'
                | 'participant.signing_failed'
                | 'participant.new_passkey_accepted'
                | 'participant.declined'
                | 'envelope.declined'
                | 'envelope.completed'
                | 'envelope.sealed'
                | 'envelope.seal_extended'
                | 'envelope.sealing_failed'
                | 'envelope.voided'
                | 'envelope.recalled'
              )[]
            | null;
          /** @description Whether it receives events. */
          enabled?: boolean;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Webhook'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  webhookRotateSecret: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the call safe to retry. If you repeat a request with the same key, nothing runs again and it returns the same status and body as the first response, with `Idempotency-Replayed: true`. While the first request is in progress, repeating it returns 409 `idempotency_in_flight`; using the key for a different request returns 422 `idempotency_key_reused`. After a refused call, you can use the key again. Printable ASCII, plain or in double quotes, kept for 24 hours per organization and operation. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKeyStored'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the webhook. Returns 404 if your organization has none with this ID.
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          'Idempotency-Replayed': components['headers']['IdempotencyReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookWithSecret'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409IdempotencyInFlight'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailedIdempotencyKeyReused'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  webhookTest: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the call safe to retry. If you repeat a request with the same key, nothing runs again and it returns the same status and body as the first response, with `Idempotency-Replayed: true`. While the first request is in progress, repeating it returns 409 `idempotency_in_flight`; using the key for a different request returns 422 `idempotency_key_reused`. After a refused call, you can use the key again. Printable ASCII, plain or in double quotes, kept for 24 hours per organization and operation. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKeyStored'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the webhook. Returns 404 if your organization has none with this ID.
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          'Idempotency-Replayed': components['headers']['IdempotencyReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDelivery'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409InvalidStateIdempotencyInFlight'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailedIdempotencyKeyReused'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  webhookSample: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the call safe to retry. If you repeat a request with the same key, nothing runs again and it returns the same status and body as the first response, with `Idempotency-Replayed: true`. While the first request is in progress, repeating it returns 409 `idempotency_in_flight`; using the key for a different request returns 422 `idempotency_key_reused`. After a refused call, you can use the key again. Printable ASCII, plain or in double quotes, kept for 24 hours per organization and operation. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKeyStored'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the webhook. Returns 404 if your organization has none with this ID.
         * @example wh_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description The event type.
           * @example envelope.completed
           * @enum {string}
           */
          type:
            | 'envelope.created'
            | 'envelope.copied'
            | 'envelope.version_started'
            | 'envelope.version_created'
            | 'envelope.replaced'
            | 'envelope.document_uploaded'
            | 'envelope.document_received'
            | 'envelope.document_refused'
            | 'envelope.document_added'
            | 'envelope.document_removed'
            | 'envelope.documents_reordered'
            | 'envelope.detection_started'
            | 'envelope.detection_completed'
            | 'envelope.detection_failed'
            | 'envelope.draft_updated'
            | 'envelope.editing_opened'
            | 'envelope.sent'
            | 'participant.link_issued'
            | 'participant.link_reissued'
            | 'participant.link_copied'
            | 'participant.corrected'
            | 'participant.delegated'
            | 'participant.reminder_sent'
            | 'participant.delivery_failed'
            | 'copy.sent'
            | 'copy.delivery_failed'
            | 'envelope.deleted'
            | 'envelope.scheduled'
            | 'envelope.schedule_canceled'
            | 'envelope.schedule_failed'
            | 'envelope.expiry_extended'
            | 'envelope.expiry_warned'
            | 'envelope.expired'
            | 'envelope.time_advanced'
            | 'participant.authenticated'
            | 'participant.authentication_failed'
            | 'participant.session_opened'
            | 'participant.account_used'
            | 'participant.viewed'
            | 'participant.consented'
            | 'participant.fields_auto_resolved'
            | 'participant.signed'
            | 'participant.approved'
            | 'participant.asked'
            | 'participant.change_requested'
            | 'envelope.answered'
            | 'thread.settled'
            | 'participant.passkey_created'
            | 'participant.signing_failed'
            | 'participant.new_passkey_accepted'
            | 'participant.declined'
            | 'envelope.declined'
            | 'envelope.completed'
            | 'envelope.sealed'
            | 'envelope.seal_extended'
            | 'envelope.sealing_failed'
            | 'envelope.voided'
            | 'envelope.recalled';
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          'Idempotency-Replayed': components['headers']['IdempotencyReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDelivery'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409InvalidStateIdempotencyInFlight'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailedIdempotencyKeyReused'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  webhookDeliveries: {
    parameters: {
      query?: {
        /** @description nextCursor of the previous page. */
        cursor?: string;
        /** @description Default: 50. */
        limit?: number;
        /** @description Only deliveries with this status. */
        status?: 'pending' | 'succeeded' | 'failed';
        /** @description Only the delivery with this ID, those of the envelope with this ID, or those with this text in their message, such as an event type. A page looks for a text in the newest 5,000 messages after its cursor. */
        search?: string;
      };
      header?: {
        /** @description The ETag of an earlier response. While nothing has changed, the call returns 304 without a body. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the webhook. Returns 404 if your organization has none with this ID.
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            items: components['schemas']['WebhookDelivery'][];
            /** @example eyJrIjoiMjAyNy0wMy0wMVQwOTowMDowMC4wMDBaIn0.dGFn */
            nextCursor: string | null;
          };
        };
      };
      /** @description What `If-None-Match` names is still current. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  webhookDelivery: {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of an earlier response. While nothing has changed, the call returns 304 without a body. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the webhook. Returns 404 if your organization has none with this ID.
         * @example wh_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
        /**
         * @description ID of the delivery. Returns 404 if your organization has none with this ID.
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDeliveryWithBody'];
        };
      };
      /** @description What `If-None-Match` names is still current. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  webhookRedeliver: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the call safe to retry. If you repeat a request with the same key, nothing runs again and it returns the same status and body as the first response, with `Idempotency-Replayed: true`. While the first request is in progress, repeating it returns 409 `idempotency_in_flight`; using the key for a different request returns 422 `idempotency_key_reused`. After a refused call, you can use the key again. Printable ASCII, plain or in double quotes, kept for 24 hours per organization and operation. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKeyStored'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the webhook. Returns 404 if your organization has none with this ID.
         * @example wh_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
        /**
         * @description ID of the delivery. Returns 404 if your organization has none with this ID.
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          'Idempotency-Replayed': components['headers']['IdempotencyReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookDelivery'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409InvalidStateIdempotencyInFlight'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailedIdempotencyKeyReused'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  webhookReplay: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the call safe to retry. If you repeat a request with the same key, nothing runs again and it returns the same status and body as the first response, with `Idempotency-Replayed: true`. While the first request is in progress, repeating it returns 409 `idempotency_in_flight`; using the key for a different request returns 422 `idempotency_key_reused`. After a refused call, you can use the key again. Printable ASCII, plain or in double quotes, kept for 24 hours per organization and operation. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKeyStored'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the webhook. Returns 404 if your organization has none with this ID.
         * @example wh_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * Format: date-time
           * @description Only deliveries of events at this time or later.
           * @example 2027-01-31T17:00:00.000Z
           */
          from: string;
          /**
           * Format: date-time
           * @description Only deliveries of events before this time. Default: no end.
           * @example 2027-01-31T17:00:00.000Z
           */
          to?: string;
          /** @description Only deliveries of these event types. Default: all. */
          types?: (
            | 'envelope.created'
            | 'envelope.copied'
            | 'envelope.version_started'
            | 'envelope.version_created'
            | 'envelope.replaced'
            | 'envelope.document_uploaded'
            | 'envelope.document_received'
            | 'envelope.document_refused'
            | 'envelope.document_added'
            | 'envelope.document_removed'
            | 'envelope.documents_reordered'
            | 'envelope.detection_started'
            | 'envelope.detection_completed'
            | 'envelope.detection_failed'
            | 'envelope.draft_updated'
            | 'envelope.editing_opened'
            | 'envelope.sent'
            | 'participant.link_issued'
            | 'participant.link_reissued'
            | 'participant.link_copied'
            | 'participant.corrected'
            | 'participant.delegated'
            | 'participant.reminder_sent'
            | 'participant.delivery_failed'
            | 'copy.sent'
            | 'copy.delivery_failed'
            | 'envelope.deleted'
            | 'envelope.scheduled'
            | 'envelope.schedule_canceled'
            | 'envelope.schedule_failed'
            | 'envelope.expiry_extended'
            | 'envelope.expiry_warned'
            | 'envelope.expired'
            | 'envelope.time_advanced'
            | 'participant.authenticated'
            | 'participant.authentication_failed'
            | 'participant.session_opened'
            | 'participant.account_used'
            | 'participant.viewed'
            | 'participant.consented'
            | 'participant.fields_auto_resolved'
            | 'participant.signed'
            | 'participant.approved'
            | 'participant.asked'
            | 'participant.change_requested'
            | 'envelope.answered'
            | 'thread.settled'
            | 'participant.passkey_created'
            | 'participant.signing_failed'
            | 'participant.new_passkey_accepted'
            | 'participant.declined'
            | 'envelope.declined'
            | 'envelope.completed'
            | 'envelope.sealed'
            | 'envelope.seal_extended'
            | 'envelope.sealing_failed'
            | 'envelope.voided'
            | 'envelope.recalled'
          )[];
          /**
           * @description failed: only deliveries with no more attempts. all: also those that succeeded or are still pending.
           * @default failed
           * @enum {string}
           */
          status?: 'failed' | 'all';
          /** @description nextCursor of the previous call. */
          cursor?: string;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          'Idempotency-Replayed': components['headers']['IdempotencyReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WebhookReplay'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409InvalidStateIdempotencyInFlight'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailedIdempotencyKeyReused'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  embeddingGet: {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of an earlier response. While nothing has changed, the call returns 304 without a body. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Embedding'];
        };
      };
      /** @description What `If-None-Match` names is still current. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  embeddingChange: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description Exactly as browsers send them: https, or http on localhost. They replace the registered ones. */
          origins: string[];
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Embedding'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  identityProviderList: {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of an earlier response. While nothing has changed, the call returns 304 without a body. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * @description Register this URL with each provider.
             * @example https://sign.example.com/sign/org_01h455vb4pex5vsknk084sn02q
             */
            redirectUri: string;
            items: components['schemas']['IdentityProvider'][];
          };
        };
      };
      /** @description What `If-None-Match` names is still current. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  identityProviderCreate: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the call safe to retry. If you repeat a request with the same key, nothing runs again and it returns the same status and body as the first response, with `Idempotency-Replayed: true`. While the first request is in progress, repeating it returns 409 `idempotency_in_flight`; using the key for a different request returns 422 `idempotency_key_reused`. After a refused call, you can use the key again. Printable ASCII, plain or in double quotes, kept for 24 hours per organization and operation. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKeyStored'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description What recipients see on the button.
           * @example Example ID
           */
          name: string;
          /**
           * @description The URL of the provider, which publishes `/.well-known/openid-configuration`. Must use https. http is allowed only for networks that the operator permits.
           * @example https://login.example.com
           */
          issuer: string;
          /**
           * @description What the provider calls this service.
           * @example countersign
           */
          clientId: string;
          /**
           * @description The secret that the provider gave you. Stored encrypted and never returned.
           * @example kE5v-7Qy2m
           */
          clientSecret: string;
          /**
           * @description What is asked of the provider, separated by spaces. Default: openid email profile.
           * @example openid email profile
           */
          scope?: string;
          /**
           * @description What must be the same at the provider and in the envelope. email: the address, which the provider must call verified. name: the full name, regardless of case and spacing.
           * @enum {string}
           */
          match: 'email' | 'name';
          /** @description Whether an address counts that the provider doesn't call verified. Only for providers that assign the addresses themselves. */
          trustEmail?: boolean;
          /**
           * @description The `acr` values of which the sign-in must have one, such as a level of assurance. Empty for any.
           * @example [
           *       "https://id.example.com/loa/high"
           *     ]
           */
          acrValues?: string[];
          /**
           * @description Claims and the values they must have. A claim with several values must contain it.
           * @example {
           *       "hd": "example.com"
           *     }
           */
          requiredClaims?: {
            [key: string]: string;
          };
          /** @description Default: true. */
          enabled?: boolean;
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          'Idempotency-Replayed': components['headers']['IdempotencyReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IdentityProvider'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      409: components['responses']['Error409InvalidStateIdempotencyInFlight'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailedIdempotencyKeyReused'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  identityProviderGet: {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of an earlier response. While nothing has changed, the call returns 304 without a body. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the identity-provider. Returns 404 if your organization has none with this ID.
         * @example idp_01kd2v5m8ne3wtbxq7r0h4j6sa
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IdentityProvider'];
        };
      };
      /** @description What `If-None-Match` names is still current. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  identityProviderDelete: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the identity-provider. Returns 404 if your organization has none with this ID.
         * @example idp_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success, without content. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409InvalidState'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  identityProviderUpdate: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the identity-provider. Returns 404 if your organization has none with this ID.
         * @example idp_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /**
           * @description What recipients see on the button.
           * @example Example ID
           */
          name?: string;
          /**
           * @description The URL of the provider, which publishes `/.well-known/openid-configuration`. Must use https. http is allowed only for networks that the operator permits.
           * @example https://login.example.com
           */
          issuer?: string;
          /**
           * @description What the provider calls this service.
           * @example countersign
           */
          clientId?: string;
          /**
           * @description Omit it to keep the secret.
           * @example kE5v-7Qy2m
           */
          clientSecret?: string;
          /**
           * @description What is asked of the provider, separated by spaces.
           * @example openid email profile
           */
          scope?: string;
          /**
           * @description What must be the same at the provider and in the envelope. email: the address, which the provider must call verified. name: the full name, regardless of case and spacing.
           * @enum {string}
           */
          match?: 'email' | 'name';
          /** @description Whether an address counts that the provider doesn't call verified. Only for providers that assign the addresses themselves. */
          trustEmail?: boolean;
          /**
           * @description The `acr` values of which the sign-in must have one, such as a level of assurance. Empty for any.
           * @example [
           *       "https://id.example.com/loa/high"
           *     ]
           */
          acrValues?: string[];
          /**
           * @description Claims and the values they must have. A claim with several values must contain it.
           * @example {
           *       "hd": "example.com"
           *     }
           */
          requiredClaims?: {
            [key: string]: string;
          };
          /** @description Whether senders can choose it and recipients can sign in with it. */
          enabled?: boolean;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IdentityProvider'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409InvalidState'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  bulkSendCheck: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description The template.
           * @example tpl_01kd2v5m8ne3wtbxq7r0h4j6sa
           */
          templateId: string;
          /**
           * @description The name of the list.
           * @example consultants.csv
           */
          filename: string;
          /**
           * @description The recipients in CSV (RFC 4180), one envelope a line, with the columns that the template needs.
           * @example Consultant name,Consultant email
           *     Ada Lovelace,ada@example.com
           */
          csv: string;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            rowCount: number;
            issues: {
              line: number;
              column: string | null;
              /** @example is not an email address */
              message: string;
            }[];
          };
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  bulkSendList: {
    parameters: {
      query: {
        /** @description Only results created from this template. */
        templateId: string;
      };
      header?: {
        /** @description The ETag of an earlier response. While nothing has changed, the call returns 304 without a body. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            items: {
              /** @example bulk_01kd2v5m8ne3wtbxq7r0h4j6sa */
              id: string;
              /** @example tpl_01kd2v5m8ne3wtbxq7r0h4j6sa */
              templateId: string;
              /** @example consultants.csv */
              filename: string;
              rowCount: number;
              sentCount: number;
              failedCount: number;
              /**
               * Format: date-time
               * @example 2026-11-21T09:00:00.000Z
               */
              createdAt: string;
              /** Format: date-time */
              finishedAt: string | null;
              /** @enum {string|null} */
              stopReason: 'sender_removed' | 'sender_demoted' | 'sender_left_team' | null;
            }[];
          };
        };
      };
      /** @description What `If-None-Match` names is still current. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  bulkSendStart: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description The template.
           * @example tpl_01kd2v5m8ne3wtbxq7r0h4j6sa
           */
          templateId: string;
          /**
           * @description The name of the list.
           * @example consultants.csv
           */
          filename: string;
          /**
           * @description The recipients in CSV (RFC 4180), one envelope a line, with the columns that the template needs.
           * @example Consultant name,Consultant email
           *     Ada Lovelace,ada@example.com
           */
          csv: string;
          /** @description Message of all envelopes. The list's own columns take precedence. Default: the template's; null for none. */
          message?: components['schemas']['MessageInput'] | null;
          /** @description The days after which the envelopes expire. Default: the organization's; null for never. */
          expiryDays?: number | null;
          /** @description Labels of all envelopes. */
          labelIds?: string[];
          /**
           * Format: uuid
           * @description Your own ID for this bulk send. It is started once.
           * @example 0f8fad5b-d9cb-469f-a165-70867728950e
           */
          requestId: string;
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @example bulk_01kd2v5m8ne3wtbxq7r0h4j6sa */
            id: string;
          };
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409InvalidState'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  bulkSendGet: {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of an earlier response. While nothing has changed, the call returns 304 without a body. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the bulk-send. Returns 404 if your organization has none with this ID.
         * @example bulk_01kd2v5m8ne3wtbxq7r0h4j6sa
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            bulkSend: {
              /** @example bulk_01kd2v5m8ne3wtbxq7r0h4j6sa */
              id: string;
              /** @example tpl_01kd2v5m8ne3wtbxq7r0h4j6sa */
              templateId: string;
              /** @example consultants.csv */
              filename: string;
              rowCount: number;
              sentCount: number;
              failedCount: number;
              /**
               * Format: date-time
               * @example 2026-11-21T09:00:00.000Z
               */
              createdAt: string;
              /** Format: date-time */
              finishedAt: string | null;
              /** @enum {string|null} */
              stopReason: 'sender_removed' | 'sender_demoted' | 'sender_left_team' | null;
            };
            failed: {
              line: number;
              /** @example The template was archived. */
              error: string;
            }[];
          };
        };
      };
      /** @description What `If-None-Match` names is still current. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  bulkSendResults: {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of an earlier response. While nothing has changed, the call returns 304 without a body. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the bulk-send. Returns 404 if your organization has none with this ID.
         * @example bulk_01kd2v5m8ne3wtbxq7r0h4j6sa
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @example consultants.csv */
            filename: string;
            rows: {
              line: number;
              /** @example ada@example.com */
              recipient: string;
              /** @example env_01kd2v5m8ne3wtbxq7r0h4j6sa */
              envelopeId: string | null;
              /** @enum {string|null} */
              status:
                | 'draft'
                | 'detecting'
                | 'review'
                | 'in_progress'
                | 'completed'
                | 'declined'
                | 'voided'
                | 'expired'
                | null;
              error: string | null;
            }[];
          };
        };
      };
      /** @description What `If-None-Match` names is still current. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  contactSuggest: {
    parameters: {
      query: {
        /** @description How the address, the name or the last name begins, case-insensitive. */
        beginning: string;
      };
      header?: {
        /** @description The ETag of an earlier response. While nothing has changed, the call returns 304 without a body. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            items: {
              /** @example Ada Lovelace */
              name: string;
              /** @example ada@example.com */
              email: string;
              company: string | null;
              title: string | null;
            }[];
          };
        };
      };
      /** @description What `If-None-Match` names is still current. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  signerPasskeyList: {
    parameters: {
      query?: {
        /** @description Only those created with this address. */
        email?: string;
        /** @description Only this one. */
        keyHash?: string;
      };
      header?: {
        /** @description The ETag of an earlier response. While nothing has changed, the call returns 304 without a body. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            items: components['schemas']['SignerPasskey'][];
          };
        };
      };
      /** @description What `If-None-Match` names is still current. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  signerPasskeyDelete: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The `id` of the passkey.
         * @example 3f9a12c0b4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4c5d6e7f
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success, without content. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  teamList: {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of an earlier response. While nothing has changed, the call returns 304 without a body. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            items: components['schemas']['Team'][];
          };
        };
      };
      /** @description What `If-None-Match` names is still current. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  teamCreate: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description Unique in the organization, whatever its case.
           * @example Legal
           */
          name: string;
          /**
           * @description Whether only its members see what belongs to it.
           * @default false
           */
          isPrivate?: boolean;
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Team'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  teamDelete: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the team. Returns 404 if your organization has none with this ID.
         * @example team_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success, without content. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409InvalidState'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  teamChange: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the team. Returns 404 if your organization has none with this ID.
         * @example team_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /**
           * @description Unique in the organization, whatever its case.
           * @example Legal
           */
          name?: string;
          /** @description Whether only its members see what belongs to it. */
          isPrivate?: boolean;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Team'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409InvalidState'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  teamAddMember: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the team. Returns 404 if your organization has none with this ID.
         * @example team_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
        /**
         * @description ID of the member. Returns 404 if your organization has none with this ID.
         * @example user_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success, without content. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409InvalidState'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  teamRemoveMember: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the team. Returns 404 if your organization has none with this ID.
         * @example team_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
        /**
         * @description ID of the member. Returns 404 if your organization has none with this ID.
         * @example user_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success, without content. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  memberList: {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of an earlier response. While nothing has changed, the call returns 304 without a body. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            members: {
              /** @example user_01kd2v5m8ne3wtbxq7r0h4j6sa */
              userId: string;
              /** @example Olga Owner */
              name: string;
              /** @example olga@acme.example */
              email: string;
              /** @enum {string} */
              role: 'owner' | 'admin' | 'member' | 'viewer';
              /**
               * Format: date-time
               * @example 2026-11-21T09:00:00.000Z
               */
              joinedAt: string;
              /** @description Whether signing in requires more than a password. */
              secured: boolean;
              /** @description Their active API keys. */
              apiKeys: number;
              /** @description Whether their address's domain isn't among those that new members may have. */
              outside: boolean;
            }[];
            invitations: {
              /** @example inv_01kd2v5m8ne3wtbxq7r0h4j6sa */
              id: string;
              /** @example ada@example.com */
              email: string;
              /** @enum {string} */
              role: 'owner' | 'admin' | 'member' | 'viewer';
              /** @example Olga Owner */
              invitedByName: string;
              /**
               * Format: date-time
               * @example 2026-11-21T09:00:00.000Z
               */
              sentAt: string;
              /**
               * Format: date-time
               * @example 2026-11-21T09:00:00.000Z
               */
              expiresAt: string;
              expired: boolean;
            }[];
            roles: ('owner' | 'admin' | 'member' | 'viewer')[];
          };
        };
      };
      /** @description What `If-None-Match` names is still current. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  memberInvite: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * Format: email
           * @description Where the invitation goes.
           * @example ada@example.com
           */
          email: string;
          /**
           * @description What the person may do.
           * @example member
           * @enum {string}
           */
          role: 'owner' | 'admin' | 'member' | 'viewer';
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @example inv_01kd2v5m8ne3wtbxq7r0h4j6sa */
            id: string;
          };
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  memberResendInvitation: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the invitation. Returns 404 if your organization has none with this ID.
         * @example inv_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success, without content. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409InvalidState'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  memberRevokeInvitation: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the invitation. Returns 404 if your organization has none with this ID.
         * @example inv_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success, without content. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409InvalidState'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  memberRemove: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the member. Returns 404 if your organization has none with this ID.
         * @example user_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        userId: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success, without content. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409InvalidState'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  memberChangeRole: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the member. Returns 404 if your organization has none with this ID.
         * @example user_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        userId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description What the person may do.
           * @example member
           * @enum {string}
           */
          role: 'owner' | 'admin' | 'member' | 'viewer';
        };
      };
    };
    responses: {
      /** @description Success, without content. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409InvalidState'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  apiKeyList: {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of an earlier response. While nothing has changed, the call returns 304 without a body. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            items: components['schemas']['ApiKey'][];
          };
        };
      };
      /** @description What `If-None-Match` names is still current. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  apiKeyCreate: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description What it is for.
           * @example Order system
           */
          name: string;
          /**
           * @description Where its envelopes belong. Default: the default team.
           * @example team_01kd2v5m8ne3wtbxq7r0h4j6sa
           */
          teamId?: string;
          /** @description What it can do. Default: everything that you can. */
          scopes?: (
            | 'envelopes:read'
            | 'envelopes:write'
            | 'templates:read'
            | 'templates:write'
            | 'envelopes:send'
            | 'contacts'
            | 'webhooks'
            | 'members'
            | 'keys'
            | 'settings'
            | 'audit:read'
            | 'admin'
          )[];
          /** @description In how many days it expires; null or missing: never, or with the key that creates it. */
          expiresInDays?: number | null;
          /** @description IP addresses and ranges it works from; null or missing: any, or those of the key that creates it. */
          allowedNetworks?: string[] | null;
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            apiKey: components['schemas']['ApiKey'];
            /** @example svc_sk_… */
            secret: string;
          };
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  apiKeyRevoke: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the api-key. Returns 404 if your organization has none with this ID.
         * @example key_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success, without content. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  testMessageList: {
    parameters: {
      query?: {
        /** @description nextCursor of the previous page. */
        cursor?: string;
        /** @description Default: 50. */
        limit?: number;
        /** @description Only messages to this email address or phone number. */
        to?: string;
        /** @description Only messages about this envelope. */
        envelopeId?: string;
        /** @description Only messages from this time on. */
        since?: string;
      };
      header?: {
        /** @description The ETag of an earlier response. While nothing has changed, the call returns 304 without a body. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            items: components['schemas']['TestMessageHeader'][];
            /** @example eyJrIjoiMjAyNy0wMy0wMVQwOTowMDowMC4wMDBaIn0.dGFn */
            nextCursor: string | null;
          };
        };
      };
      /** @description What `If-None-Match` names is still current. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  testMessageGet: {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of an earlier response. While nothing has changed, the call returns 304 without a body. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the test-inbox. Returns 404 if your organization has none with this ID.
         * @example mail_01kd2v5m8ne3wtbxq7r0h4j6sa
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TestMessage'];
        };
      };
      /** @description What `If-None-Match` names is still current. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  testClockAdvance: {
    parameters: {
      query?: never;
      header?: {
        /** @description Makes the call safe to retry. If you repeat a request with the same key, nothing runs again and it returns the same status and body as the first response, with `Idempotency-Replayed: true`. While the first request is in progress, repeating it returns 409 `idempotency_in_flight`; using the key for a different request returns 422 `idempotency_key_reused`. After a refused call, you can use the key again. Printable ASCII, plain or in double quotes, kept for 24 hours per organization and operation. */
        'Idempotency-Key'?: components['parameters']['IdempotencyKeyStored'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /**
           * @description How many days pass.
           * @default 0
           */
          days?: number;
          /**
           * @description In addition to the days.
           * @default 0
           */
          hours?: number;
          /**
           * @description Advances only this envelope, so that tests don't disturb each other. Required once more than 200 envelopes have deadlines.
           * @example env_01kd2v5m8ne3wtbxq7r0h4j6sa
           */
          envelopeId?: string;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          'Idempotency-Replayed': components['headers']['IdempotencyReplayed'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AdvancedEnvelopes'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409IdempotencyInFlight'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailedIdempotencyKeyReused'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  administrativeActionList: {
    parameters: {
      query?: {
        /** @description nextCursor of the previous page. */
        cursor?: string;
      };
      header?: {
        /** @description The ETag of an earlier response. While nothing has changed, the call returns 304 without a body. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            items: {
              /** @example adm_01kd2v5m8ne3wtbxq7r0h4j6sa */
              id: string;
              /** @example Olga Owner */
              actorName: string;
              /** @enum {string} */
              action:
                | 'organization.created'
                | 'organization.test_mode_started'
                | 'organization.renamed'
                | 'organization.branding_changed'
                | 'organization.defaults_changed'
                | 'organization.embedding_changed'
                | 'organization.membership_rules_changed'
                | 'organization.agent_rules_changed'
                | 'organization.suspended'
                | 'organization.unsuspended'
                | 'organization.name_approved'
                | 'seal.certificate_issued'
                | 'seal.certificate_revoked'
                | 'member.invited'
                | 'invitation.resent'
                | 'invitation.revoked'
                | 'member.joined'
                | 'member.role_changed'
                | 'member.removed'
                | 'member.left'
                | 'team.created'
                | 'team.renamed'
                | 'team.deleted'
                | 'team.made_private'
                | 'team.made_public'
                | 'team.member_added'
                | 'team.member_removed'
                | 'api_key.created'
                | 'api_key.revoked'
                | 'agent.allowed'
                | 'agent.ended'
                | 'template.form_published'
                | 'template.form_deleted'
                | 'template.form_closed'
                | 'webhook.created'
                | 'webhook.changed'
                | 'webhook.secret_rotated'
                | 'webhook.deleted'
                | 'identity_provider.created'
                | 'identity_provider.changed'
                | 'identity_provider.deleted'
                | 'domain.added'
                | 'domain.verified'
                | 'domain.assigned'
                | 'domain.lapsed'
                | 'domain.removed'
                | 'single_sign_on.created'
                | 'single_sign_on.changed'
                | 'single_sign_on.switched'
                | 'single_sign_on.deleted'
                | 'member.activated'
                | 'member.deactivated'
                | 'member.renamed'
                | 'member.address_changed'
                | 'directory.token_created'
                | 'directory.token_revoked'
                | 'retention.changed'
                | 'legal_hold.placed'
                | 'legal_hold.released'
                | 'envelope.erased'
                | 'person.erased'
                | 'export.started'
                | 'export.stopped'
                | 'export.downloaded'
                | 'envelope.downloaded'
                | 'audit_log.exported'
                | 'sign_in.succeeded'
                | 'sign_in.failed'
                | 'sign_in.blocked'
                | 'sign_in.refused'
                | 'account.password_changed'
                | 'account.password_reset'
                | 'account.email_changed'
                | 'account.cleared'
                | 'account.totp_enabled'
                | 'account.totp_disabled'
                | 'account.recovery_codes_renewed'
                | 'account.recovery_code_used'
                | 'account.passkey_added'
                | 'account.passkey_removed'
                | 'account.second_factor_reset';
              /**
               * @description What was changed.
               * @example Acme Legal GmbH
               */
              subjectName: string;
              details: {
                [key: string]: string;
              } | null;
              /**
               * Format: date-time
               * @example 2026-11-21T09:00:00.000Z
               */
              occurredAt: string;
              ipAddress: string | null;
              userAgent: string | null;
            }[];
            /** @example eyJrIjoiMjAyNy0wMy0wMVQwOTowMDowMC4wMDBaIn0.dGFn */
            nextCursor: string | null;
          };
        };
      };
      /** @description What `If-None-Match` names is still current. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  brandingGet: {
    parameters: {
      query?: never;
      header?: {
        /** @description The ETag of an earlier response. While nothing has changed, the call returns 304 without a body. */
        'If-None-Match'?: components['parameters']['IfNoneMatch'];
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OwnBranding'];
        };
      };
      /** @description What `If-None-Match` names is still current. */
      304: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  brandingChange: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description The color of buttons; null for the usual one. */
          accentColor?: string | null;
          /** @description A PNG or JPEG as a base64 data URL; null removes it. */
          logo?: string | null;
          /** @description How emails about envelopes are signed. Omitted parts stay unchanged. */
          emails?: {
            /** @description The name that emails come from, beside the service's; null for the envelope's sender. */
            senderName?: string | null;
            /** @description Where answers go; null for the envelope's sender. */
            replyTo?: ('' | string) | null;
            /** @description Lines at the end of emails. */
            footer?: string | null;
            /** @description Subject of requests whose sender wrote no message. */
            subject?: string | null;
            /** @description Text of requests whose sender wrote no message. */
            text?: string | null;
          };
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OwnBranding'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403InsufficientScopeForbidden'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  signerSession: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OpenedPageSession'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401UnauthorizedLink'];
      409: components['responses']['Error409InvalidState'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  signerInvitation: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Invitation'];
        };
      };
      401: components['responses']['Error401UnauthorizedLink'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  signerCopy: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CopyView'];
        };
      };
      401: components['responses']['Error401UnauthorizedLink'];
      409: components['responses']['Error409InvalidState'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  signerEnvelope: {
    parameters: {
      query?: {
        /** @description The language the signer reads. Emails to them use it from now on. */
        language?: 'en' | 'de' | 'fr' | 'es' | 'it' | 'pt' | 'pl' | 'nl' | 'ja' | 'zh' | 'ar' | 'he';
        /** @description Where the signer's device is, as a name of the IANA time zone database. Emails to them give times there from now on; an unknown name changes nothing. */
        timeZone?: string;
      };
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SignerView'];
        };
      };
      401: components['responses']['Error401UnauthorizedLink'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  signerDocument: {
    parameters: {
      query?: {
        /** @description Whether browsers save the file instead of displaying it. */
        download?: boolean;
        /** @description Default: the PDF without answers, until it is sealed. certificate: the certificate of completion, if it is a file of its own. */
        variant?: 'current' | 'certificate';
      };
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          'Content-Disposition': components['headers']['ContentDisposition'];
          ETag: components['headers']['ETag'];
          'Accept-Ranges': components['headers']['AcceptRanges'];
          [name: string]: unknown;
        };
        content: {
          'application/pdf': Blob | ArrayBuffer | Uint8Array<ArrayBuffer>;
        };
      };
      /** @description The part of the file that `Range` asks for. */
      206: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          ETag: components['headers']['ETag'];
          'Accept-Ranges': components['headers']['AcceptRanges'];
          'Content-Range': components['headers']['ContentRange'];
          [name: string]: unknown;
        };
        content: {
          '*/*': Blob | ArrayBuffer | Uint8Array<ArrayBuffer>;
        };
      };
      401: components['responses']['Error401UnauthorizedLink'];
      403: components['responses']['Error403NotYourTurn'];
      409: components['responses']['Error409InvalidState'];
      416: components['responses']['Error416RangeNotSatisfiable'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  signerPagePicture: {
    parameters: {
      query: {
        /** @description From 1. */
        page: number;
        /** @description Whether the picture has at most 60 kB. Default: false. */
        small?: boolean;
      };
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          'Content-Disposition': components['headers']['ContentDisposition'];
          ETag: components['headers']['ETag'];
          'Accept-Ranges': components['headers']['AcceptRanges'];
          [name: string]: unknown;
        };
        content: {
          'image/png': Blob | ArrayBuffer | Uint8Array<ArrayBuffer>;
        };
      };
      /** @description Success, without content. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error401UnauthorizedLink'];
      403: components['responses']['Error403NotYourTurn'];
      409: components['responses']['Error409InvalidState'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  signerConsent: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description Confirms that the signer accepted what they were shown.
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * @description The envelope's status afterwards.
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
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401UnauthorizedLink'];
      403: components['responses']['Error403NotYourTurn'];
      409: components['responses']['Error409InvalidState'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503UnavailableClockWrong'];
    };
  };
  signerStartAuthentication: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['StartedSignIn'];
        };
      };
      /** @description Success, without content. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401UnauthorizedLink'];
      409: components['responses']['Error409InvalidState'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  signerAuthenticate: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description The access code, or the code from the email or text message: at most 64 characters. For oidc, the query with which the identity provider sent the person back, such as `code=…&state=…`. */
          code: string;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AuthenticatedSigner'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401UnauthorizedLink'];
      409: components['responses']['Error409InvalidState'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  signerNewLink: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * @description The request was accepted. The response is the same whether or not an email is sent.
             * @constant
             */
            accepted: true;
          };
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401UnauthorizedLink'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  signerSign: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description You can omit values that the service fills in, and required signatures, initials and stamps. An optional signature, initials or stamp field is signed if its value is true. Values are strings: true or false for a checkbox, YYYY-MM-DD for a date, for an attachment the `id` of an upload (`POST /api/signer/attachments`), or of up to 10, separated by commas, or a data URL (PDF, PNG, JPEG; at most 512 KiB, optional name parameter). */
          values: {
            /** @description ID of one of the `fields` of the signer's view. */
            fieldId: string;
            /** @description Empty if nothing was filled in. */
            value: string;
          }[];
          /** @description Used for all signature fields. Required if one of them is required. */
          signature?: components['schemas']['SignatureInput'];
          /** @description Used for all initials fields. Required if one of them is required. */
          initials?: components['schemas']['SignatureInput'];
          /** @description Used for all stamp fields. Required if one of them is required. */
          stamp?: components['schemas']['StampInput'];
          /**
           * @description Language of the statement above the last button of our page, which the log records with its hash. Omit it if your page doesn't show that statement.
           * @enum {string}
           */
          language?: 'en' | 'de' | 'fr' | 'es' | 'it' | 'pt' | 'pl' | 'nl' | 'ja' | 'zh' | 'ar' | 'he';
          /**
           * @description Where the signer's device is, as a name of the IANA time zone database. The day of signing is the day there, and the log records the name. Without it, or with an unknown name, it is the day in UTC.
           * @example America/Los_Angeles
           */
          timeZone?: string;
          /** @description SHA-256 (hex) of the document shown to the signer. If it differs, the call returns 409 `invalid_state` with the reason document_changed. */
          documentHash?: string;
          /** @description Which pages your page has shown and how, by their numbers from 1. The log records it. If a page has failed or none was shown, the call returns 409 `invalid_state` with the reason pages_not_shown and the `pages`. */
          pages?: {
            /** @description Drawn from the document. */
            rendered: number[];
            /** @description Shown as a picture, such as that of `GET /api/signer/page-picture`. */
            pictures: number[];
            /** @description Pages that the person went to and that couldn't be shown. */
            failed: number[];
          };
          /** @description Whether they chose to sign without a passkey, which works if it isn’t required. */
          withoutPasskey?: boolean;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * @description The envelope's status afterwards.
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
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401UnauthorizedLink'];
      403: components['responses']['Error403NotYourTurn'];
      409: components['responses']['Error409InvalidState'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503UnavailableClockWrong'];
    };
  };
  signerStartSigning: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description You can omit values that the service fills in, and required signatures, initials and stamps. An optional signature, initials or stamp field is signed if its value is true. Values are strings: true or false for a checkbox, YYYY-MM-DD for a date, for an attachment the `id` of an upload (`POST /api/signer/attachments`), or of up to 10, separated by commas, or a data URL (PDF, PNG, JPEG; at most 512 KiB, optional name parameter). */
          values: {
            /** @description ID of one of the `fields` of the signer's view. */
            fieldId: string;
            /** @description Empty if nothing was filled in. */
            value: string;
          }[];
          /** @description Used for all signature fields. Required if one of them is required. */
          signature?: components['schemas']['SignatureInput'];
          /** @description Used for all initials fields. Required if one of them is required. */
          initials?: components['schemas']['SignatureInput'];
          /** @description Used for all stamp fields. Required if one of them is required. */
          stamp?: components['schemas']['StampInput'];
          /**
           * @description Language of the statement above the last button of our page, which the log records with its hash. Omit it if your page doesn't show that statement.
           * @enum {string}
           */
          language?: 'en' | 'de' | 'fr' | 'es' | 'it' | 'pt' | 'pl' | 'nl' | 'ja' | 'zh' | 'ar' | 'he';
          /**
           * @description Where the signer's device is, as a name of the IANA time zone database. The day of signing is the day there, and the log records the name. Without it, or with an unknown name, it is the day in UTC.
           * @example America/Los_Angeles
           */
          timeZone?: string;
          /** @description SHA-256 (hex) of the document shown to the signer. If it differs, the call returns 409 `invalid_state` with the reason document_changed. */
          documentHash?: string;
          /** @description Which pages your page has shown and how, by their numbers from 1. The log records it. If a page has failed or none was shown, the call returns 409 `invalid_state` with the reason pages_not_shown and the `pages`. */
          pages?: {
            /** @description Drawn from the document. */
            rendered: number[];
            /** @description Shown as a picture, such as that of `GET /api/signer/page-picture`. */
            pictures: number[];
            /** @description Pages that the person went to and that couldn't be shown. */
            failed: number[];
          };
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @example sat_01kd2v5m8ne3wtbxq7r0h4j6sa */
            attempt: string;
            /**
             * @description RFC 8785 canonical JSON: organizationId, envelopeId, participantId, documentHash, valuesHash, signatureHash, initialsHash, stampHash (if there is a stamp), attachments, intent, as they will be logged, and a random nonce.
             * @example {"attachments":[],"documentHash":"0c6d6b5e…","envelopeId":"env_01kd2v5m8ne3wtbxq7r0h4j6sa",…}
             */
            statement: string;
            /** @description All values that are signed, with those that the service fills in. */
            values: {
              /** @example fld_01kd2v5m8ne3wtbxq7r0h4j6sa */
              fieldId: string;
              /** @example Ada Lovelace */
              value: string;
            }[];
            /**
             * Format: date-time
             * @example 2027-03-31T22:00:00.000Z
             */
            expiresAt: string;
            next: components['schemas']['SigningStep'];
          };
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401UnauthorizedLink'];
      403: components['responses']['Error403NotYourTurn'];
      409: components['responses']['Error409InvalidState'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503UnavailableClockWrong'];
    };
  };
  signerContinueSigning: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description The `attempt` of the answer that started it.
           * @example sat_01kd2v5m8ne3wtbxq7r0h4j6sa
           */
          attempt: string;
          /** @description Signs. Either this or `created`. */
          passkey?: components['schemas']['SignerPasskeyResponse'];
          /** @description Adds a passkey that can sign then. */
          created?: components['schemas']['CreatedPasskey'];
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json':
            | {
                /** @example sat_01kd2v5m8ne3wtbxq7r0h4j6sa */
                attempt: string;
                next: components['schemas']['SigningStep'];
              }
            | {
                /**
                 * @description The envelope's status afterwards.
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
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401UnauthorizedLink'];
      403: components['responses']['Error403NotYourTurn'];
      409: components['responses']['Error409InvalidState'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503UnavailableClockWrong'];
    };
  };
  signerCancelSigning: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description The `attempt` of the answer that started it.
         * @example sat_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        attempt: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success, without content. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401UnauthorizedLink'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  signerUploadAttachment: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description ID of one of the signer's attachment fields. */
          fieldId: string;
          /** @description Name of the file. Its extension is replaced by that of the prepared file. */
          filename: string;
          /** @description Has no effect: the file's content decides. */
          contentType?: string;
          /**
           * Format: base64
           * @description The file, encoded as base64 (RFC 4648 section 4), in one line or several; at most 10 MiB.
           */
          contentBase64: string;
          /** @description Whether the field keeps the files that it has. Otherwise, this one takes their place. */
          add?: boolean;
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @example att_01kd2v5m8ne3wtbxq7r0h4j6sa */
            id: string;
            /** @example passport.jpg */
            filename: string;
            /**
             * @description application/pdf, image/png or image/jpeg.
             * @example image/jpeg
             */
            contentType: string;
            /** @example 481203 */
            sizeBytes: number;
            /**
             * @description SHA-256 of the file, lowercase hex.
             * @example 5b0a9ae1fbd4ce2f0c8f8f10d8c3d4b8f7ab0f3f84f6f7f3a2f7f9d0e5c1b2a3
             */
            sha256: string;
            /** @example fld_01kd2v5m8ne3wtbxq7r0h4j6sa */
            fieldId: string;
          };
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401UnauthorizedLink'];
      403: components['responses']['Error403NotYourTurn'];
      409: components['responses']['Error409InvalidState'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailedDocumentUnreadable'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  signerAttachment: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the attachment. Returns 404 if your organization has none with this ID.
         * @example att_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          'Content-Disposition': components['headers']['ContentDisposition'];
          ETag: components['headers']['ETag'];
          'Accept-Ranges': components['headers']['AcceptRanges'];
          [name: string]: unknown;
        };
        content: {
          'application/pdf': Blob | ArrayBuffer | Uint8Array<ArrayBuffer>;
        };
      };
      401: components['responses']['Error401UnauthorizedLink'];
      404: components['responses']['Error404NotFound'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  signerRemoveAttachment: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the attachment. Returns 404 if your organization has none with this ID.
         * @example att_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description Success, without content. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401UnauthorizedLink'];
      403: components['responses']['Error403NotYourTurn'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409InvalidState'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  signerDecline: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: {
      content: {
        'application/json': {
          /** @description Shown to the sender. */
          reason?: string;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /**
             * @description The envelope's status afterwards.
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
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401UnauthorizedLink'];
      403: components['responses']['Error403NotYourTurn'];
      409: components['responses']['Error409InvalidState'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503UnavailableClockWrong'];
    };
  };
  signerDelegate: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description The person who acts in their place. */
          name: string;
          /**
           * Format: email
           * @description Their link is sent to this address.
           * @example ada@example.com
           */
          email: string;
          /**
           * @description Where their codes are texted. Required if the method is sms_code; otherwise it must be omitted.
           * @example +14155550142
           */
          phone?: string;
          /** @description Shown to that person and the sender. */
          reason?: string;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            status: 'delegated';
          };
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401UnauthorizedLink'];
      403: components['responses']['Error403NotYourTurn'];
      409: components['responses']['Error409InvalidState'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503UnavailableClockWrong'];
    };
  };
  signerStartThread: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description question: they want an answer. change: they want other words in the document.
           * @enum {string}
           */
          kind: 'question' | 'change';
          /** @description Where the passage is that it is about. The text is read from the document. */
          quote?: {
            /** @description Counted from 1. */
            page: number;
            /** @description The parts of the passage, such as its lines. */
            boxes: {
              /** @description The left edge, as a fraction of the page as displayed. */
              x: number;
              /** @description The top edge. */
              y: number;
              /** @description As a fraction of the page. */
              width: number;
              /** @description As a fraction of the page. */
              height: number;
            }[];
          };
          /**
           * @description Plain text. Nothing in it becomes a link.
           * @example Can we say 30 days instead of 14?
           */
          text: string;
          /** @description The words that should stand instead of the quote. Only for a change with a quote. */
          proposal?: string;
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SignerThread'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401UnauthorizedLink'];
      409: components['responses']['Error409InvalidState'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503UnavailableClockWrong'];
    };
  };
  signerWriteInThread: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the thread. Returns 404 if your organization has none with this ID.
         * @example thr_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        threadId: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description Plain text. Nothing in it becomes a link.
           * @example Can we say 30 days instead of 14?
           */
          text: string;
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SignerThread'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401UnauthorizedLink'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409InvalidState'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503UnavailableClockWrong'];
    };
  };
  signerChanges: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SignerChanges'];
        };
      };
      401: components['responses']['Error401UnauthorizedLink'];
      403: components['responses']['Error403NotYourTurn'];
      409: components['responses']['Error409InvalidState'];
      422: components['responses']['Error422ValidationFailedDocumentUnreadable'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  signerChangesPicture: {
    parameters: {
      query: {
        /** @description From 1. */
        page: number;
        /** @description Of which version. */
        version: 'previous' | 'current';
      };
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          'Content-Disposition': components['headers']['ContentDisposition'];
          ETag: components['headers']['ETag'];
          'Accept-Ranges': components['headers']['AcceptRanges'];
          [name: string]: unknown;
        };
        content: {
          'image/png': Blob | ArrayBuffer | Uint8Array<ArrayBuffer>;
        };
      };
      /** @description Success, without content. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      401: components['responses']['Error401UnauthorizedLink'];
      403: components['responses']['Error403NotYourTurn'];
      409: components['responses']['Error409InvalidState'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  signerNextVersion: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['NextVersionLink'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401UnauthorizedLink'];
      409: components['responses']['Error409InvalidState'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  editingSession: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OpenedEditingSession'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409InvalidState'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  editingEnvelope: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EnvelopeGraph'];
        };
      };
      401: components['responses']['Error401Unauthorized'];
      404: components['responses']['Error404NotFound'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  editingDocument: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The file. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          'Content-Disposition': components['headers']['ContentDisposition'];
          ETag: components['headers']['ETag'];
          'Accept-Ranges': components['headers']['AcceptRanges'];
          [name: string]: unknown;
        };
        content: {
          'application/pdf': Blob | ArrayBuffer | Uint8Array<ArrayBuffer>;
        };
      };
      401: components['responses']['Error401Unauthorized'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409InvalidState'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  editingDraft: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description In signing order. In an existing draft they replace all participants, and `fields` is required. */
          participants?: components['schemas']['ParticipantInput'][];
          /** @description In an existing draft they replace all fields. */
          fields?: components['schemas']['FieldInput'][];
          policy?: components['schemas']['PolicyInput'];
          /** @description Shown to signers and in lists. Default: the file name without its extension. */
          displayName?: string;
          /** @description People who receive the documents without acting. They replace those there were. */
          copies?: components['schemas']['CopyInput'][];
          /** @description The message to everyone. null for none. */
          message?: components['schemas']['MessageInput'] | null;
          /** @description Up to 50 key-value pairs for your own use. null for none. */
          metadata?: {
            [key: string]: string;
          } | null;
          /**
           * @description The version you have read.
           * @example 3
           */
          expectedVersion: number;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EnvelopeGraph'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409VersionConflictInvalidState'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailedLegalFrameworkUnavailable'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  editingSend: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description The version you have read.
           * @example 3
           */
          expectedVersion: number;
          /**
           * Format: date-time
           * @description Must be in the future. Default: now.
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EnvelopeGraph'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      404: components['responses']['Error404NotFound'];
      409: components['responses']['Error409VersionConflictInvalidState'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  authSignUp: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description The name of the organization.
           * @example Acme Legal GmbH
           */
          organization: string;
          /** @description The name of its owner. */
          name: string;
          /**
           * Format: email
           * @description The email address of its owner.
           * @example ada@example.com
           */
          email: string;
          /**
           * @description The password to set.
           * @example correct horse battery
           */
          password: string;
          /**
           * @description The code that the server prints while it has no account. The first account administers the instance.
           * @example 7K2M-9QXT-B4HD
           */
          code?: string;
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SessionStarted'];
        };
      };
      /** @description Accepted. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Accepted'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      403: components['responses']['Error403Forbidden'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  authCheckSignUpLink: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description The token from the emailed link, after `#`.
           * @example Zk3yTq0mWfR8sVb1xNcA5dLhGjUoPeIi
           */
          token: string;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SignUpValidity'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      403: components['responses']['Error403Forbidden'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  authConfirmSignUp: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description The token from the emailed link, after `#`.
           * @example Zk3yTq0mWfR8sVb1xNcA5dLhGjUoPeIi
           */
          token: string;
          /**
           * @description The current password.
           * @example correct horse battery
           */
          password: string;
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SessionStarted'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403Forbidden'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  authSignIn: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description The email address of the account. */
          email: string;
          /**
           * @description Its password.
           * @example correct horse battery
           */
          password: string;
          /**
           * @description The token of an invitation to accept by signing in.
           * @example Zk3yTq0mWfR8sVb1xNcA5dLhGjUoPeIi
           */
          invitation?: string;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json':
            components['schemas']['SecondFactorRequired'] | components['schemas']['SessionStarted'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403Forbidden'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  authCheckPendingSignIn: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Validity'];
        };
      };
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  authConfirmSecondFactor: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description A code of the authenticator app, or a recovery code.
           * @example 492039
           */
          code: string;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SessionStarted'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403Forbidden'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  authStartPasskeySignIn: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PasskeyChallenge'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      403: components['responses']['Error403Forbidden'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  authSignInWithPasskey: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description The credential that `navigator.credentials.get` returned, as JSON.
           * @example {
           *       "id": "q3mVb1xNcA5dLhGj",
           *       "rawId": "q3mVb1xNcA5dLhGj",
           *       "type": "public-key",
           *       "response": {
           *         "clientDataJSON": "eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0",
           *         "authenticatorData": "SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2M",
           *         "signature": "MEUCIQDx3yTq0mWfR8sVb1xNcA5d",
           *         "userHandle": "dXNlcl8wMWs5czd0cTRl"
           *       },
           *       "clientExtensionResults": {}
           *     }
           */
          response: {
            /** @description The credential’s id, base64url. */
            id: string;
            /** @description The same id. */
            rawId: string;
            /**
             * @description The kind of credential.
             * @constant
             */
            type: 'public-key';
            /** @description The authenticator’s response to the challenge. */
            response: {
              /** @description The client data that was signed, base64url. */
              clientDataJSON: string;
              /** @description The authenticator data that was signed, base64url. */
              authenticatorData: string;
              /** @description The signature, base64url. */
              signature: string;
              /** @description The account that the passkey belongs to, base64url. */
              userHandle?: string;
            } & {
              [key: string]: unknown;
            };
            /**
             * @description How the authenticator is attached: platform or cross-platform.
             * @enum {string}
             */
            authenticatorAttachment?: 'platform' | 'cross-platform';
            /** @description The results of extensions. */
            clientExtensionResults: {
              [key: string]: unknown;
            };
          } & {
            [key: string]: unknown;
          };
          /**
           * @description The token of an invitation to accept by signing in.
           * @example Zk3yTq0mWfR8sVb1xNcA5dLhGjUoPeIi
           */
          invitation?: string;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SessionStarted'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403Forbidden'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  authSignOut: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
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
      /** @description Success, without content. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Error400MalformedRequest'];
      403: components['responses']['Error403Forbidden'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  authGetSession: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Session'];
        };
      };
      401: components['responses']['Error401Unauthorized'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  authRequestPasswordReset: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * Format: email
           * @description The email address of the account.
           * @example ada@example.com
           */
          email: string;
        };
      };
    };
    responses: {
      /** @description Accepted. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Accepted'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      403: components['responses']['Error403Forbidden'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  authCheckResetLink: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description The token from the emailed link, after `#`.
           * @example Zk3yTq0mWfR8sVb1xNcA5dLhGjUoPeIi
           */
          token: string;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Validity'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      403: components['responses']['Error403Forbidden'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  authResetPassword: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description The token from the emailed link, after `#`.
           * @example Zk3yTq0mWfR8sVb1xNcA5dLhGjUoPeIi
           */
          token: string;
          /**
           * @description The password to set.
           * @example correct horse battery
           */
          password: string;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            status: 'reset';
          };
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403Forbidden'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  authResendVerification: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
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
      /** @description Accepted. */
      202: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Accepted'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403Forbidden'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  authConfirmEmail: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description The token from the emailed link, after `#`.
           * @example Zk3yTq0mWfR8sVb1xNcA5dLhGjUoPeIi
           */
          token: string;
          /**
           * @description The current password.
           * @example correct horse battery
           */
          password?: string;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            /** @constant */
            status: 'verified';
            /** @example ada@example.com */
            email: string;
          };
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403Forbidden'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  authReadInvitation: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description The token from the emailed link, after `#`.
           * @example Zk3yTq0mWfR8sVb1xNcA5dLhGjUoPeIi
           */
          token: string;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': {
            invitation: components['schemas']['ShownInvitation'] | null;
          };
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      403: components['responses']['Error403Forbidden'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  authAcceptInvitation: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description The token from the emailed link, after `#`.
           * @example Zk3yTq0mWfR8sVb1xNcA5dLhGjUoPeIi
           */
          token: string;
        };
      };
    };
    responses: {
      /** @description Success, without content. */
      204: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403Forbidden'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  authJoinByInvitation: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /** @description The name that others see. */
          name: string;
          /**
           * @description The password to set.
           * @example correct horse battery
           */
          password: string;
          /**
           * @description The token from the emailed link, after `#`.
           * @example Zk3yTq0mWfR8sVb1xNcA5dLhGjUoPeIi
           */
          token: string;
        };
      };
    };
    responses: {
      /** @description Created. */
      201: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SessionStarted'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403Forbidden'];
      409: components['responses']['Error409InvalidState'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  authGetConsentRequest: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the request, from the URL of the consent page.
         * @example Zk3yTq0mWfR8sVb1xNcA5
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConsentRequest'];
        };
      };
      401: components['responses']['Error401Unauthorized'];
      404: components['responses']['Error404NotFound'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  authAllowAgent: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the request, from the URL of the consent page.
         * @example Zk3yTq0mWfR8sVb1xNcA5
         */
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': {
          /**
           * @description The organization that the app may act in.
           * @example org_01kd2v5m8ne3wtbxq7r0h4j6sa
           */
          organizationId: string;
          /** @description What the app may do there. */
          scopes: (
            'envelopes:read' | 'envelopes:write' | 'templates:read' | 'templates:write' | 'envelopes:send'
          )[];
          /**
           * @description Whether the person sends and voids what the app prepares. Otherwise its user interface asks them.
           * @default true
           */
          asksFirst?: boolean;
        };
      };
    };
    responses: {
      /** @description Success. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConsentDecided'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403Forbidden'];
      404: components['responses']['Error404NotFound'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  authDenyAgent: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path: {
        /**
         * @description ID of the request, from the URL of the consent page.
         * @example Zk3yTq0mWfR8sVb1xNcA5
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
          'X-Request-Id': components['headers']['XRequestId'];
          RateLimit: components['headers']['RateLimit'];
          'RateLimit-Policy': components['headers']['RateLimitPolicy'];
          'RateLimit-Limit': components['headers']['RateLimitLimit'];
          'RateLimit-Remaining': components['headers']['RateLimitRemaining'];
          'RateLimit-Reset': components['headers']['RateLimitReset'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ConsentDecided'];
        };
      };
      400: components['responses']['Error400MalformedRequest'];
      401: components['responses']['Error401Unauthorized'];
      403: components['responses']['Error403Forbidden'];
      404: components['responses']['Error404NotFound'];
      413: components['responses']['Error413PayloadTooLarge'];
      415: components['responses']['Error415UnsupportedMediaType'];
      422: components['responses']['Error422ValidationFailed'];
      429: components['responses']['Error429RateLimited'];
      500: components['responses']['Error500Internal'];
      503: components['responses']['Error503Unavailable'];
    };
  };
  health: {
    parameters: {
      query?: never;
      header?: {
        /** @description Your own ID for the request: 1 to 100 characters of A–Z a–z 0–9 . _ -. The response and the log repeat it. Others are ignored. */
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      /** @description The service is up. */
      200: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Health'];
        };
      };
      429: components['responses']['Error429RateLimited'];
      /** @description The database is unavailable. */
      503: {
        headers: {
          'X-Request-Id': components['headers']['XRequestId'];
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
         * @description ID of the delivery, the same in every attempt.
         * @example del_01kd2v5m8ne3wtbxq7r0h4j6sa
         */
        'webhook-id': string;
        /**
         * @description Time of this attempt, in seconds since 1970.
         * @example 1803911400
         */
        'webhook-timestamp': string;
        /**
         * @description HMAC-SHA-256 of `webhook-id.webhook-timestamp.body` with the secret, as `v1,` and base64. For a day after the secret was rotated, there are two, separated by a space.
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
      /** @description Disables the webhook. */
      410: {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description Accepted. */
      '2XX': {
        headers: {
          [name: string]: unknown;
        };
        content?: never;
      };
      /** @description The delivery is retried. */
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
