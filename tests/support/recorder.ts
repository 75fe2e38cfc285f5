import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll } from 'vitest';
import type { TestApi } from './api.ts';

/** A request from a program, and the response. */
export type Recorded = {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly code: string | null;
};

const ORIGIN = 'http://localhost:3000';

/** Serves other programs from a test file's program on its own address, and records their requests. */
export function useRecorder(api: TestApi) {
  const recorded: Recorded[] = [];
  let origin = '';
  const server = createServer((request, response) => {
    void answer(request).then(({ status, headers, body }) => {
      response.writeHead(status, headers).end(body);
    });
  });
  const answer = async (request: IncomingMessage) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = '', url: path = '' } = request;
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => !['host', 'connection'].includes(name)),
    ) as Record<string, string>;
    const raw = Buffer.concat(chunks);
    const answered = await api.call(method, path, { headers, ...(raw.length === 0 ? {} : { raw }) });
    const { status, json, bytes } = answered;
    recorded.push({ method, path, status, code: (json as { code?: string } | null)?.code ?? null });
    const body = json === null ? bytes : bytes.toString().replaceAll(ORIGIN, origin);
    const own = [...answered.headers].filter(([name]) => name !== 'content-length');
    return { status, headers: own.flat(), body };
  };
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    recorded,
    get origin() {
      return origin;
    },
  };
}
