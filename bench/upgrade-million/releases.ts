/** Changes that a later version might make, one statement after another. */
export const EXPAND: readonly string[] = [
  'alter table envelopes add column reference text',
  'alter table participants add column reference text',
  'alter table events add column reference text',
  `create function envelopes_refer() returns trigger language plpgsql as $$ begin new.reference := new.id; return new; end $$`,
  'create trigger envelopes_refer before insert on envelopes for each row execute function envelopes_refer()',
  'create index concurrently participants_named on participants (organization_id, name, id)',
  'create index concurrently events_acted on events (organization_id, action, envelope_id)',
  `alter table participants add constraint participants_sent foreign key (organization_id, envelope_id)
  references envelopes (organization_id, id) not valid`,
  'alter table participants validate constraint participants_sent',
  'create index concurrently envelopes_unreferred on envelopes (organization_id, id) where reference is null',
  `-- batches
update envelopes set reference = id where (organization_id, id) in
  (select organization_id, id from envelopes where reference is null order by organization_id, id limit $1)`,
  'create index concurrently envelopes_reference on envelopes (organization_id, reference)',
  `alter table envelopes add constraint envelopes_referred check (reference is not null) not valid`,
  'alter table envelopes validate constraint envelopes_referred',
  'drop index concurrently envelopes_unreferred',
];

/** What the version after that then removes. */
export const CONTRACT: readonly string[] = [
  'alter table envelopes drop constraint envelopes_referred',
  'drop trigger envelopes_refer on envelopes',
  'drop function envelopes_refer()',
  'drop index concurrently participants_named',
  'drop index concurrently events_acted',
  'alter table participants drop constraint participants_sent',
  'alter table participants drop column reference',
  'alter table events drop column reference',
  'drop index concurrently envelopes_reference',
  'alter table envelopes drop column reference',
];
