import { LIMITS } from '#domain/limits.ts';
import type { Config } from '#server/app/config.ts';
import type { Database } from '#server/db/client/client.ts';
import { openAddressRateLimiter, openRateLimiter, type RateLimiter } from './rate-limit.ts';
import { openSharedAddressRateLimiter, openSharedRateLimiter } from './shared-rate-limit.ts';

/**
 * Every limit on how often something may be done. What protects accounts, mails and signers' links is counted in the
 * database, over all processes. What protects a process from load is counted by that process.
 */
export type Rates = {
  readonly apiKey: RateLimiter;
  readonly agent: RateLimiter;
  readonly agentMails: RateLimiter;
  readonly signer: RateLimiter;
  /** Attempts to log in, by client address. */
  readonly login: RateLimiter;
  /** Clients registered, by client address: in a minute, and in an hour. */
  readonly registration: RateLimiter;
  readonly hourlyRegistration: RateLimiter;
  readonly authorization: RateLimiter;
  /** Attempts to prove who one is, by who tries it on which account. */
  readonly account: RateLimiter;
  /** Passwords tried by strangers, by the mail address that was given. */
  readonly stranger: RateLimiter;
  /** Codes of a second factor, by user. */
  readonly code: RateLimiter;
  /** Mails asked for, by the mail address that they go to. */
  readonly accountMail: RateLimiter;
  /** Invitations, by organization. */
  readonly invitation: RateLimiter;
  /** Mails that people send to themselves as a test, by person. */
  readonly testMail: RateLimiter;
  /** Pictures that become public, by organization. */
  readonly logo: RateLimiter;
  /** Requests to the dashboard, by user. */
  readonly session: RateLimiter;
  /** Pages without a session, by client address. */
  readonly visitor: RateLimiter;
  /** Calls that work through whole lists and archives, by user. */
  readonly heavy: RateLimiter;
};

const HOUR_SECONDS = 3600;

/** Opens the limits of this process. */
export function openRates(limits: Config['limits'], db: Database): Rates {
  const shared = (name: string, points: number, windowSeconds?: number) =>
    openSharedRateLimiter({ db, name, points, ...(windowSeconds === undefined ? {} : { windowSeconds }) });
  const hourlyRegistrations = limits.registrationRate * LIMITS.registrationMinutesPerHour;
  return {
    apiKey: openRateLimiter(limits.apiKeyRate),
    agent: openRateLimiter(limits.agentRate),
    agentMails: shared('agent mails', LIMITS.agentMailsPerMinute),
    signer: shared('signer', limits.signerRate),
    login: openSharedAddressRateLimiter({ db, name: 'login', points: limits.loginRate }),
    registration: openAddressRateLimiter(limits.registrationRate),
    hourlyRegistration: openSharedAddressRateLimiter({
      db,
      name: 'registration',
      points: hourlyRegistrations,
      windowSeconds: HOUR_SECONDS,
    }),
    authorization: openAddressRateLimiter(limits.authorizationRate),
    account: shared('account', limits.loginRate),
    stranger: shared('stranger', LIMITS.strangersPasswordsPerHour, HOUR_SECONDS),
    code: shared('code', LIMITS.codesPerHour, HOUR_SECONDS),
    accountMail: shared('account mail', LIMITS.accountMailsPerHour, HOUR_SECONDS),
    invitation: shared('invitation', LIMITS.invitationsPerHour, HOUR_SECONDS),
    testMail: shared('test mail', LIMITS.testMailsPerHour, HOUR_SECONDS),
    logo: shared('logo', LIMITS.logosPerHour, HOUR_SECONDS),
    session: openRateLimiter(limits.sessionRate),
    visitor: openAddressRateLimiter(limits.visitorRate),
    heavy: openRateLimiter(LIMITS.heavyCallsPerMinute),
  };
}
