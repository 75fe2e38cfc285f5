import type { Drizzle, Transaction } from '#server/db/client/client.ts';
import { insertTimestamp, readLatestCheckpoint, readTimestamp } from '#server/db/log/checkpoints.ts';
import { computeSha256Bytes } from '#server/crypto/hash.ts';
import { encodeGrantedResponse } from '#server/crypto/timestamp/response.ts';
import type { LogServices } from './services.ts';

/**
 * Gets a timestamp for the text of the latest checkpoint, if timestamp services are configured and it doesn't
 * have one yet.
 */
export async function stampCheckpoint({ db, timestamps }: LogServices): Promise<void> {
  if (!timestamps.configured) return;
  const latest = await readLatestCheckpoint(db.drizzle);
  if (latest === null || (await readTimestamp(db.drizzle, latest.size)) !== null) return;
  const { size, note } = latest;
  // The text that the log signed, which is the note without its signatures.
  const text = note.slice(0, note.lastIndexOf('\n\n') + 1);
  const timestamp = await timestamps.stamp(computeSha256Bytes(Buffer.from(text)));
  if (timestamp !== null) await insertTimestamp(db.drizzle, { size, token: timestamp.token });
}

/**
 * Returns the timestamp of the latest checkpoint in the form of a service's response; null if there is none.
 */
export async function readPublishedTimestamp(db: Drizzle | Transaction): Promise<Uint8Array | null> {
  const latest = await readLatestCheckpoint(db);
  const token = latest === null ? null : await readTimestamp(db, latest.size);
  return token === null ? null : encodeGrantedResponse(token);
}
