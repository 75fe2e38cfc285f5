import { LIMITS } from '#domain/limits.ts';
import type { Config } from '#server/runtime/config.ts';
import type { Database } from '#server/db/client/client.ts';
import {
  openAddressRateLimiter,
  openConcurrencyLimiter,
  openRateLimiter,
  type ConcurrencyLimiter,
  type RateLimiter,
} from './rate-limit.ts';
import { openSharedAddressRateLimiter, openSharedRateLimiter } from './shared-rate-limit.ts';
import { HOUR_SECONDS, DAY_SECONDS } from '#domain/time.ts';

/**
 * All rate limits. Limits that protect accounts, mailboxes and signing links are counted in the database,
 * across all processes. Limits that protect a process from load are counted within that process.
 */
export type Rates = {
  readonly apiKey: RateLimiter;
  /** Requests of all API keys and agents, by organization. */
  readonly organization: RateLimiter;
  readonly agent: RateLimiter;
  readonly agentMails: RateLimiter;
  readonly signer: RateLimiter;
  /** Sign-in attempts, by client address. */
  readonly login: RateLimiter;
  /** Registered OAuth clients, by client address: per minute and per hour. */
  readonly registration: RateLimiter;
  readonly hourlyRegistration: RateLimiter;
  readonly authorization: RateLimiter;
  /** Attempts to prove an identity, by client and account. */
  readonly account: RateLimiter;
  /** Password attempts from unknown browsers, by email address. */
  readonly stranger: RateLimiter;
  /** Reports of accounts whose attempts are refused, by account. */
  readonly blockedReport: RateLimiter;
  /** Reports of refused single sign-ons, by connection. */
  readonly refusedReport: RateLimiter;
  /** Second-factor codes, by user. */
  readonly code: RateLimiter;
  /** Requested codes, by participant. */
  readonly sentCode: RateLimiter;
  /** Uploaded attachments, by participant. */
  readonly attachment: RateLimiter;
  readonly hourlyAttachment: RateLimiter;
  /** Requested emails, by recipient address. */
  readonly accountMail: RateLimiter;
  /** Invitations, by organization. */
  readonly invitation: RateLimiter;
  /** Created organizations, by person. */
  readonly organizations: RateLimiter;
  /** Requests of directories, by token. */
  readonly directory: RateLimiter;
  /** Domain record lookups, by organization. */
  readonly domainCheck: RateLimiter;
  /** Test emails, by user. */
  readonly testMail: RateLimiter;
  /** Uploaded logos, by organization. */
  readonly logo: RateLimiter;
  /** Dashboard requests, by user. */
  readonly session: RateLimiter;
  /** Pages without a session, by client address. */
  readonly visitor: RateLimiter;
  /** What anyone may read (the log, logos, certificates), by client address. */
  readonly reader: RateLimiter;
  /** Health checks, by client address. */
  readonly health: RateLimiter;
  /** Files that anyone has verified, by client address. */
  readonly verification: RateLimiter;
  /** The verifications of these files that are running. */
  readonly verifying: ConcurrencyLimiter;
  /** Documents that are being fetched and taken in at the same time, by organization. */
  readonly fetching: ConcurrencyLimiter;
  /** Codes of public forms, by recipient address and by client address. */
  readonly formAddress: RateLimiter;
  readonly formNetwork: RateLimiter;
  /** Expensive calls on whole lists and archives, by user. */
  readonly heavy: RateLimiter;
  /** Checked recipient lists, by user. */
  readonly bulkCheck: RateLimiter;
};

/** How many organizations one person can create in a day. */
export const ORGANIZATIONS_PER_DAY = 5;

/** Opens the rate limits. */
export function openRates(limits: Config['limits'], db: Database): Rates {
  const openShared = (name: string, points: number, windowSeconds?: number) =>
    openSharedRateLimiter({ db, name, points, ...(windowSeconds === undefined ? {} : { windowSeconds }) });
  const hourlyRegistrations = limits.registrationRate * LIMITS.registrationMinutesPerHour;
  return {
    apiKey: openRateLimiter(limits.apiKeyRate),
    organization: openRateLimiter(limits.organizationRate),
    agent: openRateLimiter(limits.agentRate),
    agentMails: openShared('agent mails', LIMITS.agentMailsPerMinute),
    signer: openShared('signer', limits.signerRate),
    login: openSharedAddressRateLimiter({ db, name: 'login', points: limits.loginRate }),
    registration: openAddressRateLimiter(limits.registrationRate),
    hourlyRegistration: openSharedAddressRateLimiter({
      db,
      name: 'registration',
      points: hourlyRegistrations,
      windowSeconds: HOUR_SECONDS,
    }),
    authorization: openAddressRateLimiter(limits.authorizationRate),
    account: openShared('account', limits.loginRate),
    stranger: openShared('stranger', LIMITS.strangersPasswordsPerHour, HOUR_SECONDS),
    blockedReport: openRateLimiter(1),
    refusedReport: openRateLimiter(LIMITS.refusedSignInReportsPerMinute),
    code: openShared('code', LIMITS.codesPerHour, HOUR_SECONDS),
    sentCode: openShared('sent code', LIMITS.sentCodesPerHour, HOUR_SECONDS),
    attachment: openShared('attachment', LIMITS.attachmentsPerMinute),
    hourlyAttachment: openShared('hourly attachment', LIMITS.attachmentsPerHour, HOUR_SECONDS),
    accountMail: openShared('account mail', LIMITS.accountMailsPerHour, HOUR_SECONDS),
    invitation: openShared('invitation', LIMITS.invitationsPerHour, HOUR_SECONDS),
    organizations: openShared('organizations', ORGANIZATIONS_PER_DAY, DAY_SECONDS),
    directory: openRateLimiter(limits.apiKeyRate),
    domainCheck: openShared('domain check', LIMITS.domainChecksPerHour, HOUR_SECONDS),
    testMail: openShared('test mail', LIMITS.testMailsPerHour, HOUR_SECONDS),
    logo: openShared('logo', LIMITS.logosPerHour, HOUR_SECONDS),
    formAddress: openShared('form address', LIMITS.formCodesPerAddressHour, HOUR_SECONDS),
    formNetwork: openSharedAddressRateLimiter({
      db,
      name: 'form network',
      points: LIMITS.formCodesPerNetworkHour,
      windowSeconds: HOUR_SECONDS,
    }),
    session: openRateLimiter(limits.sessionRate),
    visitor: openAddressRateLimiter(limits.visitorRate),
    reader: openAddressRateLimiter(limits.publicRate),
    health: openAddressRateLimiter(limits.publicRate),
    verification: openAddressRateLimiter(LIMITS.verificationsPerMinute),
    verifying: openConcurrencyLimiter({
      total: LIMITS.verificationsAtOnce,
      perCaller: LIMITS.verificationsAtOncePerAddress,
    }),
    fetching: openConcurrencyLimiter({
      total: LIMITS.fetchesAtOnce,
      perCaller: LIMITS.fetchesAtOncePerOrganization,
    }),
    heavy: openRateLimiter(LIMITS.heavyCallsPerMinute),
    bulkCheck: openRateLimiter(LIMITS.bulkChecksPerMinute),
  };
}
