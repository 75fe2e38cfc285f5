-- Rules that hold whatever the program does: logs only grow, what has ended stays ended, and an organization keeps an owner
-- and a team that everyone belongs to.

-- Events are appended in order, never deleted, and changed only when personal details are erased or they get their place in the
-- organization's feed.
CREATE FUNCTION events_append_in_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.position IS NOT NULL THEN
    RAISE EXCEPTION 'events get their position when the feed is read' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.seq = 1 THEN
    IF NEW.prev_hash <> repeat('0', 64) THEN
      RAISE EXCEPTION 'the first event of a chain must have 64 zeros as its previous hash' USING ERRCODE = 'check_violation';
    END IF;
  ELSIF NOT EXISTS (
    SELECT FROM events WHERE organization_id = NEW.organization_id AND envelope_id = NEW.envelope_id AND seq = NEW.seq - 1 AND hash = NEW.prev_hash
  ) THEN
    RAISE EXCEPTION 'event % does not follow the head of its chain', NEW.seq USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER events_append_in_order BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION events_append_in_order();
CREATE FUNCTION events_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF OLD.position IS NULL AND NEW.position IS NOT NULL AND (to_jsonb(NEW) - 'position') = (to_jsonb(OLD) - 'position') THEN
      PERFORM FROM event_feeds AS feed WHERE feed.organization_id = NEW.organization_id
        AND NEW.position BETWEEN feed.first AND feed.last AND feed.given_by = pg_current_xact_id()::text;
      IF FOUND THEN RETURN NEW; END IF;
    END IF;
    IF NEW.position IS NOT DISTINCT FROM OLD.position AND NEW.actor_id IS NULL AND NEW.payload IS NULL AND NEW.ip_address IS NULL AND NEW.user_agent IS NULL AND NEW.salt IS NULL
      AND (NEW.id, NEW.envelope_id, NEW.organization_id, NEW.seq, NEW.actor_type, NEW.action, NEW.occurred_at, NEW.digest, NEW.prev_hash, NEW.hash)
        = (OLD.id, OLD.envelope_id, OLD.organization_id, OLD.seq, OLD.actor_type, OLD.action, OLD.occurred_at, OLD.digest, OLD.prev_hash, OLD.hash)
    THEN RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'events cannot be changed or deleted' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER events_refuse_change BEFORE UPDATE OR DELETE ON events FOR EACH ROW EXECUTE FUNCTION events_refuse_change();
CREATE TRIGGER events_refuse_truncate BEFORE TRUNCATE ON events FOR EACH STATEMENT EXECUTE FUNCTION events_refuse_change();

-- What would be a foreign key to events, which would lock the tables of both sides whenever a partition is made.
CREATE FUNCTION webhook_deliveries_need_event() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.event_id IS NOT NULL AND NOT EXISTS (
    SELECT FROM events WHERE organization_id = NEW.organization_id AND envelope_id = NEW.envelope_id AND id = NEW.event_id
  ) THEN
    RAISE EXCEPTION 'delivery % needs its event', NEW.id USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER webhook_deliveries_need_event BEFORE INSERT OR UPDATE OF organization_id, envelope_id, event_id ON webhook_deliveries
  FOR EACH ROW EXECUTE FUNCTION webhook_deliveries_need_event();

-- Every new head waits for the log. The update takes the row's lock: a log that is taking in heads at that
-- moment leaves this one for its next round.
CREATE FUNCTION events_change_head() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO changed_heads (envelope_id, organization_id, seq, head_hash, since, latest)
    VALUES (NEW.envelope_id, NEW.organization_id, NEW.seq, NEW.hash, NEW.occurred_at, NEW.occurred_at)
    ON CONFLICT (organization_id, envelope_id) DO UPDATE SET seq = EXCLUDED.seq, head_hash = EXCLUDED.head_hash, latest = EXCLUDED.latest;
  RETURN NULL;
END $$;
CREATE TRIGGER events_change_head AFTER INSERT ON events FOR EACH ROW EXECUTE FUNCTION events_change_head();

