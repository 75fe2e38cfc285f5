// Generated from the API's description by `npm run client`. Changes made here are lost.

import { segment, type CallOptions, type Caller } from './caller.ts';
import type { List } from './list.ts';
import type { Answer, Body, Bytes, Query } from './types.ts';

/** Every operation of the API, by resource. */
export abstract class Operations {
  protected abstract readonly caller: Caller;

  /** Check credentials. Succeeds if the credentials are valid. Use it to test a connection. */
  readonly ping = (options?: CallOptions): Promise<Answer<'ping'>> =>
    this.caller.json<Answer<'ping'>>('GET', `/api/v1/ping`, {}, options);

  /** Get your key and its limits. Returns the organization, the person whose role bounds the key, the key with its scopes, whether it is in test mode, the requests per minute, and the quotas. */
  readonly me = (options?: CallOptions): Promise<Answer<'me'>> =>
    this.caller.json<Answer<'me'>>('GET', `/api/v1/me`, {}, options);

  readonly events = {
    /** Read the feed of events. Returns the events of all envelopes that you can see, oldest first. Each comes once: send the response's `cursor` as `after` to go on, also after years. With `wait`, a call that finds nothing waits for new events for so many seconds. Events of one envelope come in the order of its log. */
    feed: (query?: Query<'eventFeed'>, options?: CallOptions): Promise<Answer<'eventFeed'>> =>
      this.caller.json<Answer<'eventFeed'>>('GET', `/api/v1/events`, { query }, options),
    /** List samples of events. Returns an example of each event type: as the feed lists it, and as a webhook receives it. Apart from your organization's, the IDs are made up. */
    samples: (query?: Query<'eventSamples'>, options?: CallOptions): Promise<Answer<'eventSamples'>> =>
      this.caller.json<Answer<'eventSamples'>>('GET', `/api/v1/events/samples`, { query }, options),
  };

