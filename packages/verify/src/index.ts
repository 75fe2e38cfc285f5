export { verify, type Report, type Verdict } from './verify.ts';
export { askLog, createHttpLogReader, readLogName, type LogReader } from './ask-log.ts';
export type { LogTrust, VerifyOptions } from './options.ts';
export {
  CHECKS,
  CODES,
  LEVELS,
  type Check,
  type Code,
  type Facts,
  type Level,
  type Outcome,
  type Result,
} from './result.ts';