-- The log only grows: a row of tiles is continued at its end, and the next one begins when it is full.
CREATE FUNCTION log_tiles_append() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE full_length integer := CASE WHEN NEW.level < 0 THEN 8704 ELSE 8192 END;
BEGIN
  IF TG_OP = 'INSERT' THEN
    IF NEW.index > 0 AND NOT EXISTS (
      SELECT FROM log_tiles WHERE level = NEW.level AND index = NEW.index - 1 AND octet_length(content) = full_length
    ) THEN
      RAISE EXCEPTION 'tile % of level % does not follow a full one', NEW.index, NEW.level USING ERRCODE = 'check_violation';
    END IF;
  ELSIF (NEW.level, NEW.index) <> (OLD.level, OLD.index)
    OR octet_length(NEW.content) <= octet_length(OLD.content)
    OR substring(NEW.content FROM 1 FOR octet_length(OLD.content)) <> OLD.content THEN
    RAISE EXCEPTION 'tile % of level % can only be continued', OLD.index, OLD.level USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER log_tiles_append BEFORE INSERT OR UPDATE ON log_tiles FOR EACH ROW EXECUTE FUNCTION log_tiles_append();

-- A leaf stands for an event, and is what the entry at its position is the SHA-256 of.
CREATE FUNCTION log_leaves_match() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE entry bytea;
BEGIN
  IF NOT EXISTS (
    SELECT FROM events WHERE organization_id = NEW.organization_id AND envelope_id = NEW.envelope_id AND seq = NEW.seq
      AND hash = NEW.head_hash
  ) THEN
    RAISE EXCEPTION 'leaf % does not match an event', NEW.position USING ERRCODE = 'check_violation';
  END IF;
  SELECT substring(content FROM (NEW.position % 256)::integer * 34 + 3 FOR 32) INTO entry
    FROM log_tiles WHERE level = -1 AND index = NEW.position / 256;
  -- RFC 8785 canonical JSON: identifiers, hashes and numbers need no escapes.
  IF entry IS DISTINCT FROM sha256(convert_to(format(
    '{"envelopeId":"%s","format":"countersign-head/1","headHash":"%s","nonce":"%s","organizationId":"%s","seq":%s}',
    NEW.envelope_id, NEW.head_hash, NEW.nonce, NEW.organization_id, NEW.seq), 'UTF8')) THEN
    RAISE EXCEPTION 'leaf % does not match its entry', NEW.position USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER log_leaves_match BEFORE INSERT ON log_leaves FOR EACH ROW EXECUTE FUNCTION log_leaves_match();

-- A checkpoint covers more than the last one, and no more than there is.
CREATE FUNCTION log_checkpoints_append() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM log_checkpoints WHERE size >= NEW.size) THEN
    RAISE EXCEPTION 'checkpoint % does not follow the latest one', NEW.size USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.size < 1 OR NOT EXISTS (
    SELECT FROM log_tiles WHERE level = 0 AND index = (NEW.size - 1) / 256
      AND octet_length(content) >= ((NEW.size - 1) % 256 + 1) * 32
  ) THEN
    RAISE EXCEPTION 'the log has fewer than % entries', NEW.size USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER log_checkpoints_append BEFORE INSERT ON log_checkpoints FOR EACH ROW EXECUTE FUNCTION log_checkpoints_append();

CREATE FUNCTION log_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% cannot be changed or deleted', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER log_tiles_refuse_delete BEFORE DELETE ON log_tiles FOR EACH ROW EXECUTE FUNCTION log_refuse_change();
CREATE TRIGGER log_tiles_refuse_truncate BEFORE TRUNCATE ON log_tiles FOR EACH STATEMENT EXECUTE FUNCTION log_refuse_change();
DO $$
DECLARE name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['log_leaves', 'log_checkpoints', 'log_cosignatures', 'log_timestamps']
  LOOP
    EXECUTE format('CREATE TRIGGER %I BEFORE UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION log_refuse_change()', name || '_refuse_change', name);
    EXECUTE format('CREATE TRIGGER %I BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION log_refuse_change()', name || '_refuse_truncate', name);
  END LOOP;
