-- What signers were shown and what they gave is written once. Rows go only with the draft that they belong to, by the
-- tables' owner through the foreign keys.
REVOKE DELETE ON documents, template_documents FROM countersign_app;--> statement-breakpoint
REVOKE UPDATE, DELETE ON signature_marks, field_attachments FROM countersign_app;
