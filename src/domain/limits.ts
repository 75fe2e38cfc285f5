const MIB = 1024 * 1024;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Every number of the contract's limits and ours, with the unit in the name. */
export const LIMITS = {
  documentMaxBytes: 50 * MIB,
  documentMaxPages: 2000,
  jsonBodyMaxBytes: MIB,
  inlineDocumentBodyMaxBytes: 70 * MIB,
  /** Signing carries pictures and attachments as data URLs. */
  signBodyMaxBytes: 16 * MIB,
  participantsMax: 100,
  fieldsMax: 5000,
  nameMaxChars: 200,
  filenameMaxChars: 255,
  emailMaxChars: 254,
  labelMaxChars: 200,
  groupMaxChars: 100,
  optionsMax: 100,
  valueMaxChars: 4000,
  reasonMaxChars: 500,
  metadataMaxPairs: 50,
  metadataKeyMaxChars: 40,
  metadataValueMaxChars: 500,
  listLimitMax: 100,
  listLimitDefault: 50,
  cursorMaxChars: 200,
  filterMaxChars: 200,
  passwordMinChars: 10,
  passwordMaxChars: 200,
  signatureImageMaxBytes: 512 * 1024,
  attachmentMaxBytes: 512 * 1024,
  viewedThrottleMs: 15 * MINUTE_MS,
  signerTokenLifeMs: 30 * DAY_MS,
  signerTokenAfterCompletionMs: 90 * DAY_MS,
  documentUrlLifeMs: 5 * MINUTE_MS,
  uploadUrlLifeMs: 60 * MINUTE_MS,
  expiringSoonMs: 3 * DAY_MS,
  sessionLifeMs: 30 * DAY_MS,
} as const;
