import { randomUUID } from 'node:crypto';
import type { EnvelopeGraph } from '#domain/envelope/graph.ts';
import { createInvalidRefusal, createRefusal } from '#domain/errors.ts';
import { toCanonicalJson } from '#domain/event/canonical.ts';
import { LIMITS } from '#domain/limits.ts';
import type { TemplateGraph } from '#domain/template/template.ts';
import { DecodedBase64 } from '#wire/base64.ts';
import { toWireGraph, type WireGraph } from '#wire/envelope-graph.ts';
import { templateSchema, type WireTemplate } from '#wire/template.ts';
import type { Alongside } from '#server/commit.ts';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import type { Transaction } from '#server/db/client/client.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { loadGraph } from '#server/db/envelopes/load-graph.ts';
import {
  type Claim,
  claimKey,
  finishKey,
  type Held,
  releaseKey,
} from '#server/db/housekeeping/idempotency-keys.ts';
import { changeTemplate, type TemplateChanged } from '#server/db/templates/change-template.ts';
import type { Form } from '#server/db/templates/forms.ts';
import type { Member } from './audience.ts';
import { type Context, StoredAnswer } from './init.ts';
import { requirePersonForForm } from './scopes.ts';

/**
 * Parses an Idempotency-Key header, plain or quoted, or returns null if there is none. Refuses an invalid
 * one.
 */
export function parseIdempotencyKey(field: string | null): string | null {
  if (field === null) return null;
  const key = /^"(.*)"$/.exec(field)?.[1] ?? field;
  if (key.length > 0 && key.length <= LIMITS.idempotencyKeyMaxChars && /^[\x20-\x7e]+$/.test(key)) return key;
  throw createInvalidRefusal([
    {
      path: '/Idempotency-Key',
      message: `must have between 1 and ${LIMITS.idempotencyKeyMaxChars} printable ASCII characters`,
    },
  ]);
}

/** Longer texts are hashed separately: canonicalizing a document's base64 takes seconds. */
const LONG_TEXT_CHARS = 1024;

/**
 * Returns a fingerprint that identifies a repeated request: the SHA-256 (hex) of the method, path and
 * canonical JSON of the input.
 */
export function computeFingerprint(
  method: string,
  path: string,
  input: Readonly<Record<string, unknown>>,
): string {
  return computeSha256Hex(`${method} ${path} ${toCanonicalJson(shortenValue(input))}`);
}

/** Replaces long texts by their hash, marked with a NUL, which no text in a request can contain. */
function shortenValue(value: unknown): unknown {
  if (typeof value === 'string')
    return value.length > LONG_TEXT_CHARS ? formatHash(computeSha256Hex(value)) : value;
  if (value instanceof DecodedBase64) return formatHash(value.textSha256);
  if (Array.isArray(value)) return value.map(shortenValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shortenValue(inner)]));
}

function formatHash(sha256: string): string {
  return `\0sha256 ${sha256}`;
}

/** Completes the request's idempotency key in the same transaction as the request's effect. */
export type Finish = (tx: Transaction, response: unknown) => Promise<void>;

type Options<T> = {
  readonly operation: string;
  /** Does the work and, in the same transaction, calls `finish` with what a replay needs. */
  readonly run: (finish: Finish) => Promise<T>;
  readonly replay: Replay<T>;
};

/** How to repeat a response without running anything: from what was stored, or from the current state. */
type Replay<T> =
  | {
      readonly kind: 'stored';
      readonly keep: (finished: unknown) => unknown;
      readonly answer: (kept: unknown) => unknown;
    }
  | { readonly kind: 'current'; readonly answer: () => Promise<T> };

/** Replays the stored response, in the form that the schema gives it. */
export function replayStored(answers: { readonly parse: (answer: unknown) => unknown }) {
  return {
    kind: 'stored',
    keep: (answer: unknown) => answers.parse(answer),
    answer: (kept: unknown) => kept,
  } as const;
}

