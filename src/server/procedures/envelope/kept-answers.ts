import { MINUTE_MS } from '#domain/time.ts';
import type { Timestamp } from '#domain/timestamp.ts';
import { EncodedAnswer } from '#server/trpc/encoded-answer.ts';

/** How an answer can be made, and what tells whether the one that is kept is the same. */
type Source<Answer> = {
  /** Tells requests apart, so that each has its own answer kept. Whether it fits is decided by the rest. */
  readonly request: string;
  /** What was found for the request. An answer is kept once the same is found twice in a row. */
  readonly found: string;
  /** Returns a text that is the same only as long as the rows are the same that the answer is made from. */
  readonly readVersion: () => Promise<string>;
  readonly make: () => Promise<Answer>;
  readonly now: Timestamp;
};

type Kept = {
  readonly found: string;
  readonly version: string;
  readonly answer: EncodedAnswer;
  readonly isCurrent: (now: Timestamp) => boolean;
};

/** Twice this is kept at most: what was used lately, and what was used before. */
const GENERATION_BYTES = 4_000_000;

/**
 * Keeps answers as JSON, for programs that ask for the same again and again. The rows' versions are read from the
 * database each time, under the policies that hide rows from the caller, so a kept answer is the one that would be
 * made. Making it takes several times as long: reading and parsing the rows, converting, checking and encoding them.
 * An answer is kept for a minute or two after its last use. `check` is what its output's schema does with other
 * answers, and `watch` returns a function that says whether an answer would be the same at a later time.
 */
export function openKeptAnswers<Answer extends object>(
  check: (answer: Answer) => Answer,
  watch: (answer: Answer) => Kept['isCurrent'] = () => () => true,
) {
  let recent = new Map<string, Kept | string>();
  let earlier = new Map<string, Kept | string>();
  let bytes = 0;
  let timer: NodeJS.Timeout | null = null;

  const turn = () => {
    earlier = recent;
    recent = new Map();
    bytes = 0;
    timer?.refresh();
    if (earlier.size > 0) return;
    clearTimeout(timer ?? undefined);
    timer = null;
  };
  const keep = (request: string, kept: Kept | string) => {
    recent.set(request, kept);
    bytes += request.length;
    bytes +=
      typeof kept === 'string'
        ? kept.length
        : kept.found.length + kept.version.length + kept.answer.bytes.length;
    timer ??= setInterval(turn, MINUTE_MS).unref();
    if (bytes > GENERATION_BYTES) turn();
  };
  const renew = async ({ found, make }: Source<Answer>, version: string): Promise<Kept> => {
    const answer = check(await make());
    return { found, version, answer: new EncodedAnswer(answer), isCurrent: watch(answer) };
  };

  return {
    /** Returns the answer as kept, or as it is made. */
    answer: async (source: Source<Answer>): Promise<Answer> => {
      const { request, found, now } = source;
      const known = recent.get(request) ?? earlier.get(request);
      if ((typeof known === 'object' ? known.found : known) !== found) {
        keep(request, found);
        return await source.make();
      }
      const version = await source.readVersion();
      const fits = typeof known === 'object' && known.version === version && known.isCurrent(now);
      const kept = fits ? known : await renew(source, version);
      if (!fits || !recent.has(request)) keep(request, kept);
      return kept.answer as unknown as Answer;
    },
  };
}
