import type { Logger } from 'pino';

/**
 * Ends the process when nothing catches an error, after logging it like any other. Node would print the error as
 * is, with the values of a failed query.
 */
export function endOnUncaught(log: Logger): void {
  process.on('uncaughtException', (error) => {
    try {
      log.fatal({ err: error }, 'uncaught error: the process exits');
    } finally {
      process.exit(1);
    }
  });
}
