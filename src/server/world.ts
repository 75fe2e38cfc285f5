import type { Logger } from 'pino';
import type { NewId } from '#domain/identifier.ts';
import type { Config } from './config.ts';
import type { Clock } from './context.ts';
import type { Converter } from './conversion/converter.ts';
import type { Database } from './db/client.ts';
import type { ClientAddress } from './http/client-address.ts';
import type { LongBodies } from './http/long-body.ts';
import type { Live } from './live/live.ts';
import type { WatchedMail } from './mail/watch.ts';
import type { Outbound } from './outbound/outbound.ts';
import type { AuthorizationServer } from './oauth/authorization-server.ts';
import type { SigningKeys } from './oauth/signing-keys.ts';
import type { FieldDetector } from './pdf/detector.ts';
import type { ContractReader } from './pdf/contract-reader.ts';
import type { Intake } from './pdf/intake.ts';
import type { SealPool } from './pdf/seal-pool.ts';
import type { Queue } from './queue.ts';
import type { DocumentStorage } from './storage/open-storage.ts';
import type { Sessions } from './surface/session.ts';
import type { Rates } from './trpc/rates.ts';

/** Everything outside the program that procedures and jobs reach: opened once, closed at the end. */
export type World = {
  readonly config: Config;
  readonly db: Database;
  readonly queue: Queue;
  readonly storage: DocumentStorage;
  readonly mail: WatchedMail;
  /** Requests to URLs that others chose. */
  readonly outbound: Outbound;
  readonly converter: Converter;
  readonly intake: Intake;
  readonly detector: FieldDetector;
  readonly sealing: SealPool;
  /** Reads what completed contracts say. */
  readonly contracts: ContractReader;
  readonly bodies: LongBodies;
  readonly live: Live;
  readonly sessions: Sessions;
  /** What access tokens of agents are checked against: the keys that sign them, and whom they are for. */
  readonly accessTokens: { readonly keys: SigningKeys; readonly audience: string };
  readonly rates: Rates;
  /** Where agents get their tokens. */
  readonly authorization: AuthorizationServer;
  readonly clientAddress: ClientAddress;
  readonly clock: Clock;
  readonly newId: NewId;
  readonly log: Logger;
};
