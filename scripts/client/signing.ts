import type { EnvelopeStatus } from '#domain/envelope/status.ts';
import type { SignerView, WireSignerField } from '#wire/signer-view.ts';
import type { Invitation, MarkInput } from '#wire/signer.ts';

import type { HttpClient } from './http.ts';

/** What a signer submits. */
export interface Signing {
  readonly values: readonly { readonly fieldId: string; readonly value: string }[];
  /** Approvers don't need one. */
  readonly signature?: MarkInput;
  readonly documentHash?: string;
}

/** The operations for a signing link's holder. Each rejects with RefusedError if the server refuses. */
export interface SignerCalls {
  readonly invitation: () => Promise<Invitation>;
  /** Exchanges a code for the operations of someone who has proved their identity. */
  readonly authenticate: (code: string) => Promise<SignerCalls>;
  readonly open: () => Promise<SignerView>;
  readonly document: () => Promise<Buffer>;
  readonly sign: (signing: Signing) => Promise<EnvelopeStatus>;
  readonly decline: (reason: string) => Promise<EnvelopeStatus>;
  readonly delegate: (name: string, email: string) => Promise<void>;
}

/** Returns the operations for a signing link's token. */
export function createSignerClient(http: HttpClient, token: string): SignerCalls {
  const postForStatus = async (path: string, json: unknown) =>
    (await http.json<{ status: EnvelopeStatus }>('POST', path, { token, json })).status;
  return {
    invitation: () => http.json('GET', '/api/signer/invitation', { token }),
    authenticate: async (code) => {
      const passed = await http.json<{ token: string }>('POST', '/api/signer/authenticate', {
        token,
        json: { code },
      });
      return createSignerClient(http, passed.token);
    },
    open: () => http.json('GET', '/api/signer/envelope', { token }),
    document: () => http.bytes('GET', '/api/signer/document', { token }),
    sign: (signing) => postForStatus('/api/signer/sign', signing),
    decline: (reason) => postForStatus('/api/signer/decline', { reason }),
    delegate: async (name, email) => {
      await http.json('POST', '/api/signer/delegate', { token, json: { name, email } });
    },
  };
}

/**
 * Returns a value for each field that a signer fills in by hand, depending on its type. Other fields stay
 * empty.
 */
export function fillValues(
  fields: readonly WireSignerField[],
  answers: Readonly<Record<string, string>>,
): Signing['values'] {
  return fields
    .filter(({ autoSource, locked }) => autoSource === null && !locked)
    .flatMap(({ id, type }) => {
      const value = answers[type];
      return value === undefined ? [] : [{ fieldId: id, value }];
    });
}