END $$;

-- The log keeps its name and key. Only how the private key is encrypted can change.
CREATE FUNCTION log_identity_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.only, NEW.origin, NEW.public_key, NEW.created_at) IS NOT DISTINCT FROM (OLD.only, OLD.origin, OLD.public_key, OLD.created_at)
  THEN RETURN NEW; END IF;
  RAISE EXCEPTION 'log_identity cannot be changed or deleted' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER log_identity_refuse_change BEFORE UPDATE OR DELETE ON log_identity FOR EACH ROW EXECUTE FUNCTION log_identity_refuse_change();
CREATE TRIGGER log_identity_refuse_truncate BEFORE TRUNCATE ON log_identity FOR EACH STATEMENT EXECUTE FUNCTION log_refuse_change();

-- The record of administrative actions only grows, but for what is about accounts and more than a month old.
CREATE FUNCTION administrative_actions_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    IF is_account_action(OLD.action) AND OLD.occurred_at < now() - interval '30 days' THEN RETURN OLD; END IF;
  END IF;
  RAISE EXCEPTION 'administrative actions cannot be changed or deleted' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER administrative_actions_refuse_change BEFORE UPDATE OR DELETE ON administrative_actions FOR EACH ROW EXECUTE FUNCTION administrative_actions_refuse_change();
CREATE TRIGGER administrative_actions_refuse_truncate BEFORE TRUNCATE ON administrative_actions FOR EACH STATEMENT EXECUTE FUNCTION administrative_actions_refuse_change();

-- So does the record of what the people who run the instance did.
CREATE FUNCTION instance_actions_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'actions of administrators cannot be changed or deleted' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER instance_actions_refuse_change BEFORE UPDATE OR DELETE ON instance_actions FOR EACH ROW EXECUTE FUNCTION instance_actions_refuse_change();
CREATE TRIGGER instance_actions_refuse_truncate BEFORE TRUNCATE ON instance_actions FOR EACH STATEMENT EXECUTE FUNCTION instance_actions_refuse_change();

-- An envelope that has ended keeps its status, and versions only grow.
CREATE FUNCTION envelopes_keep_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status IN ('completed', 'declined', 'voided', 'expired') AND NEW.status <> OLD.status THEN
    RAISE EXCEPTION 'the status of a % envelope cannot change', OLD.status USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.version < OLD.version THEN
    RAISE EXCEPTION 'the version of an envelope cannot decrease' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.organization_id <> OLD.organization_id THEN
    RAISE EXCEPTION 'an envelope cannot move to another organization' USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.erased_at IS NOT NULL THEN
    RAISE EXCEPTION 'an erased envelope cannot change' USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.sent_at IS NOT NULL AND NEW.sent_at IS NOT NULL AND NEW.message IS DISTINCT FROM OLD.message AND NEW.erased_at IS NULL THEN
    RAISE EXCEPTION 'the message of an envelope that was sent cannot change' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER envelopes_keep_order BEFORE UPDATE ON envelopes FOR EACH ROW EXECUTE FUNCTION envelopes_keep_order();

-- A sent envelope becomes a draft again only while nobody has acted, and without a time of sending.
CREATE FUNCTION envelopes_recall_untouched() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.sent_at IS NOT NULL OR EXISTS (SELECT FROM participants WHERE organization_id = NEW.organization_id AND envelope_id = NEW.id AND status <> 'pending') THEN
    RAISE EXCEPTION 'an envelope that someone has signed cannot become a draft' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER envelopes_recall_untouched BEFORE UPDATE OF status ON envelopes
  FOR EACH ROW WHEN (OLD.status = 'in_progress' AND NEW.status IN ('draft', 'detecting', 'review'))
  EXECUTE FUNCTION envelopes_recall_untouched();

