import { SIGNING_LIMITS } from './signing-limits.ts';

const MIB = 1024 * 1024;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** All limits, with the unit in the name. */
export const LIMITS = {
  ...SIGNING_LIMITS,
  documentMaxBytes: 50 * MIB,
  documentMaxPages: 2000,
  /** Files of one envelope; together they may be as large as a single one. */
  documentsMax: 20,
  docxMaxEntries: 2000,
  /** Estimated before conversion, from the size of the pages. */
  docxMaxPages: 2000,
  docxMaxUnpackedBytes: 200 * MIB,
  /** Unpacked size to file size. */
  docxMaxRatio: 200,
  /** How long a request waits for a DOCX conversion before a job takes over. */
  conversionWaitMs: 25_000,
  /**
   * How long a document may be read before its draft goes on without detection; longer than all attempts of the job
   * take.
   */
  readingGivenUpMs: 45 * MINUTE_MS,
  jsonBodyMaxBytes: MIB,
  /** Where to go after signing in, encoded. It's sent in a header field, and proxies such as nginx take 4 kB of them. */
  nextPathMaxChars: 1000,
  /** A sealed file that anyone may have verified. Larger ones can be verified in the browser. */
  verificationMaxBytes: 64 * MIB,
  verificationsPerMinute: 20,
  /** At the same moment, since each file is in memory: in all, and from one address. */
  verificationsAtOnce: 6,
  verificationsAtOncePerAddress: 2,
  /** Documents that agents name by URL are in memory while they are fetched and taken in. */
  fetchesAtOnce: 6,
  fetchesAtOncePerOrganization: 2,
  /** Fits the largest document in base64, with line breaks. */
  inlineDocumentBodyMaxBytes: 72 * MIB,
  /** Signing sends images and attachments as data URLs. */
  signBodyMaxBytes: 16 * MIB,
  /** A message of the Model Context Protocol; larger documents are fetched or uploaded. */
  mcpBodyMaxBytes: MIB,
  /** Messages of one batch (MCP revision 2025-03-26); each counts as a request. */
  mcpBatchMax: 20,
  /** Agents get a link to larger documents. */
  resourceMaxBytes: 8 * MIB,
  /** Calls of one agent that send emails. */
  agentMailsPerMinute: 20,
  participantsMax: 100,
  /** People who get a copy of an envelope. */
  copiesMax: 50,
  fieldsMax: 5000,
  filenameMaxChars: 255,
  /** Of a name in the IANA time zone database. */
  timeZoneMaxChars: 64,
  labelMaxChars: 200,
  groupMaxChars: 100,
  optionsMax: 100,
  /** Longer than derived keys, which have a number behind repeats. */
  fieldKeyMaxChars: 80,
  placeholderMaxChars: 200,
  hintMaxChars: 500,
  validationMessageMaxChars: 200,
  conditionTermsMax: 20,
  anchorTextMaxChars: 200,
  /** Variables of a Word file, and how deep its sections and the values may nest. */
  variablesMax: 500,
  variablesDepthMax: 8,
  variableNameMaxChars: 100,
  /** Of all values together: texts, lists and objects, and characters. */
  variableValuesMax: 20_000,
  variableValuesMaxChars: 200_000,
  /** Rows that all lists of a file have together when it is filled in. */
  variableRowsMax: 5000,
  /** Times that its variables are filled in, all rows together. */
  variableFillsMax: 100_000,
  combCellsMax: 100,
  fontSizeMinPoints: 4,
  fontSizeMaxPoints: 72,
  decimalsMax: 10,
  messageSubjectMaxChars: 150,
  messageBodyMaxChars: 5000,
  participantMessageMaxChars: 2000,
  metadataMaxPairs: 50,
  metadataFiltersMax: 10,
  metadataKeyMaxChars: 40,
  metadataValueMaxChars: 500,
  listLimitMax: 100,
  listLimitDefault: 50,
  cursorMaxChars: 200,
  filterMaxChars: 200,
  /** Of an organization, and of one envelope. */
  labelsMax: 100,
  envelopeLabelsMax: 20,
  labelNameMaxChars: 50,
  /** Envelopes whose labels one request changes. */
  labeledMax: 100,
  /** Of one person in one organization. */
  savedViewsMax: 30,
  savedViewNameMaxChars: 60,
  savedViewQueryMaxChars: 2000,
  passwordMinChars: 10,
  passwordMaxChars: 200,
  /** In a data URL among the values. */
  attachmentMaxBytes: 512 * 1024,
  /** Fits such a file in base64, and one that is a little too large, so that its answer names the right limit. */
  attachmentBodyMaxBytes: 16 * MIB,
  /** Files that one signer uploads in a minute. */
  attachmentsPerMinute: 30,
  attachmentsPerHour: 100,
  /** In pixels: the longer side that still prints sharply in any signature field. */
  signatureDrawnMaxSide: 1600,
  /** In pixels, three times the size at which pages and emails show it. */
  logoMaxWidth: 660,
  logoMaxHeight: 120,
  logoMinSide: 16,
  logosPerHour: 30,
  reminderWindowMs: 60 * MINUTE_MS,
  /** Per call that advances the time of test mode: days, and envelopes with deadlines. */
  advancedDaysMax: 366,
  advancedEnvelopesMax: 200,
  idempotencyLeaseMs: MINUTE_MS,
  idempotencyKeptMs: DAY_MS,
  /** For how long the mail server may be away until senders are told. */
  mailLateMs: 10 * MINUTE_MS,
  /** How long a job may be due until somebody has to look. */
  jobLateSeconds: 600,
  /** How far a process's clock may be from the database's. */
  clockDifferenceMaxMs: 30_000,
  idempotencyKeyMaxChars: 255,
  templateRolesMax: 100,
  /** Per bulk send. */
  bulkRowsMax: 1000,
  /** Reported per list. */
  bulkIssuesMax: 1000,
  bulkListMaxChars: 700_000,
  bulkLineMaxChars: 50_000,
  bulkFileMaxBytes: 5 * MIB,
  /** Of an unpacked spreadsheet. */
  bulkSheetMaxBytes: 40 * MIB,
  bulkColumnsMax: 100,
  namePatternMaxChars: 200,
  apiNameMaxChars: 60,
  viewedThrottleMs: 15 * MINUTE_MS,
  signerTokenLifeMs: 30 * DAY_MS,
  signerTokenAfterCompletionMs: 90 * DAY_MS,
  accessCodeMinChars: 6,
  /** Wrong codes before a link is locked. */
  wrongCodesMax: 5,
  /** Codes that are emailed or texted. */
  sentCodeLifeMs: 10 * MINUTE_MS,
  smsTimeoutMs: 10_000,
  /** Letters of a sender's name in a text message. */
  smsNameMaxChars: 40,
  authenticatedTokenLifeMs: 120 * MINUTE_MS,
  identityProvidersMax: 20,
  /** How long a sign-in with an identity provider can take. */
  signInLifeMs: 10 * MINUTE_MS,
  /** What the page gets back from an identity provider. */
  signInAnswerMaxChars: 4096,
  identityProviderTimeoutMs: 10_000,
  identityProviderAnswerMaxBytes: 262_144,
  /** How long what an identity provider publishes about itself is kept. */
  identityProviderKnownMs: 10 * MINUTE_MS,
  requiredClaimsMax: 10,
  /** Of one organization. */
  connectionsMax: 10,
  emailDomainsMax: 50,
  certificatesMax: 5,
  certificateMaxChars: 8000,
  samlMetadataMaxChars: 200_000,
  samlAnswerMaxBytes: 256 * 1024,
  /** How far the clocks of an identity provider and this machine may differ. */
  samlClockSkewMs: 2 * MINUTE_MS,
  /** How long the ID of a used assertion is kept, longer than any that is accepted is valid. */
  usedAssertionsKeptMs: DAY_MS,
  samlAssertionAgeMs: 10 * MINUTE_MS,
  /** Time between two checks of a verified domain, and how long its record may be gone. */
  domainCheckIntervalMs: DAY_MS,
  domainGraceMs: 7 * DAY_MS,
  domainChecksPerHour: 60,
  /** People or groups in one answer to a directory, and characters of what it sends. */
  scimCountMax: 200,
  scimTextMaxChars: 1000,
  scimBodyMaxBytes: MIB,
  /** How long a session URL can be opened. */
  sessionUrlLifeMs: 5 * MINUTE_MS,
  editingTokenLifeMs: 120 * MINUTE_MS,
  pageSessionsKeptMs: DAY_MS,
  embeddingOriginsMax: 50,
  holdReasonMaxChars: 500,
  /** Envelopes erased by one run, of one organization. */
  erasuresPerRun: 100,
  /** A part of an export has as many envelopes as fit into both, and at least one. */
  exportPartEnvelopes: 500,
  exportPartBytes: 512 * 1024 * 1024,
  exportKeptMs: 7 * DAY_MS,
  /** Entries of the audit log in one file. */
  auditExportEntries: 20_000,
  /** People that the audit log can be filtered by. */
  auditPeopleMax: 500,
  returnUrlMaxChars: 2000,
  formDomainsMax: 50,
  memberDomainsMax: 50,
  /** Codes that public forms email, by address and by client network. */
  formCodesPerAddressHour: 5,
  formCodesPerNetworkHour: 30,
  formStartsKeptMs: DAY_MS,
  /** Codes that a recipient requests, since each text message costs. */
  sentCodesPerHour: 20,
  documentUrlLifeMs: 5 * MINUTE_MS,
  uploadUrlLifeMs: 60 * MINUTE_MS,
  agentUploadLifeMs: 10 * MINUTE_MS,
  /** How long an agent's client is asked for an answer of its person, and how many such questions of a grant can be open. */
  agentQuestionLifeMs: 10 * MINUTE_MS,
  agentQuestionsOpenMax: 5,
  agentAnswerMaxChars: 20_000,
  /** After this, an agent's client connects anew. */
  agentSessionLifeMs: 30 * DAY_MS,
  sourceUrlMaxChars: 2048,
  /**
   * How long a stored object may wait for a row that refers to it; longer than any request and an upload URL's
   * lifetime.
   */
  blobGraceMs: 120 * MINUTE_MS,
  expiryDaysMax: 365,
  expiringSoonMs: 3 * DAY_MS,
  /** How long a chain has to be quiet before its head goes into the log. */
  logQuietMs: 45_000,
  /** How long the head of a chain that keeps growing waits at most. */
  logLatestMs: 59 * MINUTE_MS,
  /** How long a head has waited when health reports that the log isn't kept. */
  logOverdueMs: 2 * 60 * MINUTE_MS,
  /** Teams or templates that a list's filter offers. */
  listChoicesMax: 500,
  suggestionsMax: 8,
  /** Below the 4 GiB at which ZIP needs another format. */
  archiveMaxBytes: 4000 * MIB,
  /** Open live update streams per person and process. */
  liveStreamsPerPersonMax: 10,
  liveStreamsMax: 5000,
  /** Calls of one organization, and of all in a process, that wait for events. */
  feedWaitersPerOrganizationMax: 20,
  feedWaitersMax: 1000,
  feedWaitMaxSeconds: 30,
  webhooksMax: 50,
  webhookUrlMaxChars: 2048,
  webhookTimeoutMs: 10_000,
  webhookAnswerMaxBytes: 4096,
  /** How long a replaced secret still signs. */
  webhookSecretOverlapMs: DAY_MS,
  /** A webhook that has failed for this long is disabled. */
  webhookFailingMs: 5 * DAY_MS,
  webhookDeliveriesKeptMs: 30 * DAY_MS,
  /** How many deliveries one call attempts again. */
  webhookReplayMax: 500,
  /** Up to how many deliveries are counted before they are attempted again. */
  webhookReplayCounted: 10_000,
  mailDeliveriesKeptMs: 30 * DAY_MS,
  /** In the inbox of a test environment. */
  testMessagesKeptMs: 30 * DAY_MS,
  /** How long an envelope has waited when the weekly digest names it. */
  digestWaitingMs: DAY_MS,
  /** Longer than a digest's email is tried, and than a person can be removed and invited again within a week. */
  digestsKeptMs: 28 * DAY_MS,
  /** How long the link in a digest turns it off. */
  digestLinkLifeMs: 365 * DAY_MS,
  testMailsPerHour: 5,
  resetLinkLifeMs: 60 * MINUTE_MS,
  verifyLinkLifeMs: 3 * DAY_MS,
  invitationLifeMs: 7 * DAY_MS,
  /** Time to enter a second factor after the password. */
  pendingSignInLifeMs: 10 * MINUTE_MS,
  pendingSignInAttemptsMax: 5,
  /** Password attempts per account and hour from browsers that have never signed in to it. */
  strangersPasswordsPerHour: 100,
  /** How long a browser counts as known to an account. */
  knownDeviceLifeMs: 365 * DAY_MS,
  /** Calls of one person that process whole lists or archives. */
  heavyCallsPerMinute: 20,
  /** Fixing the rows of a list checks them again and again. */
  bulkChecksPerMinute: 120,
  /** Per account, right or wrong: even with the password, guessing six digits takes years. */
  codesPerHour: 30,
  passkeyChallengeLifeMs: 5 * MINUTE_MS,
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
  /** Per use: each use issues a new one. */
  refreshTokenLifeMs: 30 * DAY_MS,
  /** How long reuse of a refresh token is detected. */
  usedRefreshTokenKeptMs: 7 * DAY_MS,
  /** After this, a person must consent again. */
  grantLifeMs: 365 * DAY_MS,
  /** Time to sign in or sign up and decide. */
  consentLifeMs: 60 * MINUTE_MS,
  signingKeyLifeMs: 90 * DAY_MS,
  /** How long a replaced key still verifies. */
  replacedSigningKeyKeptMs: DAY_MS,
  /** Clients that were never granted access, or not for a long time. */
  untriedClientKeptMs: DAY_MS,
  unusedClientKeptMs: 30 * DAY_MS,
  /** What one address may register in an hour, as a multiple of the limit per minute. */
  registrationMinutesPerHour: 6,
  clientMetadataMaxBytes: 16 * 1024,
  clientKeysMax: 10,
  clientKeyMaxBytes: 2048,
  clientRedirectsMax: 20,
  clientUriMaxChars: 2000,
  oauthBodyMaxBytes: 32 * 1024,
  clientDocumentMaxBytes: 32 * 1024,
} as const;
