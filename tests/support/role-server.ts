import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { S3Server } from './s3-server.ts';

/** Hands out the credentials of a role, as the agent of a container does. */
export interface RoleServer {
  /** Where they are, for AWS_CONTAINER_CREDENTIALS_FULL_URI. */
  readonly url: string;
  /** Issues other credentials from now on, which the object store takes and the earlier ones not. */
  readonly issue: (credentials: { readonly token: string; readonly expiresInMs: number }) => void;
  /** How often it was asked and had some. */
  readonly asked: () => number;
  readonly close: () => Promise<void>;
}

/** Starts one on the loopback. Until it issues some, it answers that there are none. */
export async function startRoleServer(store: S3Server): Promise<RoleServer> {
  let current: Record<string, string> | null = null;
  let count = 0;
  const server = createServer((_request, response) => {
    if (current === null) return void response.writeHead(404).end();
    count += 1;
    response.setHeader('content-type', 'application/json').end(JSON.stringify(current));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/role`,
    issue: ({ token, expiresInMs }) => {
      const { accessKeyId, secretAccessKey } = store;
      store.sessionToken = token;
      current = {
        AccessKeyId: accessKeyId,
        SecretAccessKey: secretAccessKey,
        Token: token,
        Expiration: new Date(Date.now() + expiresInMs).toISOString(),
      };
    },
    asked: () => count,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
