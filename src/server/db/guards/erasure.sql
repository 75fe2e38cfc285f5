-- Erasure removes what an envelope is about and who took part, and leaves its hashes: events keep their digests, so chain, log
-- and proofs stay valid. Only these functions can do it, and a legal hold beats them.

CREATE FUNCTION erasures_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'erasures cannot be changed or deleted' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER erasures_refuse_change BEFORE UPDATE OR DELETE ON erasures FOR EACH ROW EXECUTE FUNCTION erasures_refuse_change();
CREATE TRIGGER erasures_refuse_truncate BEFORE TRUNCATE ON erasures FOR EACH STATEMENT EXECUTE FUNCTION erasures_refuse_change();
REVOKE INSERT, UPDATE, DELETE, TRUNCATE ON erasures FROM countersign_app;
REVOKE UPDATE, TRUNCATE ON legal_holds FROM countersign_app;

-- A hold is placed on an envelope that still exists. The lock waits for an erasure that has begun.
CREATE FUNCTION legal_holds_need_envelope() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM envelopes WHERE organization_id = NEW.organization_id AND id = NEW.envelope_id AND deleted_at IS NULL FOR SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'a legal hold needs an envelope' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER legal_holds_need_envelope BEFORE INSERT ON legal_holds FOR EACH ROW EXECUTE FUNCTION legal_holds_need_envelope();

-- Locks an envelope and tells whether it can be erased now: 'open', 'held', 'gone', or null if it can.
CREATE FUNCTION erasure_obstacle(envelope text) RETURNS text LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  organization CONSTANT text := current_setting('app.organization_id', true);
  target record;
BEGIN
  SELECT status, sealed_at, deleted_at INTO target FROM envelopes
    WHERE organization_id = organization AND id = envelope FOR UPDATE;
  IF NOT FOUND OR target.deleted_at IS NOT NULL THEN RETURN 'gone'; END IF;
  IF EXISTS (SELECT FROM legal_holds WHERE organization_id = organization AND envelope_id = envelope) THEN RETURN 'held'; END IF;
  IF target.status NOT IN ('completed', 'declined', 'voided', 'expired') OR target.status = 'completed' AND target.sealed_at IS NULL
  THEN RETURN 'open';
  END IF;
  RETURN NULL;
END $$;

-- Erases an envelope, or returns why not. Its row and its events stay as a tombstone.
CREATE FUNCTION erase_envelope(envelope text, because text, at timestamptz, erasure text) RETURNS text
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  organization CONSTANT text := current_setting('app.organization_id', true);
  obstacle CONSTANT text := erasure_obstacle(envelope);
BEGIN
  IF obstacle IS NOT NULL THEN RETURN obstacle; END IF;
  INSERT INTO erasures (id, organization_id, envelope_id, reason, documents, head_hash, event_count, erased_at)
    SELECT erasure, e.organization_id, e.id, because,
      coalesce((SELECT jsonb_object_agg(variant, sha256) FROM documents WHERE organization_id = e.organization_id AND envelope_id = e.id), '{}'),
      (SELECT hash FROM events WHERE organization_id = e.organization_id AND envelope_id = e.id ORDER BY seq DESC LIMIT 1),
      (SELECT count(*) FROM events WHERE organization_id = e.organization_id AND envelope_id = e.id), at
    FROM envelopes AS e WHERE e.organization_id = organization AND e.id = envelope;
  -- Hidden from now on, like a deleted draft. Everything below is allowed because of erased_at.
  UPDATE envelopes SET erased_at = at, deleted_at = at, updated_at = at, display_name = '', original_filename = '',
    sender_name = '', sender_email = '', sender_user_id = NULL, scheduled_by = NULL, message = NULL, metadata = NULL, prefill = NULL,
    variable_values = NULL, detected_parties = NULL, name_pattern = NULL,
    seal_due_at = NULL
    WHERE organization_id = organization AND id = envelope;
  UPDATE events SET salt = NULL, actor_id = NULL, payload = NULL, ip_address = NULL, user_agent = NULL WHERE organization_id = organization AND envelope_id = envelope;
  DELETE FROM webhook_deliveries WHERE organization_id = organization AND envelope_id = envelope;
  DELETE FROM mail_deliveries WHERE organization_id = organization AND envelope_id = envelope;
  DELETE FROM outbox_mails WHERE organization_id = organization
    AND (envelope_id = envelope OR position(envelope IN message_id || html || text) > 0);
  DELETE FROM page_sessions WHERE organization_id = organization AND envelope_id = envelope;
  DELETE FROM contract_readings WHERE organization_id = organization AND envelope_id = envelope;
  DELETE FROM search_documents WHERE organization_id = organization AND envelope_id = envelope;
  DELETE FROM envelope_labels WHERE organization_id = organization AND envelope_id = envelope;
  DELETE FROM envelope_fields WHERE organization_id = organization AND envelope_id = envelope;
  DELETE FROM field_attachments WHERE organization_id = organization AND envelope_id = envelope;
  DELETE FROM participants WHERE organization_id = organization AND envelope_id = envelope;
  DELETE FROM copy_recipients WHERE organization_id = organization AND envelope_id = envelope;
  DELETE FROM threads WHERE organization_id = organization AND envelope_id = envelope;
  DELETE FROM documents WHERE organization_id = organization AND envelope_id = envelope;
  DELETE FROM envelope_files WHERE organization_id = organization AND envelope_id = envelope;
  UPDATE bulk_send_rows SET recipient = NULL WHERE organization_id = organization AND envelope_id = envelope;
  RETURN NULL;
