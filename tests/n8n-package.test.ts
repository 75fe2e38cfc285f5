import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EVENT_ACTIONS } from '#domain/event/catalogue.ts';
import { openLogKeeper } from '#server/log/keep.ts';
import { makeTemplate } from './api/template/example.ts';
import { useApi } from './support/api.ts';
import { makeScratchDirectory } from './support/cluster.ts';
import { ALICE, plainPdf, sendDraft, SIGNATURE } from './support/envelopes.ts';
import { HOUR_MS, pass } from './support/moments.ts';
import { executeNode, loadN8nPackage, openTrigger, type N8nItem, type N8nNode } from './support/n8n.ts';
import { patience } from './support/patience.ts';
import { startReceiver, type Receiver } from './support/receiver.ts';
import { useRecorder } from './support/recorder.ts';
import { signAs } from './support/signer.ts';

const PACKAGE = fileURLToPath(new URL('../packages/n8n-nodes-countersign', import.meta.url));
const NAME = 'n8n-nodes-countersign';

// Its clock is today's, when the certificates of shared programs aren't valid yet.
const api = useApi({ work: true, alone: true });
const recorder = useRecorder(api);
let project: string;
let installed: ReturnType<typeof loadN8nPackage>;
let receiver: Receiver;
const tarball = () => join(project, `${NAME}-0.1.0.tgz`);

beforeAll(async () => {
  project = await makeScratchDirectory();
  execFileSync('npm', ['pack', '--silent', '--pack-destination', project], { cwd: PACKAGE });
  writeFileSync(join(project, 'package.json'), '{"private":true}');
  execFileSync('npm', ['install', '--silent', '--offline', '--no-audit', '--no-fund', tarball()], {
    cwd: project,
  });
  installed = loadN8nPackage(join(project, 'node_modules', NAME));
  receiver = await startReceiver();
}, patience(120_000));
/** The nodes compare the times of messages with their own clock. */
beforeEach(() => {
  api.clock.now = new Date();
});
afterAll(async () => receiver?.close());

/** An organization whose key n8n has. */
async function connected() {
  const tenant = await api.tenant();
  const setting = {
    nodes: installed.nodes,
    credentials: { baseUrl: `${recorder.origin}/`, apiKey: tenant.apiKey },
  };
  const execute = (
    parameters: Record<string, unknown>,
    items: N8nItem[] = [{ json: {} }],
    options?: { continueOnFail: boolean },
  ) => executeNode(setting, { type: `${NAME}.countersign`, parameters }, items, options);
  const envelope = (operation: string, parameters: Record<string, unknown>, items?: N8nItem[]) =>
    execute({ resource: 'envelope', operation, ...parameters }, items);
  return { ...tenant, setting, execute, envelope };
}

/** An item with a file, in the form that file-reading nodes return. */
async function withFile(): Promise<N8nItem> {
  const data = Buffer.from(await plainPdf()).toString('base64');
  return { json: {}, binary: { data: { data, fileName: 'nda.pdf', mimeType: 'application/pdf' } } };
}

const ada = { name: 'Ada Byron', email: 'ada@example.com' };
const placed = JSON.stringify([{ ...SIGNATURE, participantIndex: 0 }]);

