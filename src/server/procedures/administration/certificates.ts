import { X509Certificate } from 'node:crypto';
import type { UsedCertificate } from '#wire/administration.ts';
import { transaction, type Scope } from '#server/db/client/transaction.ts';
import { readUsedCertificates } from '#server/db/instance/state.ts';
import { readRevocationList } from '#server/db/organizations/revocation-lists.ts';
import type { Services } from '#server/runtime/services.ts';

const SHOWN = 8;

/**
 * Returns the configured certificate, the instance's authority and its revocation list, and those
 * organization certificates that expire first.
 */
export async function listCertificatesInUse(
  { db, sealKey, log }: Pick<Services, 'db' | 'sealKey' | 'log'>,
  scope: Scope,
): Promise<UsedCertificate[]> {
  const { used, list } = await transaction(db, scope, async (tx) => ({
    used: await readUsedCertificates(tx, SHOWN),
    list: await readRevocationList(tx),
  }));
  const configured = await sealKey?.key().catch((error: unknown) => {
    log.warn({ err: error }, "the sealing certificate can't be read");
    return null;
  });
  const own: readonly UsedCertificate[] = [
    ...(configured
      ? [
          {
            id: 'configured',
            kind: 'configured' as const,
            organization: null,
            ...readCertificateFacts(configured.certificate),
          },
        ]
      : []),
    ...used.map(({ id, organizationName, certificate }) => ({
      id,
      kind: organizationName === null ? ('authority' as const) : ('organization' as const),
      organization: organizationName,
      ...readCertificateFacts(certificate),
    })),
    ...(list === null
      ? []
      : [
          {
            id: 'revocation-list',
            kind: 'revocation_list' as const,
            organization: null,
            key: null,
            endsAt: list.nextUpdate.toISOString(),
          },
        ]),
  ];
  return own.toSorted((a, b) => a.endsAt.localeCompare(b.endsAt));
}

function readCertificateFacts(der: Uint8Array) {
  const { validTo, publicKey } = new X509Certificate(der);
  const { modulusLength, namedCurve } = publicKey.asymmetricKeyDetails ?? {};
  const key = modulusLength === undefined ? (namedCurve ?? '') : `RSA ${modulusLength}`;
  return { key: key === 'prime256v1' ? 'P-256' : key, endsAt: new Date(validTo).toISOString() };
}