  readonly envelopes = {
    /** List envelopes. Sorted newest first unless you pass `sort`. A cursor is only valid with the filters and sort it was returned for. In the default order, pages neither repeat nor skip envelopes when others are created or changed in the meantime. */
    list: (query?: Query<'envelopeList'>, options?: CallOptions): List<Answer<'envelopeList'>> =>
      this.caller.list<Answer<'envelopeList'>>(`/api/v1/envelopes`, query, options),
    /** Create an envelope. Creates a draft. Send the file as `document`, or upload it to the `upload` target in the response and then call upload/complete. Unless you send `fields`, fields are detected: the envelope goes from `detecting` to `review`, and its version increases by 2. Poll it until `detectionStatus` is `completed` or `failed`. You can send participants before there are fields. DOCX files are converted to PDF; a slow conversion continues after the response, and `documentStatus` is `processing` until it ends. */
    create: (body: Body<'envelopeCreate'>, options?: CallOptions): Promise<Answer<'envelopeCreate'>> =>
      this.caller.json<Answer<'envelopeCreate'>>(
        'POST',
        `/api/v1/envelopes`,
        { json: body, keyed: true },
        options,
      ),
    /** Get an envelope. Returns the envelope with its participants in signing order and its fields. */
    get: (id: string, options?: CallOptions): Promise<Answer<'envelopeGet'>> =>
      this.caller.json<Answer<'envelopeGet'>>('GET', `/api/v1/envelopes/${segment(id)}`, {}, options),
    /** Update a draft. Replaces the parts you send, while the status is draft or review. Sending participants replaces all of them and deletes their fields, so send fields as well. Sending fields replaces all fields; return each field's autoSource and proposedAutoSource as you read them. */
    draft: (
      id: string,
      body?: Body<'envelopeDraft'>,
      options?: CallOptions,
    ): Promise<Answer<'envelopeDraft'>> =>
      this.caller.json<Answer<'envelopeDraft'>>(
        'PUT',
        `/api/v1/envelopes/${segment(id)}/draft`,
        { json: body ?? {}, keyed: true },
        options,
      ),
    /** Send an envelope. Locks the draft and emails the first signers. The version increases by 2. With `sendAt`, the envelope stays a draft until then. */
    send: (id: string, body: Body<'envelopeSend'>, options?: CallOptions): Promise<Answer<'envelopeSend'>> =>
      this.caller.json<Answer<'envelopeSend'>>(
        'POST',
        `/api/v1/envelopes/${segment(id)}/send`,
        { json: body, keyed: true },
        options,
      ),
    /** Cancel the scheduled sending. The draft stays. Returns 409 `invalid_state` if it was sent. */
    unschedule: (
      id: string,
      body: Body<'envelopeUnschedule'>,
      options?: CallOptions,
    ): Promise<Answer<'envelopeUnschedule'>> =>
      this.caller.json<Answer<'envelopeUnschedule'>>(
        'POST',
        `/api/v1/envelopes/${segment(id)}/unschedule`,
        { json: body },
        options,
      ),
    /** Remind the current signers. Emails every pending participant with the lowest order index, each at most once an hour. Fails with `reminder_window` only if nobody is outside that hour. */
    remind: (
      id: string,
      body: Body<'envelopeRemind'>,
      options?: CallOptions,
    ): Promise<Answer<'envelopeRemind'>> =>
      this.caller.json<Answer<'envelopeRemind'>>(
        'POST',
        `/api/v1/envelopes/${segment(id)}/remind`,
        { json: body, keyed: true },
        options,
      ),
    /** Resend a link. The participant's existing links stop working and a new one is emailed. No response contains it. */
    resendLink: (
      id: string,
      participantId: string,
      body: Body<'envelopeResendLink'>,
      options?: CallOptions,
    ): Promise<Answer<'envelopeResendLink'>> =>
      this.caller.json<Answer<'envelopeResendLink'>>(
        'POST',
        `/api/v1/envelopes/${segment(id)}/participants/${segment(participantId)}/resend-link`,
        { json: body, keyed: true },
        options,
      ),
    /** Create a session URL. Only for participants with embedded or in-person delivery, on their turn; otherwise 409 `invalid_state`. The URL works once, within five minutes. Open it only for a person whom you have authenticated: the log and the certificate say that your application did. The participant's earlier session URLs and pages stop working. */
    createSession: (
      id: string,
      participantId: string,
      body: Body<'envelopeCreateSession'>,
      options?: CallOptions,
    ): Promise<Answer<'envelopeCreateSession'>> =>
      this.caller.json<Answer<'envelopeCreateSession'>>(
        'POST',
        `/api/v1/envelopes/${segment(id)}/participants/${segment(participantId)}/session`,
        { json: body },
        options,
      ),
    /** Create a session URL for the editor. Opens the editor of a draft that has a document, for a user whom your application has authenticated. The URL works once, within five minutes. The page can read, change and send this one draft and nothing else, for two hours or until the draft is sent or deleted. */
    createEditingSession: (
      id: string,
      body: Body<'envelopeCreateEditingSession'>,
      options?: CallOptions,
    ): Promise<Answer<'envelopeCreateEditingSession'>> =>
      this.caller.json<Answer<'envelopeCreateEditingSession'>>(
        'POST',
        `/api/v1/envelopes/${segment(id)}/session`,
        { json: body },
        options,
      ),
    /** Correct a participant. Changes the name, email, phone number or language of a pending participant while the envelope is in progress. The participant's existing links stop working, and a new one is emailed to the corrected address, or when it is their turn. No response contains it. Earlier views and consents no longer count if the address or phone number changes. */
    correctParticipant: (
      id: string,
      participantId: string,
      body: Body<'envelopeCorrectParticipant'>,
      options?: CallOptions,
    ): Promise<Answer<'envelopeCorrectParticipant'>> =>
      this.caller.json<Answer<'envelopeCorrectParticipant'>>(
        'PATCH',
        `/api/v1/envelopes/${segment(id)}/participants/${segment(participantId)}`,
        { json: body, keyed: true },
        options,
      ),
    /** Accept a new passkey. For a pending participant whose `signing` asks for a known passkey, and who has lost it: they may sign this envelope with a new one. Make sure that it is them first. Repeating it changes nothing. */
    acceptPasskey: (
      id: string,
      participantId: string,
      body: Body<'envelopeAcceptPasskey'>,
      options?: CallOptions,
    ): Promise<Answer<'envelopeAcceptPasskey'>> =>
      this.caller.json<Answer<'envelopeAcceptPasskey'>>(
        'POST',
        `/api/v1/envelopes/${segment(id)}/participants/${segment(participantId)}/accept-passkey`,
        { json: body },
        options,
      ),
    /** Change the expiration date. For envelopes in progress. The current signers get an email with a link that is valid until the new date. */
    extendExpiry: (
      id: string,
      body: Body<'envelopeExtendExpiry'>,
      options?: CallOptions,
    ): Promise<Answer<'envelopeExtendExpiry'>> =>
      this.caller.json<Answer<'envelopeExtendExpiry'>>(
        'PUT',
        `/api/v1/envelopes/${segment(id)}/expiry`,
        { json: body },
        options,
      ),
    /** Recall an envelope. Turns a sent envelope back into a draft, as long as nobody has signed or approved it. Its links stop working, and everyone who has received one is notified. Once someone has signed, `details.reason` is `already_signed`. */
    recall: (
      id: string,
      body: Body<'envelopeRecall'>,
      options?: CallOptions,
    ): Promise<Answer<'envelopeRecall'>> =>
      this.caller.json<Answer<'envelopeRecall'>>(
        'POST',
        `/api/v1/envelopes/${segment(id)}/recall`,
        { json: body, keyed: true },
        options,
      ),
    /** Copy an envelope. Creates a draft with the same document, recipients, fields, message and policy, whatever the envelope's status. The values that signers entered, `metadata` and an expiry date that has passed aren't copied. The sender is the caller. */
    copy: (id: string, options?: CallOptions): Promise<Answer<'envelopeCopy'>> =>
      this.caller.json<Answer<'envelopeCopy'>>(
        'POST',
        `/api/v1/envelopes/${segment(id)}/copy`,
        { keyed: true },
        options,
      ),
    /** Create a new version. Creates a draft that replaces the envelope when it is sent, while the envelope is in progress or after it was declined. Its recipients, fields, message, policy, metadata and questions come along, and what those who have signed filled in. Until you send the draft, nothing happens to the envelope. Sending it voids the envelope with the reason `replaced`, and tells those who had signed that they are asked again. If everyone has signed meanwhile, sending fails with `invalid_state` and the reason `previous_version_completed`. There is one next version at most: `invalid_state` with the reason `next_version_exists` says which. */
    createVersion: (
      id: string,
      body: Body<'envelopeCreateVersion'>,
      options?: CallOptions,
    ): Promise<Answer<'envelopeCreateVersion'>> =>
      this.caller.json<Answer<'envelopeCreateVersion'>>(
        'POST',
        `/api/v1/envelopes/${segment(id)}/versions`,
        { json: body, keyed: true },
        options,
      ),
    /** List what changed since the previous version. Compares what the pages of this version and of the previous one draw, word by word, and returns the passages that were changed, added or removed with both texts and their places. Page numbers and headers that repeat aren't counted as changes. Drawings and scanned pages aren't compared: `pagesWithoutText` lists pages without text. Returns 409 `invalid_state` with the reason `first_version` for a first version. */
    changes: (id: string, options?: CallOptions): Promise<Answer<'envelopeChanges'>> =>
      this.caller.json<Answer<'envelopeChanges'>>(
        'GET',
        `/api/v1/envelopes/${segment(id)}/changes`,
        {},
        options,
      ),
    /** Void an envelope. Permanently ends an envelope that is a draft or in progress. Everyone who has received a link is notified with the reason. */
    void: (id: string, body: Body<'envelopeVoid'>, options?: CallOptions): Promise<Answer<'envelopeVoid'>> =>
      this.caller.json<Answer<'envelopeVoid'>>(
        'POST',
        `/api/v1/envelopes/${segment(id)}/void`,
        { json: body, keyed: true },
        options,
      ),
    /** Delete a draft. Only drafts can be deleted (status draft or review). A sent envelope can be voided but not deleted. */
    delete: (id: string, options?: CallOptions): Promise<void> =>
      this.caller.nothing('DELETE', `/api/v1/envelopes/${segment(id)}`, {}, options),
    /** List events. Returns all events in order, or with `after` those that came later. The salts and digests let anyone recompute the chain without a secret. */
    events: (
      id: string,
      query?: Query<'envelopeEvents'>,
      options?: CallOptions,
    ): Promise<Answer<'envelopeEvents'>> =>
      this.caller.json<Answer<'envelopeEvents'>>(
        'GET',
        `/api/v1/envelopes/${segment(id)}/events`,
        { query },
        options,
      ),
    /** Download a document. Returns the uploaded file (original), the PDF that signers see (prepared), the same with the answers so far (current; the sealed PDF once there is one), the sealed PDF, or the certificate of completion: the pages that the seal added, or the sealed file of its own that it is for a PDF that was signed before. Returns `invalid_state` if the file does not exist yet. */
    document: (
      id: string,
      query?: Query<'envelopeDocument'>,
      options?: CallOptions,
    ): Promise<Uint8Array<ArrayBuffer>> =>
      this.caller.bytes('GET', `/api/v1/envelopes/${segment(id)}/document`, { query }, options),
    /** Detect fields. Detects fields and parties in the document of a draft. The envelope has the status `detecting` until a job has added the results, then `review`. Existing fields are kept, and no field is added on top of one. */
    detect: (
      id: string,
      body: Body<'envelopeDetect'>,
      options?: CallOptions,
    ): Promise<Answer<'envelopeDetect'>> =>
      this.caller.json<Answer<'envelopeDetect'>>(
        'POST',
        `/api/v1/envelopes/${segment(id)}/detect`,
        { json: body },
        options,
      ),
    /** Get the evidence. Returns the event chain and its head, its entry in the transparency log with the proof, the documents' hashes, and the seal's certificates. The log has the newest event about a minute after it. With `wait`, the call waits for that for so many seconds, and then answers with what there is. */
    evidence: (
      id: string,
      query?: Query<'envelopeEvidence'>,
      options?: CallOptions,
    ): Promise<Answer<'envelopeEvidence'>> =>
      this.caller.json<Answer<'envelopeEvidence'>>(
        'GET',
        `/api/v1/envelopes/${segment(id)}/evidence`,
        { query },
        options,
      ),
    /** Download an attachment. Returns a file that a signer attached. The `attachment` of a field has its ID. */
    downloadAttachment: (
      id: string,
      attachmentId: string,
      options?: CallOptions,
    ): Promise<Uint8Array<ArrayBuffer>> =>
      this.caller.bytes(
        'GET',
        `/api/v1/envelopes/${segment(id)}/attachments/${segment(attachmentId)}`,
        {},
        options,
      ),
    /** List questions and requests for change. Returns what participants asked, with the answers, from the first thread to the last. */
    threads: (id: string, options?: CallOptions): Promise<Answer<'envelopeThreads'>> =>
      this.caller.json<Answer<'envelopeThreads'>>(
        'GET',
        `/api/v1/envelopes/${segment(id)}/threads`,
        {},
        options,
      ),
    /** Answer a question. Adds an answer while the envelope is in progress. The participant gets it by email. With `visibleTo` everyone, all participants see the thread from then on. */
    answerThread: (
      id: string,
      threadId: string,
      body: Body<'envelopeAnswerThread'>,
      options?: CallOptions,
    ): Promise<Answer<'envelopeAnswerThread'>> =>
      this.caller.json<Answer<'envelopeAnswerThread'>>(
        'POST',
        `/api/v1/envelopes/${segment(id)}/threads/${segment(threadId)}/messages`,
        { json: body },
        options,
      ),
    /** Settle a question. Says that nothing more is to be answered. A later message of the participant opens the thread again. */
    settleThread: (
      id: string,
      threadId: string,
      options?: CallOptions,
    ): Promise<Answer<'envelopeSettleThread'>> =>
      this.caller.json<Answer<'envelopeSettleThread'>>(
        'POST',
        `/api/v1/envelopes/${segment(id)}/threads/${segment(threadId)}/settle`,
        {},
        options,
      ),
    /** Extract data from a completed contract. Returns the parties, lifecycle dates and labeled fields of a completed envelope, along with dates, governing law and parties found in labeled fields or the document's text, each with its wording, page and confidence. The text is read shortly after completion; `message` says whether this has happened. Until completion, the status is `not_extracted`. */
    extract: (id: string, options?: CallOptions): Promise<Answer<'envelopeExtract'>> =>
      this.caller.json<Answer<'envelopeExtract'>>(
        'GET',
        `/api/v1/envelopes/${segment(id)}/extract`,
        {},
        options,
      ),
    /** Upload a document. Takes the raw bytes of the document of an envelope that was created without one. Uploading again replaces the document until you call upload/complete. */
    upload: (id: string, file: Bytes, options?: CallOptions): Promise<void> =>
      this.caller.nothing('PUT', `/api/v1/envelopes/${segment(id)}/document`, { bytes: file }, options),
    /** Complete an upload. Checks and normalizes the uploaded file, converts DOCX to PDF, and starts field detection unless the envelope was created without it. A slow conversion continues after the response: `documentStatus` is `processing` until it ends. Also takes in documents that were added without their bytes. `documentReceived` is false if something has not been uploaded. */
    completeUpload: (
      id: string,
      body?: Body<'envelopeCompleteUpload'>,
      options?: CallOptions,
    ): Promise<Answer<'envelopeCompleteUpload'>> =>
      this.caller.json<Answer<'envelopeCompleteUpload'>>(
        'POST',
        `/api/v1/envelopes/${segment(id)}/upload/complete`,
        { json: body ?? {} },
        options,
      ),
    /** Add a document. Adds a file after the others, while the status is draft, detecting or review. All files make up one PDF with an outline entry each, and `page` counts through all of them; together they may be as large as a single document. Send the file as `document`, or upload it to the `upload` target in the response and then call upload/complete. Its fields are detected unless `detect` is false; if others are being read, it is read after them. To have several files read at once, send `detect: false` and call detect afterwards. */
    addDocument: (
      id: string,
      body: Body<'envelopeAddDocument'>,
      options?: CallOptions,
    ): Promise<Answer<'envelopeAddDocument'>> =>
      this.caller.json<Answer<'envelopeAddDocument'>>(
        'POST',
        `/api/v1/envelopes/${segment(id)}/documents`,
        { json: body, keyed: true },
        options,
      ),
    /** Upload an added document. Takes the raw bytes of a document that was added without them. Uploading again replaces them until you call upload/complete. */
    uploadAddedDocument: (
      id: string,
      documentId: string,
      file: Bytes,
      options?: CallOptions,
    ): Promise<void> =>
      this.caller.nothing(
        'PUT',
        `/api/v1/envelopes/${segment(id)}/documents/${segment(documentId)}`,
        { bytes: file },
        options,
      ),
    /** Reorder documents. Puts the files into another order, while the status is draft, detecting or review. Fields move with their pages. */
    reorderDocuments: (
      id: string,
      body: Body<'envelopeReorderDocuments'>,
      options?: CallOptions,
    ): Promise<Answer<'envelopeReorderDocuments'>> =>
      this.caller.json<Answer<'envelopeReorderDocuments'>>(
        'PATCH',
        `/api/v1/envelopes/${segment(id)}/documents`,
        { json: body, keyed: true },
        options,
      ),
    /** Remove a document. Removes a file and the fields on its pages, while the status is draft, detecting or review. The event `envelope.document_removed` says how many fields. The last document of an envelope stays: `details.reason` is `last_document`. While the condition or formula of a field elsewhere names a field on its pages, nothing is removed: `details.reason` is `fields_in_use`, and `details.fields` has the IDs of those that name it. */
    removeDocument: (
      id: string,
      documentId: string,
      query?: Query<'envelopeRemoveDocument'>,
      options?: CallOptions,
    ): Promise<Answer<'envelopeRemoveDocument'>> =>
      this.caller.json<Answer<'envelopeRemoveDocument'>>(
        'DELETE',
        `/api/v1/envelopes/${segment(id)}/documents/${segment(documentId)}`,
        { query, keyed: true },
        options,
      ),
  };

