import type { Logger } from 'pino';

/**
 * Ends the process when an error is caught nowhere, after logging it like any other. Node would print it as it
 * is, with the values of a failed query.
 */
export function endOnUncaught(log: Logger): void {
  process.on('uncaughtException', (error) => {
    try {
      log.fatal({ err: error }, 'an error was caught nowhere: the process ends');
    } finally {
      process.exit(1);
    }
  });
}
