import type postgres from 'postgres';

/**
 * Reads everything that a migration can create, as sorted lines. Two databases with the same lines are
 * identical in structure.
 */
export async function readCatalog(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    with relation as (
      select * from pg_class where relnamespace = 'public'::regnamespace and relkind <> 'i'
    ), routine as (
      select * from pg_proc where pronamespace = 'public'::regnamespace
    )
    select concat_ws(' ', 'relation', relname, relkind, relpersistence, relrowsecurity, relforcerowsecurity, reloptions) as line
      from relation
    union all
    select concat_ws(' ', 'column', r.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
        a.attidentity, a.attgenerated, c.collname, pg_get_expr(d.adbin, d.adrelid))
      from relation r join pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
      left join pg_collation c on c.oid = a.attcollation
      left join pg_attrdef d on d.adrelid = r.oid and d.adnum = a.attnum
    union all
    select concat_ws(' ', 'grant', r.relname, g.grantee::regrole, g.privilege_type, g.is_grantable)
      from relation r, aclexplode(coalesce(r.relacl, acldefault('r', r.relowner))) g
    union all
    select concat_ws(' ', 'column grant', r.relname, a.attname, g.grantee::regrole, g.privilege_type, g.is_grantable)
      from relation r join pg_attribute a on a.attrelid = r.oid, aclexplode(a.attacl) g
    union all
    select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid))
      from pg_constraint where connamespace = 'public'::regnamespace
    union all
    select concat_ws(' ', 'index', pg_get_indexdef(i.indexrelid), i.indisunique, i.indisprimary)
      from pg_index i join relation r on r.oid = i.indrelid
    union all
    select concat_ws(' ', 'policy', tablename, policyname, permissive, roles, cmd, qual, 'check', with_check) from pg_policies
    union all
    select concat_ws(' ', 'trigger', pg_get_triggerdef(t.oid), t.tgenabled)
      from pg_trigger t join relation r on r.oid = t.tgrelid where not t.tgisinternal
    union all
    select concat_ws(' ', 'function', pg_get_functiondef(oid)) from routine
    union all
    select concat_ws(' ', 'function grant', p.oid::regprocedure, g.grantee::regrole, g.privilege_type)
      from routine p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) g
    union all
    select concat_ws(' ', 'default grant', d.defaclobjtype, g.grantee::regrole, g.privilege_type)
      from pg_default_acl d, aclexplode(d.defaclacl) g
    union all
    select concat_ws(' ', 'schema grant', n.nspname, g.grantee::regrole, g.privilege_type)
      from pg_namespace n, aclexplode(n.nspacl) g where n.nspname = 'public'
    union all
    select concat_ws(' ', 'type', typname, typtype) from pg_type
      where typnamespace = 'public'::regnamespace and typtype in ('e', 'd', 'r')
    union all
    select concat_ws(' ', 'extension', extname, extversion) from pg_extension
    union all
    select concat_ws(' ', 'member', roleid::regrole, member::regrole) from (select distinct roleid, member from pg_auth_members) grants
    order by line`;
  return rows.map(({ line }) => line);
}
