import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { X509Certificate } from '@peculiar/x509';
import { readConfig } from '#server/runtime/config.ts';
import { createIdMint } from '#server/runtime/context.ts';
import { REVOCATION_REASONS, type RevocationReason } from '#server/crypto/revocation-list.ts';
import { openDatabase } from '#server/db/client/client.ts';
import { readDatabaseTime } from '#server/db/clock/database-clock.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { readOrganization } from '#server/db/organizations/organizations.ts';
import { readSealCertificates } from '#server/db/organizations/seal-certificates.ts';
import { ensureInstanceAuthority } from '#server/sealing/pki/authority.ts';
import { issueRevocationList } from '#server/sealing/pki/revocation.ts';
import { revokeCertificate } from '#server/sealing/pki/revoke.ts';
import { rotateSealKey } from '#server/sealing/seal-signer.ts';

import { prepareDatabase } from './database.ts';

type Operator = Parameters<typeof rotateSealKey>[0];

const ACTIONS: Readonly<
  Record<string, (operator: Operator, args: readonly string[], reason?: string) => Promise<string>>
> = {
  list: async (operator, [organizationId]) => {
    const certificates = await transaction(operator.db, { organizationId: organizationId ?? 'none' }, (tx) =>
      readSealCertificates(tx, organizationId ?? null),
    );
    return certificates.map(describeCertificate).join('\n');
  },
  issue: async (operator, [organizationId = '']) => {
    const organization = await transaction(operator.db, { organizationId }, (tx) =>
      readOrganization(tx, organizationId),
    );
    const { id } = await rotateSealKey(operator, organization, 'Operator');
    return `${id} seals for ${organization.name} from now on`;
  },
  revoke: async (operator, [organizationId = '', certificateId = ''], reason = 'unspecified') => {
    if (!isReason(reason))
      throw new Error(`--reason must be one of ${Object.keys(REVOCATION_REASONS).join(', ')}`);
    await revokeCertificate(operator, { organizationId, certificateId, reason });
    const { number } = await issueRevocationList(operator);
    return `${certificateId} is revoked in list ${number}`;
  },
  crl: async (operator) => {
    const { number, nextUpdate } = await issueRevocationList(operator);
    return `issued list ${number}, valid until ${nextUpdate.toISOString()}`;
  },
  export: async (operator, [directory = '']) => {
    if (directory === '') throw new Error('pki export requires a directory: see npm run cli -- help');
    const authority = await ensureInstanceAuthority(operator);
    const { list } = await issueRevocationList(operator);
    await mkdir(directory, { recursive: true });
    await writeFile(join(directory, `${authority.id}.cer`), authority.certificate);
    await writeFile(join(directory, `${authority.id}.crl`), list);
    return `wrote ${authority.id}.cer and ${authority.id}.crl`;
  },
};

/** Manages the instance's certificate authority: `pki ACTION …`. */
export async function managePki(args: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args,
    allowPositionals: true,
    options: { reason: { type: 'string' } },
  });
  const [name = '', ...rest] = positionals;
  const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
  if (action === undefined) throw new Error(`unknown action "${name}" of pki: see npm run cli -- help`);
  const server = await prepareDatabase(readConfig());
  try {
    const db = openDatabase(server.config.database);
    try {
      const clock = await readDatabaseTime(db);
      const operator = { config: server.config, db, clock, newId: createIdMint(clock), sealKey: null };
      process.stdout.write(`${await action(operator, rest, values.reason)}\n`);
    } finally {
      await db.close();
    }
  } finally {
    await server.stop();
  }
}

function isReason(text: string): text is RevocationReason {
  return Object.hasOwn(REVOCATION_REASONS, text);
}

function describeCertificate(one: Awaited<ReturnType<typeof readSealCertificates>>[number]): string {
  const { subject, notAfter } = new X509Certificate(new Uint8Array(one.certificate));
  const state =
    one.revokedAt !== null
      ? `revoked ${one.revokedAt.toISOString()} (${one.revocationReason ?? 'unspecified'})`
      : one.replacedAt !== null
        ? `replaced ${one.replacedAt.toISOString()}`
        : 'in use';
  return [one.id, state, `expires ${notAfter.toISOString()}`, subject].join('  ');
}
