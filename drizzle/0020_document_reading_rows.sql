-- Envelopes that still wait for their document. The owner sees rows of all organizations only while row level security
-- is not forced on it.
ALTER TABLE envelopes NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE documents NO FORCE ROW LEVEL SECURITY;--> statement-breakpoint
UPDATE envelopes SET document_status = 'awaited'
  WHERE NOT EXISTS (SELECT FROM documents WHERE documents.envelope_id = envelopes.id AND documents.variant = 'prepared');--> statement-breakpoint
ALTER TABLE envelopes FORCE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE documents FORCE ROW LEVEL SECURITY;