  readonly templates = {
    /** List templates. Returns active templates, or archived ones with `archived=true`, newest first. A cursor is only valid with the filters it was returned for. */
    list: (query?: Query<'templateList'>, options?: CallOptions): List<Answer<'templateList'>> =>
      this.caller.list<Answer<'templateList'>>(`/api/v1/templates`, query, options),
    /** Create a template. Saves the document and fields of an envelope as a template. Each role stands for a participant, a detected party or a synthetic role of the envelope, or has no fields yet, and every field must belong to a role. The envelope stays unchanged. */
    create: (body: Body<'templateCreate'>, options?: CallOptions): Promise<Answer<'templateCreate'>> =>
      this.caller.json<Answer<'templateCreate'>>(
        'POST',
        `/api/v1/templates`,
        { json: body, keyed: true },
        options,
      ),
    /** Copy a template. Creates an active template with the same document, roles, fields and settings, also from an archived one. It has no public form. */
    copy: (id: string, body?: Body<'templateCopy'>, options?: CallOptions): Promise<Answer<'templateCopy'>> =>
      this.caller.json<Answer<'templateCopy'>>(
        'POST',
        `/api/v1/templates/${segment(id)}/copy`,
        { json: body ?? {}, keyed: true },
        options,
      ),
    /** Get a template. Returns an active or archived template with its roles in signing order and its fields. */
    get: (id: string, options?: CallOptions): Promise<Answer<'templateGet'>> =>
      this.caller.json<Answer<'templateGet'>>('GET', `/api/v1/templates/${segment(id)}`, {}, options),
    /** Download the PDF of a template. Returns the PDF that signers of new envelopes see. Its pages are those that fields refer to. */
    document: (id: string, options?: CallOptions): Promise<Uint8Array<ArrayBuffer>> =>
      this.caller.bytes('GET', `/api/v1/templates/${segment(id)}/document`, {}, options),
    /** Update a template. Changes what is given. null clears the pattern and the message. Existing envelopes stay as they are. */
    update: (
      id: string,
      body?: Body<'templateUpdate'>,
      options?: CallOptions,
    ): Promise<Answer<'templateUpdate'>> =>
      this.caller.json<Answer<'templateUpdate'>>(
        'PATCH',
        `/api/v1/templates/${segment(id)}`,
        { json: body ?? {} },
        options,
      ),
    /** Replace the fields of a template. Replaces all fields. The document and the roles stay, and so do existing envelopes. Returns the template with its new fields. */
    putFields: (
      id: string,
      body: Body<'templatePutFields'>,
      options?: CallOptions,
    ): Promise<Answer<'templatePutFields'>> =>
      this.caller.json<Answer<'templatePutFields'>>(
        'PUT',
        `/api/v1/templates/${segment(id)}/fields`,
        { json: body, keyed: true },
        options,
      ),
    /** Archive a template. An archived template cannot be used to create envelopes until it is restored. Its document is kept, and existing envelopes are not affected. Archiving it again changes nothing. */
    archive: (id: string, options?: CallOptions): Promise<Answer<'templateArchive'>> =>
      this.caller.json<Answer<'templateArchive'>>('DELETE', `/api/v1/templates/${segment(id)}`, {}, options),
    /** Restore a template. Makes an archived template active again. Restoring an active template changes nothing. */
    restore: (id: string, options?: CallOptions): Promise<Answer<'templateRestore'>> =>
      this.caller.json<Answer<'templateRestore'>>(
        'POST',
        `/api/v1/templates/${segment(id)}/restore`,
        {},
        options,
      ),
    /** Create an envelope from a template. Creates an envelope with a recipient for each role and sends it. If sending fails, no envelope is created. The version is 3 after sending. With `autoSend` false, it stays a draft. Without `displayName`, the template's name pattern names the envelope when it is sent. */
    createEnvelope: (
      id: string,
      body?: Body<'templateCreateEnvelope'>,
      options?: CallOptions,
    ): Promise<Answer<'templateCreateEnvelope'>> =>
      this.caller.json<Answer<'templateCreateEnvelope'>>(
        'POST',
        `/api/v1/templates/${segment(id)}/envelopes`,
        { json: body ?? {}, keyed: true },
        options,
      ),
    /** Get the public form. Returns how the template is published; 404 if it never was. */
    form: (id: string, options?: CallOptions): Promise<Answer<'templateForm'>> =>
      this.caller.json<Answer<'templateForm'>>('GET', `/api/v1/templates/${segment(id)}/form`, {}, options),
    /** Publish a form. Anyone with the link gives a name and an email address, proves the address by an emailed code, fills in their role and signs. The other roles follow. You are the sender. The link stays the same when you change the settings. */
    putForm: (
      id: string,
      body: Body<'templatePutForm'>,
      options?: CallOptions,
    ): Promise<Answer<'templatePutForm'>> =>
      this.caller.json<Answer<'templatePutForm'>>(
        'PUT',
        `/api/v1/templates/${segment(id)}/form`,
        { json: body },
        options,
      ),
    /** Delete the public form. The link stops working for good. Envelopes that were sent with it go on. */
    deleteForm: (id: string, options?: CallOptions): Promise<void> =>
      this.caller.nothing('DELETE', `/api/v1/templates/${segment(id)}/form`, {}, options),
  };