-- A new version is of the same contract for good, and is only sent once the version that it replaces has ended without being
-- completed. It is checked at the end of the transaction, which ends that version after it has sent this one.
CREATE FUNCTION envelopes_keep_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.version_number, NEW.previous_version_id) IS DISTINCT FROM (OLD.version_number, OLD.previous_version_id) THEN
    RAISE EXCEPTION 'an envelope stays the version that it is' USING ERRCODE = 'check_violation';
  END IF;
  IF OLD.replaced_by_id IS NOT NULL AND NEW.replaced_by_id IS DISTINCT FROM OLD.replaced_by_id THEN
    RAISE EXCEPTION 'an envelope is replaced once' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER envelopes_keep_version BEFORE UPDATE OF version_number, previous_version_id, replaced_by_id ON envelopes
  FOR EACH ROW EXECUTE FUNCTION envelopes_keep_version();
CREATE FUNCTION envelopes_replace_previous() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- One that was recalled and then deleted has nothing to end.
  IF EXISTS (
    SELECT FROM envelopes WHERE organization_id = NEW.organization_id AND id = NEW.previous_version_id
      AND NOT (status IN ('declined', 'voided', 'expired') AND replaced_by_id IS NOT NULL)
      AND NOT (status = 'draft' AND deleted_at IS NOT NULL)
  ) THEN
    RAISE EXCEPTION 'a new version is sent only together with the end of the previous one' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER envelopes_replace_previous AFTER UPDATE OF status ON envelopes DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (NEW.previous_version_id IS NOT NULL AND NEW.status = 'in_progress' AND OLD.status <> 'in_progress')
  EXECUTE FUNCTION envelopes_replace_previous();

-- The files of an envelope and the document they make change only while it is a draft. The lock waits for an envelope that is
-- being sent at that moment. Sealing adds the sealed document of a completed one. It may be extended while a job is due to do
-- that, and never gets shorter.
CREATE FUNCTION documents_change_in_drafts() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed record;
  state text;
  erased timestamptz;
BEGIN
  IF TG_OP = 'DELETE' THEN changed := OLD; ELSE changed := NEW; END IF;
  SELECT status, erased_at INTO state, erased FROM envelopes WHERE organization_id = changed.organization_id AND id = changed.envelope_id FOR SHARE;
  IF state IN ('draft', 'detecting', 'review')
    OR TG_OP = 'DELETE' AND erased IS NOT NULL
    OR TG_OP = 'DELETE' AND state IS NULL
    OR TG_OP = 'INSERT' AND state = 'completed' AND erased IS NULL AND to_jsonb(changed) ->> 'variant' IN ('sealed', 'certificate')
    OR TG_OP = 'UPDATE' AND state = 'completed' AND erased IS NULL AND to_jsonb(OLD) ->> 'variant' = 'sealed'
      AND to_jsonb(NEW) - ARRAY['storage_key', 'sha256', 'size_bytes'] = to_jsonb(OLD) - ARRAY['storage_key', 'sha256', 'size_bytes']
      AND (to_jsonb(NEW) ->> 'size_bytes')::bigint >= (to_jsonb(OLD) ->> 'size_bytes')::bigint
  THEN RETURN changed;
  END IF;
  RAISE EXCEPTION 'the documents of an envelope that was sent cannot change' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER documents_change_in_drafts BEFORE INSERT OR UPDATE OR DELETE ON documents
  FOR EACH ROW EXECUTE FUNCTION documents_change_in_drafts();
CREATE TRIGGER envelope_files_change_in_drafts BEFORE INSERT OR UPDATE OR DELETE ON envelope_files
  FOR EACH ROW EXECUTE FUNCTION documents_change_in_drafts();

-- An envelope is sent with all of its files.
CREATE FUNCTION envelopes_send_whole() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM envelope_files WHERE organization_id = NEW.organization_id AND envelope_id = NEW.id AND status <> 'received') THEN
    RAISE EXCEPTION 'an envelope with a file that is missing cannot be sent' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER envelopes_send_whole BEFORE UPDATE OF status ON envelopes
  FOR EACH ROW WHEN (NEW.status = 'in_progress' AND OLD.status <> 'in_progress') EXECUTE FUNCTION envelopes_send_whole();

