import { execFile, spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { useApi } from '../../support/api.ts';
import { makeScratchDirectory } from '../../support/cluster.ts';
import { startDnsServer } from '../../support/dns-server.ts';
import { patience } from '../../support/patience.ts';
import { ownerOf } from '../../support/person.ts';
import { useRecorder } from '../../support/recorder.ts';
import { encoded, makeSigningKey, type SigningKey } from '../../support/saml-provider.ts';
import { Browser, connected, locationOf, verifiedDomain } from '../../support/single-sign-on.ts';

const run = promisify(execFile);
const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const isUsable = 'import sys, venv, pip; sys.exit(sys.version_info < (3, 10))';
const hasPython = spawnSync('python3', ['-c', isUsable], { stdio: 'ignore' }).status === 0;

const dns = await startDnsServer();
afterAll(() => dns.close());
const api = useApi({ env: { DNS_SERVERS: dns.address } });
const recorder = useRecorder(api);
let python = '';

/** Runs a program in the virtual environment, with what it reads. Returns what it prints. */
async function runPython(name: string, args: readonly string[], input = ''): Promise<any> {
  const child = spawn(python, [here(`programs/${name}`), ...args]);
  child.stdin.end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  try {
    return JSON.parse(stdout);
  } catch (error) {
    throw new Error(`${name} printed ${stdout}${stderr}`, { cause: error });
  }
}

/** Other people's programs, in an environment of their own so that they aren't among our packages. */
describe.skipIf(!hasPython)(
  'other programs (skipped where there is no Python 3.10 with venv and pip)',
  () => {
    beforeAll(async () => {
      const environment = join(await makeScratchDirectory(), 'python');
      await run('python3', ['-m', 'venv', environment]);
      python = join(environment, 'bin/python');
      const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--requirement'];
      await run(python, [...install, here('requirements.txt')]);
    }, patience(300_000));

    it(
      'scim2-tester finds nothing wrong but that some attributes can’t be removed',
      { timeout: patience(300_000) },
      async () => {
        const tenant = await api.tenant();
        const { domain } = await verifiedDomain(api, dns, tenant);
        const { token } = await ownerOf(api, tenant).singleSignOn.createToken({});
        const { passed, failed } = await runPython('directory.py', [recorder.origin, token, domain]);
        // Removing leaves an attribute unassigned (RFC 7644 section 3.5.2.2), which these three never are: whoever
        // signs has a name in evidence, and is a member or not. Declaring them as required would be the standard's
        // way, but then a directory that clears a name gets 400 and the rest of its request is lost; and people may
        // be created without them. So removing a name keeps the last one, and removing `active` takes the person out.
        const always = ['displayName', 'name', 'active'].map(
          (name) => `User: check_remove_attribute: PATCH modify() did not remove attribute '${name}'`,
        );
        expect(failed).toEqual(always);
        expect(passed).toBeGreaterThan(40);
      },
    );

    describe('an identity provider of pysaml2', () => {
      const entityId = 'https://id.pysaml2.example/idp';
      const signInUrl = 'https://id.pysaml2.example/sign-in';
      let signer: SigningKey;
      beforeAll(async () => {
        signer = await makeSigningKey();
      });

      it.each([{ signResponse: false }, { signResponse: true }])(
        'reads our metadata and our request by their schemas, and signs people in: %o',
        { timeout: patience(120_000) },
        async ({ signResponse }) => {
          const fields = { kind: 'saml' as const, entityId, signInUrl, certificates: signer.certificate };
          const { id, domain } = await connected(api, dns, fields);
          const email = `alice@${domain}`;
          const metadata = (await api.call('GET', `/sso/${id}/metadata`)).bytes.toString();
          const browser = new Browser(api);
          const url = await browser.start(email);
          const asked = { ...signer, metadata, entityId, signInUrl, url, email, signResponse };
          const { action, xml } = await runPython('provider.py', [], JSON.stringify(asked));
          expect(action).toBe(`http://localhost:3000/sso/${id}`);
          const posted = await api.call('POST', `/sso/${id}`, {
            headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
            raw: Buffer.from(encoded(xml)),
          });
          expect(locationOf(await browser.visit(locationOf(posted)))).toBe('/envelopes');
          expect((await browser.who()).user).toMatchObject({ email, name: 'Alice Adams' });
        },
      );
    });
  },
);
