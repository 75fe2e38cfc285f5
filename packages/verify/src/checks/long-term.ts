import { Malformed } from '../bytes.ts';
import { decodeStream } from '../pdf/inflate.ts';
import type { PdfDocument } from '../pdf/document.ts';
import { getCoveredBytes, stripPadding } from '../pdf/find-seal.ts';
import { narrow, type PdfObject } from '../pdf/objects.ts';
import type { Update } from '../pdf/updates.ts';
import { type Level, LEVELS, createResult, type Result } from '../result.ts';
import type { Anchors, Path } from '../x509/path.ts';
import type { Revocation, RevocationData, RevocationItem } from '../x509/revocation.ts';
import { areExpired, checkTimestamp, type Timestamp } from '../x509/timestamp-token.ts';

const MAX_STREAM = 8 * 2 ** 20;
const MAX_STREAMS = 512;

/**
 * Returns the revocation lists and OCSP responses in the newest revision of the file (/DSS). Those that the
 * sealed revision already had come last, without the ones that can't be decoded: they're part of the
 * document, and their purpose is unknown.
 */
export async function readKeptData(newest: PdfDocument, sealed: PdfDocument): Promise<RevocationData> {
  const readStreams = async (key: 'CRLs' | 'OCSPs') => {
    const before = new Set(
      (await readStored(sealed, key)).map((item) => narrow(item, 'ref')?.number ?? null),
    );
    const all = (await readStored(newest, key)).map((item) => {
      const number = narrow(item, 'ref')?.number ?? null;
      return { item, isEarlier: number !== null && before.has(number) };
    });
    const ours = all.filter(({ isEarlier }) => !isEarlier);
    const contents: RevocationItem[] = [];
    for (const one of [...ours, ...all.filter(({ isEarlier }) => isEarlier)].slice(0, MAX_STREAMS)) {
      const content = await (one.isEarlier
        ? readContentOrNull(newest, one.item)
        : readContent(newest, one.item));
      if (content !== null) contents.push({ der: content, isEarlier: one.isEarlier });
    }
    return contents;
  };
  return { lists: await readStreams('CRLs'), responses: await readStreams('OCSPs') };
}

async function readStored(document: PdfDocument, key: string): Promise<readonly PdfObject[]> {
  const store = await document.dictIn(await document.catalog(), 'DSS');
  return await document.arrayIn(store, key);
}

async function readContent(document: PdfDocument, item: PdfObject): Promise<Uint8Array | null> {
  const stream = narrow(await document.resolve(item), 'stream');
  return stream === null ? null : await decodeStream(stream, MAX_STREAM, document.effort);
}

async function readContentOrNull(document: PdfDocument, item: PdfObject): Promise<Uint8Array | null> {
  try {
    return await readContent(document, item);
  } catch (error) {
    if (error instanceof Malformed) return null;
    throw error;
  }
}

/** The document timestamps, oldest first. `fault` is that of the first invalid one. */
export type Archive = { readonly timestamps: readonly Timestamp[]; readonly fault: string | null };

/** Checks the document timestamps of the revisions after the seal. */
export async function readArchive(
  bytes: Uint8Array,
  revisions: readonly Update[],
  trust: { readonly anchors: Anchors | null; readonly now: Date },
): Promise<Archive> {
  const timestamps: Timestamp[] = [];
  for (const range of revisions.flatMap((revision) => revision.timestamps)) {
    const checked = await readTimestamp(bytes, range, trust);
    if (typeof checked === 'string') return { timestamps, fault: checked };
    timestamps.push(checked);
  }
  return { timestamps, fault: null };
}

async function readTimestamp(
  bytes: Uint8Array,
  range: Update['timestamps'][number],
  trust: Parameters<typeof checkTimestamp>[2],
): Promise<Timestamp | string> {
  try {
    return await checkTimestamp(stripPadding(range.contents), getCoveredBytes(bytes, range), trust);
  } catch (error) {
    if (error instanceof Malformed) return 'timestamp_unreadable';
    throw error;
  }
}

type LongTerm = {
  readonly timestamp: Timestamp | null;
  readonly archive: Archive;
  readonly path: Path | null;
  /** What the revocation lists and responses say. */
  readonly kept: Revocation;
  /** How many lists and responses, in the file or supplied, can't be used. */
  readonly faults: number;
  readonly now: Date;
  readonly minimumLevel: Level | undefined;
};

/**
 * Returns the file's level by its form, and the level that counts. Anyone can make a timestamp, so passing,
 * and meeting a required level, takes timestamps of trusted services.
 */
export function checkLongTerm(facts: LongTerm): { readonly result: Result; readonly level: Level } {
  const level = determineLevel(facts);
  const { minimumLevel: minimum, archive, faults, kept } = facts;
  const shown = {
    level,
    until: archive.timestamps.at(-1)?.path.certificates[0]?.notAfter.toISOString() ?? '',
  };
  const toFailure = (code: 'archive_timestamp_invalid' | 'revocation_data_invalid', detail: string) => ({
    result: createResult('long_term', code, shown, detail),
    level,
  });
  if (archive.fault !== null) return toFailure('archive_timestamp_invalid', archive.fault);
  if (faults > 0) return toFailure('revocation_data_invalid', `${faults} lists or responses`);
  const proven = getProvenLevel(level, facts);
  if (minimum !== undefined && LEVELS.indexOf(proven) < LEVELS.indexOf(minimum))
    return {
      result: createResult('long_term', 'level_too_low', { level: proven, required: minimum }),
      level,
    };
  const [untrusted] = listUntrusted(facts);
  if (untrusted !== undefined && (level === 'B-LTA' || level === 'B-LT')) {
    const said = { ...shown, service: untrusted.service, time: untrusted.time.toISOString() };
    return { result: createResult('long_term', 'long_term_service_not_trusted', said), level };
  }
  if (areExpired(listTimestamps(facts), facts.now) && (level === 'B-LTA' || level === 'B-LT'))
    return { result: createResult('long_term', 'long_term_expired', shown), level };
  if (level === 'B-LTA') return { result: createResult('long_term', 'long_term_archived', shown), level };
  if (level === 'B-LT') return { result: createResult('long_term', 'long_term_kept', shown), level };
  return {
    result: createResult('long_term', kept.isAny ? 'long_term_incomplete' : 'no_long_term_data', shown),
    level,
  };
}

function listTimestamps({ timestamp, archive }: LongTerm): readonly Timestamp[] {
  return timestamp === null ? archive.timestamps : [timestamp, ...archive.timestamps];
}

function listUntrusted(facts: LongTerm): Timestamp[] {
  return listTimestamps(facts).filter(({ path }) => path.end !== 'pinned');
}

function getProvenLevel(level: Level, facts: LongTerm): Level {
  const untrusted = listUntrusted(facts);
  const { timestamp, now } = facts;
  if (timestamp === null || untrusted.includes(timestamp) || areExpired(listTimestamps(facts), now))
    return 'B-B';
  return level === 'B-LTA' && untrusted.length > 0 ? 'B-LT' : level;
}

function determineLevel({ timestamp, archive, path, kept }: LongTerm): Level {
  if (timestamp === null) return 'B-B';
  if (!kept.isAny || path === null) return 'B-T';
  const { time } = timestamp;
  if (!kept.covers(path, 'seal', time) || !kept.covers(timestamp.path, 'service', time)) return 'B-T';
  return archive.timestamps.length > 0 && archive.fault === null ? 'B-LTA' : 'B-LT';
}
