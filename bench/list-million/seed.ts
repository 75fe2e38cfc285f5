import { sql, type SQL } from 'drizzle-orm';
import type { Drizzle } from '#server/db/client/client.ts';

/** An organization in the benchmark, and how many envelopes it has. */
export interface Population {
  readonly organizationId: string;
  readonly envelopes: number;
}

const TEAMS = 20;
const TEMPLATES = 50;

/** What to fill besides envelopes, participants and documents. */
export interface Extent {
  /** Whether texts can be searched. This takes most of the time. Default: true. */
  readonly searchable?: boolean;
  /** How many events each envelope has, in partitions by month. Default: none. */
  readonly events?: number;
}

const MONTHS = 36;

/** Fills a migrated database, unless an earlier run already has. */
export async function fillOnce(
  owner: Drizzle,
  populations: readonly Population[],
  extent: Extent = {},
): Promise<void> {
  const [row] = await owner.execute<{ filled: boolean }>(
    sql`select exists (select from envelopes) as filled`,
  );
  if (row?.filled === true) return;
  process.stderr.write('filling the database …\n');
  const start = performance.now();
  await seed(owner, populations, extent);
  process.stderr.write(`filled in ${Math.round((performance.now() - start) / 1000)} s\n`);
}

/**
 * Fills an empty, migrated database with three years of envelopes for each organization, in the order of
 * their creation, with two or three participants and a document each. Indexes are built afterwards, which
 * only saves time.
 */
async function seed(
  owner: Drizzle,
  populations: readonly Population[],
  { searchable = true, events = 0 }: Extent,
): Promise<void> {
  await owner.execute(sql`set session_replication_role = replica`);
  await owner.execute(sql`set maintenance_work_mem = '512MB'`);
  const definitions = await dropIndexes(owner);
  for (const population of populations) {
    await fill(owner, population);
  }
  if (searchable) await fillSearch(owner);
  if (events > 0) await fillEvents(owner, events);
  for (const definition of definitions) await owner.execute(sql.raw(definition));
  await owner.execute(sql`set session_replication_role = origin`);
  await owner.execute(sql`vacuum analyze`);
}

async function fillSearch(owner: Drizzle): Promise<void> {
  await owner.execute(sql`
    insert into search_entries (envelope_id, source_id, organization_id, about, created_at, content)
    select id, id, organization_id, 'envelope', created_at, lower(display_name || U&'\\001F' || original_filename) from envelopes
    union all
    select p.envelope_id, p.id, p.organization_id, 'participant', e.created_at, lower(p.name || U&'\\001F' || p.email)
    from participants p join envelopes e on e.id = p.envelope_id`);
  await fillWords(owner);
}

async function fillEvents(owner: Drizzle, count: number): Promise<void> {
  for (let month = 1; month <= MONTHS; month += 1)
    await owner.execute(sql`select make_event_partition((now() - make_interval(months => ${month}))::date)`);
  await owner.execute(sql`
    insert into events (id, envelope_id, organization_id, seq, actor_type, action, occurred_at, salt, digest, prev_hash, hash, payload, position)
    select 'evt_' || left(md5(id || seq), 26), id, organization_id, seq, 'system', 'envelope.sent', created_at + seq * interval '1 minute',
      repeat('5', 32), repeat('d', 64), repeat('b', 64), repeat(seq::text, 64), jsonb_build_object('note', repeat('x', 200)),
      row_number() over (partition by organization_id)
    from envelopes, generate_series(1, ${sql.raw(String(count))}) as seq`);
  await owner.execute(sql`
    insert into event_feeds select organization_id, max(position), 1, 'bench' from events group by organization_id`);
}

async function dropIndexes(owner: Drizzle): Promise<string[]> {
  const indexes = await owner.execute<{ name: string; definition: string }>(sql`
    select indexname as name, indexdef as definition from pg_indexes
    where schemaname = 'public' and tablename in ('envelopes', 'participants', 'documents', 'search_entries', 'search_documents')
      and not exists (select from pg_constraint where conname = indexname)`);
  for (const { name } of indexes) await owner.execute(sql`drop index ${sql.identifier(name)}`);
  return indexes.map(({ definition }) => definition);
}

