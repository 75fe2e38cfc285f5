import type { Issue } from '../errors.ts';
import type { Timestamp } from '../timestamp.ts';
import type { ParticipantDelivery } from './status.ts';

/**
 * How someone signs. A passkey that isn't required can be left out, and one that has to be known has signed for
 * the same organization and address before.
 */
export type Signing =
  | { readonly method: 'click' }
  | { readonly method: 'passkey'; readonly required: boolean; readonly known: boolean };

export type SigningInput =
  | { readonly method: 'click' }
  | {
      readonly method: 'passkey';
      readonly required?: boolean | undefined;
      readonly known?: boolean | undefined;
    };

/** The documents of the organization that a passkey had signed before. */
export type Earlier = {
  readonly count: number;
  readonly firstAt: Timestamp;
  /** The hash of the event that records the first one. */
  readonly firstEventHash: string;
};

/** What proves that someone signed with a key of their own: everything that a stranger needs to check it. */
export type Proof = {
  readonly kind: 'passkey';
  /** The random part of the statement, in hex. */
  readonly nonce: string;
  /** The site that the passkey is for. */
  readonly rpId: string;
  /** The key as SubjectPublicKeyInfo, in base64url like everything that the browser returned. */
  readonly publicKey: string;
  /** SHA-256 of the key. */
  readonly keyHash: string;
  readonly authenticatorData: string;
  readonly clientDataJSON: string;
  readonly signature: string;
  /** Whether the key is backed up, so that several devices of the person may have it. */
  readonly isSynced: boolean;
  readonly earlier: Earlier | null;
};

/** The part of a proof that senders see. */
export type SignedWith = Pick<Proof, 'kind' | 'rpId' | 'keyHash' | 'isSynced' | 'earlier'>;

/**
 * Why an answer proves nothing: it is for another statement or another site, the device didn't check the person,
 * the signature is wrong, nobody here knows the passkey, or it would have to be known for longer.
 */
export const PROOF_FAULTS = [
  'malformed',
  'statement',
  'site',
  'not_verified',
  'signature',
  'unknown_passkey',
  'new_passkey',
] as const;
export type ProofFault = (typeof PROOF_FAULTS)[number];

/** Fills in what the input leaves out. */
export function toSigning(input: SigningInput | undefined): Signing {
  if (input?.method !== 'passkey') return { method: 'click' };
  const { required = true, known = false } = input;
  return { method: 'passkey', required, known };
}

export function toSignedWith({ kind, rpId, keyHash, isSynced, earlier }: Proof): SignedWith {
  return { kind, rpId, keyHash, isSynced, earlier };
}

type Person = {
  readonly delivery?: ParticipantDelivery | undefined;
  readonly signing?: SigningInput | undefined;
};

/**
 * Reports a way of signing that can't be combined with the person's delivery: on the host's device, the passkey
 * would be the host's. `path` is the person's JSON pointer.
 */
export function validateSigning({ delivery, signing }: Person, path: string): Issue[] {
  if (signing?.method !== 'passkey' || delivery !== 'in_person') return [];
  return [{ path: `${path}/signing/method`, message: 'must not be passkey with in_person delivery' }];
}
