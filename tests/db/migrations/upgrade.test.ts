import { rmSync } from 'node:fs';
import postgres from 'postgres';
import { expect, it } from 'vitest';
import { toConnectionOptions } from '#server/db/client/client.ts';
import { migrateTables } from '#server/db/migrations/migrate.ts';
import { useApi } from '../../support/api.ts';
import { asOwner, makeScratchDirectory } from '../../support/cluster.ts';
import { createDraft, sendDraft } from '../../support/envelopes.ts';
import { migrationFaults } from '../../support/migration-faults.ts';
import { nextReleases } from '../../support/next-release.ts';

const api = useApi({ alone: true });

/** What a later version might change: a column with a value in every row, its index, and its constraints. */
const NEXT = [
  'alter table envelopes add column reference text',
  `-- batches
update envelopes set reference = id where (organization_id, id) in
  (select organization_id, id from envelopes where reference is null limit $1)`,
  'create index concurrently envelopes_reference on envelopes (organization_id, reference)',
  "alter table envelopes add constraint envelopes_reference check (reference <> '') not valid",
  'alter table envelopes validate constraint envelopes_reference',
];

it('goes on while the version before sends and reads', async () => {
  expect(NEXT.flatMap(migrationFaults)).toEqual([]);
  const { apiKey } = await api.tenant();
  const before = [];
  for (let count = 0; count < 5; count += 1)
    before.push((await createDraft(api, apiKey)).json.envelope.id as string);
  const folder = await makeScratchDirectory();
  nextReleases(folder)(NEXT);

  const owner = asOwner(api.services.config.database);
  let isOver = false;
  const working = (async () => {
    const sent = [];
    while (!isOver || sent.length === 0) sent.push((await sendDraft(api, apiKey)).envelope.status);
    return sent;
  })();
  await migrateTables(owner, folder).finally(() => (isOver = true));
  expect(new Set(await working)).toEqual(new Set(['in_progress']));

  const sql = postgres({ ...toConnectionOptions(owner), max: 1 });
  const rows = await sql<{ id: string; reference: string }[]>`
    select id, reference from envelopes where id in ${sql(before)}`;
  expect(rows.map(({ reference }) => reference).toSorted()).toEqual(before.toSorted());
  await sql.end();
  const { json } = await api.ask('GET /api/v1/envelopes', { key: apiKey });
  expect(json.items.length).toBeGreaterThan(before.length);
  rmSync(folder, { recursive: true });
});
