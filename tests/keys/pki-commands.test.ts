import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { X509Certificate, X509Crl } from '@peculiar/x509';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { asOwner } from '../support/cluster.ts';
import { useApi, type Tenant } from '../support/api.ts';
import { useOwner } from '../support/owner.ts';
import { patience } from '../support/patience.ts';
import { runProgram } from '../support/program.ts';

const api = useApi({ alone: true, env: { SEAL_KEY_TYPE: 'p256' } });
const owner = useOwner(api);
const directory = mkdtempSync(join(tmpdir(), 'pki-'));
afterAll(() => rmSync(directory, { recursive: true }));

let tenant: Tenant;
let env: Record<string, string>;
beforeAll(async () => {
  tenant = await api.tenant('Acme');
  const { database, dataDir, secretKeys } = api.services.config;
  const address = asOwner(database);
  const query = new URLSearchParams({ host: address.directory });
  env = {
    DATA_DIR: dataDir,
    SECRET_KEY: secretKeys.current.key,
    SEAL_KEY_TYPE: 'p256',
    DATABASE_URL: `postgres://${address.user}:${address.password}@localhost/${address.database}?${query}`,
  };
});

/** Runs `pki …` like an operator. Returns its output. */
async function pki(...args: string[]): Promise<string> {
  const program = runProgram('main', env, ['pki', ...args]);
  const { code } = await program.ended;
  const { stdout, stderr } = program.output();
  if (code !== 0) throw new Error(stderr);
  return stdout.trim();
}

/** Exports the authority's files and reads them. */
async function exported() {
  await pki('export', directory);
  const [certificate, list] = readdirSync(directory)
    .toSorted()
    .map((name) => new Uint8Array(readFileSync(join(directory, name))));
  return {
    authority: new X509Certificate(certificate ?? new Uint8Array()),
    list: new X509Crl(list ?? new Uint8Array()),
  };
}

it(
  'issues, lists and revokes certificates, and renews the revocation list',
  async () => {
    const first = /^(\S+) seals for Acme from now on$/.exec(await pki('issue', tenant.organizationId))?.[1];
    const second = /^(\S+) seals/.exec(await pki('issue', tenant.organizationId))?.[1];
    const lines = (await pki('list', tenant.organizationId)).split('\n');
    expect(lines).toHaveLength(2);
    expect(lines.find((line) => line.startsWith(`${first}  `))).toMatch(/ {2}replaced \d{4}-/);
    expect(lines.find((line) => line.startsWith(`${second}  `))).toMatch(/ {2}in use {2}expires .*O=Acme/);

    const revoked = await pki('revoke', tenant.organizationId, first ?? '', '--reason', 'key_compromise');
    const number = Number(/is revoked in list (\d+)$/.exec(revoked)?.[1]);
    expect(await pki('list', tenant.organizationId)).toMatch(/revoked \S+ \(key_compromise\)/);
    expect(await pki('crl')).toMatch(new RegExp(`^issued list ${number + 1}, valid until \\d{4}-`));

    const { authority, list } = await exported();
    expect(await list.verify({ publicKey: authority.publicKey })).toBe(true);
    const [entry, ...others] = list.entries;
    expect([entry?.reason, others]).toEqual([1, []]);
    const path = `/pki/${readdirSync(directory)[0]?.replace(/\.\w+$/, '')}`;
    const served = (await api.call('GET', `${path}.cer`)).bytes;
    expect(served.equals(Buffer.from(authority.rawData))).toBe(true);
    const servedList = new X509Crl(new Uint8Array((await api.call('GET', `${path}.crl`)).bytes));
    expect(servedList.entries.map(({ serialNumber }) => serialNumber)).toEqual([entry?.serialNumber]);

    const actions = await owner.sql<{ action: string; subject: string; name: string }[]>`
      select action, subject_id as subject, actor_name as name from administrative_actions
      where action like 'seal.%' order by occurred_at, id`;
    expect(actions).toEqual([
      { action: 'seal.certificate_issued', subject: first, name: 'Operator' },
      { action: 'seal.certificate_issued', subject: second, name: 'Operator' },
      { action: 'seal.certificate_revoked', subject: first, name: 'Operator' },
    ]);
  },
  patience(60_000),
);

it(
  'says what it cannot do, and changes nothing',
  async () => {
    const before = await pki('list', tenant.organizationId);
    await expect(pki('revoke', tenant.organizationId, 'sea_none')).rejects.toThrow(
      `countersign: ${tenant.organizationId} has no certificate sea_none that isn't revoked\n`,
    );
    await expect(
      pki('revoke', tenant.organizationId, before.split('  ')[0] ?? '', '--reason', 'boredom'),
    ).rejects.toThrow('countersign: --reason must be one of unspecified, key_compromise');
    await expect(pki('issue', 'org_none')).rejects.toThrow('countersign: ');
    await expect(pki('burn')).rejects.toThrow(
      "countersign: unknown command 'burn': see npm run cli -- pki --help\n",
    );
    expect(await pki('list', tenant.organizationId)).toBe(before);
  },
  patience(60_000),
);
