import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { World } from '#server/world.ts';
import { answerApi } from './api.ts';
import { toRequest, writeResponse } from './node.ts';
import { loadPages } from './pages.ts';

export type HttpServer = { readonly port: number; readonly close: () => Promise<void> };

/** Time that running requests get to finish when the program is asked to stop. */
const DRAIN_TIMEOUT_MS = 20_000;
/** Time for a whole request to arrive: a slow upload of 50 MiB fits, a trickle meant to hold a connection does not. */
const REQUEST_TIMEOUT_MS = 10 * 60_000;

/** Starts the web server: everything below /api is answered here, the rest by the built pages. */
export async function listenHttp(world: World): Promise<HttpServer> {
  const { host, port, origin } = world.config.http;
  const pages = await loadPages(world.config);
  const server = createServer((message, response) => {
    const path = (message.url ?? '/').split('?', 1)[0] ?? '/';
    if (path === '/api' || path.startsWith('/api/')) void answer(world, message, response, origin);
    else if (pages === null) plain(response, 404, 'The pages are not built.');
    else
      pages(message, response, (error) => {
        if (error !== undefined) world.log.error({ err: error, path }, 'page failed');
        if (!response.headersSent) plain(response, error === undefined ? 404 : 500, 'Something went wrong.');
      });
  });
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve());
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      const impatience = setTimeout(() => server.closeAllConnections(), DRAIN_TIMEOUT_MS);
      await closed;
      clearTimeout(impatience);
    },
  };
}

async function answer(
  world: World,
  message: IncomingMessage,
  response: ServerResponse,
  origin: string,
): Promise<void> {
  try {
    const request = toRequest(message, response, origin);
    const ipAddress = world.clientAddress(
      message.socket.remoteAddress,
      request.headers.get('x-forwarded-for'),
    );
    await writeResponse(response, await answerApi(world, request, ipAddress), message.method === 'HEAD');
  } catch (error) {
    world.log.error({ err: error }, 'request failed');
    if (!response.headersSent) plain(response, 500, 'Something went wrong.');
    else response.destroy();
  }
}

function plain(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8' }).end(text);
}
