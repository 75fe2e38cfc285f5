import { sql } from 'drizzle-orm';
import { afterAll, beforeAll } from 'vitest';
import { readConfig } from '#server/runtime/config.ts';
import { ensureInstanceAuthority } from '#server/sealing/pki/authority.ts';
import { transaction } from '#server/db/client/transaction.ts';
import { answerApi } from '#server/http/api.ts';
import { startDueJobs } from '#server/jobs/repeating.ts';
import { createHandlers } from '#server/jobs/worker.ts';
import { openServices } from '#server/main/open-services.ts';
import { bootstrapOrganization } from '#server/procedures/organization/bootstrap.ts';
import type { Repeating } from '#server/runtime/repeat.ts';
import type { Services } from '#server/runtime/services.ts';
import { createClient, type ApiClient } from '../../src/client/client.ts';
import { ask, type AnswerTo, type AskOf, type OperationKey } from './ask.ts';
import { createTestDatabase, makeScratchDirectory } from './cluster.ts';
import type { ReplicatedDatabase } from './replicated-database.ts';
import { passwordHash } from './password.ts';
import { patience } from './patience.ts';
import { createShelf } from './shelf.ts';

export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly json: any;
  readonly bytes: Buffer;
};
export type Call = {
  readonly key?: string | undefined;
  readonly body?: unknown;
  readonly raw?: Uint8Array;
  readonly headers?: Record<string, string>;
};
export type Mail = { recipient: string; subject: string; text: string; html: string; messageId: string };
export type Tenant = {
  readonly organizationId: string;
  readonly teamId: string;
  readonly userId: string;
  readonly apiKey: string;
};

/** The whole program, called without a socket, with a clock that tests can move. */
export type TestApi = {
  readonly services: Services;
  readonly clock: { now: Date };
  /** Sends exactly this request to the API, including ones that no client would send. */
  readonly call: (method: string, path: string, call?: Call) => Promise<Answer>;
  /** Returns the typed client for an API key. */
  readonly client: (apiKey: string) => ApiClient;
  /** Calls an operation through the typed client. */
  readonly ask: <Key extends OperationKey>(operation: Key, call: AskOf<Key>) => Promise<AnswerTo<Key>>;
  /** Creates an organization with an owner and an API key. */
  readonly tenant: (name?: string) => Promise<Tenant>;
  /** Waits until an organization has sent at least `count` emails. Returns them, oldest first. */
  readonly mails: (organizationId: string, count: number) => Promise<Mail[]>;
  /** Waits until `condition` is true, and fails if that takes too long. */
  readonly until: <T>(what: string, condition: () => Promise<T | null | undefined | false>) => Promise<T>;
};

const ORIGIN = 'http://localhost:3000';
const PATIENCE_MS = 20_000;
const ASK_AGAIN_MS = 25;
const MANY = '1000000';

type Options = {
  /** Also runs jobs. */
  readonly work?: boolean;
  /** Settings besides those of all tests. Files with the same settings share a program. */
  readonly env?: Readonly<Record<string, string>>;
  /** For tests that change what belongs to all organizations, count it, or run the jobs of all of them. */
  readonly alone?: boolean;
  /** An existing database with a replica. */
  readonly replicated?: () => Pick<ReplicatedDatabase, 'address' | 'replica'>;
};
type Opened = Awaited<ReturnType<typeof open>>;

const STARTED_AT = '2027-03-01T09:00:00.000Z';

/**
 * Opens the program for a test file. Most of a worker's files share one, because each test creates its own
 * organization.
 */
export function useApi(options: Options = {}): TestApi {
  let opened: Opened | undefined;
  const api = () => {
    if (opened === undefined) throw new Error('the program is only open within tests');
    return opened;
  };
  const isShared = options.alone !== true && options.replicated === undefined;
  beforeAll(async () => {
    opened = isShared ? await programs.take(options) : await open(options);
    opened.clock.now = new Date(STARTED_AT);
  });
  afterAll(async () => {
    if (opened === undefined) return;
    await (isShared ? programs.giveBack(options) : opened.close());
  });
  return {
    get services() {
      return api().services;
    },
    get clock() {
      return api().clock;
    },
    call: (...args) => api().call(...args),
    client: (apiKey) => api().client(apiKey),
    ask: (operation, call) => ask(api().client(call.key), operation, call),
    tenant: (name) => api().tenant(name),
    mails: (...args) => api().mails(...args),
    until,
  };
}

