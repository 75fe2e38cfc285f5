import { readCertificates, verify } from '#verify/verify.ts';

/** Verifies a seal without trusted roots or evidence. `reason` is the code of the first failed check. */
export async function verifySeal(bytes: Uint8Array): Promise<{
  readonly ok: boolean;
  readonly reason: string | null;
  readonly signerName: string | null;
  readonly certificates: readonly Uint8Array[];
  readonly presentedLength: number | null;
}> {
  const { results, organization, presented } = await verify(bytes);
  const own = results.filter(({ check }) => check !== 'audit_log' && check !== 'presented');
  const failed = own.find(({ outcome }) => outcome === 'failed');
  return {
    ok: failed === undefined,
    reason: failed?.code ?? null,
    signerName: organization,
    certificates: await readCertificates(bytes),
    presentedLength: presented?.length ?? null,
  };
}
