import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { expectError } from '../support/answers.ts';
import { agentOf } from '../support/agent.ts';
import { useApi } from '../support/api.ts';

const api = useApi();
const DETAILS = { acceptEncoding: 'identity' };

it.each(['gzip', 'br', 'deflate', 'GZIP, gzip'])('refuses a REST body in %s as it is', async (encoding) => {
  const { apiKey: key } = await api.tenant();
  const raw = gzipSync(JSON.stringify({ originalFilename: 'a.pdf' }));
  const headers = { 'content-encoding': encoding, 'content-type': 'application/json' };
  const answer = await api.call('POST', '/api/v1/envelopes', { key, raw, headers });
  expectError(answer, 'unsupported_media_type', DETAILS);
  expect(answer.headers.get('accept-encoding')).toBe('identity');
});

it('takes a REST body that says it is not compressed', async () => {
  const { apiKey: key } = await api.tenant();
  const headers = { 'content-encoding': 'identity' };
  const body = { originalFilename: 'a.pdf' };
  expect((await api.call('POST', '/api/v1/envelopes', { key, body, headers })).status).toBe(201);
});

it('refuses a compressed message of an agent', async () => {
  const { token } = await agentOf(api, (await api.tenant()).organizationId);
  const raw = gzipSync(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }));
  const headers = { 'content-encoding': 'gzip', 'content-type': 'application/json' };
  const answer = await api.call('POST', '/mcp', { key: token, raw, headers });
  expectError(answer, 'unsupported_media_type', DETAILS);
  expect(answer.headers.get('accept-encoding')).toBe('identity');
});