describe('the package for n8n', () => {
  it('packs compiled nodes, credentials, icons and the example, and needs nothing of n8n', () => {
    const listed = execFileSync('tar', ['-tzf', tarball()], { encoding: 'utf8' }).trim().split('\n').sort();
    expect(listed).toEqual([
      'package/LICENSE',
      'package/README.md',
      'package/dist/credentials/CountersignApi.credentials.js',
      'package/dist/credentials/countersign.svg',
      'package/dist/nodes/Countersign.node.js',
      'package/dist/nodes/CountersignTrigger.node.js',
      'package/dist/nodes/countersign.svg',
      'package/dist/shared/connect.js',
      'package/examples/archive-signed.json',
      'package/package.json',
    ]);
    for (const path of listed.filter((one) => one.endsWith('.js'))) {
      const code = readFileSync(join(project, 'node_modules', NAME, path.slice('package/'.length)), 'utf8');
      const required = [...code.matchAll(/\brequire\(["'](.*?)["']\)/g)].map(([, target]) => target);
      expect(required.filter((target) => target?.startsWith('.') !== true)).toEqual([]);
    }
    const manifest = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as object;
    expect(manifest).toMatchObject({ name: NAME, keywords: ['n8n-community-node-package'] });
    expect(readFileSync(join(PACKAGE, 'README.md'), 'utf8')).toContain(`version \`${versionOfApi()}\``);
  });

  it('has two nodes, and credentials that n8n tests with the key’s own data', async () => {
    expect([...installed.nodes.keys()]).toEqual(['countersign', 'countersignTrigger']);
    expect(installed.nodes.get('countersign')?.description).toMatchObject({ usableAsTool: true });
    const [credentials] = installed.credentials;
    expect(credentials.name).toBe('countersignApi');
    expect(credentials.properties.find(({ name }: any) => name === 'apiKey').typeOptions.password).toBe(true);
    const { apiKey } = await api.tenant();
    const authorization = credentials.authenticate.properties.headers.Authorization.replace(/^=/, '').replace(
      '{{$credentials.apiKey}}',
      apiKey,
    );
    const answer = await fetch(`${recorder.origin}${credentials.test.request.url}`, {
      headers: { authorization },
    });
    expect([answer.status, credentials.test.request.baseURL]).toEqual([
      200,
      "={{$credentials.baseUrl.replace(new RegExp('/+$'), '')}}",
    ]);
  });

  it('offers every event', () => {
    const { properties } = installed.nodes.get('countersignTrigger')?.description ?? { properties: [] };
    const { options } = properties.find(({ name }) => name === 'events') as any;
    expect(options.map(({ value }: any) => value)).toEqual(['*', ...EVENT_ACTIONS]);
    expect(options[1]).toEqual({ name: 'Envelope Created', value: 'envelope.created' });
  });
});

function versionOfApi(): string {
  const contract = fileURLToPath(new URL('vectors/openapi.json', import.meta.url));
  return (JSON.parse(readFileSync(contract, 'utf8')) as { info: { version: string } }).info.version;
}

describe('the node', () => {
  it('creates an envelope from a file, sends it, reminds, reads, lists and voids it', async () => {
    const { envelope } = await connected();
    const options = {
      displayName: 'NDA',
      metadata: '{"crmId": "4711"}',
      subject: 'Please sign',
      message: 'Hi',
    };
    const recipients = { recipient: [{ ...ada, role: 'signer' }] };
    const [created] = await envelope('create', { recipients, fields: placed, options }, [await withFile()]);
    expect(created).toMatchObject({
      json: {
        envelope: { displayName: 'NDA', originalFilename: 'nda.pdf', metadata: { crmId: '4711' } },
        participants: [ada],
        fields: [{ type: 'signature' }],
      },
      pairedItem: { item: 0 },
    });
    const { id: envelopeId, version } = created?.json.envelope ?? {};
    const wrong = envelope('send', { envelopeId, expectedVersion: version + 5 });
    await expect(wrong).rejects.toMatchObject({ code: 'version_conflict', httpCode: '409' });
    const [sent] = await envelope('send', { envelopeId, expectedVersion: version });
    expect(sent?.json.envelope).toMatchObject({ status: 'in_progress', version: version + 2 });
    pass(api, 2 * HOUR_MS);
    const [reminded] = await envelope('remind', { envelopeId });
    expect(reminded?.json.envelope.version).toBe(version + 3);
    const [read] = await envelope('get', { envelopeId: '={{ $json.id }}' }, [{ json: { id: envelopeId } }]);
    expect(read?.json.envelope).toMatchObject({ id: envelopeId, status: 'in_progress' });
    const [voided] = await envelope('void', { envelopeId, reason: 'The terms have changed.' });
    expect(voided?.json.envelope).toMatchObject({ status: 'voided' });
    expect(
      await envelope('getMany', { filters: { status: ['voided'], metadata: 'crmId:4711' } }),
    ).toMatchObject([{ json: { id: envelopeId } }]);
    expect(await envelope('getMany', { filters: { status: ['draft'] } })).toEqual([]);
  });

  it('has fields detected if none are given, and sends at a later time', async () => {
    const { envelope, apiKey: key } = await connected();
    const recipients = { recipient: [ada] };
    const [created] = await envelope('create', { recipients }, [await withFile()]);
    const { id } = created?.json.envelope ?? {};
    const read = async () =>
      (await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } })).json.envelope;
    await api.until('the detection', async () => (await read()).status === 'review');
    const draft = { version: (await read()).version, fields: JSON.parse(placed) };
    await api.ask('PUT /api/v1/envelopes/{id}/draft', {
      key,
      path: { id },
      body: { expectedVersion: draft.version, participants: [ada], fields: draft.fields },
    });
    const sendAt = new Date(api.clock.now.getTime() + 24 * HOUR_MS).toISOString();
    const [scheduled] = await envelope('send', { envelopeId: id, sendAt });
    expect(scheduled?.json.envelope.scheduledSendAt).toBe(sendAt);
  });

  it('lists templates, and creates an envelope from one', async () => {
    const { execute, envelope, apiKey } = await connected();
    const { id: templateId } = (await makeTemplate(api, apiKey)).template;
    const listed = await execute({ resource: 'template', operation: 'getMany', returnAll: true });
    expect(listed).toMatchObject([{ json: { id: templateId } }]);
    const [draft] = await envelope('createFromTemplate', {
      templateId,
      roles: { recipient: [{ role: 'client', ...ada }] },
      autoSend: false,
      options: { displayName: 'From a template' },
    });
    expect(draft?.json.envelope).toMatchObject({ templateId, displayName: 'From a template', sentAt: null });
  });

  it('downloads the sealed PDF and the evidence', async () => {
    const { envelope, apiKey } = await connected();
    const graph = await signed(apiKey);
    const { id: envelopeId } = graph.envelope;
    const [pdf] = await envelope('downloadSealed', { envelopeId });
    expect(pdf?.json).toEqual({ envelopeId });
    expect(pdf?.binary?.['data']).toMatchObject({ mimeType: 'application/pdf', fileName: 'Agreement.pdf' });
    expect(
      Buffer.from(pdf?.binary?.['data']?.data ?? '', 'base64')
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    await openLogKeeper(api.services).round({ all: true });
    const [evidence] = await envelope('downloadEvidence', { envelopeId, binaryPropertyName: 'proof' });
    const { data = '', mimeType } = evidence?.binary?.['proof'] ?? {};
    expect(mimeType).toBe('application/json');
    const { log, headHash } = JSON.parse(Buffer.from(data, 'base64').toString());
    expect(JSON.parse(log.preimage)).toMatchObject({ envelopeId, headHash });
  });

  it('pages through lists up to the limit', async () => {
    const { execute, apiKey: key } = await connected();
    for (let count = 0; count < 3; count++)
      await api.ask('POST /api/v1/envelopes', { key, body: { originalFilename: `${count}.pdf` } });
    const list = (parameters: object) =>
      execute({ resource: 'envelope', operation: 'getMany', ...parameters });
    expect(await list({ limit: 2 })).toHaveLength(2);
    expect(await list({ returnAll: true })).toHaveLength(3);
  });

  it('says what was refused, or goes on with the other items', async () => {
    const { execute, envelope } = await connected();
    await expect(envelope('get', { envelopeId: 'env_none' })).rejects.toMatchObject({
      code: 'not_found',
      description: 'not_found',
      context: { itemIndex: 0 },
    });
    const recipients = { recipient: [{ name: 'Ada', email: 'nobody' }] };
    await expect(
      envelope('create', { recipients, fields: placed }, [await withFile()]),
    ).rejects.toMatchObject({
      description: expect.stringContaining('/participants/0/email must be a valid email address'),
    });
    await expect(envelope('create', { fields: '[{' }, [await withFile()])).rejects.toThrow(
      'must be valid JSON',
    );
    await expect(envelope('create', {})).rejects.toThrow('no binary field data');
    const parameters = { resource: 'envelope', operation: 'get', envelopeId: '={{ $json.id }}' };
    const failed = await execute(parameters, [{ json: { id: 'env_none' } }, { json: { id: 'env_other' } }], {
      continueOnFail: true,
    });
    expect(failed).toMatchObject([
      { json: { code: 'not_found', status: 404 }, pairedItem: { item: 0 } },
      { json: { code: 'not_found', status: 404 }, pairedItem: { item: 1 } },
    ]);
  });
});

/** An envelope that is sealed. */
async function signed(key: string) {
  const graph = await sendDraft(api, key, {
    participants: [ALICE],
    fields: [{ ...SIGNATURE, participantIndex: 0 }],
  });
  await signAs(api, graph, ALICE);
  const { id } = graph.envelope;
  await api.until('the seal', async () => {
    const { json } = await api.ask('GET /api/v1/envelopes/{id}', { key, path: { id } });
    return json.envelope.sealedAt !== null;
  });
  return graph;
}

describe('the trigger', () => {
  const trigger: N8nNode = {
    type: `${NAME}.countersignTrigger`,
    parameters: { events: ['envelope.completed', 'envelope.sent'] },
  };
  const webhooksOf = async (key: string) => (await api.ask('GET /api/v1/webhooks', { key })).json.items;
  const address = (path: string) => `http://127.0.0.1:${receiver.port}/${path}`;
  const received = (path: string) => receiver.requests.filter((request) => request.path === `/${path}`);

  const messageIn = ([message]: Receiver['requests']) => {
    if (message === undefined) throw new Error('no message arrived');
    return message;
  };

  it('adds a webhook on activation and removes it on deactivation', async () => {
    const { setting, apiKey } = await connected();
    const { activate, exists, deactivate, kept } = openTrigger(setting, trigger, address('added'));
    expect(await exists()).toBe(false);
    await activate();
    await activate();
    const [webhook, ...others] = await webhooksOf(apiKey);
    expect(others).toEqual([]);
    expect(webhook).toMatchObject({
      url: address('added'),
      events: ['envelope.sent', 'envelope.completed'],
      description: 'n8n: A workflow',
    });
    expect(await exists()).toBe(true);
    await api.ask('PATCH /api/v1/webhooks/{id}', {
      key: apiKey,
      path: { id: webhook?.id ?? '' },
      body: { enabled: false },
    });
    await activate();
    expect(await webhooksOf(apiKey)).toMatchObject([{ enabled: true, url: address('added') }]);
    await deactivate();
    expect([await webhooksOf(apiKey), kept]).toEqual([[], {}]);
    await deactivate();
    const all = { ...trigger, parameters: { events: ['*'] } };
    const every = openTrigger(setting, all, address('every'));
    await every.activate();
    expect(await webhooksOf(apiKey)).toMatchObject([{ events: null }]);
  });

  it('starts the workflow from signed messages only', async () => {
    const { setting, apiKey } = await connected();
    const { activate, receive } = openTrigger(setting, trigger, address('signed'));
    await activate();
    const sent = await sendDraft(api, apiKey);
    await expect.poll(() => received('signed')).toHaveLength(1);
    const { headers, body } = messageIn(received('signed'));
    expect(await receive(headers, body)).toEqual([
      {
        json: {
          id: headers['webhook-id'],
          ...JSON.parse(body),
          type: 'envelope.sent',
          data: expect.objectContaining({ envelopeId: sent.envelope.id }),
        },
      },
    ]);
    expect(await receive(headers, body.replace('envelope.sent', 'envelope.void'))).toEqual({ status: 400 });
    expect(await receive({ ...headers, 'webhook-timestamp': '1' }, body)).toEqual({ status: 400 });
    expect(await receive({}, body)).toEqual({ status: 400 });
    const other = openTrigger(setting, trigger, address('other'));
    expect(await other.receive(headers, body), 'before activation').toEqual({ status: 400 });
  });

  it('runs the example: files of every document that is sealed', async () => {
    const { setting, apiKey } = await connected();
    const { nodes, connections } = JSON.parse(
      readFileSync(join(project, 'node_modules', NAME, 'examples/archive-signed.json'), 'utf8'),
    ) as {
      nodes: (N8nNode & { name: string })[];
      connections: Record<string, { main: { node: string }[][] }>;
    };
    const named = (name: string | undefined) => nodes.find((node) => node.name === name);
    const [first] = nodes;
    if (first === undefined) throw new Error('the example has no nodes');
    const { activate, receive } = openTrigger(setting, first, address('example'));
    await activate();
    const graph = await signed(apiKey);
    await expect.poll(() => received('example')).toHaveLength(1);
    await openLogKeeper(api.services).round({ all: true });
    const { headers, body } = messageIn(received('example'));
    let items = (await receive(headers, body)) as N8nItem[];
    const files: string[] = [];
    for (let node: typeof first | undefined = first; ;) {
      node = named(connections[node.name]?.main[0]?.[0]?.node);
      if (node === undefined) break;
      items = await executeNode(setting, node, items);
      files.push(
        ...items.flatMap(({ binary = {} }) => Object.values(binary).map(({ fileName = '' }) => fileName)),
      );
    }
    expect(files).toEqual(['Agreement.pdf', `${graph.envelope.id}-evidence.json`]);
  });
});