  readonly labels = {
    /** List labels. Returns all labels of the organization, by name. Recipients never see labels. */
    list: (options?: CallOptions): Promise<Answer<'labelList'>> =>
      this.caller.json<Answer<'labelList'>>('GET', `/api/v1/labels`, {}, options),
    /** Create a label. An organization has at most 100 labels. */
    create: (body: Body<'labelCreate'>, options?: CallOptions): Promise<Answer<'labelCreate'>> =>
      this.caller.json<Answer<'labelCreate'>>('POST', `/api/v1/labels`, { json: body }, options),
    /** Update a label. Changes the properties you send, on all its envelopes. */
    change: (id: string, body?: Body<'labelChange'>, options?: CallOptions): Promise<Answer<'labelChange'>> =>
      this.caller.json<Answer<'labelChange'>>(
        'PATCH',
        `/api/v1/labels/${segment(id)}`,
        { json: body ?? {} },
        options,
      ),
    /** Delete a label. Its envelopes stay; they lose the label. */
    delete: (id: string, options?: CallOptions): Promise<void> =>
      this.caller.nothing('DELETE', `/api/v1/labels/${segment(id)}`, {}, options),
    /** Get an envelope's labels. By name. List items have them too. */
    of: (id: string, options?: CallOptions): Promise<Answer<'labelOf'>> =>
      this.caller.json<Answer<'labelOf'>>('GET', `/api/v1/envelopes/${segment(id)}/labels`, {}, options),
    /** Set an envelope's labels. In any status. Labels are for finding envelopes: they change neither the version nor the event log. */
    set: (id: string, body: Body<'labelSet'>, options?: CallOptions): Promise<Answer<'labelSet'>> =>
      this.caller.json<Answer<'labelSet'>>(
        'PUT',
        `/api/v1/envelopes/${segment(id)}/labels`,
        { json: body },
        options,
      ),
    /** Put a label on envelopes, or take it off. Up to 100 envelopes each. If one of them isn't found or would have more than 20 labels, nothing changes. */
    putOn: (id: string, body?: Body<'labelPutOn'>, options?: CallOptions): Promise<Answer<'labelPutOn'>> =>
      this.caller.json<Answer<'labelPutOn'>>(
        'POST',
        `/api/v1/labels/${segment(id)}/envelopes`,
        { json: body ?? {} },
        options,
      ),
    /** Put envelopes into the archive, or take them out. Up to 100 envelopes each. Only envelopes that are completed, declined, voided or expired can be archived. They keep their labels, and searches find them. Like labels, the archive changes neither an envelope's version nor its event log. If one of them isn't found or can't be archived, nothing changes. */
    archive: (body?: Body<'labelArchive'>, options?: CallOptions): Promise<Answer<'labelArchive'>> =>
      this.caller.json<Answer<'labelArchive'>>('POST', `/api/v1/archive`, { json: body ?? {} }, options),
  };

