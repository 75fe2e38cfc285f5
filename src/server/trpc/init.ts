import { initTRPC } from '@trpc/server';
import type { OpenApiMeta } from 'trpc-to-openapi';
import { createInvalidRefusal, type ErrorCode, ERRORS } from '#domain/errors.ts';
import { toWireError } from '#wire/error.ts';
import { validateStorable } from '#wire/storable.ts';
import type { Audit } from '#server/runtime/context.ts';
import type { Services } from '#server/runtime/services.ts';
import type { Cookies } from '#server/surface/cookies.ts';
import type { Principal, RenewPrincipal } from '#server/surface/principal.ts';
import type { AgentMeta } from './scopes.ts';

/** What a procedure is called with: services, the caller, the origin, and the raw body if there is one. */
export type Context = {
  readonly services: Services;
  readonly principal: Principal;
  /** Missing where requests don't wait for anything. */
  readonly renewPrincipal?: RenewPrincipal | undefined;
  readonly audit: Audit;
  readonly requestId: string;
  /** The browser's cookies. Sessions are carried in cookies, never in a body. */
  readonly cookies: Cookies;
  /** The body of an upload; null for every other call. */
  readonly body: ReadableStream<Uint8Array> | null;
  readonly contentType: string | null;
  /** The request's Idempotency-Key and fingerprint; null without a key. */
  readonly idempotency: { readonly key: string; readonly fingerprint: string } | null;
  /** Headers that the operation adds to its response. */
  readonly replyHeaders: Headers;
  /** Whether the caller takes answers as their JSON. */
  readonly takesEncoded?: true | undefined;
};

/** How an operation looks over HTTP, in addition to trpc-to-openapi's meta. */
/** The announced end of an operation. */
export type Deprecation = {
  /** The day from which it is deprecated, as `YYYY-MM-DD`. */
  readonly since: string;
  /** The day on which it ends, at least a year after `since`; null until that is decided. */
  readonly sunset: string | null;
  /** The path of the page that describes the replacement. */
  readonly guide: string;
};

export type RestMeta = {
  /** Default 200. */
  readonly success?: 200 | 201 | 202 | 204;
  /**
   * The status of responses that have the second of two forms, such as 202 for work that isn't finished, or
   * 200 as an alternative to 204.
   */
  readonly otherSuccess?: {
    readonly status: 200 | 202;
    readonly applies: (answer: object | undefined) => boolean;
  };
  /** Whether only a signed-in person may call this operation, on a surface where visitors may call others. */
  readonly needsSession?: true;
  /** Whether the holder of a signing link may call this operation before they have proved who they are. */
  readonly beforeAuthentication?: true;
  /** Error codes in addition to those that every operation of the surface has. */
  readonly errors: readonly ErrorCode[];
  /** Format of the request body. Default: JSON for methods that have one. */
  readonly body?: 'json' | 'bytes';
  /** Format of the response body. Default: JSON. */
  readonly answer?: 'json' | 'bytes';
  /** Whether a part of the file can be requested outside the surface for developers, where it always can. */
  readonly parts?: true;
  /** What a repeated Idempotency-Key returns: the stored response or the current envelope. */
  readonly idempotency?: 'stored' | 'current';
  /** JSON pointers to texts that the schema sanitizes, so that no character in them is refused. */
  readonly sanitizes?: readonly string[];
  /** Defaults to the limit for JSON bodies. */
  readonly maxBodyBytes?: number;
  readonly deprecated?: Deprecation;
};

export type Meta = OpenApiMeta & {
  readonly rest?: RestMeta;
  /** How agents can call the operation. If this is missing, they can't. */
  readonly agent?: AgentMeta;
};

const trpc = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    errorFormatter: ({ shape, error, ctx }) => {
      const refused = toWireError(error);
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

export const procedure = trpc.procedure.use(async ({ ctx, next }) => {
  const principal = (await ctx.renewPrincipal?.()) ?? ctx.principal;
  const result = await next({ ctx: { principal } });
  const stored = result.ok ? null : result.error.cause;
  return stored instanceof StoredAnswer ? { marker: result.marker, ok: true, data: stored.body } : result;
});

/** Once the caller is known, refuses input with texts that can't be stored. */
export const storable = trpc.middleware(async ({ getRawInput, meta, next }) => {
  const issues = validateStorable(await getRawInput(), meta?.rest?.sanitizes);
  if (issues.length > 0) throw createInvalidRefusal(issues);
  return await next();
});

export const createCallerFactory = trpc.createCallerFactory;

/**
 * Carries a stored response past the current output schema, so that a newer version can still replay what an
 * older one stored.
 */
export class StoredAnswer extends Error {
  override readonly name = 'StoredAnswer';
  readonly body: unknown;

  constructor(body: unknown) {
    super('this request has a stored response');
    this.body = body;
  }
}
