import { initTRPC } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';
import { ERRORS, invalid, type ErrorCode } from '#domain/errors.ts';
import { refusalOf } from '#wire/error.ts';
import { storableIssues } from '#wire/storable.ts';
import type { Audit } from '#server/app/context.ts';
import type { Principal } from '#server/surface/principal.ts';
import type { Services } from '#server/app/services.ts';
import type { AgentMeta } from './scopes.ts';
import { StoredAnswer } from './stored-answer.ts';

/** What a procedure is called with: the world, who calls, from where, and the request's raw body where it has one. */
export type Context = {
  readonly services: Services;
  readonly principal: Principal;
  readonly audit: Audit;
  readonly requestId: string;
  /** The body of an upload; null for every other call. */
  readonly body: ReadableStream<Uint8Array> | null;
  readonly contentType: string | null;
  /** The Idempotency-Key of the request, and what makes it the same request again; null where none came. */
  readonly idempotency: { readonly key: string; readonly fingerprint: string } | null;
  /** Header fields that the operation adds to its answer. */
  readonly replyHeaders: Headers;
};

/** How an operation looks over HTTP, beside what trpc-to-openapi reads. */
export type RestMeta = {
  /** Default 200. */
  readonly success?: 200 | 201 | 204;
  /** The codes that it may answer beside those that every operation of its surface may. */
  readonly errors: readonly ErrorCode[];
  /** What is in the request's body. Default: JSON for methods that have one. */
  readonly body?: 'json' | 'bytes';
  /** What is in the answer's body. Default: JSON. */
  readonly answer?: 'json' | 'bytes';
  /** How a repeated Idempotency-Key is answered: with the body of then, or with the envelope as it is now. */
  readonly idempotency?: 'stored' | 'current';
  /** JSON pointers of texts that the schema sanitizes, so no character in them is refused. */
  readonly sanitizes?: readonly string[];
  /** Default: the limit of JSON bodies. */
  readonly maxBodyBytes?: number;
};

export type Meta = OpenApiMeta & {
  readonly rest?: RestMeta;
  /** How an agent may call it; without this it may not. */
  readonly agent?: AgentMeta;
};

const trpc = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    errorFormatter: ({ shape, error, ctx }) => {
      const refused = refusalOf(error);
      const masked =
        refused ??
        (error.code === 'INTERNAL_SERVER_ERROR'
          ? { code: 'internal', message: ERRORS.internal.message }
          : null);
      return {
        code: shape.code,
        message: masked?.message ?? shape.message,
        data: {
          code: shape.data.code,
          httpStatus: shape.data.httpStatus,
          refusal: masked,
          requestId: ctx?.requestId ?? null,
        },
      };
    },
  });

export const router = trpc.router;
export const procedure = trpc.procedure.use(async ({ next }) => {
  const result = await next();
  const stored = result.ok ? null : result.error.cause;
  return stored instanceof StoredAnswer ? { marker: result.marker, ok: true, data: stored.body } : result;
});
/** What a procedure's schema is given holds no text that could not be stored. Runs once it is known who may call. */
export const storable = trpc.middleware(async ({ getRawInput, meta, next }) => {
  const issues = storableIssues(await getRawInput(), meta?.rest?.sanitizes);
  if (issues.length > 0) throw invalid(issues);
  return await next();
});
export const createCallerFactory = trpc.createCallerFactory;