/**
 * Runs an operation once for each Idempotency-Key, or directly if there is no key. Refuses a key whose first
 * request is in progress with `idempotency_in_flight`, and a key of a different request with
 * `idempotency_key_reused`. A failed run releases the key. After a crash, the key becomes free as soon as the
 * database notices that the process is gone, and at the latest when its lease ends.
 */
export async function runOnce<T>(
  ctx: Context & { readonly member: Member },
  options: Options<T>,
): Promise<T> {
  const { services, idempotency, member } = ctx;
  if (idempotency === null) return await options.run(() => Promise.resolve());
  const scope = { organizationId: member.organizationId };
  const now = services.clock();
  const claim: Claim = {
    ...scope,
    operation: options.operation,
    key: idempotency.key,
    fingerprint: bindFingerprint(idempotency.fingerprint, member.sender.userId),
    claim: randomUUID(),
    leaseEndsAt: new Date(now.getTime() + LIMITS.idempotencyLeaseMs),
    process: services.presence.process,
  };
  const forgotten = new Date(now.getTime() - LIMITS.idempotencyKeptMs);
  const held = await transaction(services.db, scope, (tx) => claimKey(tx, claim, now, forgotten));
  if (held.claim !== claim.claim) return await replayHeld(held, claim, ctx, options);
  try {
    return await options.run(async (tx, response) => {
      // A request that outlives its lease finds that another request has taken over its key, and must not
      // have an effect.
      const kept = options.replay.kind === 'stored' ? options.replay.keep(response) : response;
      if (!(await finishKey(tx, claim, kept, services.clock()))) throw createRefusal('idempotency_in_flight');
    });
  } catch (error) {
    // Throw the original error. A key that can't be released becomes free when its lease ends.
    await transaction(services.db, scope, (tx) => releaseKey(tx, claim)).catch((err: unknown) =>
      services.log.error({ err, operation: claim.operation }, 'idempotency key not released'),
    );
    throw error;
  }
}

/**
 * Binds a request to the person it acts for, so that nobody receives a response that was meant for someone
 * else.
 */
function bindFingerprint(request: string, userId: string): string {
  return computeSha256Hex(`${request} ${userId}`);
}

async function replayHeld<T>(held: Held, claim: Claim, ctx: Context, options: Options<T>): Promise<T> {
  if (held.fingerprint !== claim.fingerprint) throw createRefusal('idempotency_key_reused');
  if (held.finishedAt === null) throw createRefusal('idempotency_in_flight');
  ctx.replyHeaders.set('idempotency-replayed', 'true');
  const { replay } = options;
  if (replay.kind === 'current') return await replay.answer();
  throw new StoredAnswer(replay.answer(held.response));
}

/**
 * Runs an operation on an envelope once for each Idempotency-Key. A replay returns the current graph,
 * regardless of the expected version.
 */
export async function runEnvelopeOnce(
  ctx: Context & { readonly member: Member },
  operation: string,
  id: string,
  run: (alongside: Alongside) => Promise<EnvelopeGraph>,
): Promise<WireGraph> {
  const graph = await runOnce(ctx, {
    operation,
    run: (finish) => run((tx) => finish(tx, { envelopeId: id })),
    replay: { kind: 'current', answer: () => loadGraph(ctx.services, ctx.member.organizationId, id) },
  });
  return toWireGraph(graph);
}

/**
 * Changes a template once for each Idempotency-Key. A replay returns the template as it was after the first
 * run.
 */
export async function changeTemplateOnce(
  ctx: Context & { readonly member: Member },
  operation: string,
  id: string,
  decide: (graph: TemplateGraph, form: Form | null) => TemplateChanged,
): Promise<WireTemplate> {
  return await runOnce<WireTemplate>(ctx, {
    operation,
    run: (finish) =>
      changeTemplate(
        ctx.services,
        ctx.member.organizationId,
        id,
        (graph, form) => {
          requirePersonForForm(ctx.principal, form);
          return decide(graph, form);
        },
        finish,
      ),
    replay: replayStored(templateSchema),
  });
}
