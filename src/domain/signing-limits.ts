import { MINUTE_MS } from './time.ts';

const MIB = 1024 * 1024;

/** The limits that the signer's page knows, with the unit in the name. The page loads no other limits. */
export const SIGNING_LIMITS = {
  nameMaxChars: 200,
  emailMaxChars: 254,
  /** Phone numbers as typed, with separators. */
  phoneMaxChars: 32,
  valueMaxChars: 4000,
  validationPatternMaxChars: 500,
  /** The length of values that are tested against a pattern. */
  patternValueMaxChars: 500,
  formulaMaxChars: 500,
  formulaDepthMax: 32,
  /** The number of numbers and keys in a formula. */
  formulaTermsMax: 100,
  signatureImageMaxBytes: 512 * 1024,
  /** The size of a file that a signer uploads for a field, both before and after it is prepared. */
  attachmentFileMaxBytes: 10 * MIB,
  attachmentsPerField: 10,
  /** The total size of the files that the signers of an envelope attach. */
  attachmentsMaxBytes: 50 * MIB,
  accessCodeMaxChars: 64,
  linkLockMs: 15 * MINUTE_MS,
  sentCodeAgainMs: 30_000,
  /** How many times a turn can be handed over. */
  delegationsMax: 3,
  reasonMaxChars: 500,
  /** The length of a question, an answer, and of words that are proposed. */
  threadTextMaxChars: 2000,
  /** The number of boxes that a quote may consist of. */
  quoteBoxesMax: 200,
} as const;