  readonly webhooks = {
    /** List webhooks. Returns all webhooks of the organization, oldest first. */
    list: (options?: CallOptions): Promise<Answer<'webhookList'>> =>
      this.caller.json<Answer<'webhookList'>>('GET', `/api/v1/webhooks`, {}, options),
    /** Create a webhook. Registers a URL that receives events as they happen, in messages signed according to Standard Webhooks. Only this response contains the secret that verifies them. A webhook of a key that works from some networks only sends to these. An organization can have 50 webhooks; creating another returns 409 `invalid_state`. */
    create: (body: Body<'webhookCreate'>, options?: CallOptions): Promise<Answer<'webhookCreate'>> =>
      this.caller.json<Answer<'webhookCreate'>>(
        'POST',
        `/api/v1/webhooks`,
        { json: body, keyed: true },
        options,
      ),
    /** Get a webhook. Returns the webhook without its secret. */
    get: (id: string, options?: CallOptions): Promise<Answer<'webhookGet'>> =>
      this.caller.json<Answer<'webhookGet'>>('GET', `/api/v1/webhooks/${segment(id)}`, {}, options),
    /** Update a webhook. Changes the properties you send. Disabling a webhook cancels its pending deliveries; enabling it clears the reason it was disabled. Enabling it and changing its URL make it yours: it is disabled once you, or the key that you use, lose access. A key can only change webhooks that are limited like itself. Events that happen while it is disabled are not delivered later. */
    update: (
      id: string,
      body?: Body<'webhookUpdate'>,
      options?: CallOptions,
    ): Promise<Answer<'webhookUpdate'>> =>
      this.caller.json<Answer<'webhookUpdate'>>(
        'PATCH',
        `/api/v1/webhooks/${segment(id)}`,
        { json: body ?? {} },
        options,
      ),
    /** Delete a webhook. Deletes the webhook and its deliveries. Pending deliveries are canceled. */
    delete: (id: string, options?: CallOptions): Promise<void> =>
      this.caller.nothing('DELETE', `/api/v1/webhooks/${segment(id)}`, {}, options),
    /** Rotate the secret of a webhook. Only this response contains the new secret. For 24 hours, messages carry signatures of both the new and the previous secret, so you can switch at any time. Rotating again during this time ends the older secret immediately. */
    rotateSecret: (id: string, options?: CallOptions): Promise<Answer<'webhookRotateSecret'>> =>
      this.caller.json<Answer<'webhookRotateSecret'>>(
        'POST',
        `/api/v1/webhooks/${segment(id)}/rotate-secret`,
        { keyed: true },
        options,
      ),
    /** Send a test message. Sends a signed message of type `webhook.test`, once. The response is the delivery before the attempt; read it again for the result. Returns 409 `invalid_state` if the webhook is disabled. */
    test: (id: string, options?: CallOptions): Promise<Answer<'webhookTest'>> =>
      this.caller.json<Answer<'webhookTest'>>(
        'POST',
        `/api/v1/webhooks/${segment(id)}/test`,
        { keyed: true },
        options,
      ),
    /** Send a sample of an event. Sends a signed example of an event, once, even if the webhook doesn't receive this event type. The message has `sample: true`. The response is the delivery before the attempt; read it again for the result. Returns 409 `invalid_state` if the webhook is disabled. */
    sample: (
      id: string,
      body: Body<'webhookSample'>,
      options?: CallOptions,
    ): Promise<Answer<'webhookSample'>> =>
      this.caller.json<Answer<'webhookSample'>>(
        'POST',
        `/api/v1/webhooks/${segment(id)}/sample`,
        { json: body, keyed: true },
        options,
      ),
    /** List deliveries. Returns the webhook's messages of the last 30 days with their results, newest first. A cursor is only valid with the filters it was returned for. */
    deliveries: (
      id: string,
      query?: Query<'webhookDeliveries'>,
      options?: CallOptions,
    ): List<Answer<'webhookDeliveries'>> =>
      this.caller.list<Answer<'webhookDeliveries'>>(
        `/api/v1/webhooks/${segment(id)}/deliveries`,
        query,
        options,
      ),
    /** Get a delivery. Returns the delivery with the body of its message. */
    delivery: (id: string, deliveryId: string, options?: CallOptions): Promise<Answer<'webhookDelivery'>> =>
      this.caller.json<Answer<'webhookDelivery'>>(
        'GET',
        `/api/v1/webhooks/${segment(id)}/deliveries/${segment(deliveryId)}`,
        {},
        options,
      ),
    /** Redeliver a message. Attempts the delivery again now, with the same `webhook-id` and body. The response is the delivery before the attempt; read it again for the result. Returns 409 `invalid_state` if the webhook is disabled. */
    redeliver: (id: string, deliveryId: string, options?: CallOptions): Promise<Answer<'webhookRedeliver'>> =>
      this.caller.json<Answer<'webhookRedeliver'>>(
        'POST',
        `/api/v1/webhooks/${segment(id)}/deliveries/${segment(deliveryId)}/redeliver`,
        { keyed: true },
        options,
      ),
    /** Redeliver messages. Attempts all deliveries in a time range again, oldest first, each with the same `webhook-id` and body. One call queues up to 500. To continue, repeat it with `nextCursor` as `cursor`, and a new `Idempotency-Key` if you send one. Tests and samples aren't sent again. Returns 409 `invalid_state` if the webhook is disabled. */
    replay: (
      id: string,
      body: Body<'webhookReplay'>,
      options?: CallOptions,
    ): Promise<Answer<'webhookReplay'>> =>
      this.caller.json<Answer<'webhookReplay'>>(
        'POST',
        `/api/v1/webhooks/${segment(id)}/replay`,
        { json: body, keyed: true },
        options,
      ),
  };

