import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { beforeAll, describe, expect, it } from 'vitest';
import { useApi } from './support/api.ts';
import { makeScratchDirectory } from './support/cluster.ts';
import { runSample } from './support/code-samples.ts';
import { plainPdf } from './support/envelopes.ts';
import { patience } from './support/patience.ts';
import { useRecorder } from './support/recorder.ts';

const PACKAGE = fileURLToPath(new URL('../packages/python', import.meta.url));
const SOURCES = join(PACKAGE, 'src/countersign');
const isRecent = 'import sys; sys.exit(sys.version_info < (3, 10))';
const hasPython = spawnSync('python3', ['-c', isRecent], { stdio: 'ignore' }).status === 0;

describe.skipIf(!hasPython)('the Python client (skipped where there is no Python 3.10)', () => {
  const api = useApi();
  const recorder = useRecorder(api);
  let project: string;
  beforeAll(async () => {
    project = await makeScratchDirectory();
    writeFileSync(join(project, 'nda.pdf'), await plainPdf());
  });

  const run = (program: string, env: Readonly<Record<string, string>> = {}) =>
    runSample(project, 'Python', program, {
      ...{ PYTHONPATH: join(PACKAGE, 'src'), PYTHONDONTWRITEBYTECODE: '1', PYTHONWARNINGS: 'error' },
      ...env,
    });

  /** Answers each request with the next of these responses, and keeps the requests. */
  async function answering<Result>(
    answers: readonly { readonly status: number; readonly headers?: Readonly<Record<string, string>> }[],
    during: (origin: string) => Promise<Result>,
  ): Promise<{ readonly result: Result; readonly asked: readonly IncomingHttpHeaders[] }> {
    const asked: IncomingHttpHeaders[] = [];
    const server = createServer((request, response) => {
      const { status, headers = {} } = answers[asked.length] ?? { status: 500 };
      asked.push(request.headers);
      request.resume();
      request.on('end', () => response.writeHead(status, headers).end(status === 200 ? '{"ok":true}' : ''));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    try {
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      return { result: await during(origin), asked };
    } finally {
      server.close();
    }
  }
  const client = (origin: string) =>
    `from countersign import Countersign, CountersignError\ncountersign = Countersign("${origin}", "svc_sk_key")\n`;
  const NOW = { 'retry-after': '0' };

  it('imports nothing but the standard library', async () => {
    const program = `
import ast, pathlib, sys
names = set()
for path in pathlib.Path(${JSON.stringify(SOURCES)}).glob("*.py"):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names.add(node.module.split(".")[0])
print(sorted(names - set(sys.stdlib_module_names)))`;
    expect(await run(program)).toBe('[]\n');
    expect(readdirSync(SOURCES)).toContain('py.typed');
  });

  it(
    'does what its README shows',
    async () => {
      const { apiKey } = await api.tenant();
      recorder.recorded.length = 0;
      const readme = readFileSync(join(PACKAGE, 'README.md'), 'utf8');
      const program = [...readme.matchAll(/^```py\n([\s\S]*?)^```/gm)]
        .map(([, code = '']) => code)
        .join('\n');
      const printed = await run(program.replaceAll('https://sign.example.com', recorder.origin), {
        COUNTERSIGN_KEY: apiKey,
      });
      expect(printed).toMatch(/^nda in_progress$/m);
      expect(printed).toMatch(/^0 None$/m);
      expect(printed).toMatch(/^True$/m);
      expect(recorder.recorded.filter(({ status }) => status >= 400)).toMatchObject([{ code: 'not_found' }]);
    },
    patience(60_000),
  );

  it('downloads bytes, goes through all pages, and tells what was refused', async () => {
    const { apiKey } = await api.tenant();
    const program = `
from pathlib import Path
from countersign import Countersign, CountersignError
countersign = Countersign("${recorder.origin}/", "${apiKey}")
made = [countersign.envelopes.create({"originalFilename": f"{n}.pdf"})["envelope"]["id"] for n in range(3)]
listed = [item["id"] for item in countersign.envelopes.list(limit=1)]
print(sorted(made) == sorted(listed))
sent = countersign.upload(Path("nda.pdf").read_bytes(), {"originalFilename": "nda.pdf", "fields": []})
print(countersign.envelopes.document(sent["envelope"]["id"])[:5])
try:
    countersign.envelopes.send(made[0], {"expectedVersion": 99})
except CountersignError as error:
    print(error.status, error.code, len(error.request_id) > 8)
try:
    countersign.webhooks.create({"url": "https://example.com", "eventTypes": []})
except CountersignError as error:
    print(str(error).split(" [request ")[0])
try:
    countersign.envelopes.get("..")
except ValueError as error:
    print(error)`;
    expect((await run(program)).trim().split('\n')).toEqual([
      'True',
      "b'%PDF-'",
      expect.stringMatching(/^4\d\d \w+ True$/),
      expect.stringMatching(/^422 validation_failed: The request is invalid\. \(\/\w+ .+\)$/),
      'not an ID: ".."',
    ]);
  });

  it('repeats what does nothing twice, with the same key', async () => {
    const { result, asked } = await answering(
      [{ status: 503, headers: NOW }, { status: 429, headers: NOW }, { status: 200 }],
      (origin) => run(`${client(origin)}print(countersign.envelopes.create({"originalFilename": "a.pdf"}))`),
    );
    expect(result).toBe("{'ok': True}\n");
    const keys = asked.map((headers) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('leaves alone what could happen twice, and gives up in the end', async () => {
    const attempt = (call: string) => (origin: string) =>
      run(`${client(origin)}
try:
    ${call}
except CountersignError as error:
    print(error.status, error.code)`);
    const unkeyed = await answering(
      [{ status: 503, headers: NOW }],
      attempt('countersign.envelopes.unschedule("env_1", {"expectedVersion": 1})'),
    );
    expect([unkeyed.result, unkeyed.asked.length]).toEqual(['503 unavailable\n', 1]);
    const down = Array.from({ length: 9 }, () => ({ status: 503, headers: NOW }));
    const given = await answering(down, attempt('countersign.ping()'));
    expect([given.result, given.asked.length]).toEqual(['503 unavailable\n', 4]);
    const late = await answering(
      [{ status: 503, headers: { 'retry-after': '3600' } }],
      attempt('countersign.ping()'),
    );
    expect([late.result, late.asked.length]).toEqual(['503 unavailable\n', 1]);
  });

  it('takes its key nowhere else', async () => {
    const other = await answering([{ status: 200 }], async (elsewhere) => {
      const { result } = await answering([{ status: 302, headers: { location: elsewhere } }], (origin) =>
        run(`${client(origin)}
try:
    countersign.ping()
except CountersignError as error:
    print(error.status)`),
      );
      return result;
    });
    expect([other.result, other.asked.length]).toEqual(['302\n', 0]);
  });

  it('verifies webhooks as their senders sign them, and refuses what was changed or is old', async () => {
    const secret = `whsec_${Buffer.from('a secret of at least 24 bytes').toString('base64')}`;
    const now = new Date();
    const body = JSON.stringify({ type: 'envelope.sealed', who: 'Ådá' });
    const headers = {
      'Webhook-Id': 'msg_1',
      'Webhook-Timestamp': String(Math.floor(now.getTime() / 1000)),
      'Webhook-Signature': `v1,bm9uZQ== ${new Webhook(secret).sign('msg_1', now, body)}`,
    };
    const program = `
import json, time
from countersign import WebhookError, verify_webhook
secret, headers, body = json.loads(${JSON.stringify(JSON.stringify([secret, headers, body]))})
print(verify_webhook(secret, headers, body.encode())["type"], verify_webhook(secret, headers, body)["who"] == "Ådá")
for changed in [
    lambda: verify_webhook(secret, headers, body + " "),
    lambda: verify_webhook(secret, headers, body, now=time.time() + 301),
    lambda: verify_webhook(secret, {**headers, "Webhook-Timestamp": "٣"}, body),
    lambda: verify_webhook(secret, {**headers, "Webhook-Timestamp": "9" * 5000}, body),
    lambda: verify_webhook(secret, headers, body + "\\ud800"),
    lambda: verify_webhook(secret, {}, body),
]:
    try:
        print("taken", changed())
    except WebhookError as error:
        print(error)`;
    expect((await run(program, { PYTHONIOENCODING: 'utf-8' })).trim().split('\n')).toEqual([
      'envelope.sealed True',
      "The signature doesn't match.",
      'The message is too old or its timestamp is invalid.',
      'The message is too old or its timestamp is invalid.',
      'The message is too old or its timestamp is invalid.',
      "The signature doesn't match.",
      'The header webhook-id is missing.',
    ]);
  });
});
