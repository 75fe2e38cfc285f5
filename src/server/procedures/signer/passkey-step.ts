import { randomBytes } from 'node:crypto';
import { mayUseNewPasskey } from '#domain/envelope/prove.ts';
import { LIMITS } from '#domain/limits.ts';
import type { SigningStep } from '#wire/signing-attempt.ts';
import { type RelyingParty, toChallenge } from '#server/crypto/webauthn/signer-passkey.ts';
import { readTransaction } from '#server/db/client/transaction.ts';
import type { SigningAttempt } from '#server/db/envelopes/signing-attempts.ts';
import { listOwnPasskeys } from '#server/db/organizations/signer-passkeys.ts';
import type { Services } from '#server/runtime/services.ts';
import type { OwnEnvelope } from './load-signer-envelope.ts';

/** Returns what the page does next: the options for using a passkey, and for creating one if that is possible. */
export async function buildStep(
  { db }: Pick<Services, 'db'>,
  { participant, organization }: OwnEnvelope,
  { creationChallenge, statement }: Pick<SigningAttempt, 'creationChallenge' | 'statement'>,
  party: RelyingParty,
): Promise<SigningStep> {
  const own = await readTransaction(db, { organizationId: organization.id }, (tx) =>
    listOwnPasskeys(tx, { email: participant.email, rpId: party.id, limit: LIMITS.signerPasskeysMax }),
  );
  const allowed = own.map(({ id }) => ({ type: 'public-key' as const, id }));
  const timeout = LIMITS.signingAttemptLifeMs;
  const options = {
    ...{ challenge: toChallenge(statement), rpId: party.id, timeout },
    ...{ userVerification: 'required' as const, allowCredentials: allowed },
  };
  const create =
    creationChallenge === null || !mayUseNewPasskey(participant)
      ? null
      : {
          challenge: creationChallenge,
          rp: { id: party.id, name: organization.name },
          user: {
            id: randomBytes(32).toString('base64url'),
            name: `${participant.name} · ${organization.name}`,
            displayName: participant.name,
          },
          pubKeyCredParams: [-7, -257].map((alg) => ({ type: 'public-key' as const, alg })),
          timeout,
          attestation: 'none' as const,
          authenticatorSelection: {
            residentKey: 'preferred' as const,
            userVerification: 'required' as const,
          },
          excludeCredentials: allowed,
        };
  return { kind: 'passkey', options, create };
}