END $$;

-- Erases what an envelope says about one person, or returns why not. Its documents stay: they are the other parties' as well.
CREATE FUNCTION erase_person(envelope text, address text, at timestamptz, no_name text, no_address text) RETURNS text
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  organization CONSTANT text := current_setting('app.organization_id', true);
  obstacle CONSTANT text := erasure_obstacle(envelope);
  person record;
BEGIN
  IF obstacle IS NOT NULL THEN RETURN obstacle; END IF;
  FOR person IN SELECT id FROM participants WHERE organization_id = organization AND envelope_id = envelope AND lower(email) = lower(address) LOOP
    UPDATE participants SET erased_at = at, updated_at = at, name = no_name, email = no_address, company = NULL, title = NULL,
      message = NULL, decline_reason = NULL, delegated_from = '[]', last_ip_address = NULL, last_user_agent = NULL, time_zone = NULL,
      authentication_phone = NULL, signed_with = NULL
      WHERE organization_id = organization AND id = person.id;
    DELETE FROM signature_marks WHERE organization_id = organization AND participant_id = person.id;
    DELETE FROM page_sessions WHERE organization_id = organization AND participant_id = person.id;
    DELETE FROM signing_attempts WHERE organization_id = organization AND participant_id = person.id;
    UPDATE envelope_fields SET value = NULL, prefill_value = NULL, attachments = '[]', updated_at = at WHERE organization_id = organization AND participant_id = person.id;
    DELETE FROM field_attachments AS a USING envelope_fields AS f
      WHERE a.organization_id = organization AND f.organization_id = organization AND f.id = a.field_id AND f.participant_id = person.id;
    UPDATE events SET salt = NULL, actor_id = NULL, payload = NULL, ip_address = NULL, user_agent = NULL
      WHERE organization_id = organization AND envelope_id = envelope AND (actor_id = person.id OR payload ->> 'participantId' = person.id);
  END LOOP;
  -- Also of a person who asked and then handed over their turn.
  DELETE FROM threads WHERE organization_id = organization AND envelope_id = envelope AND lower(email) = lower(address);
  UPDATE copy_recipients SET erased_at = at, name = no_name, email = no_address WHERE organization_id = organization AND envelope_id = envelope AND lower(email) = lower(address);
  UPDATE events SET salt = NULL, actor_id = NULL, payload = NULL, ip_address = NULL, user_agent = NULL
    WHERE organization_id = organization AND envelope_id = envelope AND position(lower(address) IN lower(payload::text)) > 0;
  DELETE FROM mail_deliveries WHERE organization_id = organization AND envelope_id = envelope AND position(lower(address) IN lower(recipient)) > 0;
  DELETE FROM webhook_deliveries WHERE organization_id = organization AND envelope_id = envelope AND position(lower(address) IN lower(body)) > 0;
  DELETE FROM contract_readings WHERE organization_id = organization AND envelope_id = envelope;
  DELETE FROM search_documents WHERE organization_id = organization AND envelope_id = envelope;
  RETURN NULL;
END $$;
REVOKE ALL ON FUNCTION erasure_obstacle(text), erase_envelope(text, text, timestamptz, text), erase_person(text, text, timestamptz, text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION erase_envelope(text, text, timestamptz, text), erase_person(text, text, timestamptz, text, text) TO countersign_app;
