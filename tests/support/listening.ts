import { afterAll, beforeAll } from 'vitest';
import { listenHttp, type HttpServer } from '#server/http/node/listen.ts';
import type { TestApi } from './api.ts';

/** Has a test file's program listen on its own port. Returns a function that tests call for the address. */
export function useListening(api: TestApi): { readonly origin: string } {
  let server: HttpServer | undefined;
  beforeAll(async () => {
    const { services } = api;
    const http = { ...services.config.http, host: '127.0.0.1', port: 0 };
    server = await listenHttp({ ...services, config: { ...services.config, http } });
  });
  afterAll(async () => {
    await server?.close();
  });
  return {
    get origin() {
      if (server === undefined) throw new Error('the program listens only within tests');
      return `http://127.0.0.1:${server.port}`;
    },
  };
}
