import { fromDecimal } from '#domain/log/bytes.ts';
import { parseCheckpointText } from '#domain/log/checkpoint.ts';
import { parseNote, formatSignatureLine } from '#domain/log/note.ts';
import { parseCosignatures, formatAddCheckpoint } from '#domain/log/witness.ts';
import {
  hasCosignature,
  insertCosignature,
  readLastCosigned,
  readLatestCheckpoint,
} from '#server/db/log/checkpoints.ts';
import { readObservers, recordObserver, type Observer } from '#server/db/log/observers.ts';
import { readConsistency, readRoot } from '#server/db/log/tiles.ts';
import type { Witness } from '#server/runtime/config/witnesses.ts';
import type { LogServices } from './services.ts';
import { isContrary } from './compare.ts';
import { isValid } from './open-checkpoint.ts';

const TIMEOUT_MS = 5_000;
const MAX_ANSWER_BYTES = 64 * 1024;
/**
 * The most questions to one witness: for its size, from that size, and once more if another process was
 * faster, for example.
 */
const ATTEMPTS = 5;
/** How much of a response is logged. */
const QUOTED_LENGTH = 200;

type Asked = { readonly size: number; readonly note: string };
type Answer = Pick<Observer, 'size' | 'problem'>;
type Reply = { readonly status: number; readonly text: string };
type Log = Pick<LogServices, 'db' | 'outbound' | 'log'>;

/**
 * Asks, all at the same time, every witness that hasn't signed the latest checkpoint or that has a different
 * state. With `again`, asks all witnesses. Records their answers.
 */
export async function askWitnesses(services: LogServices, { again = false } = {}): Promise<void> {
  const { drizzle } = services.db;
  const latest = await readLatestCheckpoint(drizzle);
  if (latest === null) return;
  const observers = await readObservers(drizzle);
  await Promise.all(
    services.config.log.witnesses.map(async (witness) => {
      const observer = observers.get(witness.vkey);
      if (!again && !isContrary(observer, latest.size) && (await hasSigned(services, witness, latest.size)))
        return;
      const known = again ? latest.size : (observer?.size ?? 0);
      const answer = await ask(services, witness, latest, Math.min(known, latest.size));
      await recordObserver(drizzle, { name: witness.vkey, ...answer, since: services.clock() });
    }),
  );
}

async function hasSigned({ db }: Log, { vkey }: Witness, size: number): Promise<boolean> {
  return await hasCosignature(db.drizzle, { size, witness: vkey });
}

/**
 * Asks for a signature, starting from the size that the witness itself says it has. Only then does a refusal
 * of the proof (422), or of a different root of the same size (409), mean that the witness has signed
 * different entries (c2sp.org/tlog-witness).
 */
async function ask(services: Log, witness: Witness, asked: Asked, from: number): Promise<Answer> {
  let [latest, oldSize, isTold] = [asked, from, false];
  let reply: Reply | null = null;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const proof = await readConsistency(services.db.drizzle, oldSize, latest.size);
    reply = await post(services, witness, formatAddCheckpoint({ oldSize, proof, checkpoint: latest.note }));
    if (reply?.status === 200) return await keep(services, witness, latest, reply);
    if (reply?.status !== 409 && reply?.status !== 422)
      return logRefusal(services, witness, reply, { size: null, problem: findProblem(reply) });
    const size = reply.status === 409 ? fromDecimal(reply.text.trim()) : null;
    if (size !== null && size > latest.size) {
      // Another process may have signed more in the meantime.
      const newer = await readLatestCheckpoint(services.db.drizzle);
      if (newer === null || size > newer.size)
        return logRefusal(services, witness, reply, { size, problem: 'ahead' });
      latest = newer;
    }
    if (size !== null && size !== oldSize) [oldSize, isTold] = [size, true];
    else if (isTold || size !== null) return await judge(services, witness, latest, oldSize, reply);
    else if (oldSize > 0) oldSize = 0;
    else break;
  }
  return logRefusal(services, witness, reply, { size: null, problem: 'refused' });
}

/**
 * Determines what it means when a witness refuses a checkpoint that continues the log from the size that the
 * witness says it has.
 */
async function judge(
  services: Log,
  witness: Witness,
  latest: Asked,
  size: number,
  reply: Reply,
): Promise<Answer> {
  const isAboutEntries = size > 0 && (reply.status === 422 || size === latest.size);
  if (!isAboutEntries) return logRefusal(services, witness, reply, { size, problem: 'refused' });
  const problem = (await hasSignedPast(services, witness, size)) ? 'contradictory' : 'diverged';
  return logRefusal(services, witness, reply, { size, problem });
}

/**
 * Checks whether a witness has signed a state of these same entries that is at least as large as the
 * different state that it now says it has. A witness's states only grow and continue each other, so such a
 * witness contradicts its own signature.
 */
async function hasSignedPast({ db }: Log, { vkey }: Witness, size: number): Promise<boolean> {
  const signed = await readLastCosigned(db.drizzle, vkey);
  if (signed === null || signed.size < size) return false;
  const note = parseNote(signed.note);
  const checkpoint = note && parseCheckpointText(note.text);
  return checkpoint?.rootHash === (await readRoot(db.drizzle, signed.size));
}

function findProblem(reply: Reply | null): Answer['problem'] {
  if (reply === null || reply.status >= 500 || reply.status === 429) return 'unreachable';
  return reply.status === 404 || reply.status === 403 ? 'unknown' : 'refused';
}

function logRefusal({ log }: Log, { vkey }: Witness, reply: Reply | null, answer: Answer): Answer {
  const said = reply?.text.split('\n', 1)[0]?.slice(0, QUOTED_LENGTH);
  log.warn({ witness: vkey, ...answer, status: reply?.status, said }, "a witness didn't sign the log");
  return answer;
}

async function keep(services: Log, witness: Witness, { size, note }: Asked, reply: Reply): Promise<Answer> {
  const text = note.slice(0, note.lastIndexOf('\n\n') + 1);
  const signed = parseCosignatures(reply.text, text, witness.key).find(({ claim }) => isValid(claim));
  if (signed === undefined) return logRefusal(services, witness, reply, { size: null, problem: 'refused' });
  const line = formatSignatureLine(signed.signature);
  await insertCosignature(services.db.drizzle, { size, witness: witness.vkey, line });
  return { size, problem: null };
}

async function post(services: Log, { url }: Witness, body: string): Promise<Reply | null> {
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
