import { admitsAddress, decideSignUp, type SignUpAdmission } from '#domain/account/sign-up-rule.ts';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { REFUSAL_MESSAGES } from '#domain/refusal-messages.ts';
import { deriveFirstAccountCode } from '#server/crypto/account-token.ts';
import { isEqualInConstantTime } from '#server/crypto/hmac.ts';
import { verifyEmail } from '#server/db/accounts/users.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { claimInstance, hasAccounts } from '#server/db/instance/first-account.ts';
import type { Services } from '#server/runtime/services.ts';

type Instance = Pick<Services, 'config' | 'db'>;

/** Returns who may sign up now. */
export async function readSignUpAdmission({ config, db }: Instance): Promise<SignUpAdmission> {
  // With this rule, the answer doesn't depend on whether there are accounts.
  const isKnown = config.signup.kind === 'anyone' || (await hasAccounts(db));
  return decideSignUp(config.signup, { hasAccounts: isKnown, sendsMail: config.mail.kind === 'smtp' });
}

/** Checks the code for the first account as somebody typed it. */
function isFirstAccountCode({ config }: Pick<Instance, 'config'>, typed: string): boolean {
  const normalize = (code: string) => Buffer.from(code.toUpperCase().replaceAll(/[^0-9A-Z]/g, ''));
  const expected = deriveFirstAccountCode(config.secretKeys.current.key);
  return isEqualInConstantTime(normalize(typed), normalize(expected));
}

/**
 * Returns the address that creates the first account. Null once there is one. The code is in the fragment, which
 * browsers don't send, so it's in no proxy's log.
 */
export async function findFirstAccountUrl({ config, db }: Instance): Promise<string | null> {
  if (await hasAccounts(db)) return null;
  return `${config.http.origin}/signup#code=${deriveFirstAccountCode(config.secretKeys.current.key)}`;
}

/**
 * Refuses with `forbidden` if sign-up is closed, and with `validation_failed` for an address or code that isn't
 * admitted. Returns whether this is the first account, by its code, which counts whatever the rule is.
 */
export async function admitSignUp(services: Instance, email: string, code?: string): Promise<boolean> {
  const admission = await readSignUpAdmission(services);
  if (code !== undefined) {
    const isLate = await hasAccounts(services.db);
    if (!isLate && isFirstAccountCode(services, code)) return true;
    // Somebody else may have been first here, and then an address with a code is like any other.
    if (!isLate || admission.kind !== 'anyone') throw createCodeRefusal('is wrong or has expired');
  }
  if (admitsAddress(admission, email)) return false;
  if (admission.kind === 'code') throw createCodeRefusal('is required');
  if (admission.kind === 'domains')
    throw createInvalidRefusal([
      { path: '/email', message: `must be an address at ${admission.domains.join(' or ')}` },
    ]);
  throw createRefusal('forbidden', undefined, REFUSAL_MESSAGES.sign_up_closed);
}

function createCodeRefusal(message: string) {
  return createInvalidRefusal([{ path: '/code', message }]);
}

/** Makes the first account the administrator of the instance. The operator vouches for its address. */
export async function claimAsFirst(
  { clock }: Pick<Services, 'clock'>,
  tx: Transaction,
  { userId, email }: { readonly userId: string; readonly email: string },
): Promise<void> {
  if (!(await claimInstance(tx, userId))) throw createCodeRefusal('is wrong or has expired');
  await verifyEmail(tx, email, clock());
}
