const MIB = 1024 * 1024;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Every number of the contract's limits and ours, with the unit in the name. */
export const LIMITS = {
  documentMaxBytes: 50 * MIB,
  documentMaxPages: 2000,
  docxMaxEntries: 2000,
  docxMaxUnpackedBytes: 200 * MIB,
  /** Unpacked size to size of the file. */
  docxMaxRatio: 200,
  /** How long a request waits for a DOCX to become a PDF before a job goes on with it. */
  conversionWaitMs: 25_000,
  /** How long a document may be read before its draft goes on without: longer than all attempts of the job take. */
  readingGivenUpMs: 45 * MINUTE_MS,
  jsonBodyMaxBytes: MIB,
  inlineDocumentBodyMaxBytes: 70 * MIB,
  /** Signing carries pictures and attachments as data URLs. */
  signBodyMaxBytes: 16 * MIB,
  /** A message of the Model Context Protocol: a document of about 11 MiB in base64 fits. */
  mcpBodyMaxBytes: 16 * MIB,
  /** Messages of one batch, as the revision of 2025-03-26 has them; each counts as a request. */
  mcpBatchMax: 20,
  /** A document that is handed to an agent as a resource; larger ones it gets a link to. */
  resourceMaxBytes: 8 * MIB,
  /** Calls of one agent that have mails sent to people. */
  agentMailsPerMinute: 20,
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
  /** A logo is kept at most this large, in pixels: three times as large as pages and mails show it. */
  logoMaxWidth: 660,
  logoMaxHeight: 120,
  logoMinSide: 16,
  logosPerHour: 30,
  reminderWindowMs: 60 * MINUTE_MS,
  idempotencyLeaseMs: MINUTE_MS,
  idempotencyKeptMs: DAY_MS,
  idempotencyKeyMaxChars: 255,
  templateRolesMax: 100,
  /** Recipients of one bulk send. */
  bulkRowsMax: 1000,
  /** What is said to be wrong with one list. */
  bulkIssuesMax: 1000,
  bulkListMaxChars: 700_000,
  bulkLineMaxChars: 50_000,
  namePatternMaxChars: 200,
  apiNameMaxChars: 60,
  viewedThrottleMs: 15 * MINUTE_MS,
  signerTokenLifeMs: 30 * DAY_MS,
  signerTokenAfterCompletionMs: 90 * DAY_MS,
  documentUrlLifeMs: 5 * MINUTE_MS,
  uploadUrlLifeMs: 60 * MINUTE_MS,
  /** How long a stored object may wait for a row that refers to it; longer than any request, and than an upload's URL. */
  blobGraceMs: 120 * MINUTE_MS,
  /** Of the days that an organization gives its envelopes. */
  expiryDaysMax: 365,
  expiringSoonMs: 3 * DAY_MS,
  /** How long a chain's new head waits at most for a checkpoint of its organization. */
  checkpointAfterMs: 10 * MINUTE_MS,
  /** Teams or templates that a list's filter offers. */
  listChoicesMax: 500,
  suggestionsMax: 8,
  /** Below the 4 GiB at which ZIP needs another form. */
  archiveMaxBytes: 4000 * MIB,
  /** Open streams of live updates, of one person and in one process. */
  liveStreamsPerPersonMax: 10,
  liveStreamsMax: 5000,
  webhooksMax: 50,
  webhookUrlMaxChars: 2048,
  webhookTimeoutMs: 10_000,
  webhookAnswerMaxBytes: 4096,
  /** How long a secret that was replaced still signs. */
  webhookSecretOverlapMs: DAY_MS,
  /** A webhook that nothing has reached for so long is disabled. */
  webhookFailingMs: 5 * DAY_MS,
  webhookDeliveriesKeptMs: 30 * DAY_MS,
  /** What became of mails that were sent. */
  mailDeliveriesKeptMs: 30 * DAY_MS,
  testMailsPerHour: 5,
  sessionLifeMs: 30 * DAY_MS,
  resetLinkLifeMs: 60 * MINUTE_MS,
  verifyLinkLifeMs: 3 * DAY_MS,
  invitationLifeMs: 7 * DAY_MS,
  /** Time to offer a second factor after the password. */
  pendingSignInLifeMs: 10 * MINUTE_MS,
  pendingSignInAttemptsMax: 5,
  /** Passwords tried of one account in an hour, by all who never logged in to it from their browser. */
  strangersPasswordsPerHour: 100,
  /** How long a browser is known as one in which its person has logged in. */
  knownDeviceLifeMs: 365 * DAY_MS,
  /** Calls of one person that have whole lists or archives worked through. */
  heavyCallsPerMinute: 20,
  /** Of one account, right or wrong: whoever knows the password guesses six digits for years. */
  codesPerHour: 30,
  passkeyChallengeLifeMs: 5 * MINUTE_MS,
  passkeysMax: 20,
  recoveryCodes: 10,
  accountMailsPerHour: 5,
  invitationsPerHour: 100,
  teamsMax: 200,
  openInvitationsMax: 500,
  accessTokenLifeMs: 10 * MINUTE_MS,
  authorizationCodeLifeMs: MINUTE_MS,
  /** From one use to the next: each use gives a new one. */
  refreshTokenLifeMs: 30 * DAY_MS,
  /** How long a second use of a refresh token is told from one that never was. */
  usedRefreshTokenKeptMs: 7 * DAY_MS,
  /** After this a person is asked again, however often the agent came. */
  grantLifeMs: 365 * DAY_MS,
  /** Time to log in, or to sign up, and to decide. */
  consentLifeMs: 60 * MINUTE_MS,
  signingKeyLifeMs: 90 * DAY_MS,
  /** How long a key that was replaced still verifies. */
  replacedSigningKeyKeptMs: DAY_MS,
  /** A client that nobody ever let in, and one that nobody has let in for long. */
  untriedClientKeptMs: DAY_MS,
  unusedClientKeptMs: 30 * DAY_MS,
  /** Of the limit a minute: what one address may register in an hour. */
  registrationMinutesPerHour: 6,
  clientMetadataMaxBytes: 16 * 1024,
  clientKeysMax: 10,
  clientKeyMaxBytes: 2048,
  clientRedirectsMax: 20,
  clientUriMaxChars: 2000,
  oauthBodyMaxBytes: 32 * 1024,
  clientDocumentMaxBytes: 32 * 1024,
} as const;
