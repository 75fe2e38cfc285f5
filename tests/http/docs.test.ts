import { get } from 'node:http';
import { expect, describe, it } from 'vitest';
import { computeSha256Hex } from '#server/crypto/hash.ts';
import { GUIDES } from '#server/http/portal/guides/guides.ts';
import { ROUTES } from '#server/http/rest/routes.ts';
import { expectError } from '../support/answers.ts';
import { useApi } from '../support/api.ts';
import { useListening } from '../support/listening.ts';

const api = useApi();
const server = useListening(api);

function asWritten(path: string): Promise<{ status: number | undefined; body: string }> {
  const { hostname, port } = new URL(server.origin);
  return new Promise((resolve, reject) => {
    get({ hostname, port, path }, (answer) => {
      let body = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      answer.on('end', () => resolve({ status: answer.statusCode, body }));
    }).on('error', reject);
  });
}

const read = async (path: string) => (await api.call('GET', path)).bytes.toString();
type Hit = { readonly kind: string; readonly url: string; readonly title: string };
const index = async () => JSON.parse(await read('/api/docs/search.json')) as Hit[];
const pagePaths = async () => (await index()).filter(({ kind }) => kind !== 'Errors').map(({ url }) => url);

describe('GET /api/docs', () => {
  it.each(['/api/docs', '/api/docs/', '/api/docs/quick-start', '/api/docs/reference/envelopeSend'])(
    'answers a page at %s, whose code and style are files of its own',
    async (path) => {
      const answer = await api.call('GET', path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(answer.headers.get('cache-control')).toBe('no-cache');
      const policy = answer.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self'; style-src 'self';");
      expect(policy).not.toMatch(/https?:|\*|unsafe/);
      const html = answer.bytes.toString();
      expect([...html.matchAll(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/g)]).toEqual([]);
      const files = [...html.matchAll(/<(?:script|link)[^>]*\s(?:src|href)="([^"]+)"/g)];
      expect(files.length).toBeGreaterThan(5);
      for (const [, file = ''] of files) {
        expect(file).toMatch(/^\/api\/docs\//);
        expect((await api.call('GET', file)).status, file).toBe(200);
      }
    },
  );

  it.each([
    ['portal.css', 'text/css; charset=utf-8'],
    ['portal.js', 'text/javascript; charset=utf-8'],
    ['inter.woff2', 'font/woff2'],
    ['favicon.svg', 'image/svg+xml'],
    ['search.json', 'application/json'],
  ])('serves %s, to be kept a day', async (name, type) => {
    const path = `/api/docs/${name}`;
    const answer = await api.call('GET', path);
    expect(answer.headers.get('content-type')).toBe(type);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=86400');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    const etag = answer.headers.get('etag') ?? '';
    expect(etag).toBe(`"${computeSha256Hex(answer.bytes)}"`);
    const again = await api.call('GET', path, { headers: { 'if-none-match': etag } });
    expect([again.status, again.bytes.length, again.headers.get('etag')]).toEqual([304, 0, etag]);
    expect((await api.call('HEAD', path)).status).toBe(200);
  });

  it.each([
    'package.json',
    'index.html',
    'portal.ts',
    '../openapi',
    '..%2f..%2fpackage.json',
    '%2e%2e/%2e%2e/package.json',
    '..%5c..%5cpackage.json',
    'portal.css%00',
    'portal.css/',
    '/portal.css',
    'quick-start/',
    'reference/',
    'constructor',
    '__proto__',
    'quick-start.md.md',
  ])('does not answer %s', async (name) => {
    // A raw request, because fetch would normalize the path.
    const { status, body } = await asWritten(`/api/docs/${name}`);
    expect(status).toBe(404);
    expect(JSON.parse(body)).toMatchObject({ code: 'not_found' });
  });

  it('takes no other method', async () => {
    for (const path of ['/api/docs', '/llms.txt']) {
      const answer = await api.call('POST', path);
      expectError(answer, 'method_not_allowed');
      expect(answer.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    }
  });
});

describe('the pages', () => {
  it('are the guides and every operation', async () => {
    const paths = await pagePaths();
    const operations = paths.filter((path) => path.startsWith('/api/docs/reference/'));
    // The probe is described with the routes.
    expect(operations).toHaveLength(ROUTES.length + 1);
    expect(paths.filter((path) => !path.startsWith('/api/docs/reference'))).toHaveLength(GUIDES.length);
  });

  it('have unique IDs, and links and anchors that exist', async () => {
    const paths = await pagePaths();
    const html = new Map<string, string>();
    for (const path of paths) html.set(path, await read(path));
    html.set('/api/docs', await read('/api/docs'));
    const idsOf = (path: string) =>
      [...(html.get(path) ?? '').matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id);
    const wrong: string[] = [];
    for (const [path, text] of html) {
      const ids = idsOf(path);
      if (new Set(ids).size !== ids.length) wrong.push(`${path}: the same ID twice`);
      for (const [, href = ''] of text.matchAll(/<a [^>]*href="([^"]+)"/g)) {
        const [target = '', anchor] = href.split('#');
        const known = target === '' ? path : target;
        if (known.startsWith('/api/docs') && !html.has(known)) wrong.push(`${path}: ${href}`);
        if (anchor !== undefined && !idsOf(known).includes(anchor)) wrong.push(`${path}: ${href}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it('are Markdown with .md, and listed for programs in llms.txt', async () => {
    const list = await api.call('GET', '/llms.txt');
    expect(list.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    const text = list.bytes.toString();
    const origin = 'http://localhost:3000';
    for (const path of await pagePaths()) {
      expect(text).toContain(`](${origin}${path}.md)`);
      const page = await api.call('GET', `${path}.md`);
      expect([path, page.status, page.headers.get('content-type')]).toEqual([
        path,
        200,
        'text/markdown; charset=utf-8',
      ]);
      const markdown = page.bytes.toString();
      expect(markdown).toMatch(/^# \S/);
      const prose = markdown.replaceAll(/^```[\s\S]*?^```/gm, '');
      expect(prose).not.toMatch(/<(?:p|code|a|div|strong|li)[ >]|\]\(\//);
    }
    expect(await read('/api/docs.md')).toBe(await read('/api/docs/quick-start.md'));
    expectError(await api.call('GET', '/llms.txt/more'), 'not_found');
  });

  it('show the samples for this instance, and every error code', async () => {
    const send = await read('/api/docs/reference/envelopeSend');
    for (const expected of [
      'http://localhost:3000/api/v1/envelopes/env_',
      'countersign.envelopes.send(',
      'requests.post(',
      'Idempotency-Key',
      'expectedVersion',
      'version_conflict',
    ])
      expect(send).toContain(expected);
    expect(await read('/api/docs/errors')).toContain('legal_framework_unavailable');
  });
});
