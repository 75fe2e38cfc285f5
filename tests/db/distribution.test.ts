import { describe, expect, it } from 'vitest';
import { useApi } from '../support/api.ts';
import { EVERYWHERE } from '../support/distribution.ts';
import { useOwner } from '../support/owner.ts';

const api = useApi();
const owner = useOwner(api);

/**
 * Unique keys that don't begin with the organization, and why. They prevent distributing the table as it is.
 */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  oauth_grants_request:
    'the person chooses an organization for a request, and two clicks that choose two must not grant twice',
};

type Key = { readonly relation: string; readonly name: string; readonly about: string };

async function tables(): Promise<string[]> {
  const rows = await owner.sql<{ name: string }[]>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`;
  return rows.map(({ name }) => name);
}

async function distributed(): Promise<string[]> {
  return (await tables()).filter((name) => !(name in EVERYWHERE));
}

/** Primary keys, unique constraints and unique indexes whose first column isn't the organization. */
async function keysWithoutOrganization(): Promise<Key[]> {
  return await owner.sql<Key[]>`
    select indrelid::regclass::text as relation, indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as about
    from pg_index join pg_class on pg_class.oid = indrelid
    left join pg_attribute on attrelid = indrelid and attnum = indkey[0]
    where relnamespace = 'public'::regnamespace and indisunique and attname is distinct from 'organization_id'`;
}

/** Foreign keys that don't connect two organization columns, with the table they refer to. */
async function referencesWithoutOrganization(): Promise<(Key & { readonly target: string })[]> {
  return await owner.sql<(Key & { target: string })[]>`
    select conrelid::regclass::text as relation, conname as name, confrelid::regclass::text as target, pg_get_constraintdef(c.oid) as about
    from pg_constraint as c
    left join pg_attribute as own on own.attrelid = conrelid and own.attnum = conkey[1]
    left join pg_attribute as other on other.attrelid = confrelid and other.attnum = confkey[1]
    where contype = 'f' and connamespace = 'public'::regnamespace
      and (own.attname <> 'organization_id' or other.attname <> 'organization_id')`;
}

describe('every table', () => {
  it('has rows of one organization each, or is one of those that every node has', async () => {
    const rows = await owner.sql<{ name: string }[]>`
      select relname as name from pg_class join pg_attribute on attrelid = pg_class.oid
      where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attname = 'organization_id' and attnotnull`;
    const owned = new Set(rows.map(({ name }) => name));
    expect((await distributed()).filter((name) => !owned.has(name))).toEqual([]);
  });

  it('is there, if it is said why every node has it', async () => {
    const there = await tables();
    expect(Object.keys(EVERYWHERE).filter((name) => !there.includes(name))).toEqual([]);
  });
});

describe('a table that can be distributed by organization', () => {
  it('has only keys that begin with the organization, but for the exceptions', async () => {
    const names = await distributed();
    const keys = (await keysWithoutOrganization()).filter(({ relation }) => names.includes(relation));
    expect(keys.filter(({ name }) => !(name in EXCEPTIONS)).map(({ about }) => about)).toEqual([]);
  });

  it('refers to others by the organization first, or to those that every node has', async () => {
    const names = await distributed();
    const references = (await referencesWithoutOrganization()).filter(
      ({ relation, target }) => names.includes(relation) && names.includes(target),
    );
    expect(references.map(({ name, about }) => `${name} ${about}`)).toEqual([]);
  });

  it('isn’t referred to by those that every node has', async () => {
    const names = await distributed();
    const rows = await owner.sql<{ relation: string; target: string }[]>`
      select conrelid::regclass::text as relation, confrelid::regclass::text as target
      from pg_constraint where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`;
    expect(
      rows.filter(({ relation, target }) => !names.includes(relation) && names.includes(target)),
    ).toEqual([]);
  });
});

it('has only exceptions that are there', async () => {
  const names = (await keysWithoutOrganization()).map(({ name }) => name);
  expect(Object.keys(EXCEPTIONS).filter((name) => !names.includes(name))).toEqual([]);
});