async function fill(owner: Drizzle, { organizationId: id, envelopes }: Population): Promise<void> {
  const number = (name: SQL, count: number) => sql`${id} || '_' || (${name} % ${sql.raw(String(count))})`;
  await owner.execute(
    sql`insert into organizations (id, name, created_at, updated_at) values (${id}, ${id}, now(), now())`,
  );
  await owner.execute(sql`insert into teams (id, organization_id, name, created_at)
    select ${number(sql`n`, TEAMS)}, ${id}, 'Team ' || n, now() from generate_series(0, ${sql.raw(String(TEAMS - 1))}) n`);
  await owner.execute(sql`
    insert into templates (id, organization_id, team_id, name, original_filename, source_format, content_hash, size_bytes,
      legal_framework, consumer_disclosure, created_at, updated_at)
    select ${number(sql`n`, TEMPLATES)}, ${id}, ${number(sql`n`, TEAMS)}, 'Template ' || n, 'template.pdf', 'pdf', repeat('0', 64), 1000,
      'esign_ueta', false, now(), now() from generate_series(0, ${sql.raw(String(TEMPLATES - 1))}) n`);
  await owner.execute(sql`select setseed(0.5)`);
  await fillEnvelopes(owner, id, envelopes);
  await owner.execute(sql`
    insert into participants (id, envelope_id, organization_id, order_index, position, name, email, status, link_epoch, reminder_count,
      signed_at, declined_at, latest_action, latest_action_at, created_at, updated_at)
    select 'part_' || right(id, -4) || place, id, organization_id, place, place, given || ' ' || family,
      lower(given || '.' || family) || '@' || domain, state, 1, 0,
      case state when 'signed' then latest_action_at end, case state when 'declined' then latest_action_at end,
      'participant.link_issued', sent_at, created_at, updated_at
    from (
      select e.*, place,
        (array['Anna','Ben','Chloé','Dmitri','Elif','Fatima','Göran','Hana','Igor','José','Katya','Liam','Мария','Noor','Olga','Pedro','秀英','Rosa','Sven','Tara'])[1 + h % 20] as given,
        'von'||to_hex(h / 20 % 3000) as family,
        case when h % 10 < 3 then 'gmail.com' when h % 10 < 5 then 'outlook.com' else 'firm' || h / 60000 % 5000 || '.example' end as domain,
        case when status = 'completed' then 'signed' when status = 'declined' and place = 0 then 'declined' else 'pending' end as state
      from envelopes e cross join generate_series(0, 2) place
        cross join lateral (select hashint8(hashtext(e.id)::bigint * 3 + place) & 2147483647 as h) hashed
      where organization_id = ${id} and (place < 2 or hashtext(e.id) % 2 = 0)
    ) drawn`);
  await owner.execute(sql`
    insert into documents (envelope_id, organization_id, variant, storage_key, content_type, sha256, size_bytes, page_count, notices, created_at)
    select id, organization_id, 'prepared', organization_id || '/' || id || '/prepared', 'application/pdf', md5(id) || md5(id), 84000, 3, '[]', created_at
    from envelopes where organization_id = ${id}`);
}

/**
 * Returns the words of names and recipients, and eighty of twenty thousand words as a document's text: `w0z`
 * is in almost all of them, `w100z` in one of 20, `w10000z` in one of 500.
 */
async function fillWords(owner: Drizzle): Promise<void> {
  await owner.execute(sql`
    insert into search_documents (envelope_id, organization_id, created_at, names, content, is_due)
    select e.id, e.organization_id, e.created_at, array_to_tsvector(endings.words), array_to_tsvector(drawn.words), false
    from envelopes e
      cross join lateral (select string_agg(p.name || ' ' || p.email, ' ') as texts from participants p where p.envelope_id = e.id) as people
      cross join lateral (
        select array(select distinct substr(word, place) from
          regexp_split_to_table(lower(e.display_name || ' ' || e.original_filename || ' ' || people.texts), '[ .@#,_-]+') as word,
          generate_series(1, length(word)) as place) as words) as endings
      cross join lateral (
        select array(select distinct 'w' || floor(20000 * power((hashint8(hashtext(e.id)::bigint * 97 + n) & 2147483647) / 2147483648.0, 3))::int || 'z'
          from generate_series(1, 80) as n) as words) as drawn`);
}

