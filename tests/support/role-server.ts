import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { S3Server } from './s3-server.ts';

/** Issues a role's credentials, like a container's agent. */
export interface RoleServer {
  /** Its URL, for AWS_CONTAINER_CREDENTIALS_FULL_URI. */
  readonly url: string;
  /** Issues new credentials, which the object store accepts instead of the earlier ones. */
  readonly issue: (credentials: { readonly token: string; readonly expiresInMs: number }) => void;
  /** How often it was asked while it had some. */
  readonly asked: () => number;
  readonly close: () => Promise<void>;
}

/** Starts one on loopback. Before it issues any, it answers that there are none. */
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
