const MIB = 1024 * 1024;
const MINUTE_MS = 60_000;

/** The limits that the signer's page knows, with the unit in the name. It loads no others. */
export const SIGNING_LIMITS = {
  nameMaxChars: 200,
  emailMaxChars: 254,
  /** As typed, with separators. */
  phoneMaxChars: 32,
  valueMaxChars: 4000,
  validationPatternMaxChars: 500,
  /** Values that are tested against a pattern. */
  patternValueMaxChars: 500,
  formulaMaxChars: 500,
  formulaDepthMax: 32,
  /** Numbers and keys in a formula. */
  formulaTermsMax: 100,
  signatureImageMaxBytes: 512 * 1024,
  /** A file that a signer uploads for a field, before and after it is prepared. */
  attachmentFileMaxBytes: 10 * MIB,
  /** All files that the signers of an envelope attach. */
  attachmentsMaxBytes: 50 * MIB,
  accessCodeMaxChars: 64,
  linkLockMs: 15 * MINUTE_MS,
  sentCodeAgainMs: 30_000,
  /** Times that a turn can be handed over. */
  delegationsMax: 3,
  reasonMaxChars: 500,
} as const;
