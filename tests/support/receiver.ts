import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';

export type Received = {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};
/** Another company's web server: keeps what it receives and answers as instructed. */
export type Receiver = {
  readonly port: number;
  readonly requests: Received[];
  readonly close: () => Promise<void>;
};

/** Listens on a loopback address, with TLS if it has a key. The default response is 200 without a body. */
export async function startReceiver(
  answer: (received: Received, ...rest: Parameters<RequestListener>) => void = (
    _received,
    _request,
    response,
  ) => response.end(),
  { address = '127.0.0.1', tls }: { address?: string; tls?: { key: string; cert: string } } = {},
): Promise<Receiver> {
  const requests: Received[] = [];
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const received = { method, path: url, headers, body: Buffer.concat(chunks).toString() };
      requests.push(received);
      answer(received, request, response);
    });
  };
  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    close: () =>
      new Promise((resolve, reject) => {
        server.closeAllConnections();
        server.close((error) => (error === undefined ? resolve() : reject(error)));
      }),
  };
}
