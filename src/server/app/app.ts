import type { Config } from './config.ts';
import type { Audit } from './context.ts';
import { listenHttp, type HttpServer } from '#server/http/node/listen.ts';
import { startSigningCheckpoints } from '#server/jobs/checkpoints.ts';
import { startReadingContracts } from '#server/jobs/read-contracts.ts';
import type { Repeating } from '#server/jobs/repeat.ts';
import { startSweeping } from '#server/jobs/sweep.ts';
import { handlersOf } from '#server/jobs/worker.ts';
import { REQUEST_COOKIE } from '#server/oauth/provider.ts';
import { openServices } from './open-services.ts';
import {
  allowAgent,
  denyAgent,
  readConsentRequest,
  type ConsentRequest,
} from '#server/procedures/agent/consent.ts';
import { accountsOf, type Accounts } from '#server/procedures/auth/accounts.ts';
import { createDashboardCaller, type DashboardCaller } from '#server/procedures/router.ts';
import type { Session } from '#server/surface/principal.ts';
import type { CookieAttributes } from '#server/surface/session.ts';
import { isOwnOrigin } from '#server/surface/gate.ts';
import { refusalIn } from '#server/trpc/refusal-in.ts';
import type { Services } from './services.ts';

/** A page's request, as far as procedures want to know of it. */
export type PageRequest = {
  readonly session: Session | null;
  readonly audit: Audit;
  readonly requestId: string;
  readonly body: ReadableStream<Uint8Array> | null;
  readonly contentType: string | null;
};

type Choice = Parameters<typeof allowAgent>[3];

/** The running program. Pages reach it by `globalThis`, since they are bundled apart from it. */
export type App = {
  /** Starts the web server: the API, and the built pages where there are any. */
  readonly listen: () => Promise<{ url: string; port: number }>;
  /** Starts working off jobs. */
  readonly work: () => Promise<void>;
  /** Finishes running requests and jobs, then closes everything. */
  readonly close: () => Promise<void>;
  /** Whether mails are kept here for the dashboard to show, because there is no SMTP server. */
  readonly keepsMail: boolean;
  /** The address of who asks, behind trusted proxies. */
  readonly clientAddress: (request: Request, socketAddress: string) => string | null;
  /** Whether a write comes from one of our own pages. */
  readonly isOwnRequest: (request: Request) => boolean;
  /** Counts a page's request; answers the seconds to wait where its person, or their address, had too many. */
  readonly refusedFor: (session: Session | null, ipAddress: string | null) => Promise<number | null>;
  /** Logs what broke a page, with the request id that its reader is shown. */
  readonly reportPageError: (error: unknown, requestId: string, path: string) => void;
  readonly sessions: {
    readonly cookieName: string;
    readonly halfCookieName: string;
    readonly deviceCookieName: string;
    readonly cookieAttributes: (expiresAt: Date) => CookieAttributes;
    readonly logout: (token: string) => Promise<void>;
    readonly validate: (token: string) => Promise<Session | null>;
  };
  /** Decisions on agents that ask to be let in. */
  readonly agents: {
    readonly request: (id: string, session: Session) => Promise<ConsentRequest>;
    readonly allow: (id: string, session: Session, choice: Choice, audit: Audit) => Promise<string>;
    readonly deny: (id: string) => Promise<string>;
    /** The cookie that ties a request to the browser that began it. */
    readonly cookieName: string;
    /** The address that agents connect to. */
    readonly endpoint: string;
  };
  /** Where the changes of an organization's envelopes stand: see `Live.mark`. */
  readonly liveMark: (organizationId: string) => string;
  /** What visitors do about accounts. */
  readonly accounts: Accounts;
  /** Whether people can make organizations here, or the operator alone. */
  readonly signup: Config['signup'];
  /** The dashboard's procedures, called in process as the request's session. */
  readonly caller: (request: PageRequest) => DashboardCaller;
};

/** Where pages find the running program. */
export const APP_SYMBOL = Symbol.for('countersign.app');

/** Opens the program over a configuration whose database is ready. Nothing listens and nothing works yet. */
export async function openApp(config: Config): Promise<App> {
  const { services, close: closeServices } = await openServices(config);
  let server: HttpServer | null = null;
  let repeating: readonly Repeating[] = [];
  const app: App = {
    listen: async () => {
      server = await listenHttp(services);
      return { url: config.http.origin, port: server.port };
    },
    work: async () => {
      await services.queue.work(handlersOf(services), { concurrency: config.workerConcurrency });
      repeating = [
        startSweeping(services),
        startReadingContracts(services),
        startSigningCheckpoints(services),
      ];
    },
    close: async () => {
      await server?.close();
      await Promise.all(repeating.map(({ stop }) => stop()));
      await closeServices();
    },
    keepsMail: config.mail.kind === 'outbox',
    clientAddress: (request, socketAddress) =>
      services.clientAddress(socketAddress, request.headers.get('x-forwarded-for')),
    isOwnRequest: (request) => isOwnOrigin(request, config.http.origin),
    refusedFor: (session, ipAddress) => refusedFor(services, session, ipAddress),
    reportPageError: (error, requestId, path) =>
      services.log.error({ err: error, requestId, path }, 'page failed'),
    sessions: {
      cookieName: services.sessions.cookieName,
      halfCookieName: services.sessions.halfCookieName,
      deviceCookieName: services.sessions.deviceCookieName,
      cookieAttributes: services.sessions.cookieAttributes,
      logout: services.sessions.end,
      validate: services.sessions.validate,
    },
    agents: {
      request: (id, session) => readConsentRequest(services, id, session),
      allow: (id, session, choice, audit) => allowAgent(services, id, session, choice, audit),
      deny: (id) => denyAgent(services, id),
      cookieName: REQUEST_COOKIE,
      endpoint: services.accessTokens.audience,
    },
    liveMark: services.live.mark,
    accounts: accountsOf(services),
    signup: config.signup,
    caller: ({ session, ...request }) =>
      createDashboardCaller({
        services,
        principal: session === null ? { kind: 'nobody' } : { kind: 'session', session },
        ...request,
        idempotency: null,
        replyHeaders: new Headers(),
      }),
  };
  (globalThis as Record<symbol, unknown>)[APP_SYMBOL] = app;
  return app;
}

async function refusedFor(
  { rates }: Pick<Services, 'rates'>,
  session: Session | null,
  ipAddress: string | null,
): Promise<number | null> {
  try {
    if (session === null) await rates.visitor.take(ipAddress ?? 'unknown');
    else await rates.session.take(session.user.id);
    return null;
  } catch (error) {
    const refused = refusalIn(error);
    if (refused?.code !== 'rate_limited') throw error;
    return Number(refused.details?.['retryAfterSeconds'] ?? 60);
  }
}
