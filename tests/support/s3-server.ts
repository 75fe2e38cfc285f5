import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { signatureFault, type S3Credentials } from './s3-signature.ts';

/**
 * A fault: a status, a connection that is closed at once or halfway, one that is closed after the request was
 * carried out, or an error in the body of a 200, which only completing a multipart upload can have. null lets
 * a request through.
 */
export type S3Failure = number | 'cut' | 'half' | 'unanswered' | 'error in 200' | null;

interface S3Upload {
  readonly key: string;
  readonly contentType: string | undefined;
  readonly parts: Map<number, Buffer>;
  initiated: Date;
}

export interface S3Server extends S3Credentials {
  readonly endpoint: string;
  readonly bucket: string;
  readonly objects: Map<string, Buffer>;
  readonly contentTypes: Map<string, string | undefined>;
  /** Method and path of each request, including refused ones. */
  readonly requests: string[];
  /** What the next requests get instead of a response. */
  readonly failures: S3Failure[];
  /** Multipart uploads that were started but neither completed nor aborted, by id. */
  readonly uploads: Map<string, S3Upload>;
  /** What every request must carry if the credentials belong to a role. */
  sessionToken: string | undefined;
  /** How far the server's clock is ahead. */
  skewMs: number;
  close(): Promise<void>;
}

/** A small S3 server for tests on loopback: one bucket, with real checks of signatures and payload hashes. */
export async function startS3Server({
  port = 0,
  objects = new Map<string, Buffer>(),
}: {
  /** Default: a free port. */
  readonly port?: number;
  /** The initial objects, kept up to date. */
  readonly objects?: Map<string, Buffer>;
} = {}): Promise<S3Server> {
  const server = createServer((request, response) => {
    answer(state, request, response).catch((error: unknown) => {
      // The client disconnected in the middle of its body. Nothing was stored.
      if (!request.complete) return response.destroy();
      throw error;
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const state: S3Server = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    region: 'eu-central-1',
    bucket: 'documents',
    accessKeyId: 'AKIATEST',
    secretAccessKey: 'a secret/with+signs',
    objects,
    contentTypes: new Map(),
    requests: [],
    failures: [],
    uploads: new Map(),
    sessionToken: undefined,
    skewMs: 0,
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
  return state;
}

async function answer(state: S3Server, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', state.endpoint);
  state.requests.push(`${request.method} ${pathname}`);
  const failure = state.failures.shift();
  if (failure === 'cut') return void request.socket.destroy();
  if (typeof failure === 'number')
    return refuse(response, failure, failure === 503 ? 'SlowDown' : 'InternalError');
  const fault = signatureFault(request, state, Date.now() + state.skewMs);
  if (fault) return refuse(response, 403, fault);
  const { searchParams } = new URL(request.url ?? '/', state.endpoint);
  const token = searchParams.get('X-Amz-Security-Token') ?? request.headers['x-amz-security-token'];
  if (token !== state.sessionToken) return refuse(response, 403, 'InvalidToken');
  if (failure === 'error in 200') return refuse(response, 200, 'InternalError');
  if (failure === 'unanswered') response.end = () => response.destroy();
  const prefix = `/${state.bucket}/`;
  if (!pathname.startsWith(prefix)) return refuse(response, 404, 'NoSuchBucket');
  const key = pathname.slice(prefix.length);
  if (searchParams.has('uploads') || searchParams.has('uploadId'))
    return await answerUpload(state, { key, query: searchParams }, request, response);
  if (request.method === 'PUT') return store(state, key, request, response);
  if (request.method === 'DELETE') {
    state.objects.delete(key);
    return void response.writeHead(204).end();
  }
  const found = state.objects.get(key);
  if (!found) return refuse(response, 404, 'NoSuchKey');
  const type = { 'content-type': state.contentTypes.get(key) ?? '' };
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
  if (first !== undefined && last !== undefined) {
    const part = found.subarray(Number(first), Number(last) + 1);
    const range = { 'content-range': `bytes ${first}-${last}/${found.length}` };
    return void response.writeHead(206, { 'content-length': part.length, ...type, ...range }).end(part);
  }
  response.writeHead(200, { 'content-length': found.length, ...type });
  if (failure === 'half')
    return void response.write(found.subarray(0, found.length / 2), () => response.destroy());
  response.end(request.method === 'HEAD' ? undefined : found);
}

/** Reads a body of the stated length, or refuses it and returns null. */
async function bodyOf(request: IncomingMessage, response: ServerResponse): Promise<Buffer | null> {
  if (request.headers['content-length'] === undefined) {
    refuse(response, 411, 'MissingContentLength');
    return null;
  }
  const body = await buffer(request);
  const stated = request.headers['x-amz-content-sha256'] ?? 'UNSIGNED-PAYLOAD';
  if (stated === 'UNSIGNED-PAYLOAD' || stated === createHash('sha256').update(body).digest('hex'))
    return body;
  refuse(response, 400, 'XAmzContentSHA256Mismatch');
  return null;
}

/** Multipart uploads, as in S3's API reference. */
async function answerUpload(
  state: S3Server,
  { key, query }: { key: string; query: URLSearchParams },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (query.has('uploads') && request.method === 'GET') {
    const entries = [...state.uploads].map(
      ([id, upload]) =>
        `<Upload><Key>${upload.key}</Key><UploadId>${id}</UploadId><Initiated>${upload.initiated.toISOString()}</Initiated></Upload>`,
    );
    return void response.end(`<ListMultipartUploadsResult>${entries.join('')}</ListMultipartUploadsResult>`);
  }
  if (query.has('uploads')) {
    const id = `upload-${randomUUID()}`;
    const contentType = request.headers['content-type'];
    state.uploads.set(id, { key, contentType, parts: new Map(), initiated: new Date() });
    return void response.end(
      `<InitiateMultipartUploadResult><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
    );
  }
  const id = query.get('uploadId') ?? '';
  const upload = state.uploads.get(id);
  if (upload?.key !== key) return refuse(response, 404, 'NoSuchUpload');
  if (request.method === 'DELETE') {
    state.uploads.delete(id);
    return void response.writeHead(204).end();
  }
  const body = await bodyOf(request, response);
  if (body === null) return;
  if (request.method === 'PUT') {
    upload.parts.set(Number(query.get('partNumber')), body);
    return void response.writeHead(200, { etag: etagOf(body) }).end();
  }
  const wanted = [...upload.parts].sort(([one], [other]) => one - other);
  const listed = wanted.map(
    ([number, part]) => `<Part><PartNumber>${number}</PartNumber><ETag>${etagOf(part)}</ETag></Part>`,
  );
  if (!body.equals(Buffer.from(`<CompleteMultipartUpload>${listed.join('')}</CompleteMultipartUpload>`)))
    return refuse(response, 400, 'InvalidPart');
  state.objects.set(key, Buffer.concat(wanted.map(([, part]) => part)));
  state.contentTypes.set(key, upload.contentType);
  state.uploads.delete(id);
  response.end('<CompleteMultipartUploadResult></CompleteMultipartUploadResult>');
}

function etagOf(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`;
}

async function store(
  state: S3Server,
  key: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await bodyOf(request, response);
  if (body === null) return;
  state.objects.set(key, body);
  state.contentTypes.set(key, request.headers['content-type']);
  response.writeHead(200).end();
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
}
