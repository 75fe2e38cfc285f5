"""Every operation of the API. Generated from its description by `npm run client`: changes made here are lost."""

from typing import Any, Dict, Mapping, Optional, Sequence, Union

from .caller import Caller, segment
from .pages import Pages


class Events:
    def __init__(self, caller: Caller) -> None:
        self.caller = caller

    def feed(
        self,
        *,
        after: Optional[str] = None,
        limit: Optional[int] = None,
        wait: Optional[int] = None,
    ) -> Dict[str, Any]:
        """Read the feed of events.

        Returns the events of all envelopes that you can see, oldest first. Each comes once: send the response's
        `cursor` as `after` to go on, also after years. With `wait`, a call that finds nothing waits for new events
        for so many seconds. Events of one envelope come in the order of its log.
        """
        return self.caller.answer("GET", "/api/v1/events", query={
            "after": after,
            "limit": limit,
            "wait": wait,
        })

    def samples(
        self,
        *,
        type: Optional[str] = None,
    ) -> Dict[str, Any]:
        """List samples of events.

        Returns an example of each event type: as the feed lists it, and as a webhook receives it. Apart from your
        organization's, the IDs are made up.
        """
        return self.caller.answer("GET", "/api/v1/events/samples", query={
            "type": type,
        })


class Envelopes:
    def __init__(self, caller: Caller) -> None:
        self.caller = caller

    def list(
        self,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        status: Optional[Sequence[str]] = None,
        view: Optional[str] = None,
        turn: Optional[str] = None,
        sort: Optional[str] = None,
        q: Optional[str] = None,
        search: Optional[str] = None,
        recipient: Optional[str] = None,
        team_id: Optional[str] = None,
        template_id: Optional[str] = None,
        label_id: Optional[str] = None,
        archived: Optional[str] = None,
        metadata: Optional[Union[str, Sequence[str]]] = None,
        sender: Optional[str] = None,
        created_from: Optional[str] = None,
        created_to: Optional[str] = None,
        sent_from: Optional[str] = None,
        sent_to: Optional[str] = None,
        completed_from: Optional[str] = None,
        completed_to: Optional[str] = None,
    ) -> Pages:
        """List envelopes.

        Sorted newest first unless you pass `sort`. A cursor is only valid with the filters and sort it was returned
        for. In the default order, pages neither repeat nor skip envelopes when others are created or changed in the
        meantime.
        """
        return self.caller.pages("/api/v1/envelopes", {
            "cursor": cursor,
            "limit": limit,
            "status": status,
            "view": view,
            "turn": turn,
            "sort": sort,
            "q": q,
            "search": search,
            "recipient": recipient,
            "teamId": team_id,
            "templateId": template_id,
            "labelId": label_id,
            "archived": archived,
            "metadata": metadata,
            "sender": sender,
            "createdFrom": created_from,
            "createdTo": created_to,
            "sentFrom": sent_from,
            "sentTo": sent_to,
            "completedFrom": completed_from,
            "completedTo": completed_to,
        })

    def create(
        self,
        body: Mapping[str, Any],
        *,
        idempotency_key: Optional[str] = None,
    ) -> Dict[str, Any]:
        """Create an envelope.

        Creates a draft. Send the file as `document`, or upload it to the `upload` target in the response and then
        call upload/complete. Unless you send `fields`, fields are detected: the envelope goes from `detecting` to
        `review`, and its version increases by 2. Poll it until `detectionStatus` is `completed` or `failed`. You can
        send participants before there are fields. DOCX files are converted to PDF; a slow conversion continues after
        the response, and `documentStatus` is `processing` until it ends.
        """
        return self.caller.answer("POST", "/api/v1/envelopes", body=body, keyed=True, idempotency_key=idempotency_key)

    def get(
        self,
        id: str,
    ) -> Dict[str, Any]:
        """Get an envelope.

        Returns the envelope with its participants in signing order and its fields.
        """
        return self.caller.answer("GET", f"/api/v1/envelopes/{segment(id)}")

    def draft(
        self,
        id: str,
        body: Optional[Mapping[str, Any]] = None,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Dict[str, Any]:
        """Update a draft.

        Replaces the parts you send, while the status is draft or review. Sending participants replaces all of them
        and deletes their fields, so send fields as well. Sending fields replaces all fields; return each field's
        autoSource and proposedAutoSource as you read them.
        """
        return self.caller.answer("PUT", f"/api/v1/envelopes/{segment(id)}/draft", body=body or {}, keyed=True, idempotency_key=idempotency_key)

    def send(
        self,
        id: str,
        body: Mapping[str, Any],
        *,
        idempotency_key: Optional[str] = None,
    ) -> Dict[str, Any]:
        """Send an envelope.

        Locks the draft and emails the first signers. The version increases by 2. With `sendAt`, the envelope stays a
        draft until then.
        """
        return self.caller.answer("POST", f"/api/v1/envelopes/{segment(id)}/send", body=body, keyed=True, idempotency_key=idempotency_key)

    def unschedule(
        self,
        id: str,
        body: Mapping[str, Any],
    ) -> Dict[str, Any]:
        """Cancel the scheduled sending.

        The draft stays. Returns 409 `invalid_state` if it was sent.
        """
        return self.caller.answer("POST", f"/api/v1/envelopes/{segment(id)}/unschedule", body=body)

    def remind(
        self,
        id: str,
        body: Mapping[str, Any],
        *,
        idempotency_key: Optional[str] = None,
    ) -> Dict[str, Any]:
        """Remind the current signers.

        Emails every pending participant with the lowest order index, each at most once an hour. Fails with
        `reminder_window` only if nobody is outside that hour.
        """
        return self.caller.answer("POST", f"/api/v1/envelopes/{segment(id)}/remind", body=body, keyed=True, idempotency_key=idempotency_key)

    def resend_link(
        self,
        id: str,
        participant_id: str,
        body: Mapping[str, Any],
        *,
        idempotency_key: Optional[str] = None,
    ) -> Dict[str, Any]:
        """Resend a link.

        The participant's existing links stop working and a new one is emailed. No response contains it.
        """
        return self.caller.answer("POST", f"/api/v1/envelopes/{segment(id)}/participants/{segment(participant_id)}/resend-link", body=body, keyed=True, idempotency_key=idempotency_key)

    def create_session(
        self,
        id: str,
        participant_id: str,
        body: Mapping[str, Any],
    ) -> Dict[str, Any]:
        """Create a session URL.

        Only for participants with embedded or in-person delivery, on their turn; otherwise 409 `invalid_state`. The
        URL works once, within five minutes. Open it only for a person whom you have authenticated: the log and the
        certificate say that your application did. The participant's earlier session URLs and pages stop working.
        """
        return self.caller.answer("POST", f"/api/v1/envelopes/{segment(id)}/participants/{segment(participant_id)}/session", body=body)

    def create_editing_session(
        self,
        id: str,
        body: Mapping[str, Any],
    ) -> Dict[str, Any]:
        """Create a session URL for the editor.

        Opens the editor of a draft that has a document, for a user whom your application has authenticated. The URL
        works once, within five minutes. The page can read, change and send this one draft and nothing else, for two
        hours or until the draft is sent or deleted.
        """
        return self.caller.answer("POST", f"/api/v1/envelopes/{segment(id)}/session", body=body)

    def correct_participant(
        self,
        id: str,
        participant_id: str,
        body: Mapping[str, Any],
        *,
        idempotency_key: Optional[str] = None,
    ) -> Dict[str, Any]:
        """Correct a participant.

        Changes the name, email, phone number or language of a pending participant while the envelope is in progress.
        The participant's existing links stop working, and a new one is emailed to the corrected address, or when it
        is their turn. No response contains it. Earlier views and consents no longer count if the address or phone
        number changes.
        """
        return self.caller.answer("PATCH", f"/api/v1/envelopes/{segment(id)}/participants/{segment(participant_id)}", body=body, keyed=True, idempotency_key=idempotency_key)

    def accept_passkey(
        self,
        id: str,
        participant_id: str,
        body: Mapping[str, Any],
    ) -> Dict[str, Any]:
        """Accept a new passkey.

        For a pending participant whose `signing` asks for a known passkey, and who has lost it: they may sign this
        envelope with a new one. Make sure that it is them first. Repeating it changes nothing.
        """
        return self.caller.answer("POST", f"/api/v1/envelopes/{segment(id)}/participants/{segment(participant_id)}/accept-passkey", body=body)

    def extend_expiry(
        self,
        id: str,
        body: Mapping[str, Any],
    ) -> Dict[str, Any]:
        """Change the expiration date.

        For envelopes in progress. The current signers get an email with a link that is valid until the new date.
        """
        return self.caller.answer("PUT", f"/api/v1/envelopes/{segment(id)}/expiry", body=body)

    def recall(
        self,
        id: str,
        body: Mapping[str, Any],
        *,
        idempotency_key: Optional[str] = None,
    ) -> Dict[str, Any]:
        """Recall an envelope.

        Turns a sent envelope back into a draft, as long as nobody has signed or approved it. Its links stop working,
        and everyone who has received one is notified. Once someone has signed, `details.reason` is `already_signed`.
        """
        return self.caller.answer("POST", f"/api/v1/envelopes/{segment(id)}/recall", body=body, keyed=True, idempotency_key=idempotency_key)

    def copy(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Dict[str, Any]:
        """Copy an envelope.

        Creates a draft with the same document, recipients, fields, message and policy, whatever the envelope's
        status. The values that signers entered, `metadata` and an expiry date that has passed aren't copied. The
        sender is the caller.
        """
        return self.caller.answer("POST", f"/api/v1/envelopes/{segment(id)}/copy", keyed=True, idempotency_key=idempotency_key)

    def create_version(
        self,
        id: str,
        body: Mapping[str, Any],
        *,
        idempotency_key: Optional[str] = None,
    ) -> Dict[str, Any]:
        """Create a new version.

        Creates a draft that replaces the envelope when it is sent, while the envelope is in progress or after it was
        declined. Its recipients, fields, message, policy, metadata and questions come along, and what those who have
        signed filled in. Until you send the draft, nothing happens to the envelope. Sending it voids the envelope
        with the reason `replaced`, and tells those who had signed that they are asked again. If everyone has signed
        meanwhile, sending fails with `invalid_state` and the reason `previous_version_completed`. There is one next
        version at most: `invalid_state` with the reason `next_version_exists` says which.
        """
        return self.caller.answer("POST", f"/api/v1/envelopes/{segment(id)}/versions", body=body, keyed=True, idempotency_key=idempotency_key)

    def changes(
        self,
        id: str,
    ) -> Dict[str, Any]:
        """List what changed since the previous version.

        Compares what the pages of this version and of the previous one draw, word by word, and returns the passages
        that were changed, added or removed with both texts and their places. Page numbers and headers that repeat
        aren't counted as changes. Drawings and scanned pages aren't compared: `pagesWithoutText` lists pages without
        text. Returns 409 `invalid_state` with the reason `first_version` for a first version.
        """
        return self.caller.answer("GET", f"/api/v1/envelopes/{segment(id)}/changes")

    def void(
        self,
        id: str,
        body: Mapping[str, Any],
        *,
        idempotency_key: Optional[str] = None,
    ) -> Dict[str, Any]:
        """Void an envelope.

        Permanently ends an envelope that is a draft or in progress. Everyone who has received a link is notified with
        the reason.
        """
        return self.caller.answer("POST", f"/api/v1/envelopes/{segment(id)}/void", body=body, keyed=True, idempotency_key=idempotency_key)

    def delete(
        self,
        id: str,
    ) -> None:
        """Delete a draft.

        Only drafts can be deleted (status draft or review). A sent envelope can be voided but not deleted.
        """
        return self.caller.nothing("DELETE", f"/api/v1/envelopes/{segment(id)}")

    def events(
        self,
        id: str,
        *,
        after: Optional[int] = None,
    ) -> Dict[str, Any]:
        """List events.

        Returns all events in order, or with `after` those that came later. The salts and digests let anyone recompute
        the chain without a secret.
        """
        return self.caller.answer("GET", f"/api/v1/envelopes/{segment(id)}/events", query={
            "after": after,
        })

    def document(
        self,
        id: str,
        *,
        variant: Optional[str] = None,
        document: Optional[str] = None,
        download: Optional[bool] = None,
    ) -> bytes:
        """Download a document.

        Returns the uploaded file (original), the PDF that signers see (prepared), the same with the answers so far
        (current; the sealed PDF once there is one), the sealed PDF, or the certificate of completion: the pages that
        the seal added, or the sealed file of its own that it is for a PDF that was signed before. Returns
        `invalid_state` if the file does not exist yet.
        """
        return self.caller.content("GET", f"/api/v1/envelopes/{segment(id)}/document", query={
            "variant": variant,
            "document": document,
            "download": download,
        })

    def detect(
        self,
        id: str,
        body: Mapping[str, Any],
    ) -> Dict[str, Any]:
        """Detect fields.

        Detects fields and parties in the document of a draft. The envelope has the status `detecting` until a job has
        added the results, then `review`. Existing fields are kept, and no field is added on top of one.
        """
        return self.caller.answer("POST", f"/api/v1/envelopes/{segment(id)}/detect", body=body)

    def evidence(
        self,
        id: str,
        *,
        wait: Optional[int] = None,
    ) -> Dict[str, Any]:
        """Get the evidence.

        Returns the event chain and its head, its entry in the transparency log with the proof, the documents' hashes,
        and the seal's certificates. The log has the newest event about a minute after it. With `wait`, the call waits
        for that for so many seconds, and then answers with what there is.
        """
        return self.caller.answer("GET", f"/api/v1/envelopes/{segment(id)}/evidence", query={
            "wait": wait,
        })

    def download_attachment(
        self,
        id: str,
        attachment_id: str,
    ) -> bytes:
        """Download an attachment.

        Returns a file that a signer attached. The `attachment` of a field has its ID.
        """
        return self.caller.content("GET", f"/api/v1/envelopes/{segment(id)}/attachments/{segment(attachment_id)}")

    def threads(
        self,
        id: str,
    ) -> Dict[str, Any]:
        """List questions and requests for change.

        Returns what participants asked, with the answers, from the first thread to the last.
        """
        return self.caller.answer("GET", f"/api/v1/envelopes/{segment(id)}/threads")

    def answer_thread(
        self,
        id: str,
        thread_id: str,
        body: Mapping[str, Any],
    ) -> Dict[str, Any]:
        """Answer a question.

        Adds an answer while the envelope is in progress. The participant gets it by email. With `visibleTo` everyone,
        all participants see the thread from then on.
        """
        return self.caller.answer("POST", f"/api/v1/envelopes/{segment(id)}/threads/{segment(thread_id)}/messages", body=body)

    def settle_thread(
        self,
        id: str,
        thread_id: str,
    ) -> Dict[str, Any]:
        """Settle a question.

        Says that nothing more is to be answered. A later message of the participant opens the thread again.
        """
        return self.caller.answer("POST", f"/api/v1/envelopes/{segment(id)}/threads/{segment(thread_id)}/settle")

    def extract(
        self,
        id: str,
    ) -> Dict[str, Any]:
        """Extract data from a completed contract.

        Returns the parties, lifecycle dates and labeled fields of a completed envelope, along with dates, governing
        law and parties found in labeled fields or the document's text, each with its wording, page and confidence.
        The text is read shortly after completion; `message` says whether this has happened. Until completion, the
        status is `not_extracted`.
        """
        return self.caller.answer("GET", f"/api/v1/envelopes/{segment(id)}/extract")

    def upload(
        self,
        id: str,
        file: bytes,
    ) -> None:
        """Upload a document.

        Takes the raw bytes of the document of an envelope that was created without one. Uploading again replaces the
        document until you call upload/complete.
        """
        return self.caller.nothing("PUT", f"/api/v1/envelopes/{segment(id)}/document", file=file)

    def complete_upload(
        self,
        id: str,
        body: Optional[Mapping[str, Any]] = None,
    ) -> Dict[str, Any]:
        """Complete an upload.

        Checks and normalizes the uploaded file, converts DOCX to PDF, and starts field detection unless the envelope
        was created without it. A slow conversion continues after the response: `documentStatus` is `processing` until
        it ends. Also takes in documents that were added without their bytes. `documentReceived` is false if something
        has not been uploaded.
        """
        return self.caller.answer("POST", f"/api/v1/envelopes/{segment(id)}/upload/complete", body=body or {})

    def add_document(
        self,
        id: str,
        body: Mapping[str, Any],
        *,
        idempotency_key: Optional[str] = None,
    ) -> Dict[str, Any]:
        """Add a document.

        Adds a file after the others, while the status is draft, detecting or review. All files make up one PDF with
        an outline entry each, and `page` counts through all of them; together they may be as large as a single
        document. Send the file as `document`, or upload it to the `upload` target in the response and then call
        upload/complete. Its fields are detected unless `detect` is false; if others are being read, it is read after
        them. To have several files read at once, send `detect: false` and call detect afterwards.
        """
        return self.caller.answer("POST", f"/api/v1/envelopes/{segment(id)}/documents", body=body, keyed=True, idempotency_key=idempotency_key)

    def upload_added_document(
        self,
        id: str,
        document_id: str,
        file: bytes,
    ) -> None:
        """Upload an added document.

        Takes the raw bytes of a document that was added without them. Uploading again replaces them until you call
        upload/complete.
        """
        return self.caller.nothing("PUT", f"/api/v1/envelopes/{segment(id)}/documents/{segment(document_id)}", file=file)

    def reorder_documents(
        self,
        id: str,
        body: Mapping[str, Any],
        *,
        idempotency_key: Optional[str] = None,
    ) -> Dict[str, Any]:
        """Reorder documents.

        Puts the files into another order, while the status is draft, detecting or review. Fields move with their
        pages.
        """
        return self.caller.answer("PATCH", f"/api/v1/envelopes/{segment(id)}/documents", body=body, keyed=True, idempotency_key=idempotency_key)

    def remove_document(
        self,
        id: str,
        document_id: str,
        *,
        expected_version: Optional[int] = None,
        idempotency_key: Optional[str] = None,
    ) -> Dict[str, Any]:
        """Remove a document.

        Removes a file and the fields on its pages, while the status is draft, detecting or review. The event
        `envelope.document_removed` says how many fields. The last document of an envelope stays: `details.reason` is
        `last_document`. While the condition or formula of a field elsewhere names a field on its pages, nothing is
        removed: `details.reason` is `fields_in_use`, and `details.fields` has the IDs of those that name it.
        """
        return self.caller.answer("DELETE", f"/api/v1/envelopes/{segment(id)}/documents/{segment(document_id)}", query={
            "expectedVersion": expected_version,
        }, keyed=True, idempotency_key=idempotency_key)


class Templates:
    def __init__(self, caller: Caller) -> None:
        self.caller = caller

    def list(
        self,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        q: Optional[str] = None,
        archived: Optional[bool] = None,
    ) -> Pages:
        """List templates.

        Returns active templates, or archived ones with `archived=true`, newest first. A cursor is only valid with the
        filters it was returned for.
        """
        return self.caller.pages("/api/v1/templates", {
            "cursor": cursor,
            "limit": limit,
            "q": q,
            "archived": archived,
        })

    def create(
        self,
        body: Mapping[str, Any],
        *,
        idempotency_key: Optional[str] = None,
    ) -> Dict[str, Any]:
        """Create a template.

        Saves the document and fields of an envelope as a template. Each role stands for a participant, a detected
        party or a synthetic role of the envelope, or has no fields yet, and every field must belong to a role. The
        envelope stays unchanged.
        """
        return self.caller.answer("POST", "/api/v1/templates", body=body, keyed=True, idempotency_key=idempotency_key)

    def copy(
        self,
        id: str,
        body: Optional[Mapping[str, Any]] = None,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Dict[str, Any]:
        """Copy a template.

        Creates an active template with the same document, roles, fields and settings, also from an archived one. It
        has no public form.
        """
        return self.caller.answer("POST", f"/api/v1/templates/{segment(id)}/copy", body=body or {}, keyed=True, idempotency_key=idempotency_key)

    def get(
        self,
        id: str,
    ) -> Dict[str, Any]:
        """Get a template.

        Returns an active or archived template with its roles in signing order and its fields.
        """
        return self.caller.answer("GET", f"/api/v1/templates/{segment(id)}")

    def document(
        self,
        id: str,
    ) -> bytes:
        """Download the PDF of a template.

        Returns the PDF that signers of new envelopes see. Its pages are those that fields refer to.
        """
        return self.caller.content("GET", f"/api/v1/templates/{segment(id)}/document")

    def update(
        self,
        id: str,
        body: Optional[Mapping[str, Any]] = None,
    ) -> Dict[str, Any]:
        """Update a template.

        Changes what is given. null clears the pattern and the message. Existing envelopes stay as they are.
        """
        return self.caller.answer("PATCH", f"/api/v1/templates/{segment(id)}", body=body or {})

    def put_fields(
        self,
        id: str,
        body: Mapping[str, Any],
        *,
        idempotency_key: Optional[str] = None,
    ) -> Dict[str, Any]:
        """Replace the fields of a template.

        Replaces all fields. The document and the roles stay, and so do existing envelopes. Returns the template with
        its new fields.
        """
        return self.caller.answer("PUT", f"/api/v1/templates/{segment(id)}/fields", body=body, keyed=True, idempotency_key=idempotency_key)

    def archive(
        self,
        id: str,
    ) -> Dict[str, Any]:
        """Archive a template.

        An archived template cannot be used to create envelopes until it is restored. Its document is kept, and
        existing envelopes are not affected. Archiving it again changes nothing.
        """
        return self.caller.answer("DELETE", f"/api/v1/templates/{segment(id)}")

    def restore(
        self,
        id: str,
    ) -> Dict[str, Any]:
        """Restore a template.

        Makes an archived template active again. Restoring an active template changes nothing.
        """
        return self.caller.answer("POST", f"/api/v1/templates/{segment(id)}/restore")

    def create_envelope(
        self,
        id: str,
        body: Optional[Mapping[str, Any]] = None,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Dict[str, Any]:
        """Create an envelope from a template.

        Creates an envelope with a recipient for each role and sends it. If sending fails, no envelope is created. The
        version is 3 after sending. With `autoSend` false, it stays a draft. Without `displayName`, the template's
        name pattern names the envelope when it is sent.
        """
        return self.caller.answer("POST", f"/api/v1/templates/{segment(id)}/envelopes", body=body or {}, keyed=True, idempotency_key=idempotency_key)

    def form(
        self,
        id: str,
    ) -> Dict[str, Any]:
        """Get the public form.

        Returns how the template is published; 404 if it never was.
        """
        return self.caller.answer("GET", f"/api/v1/templates/{segment(id)}/form")

    def put_form(
        self,
        id: str,
        body: Mapping[str, Any],
    ) -> Dict[str, Any]:
        """Publish a form.

        Anyone with the link gives a name and an email address, proves the address by an emailed code, fills in their
        role and signs. The other roles follow. You are the sender. The link stays the same when you change the
        settings.
        """
        return self.caller.answer("PUT", f"/api/v1/templates/{segment(id)}/form", body=body)

    def delete_form(
        self,
        id: str,
    ) -> None:
        """Delete the public form.

        The link stops working for good. Envelopes that were sent with it go on.
        """
        return self.caller.nothing("DELETE", f"/api/v1/templates/{segment(id)}/form")


class Labels:
    def __init__(self, caller: Caller) -> None:
        self.caller = caller

    def list(
        self,
    ) -> Dict[str, Any]:
        """List labels.

        Returns all labels of the organization, by name. Recipients never see labels.
        """
        return self.caller.answer("GET", "/api/v1/labels")

    def create(
        self,
        body: Mapping[str, Any],
    ) -> Dict[str, Any]:
        """Create a label.

        An organization has at most 100 labels.
        """
        return self.caller.answer("POST", "/api/v1/labels", body=body)

    def change(
        self,
        id: str,
        body: Optional[Mapping[str, Any]] = None,
    ) -> Dict[str, Any]:
        """Update a label.

        Changes the properties you send, on all its envelopes.
        """
        return self.caller.answer("PATCH", f"/api/v1/labels/{segment(id)}", body=body or {})

    def delete(
        self,
        id: str,
    ) -> None:
        """Delete a label.

        Its envelopes stay; they lose the label.
        """
        return self.caller.nothing("DELETE", f"/api/v1/labels/{segment(id)}")

    def of(
        self,
        id: str,
    ) -> Dict[str, Any]:
        """Get an envelope's labels.

        By name. List items have them too.
        """
        return self.caller.answer("GET", f"/api/v1/envelopes/{segment(id)}/labels")

    def set(
        self,
        id: str,
        body: Mapping[str, Any],
    ) -> Dict[str, Any]:
        """Set an envelope's labels.

        In any status. Labels are for finding envelopes: they change neither the version nor the event log.
        """
        return self.caller.answer("PUT", f"/api/v1/envelopes/{segment(id)}/labels", body=body)

    def put_on(
        self,
        id: str,
        body: Optional[Mapping[str, Any]] = None,
    ) -> Dict[str, Any]:
        """Put a label on envelopes, or take it off.

        Up to 100 envelopes each. If one of them isn't found or would have more than 20 labels, nothing changes.
        """
        return self.caller.answer("POST", f"/api/v1/labels/{segment(id)}/envelopes", body=body or {})

    def archive(
        self,
        body: Optional[Mapping[str, Any]] = None,
    ) -> Dict[str, Any]:
        """Put envelopes into the archive, or take them out.

        Up to 100 envelopes each. Only envelopes that are completed, declined, voided or expired can be archived. They
        keep their labels, and searches find them. Like labels, the archive changes neither an envelope's version nor
        its event log. If one of them isn't found or can't be archived, nothing changes.
        """
        return self.caller.answer("POST", "/api/v1/archive", body=body or {})


class Webhooks:
    def __init__(self, caller: Caller) -> None:
        self.caller = caller

    def list(
        self,
    ) -> Dict[str, Any]:
        """List webhooks.

        Returns all webhooks of the organization, oldest first.
        """
        return self.caller.answer("GET", "/api/v1/webhooks")

    def create(
        self,
        body: Mapping[str, Any],
        *,
        idempotency_key: Optional[str] = None,
    ) -> Dict[str, Any]:
        """Create a webhook.

        Registers a URL that receives events as they happen, in messages signed according to Standard Webhooks. Only
        this response contains the secret that verifies them. A webhook of a key that works from some networks only
        sends to these. An organization can have 50 webhooks; creating another returns 409 `invalid_state`.
        """
        return self.caller.answer("POST", "/api/v1/webhooks", body=body, keyed=True, idempotency_key=idempotency_key)

    def get(
        self,
        id: str,
    ) -> Dict[str, Any]:
        """Get a webhook.

        Returns the webhook without its secret.
        """
        return self.caller.answer("GET", f"/api/v1/webhooks/{segment(id)}")

    def update(
        self,
        id: str,
        body: Optional[Mapping[str, Any]] = None,
    ) -> Dict[str, Any]:
        """Update a webhook.

        Changes the properties you send. Disabling a webhook cancels its pending deliveries; enabling it clears the
        reason it was disabled. Enabling it and changing its URL make it yours: it is disabled once you, or the key
        that you use, lose access. A key can only change webhooks that are limited like itself. Events that happen
        while it is disabled are not delivered later.
        """
        return self.caller.answer("PATCH", f"/api/v1/webhooks/{segment(id)}", body=body or {})

    def delete(
        self,
        id: str,
    ) -> None:
        """Delete a webhook.

        Deletes the webhook and its deliveries. Pending deliveries are canceled.
        """
        return self.caller.nothing("DELETE", f"/api/v1/webhooks/{segment(id)}")

    def rotate_secret(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Dict[str, Any]:
        """Rotate the secret of a webhook.

        Only this response contains the new secret. For 24 hours, messages carry signatures of both the new and the
        previous secret, so you can switch at any time. Rotating again during this time ends the older secret
        immediately.
        """
        return self.caller.answer("POST", f"/api/v1/webhooks/{segment(id)}/rotate-secret", keyed=True, idempotency_key=idempotency_key)

    def test(
        self,
        id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Dict[str, Any]:
        """Send a test message.

        Sends a signed message of type `webhook.test`, once. The response is the delivery before the attempt; read it
        again for the result. Returns 409 `invalid_state` if the webhook is disabled.
        """
        return self.caller.answer("POST", f"/api/v1/webhooks/{segment(id)}/test", keyed=True, idempotency_key=idempotency_key)

    def sample(
        self,
        id: str,
        body: Mapping[str, Any],
        *,
        idempotency_key: Optional[str] = None,
    ) -> Dict[str, Any]:
        """Send a sample of an event.

        Sends a signed example of an event, once, even if the webhook doesn't receive this event type. The message has
        `sample: true`. The response is the delivery before the attempt; read it again for the result. Returns 409
        `invalid_state` if the webhook is disabled.
        """
        return self.caller.answer("POST", f"/api/v1/webhooks/{segment(id)}/sample", body=body, keyed=True, idempotency_key=idempotency_key)

    def deliveries(
        self,
        id: str,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        status: Optional[str] = None,
        search: Optional[str] = None,
    ) -> Pages:
        """List deliveries.

        Returns the webhook's messages of the last 30 days with their results, newest first. A cursor is only valid
        with the filters it was returned for.
        """
        return self.caller.pages(f"/api/v1/webhooks/{segment(id)}/deliveries", {
            "cursor": cursor,
            "limit": limit,
            "status": status,
            "search": search,
        })

    def delivery(
        self,
        id: str,
        delivery_id: str,
    ) -> Dict[str, Any]:
        """Get a delivery.

        Returns the delivery with the body of its message.
        """
        return self.caller.answer("GET", f"/api/v1/webhooks/{segment(id)}/deliveries/{segment(delivery_id)}")

    def redeliver(
        self,
        id: str,
        delivery_id: str,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Dict[str, Any]:
        """Redeliver a message.

        Attempts the delivery again now, with the same `webhook-id` and body. The response is the delivery before the
        attempt; read it again for the result. Returns 409 `invalid_state` if the webhook is disabled.
        """
        return self.caller.answer("POST", f"/api/v1/webhooks/{segment(id)}/deliveries/{segment(delivery_id)}/redeliver", keyed=True, idempotency_key=idempotency_key)

    def replay(
        self,
        id: str,
        body: Mapping[str, Any],
        *,
        idempotency_key: Optional[str] = None,
    ) -> Dict[str, Any]:
        """Redeliver messages.

        Attempts all deliveries in a time range again, oldest first, each with the same `webhook-id` and body. One
        call queues up to 500. To continue, repeat it with `nextCursor` as `cursor`, and a new `Idempotency-Key` if
        you send one. Tests and samples aren't sent again. Returns 409 `invalid_state` if the webhook is disabled.
        """
        return self.caller.answer("POST", f"/api/v1/webhooks/{segment(id)}/replay", body=body, keyed=True, idempotency_key=idempotency_key)


class Embedding:
    def __init__(self, caller: Caller) -> None:
        self.caller = caller

    def get(
        self,
    ) -> Dict[str, Any]:
        """Get the registered origins.

        Returns the origins that may show pages in a frame, in alphabetical order.
        """
        return self.caller.answer("GET", "/api/v1/embedding")

    def change(
        self,
        body: Mapping[str, Any],
    ) -> Dict[str, Any]:
        """Register origins.

        Replaces the origins of your application. Pages that were opened for a removed origin stop working.
        """
        return self.caller.answer("PUT", "/api/v1/embedding", body=body)


class IdentityProviders:
    def __init__(self, caller: Caller) -> None:
        self.caller = caller

    def list(
        self,
    ) -> Dict[str, Any]:
        """List identity providers.

        Returns all identity providers of the organization, oldest first, without their secrets, and the URL to
        register with them.
        """
        return self.caller.answer("GET", "/api/v1/identity-providers")

    def create(
        self,
        body: Mapping[str, Any],
        *,
        idempotency_key: Optional[str] = None,
    ) -> Dict[str, Any]:
        """Create an identity provider.

        Sets up a provider of OpenID Connect that recipients can sign in with. Nothing is asked of the provider before
        someone signs in. An organization can have 20; creating another returns 409 `invalid_state`.
        """
        return self.caller.answer("POST", "/api/v1/identity-providers", body=body, keyed=True, idempotency_key=idempotency_key)

    def get(
        self,
        id: str,
    ) -> Dict[str, Any]:
        """Get an identity provider.

        Returns the identity provider without its secret.
        """
        return self.caller.answer("GET", f"/api/v1/identity-providers/{segment(id)}")

    def update(
        self,
        id: str,
        body: Optional[Mapping[str, Any]] = None,
    ) -> Dict[str, Any]:
        """Update an identity provider.

        Changes the properties you send. They apply to everyone who signs in from then on, also for envelopes that
        were sent before. Disabling a provider that recipients are waiting to sign in with returns 409 `invalid_state`
        with the reason identity_provider_needed.
        """
        return self.caller.answer("PATCH", f"/api/v1/identity-providers/{segment(id)}", body=body or {})

    def delete(
        self,
        id: str,
    ) -> None:
        """Delete an identity provider.

        Deletes a provider that no recipient of any envelope has. Otherwise returns 409 `invalid_state` with the
        reason identity_provider_in_use: disable it instead.
        """
        return self.caller.nothing("DELETE", f"/api/v1/identity-providers/{segment(id)}")


class BulkSends:
    def __init__(self, caller: Caller) -> None:
        self.caller = caller

    def check(
        self,
        body: Mapping[str, Any],
    ) -> Dict[str, Any]:
        """Check a recipient list.

        Returns what is wrong with which line and column, without sending anything.
        """
        return self.caller.answer("POST", "/api/v1/bulk-send-checks", body=body)

    def start(
        self,
        body: Mapping[str, Any],
    ) -> Dict[str, Any]:
        """Send a template to a list.

        Creates and sends an envelope for every line of the list, if all lines are valid. Repeating it with the same
        `requestId` returns the bulk send that the first call started.
        """
        return self.caller.answer("POST", "/api/v1/bulk-sends", body=body)

    def get(
        self,
        id: str,
    ) -> Dict[str, Any]:
        """Get a bulk send.

        How many envelopes were sent, and which lines failed and why.
        """
        return self.caller.answer("GET", f"/api/v1/bulk-sends/{segment(id)}")

    def results(
        self,
        id: str,
    ) -> Dict[str, Any]:
        """Get the results of a bulk send.

        Every line with its envelope and its status, or why it failed.
        """
        return self.caller.answer("GET", f"/api/v1/bulk-sends/{segment(id)}/results")

    def list(
        self,
        *,
        template_id: str,
    ) -> Dict[str, Any]:
        """List bulk sends.

        The latest of a template.
        """
        return self.caller.answer("GET", "/api/v1/bulk-sends", query={
            "templateId": template_id,
        })


class Contacts:
    def __init__(self, caller: Caller) -> None:
        self.caller = caller

    def suggest(
        self,
        *,
        beginning: str,
    ) -> Dict[str, Any]:
        """Find earlier recipients.

        Returns the recipients of earlier envelopes whose address, name or last name begins like this.
        """
        return self.caller.answer("GET", "/api/v1/contacts", query={
            "beginning": beginning,
        })


class SignerPasskeys:
    def __init__(self, caller: Caller) -> None:
        self.caller = caller

    def list(
        self,
        *,
        email: Optional[str] = None,
        key_hash: Optional[str] = None,
    ) -> Dict[str, Any]:
        """List the passkeys of signers.

        Returns the passkeys that people have created to sign for this organization, newest first, at most 200. Name
        an address or a key to find the others.
        """
        return self.caller.answer("GET", "/api/v1/signer-passkeys", query={
            "email": email,
            "keyHash": key_hash,
        })

    def delete(
        self,
        id: str,
    ) -> None:
        """Forget a passkey.

        It can’t sign any more. What was signed with it keeps its proof.
        """
        return self.caller.nothing("DELETE", f"/api/v1/signer-passkeys/{segment(id)}")


class Teams:
    def __init__(self, caller: Caller) -> None:
        self.caller = caller

    def list(
        self,
    ) -> Dict[str, Any]:
        """List teams.

        Oldest first. The first that isn't private is the default. Private teams are listed to their members and to
        administrators.
        """
        return self.caller.answer("GET", "/api/v1/teams")

    def create(
        self,
        body: Mapping[str, Any],
    ) -> Dict[str, Any]:
        """Create a team.

        You become a member of a private team that you create.
        """
        return self.caller.answer("POST", "/api/v1/teams", body=body)

    def change(
        self,
        id: str,
        body: Optional[Mapping[str, Any]] = None,
    ) -> Dict[str, Any]:
        """Update a team.

        Changes the properties you send. If you make a team private, you become a member, and it is seen by its
        members only. Only its members and owners can make it public again; otherwise 403 `forbidden`. Returns 409
        `invalid_state` if no team would be left that everyone belongs to.
        """
        return self.caller.answer("PATCH", f"/api/v1/teams/{segment(id)}", body=body or {})

    def delete(
        self,
        id: str,
    ) -> None:
        """Delete a team.

        Returns 409 `invalid_state` if it has envelopes, templates or API keys, or is the last that everyone belongs
        to.
        """
        return self.caller.nothing("DELETE", f"/api/v1/teams/{segment(id)}")

    def add_member(
        self,
        id: str,
        user_id: str,
    ) -> None:
        """Add a member to a private team.

        Only if you belong to the team or are an owner; otherwise 403 `forbidden`. Returns 409 `invalid_state` if
        everyone belongs to the team.
        """
        return self.caller.nothing("PUT", f"/api/v1/teams/{segment(id)}/members/{segment(user_id)}")

    def remove_member(
        self,
        id: str,
        user_id: str,
    ) -> None:
        """Remove a member from a private team.

        They lose sight of its envelopes and templates at once.
        """
        return self.caller.nothing("DELETE", f"/api/v1/teams/{segment(id)}/members/{segment(user_id)}")


class Members:
    def __init__(self, caller: Caller) -> None:
        self.caller = caller

    def list(
        self,
    ) -> Dict[str, Any]:
        """List members.

        Returns members, open invitations, and the roles that you can assign.
        """
        return self.caller.answer("GET", "/api/v1/members")

    def invite(
        self,
        body: Mapping[str, Any],
    ) -> Dict[str, Any]:
        """Invite somebody.

        Emails a link with which the person joins. Only roles that you can assign; the link works as long as you can.
        """
        return self.caller.answer("POST", "/api/v1/invitations", body=body)

    def resend_invitation(
        self,
        id: str,
    ) -> None:
        """Resend an invitation.

        Emails a new link in your name; earlier ones stop working.
        """
        return self.caller.nothing("POST", f"/api/v1/invitations/{segment(id)}/resend")

    def revoke_invitation(
        self,
        id: str,
    ) -> None:
        """Revoke an invitation.

        Its link stops working.
        """
        return self.caller.nothing("DELETE", f"/api/v1/invitations/{segment(id)}")

    def change_role(
        self,
        user_id: str,
        body: Mapping[str, Any],
    ) -> None:
        """Change a member's role.

        Only roles that you can assign, and of members whose role you can assign. Somebody who becomes a viewer loses
        their API keys, and invitations to roles that they can no longer assign are revoked. Returns 409
        `invalid_state` if no owner would be left.
        """
        return self.caller.nothing("PATCH", f"/api/v1/members/{segment(user_id)}", body=body)

    def remove(
        self,
        user_id: str,
    ) -> None:
        """Remove a member.

        Ends their sessions and agents in this organization, and revokes their API keys and open invitations. Their
        envelopes stay. Returns 409 `invalid_state` if no owner would be left.
        """
        return self.caller.nothing("DELETE", f"/api/v1/members/{segment(user_id)}")


class ApiKeys:
    def __init__(self, caller: Caller) -> None:
        self.caller = caller

    def list(
        self,
    ) -> Dict[str, Any]:
        """List API keys.

        Newest first, without their text. Revoked and expired ones stay in the list.
        """
        return self.caller.answer("GET", "/api/v1/api-keys")

    def create(
        self,
        body: Mapping[str, Any],
    ) -> Dict[str, Any]:
        """Create an API key.

        The response is the only one with its text. A key that a key creates does no more than that one, from no other
        network and no longer, and is revoked with it.
        """
        return self.caller.answer("POST", "/api/v1/api-keys", body=body)

    def revoke(
        self,
        id: str,
    ) -> None:
        """Revoke an API key.

        Its next request returns 401, and so do those of the keys that were created with it. Session URLs and open
        invitations that it created end, and its webhooks are disabled before the next event. What it has sent or
        scheduled stays. A key can revoke itself.
        """
        return self.caller.nothing("DELETE", f"/api/v1/api-keys/{segment(id)}")


class TestMessages:
    def __init__(self, caller: Caller) -> None:
        self.caller = caller

    def list(
        self,
        *,
        cursor: Optional[str] = None,
        limit: Optional[int] = None,
        to: Optional[str] = None,
        envelope_id: Optional[str] = None,
        since: Optional[str] = None,
    ) -> Pages:
        """List the messages of test mode.

        Emails and text messages of the test environment, newest first, also those that were sent to members, kept for
        30 days. Live keys get 404.
        """
        return self.caller.pages("/api/v1/test-inbox", {
            "cursor": cursor,
            "limit": limit,
            "to": to,
            "envelopeId": envelope_id,
            "since": since,
        })

    def get(
        self,
        id: str,
    ) -> Dict[str, Any]:
        """Get a message of test mode.

        Returns an email or text message as its recipient would get it, signing link included.
        """
        return self.caller.answer("GET", f"/api/v1/test-inbox/{segment(id)}")


class TestClock:
    def __init__(self, caller: Caller) -> None:
        self.caller = caller

    def advance(
        self,
        body: Optional[Mapping[str, Any]] = None,
        *,
        idempotency_key: Optional[str] = None,
    ) -> Dict[str, Any]:
        """Advance the time of test mode.

        Moves the deadlines of envelopes (scheduled sending, reminders, expiry and its warning) closer by this time,
        and does what becomes due on the way before it answers. All other times stay real, those of events and seals
        too. Live keys get 404.
        """
        return self.caller.answer("POST", "/api/v1/test-clock/advance", body=body or {}, keyed=True, idempotency_key=idempotency_key)


class AdministrativeActions:
    def __init__(self, caller: Caller) -> None:
        self.caller = caller

    def list(
        self,
        *,
        cursor: Optional[str] = None,
    ) -> Pages:
        """List administrative actions.

        Who changed the settings, members, keys and the like of the organization, newest first.
        """
        return self.caller.pages("/api/v1/audit-log", {
            "cursor": cursor,
        })


class Branding:
    def __init__(self, caller: Caller) -> None:
        self.caller = caller

    def get(
        self,
    ) -> Dict[str, Any]:
        """Get the branding.

        What recipients see of the organization: its name, logo and color, and how its emails are signed.
        """
        return self.caller.answer("GET", "/api/v1/branding")

    def change(
        self,
        body: Optional[Mapping[str, Any]] = None,
    ) -> Dict[str, Any]:
        """Update the branding.

        Changes the properties you send. Emails that were sent keep their logo.
        """
        return self.caller.answer("PATCH", "/api/v1/branding", body=body or {})


class Operations:
    """Every operation of the API, by resource."""

    def __init__(self, caller: Caller) -> None:
        self.caller = caller
        self.events = Events(caller)
        self.envelopes = Envelopes(caller)
        self.templates = Templates(caller)
        self.labels = Labels(caller)
        self.webhooks = Webhooks(caller)
        self.embedding = Embedding(caller)
        self.identity_providers = IdentityProviders(caller)
        self.bulk_sends = BulkSends(caller)
        self.contacts = Contacts(caller)
        self.signer_passkeys = SignerPasskeys(caller)
        self.teams = Teams(caller)
        self.members = Members(caller)
        self.api_keys = ApiKeys(caller)
        self.test_messages = TestMessages(caller)
        self.test_clock = TestClock(caller)
        self.administrative_actions = AdministrativeActions(caller)
        self.branding = Branding(caller)

    def ping(
        self,
    ) -> Dict[str, Any]:
        """Check credentials.

        Succeeds if the credentials are valid. Use it to test a connection.
        """
        return self.caller.answer("GET", "/api/v1/ping")

    def me(
        self,
    ) -> Dict[str, Any]:
        """Get your key and its limits.

        Returns the organization, the person whose role bounds the key, the key with its scopes, whether it is in test
        mode, the requests per minute, and the quotas.
        """
        return self.caller.answer("GET", "/api/v1/me")
