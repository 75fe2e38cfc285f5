import { Webhook } from 'standardwebhooks';
import { afterEach, expect, it } from 'vitest';
import { messageSchema } from '#wire/webhook.ts';
import { useApi, type Tenant } from '../support/api.ts';
import { createDraft } from '../support/envelopes.ts';
import { useListening } from '../support/listening.ts';
import { patience } from '../support/patience.ts';
import { runProgram, type Program } from '../support/program.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';

const api = useApi();
const server = useListening(api);
const running: Program[] = [];
const open: Receiver[] = [];

afterEach(async () => {
  for (const { child } of running) child.kill('SIGKILL');
  await Promise.all(running.splice(0).map(({ ended }) => ended));
  await Promise.all(open.splice(0).map((receiver) => receiver.close()));
});

function run(args: readonly string[], env: Record<string, string>): Program {
  const program = runProgram('main', env, ['listen', ...args]);
  running.push(program);
  return program;
}

/** Runs the command for a new organization, with a receiver of its own. */
async function listening(tenant: Tenant, args: readonly string[] = [], answer?: Answer) {
  const receiver = await startReceiver(answer);
  open.push(receiver);
  const to = `http://127.0.0.1:${receiver.port}/webhooks`;
  const program = run(['--url', server.origin, '--forward-to', to, ...args], {
    COUNTERSIGN_KEY: tenant.apiKey,
  });
  const [, secret = ''] = await program.printed(/^Signing secret: (whsec_\S+)\n/);
  await program.printed(/Forwarding events of (\S+) to (\S+)\. Press Ctrl-C to stop\.\n/);
  const stop = async () => {
    program.child.kill('SIGINT');
    return (await program.ended).code;
  };
  return { program, receiver, secret, to, stop };
}
type Answer = Parameters<typeof startReceiver>[0];

it(
  'forwards every event in its order, signed, and prints what came of each',
  { timeout: patience(60_000) },
  async () => {
    const tenant = await api.tenant();
    const { apiKey: key } = tenant;
    await createDraft(api, key, { displayName: 'Before' });
    const { program, receiver, secret, stop } = await listening(tenant, [], (_received, _request, response) =>
      response.writeHead(204).end(),
    );
    const { envelope } = (await createDraft(api, key, { displayName: 'NDA', metadata: { crmId: '4711' } }))
      .json;
    await program.printed(new RegExp(`Z envelope\\.created ${envelope.id} → 204\n`));
    const voided = { key, path: { id: envelope.id }, body: { expectedVersion: envelope.version } };
    await api.ask('POST /api/v1/envelopes/{id}/void', voided);
    await program.printed(new RegExp(`Z envelope\\.voided ${envelope.id} → 204\n`));

    const { items } = (await api.ask('GET /api/v1/envelopes/{id}/events', { key, path: { id: envelope.id } }))
      .json;
    const messages = receiver.requests.map(({ method, path, headers, body }) => {
      expect([method, path, headers['content-type']]).toEqual(['POST', '/webhooks', 'application/json']);
      return messageSchema.parse(new Webhook(secret).verify(body, headers as Record<string, string>)) as any;
    });
    expect(messages.map(({ data }) => data.eventId)).toEqual(items.map(({ id }: any) => id));
    expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual(
      items.map(({ id }: any) => id),
    );
    expect(messages.at(-1)).toMatchObject({
      type: 'envelope.voided',
      data: { envelopeId: envelope.id, status: 'voided', displayName: 'NDA', metadata: { crmId: '4711' } },
    });
    expect(await stop()).toBe(0);
    expect(program.output().stderr).toBe('');
  },
);

it(
  'says when nobody answers, forwards only what is asked for, and goes on after a cursor',
  { timeout: patience(60_000) },
  async () => {
    const tenant = await api.tenant();
    const { apiKey: key } = tenant;
    const first = await listening(tenant, ['--events', 'envelope.deleted,envelope.created']);
    await first.receiver.close();
    open.splice(open.indexOf(first.receiver), 1);
    const { envelope } = (await createDraft(api, key)).json;
    await first.program.printed(/ envelope\.created \S+ → no answer \(ECONNREFUSED\)\n/);
    expect((await api.call('DELETE', `/api/v1/envelopes/${envelope.id}`, { key })).status).toBe(204);
    await first.program.printed(/ envelope\.deleted \S+ → no answer \(ECONNREFUSED\)\n/);
    expect(await first.stop()).toBe(0);
    const [, cursor = ''] = await first.program.printed(/Resume with --after (\d+)\n$/);

    const second = await listening(tenant, ['--after', cursor]);
    await second.program.printed(/ envelope\.deleted \S+ → (200|not forwarded: the envelope was deleted)\n/);
    expect(await second.stop()).toBe(0);
  },
);

it('says what is missing or wrong', { timeout: patience(60_000) }, async () => {
  const to = ['--forward-to', 'http://127.0.0.1:9/webhooks'];
  const failed = async (args: readonly string[], env: Record<string, string>) => {
    const program = run(args, env);
    expect((await program.ended).code).toBe(1);
    return program.output().stderr;
  };
  const env = { COUNTERSIGN_KEY: 'svc_sk_wrong' };
  const url = ['--url', server.origin];
  expect(await failed([...url, ...to], {})).toBe('countersign: set COUNTERSIGN_KEY to an API key\n');
  expect(await failed(to, env)).toMatch(/^countersign: required option '--url <url>' not specified: see /);
  expect(await failed(['--url', 'nowhere', ...to], env)).toMatch(/^countersign: --url must be an address /);
  expect(await failed([...url, ...to, '--events', 'envelope.burnt'], env)).toBe(
    'countersign: there is no event type "envelope.burnt"\n',
  );
  expect(await failed([...url, ...to], env)).toMatch(/^countersign: http\S+\/api\/v1\/events: .+\n$/);
});
