import { pino, type DestinationStream } from 'pino';
import type { Config } from './config.ts';
import type { Requester } from './requester.ts';

/** A request that has been answered. The path contains neither a query nor a credential. */
type Access = {
  readonly requestId: string;
  readonly address: string | null;
  readonly method: string;
  readonly path: string;
  /** The response's status. 499 means that the client left before it got an answer. */
  readonly status: number;
  readonly ms: number;
  /** The bytes of the answer as sent, its head included. */
  readonly bytes: number;
  /** What the client says it is, shortened. */
  readonly userAgent: string | null;
  /** Who made the request; null if nobody is known. */
  readonly requester: Requester | null;
  /** Absent while nothing is traced. */
  readonly traceId?: string;
};
export type AccessLog = (access: Access) => void;

/** Opens the access log, which has one line per request and goes to standard error by default. */
export function openAccessLog(
  format: Config['accessLog'],
  to: DestinationStream = pino.destination(2),
): AccessLog {
  switch (format) {
    case 'off':
      return () => undefined;
    case 'json': {
      const log = pino({ name: 'countersign' }, to);
      return (access) => log.info(access, 'request');
    }
    case 'text':
      return (access) => to.write(`${formatLine(access)}\n`);
    default:
      return format satisfies never;
  }
}

function formatLine(access: Access): string {
  const { requestId, address, method, path, status, ms, bytes, userAgent, requester, traceId } = access;
  const quoted = userAgent === null ? '-' : JSON.stringify(userAgent);
  return [
    ...[new Date().toISOString(), address ?? '-', method, path, status, `${ms}ms`, `${bytes}B`, requestId],
    ...[traceId ?? '-', quoted, requester === null ? '-' : Object.values(requester).join('/')],
  ].join(' ');
}
