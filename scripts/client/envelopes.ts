import type { FieldCondition } from '#domain/field/details.ts';
import type { WireGraph } from '#wire/envelope-graph.ts';
import type { WireEvent } from '#wire/event.ts';

import type { HttpClient } from './http.ts';

/** A participant and a field in the form that PUT draft and create accept. */
export interface ParticipantInput {
  readonly name: string;
  readonly email: string;
  readonly company?: string;
  readonly title?: string;
  readonly orderIndex?: number;
  readonly role?: 'signer' | 'approver';
  readonly authentication?: { readonly method: 'access_code'; readonly code: string };
}
export interface FieldInput {
  readonly type: string;
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly participantIndex: number;
  readonly label?: string;
  readonly required?: boolean;
  readonly autoSource?: string;
  readonly key?: string;
  readonly condition?: FieldCondition;
  readonly formula?: string;
}
export interface DraftInput {
  readonly participants?: readonly ParticipantInput[];
  readonly fields?: readonly FieldInput[];
  readonly copies?: readonly {
    readonly name: string;
    readonly email: string;
    readonly when: 'sent' | 'completed';
  }[];
  readonly message?: { readonly subject: string; readonly body: string };
}

/** Where the bytes of a deferred upload go. */
export interface UploadTarget {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The developer operations on envelopes. Each rejects with RefusedError if the server refuses. */
export interface Envelopes {
  readonly createInline: (
    filename: string,
    pdf: Uint8Array,
    draft?: DraftInput & { readonly detect?: boolean },
    idempotencyKey?: string,
  ) => Promise<WireGraph>;
  readonly createDeferred: (
    filename: string,
    draft?: DraftInput & { readonly detect?: boolean },
    idempotencyKey?: string,
  ) => Promise<WireGraph & { upload: UploadTarget }>;
  /** Adds a PDF after the existing files, without detecting fields. */
  readonly addFile: (id: string, filename: string, pdf: Uint8Array) => Promise<WireGraph>;
  readonly upload: (target: UploadTarget, pdf: Uint8Array) => Promise<void>;
  readonly completeUpload: (id: string) => Promise<{ envelope: WireGraph; documentReceived: boolean }>;
  readonly draft: (id: string, draft: DraftInput & { expectedVersion?: number }) => Promise<WireGraph>;
  readonly send: (id: string, expectedVersion: number) => Promise<WireGraph>;
  readonly void: (id: string, expectedVersion: number, reason: string) => Promise<WireGraph>;
  readonly get: (id: string) => Promise<WireGraph>;
  readonly events: (id: string) => Promise<WireEvent[]>;
  readonly document: (id: string, variant: 'original' | 'prepared' | 'sealed') => Promise<Buffer>;
}

/** Returns the operations on envelopes for an API key. */
export function createEnvelopesClient(http: HttpClient, token: string): Envelopes {
  const buildPath = (id: string, rest = '') => `/api/v1/envelopes/${id}${rest}`;
  const create = <T>(json: unknown, key: string | undefined): Promise<T> => {
    const headers = key === undefined ? {} : { 'idempotency-key': key };
    return http.json('POST', '/api/v1/envelopes', { token, json, headers });
  };
  return {
    createInline: (originalFilename, pdf, draft = {}, key) => {
      return create({ originalFilename, document: toInlineDocument(pdf), ...draft }, key);
    },
    createDeferred: (originalFilename, draft = {}, key) => create({ originalFilename, ...draft }, key),
    addFile: (id, originalFilename, pdf) =>
      http.json('POST', buildPath(id, '/documents'), {
        token,
        json: { originalFilename, document: toInlineDocument(pdf), detect: false },
      }),
    upload: async ({ url, headers }, bytes) => {
      // A bucket's URL carries its own authorization. Only the service may see the key.
      const isOurs = new URL(url).pathname.startsWith('/api/v1/');
      await http.bytes('PUT', url, { bytes, headers, ...(isOurs ? { token } : {}) });
    },
    completeUpload: (id) => http.json('POST', buildPath(id, '/upload/complete'), { token }),
    draft: (id, json) => http.json('PUT', buildPath(id, '/draft'), { token, json }),
    send: (id, expectedVersion) =>
      http.json('POST', buildPath(id, '/send'), { token, json: { expectedVersion } }),
    void: (id, expectedVersion, reason) =>
      http.json('POST', buildPath(id, '/void'), { token, json: { expectedVersion, reason } }),
    get: (id) => http.json('GET', buildPath(id), { token }),
    events: async (id) =>
      (await http.json<{ items: WireEvent[] }>('GET', buildPath(id, '/events'), { token })).items,
    document: (id, variant) => http.bytes('GET', buildPath(id, `/document?variant=${variant}`), { token }),
  };
}

function toInlineDocument(pdf: Uint8Array) {
  return { contentBase64: Buffer.from(pdf).toString('base64'), contentType: 'application/pdf' };
}
