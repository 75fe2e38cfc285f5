/**
 * The property of the message in which a worker says that it can't go on. pdf.js ignores messages that aren't
 * its own.
 */
export const WORKER_FAILURE = 'workerFailure';
