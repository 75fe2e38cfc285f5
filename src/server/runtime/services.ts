import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import type { NewId } from '#domain/identifier.ts';
import type { Config } from './config.ts';
import type { Clock } from './context.ts';
import type { Converter } from '#server/conversion/converter.ts';
import type { WordFiller } from '#server/document/word/variables/word-filler.ts';
import type { KeyStore } from '#server/keys/key-store.ts';
import type { Database } from '#server/db/client/client.ts';
import type { Presence } from '#server/db/client/presence.ts';
import type { ClientAddress } from '#server/http/node/client-address.ts';
import type { LongBodies } from '#server/http/node/long-body.ts';
import type { Live } from '#server/live/live.ts';
import type { AccessLog } from './access-log.ts';
import type { RefusalCounter } from './refusals.ts';
import type { Metrics } from '#server/metrics/metrics.ts';
import type { MailTransport } from '#server/mail/transport.ts';
import type { Outbound } from '#server/outbound/outbound.ts';
import type { IdentityProviders } from '#server/outbound/identity-provider.ts';
import type { TextRecords } from '#server/outbound/text-records.ts';
import type { TimeServer } from '#server/outbound/time-server.ts';
import type { TimestampServices } from '#server/outbound/timestamp-services.ts';
import type { SendSms } from '#server/outbound/sms-gateway.ts';
import type { AuthorizationServer } from '#server/oauth/authorization-server.ts';
import type { SigningKeys } from '#server/oauth/signing-keys.ts';
import type { FieldDetector } from '#server/pdf/reading/detector.ts';
import type { ScanReader } from '#server/pdf/reading/pictures/scan-reader.ts';
import type { ContractReader } from '#server/pdf/reading/contract-reader.ts';
import type { Intake } from '#server/pdf/intake/intake.ts';
import type { PagePictures } from '#server/pdf/picture/page-pictures.ts';
import type { TextFinder } from '#server/pdf/text/text-finder.ts';
import type { SealPool } from '#server/pdf/seal/seal-pool.ts';
import type { Queue } from '#server/queue.ts';
import type { StorageDriver } from '#server/storage/driver.ts';
import type { Sessions } from '#server/surface/session.ts';
import type { Rates } from '#server/rates/rates.ts';

/** What requests show about the settings for a reverse proxy. Each is null until a request shows it. */
type ProxySigns = {
  /** The address of a proxy that TRUSTED_PROXIES doesn't name. */
  readonly untrustedProxy: string | null;
  /** The origin by which browsers reach this server, which isn't ORIGIN. */
  readonly otherOrigin: string | null;
};
export type ProxyWatch = {
  readonly note: (message: Pick<IncomingMessage, 'headers' | 'socket'>) => void;
  readonly read: () => ProxySigns;
};

/** Everything outside the program that procedures and jobs use. It is opened once and closed at the end. */
export type Services = {
  readonly config: Config;
  /** What this process counts and measures. */
  readonly metrics: Metrics;
  readonly accessLog: AccessLog;
  readonly db: Database;
  /** This process's sign of life in the database. */
  readonly presence: Presence;
  readonly queue: Queue;
  readonly storage: StorageDriver;
  readonly mail: MailTransport;
  /** Requests to user-supplied URLs. */
  readonly outbound: Outbound;
  /** Sends text messages. Null without a gateway. */
  readonly sms: SendSms | null;
  /** Looks up the DNS records that prove email domains. */
  readonly textRecords: TextRecords;
  /** Signs recipients and members in with their organization's identity providers. */
  readonly identityProviders: IdentityProviders;
  /** Compares clocks with the configured time server. */
  readonly timeServer: TimeServer;
  /** Asks the configured timestamp services. */
  readonly timestamps: TimestampServices;
  readonly converter: Converter;
  /** Fills in the variables of Word files. */
  readonly words: WordFiller;
  readonly intake: Intake;
  readonly detector: FieldDetector;
  /** Reads the words in the pictures of scanned pages; null if that is turned off. */
  readonly scans: ScanReader | null;
  /** Finds the texts that fields are anchored to in documents. */
  readonly texts: TextFinder;
  /** Draws first pages for signers who are waiting for their document. */
  readonly pictures: PagePictures;
  readonly sealing: SealPool;
  /** The configured key. Null if keys are generated. */
  readonly sealKey: KeyStore | null;
  /** Extracts data from completed contracts. */
  readonly contracts: ContractReader;
  readonly bodies: LongBodies;
  readonly live: Live;
  readonly sessions: Sessions;
  /** What agents' access tokens are checked against: the signing keys and the audience. */
  readonly accessTokens: { readonly keys: SigningKeys; readonly audience: string };
  readonly rates: Rates;
  readonly uploads: {
    /** Counts an upload and returns `areTests`. Refuses with `rate_limited` beyond the organization's quota. */
    readonly count: (organizationId: string) => Promise<boolean>;
    /** Returns whether an organization is a test environment, whose documents are marked. */
    readonly areTests: (organizationId: string) => Promise<boolean>;
  };
  /** Issues tokens to agents. */
  readonly authorization: AuthorizationServer;
  readonly clientAddress: ClientAddress;
  /** Watches for settings that don't fit the reverse proxy. */
  readonly proxyWatch: ProxyWatch;
  /** The database's time, which goes into evidence. */
  readonly clock: Clock;
  /** Returns whether the database's time has jumped. `clock` doesn't follow such a jump. */
  readonly hasTimeJumped: () => boolean;
  /** This machine's time, used to tell operators when it is wrong. */
  readonly machineClock: Clock;
  readonly newId: NewId;
  readonly log: Logger;
  /** Counts requests that are refused, for the log. */
  readonly countRefusal: RefusalCounter;
};