-- An envelope completes once everyone has signed.
CREATE FUNCTION envelopes_complete_when_signed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM participants WHERE organization_id = NEW.organization_id AND envelope_id = NEW.id AND status <> 'signed') THEN
    RAISE EXCEPTION 'an envelope that someone has not signed cannot complete' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER envelopes_complete_when_signed BEFORE UPDATE OF status ON envelopes
  FOR EACH ROW WHEN (NEW.status = 'completed' AND OLD.status <> 'completed') EXECUTE FUNCTION envelopes_complete_when_signed();

-- Nobody acts before everyone with a lower order index has signed, and what someone has done stays.
CREATE FUNCTION participants_keep_turn() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.status <> 'pending' THEN
    RAISE EXCEPTION 'the status of a participant who has % cannot change', OLD.status USING ERRCODE = 'check_violation';
  END IF;
  IF EXISTS (
    SELECT FROM participants
    WHERE organization_id = NEW.organization_id AND envelope_id = NEW.envelope_id AND order_index < NEW.order_index AND status <> 'signed'
  ) THEN
    RAISE EXCEPTION 'it is not the turn of this participant' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER participants_keep_turn BEFORE UPDATE OF status ON participants
  FOR EACH ROW WHEN (NEW.status <> OLD.status) EXECUTE FUNCTION participants_keep_turn();
-- How a participant gets to the document and proves who they are is agreed before they get a link. A phone number goes with
-- one link.
CREATE FUNCTION participants_keep_authentication() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the delivery, authentication and signing of a participant who has a link cannot change' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER participants_keep_authentication BEFORE UPDATE OF delivery, authentication_method, access_code_hash, authentication_phone, authentication_provider, signing ON participants
  FOR EACH ROW WHEN (OLD.link_issued_at IS NOT NULL AND NEW.erased_at IS NULL AND (
    (NEW.delivery, NEW.authentication_method, NEW.access_code_hash, NEW.authentication_provider, NEW.signing)
      IS DISTINCT FROM (OLD.delivery, OLD.authentication_method, OLD.access_code_hash, OLD.authentication_provider, OLD.signing)
    OR NEW.authentication_phone IS DISTINCT FROM OLD.authentication_phone AND NEW.link_epoch = OLD.link_epoch))
  EXECUTE FUNCTION participants_keep_authentication();
-- What someone signs with is decided before anything is sent, also for those whose turn comes later, and a signature keeps its key.
CREATE FUNCTION participants_keep_signing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.signed_with IS NOT NULL THEN
    RAISE EXCEPTION 'what someone signed with cannot change' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.signing <> OLD.signing AND EXISTS (
    SELECT FROM envelopes WHERE organization_id = NEW.organization_id AND id = NEW.envelope_id AND sent_at IS NOT NULL
  ) THEN
    RAISE EXCEPTION 'how someone signs an envelope that was sent cannot change' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER participants_keep_signing BEFORE UPDATE OF signing, signed_with ON participants
  FOR EACH ROW WHEN (NEW.erased_at IS NULL AND (NEW.signing <> OLD.signing OR NEW.signed_with IS DISTINCT FROM OLD.signed_with))
  EXECUTE FUNCTION participants_keep_signing();
-- Who gets a copy is decided before sending.
CREATE FUNCTION copy_recipients_keep() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE changed copy_recipients := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  IF EXISTS (SELECT FROM envelopes WHERE organization_id = changed.organization_id AND id = changed.envelope_id AND sent_at IS NOT NULL AND erased_at IS NULL)
    AND (TG_OP <> 'UPDATE' OR to_jsonb(NEW) ->> 'erased_at' IS NULL)
  THEN
    RAISE EXCEPTION 'who gets a copy of an envelope that was sent cannot change' USING ERRCODE = 'check_violation';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER copy_recipients_keep BEFORE INSERT OR DELETE OR UPDATE OF name, email, "when", envelope_id ON copy_recipients
  FOR EACH ROW EXECUTE FUNCTION copy_recipients_keep();
