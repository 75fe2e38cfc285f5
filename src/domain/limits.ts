import { SIGNING_LIMITS } from './signing-limits.ts';
import { MINUTE_MS, DAY_MS } from './time.ts';

const MIB = 1024 * 1024;

/** All limits. Each name includes the unit. */
export const LIMITS = {
  ...SIGNING_LIMITS,
  documentMaxBytes: 50 * MIB,
  documentMaxPages: 2000,
  /** The number of files in one envelope. All together, they may be as large as a single one. */
  documentsMax: 20,
  docxMaxEntries: 2000,
  /** Estimated from the size of the pages, before conversion. */
  docxMaxPages: 2000,
  docxMaxUnpackedBytes: 200 * MIB,
  /** The ratio of unpacked size to file size. */
  docxMaxRatio: 200,
  /** How long a request waits for a DOCX conversion before a job takes over. */
  conversionWaitMs: 25_000,
  /**
   * How long a document may be read before its draft goes on without detection. Longer than all attempts of
   * the job take.
   */
  readingGivenUpMs: 45 * MINUTE_MS,
  jsonBodyMaxBytes: MIB,
  /**
   * The encoded path to go to after signing in. It is sent in a header field, and proxies such as nginx
   * accept 4 kB of header fields.
   */
  nextPathMaxChars: 1000,
  /** The size of a sealed file that anyone may have verified. Larger files can be verified in the browser. */
  verificationMaxBytes: 64 * MIB,
  verificationsPerMinute: 20,
  /**
   * Verifications running at the same time, in total and from one address. Each one holds its file in memory.
   */
  verificationsAtOnce: 6,
  verificationsAtOncePerAddress: 2,
  /**
   * Documents that agents name by URL and that are being fetched at the same time. Each one is in memory
   * while it is fetched and taken in.
   */
  fetchesAtOnce: 6,
  fetchesAtOncePerOrganization: 2,
  /** Large enough for the largest document in base64, including line breaks. */
  inlineDocumentBodyMaxBytes: 72 * MIB,
  /** Large enough for images and attachments, which signing sends as data URLs. */
  signBodyMaxBytes: 16 * MIB,
  /** The size of a Model Context Protocol message. Larger documents are fetched or uploaded. */
  mcpBodyMaxBytes: MIB,
  /** Messages in one batch (MCP revision 2025-03-26). Each message counts as a request. */
  mcpBatchMax: 20,
  /** For larger documents, agents get a link. */
  resourceMaxBytes: 8 * MIB,
  /** Calls by one agent that send emails. */
  agentMailsPerMinute: 20,
  participantsMax: 100,
  /** People who get a copy of an envelope. */
  copiesMax: 50,
  fieldsMax: 5000,
  filenameMaxChars: 255,
  /** The length of a name in the IANA time zone database. */
  timeZoneMaxChars: 64,
  labelMaxChars: 200,
  groupMaxChars: 100,
  optionsMax: 100,
  /** Longer than labels-based keys can become, including the number that is added to repeats. */
  fieldKeyMaxChars: 80,
  placeholderMaxChars: 200,
  hintMaxChars: 500,
  validationMessageMaxChars: 200,
  conditionTermsMax: 20,
  anchorTextMaxChars: 200,
  /** The number of variables in a Word file, and how deep its sections and values may nest. */
  variablesMax: 500,
  variablesDepthMax: 8,
  variableNameMaxChars: 100,
  /** The total over all values: the number of texts, lists and objects, and the number of characters. */
  variableValuesMax: 20_000,
  variableValuesMaxChars: 200_000,
  /** The total number of rows in all lists when a file is filled in. */
  variableRowsMax: 5000,
  /** How many times the file's variables are filled in, counting all rows. */
  variableFillsMax: 100_000,
  combCellsMax: 100,
  fontSizeMinPoints: 4,
  fontSizeMaxPoints: 72,
  decimalsMax: 10,
  mailSenderNameMaxChars: 60,
  mailFooterMaxChars: 500,
  messageSubjectMaxChars: 150,
  messageBodyMaxChars: 5000,
  participantMessageMaxChars: 2000,
  /** Threads of an envelope, messages of a thread, and messages that one participant may write in an hour. */
  threadsMax: 50,
  threadMessagesMax: 100,
  threadMessagesPerHour: 10,
  quoteMaxChars: 2000,
  /** How often a contract can be replaced by a new version, the first one included. */
  versionsMax: 100,
  metadataMaxPairs: 50,
  metadataFiltersMax: 10,
  metadataKeyMaxChars: 40,
  metadataValueMaxChars: 500,
  listLimitMax: 100,
  listLimitDefault: 50,
  cursorMaxChars: 200,
  filterMaxChars: 200,
  /** The number of labels in an organization, and on one envelope. */
  labelsMax: 100,
  envelopeLabelsMax: 20,
  labelNameMaxChars: 50,
  /** The number of envelopes whose labels a single request can change. */
  labeledMax: 100,
  /** The number of views that one person can save in one organization. */
  savedViewsMax: 30,
  savedViewNameMaxChars: 60,
  savedViewQueryMaxChars: 2000,
  passwordMinChars: 10,
  passwordMaxChars: 200,
  /** The total size of the files that come with an email. Mail servers reject larger ones. */
  attachedToMailMaxBytes: 10 * MIB,
  /** The size of an attachment that is sent in a data URL among the values. */
  attachmentMaxBytes: 512 * 1024,
  /**
   * Large enough for an uploaded file in base64. It also fits a file that is slightly too large, so that the
   * response can name the right limit.
   */
  attachmentBodyMaxBytes: 16 * MIB,
  /** The number of files that one signer can upload in a minute. */
  attachmentsPerMinute: 30,
  attachmentsPerHour: 100,
  /** In pixels. A longer side of this length still prints sharply in any signature field. */
  signatureDrawnMaxSide: 1600,
  /** In pixels. Three times the size at which pages and emails show the logo. */
  logoMaxWidth: 660,
  logoMaxHeight: 120,
  logoMinSide: 16,
  logosPerHour: 30,
  reminderWindowMs: 60 * MINUTE_MS,
  /** Limits for each call that advances the time in test mode: days, and envelopes with deadlines. */
  advancedDaysMax: 366,
  advancedEnvelopesMax: 200,
  idempotencyLeaseMs: MINUTE_MS,
  idempotencyKeptMs: DAY_MS,
  /** How long the mail server may be unavailable before senders are told. */
  mailLateMs: 10 * MINUTE_MS,
  /** How long a job may be overdue before somebody has to look into it. */
  jobLateSeconds: 600,
  /** How far a process's clock may differ from the database's clock. */
  clockDifferenceMaxMs: 30_000,
  idempotencyKeyMaxChars: 255,
  templateRolesMax: 100,
  /** The number of rows in one bulk send. */
  bulkRowsMax: 1000,
  /** The number of issues that are reported for one list. */
  bulkIssuesMax: 1000,
  bulkListMaxChars: 700_000,
  bulkLineMaxChars: 50_000,
  bulkFileMaxBytes: 5 * MIB,
  /** The size of an unpacked spreadsheet. */
  bulkSheetMaxBytes: 40 * MIB,
  bulkColumnsMax: 100,
  namePatternMaxChars: 200,
  apiNameMaxChars: 60,
  viewedThrottleMs: 15 * MINUTE_MS,
  signerTokenLifeMs: 30 * DAY_MS,
  signerTokenAfterCompletionMs: 90 * DAY_MS,
  accessCodeMinChars: 6,
  /** The number of wrong codes that locks a link. */
  wrongCodesMax: 5,
  /** How long a code that was emailed or texted is valid. */
  sentCodeLifeMs: 10 * MINUTE_MS,
  smsTimeoutMs: 10_000,
  /** The length of a sender's name in a text message. */
  smsNameMaxChars: 40,
  authenticatedTokenLifeMs: 120 * MINUTE_MS,
  identityProvidersMax: 20,
  /** How long a sign-in with an identity provider may take. */
  signInLifeMs: 10 * MINUTE_MS,
  /** The length of what the page gets back from an identity provider. */
  signInAnswerMaxChars: 4096,
  identityProviderTimeoutMs: 10_000,
  identityProviderAnswerMaxBytes: 262_144,
  /** How long the information that an identity provider publishes about itself is cached. */
  identityProviderKnownMs: 10 * MINUTE_MS,
  /** How long its keys are used without asking again. Short, so that new ones count almost at once. */
  identityProviderKeysMs: 5000,
  requiredClaimsMax: 10,
  /** The length of the reason why the test of a connection failed. */
  testProblemMaxChars: 500,
  refusedSignInReportsPerMinute: 5,
  /** The number of connections of one organization. */
  connectionsMax: 10,
  emailDomainsMax: 50,
  certificatesMax: 5,
  certificateMaxChars: 8000,
  samlMetadataMaxChars: 200_000,
  samlAnswerMaxBytes: 256 * 1024,
  /** How far the clocks of an identity provider and of this machine may differ. */
  samlClockSkewMs: 2 * MINUTE_MS,
  /** How long the ID of a used assertion is kept. Longer than any accepted assertion is valid. */
  usedAssertionsKeptMs: DAY_MS,
  samlAssertionAgeMs: 10 * MINUTE_MS,
  /** The time between two checks of a verified domain, and how long the domain's record may be missing. */
  domainCheckIntervalMs: DAY_MS,
  domainGraceMs: 7 * DAY_MS,
  domainChecksPerHour: 60,
  /**
   * The number of people or groups in one response to a directory, and the length of the texts that it sends.
   */
  scimCountMax: 200,
  scimTextMaxChars: 1000,
  scimBodyMaxBytes: MIB,
  /** How long a session URL can be used to open its page. */
  sessionUrlLifeMs: 5 * MINUTE_MS,
  editingTokenLifeMs: 120 * MINUTE_MS,
  pageSessionsKeptMs: DAY_MS,
  embeddingOriginsMax: 50,
  holdReasonMaxChars: 500,
  /** The number of one organization's envelopes that a single run erases. */
  erasuresPerRun: 100,
  /** A part of an export contains as many envelopes as fit within both limits, and at least one. */
  exportPartEnvelopes: 500,
  exportPartBytes: 512 * 1024 * 1024,
  exportKeptMs: 7 * DAY_MS,
  /** The number of audit log entries in one file. */
  auditExportEntries: 20_000,
  /** Entries about a person's own account on their profile. */
  accountActivityShown: 20,
  /** The number of people by whom the audit log can be filtered. */
  auditPeopleMax: 500,
  returnUrlMaxChars: 2000,
  thankYouMaxChars: 1_000,
  formDomainsMax: 50,
  memberDomainsMax: 50,
  /** The number of codes that public forms email, per address and per client network. */
  formCodesPerAddressHour: 5,
  formCodesPerNetworkHour: 30,
  formStartsKeptMs: DAY_MS,
  /**
   * The number of codes that a recipient can request. It is limited because each text message costs money.
   */
  sentCodesPerHour: 20,
  documentUrlLifeMs: 5 * MINUTE_MS,
  uploadUrlLifeMs: 60 * MINUTE_MS,
  agentUploadLifeMs: 10 * MINUTE_MS,
  /**
   * How long an agent's client is asked to get an answer from its person, and how many such questions can be
   * open for one grant.
   */
  agentQuestionLifeMs: 10 * MINUTE_MS,
  agentQuestionsOpenMax: 5,
  agentAnswerMaxChars: 20_000,
  /** When a session has lasted this long, the agent's client has to connect again. */
  agentSessionLifeMs: 30 * DAY_MS,
  sourceUrlMaxChars: 2048,
  /**
   * How long a stored object may exist before a row refers to it. Longer than any request takes and than an
   * upload URL is valid.
   */
  blobGraceMs: 120 * MINUTE_MS,
  expiryDaysMax: 365,
  expiringSoonMs: 3 * DAY_MS,
  /** How long a chain has to be quiet before its head is added to the log. */
  logQuietMs: 45_000,
  /** The longest that the head of a chain which keeps growing has to wait. */
  logLatestMs: 59 * MINUTE_MS,
  /** When a head has waited this long, the health check reports that the log isn't being kept. */
  logOverdueMs: 2 * 60 * MINUTE_MS,
  /** The number of teams or templates that a list's filter offers. */
  listChoicesMax: 500,
  suggestionsMax: 8,
  /** Below the 4 GiB above which a ZIP file needs another format. */
  archiveMaxBytes: 4000 * MIB,
  /** The number of open live update streams, per person and per process. */
  liveStreamsPerPersonMax: 10,
  liveStreamsMax: 5000,
  /** The number of calls that wait for events, per organization and in total per process. */
  feedWaitersPerOrganizationMax: 20,
  feedWaitersMax: 1000,
  feedWaitMaxSeconds: 30,
  webhooksMax: 50,
  webhookUrlMaxChars: 2048,
  webhookTimeoutMs: 10_000,
  webhookAnswerMaxBytes: 4096,
  /** How long a replaced secret is still used for signing. */
  webhookSecretOverlapMs: DAY_MS,
  /** A webhook that has failed for this long is disabled. */
  webhookFailingMs: 5 * DAY_MS,
  webhookDeliveriesKeptMs: 30 * DAY_MS,
  /** The number of deliveries that one call attempts again. */
  webhookReplayMax: 500,
  /** Deliveries are counted only up to this number before they are attempted again. */
  webhookReplayCounted: 10_000,
  mailDeliveriesKeptMs: 30 * DAY_MS,
  /** How long messages stay in the inbox of a test environment. */
  testMessagesKeptMs: 30 * DAY_MS,
  /** An envelope that has waited this long is named in the weekly digest. */
  digestWaitingMs: DAY_MS,
  /**
   * Longer than attempts to send a digest's email go on, and longer than the week within which a person can
   * be removed and invited again.
   */
  digestsKeptMs: 28 * DAY_MS,
  /** How long the link in a digest can be used to turn the digest off. */
  digestLinkLifeMs: 365 * DAY_MS,
  testMailsPerHour: 5,
  resetLinkLifeMs: 60 * MINUTE_MS,
  verifyLinkLifeMs: 3 * DAY_MS,
  invitationLifeMs: 7 * DAY_MS,
  /** How long a person has to enter a second factor after the password. */
  pendingSignInLifeMs: 10 * MINUTE_MS,
  pendingSignInAttemptsMax: 5,
  /** Password attempts per account and hour from browsers that have never signed in to the account. */
  strangersPasswordsPerHour: 100,
  /** How long a browser counts as known to an account. */
  knownDeviceLifeMs: 365 * DAY_MS,
  /** The number of calls by one person that process whole lists or archives. */
  heavyCallsPerMinute: 20,
  /** High, because people who fix the rows of a list check it again and again. */
  bulkChecksPerMinute: 120,
  /**
   * Per account, counting right and wrong codes. Even for someone who has the password, guessing six digits
   * takes years.
   */
  codesPerHour: 30,
  passkeyChallengeLifeMs: 5 * MINUTE_MS,
  /** How long an answer to a statement can take. */
  signingAttemptLifeMs: 10 * MINUTE_MS,
  signerPasskeysMax: 20,
  passkeysMax: 20,
  recoveryCodes: 10,
  accountMailsPerHour: 5,
  invitationsPerHour: 100,
  teamsMax: 200,
  keyNetworksMax: 20,
  keyLifetimeMaxDays: 3650,
  openInvitationsMax: 500,
  accessTokenLifeMs: 10 * MINUTE_MS,
  authorizationCodeLifeMs: MINUTE_MS,
  /** Starts again with each use, because each use issues a new token. */
  refreshTokenLifeMs: 30 * DAY_MS,
  /** How long the reuse of a refresh token can be detected. */
  usedRefreshTokenKeptMs: 7 * DAY_MS,
  /** When a grant is this old, the person must consent again. */
  grantLifeMs: 365 * DAY_MS,
  /** How long a person has to sign in or sign up and then decide. */
  consentLifeMs: 60 * MINUTE_MS,
  signingKeyLifeMs: 90 * DAY_MS,
  /** How long signatures of a replaced key still verify. */
  replacedSigningKeyKeptMs: DAY_MS,
  /** How long clients are kept that were never granted access, or that haven't been used for a long time. */
  untriedClientKeptMs: DAY_MS,
  unusedClientKeptMs: 30 * DAY_MS,
  /** How much one address may register in an hour, as a multiple of the limit per minute. */
  registrationMinutesPerHour: 6,
  clientMetadataMaxBytes: 16 * 1024,
  clientKeysMax: 10,
  clientKeyMaxBytes: 2048,
  clientRedirectsMax: 20,
  clientUriMaxChars: 2000,
  oauthBodyMaxBytes: 32 * 1024,
  clientDocumentMaxBytes: 32 * 1024,
} as const;
