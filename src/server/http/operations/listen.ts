import { createServer, type ServerResponse } from 'node:http';
import { watchProcess } from '#server/metrics/metrics.ts';
import type { Services } from '#server/app/services.ts';
import { readReadiness } from './readiness.ts';
import { readSamples } from './samples.ts';

/** The port of the operator's own tools. */
export type OperationsServer = { readonly port: number; readonly close: () => Promise<void> };

type Answer = { readonly status: number; readonly type: string; readonly body: string };

/** Answers `/livez`, `/readyz` and `/metrics` on a port of their own. `isStopping` turns readiness off. */
export async function listenOperations(
  services: Services,
  { host, port }: { readonly host: string; readonly port: number },
  isStopping: () => boolean,
): Promise<OperationsServer> {
  const { metrics } = services;
  const readProcess = watchProcess();
  const answers: Readonly<Record<string, () => Promise<Answer>>> = {
    '/livez': () => Promise.resolve(json(200, { status: 'alive' })),
    '/readyz': async () => {
      const readiness = await readReadiness(services, isStopping());
      return json(readiness.status === 'ready' ? 200 : 503, readiness);
    },
    '/metrics': async () => {
      const now = await readSamples(services, await readReadiness(services, isStopping()));
      return {
        status: 200,
        type: metrics.contentType,
        body: `${await metrics.render(now)}${await readProcess()}`,
      };
    },
  };
  const server = createServer((message, response) => {
    const path = (message.url ?? '/').split('?', 1)[0] ?? '/';
    const answer = Object.hasOwn(answers, path) ? answers[path] : undefined;
    if (message.method !== 'GET' && message.method !== 'HEAD')
      return send(response, json(405, { status: 'method not allowed' }));
    if (answer === undefined) return send(response, json(404, { status: 'not found' }));
    void answer().then(
      (found) => send(response, found),
      (error: unknown) => {
        services.log.error({ err: error, path }, 'request of the operations port failed');
        send(response, json(500, { status: 'failed' }));
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => resolve());
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : port,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function json(status: number, body: unknown): Answer {
  return { status, type: 'application/json', body: `${JSON.stringify(body)}\n` };
}

function send(response: ServerResponse, { status, type, body }: Answer): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body);
}