/**
 * The newest tenth of the envelopes is mostly in progress. The others have ended, apart from forgotten
 * drafts. Teams differ in size, and each template is used for a few weeks. Half of the names contain
 * "Agreement", and the other words get rarer. Every name contains the year.
 */
async function fillEnvelopes(owner: Drizzle, id: string, envelopes: number): Promise<void> {
  const count = sql.raw(String(envelopes));
  await owner.execute(sql`
    insert into envelopes (id, organization_id, team_id, template_id, status, detection_status, version, original_filename,
      display_name, source_format, content_hash, size_bytes, delivery_mode, legal_framework, consumer_disclosure, expires_at,
      sent_at, completed_at, declined_at, voided_at, expired_at, sealed_at, sender_name, sender_email, latest_action,
      latest_action_at, standing_attention, created_at, updated_at)
    select first_envelope_id(created) || left(md5(${id} || n), 16), ${id},
      ${id} || '_' || floor(20 * b * b)::int, case when a < 0.6 then ${id} || '_' || least(floor(50.0 * n / ${count})::int, 49) end,
      status, 'none', 3, lower(word) || '-' || n || '.pdf',
      word || ' ' || company || ' ' || extract(year from created) || ' #' || n,
      'pdf', md5(n::text) || md5(n::text), 84000, 'inline', 'esign_ueta', false,
      case when a < 0.7 then case status when 'in_progress' then now() + b * interval '40 days' else created + interval '30 days' end end,
      sent, case status when 'completed' then ended end, case status when 'declined' then ended end,
      case status when 'voided' then ended end, case status when 'expired' then ended end, case status when 'completed' then ended end,
      'Sam Sender', 'sam@sender.example',
      case status when 'in_progress' then 'envelope.sent' when 'completed' then 'envelope.completed' else 'envelope.created' end,
      coalesce(case when status in ('completed', 'declined', 'voided', 'expired') then ended end, sent, created),
      case when status in ('declined', 'expired') then array[status]
        when status = 'in_progress' and b < 0.06 then array['your_turn']
        when status = 'review' and b < 0.1 then array['detection_failed']
        when status = 'completed' and b < 0.00002 then array['sealing_failed'] else '{}' end,
      created, created
    from (
      select *, case when status in ('draft', 'detecting', 'review') or status = 'voided' and b < 0.3 then null
          else created + a * interval '1 day' end as sent, created + interval '1 day' + b * interval '14 days' as ended
      from (
        select n, created, a, b,
          (array['Agreement','Agreement','Agreement','Agreement','Agreement','Agreement','Lease','Offer','NDA Mutual','Invoice'])[1 + floor(c * 10)::int]
            || case when d < 0.05 then ' Quarterly' when d < 0.06 then ' Zürich' when d < 0.063 then ' Pilot' when d < 0.064 then ' 契約' else '' end as word,
          'Company ' || initcap(translate(to_hex(hashint8(n * 7) & 8191), '0123456789', 'ghijklmnop')) as company,
          case when n > ${count} * 0.9 then
            (array['in_progress','in_progress','in_progress','in_progress','in_progress','in_progress','completed','completed','draft','review'])[1 + floor(e * 10)::int]
          else case when e < 0.895 then 'completed' when e < 0.93 then 'declined' when e < 0.96 then 'expired' when e < 0.993 then 'voided'
            when e < 0.9995 then 'draft' else 'detecting' end end as status
        from (
          select n, date_trunc('milliseconds', now() - interval '3 years' + n * (interval '3 years' / ${count})) as created,
            random() as a, random() as b, random() as c, random() as d, random() as e
          from generate_series(1, ${count}) n
        ) drawn
      ) named
    ) dated`);
}
