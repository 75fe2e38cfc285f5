import { createResult, type Result } from '../result.ts';
import { narrow, type PdfDict } from '../pdf/objects.ts';
import type { Anchors } from '../x509/path.ts';
import { OID, type SignedData } from '../x509/signed-data.ts';
import { areExpired, checkTimestamp, type Timestamp } from '../x509/timestamp-token.ts';
import type { SealTime } from './seal.ts';

/** Clocks may differ by a few minutes. */
const TOLERANCE_MS = 10 * 60 * 1000;

export type CheckedTime = {
  readonly result: Result;
  readonly time: SealTime | null;
  /** The signature's timestamp, if there is a valid one. */
  readonly timestamp: Timestamp | null;
};

/**
 * Checks when the seal was made: by the timestamp over its signature, whose validity later timestamps extend,
 * or only by its own claim.
 */
export async function checkTime(
  cms: SignedData | null,
  dict: PdfDict,
  { anchors, now }: { readonly anchors: Anchors | null; readonly now: Date },
  later: readonly Timestamp[],
): Promise<CheckedTime> {
  const claimed = readClaimedTime(dict);
  const token = cms?.unsigned.get(OID.timestampToken);
  if (cms !== null && token !== undefined) {
    const timestamp = await checkTimestamp(token.bytes, cms.signature, { anchors, now });
    if (typeof timestamp === 'string')
      return { result: createResult('time', timestamp), time: toUnconfirmed(claimed), timestamp: null };
    const facts = {
      time: timestamp.time.toISOString(),
      service: timestamp.service,
      root: timestamp.path.rootFingerprint,
    };
    const isTrusted = timestamp.path.end === 'pinned';
    const isExpired = areExpired([timestamp, ...later], now);
    const trusted = isExpired ? 'timestamp_expired_since' : 'time_confirmed';
    return {
      result: createResult('time', isTrusted ? trusted : 'timestamp_service_not_trusted', facts),
      time: { at: timestamp.time, isConfirmed: isTrusted && !isExpired },
      timestamp,
    };
  }
  if (claimed === null) return { result: createResult('time', 'time_missing'), time: null, timestamp: null };
  const isFuture = claimed.getTime() > now.getTime() + TOLERANCE_MS;
  const facts = { time: claimed.toISOString() };
  return {
    result: createResult('time', isFuture ? 'time_in_future' : 'time_claimed', facts),
    time: toUnconfirmed(claimed),
    timestamp: null,
  };
}

function toUnconfirmed(at: Date | null): SealTime | null {
  return at === null ? null : { at, isConfirmed: false };
}

/** Reads the dictionary's /M (ISO 32000-2, 7.9.4). */
function readClaimedTime(dict: PdfDict): Date | null {
  const text = narrow(dict.entries.get('M'), 'string')?.text ?? '';
  const match = /^D:(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(?:Z|([+-]\d{2})'?(\d{2})'?)$/.exec(text);
  if (match === null) return null;
  const [, year, month, day, hour, minute, second, zone, zoneMinute] = match;
  const offset = zone === undefined ? 'Z' : `${zone}:${zoneMinute}`;
  const time = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`);
  return Number.isNaN(time.getTime()) ? null : time;
}
