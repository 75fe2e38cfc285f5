import { sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { Transaction } from '#server/db/client.ts';
import { within, withinSnapshot } from '#server/db/transaction.ts';
import { useApi } from '../support/api.ts';

const api = useApi();

it('that only reads sees one moment, and the other writes', async () => {
  const { organizationId } = await api.tenant();
  const manner = async (tx: Transaction) => {
    const [row] = await tx.execute(sql`select current_setting('transaction_isolation') as isolation,
      current_setting('transaction_read_only') as read_only, current_setting('app.organization_id', true) as organization`);
    return row;
  };
  expect(await withinSnapshot(api.world.db, { organizationId }, manner)).toEqual({
    isolation: 'repeatable read',
    read_only: 'on',
    organization: organizationId,
  });
  expect(await within(api.world.db, { organizationId }, manner)).toEqual({
    isolation: 'read committed',
    read_only: 'off',
    organization: organizationId,
  });
  const rename = (tx: Transaction) => tx.execute(sql`update organizations set name = 'Other' returning name`);
  await expect(withinSnapshot(api.world.db, { organizationId }, rename)).rejects.toMatchObject({
    cause: { code: '25006' },
  });
  expect(await within(api.world.db, { organizationId }, rename)).toEqual([{ name: 'Other' }]);
});
