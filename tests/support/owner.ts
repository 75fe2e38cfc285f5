import postgres from 'postgres';
import { afterAll, beforeAll } from 'vitest';
import { toConnectionOptions } from '#server/db/client/client.ts';
import { asOwner } from './cluster.ts';
import type { TestApi } from './api.ts';

/** Connects to the program's database as the tables' owner, who is also the server's superuser. */
export function useOwner(api: TestApi): { readonly sql: postgres.Sql } {
  let opened: postgres.Sql | undefined;
  beforeAll(() => {
    opened = postgres({
      ...toConnectionOptions(asOwner(api.services.config.database)),
      max: 1,
      onnotice: () => undefined,
    });
  });
  afterAll(async () => {
    await opened?.end();
  });
  return {
    get sql() {
      if (opened === undefined) throw new Error('the connection is open only within tests');
      return opened;
    },
  };
}
