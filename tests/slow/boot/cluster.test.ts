import postgres from 'postgres';
import { expect, test } from 'vitest';

import { toConnectionOptions } from '#server/db/client/client.ts';
import { createTestDatabase } from '../../support/cluster.ts';

test('test databases are apart from each other and gone after the drop', async () => {
  const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const open = ({ owner }: typeof one) => postgres({ ...toConnectionOptions(owner), max: 1 });
  const [first, second] = [open(one), open(two)];

  await first`create table only_here (id int)`;
  await expect(second`select * from only_here`).rejects.toThrow('relation "only_here" does not exist');

  await second.end();
  await Promise.all([one.drop(), two.drop()]);
  await expect(first`select 1`).rejects.toThrow();
  await first.end();
});