  readonly embedding = {
    /** Get the registered origins. Returns the origins that may show pages in a frame, in alphabetical order. */
    get: (options?: CallOptions): Promise<Answer<'embeddingGet'>> =>
      this.caller.json<Answer<'embeddingGet'>>('GET', `/api/v1/embedding`, {}, options),
    /** Register origins. Replaces the origins of your application. Pages that were opened for a removed origin stop working. */
    change: (body: Body<'embeddingChange'>, options?: CallOptions): Promise<Answer<'embeddingChange'>> =>
      this.caller.json<Answer<'embeddingChange'>>('PUT', `/api/v1/embedding`, { json: body }, options),
  };

  readonly identityProviders = {
    /** List identity providers. Returns all identity providers of the organization, oldest first, without their secrets, and the URL to register with them. */
    list: (options?: CallOptions): Promise<Answer<'identityProviderList'>> =>
      this.caller.json<Answer<'identityProviderList'>>('GET', `/api/v1/identity-providers`, {}, options),
    /** Create an identity provider. Sets up a provider of OpenID Connect that recipients can sign in with. Nothing is asked of the provider before someone signs in. An organization can have 20; creating another returns 409 `invalid_state`. */
    create: (
      body: Body<'identityProviderCreate'>,
      options?: CallOptions,
    ): Promise<Answer<'identityProviderCreate'>> =>
      this.caller.json<Answer<'identityProviderCreate'>>(
        'POST',
        `/api/v1/identity-providers`,
        { json: body, keyed: true },
        options,
      ),
    /** Get an identity provider. Returns the identity provider without its secret. */
    get: (id: string, options?: CallOptions): Promise<Answer<'identityProviderGet'>> =>
      this.caller.json<Answer<'identityProviderGet'>>(
        'GET',
        `/api/v1/identity-providers/${segment(id)}`,
        {},
        options,
      ),
    /** Update an identity provider. Changes the properties you send. They apply to everyone who signs in from then on, also for envelopes that were sent before. Disabling a provider that recipients are waiting to sign in with returns 409 `invalid_state` with the reason identity_provider_needed. */
    update: (
      id: string,
      body?: Body<'identityProviderUpdate'>,
      options?: CallOptions,
    ): Promise<Answer<'identityProviderUpdate'>> =>
      this.caller.json<Answer<'identityProviderUpdate'>>(
        'PATCH',
        `/api/v1/identity-providers/${segment(id)}`,
        { json: body ?? {} },
        options,
      ),
    /** Delete an identity provider. Deletes a provider that no recipient of any envelope has. Otherwise returns 409 `invalid_state` with the reason identity_provider_in_use: disable it instead. */
    delete: (id: string, options?: CallOptions): Promise<void> =>
      this.caller.nothing('DELETE', `/api/v1/identity-providers/${segment(id)}`, {}, options),
  };

