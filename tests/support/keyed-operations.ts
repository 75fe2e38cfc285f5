import { draftOfThree, inBody } from './added-documents.ts';
import type { Answer, TestApi } from './api.ts';
import { onePage } from './pdf.ts';
import { ALICE, createDraft, plainPdf, sendDraft } from './envelopes.ts';

/** A call of an operation that accepts an Idempotency-Key. */
export type KeyedCall = {
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body: Record<string, unknown>;
  /** Another valid body. */
  readonly otherBody: Record<string, unknown>;
  /** Another path, for an operation without properties. Default: the same. */
  readonly otherPath?: string;
  /** The envelope it's about; null if it creates one. */
  readonly envelopeId: string | null;
};

type KeyedOperation = {
  readonly replays: 'stored' | 'current';
  readonly status: 200 | 201;
  /** Creates what the operation needs. */
  readonly prepare: (api: TestApi, apiKey: string) => Promise<KeyedCall>;
};

/** The operations on envelopes that accept an Idempotency-Key. */
export const KEYED_OPERATIONS: Readonly<Record<string, KeyedOperation>> = {
  'create with its document': {
    replays: 'stored',
    status: 201,
    prepare: async () => {
      const contentBase64 = Buffer.from(await plainPdf()).toString('base64');
      const body = {
        originalFilename: 'Agreement.pdf',
        document: { contentBase64, contentType: 'application/pdf' },
        participants: [ALICE],
        fields: [],
        metadata: { zulu: '1', 'a longer key': '2', b: '3' },
      };
      return creation(body);
    },
  },
  'create with a deferred upload': {
    replays: 'stored',
    status: 201,
    prepare: () => Promise.resolve(creation({ originalFilename: 'Later.pdf' })),
  },
  draft: {
    replays: 'current',
    status: 200,
    prepare: async (api, apiKey) => {
      const { envelope } = (await createDraft(api, apiKey)).json;
      const body = { displayName: 'Renamed', expectedVersion: 1 };
      const otherBody = { ...body, displayName: 'Otherwise' };
      return about('PUT', envelope.id, 'draft', body, otherBody);
    },
  },
  send: {
    replays: 'current',
    status: 200,
    prepare: async (api, apiKey) => {
      const { envelope } = (await createDraft(api, apiKey)).json;
      const body = { expectedVersion: 1 };
      return about('POST', envelope.id, 'send', body, { ...body, sendAt: '2099-01-01T00:00:00Z' });
    },
  },
  remind: {
    replays: 'current',
    status: 200,
    prepare: async (api, apiKey) => {
      const { envelope } = await sendDraft(api, apiKey);
      return about('POST', envelope.id, 'remind', { expectedVersion: 3 }, { expectedVersion: 4 });
    },
  },
  'resend-link': {
    replays: 'current',
    status: 200,
    prepare: async (api, apiKey) => {
      const { envelope, participants } = await sendDraft(api, apiKey);
      const verb = `participants/${participants[0].id}/resend-link`;
      return about('POST', envelope.id, verb, { expectedVersion: 3 }, { expectedVersion: 4 });
    },
  },
  'correct-participant': {
    replays: 'current',
    status: 200,
    prepare: async (api, apiKey) => {
      const { envelope, participants } = await sendDraft(api, apiKey);
      const body = { expectedVersion: 3, email: 'alice.b@example.com' };
      const verb = `participants/${participants[0].id}`;
      return about('PATCH', envelope.id, verb, body, { ...body, email: 'alice.c@example.com' });
    },
  },
  recall: {
    replays: 'current',
    status: 200,
    prepare: async (api, apiKey) => {
      const { envelope } = await sendDraft(api, apiKey);
      return about('POST', envelope.id, 'recall', { expectedVersion: 3 }, { expectedVersion: 4 });
    },
  },
  copy: {
    replays: 'stored',
    status: 201,
    prepare: async (api, apiKey) => {
      const [{ envelope }, other] = [await sendDraft(api, apiKey), await sendDraft(api, apiKey)];
      const otherPath = `/api/v1/envelopes/${other.envelope.id}/copy`;
      return { ...about('POST', envelope.id, 'copy', {}, {}), otherPath, envelopeId: null };
    },
  },
  'add-document': {
    replays: 'stored',
    status: 201,
    prepare: async (api, apiKey) => {
      const { envelope } = (await createDraft(api, apiKey)).json;
      const body = {
        originalFilename: 'Annex.pdf',
        document: inBody(onePage({ text: 'Annex' })),
        detect: false,
      };
      return about('POST', envelope.id, 'documents', body, { ...body, originalFilename: 'Other.pdf' });
    },
  },
  'reorder-documents': {
    replays: 'current',
    status: 200,
    prepare: async (api, apiKey) => {
      const { envelope } = await draftOfThree(api, apiKey);
      const order = envelope.documents.map(({ id }: { id: string }) => id).toReversed();
      return about('PATCH', envelope.id, 'documents', { order }, { order: order.toReversed() });
    },
  },
  'remove-document': {
    replays: 'current',
    status: 200,
    prepare: async (api, apiKey) => {
      const { envelope } = await draftOfThree(api, apiKey);
      const [, annex, other] = envelope.documents.map(
        ({ id }: { id: string }) => `/api/v1/envelopes/${envelope.id}/documents/${id}`,
      );
      return {
        method: 'DELETE',
        path: annex,
        body: {},
        otherBody: {},
        otherPath: other,
        envelopeId: envelope.id,
      };
    },
  },
  void: {
    replays: 'current',
    status: 200,
    prepare: async (api, apiKey) => {
      const { envelope } = await sendDraft(api, apiKey);
      const body = { expectedVersion: 3 };
      return about('POST', envelope.id, 'void', body, { ...body, reason: 'Another' });
    },
  },
};

/** Makes the call with this Idempotency-Key, optionally with another body. */
export function callKeyed(
  api: TestApi,
  apiKey: string,
  { method, path, body }: Pick<KeyedCall, 'method' | 'path' | 'body'>,
  idempotencyKey: string,
): Promise<Answer> {
  return api.call(method, path, { key: apiKey, body, headers: { 'idempotency-key': idempotencyKey } });
}

function creation(body: Record<string, unknown>): KeyedCall {
  const otherBody = { ...body, originalFilename: 'Another.pdf' };
  return { method: 'POST', path: '/api/v1/envelopes', body, otherBody, envelopeId: null };
}

function about(
  method: KeyedCall['method'],
  id: string,
  verb: string,
  body: Record<string, unknown>,
  otherBody: Record<string, unknown>,
): KeyedCall {
  return { method, path: `/api/v1/envelopes/${id}/${verb}`, body, otherBody, envelopeId: id };
}
