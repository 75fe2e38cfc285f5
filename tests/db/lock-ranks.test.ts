import { beforeAll, expect, it } from 'vitest';
import { makeWorld, WRITE_NAMES, WRITES, type WriteName } from '../support/administration-writes.ts';
import { useApi } from '../support/api.ts';
import { useOwner } from '../support/owner.ts';
import { collectStatements, noteStatements, type Sent } from '../support/statements.ts';

const api = useApi({ alone: true });
const owner = useOwner(api);

/** The order of locks, as docs/database.md describes it. Tables of one line are locked in any order. */
const ORDER: readonly (readonly string[])[] = [
  ['users'],
  ['organizations'],
  ['memberships'],
  ['teams'],
  ['team_members'],
  ['invitations', 'api_keys', 'oauth_grants', 'sessions', 'email_domains', 'sign_in_connections'],
  ['templates', 'webhooks', 'envelopes', 'identity_providers'],
  ['labels'],
  ['idempotency_keys'],
  ['quota_uses'],
];
const RANKS = new Map(ORDER.flatMap((tables, rank) => tables.map((table) => [table, rank] as const)));

beforeAll(() => noteStatements(api, owner.sql));

/** Returns the tables whose rows the transactions of one connection lock, by transaction, in order. */
function readLocks(statements: readonly Sent[]): string[][] {
  const transactions = new Map<string, string[]>();
  const ended: string[][] = [];
  for (const { process, text } of statements) {
    const sql = text.replaceAll(/["\n\t]/g, ' ').toLowerCase();
    if (/^\s*begin/.test(sql)) transactions.set(process, []);
    const current = transactions.get(process);
    if (current === undefined) continue;
    if (/^\s*(?:commit|rollback)/.test(sql)) {
      ended.push(current);
      transactions.delete(process);
    }
    const [, table] =
      /\bfrom\s+(\w+)\b(?=.*\bfor\s+(?:no key )?update)/.exec(sql) ??
      /^\s*update\s+(\w+)/.exec(sql) ??
      // A new account is locked by making it: nobody else waits for what only this transaction sees.
      /^\s*insert into\s+(users)\b/.exec(sql) ??
      /^\s*delete from\s+(\w+)/.exec(sql) ??
      [];
    if (table !== undefined && RANKS.has(table) && !current.includes(table)) current.push(table);
  }
  return ended;
}

it.each(WRITE_NAMES)('%s: locks in the order that all keep', async (name: WriteName) => {
  const call = await WRITES[name](await makeWorld(api), '1');
  const { result, statements } = await collectStatements(owner.sql, call);
  expect(result.status).toBeLessThan(300);
  const locks = readLocks(statements);
  expect(locks.length).toBeGreaterThan(0);
  for (const tables of locks)
    expect(tables).toEqual(tables.toSorted((a, b) => (RANKS.get(a) ?? 0) - (RANKS.get(b) ?? 0)));
});