  readonly bulkSends = {
    /** Check a recipient list. Returns what is wrong with which line and column, without sending anything. */
    check: (body: Body<'bulkSendCheck'>, options?: CallOptions): Promise<Answer<'bulkSendCheck'>> =>
      this.caller.json<Answer<'bulkSendCheck'>>('POST', `/api/v1/bulk-send-checks`, { json: body }, options),
    /** Send a template to a list. Creates and sends an envelope for every line of the list, if all lines are valid. Repeating it with the same `requestId` returns the bulk send that the first call started. */
    start: (body: Body<'bulkSendStart'>, options?: CallOptions): Promise<Answer<'bulkSendStart'>> =>
      this.caller.json<Answer<'bulkSendStart'>>('POST', `/api/v1/bulk-sends`, { json: body }, options),
    /** Get a bulk send. How many envelopes were sent, and which lines failed and why. */
    get: (id: string, options?: CallOptions): Promise<Answer<'bulkSendGet'>> =>
      this.caller.json<Answer<'bulkSendGet'>>('GET', `/api/v1/bulk-sends/${segment(id)}`, {}, options),
    /** Get the results of a bulk send. Every line with its envelope and its status, or why it failed. */
    results: (id: string, options?: CallOptions): Promise<Answer<'bulkSendResults'>> =>
      this.caller.json<Answer<'bulkSendResults'>>(
        'GET',
        `/api/v1/bulk-sends/${segment(id)}/results`,
        {},
        options,
      ),
    /** List bulk sends. The latest of a template. */
    list: (query: Query<'bulkSendList'>, options?: CallOptions): Promise<Answer<'bulkSendList'>> =>
      this.caller.json<Answer<'bulkSendList'>>('GET', `/api/v1/bulk-sends`, { query }, options),
  };

  readonly contacts = {
    /** Find earlier recipients. Returns the recipients of earlier envelopes whose address, name or last name begins like this. */
    suggest: (query: Query<'contactSuggest'>, options?: CallOptions): Promise<Answer<'contactSuggest'>> =>
      this.caller.json<Answer<'contactSuggest'>>('GET', `/api/v1/contacts`, { query }, options),
  };

  readonly signerPasskeys = {
    /** List the passkeys of signers. Returns the passkeys that people have created to sign for this organization, newest first, at most 200. Name an address or a key to find the others. */
    list: (query?: Query<'signerPasskeyList'>, options?: CallOptions): Promise<Answer<'signerPasskeyList'>> =>
      this.caller.json<Answer<'signerPasskeyList'>>('GET', `/api/v1/signer-passkeys`, { query }, options),
    /** Forget a passkey. It can’t sign any more. What was signed with it keeps its proof. */
    delete: (id: string, options?: CallOptions): Promise<void> =>
      this.caller.nothing('DELETE', `/api/v1/signer-passkeys/${segment(id)}`, {}, options),
  };

  readonly teams = {
    /** List teams. Oldest first. The first that isn't private is the default. Private teams are listed to their members and to administrators. */
    list: (options?: CallOptions): Promise<Answer<'teamList'>> =>
      this.caller.json<Answer<'teamList'>>('GET', `/api/v1/teams`, {}, options),
    /** Create a team. You become a member of a private team that you create. */
    create: (body: Body<'teamCreate'>, options?: CallOptions): Promise<Answer<'teamCreate'>> =>
      this.caller.json<Answer<'teamCreate'>>('POST', `/api/v1/teams`, { json: body }, options),
    /** Update a team. Changes the properties you send. If you make a team private, you become a member, and it is seen by its members only. Only its members and owners can make it public again; otherwise 403 `forbidden`. Returns 409 `invalid_state` if no team would be left that everyone belongs to. */
    change: (id: string, body?: Body<'teamChange'>, options?: CallOptions): Promise<Answer<'teamChange'>> =>
      this.caller.json<Answer<'teamChange'>>(
        'PATCH',
        `/api/v1/teams/${segment(id)}`,
        { json: body ?? {} },
        options,
      ),
    /** Delete a team. Returns 409 `invalid_state` if it has envelopes, templates or API keys, or is the last that everyone belongs to. */
    delete: (id: string, options?: CallOptions): Promise<void> =>
      this.caller.nothing('DELETE', `/api/v1/teams/${segment(id)}`, {}, options),
    /** Add a member to a private team. Only if you belong to the team or are an owner; otherwise 403 `forbidden`. Returns 409 `invalid_state` if everyone belongs to the team. */
    addMember: (id: string, userId: string, options?: CallOptions): Promise<void> =>
      this.caller.nothing('PUT', `/api/v1/teams/${segment(id)}/members/${segment(userId)}`, {}, options),
    /** Remove a member from a private team. They lose sight of its envelopes and templates at once. */
    removeMember: (id: string, userId: string, options?: CallOptions): Promise<void> =>
      this.caller.nothing('DELETE', `/api/v1/teams/${segment(id)}/members/${segment(userId)}`, {}, options),
  };