-- A turn is handed over while it is open and may be, one person at a time, with a new link. A recall starts over.
CREATE FUNCTION participants_delegate() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.delegated_from = '[]' AND NEW.link_issued_at IS NULL THEN RETURN NEW; END IF;
  IF NOT OLD.can_delegate OR OLD.status <> 'pending' OR NEW.link_epoch <= OLD.link_epoch OR NEW.consented_at IS NOT NULL
    OR NEW.authenticated_at IS NOT NULL OR jsonb_array_length(NEW.delegated_from) <> jsonb_array_length(OLD.delegated_from) + 1
  THEN
    RAISE EXCEPTION 'a turn cannot be handed over like this' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER participants_delegate BEFORE UPDATE OF delegated_from ON participants
  FOR EACH ROW WHEN (NEW.delegated_from <> OLD.delegated_from AND NEW.erased_at IS NULL) EXECUTE FUNCTION participants_delegate();
CREATE FUNCTION participants_keep_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the signing order of participants cannot change' USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER participants_keep_order BEFORE UPDATE OF order_index, position ON participants
  FOR EACH ROW WHEN ((NEW.order_index, NEW.position) <> (OLD.order_index, OLD.position)) EXECUTE FUNCTION participants_keep_order();

-- Both functions lock the organization first, so that of two owners who leave at the same moment the second one sees that
-- the first is gone.
CREATE FUNCTION memberships_keep_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.role = 'owner' AND (TG_OP = 'DELETE' OR NEW.role <> 'owner') THEN
    PERFORM FROM organizations WHERE id = OLD.organization_id FOR NO KEY UPDATE;
    IF NOT EXISTS (
      SELECT FROM memberships WHERE organization_id = OLD.organization_id AND role = 'owner' AND user_id <> OLD.user_id
    ) THEN
      RAISE EXCEPTION 'an organization must have an owner' USING ERRCODE = 'check_violation', CONSTRAINT = 'memberships_keep_owner';
    END IF;
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER memberships_keep_owner BEFORE UPDATE OR DELETE ON memberships FOR EACH ROW EXECUTE FUNCTION memberships_keep_owner();
CREATE FUNCTION teams_keep_one() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (OLD.is_private OR NOT NEW.is_private) THEN RETURN NEW; END IF;
  PERFORM FROM organizations WHERE id = OLD.organization_id FOR NO KEY UPDATE;
  IF NOT OLD.is_private AND NOT EXISTS (
    SELECT FROM teams WHERE organization_id = OLD.organization_id AND id <> OLD.id AND NOT is_private
  ) THEN
    RAISE EXCEPTION 'an organization must have a team that everyone belongs to'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'teams_keep_one';
  END IF;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER teams_keep_one BEFORE DELETE OR UPDATE OF is_private ON teams FOR EACH ROW EXECUTE FUNCTION teams_keep_one();

-- An invitation that was accepted or revoked stays so, and its links only get newer.
CREATE FUNCTION invitations_keep_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.accepted_at IS NOT NULL OR OLD.revoked_at IS NOT NULL THEN
    RAISE EXCEPTION 'an invitation that was accepted or revoked cannot change' USING ERRCODE = 'check_violation';
  END IF;
  IF NEW.epoch < OLD.epoch OR NEW.email <> OLD.email OR NEW.organization_id <> OLD.organization_id THEN
    RAISE EXCEPTION 'an invitation cannot change its email or organization, or bring back an old link' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER invitations_keep_end BEFORE UPDATE ON invitations FOR EACH ROW EXECUTE FUNCTION invitations_keep_end();