/** Has an organization's envelopes get what a test gives them: no deadline and no reminders of their own. */
export async function clearDefaults({ db }: Pick<Services, 'db'>, organizationId: string): Promise<void> {
  await transaction(db, { organizationId }, (tx) =>
    tx.execute(
      sql`update organizations set default_expiry_days = null, default_reminder_policy = null where id = ${organizationId}`,
    ),
  );
}

/** What the files of this worker share, by their settings. */
const programs = createShelf({
  name: ({ work = false, env = {} }: Options) => JSON.stringify([work, Object.entries(env).sort()]),
  // Without settings of their own: half of all files use these two.
  isKept: ({ env }: Options) => env === undefined,
  // The sequence of the files brings those with the same settings together.
  idleMax: 1,
  open: openShared,
});

async function openShared({ work = false, env = {} }: Options): Promise<Opened> {
  const opened = await open({ work, env });
  // Created at the start of each file: a file that moved the clock would leave an authority that isn't valid
  // yet for the next one.
  if (work) await ensureInstanceAuthority(opened.services);
  return opened;
}

async function open(options: Options) {
  const replicated = options.replicated?.();
  const database = replicated ?? (await createTestDatabase());
  const dataDir = await makeScratchDirectory();
  const settings = readConfig({
    DATA_DIR: dataDir,
    ORIGIN,
    LOG_LEVEL: 'silent',
    OUTBOUND_NETWORKS: '127.0.0.0/8,::1',
    // Files share an address, races repeat one operation hundreds of times; tests of the limits set their
    // own.
    RATE_LIMIT_LOGIN: '1000',
    // Whoever signs up first in a test needs no code.
    SIGNUP: 'open',
    RATE_LIMIT_API_KEY: MANY,
    RATE_LIMIT_SIGNER: MANY,
    RATE_LIMIT_AGENT: MANY,
    RATE_LIMIT_REGISTRATION: MANY,
    RATE_LIMIT_AUTHORIZATION: MANY,
    QUOTA_API_KEYS: MANY,
    QUOTA_RESENDS_PER_DAY: MANY,
    ...options.env,
  });
  const clock = { now: new Date(STARTED_AT) };
  const { services: made, close } = await openServices(
    { ...settings, database: database.address, replica: replicated?.replica ?? settings.replica },
    () => new Date(clock.now),
  );
  let isSpent = false;
  const drain = () => {
    isSpent = true;
    made.live.drain();
  };
  const services = { ...made, live: { ...made.live, drain } };
  let waking: Repeating | null = null;
  if (options.work === true) {
    await services.queue.work(createHandlers(services), { concurrency: 4 });
    waking = startDueJobs(services, ['wake takers']);
  }

  const call = async (
    method: string,
    path: string,
    { key, body, raw, headers = {} }: Call = {},
  ): Promise<Answer> => {
    const request = new Request(new URL(path, ORIGIN), {
      method,
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(raw === undefined ? {} : { body: raw as BodyInit }),
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const response = await answerApi(services, request, '192.0.2.7');
    const bytes = Buffer.from(await response.arrayBuffer());
    const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
    return {
      status: response.status,
      headers: response.headers,
      json: isJson ? JSON.parse(bytes.toString()) : null,
      bytes,
    };
  };

  let tenants = 0;
  return {
    services,
    clock,
    call,
    client: (apiKey: string) =>
      createClient({
        baseUrl: ORIGIN,
        apiKey,
        fetch: (request) => answerApi(services, request, '192.0.2.7'),
      }),
    tenant: async (name = 'Acme GmbH') => {
      const created = await bootstrapOrganization(services.db, {
        organization: name,
        email: `owner${++tenants}@acme.example`,
        name: 'Olga Owner',
        passwordHash: await passwordHash(),
      });
      await clearDefaults(services, created.organizationId);
      return created;
    },
    mails: (organizationId: string, count: number) =>
      until(`${count} mails`, async () => {
        const rows = await transaction(services.db, { organizationId }, (tx) =>
          tx.execute<Mail>(
            sql`select recipient, subject, text, html, message_id as "messageId" from outbox_mails where organization_id = ${organizationId} order by id`,
          ),
        );
        return rows.length >= count ? [...rows] : null;
      }),
    /** Whether a server that listened for it has been closed: then it keeps nobody informed of changes. */
    isSpent: () => isSpent,
    close: async () => {
      await waking?.stop();
      await close();
      if ('drop' in database) await database.drop();
    },
  };
}

async function until<T>(what: string, condition: () => Promise<T | null | undefined | false>): Promise<T> {
  const deadline = Date.now() + patience(PATIENCE_MS);
  for (;;) {
    const value = await condition();
    if (value !== null && value !== undefined && value !== false) return value;
    if (Date.now() > deadline) throw new Error(`timed out waiting for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS));
  }
}
