import type { Identity } from './authority.ts';

export type Identities = Readonly<
  Record<
    'responder' | 'foreignResponder' | 'seal' | 'expired' | 'foreign' | 'revoked' | 'server' | 'service' | 'notService' | 'ownService' | 'laterService',
    Identity
  >
>;

export type Lists = { readonly revoked: Buffer; readonly malformed: Buffer };

/** A changed file, and what else the verifier is given. */
export type Vector = {
  readonly name: string;
  readonly about: string;
  readonly file: Buffer;
  readonly options?: Readonly<Record<string, string>>;
  /** Evidence beside the file. */
  readonly evidence?: string;
};

export type Files = {
  readonly bB: Buffer;
  readonly bT: Buffer;
  readonly bLt: Buffer;
  readonly bLta: Buffer;
  readonly presented: Buffer;
};

/** Replaces the last occurrence of a text. */
export function replaced(file: Buffer, find: string, by: string): Buffer {
  const at = file.lastIndexOf(find, undefined, 'latin1');
  return Buffer.concat([file.subarray(0, at), Buffer.from(by, 'latin1'), file.subarray(at + find.length)]);
}
