import { Secret, TOTP } from 'otpauth';
import { TOTP_DIGITS, TOTP_PERIOD_SECONDS } from '#domain/account/second-factor.ts';
import { openSecret, sealSecret, type BoxKeys } from './secret-box.ts';

const PURPOSE = 'totp secret';
/** RFC 4226 section 4 recommends 160 bits. */
const SECRET_BYTES = 20;
/** Tolerates clocks that are off by one step. */
const WINDOW = 1;

/** Creates a secret for an authenticator app, encrypted for storage. */
export function createTotpSecret(keys: BoxKeys): string {
  return sealSecret(keys.current, PURPOSE, new Secret({ size: SECRET_BYTES }).bytes);
}

/** Returns the secret as text and as the `otpauth:` URL for a QR code. */
export function getTotpSetup(
  keys: BoxKeys,
  box: string,
  account: string,
): { readonly secret: string; readonly url: string } {
  const totp = createTotp(keys, box, account);
  return { secret: totp.secret.base32, url: totp.toString() };
}

/** Returns the time step (RFC 6238) of a code. Null unless it is the current step or a neighboring one. */
export function findTotpStep(keys: BoxKeys, box: string, digits: string, now: Date): number | null {
  const totp = createTotp(keys, box, '');
  const timestamp = now.getTime();
  const delta = totp.validate({ token: digits, timestamp, window: WINDOW });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

function createTotp(keys: BoxKeys, box: string, label: string): TOTP {
  const secret = new Secret({ buffer: Uint8Array.from(openSecret(keys, PURPOSE, box)).buffer });
  // Uses SHA-1, because several apps ignore other settings and HMAC doesn't depend on collision resistance.
  return new TOTP({
    issuer: 'Countersign',
    label,
    secret,
    algorithm: 'SHA1',
    digits: TOTP_DIGITS,
    period: TOTP_PERIOD_SECONDS,
  });
}
