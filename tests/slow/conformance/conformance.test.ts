import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ALL_SCOPES } from '#domain/organization/scope.ts';
import { listenHttp, type HttpServer } from '#server/http/node/listen.ts';
import { agentOf } from '../../support/agent.ts';
import { useApi } from '../../support/api.ts';
import { allow, personOf } from '../../support/oauth-client.ts';
import { serveFixtures } from './server.ts';
import { runSuite, suiteDirectory } from './suite.ts';

const suite = suiteDirectory() ?? '';
const out = mkdtempSync(join(tmpdir(), 'countersign-conformance-'));
afterAll(() => rmSync(out, { recursive: true, force: true }));

describe.skipIf(suite === '')('the conformance suite (skipped if not installed)', () => {
  describe('for servers', () => {
    const api = useApi({ alone: true });
    let fixtures: Awaited<ReturnType<typeof serveFixtures>>;
    beforeAll(async () => {
      const { organizationId } = await api.tenant();
      const { grantId } = await agentOf(api, organizationId);
      fixtures = await serveFixtures(api.services, { grantId, organizationId });
    });
    afterAll(async () => await fixtures.close());

    it.each(['2026-07-28', '2025-11-25'])('finds all that the revision of %s requires', async (revision) => {
      const args = ['server', '--url', fixtures.url, '--requirements', revision, '-o', join(out, revision)];
      const { code, output } = await runSuite(suite, args, { cwd: out });
      expect(code, output.slice(output.indexOf('=== SUMMARY'))).toBe(0);
      expect(output).toMatch(/✓ tools-list: \d+ passed, 0 failed/);
    });
  });

  describe('for authorization servers', async () => {
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const api = useApi({ env: { ORIGIN: origin, PORT: String(port) } });
    let server: HttpServer | undefined;
    beforeAll(async () => {
      server = await listenHttp(api.services);
    });
    afterAll(async () => await server?.close());

    it('finds the metadata and the authorization code grant as they must be', async () => {
      const callback = await freePort();
      const registered = await fetch(`${origin}/oauth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          client_name: 'Conformance',
          redirect_uris: [`http://127.0.0.1:${callback}/callback`],
        }),
      });
      const { client_id: clientId } = (await registered.json()) as { client_id: string };
      const { organizationId } = await api.tenant();
      const person = await personOf(api, { id: organizationId, name: 'Acme GmbH' });

      let visited = false;
      const visit = (output: string) => {
        const [url] = /http:\/\/\S+\/oauth\/authorize\?\S+(?=\s)/.exec(output) ?? [];
        if (url === undefined || visited) return;
        visited = true;
        void browse(url, (id) => allow(api, id, person, ALL_SCOPES));
      };
      const flags = [
        '--url',
        origin,
        '--client-id',
        clientId,
        '--resource',
        `${origin}/mcp`,
        '--port',
        String(callback),
      ];
      const { code, output } = await runSuite(suite, ['authorization', ...flags, '-o', join(out, 'oauth')], {
        cwd: out,
        onOutput: visit,
      });
      expect(visited, output).toBe(true);
      expect(code, output).toBe(0);
      expect(output).not.toMatch(/SKIPPED|FAILURE|✗/);
    });
  });
});

/** A browser with its cookies, and a person who grants every request. */
async function browse(url: string, consent: (id: string) => Promise<string>): Promise<void> {
  const asked = await fetch(url, { redirect: 'manual' });
  const cookie = asked.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  const id = asked.headers.get('location')?.split('/').at(-1) ?? '';
  const answered = await fetch(await consent(id), { redirect: 'manual', headers: { cookie } });
  await fetch(answered.headers.get('location') ?? '');
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}
