import { randomUUID } from 'node:crypto';
import { invalid, refusal } from '#domain/errors.ts';
import { LIMITS } from '#domain/limits.ts';
import type { Transaction } from '#server/db/client/client.ts';
import {
  claimKey,
  finishKey,
  readKey,
  releaseKey,
  type Claim,
  type Held,
} from '#server/db/housekeeping/idempotency-keys.ts';
import { transaction } from '#server/db/client/transaction.ts';
import type { Member } from './audience.ts';
import type { Context } from './init.ts';
import { StoredAnswer } from './stored-answer.ts';

/** Finishes the request's idempotency key within the transaction of its effect. */
export type Finish = (tx: Transaction, response: unknown) => Promise<void>;

type Options<T> = {
  readonly operation: string;
  /** Does the work and calls `finish` in its transaction, with what a replay will need. */
  readonly run: (finish: Finish) => Promise<T>;
  readonly replay: Replay<T>;
};

/** Answers again, running nothing else: from what was kept, whatever answers look like by now, or from what is there now. */
type Replay<T> =
  | {
      readonly kind: 'stored';
      readonly keep: (finished: unknown) => unknown;
      readonly answer: (kept: unknown) => unknown;
    }
  | { readonly kind: 'current'; readonly answer: () => Promise<T> };

/** The replay of an operation that finishes its key with its answer: it is kept in the form that the schema gives it. */
export function storedAs(answers: { readonly parse: (answer: unknown) => unknown }) {
  return {
    kind: 'stored',
    keep: (answer: unknown) => answers.parse(answer),
    answer: (kept: unknown) => kept,
  } as const;
}

/**
 * Runs an operation once for each Idempotency-Key. Without a key it just runs. A key whose first request is in flight
 * is refused with `idempotency_in_flight`, one that stood for another request with `idempotency_key_reused`. A refused
 * or failed run gives the key back; a process that dies holds it until its lease ends: the next request with it
 * then has it, whichever that is.
 */
export async function once<T>(ctx: Context & { readonly member: Member }, options: Options<T>): Promise<T> {
  const { services, idempotency, member } = ctx;
  if (idempotency === null) return await options.run(() => Promise.resolve());
  const scope = { organizationId: member.organizationId };
  const now = services.clock();
  const claim: Claim = {
    ...scope,
    operation: options.operation,
    key: idempotency.key,
    fingerprint: idempotency.fingerprint,
    claim: randomUUID(),
    leaseEndsAt: new Date(now.getTime() + LIMITS.idempotencyLeaseMs),
  };
  const forgotten = new Date(now.getTime() - LIMITS.idempotencyKeptMs);
  const held = await transaction(services.db, scope, (tx) => claimKey(tx, claim, now, forgotten));
  if (held.claim !== claim.claim) return await repeated(held, claim, ctx, options);
  try {
    return await options.run(async (tx, response) => {
      // A request that was slower than its lease finds its key taken over: its effect must not happen as well.
      const kept = options.replay.kind === 'stored' ? options.replay.keep(response) : response;
      if (!(await finishKey(tx, claim, kept, services.clock()))) throw refusal('idempotency_in_flight');
    });
  } catch (error) {
    // What went wrong stays what went wrong: a key that cannot be given back is free when its lease ends.
    await transaction(services.db, scope, (tx) => releaseKey(tx, claim)).catch((err: unknown) =>
      services.log.error({ err, operation: claim.operation }, 'idempotency key not released'),
    );
    throw error;
  }
}

/** Whether the request's key was finished by the same request before: to run it again then does nothing. */
export async function isRepeated(
  { services, idempotency }: Pick<Context, 'services' | 'idempotency'>,
  organizationId: string,
  operation: string,
): Promise<boolean> {
  if (idempotency === null) return false;
  const id = { organizationId, operation, key: idempotency.key };
  const held = await transaction(services.db, { organizationId }, (tx) => readKey(tx, id));
  if (held === null || held.finishedAt === null) return false;
  const age = services.clock().getTime() - held.createdAt.getTime();
  return age < LIMITS.idempotencyKeptMs && held.fingerprint === idempotency.fingerprint;
}

async function repeated<T>(held: Held, claim: Claim, ctx: Context, options: Options<T>): Promise<T> {
  if (held.fingerprint !== claim.fingerprint) throw refusal('idempotency_key_reused');
  if (held.finishedAt === null) throw refusal('idempotency_in_flight');
  ctx.replyHeaders.set('idempotency-replayed', 'true');
  const { replay } = options;
  if (replay.kind === 'current') return await replay.answer();
  throw new StoredAnswer(replay.answer(held.response));
}

/** The key in an Idempotency-Key header field, bare or quoted; refuses one that is none. Null without the field. */
export function idempotencyKeyIn(field: string | null): string | null {
  if (field === null) return null;
  const key = /^"(.*)"$/.exec(field)?.[1] ?? field;
  if (key.length > 0 && key.length <= LIMITS.idempotencyKeyMaxChars && /^[\x20-\x7e]+$/.test(key)) return key;
  throw invalid([
    {
      path: '/Idempotency-Key',
      message: `must have between 1 and ${LIMITS.idempotencyKeyMaxChars} printable ASCII characters`,
    },
  ]);
}