-- An invitation lives as long as its inviter may give its role: what nobody could give any more brings nobody in. Who leaves or gets a
-- lesser role loses the open invitations that go beyond it.
CREATE FUNCTION may_give_role(giver text, given text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(giver = 'owner' OR giver = 'admin' AND given <> 'owner', false)
$$;
CREATE FUNCTION invitations_need_inviter() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT may_give_role(
    (SELECT role FROM memberships WHERE organization_id = NEW.organization_id AND user_id = NEW.invited_by), NEW.role
  ) THEN
    RAISE EXCEPTION 'the inviter may no longer give the role of this invitation' USING ERRCODE = 'check_violation';
  END IF;
  IF is_suspended(NEW.organization_id) THEN
    RAISE EXCEPTION 'nobody joins an organization that is suspended' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER invitations_need_inviter BEFORE UPDATE OF accepted_at ON invitations
  FOR EACH ROW WHEN (NEW.accepted_at IS NOT NULL) EXECUTE FUNCTION invitations_need_inviter();
CREATE FUNCTION memberships_end_invitations() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE remaining CONSTANT text := CASE WHEN TG_OP = 'UPDATE' THEN NEW.role END;
BEGIN
  UPDATE invitations SET revoked_at = now()
    WHERE organization_id = OLD.organization_id AND invited_by = OLD.user_id AND accepted_at IS NULL AND revoked_at IS NULL
      AND NOT may_give_role(remaining, role);
  RETURN NULL;
END $$;
CREATE TRIGGER memberships_end_invitations AFTER DELETE OR UPDATE OF role ON memberships
  FOR EACH ROW EXECUTE FUNCTION memberships_end_invitations();
-- Access that a key gave ends with the key: whoever stole it may have invited themselves.
CREATE FUNCTION api_keys_end_invitations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE invitations SET revoked_at = now()
    WHERE organization_id = NEW.organization_id AND invited_with = NEW.id AND accepted_at IS NULL AND revoked_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER api_keys_end_invitations AFTER UPDATE OF revoked_at ON api_keys
  FOR EACH ROW WHEN (OLD.revoked_at IS NULL AND NEW.revoked_at IS NOT NULL) EXECUTE FUNCTION api_keys_end_invitations();

CREATE FUNCTION oauth_grants_stay_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.ended_at IS NOT NULL AND (NEW.ended_at IS DISTINCT FROM OLD.ended_at OR NEW.end_reason IS DISTINCT FROM OLD.end_reason) THEN
    RAISE EXCEPTION 'a grant that has ended cannot change its end' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER oauth_grants_stay_ended BEFORE UPDATE ON oauth_grants FOR EACH ROW EXECUTE FUNCTION oauth_grants_stay_ended();

-- Uses of a form are never taken back.
CREATE FUNCTION template_forms_keep_uses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.uses < OLD.uses OR NEW.template_id <> OLD.template_id OR NEW.id <> OLD.id THEN
    RAISE EXCEPTION 'a form keeps its link and its uses' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER template_forms_keep_uses BEFORE UPDATE ON template_forms FOR EACH ROW EXECUTE FUNCTION template_forms_keep_uses();

-- A form closes with its publisher's right to send what it sends, and doesn't open again by itself. What counts is how things are at the end of
-- the transaction: whoever makes a team private belongs to it only then. Whoever removes somebody may not see the form of a private
-- team, so this runs as the tables' owner. People are told by the next sweep.
CREATE FUNCTION close_lost_forms() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE scope CONSTANT text := current_setting('app.organization_id', true);
BEGIN
  PERFORM set_config('app.organization_id', OLD.organization_id, true);
  WITH lost AS (
    SELECT f.id, CASE
      WHEN m.role IS NULL THEN 'publisher_removed'
      WHEN m.role = 'viewer' THEN 'publisher_demoted'
      WHEN t.is_private AND NOT EXISTS (
        SELECT FROM team_members WHERE organization_id = f.organization_id AND team_id = t.id AND user_id = f.created_by)
      THEN 'publisher_left_team' END AS reason
    FROM template_forms AS f
      JOIN templates ON templates.organization_id = f.organization_id AND templates.id = f.template_id
      JOIN teams AS t ON t.organization_id = f.organization_id AND t.id = templates.team_id
      LEFT JOIN memberships AS m ON m.organization_id = f.organization_id AND m.user_id = f.created_by
    WHERE f.organization_id = OLD.organization_id AND f.enabled)
  UPDATE template_forms SET enabled = false, closed_reason = lost.reason, closed_at = now(), is_due = true
    FROM lost WHERE template_forms.organization_id = OLD.organization_id AND template_forms.id = lost.id AND lost.reason IS NOT NULL;
  PERFORM set_config('app.organization_id', scope, true);
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER memberships_close_forms AFTER DELETE OR UPDATE OF role ON memberships
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION close_lost_forms();
CREATE CONSTRAINT TRIGGER team_members_close_forms AFTER DELETE ON team_members
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION close_lost_forms();
CREATE CONSTRAINT TRIGGER teams_close_forms AFTER UPDATE OF is_private ON teams
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (NEW.is_private AND NOT OLD.is_private) EXECUTE FUNCTION close_lost_forms();

-- A session URL works once, and a session that was replaced stays over.
CREATE FUNCTION page_sessions_work_once() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.ended_at IS NOT NULL OR OLD.opened_at IS NOT NULL AND NEW.opened_at IS DISTINCT FROM OLD.opened_at THEN
    RAISE EXCEPTION 'a session that was opened or has ended cannot be opened again' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER page_sessions_work_once BEFORE UPDATE ON page_sessions FOR EACH ROW EXECUTE FUNCTION page_sessions_work_once();

-- Nobody keeps editing a draft that was sent, voided or deleted, not even after a recall.
CREATE FUNCTION envelopes_end_editing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE page_sessions SET ended_at = NEW.updated_at
    WHERE organization_id = NEW.organization_id AND envelope_id = NEW.id AND participant_id IS NULL AND ended_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER envelopes_end_editing AFTER UPDATE ON envelopes FOR EACH ROW
  WHEN (OLD.status IN ('draft', 'detecting', 'review')
    AND (NEW.status NOT IN ('draft', 'detecting', 'review') OR NEW.deleted_at IS NOT NULL))
  EXECUTE FUNCTION envelopes_end_editing();

-- A row of a bulk send that was sent or has failed stays so, and a bulk send finishes once.
CREATE FUNCTION bulk_send_rows_keep_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (OLD.envelope_id IS NOT NULL OR OLD.error IS NOT NULL)
    AND NOT EXISTS (SELECT FROM envelopes WHERE organization_id = OLD.organization_id AND id = OLD.envelope_id AND erased_at IS NOT NULL)
  THEN
    RAISE EXCEPTION 'a row that was sent or has failed cannot change' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER bulk_send_rows_keep_end BEFORE UPDATE ON bulk_send_rows FOR EACH ROW EXECUTE FUNCTION bulk_send_rows_keep_end();
CREATE FUNCTION bulk_sends_stay_finished() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.finished_at IS NOT NULL THEN
    RAISE EXCEPTION 'a bulk send that has finished cannot change' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER bulk_sends_stay_finished BEFORE UPDATE ON bulk_sends FOR EACH ROW EXECUTE FUNCTION bulk_sends_stay_finished();
-- What was said stays as it was said: messages are only added, and a thread that everyone sees stays visible.
CREATE FUNCTION threads_keep() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.envelope_id, NEW.participant_id, NEW.email, NEW.kind, NEW.quote, NEW.proposal, NEW.created_at)
      IS DISTINCT FROM (OLD.envelope_id, OLD.participant_id, OLD.email, OLD.kind, OLD.quote, OLD.proposal, OLD.created_at)
    OR OLD.visible_to = 'everyone' AND NEW.visible_to <> 'everyone'
    OR jsonb_path_query_array(NEW.messages, '$[0 to $last]', jsonb_build_object('last', jsonb_array_length(OLD.messages) - 1)) <> OLD.messages
  THEN
    RAISE EXCEPTION 'what was said in a thread cannot change' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER threads_keep BEFORE UPDATE ON threads FOR EACH ROW EXECUTE FUNCTION threads_keep();
