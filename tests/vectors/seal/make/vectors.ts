import type { Identity } from './authority.ts';
import { evidence } from './evidence.ts';
import { bytesIn } from './in-bytes.ts';
import { keysAndTimes } from './keys-and-times.ts';
import type { Keys } from './log.ts';
import { responses } from './ocsp.ts';
import { publications } from './publications.ts';
import { shadows } from './shadows.ts';
import { structures } from './structures.ts';
import { updates } from './updates.ts';
import type { Files, Identities, Lists, Vector } from './vector.ts';

/** Makes every vector but the valid ones. */
export async function tampered(
  files: Files,
  ids: Identities,
  lists: Lists,
  keys: Keys,
  root: Identity,
): Promise<Vector[]> {
  return [
    ...bytesIn(files),
    ...structures(files.bB),
    ...updates(files),
    ...(await shadows(files, ids)),
    ...(await keysAndTimes(files, ids, lists)),
    ...responses(files, ids, root),
    ...(await evidence(files, ids)),
    ...publications(files, keys),
  ];
}
