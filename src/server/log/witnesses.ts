import { fromDecimal } from '#domain/log/bytes.ts';
import { signatureLine } from '#domain/log/note.ts';
import { cosignaturesIn, formatAddCheckpoint } from '#domain/log/witness.ts';
import { hasCosignature, insertCosignature, readLatestCheckpoint } from '#server/db/log/checkpoints.ts';
import { readObservers, recordObserver, type Observer } from '#server/db/log/observers.ts';
import { readConsistency } from '#server/db/log/tiles.ts';
import type { Witness } from '#server/app/config/witnesses.ts';
import type { LogServices } from './services.ts';
import { isValid } from './open-checkpoint.ts';

const TIMEOUT_MS = 5_000;
const MAX_ANSWER_BYTES = 64 * 1024;
/** Questions to one witness: the second starts from the size that the first was answered with. */
const ATTEMPTS = 3;

type Asked = { readonly size: number; readonly note: string };
type Answer = Pick<Observer, 'size' | 'problem'>;

/** Asks every witness that hasn't signed the latest checkpoint, or `again` all, at the same time. Records what they answer. */
export async function askWitnesses(services: LogServices, { again = false } = {}): Promise<void> {
  const { drizzle } = services.db;
  const latest = await readLatestCheckpoint(drizzle);
  if (latest === null) return;
  const observers = await readObservers(drizzle);
  await Promise.all(
    services.config.log.witnesses.map(async (witness) => {
      if (!again && (await hasCosignature(drizzle, { size: latest.size, witness: witness.vkey }))) return;
      const known = again ? latest.size : (observers.get(witness.vkey)?.size ?? 0);
      const answer = await ask(services, witness, latest, Math.min(known, latest.size));
      if (answer.problem !== null)
        services.log.warn({ witness: witness.vkey, ...answer }, "a witness didn't sign the log");
      await recordObserver(drizzle, { name: witness.vkey, ...answer, since: services.clock() });
    }),
  );
}

async function ask(services: LogServices, witness: Witness, latest: Asked, from: number): Promise<Answer> {
  let oldSize = from;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const proof = await readConsistency(services.db.drizzle, oldSize, latest.size);
    const reply = await post(
      services,
      witness,
      formatAddCheckpoint({ oldSize, proof, checkpoint: latest.note }),
    );
    if (reply === null) return { size: null, problem: 'unreachable' };
    if (reply.status === 200) return await keep(services, witness, latest, reply.text);
    if (reply.status >= 500) return { size: null, problem: 'unreachable' };
    const size = reply.status === 409 ? fromDecimal(reply.text.trim()) : null;
    if (size !== null && size > latest.size) return { size, problem: 'ahead' };
    if (size === null || size === oldSize) return { size, problem: 'refused' };
    oldSize = size;
  }
  return { size: null, problem: 'refused' };
}

async function keep(
  services: LogServices,
  witness: Witness,
  { size, note }: Asked,
  answer: string,
): Promise<Answer> {
  const text = note.slice(0, note.lastIndexOf('\n\n') + 1);
  const signed = cosignaturesIn(answer, text, witness.key).find(({ claim }) => isValid(claim));
  if (signed === undefined) return { size: null, problem: 'refused' };
  const line = signatureLine(signed.signature);
  await insertCosignature(services.db.drizzle, { size, witness: witness.vkey, line });
  return { size, problem: null };
}

async function post(
  services: LogServices,
  { url }: Witness,
  body: string,
): Promise<{ status: number; text: string } | null> {
  try {
    const answer = await services.outbound({
      method: 'POST',
      url: `${url.replace(/\/$/, '')}/add-checkpoint`,
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body,
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_ANSWER_BYTES,
    });
    return { status: answer.status, text: answer.body.toString() };
  } catch (error) {
    services.log.info({ err: error, url }, "a witness can't be reached");
    return null;
  }
}