  readonly members = {
    /** List members. Returns members, open invitations, and the roles that you can assign. */
    list: (options?: CallOptions): Promise<Answer<'memberList'>> =>
      this.caller.json<Answer<'memberList'>>('GET', `/api/v1/members`, {}, options),
    /** Invite somebody. Emails a link with which the person joins. Only roles that you can assign; the link works as long as you can. */
    invite: (body: Body<'memberInvite'>, options?: CallOptions): Promise<Answer<'memberInvite'>> =>
      this.caller.json<Answer<'memberInvite'>>('POST', `/api/v1/invitations`, { json: body }, options),
    /** Resend an invitation. Emails a new link in your name; earlier ones stop working. */
    resendInvitation: (id: string, options?: CallOptions): Promise<void> =>
      this.caller.nothing('POST', `/api/v1/invitations/${segment(id)}/resend`, {}, options),
    /** Revoke an invitation. Its link stops working. */
    revokeInvitation: (id: string, options?: CallOptions): Promise<void> =>
      this.caller.nothing('DELETE', `/api/v1/invitations/${segment(id)}`, {}, options),
    /** Change a member's role. Only roles that you can assign, and of members whose role you can assign. Somebody who becomes a viewer loses their API keys, and invitations to roles that they can no longer assign are revoked. Returns 409 `invalid_state` if no owner would be left. */
    changeRole: (userId: string, body: Body<'memberChangeRole'>, options?: CallOptions): Promise<void> =>
      this.caller.nothing('PATCH', `/api/v1/members/${segment(userId)}`, { json: body }, options),
    /** Remove a member. Ends their sessions and agents in this organization, and revokes their API keys and open invitations. Their envelopes stay. Returns 409 `invalid_state` if no owner would be left. */
    remove: (userId: string, options?: CallOptions): Promise<void> =>
      this.caller.nothing('DELETE', `/api/v1/members/${segment(userId)}`, {}, options),
  };

  readonly apiKeys = {
    /** List API keys. Newest first, without their text. Revoked and expired ones stay in the list. */
    list: (options?: CallOptions): Promise<Answer<'apiKeyList'>> =>
      this.caller.json<Answer<'apiKeyList'>>('GET', `/api/v1/api-keys`, {}, options),
    /** Create an API key. The response is the only one with its text. A key that a key creates does no more than that one, from no other network and no longer, and is revoked with it. */
    create: (body: Body<'apiKeyCreate'>, options?: CallOptions): Promise<Answer<'apiKeyCreate'>> =>
      this.caller.json<Answer<'apiKeyCreate'>>('POST', `/api/v1/api-keys`, { json: body }, options),
    /** Revoke an API key. Its next request returns 401, and so do those of the keys that were created with it. Session URLs and open invitations that it created end, and its webhooks are disabled before the next event. What it has sent or scheduled stays. A key can revoke itself. */
    revoke: (id: string, options?: CallOptions): Promise<void> =>
      this.caller.nothing('DELETE', `/api/v1/api-keys/${segment(id)}`, {}, options),
  };

  readonly testMessages = {
    /** List the messages of test mode. Emails and text messages of the test environment, newest first, also those that were sent to members, kept for 30 days. Live keys get 404. */
    list: (query?: Query<'testMessageList'>, options?: CallOptions): List<Answer<'testMessageList'>> =>
      this.caller.list<Answer<'testMessageList'>>(`/api/v1/test-inbox`, query, options),
    /** Get a message of test mode. Returns an email or text message as its recipient would get it, signing link included. */
    get: (id: string, options?: CallOptions): Promise<Answer<'testMessageGet'>> =>
      this.caller.json<Answer<'testMessageGet'>>('GET', `/api/v1/test-inbox/${segment(id)}`, {}, options),
  };

  readonly testClock = {
    /** Advance the time of test mode. Moves the deadlines of envelopes (scheduled sending, reminders, expiry and its warning) closer by this time, and does what becomes due on the way before it answers. All other times stay real, those of events and seals too. Live keys get 404. */
    advance: (body?: Body<'testClockAdvance'>, options?: CallOptions): Promise<Answer<'testClockAdvance'>> =>
      this.caller.json<Answer<'testClockAdvance'>>(
        'POST',
        `/api/v1/test-clock/advance`,
        { json: body ?? {}, keyed: true },
        options,
      ),
  };

  readonly administrativeActions = {
    /** List administrative actions. Who changed the settings, members, keys and the like of the organization, newest first. */
    list: (
      query?: Query<'administrativeActionList'>,
      options?: CallOptions,
    ): List<Answer<'administrativeActionList'>> =>
      this.caller.list<Answer<'administrativeActionList'>>(`/api/v1/audit-log`, query, options),
  };

  readonly branding = {
    /** Get the branding. What recipients see of the organization: its name, logo and color, and how its emails are signed. */
    get: (options?: CallOptions): Promise<Answer<'brandingGet'>> =>
      this.caller.json<Answer<'brandingGet'>>('GET', `/api/v1/branding`, {}, options),
    /** Update the branding. Changes the properties you send. Emails that were sent keep their logo. */
    change: (body?: Body<'brandingChange'>, options?: CallOptions): Promise<Answer<'brandingChange'>> =>
      this.caller.json<Answer<'brandingChange'>>('PATCH', `/api/v1/branding`, { json: body ?? {} }, options),
  };
}
