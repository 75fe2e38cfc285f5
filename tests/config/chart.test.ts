import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { environment } from '#server/runtime/config/variables.ts';
import {
  complaintsAbout,
  HAS_HELM_PACKAGES,
  kubernetesComplaints,
  rendered,
  type Values,
} from '../support/chart.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const values = parse(read('deploy/chart/values.yaml')) as Values;
/** Helm's maximum length. */
const LONG_NAME = `a${'-long-release-name'.repeat(2)}-that-goes-on-on`.padEnd(53, 'x');

/** Values that people set, and the names for them. */
const CASES: Readonly<Record<string, Values>> = {
  nothing: {},
  'an ingress': { ingress: { enabled: true, className: 'nginx' } },
  'an ingress without TLS of its own': { ingress: { enabled: true, tlsSecret: '', annotations: null } },
  'no workers': { worker: { replicas: 0 } },
  'no resources': { web: { resources: null }, worker: { resources: {} } },
  'no settings': { settings: null },
  'an account that exists': { serviceAccount: { create: false, name: 'own' } },
  'an account with a role': {
    serviceAccount: { annotations: { 'example.com/role': 'arn:aws:iam::1:role/sign' } },
  },
  'everything for the pods': {
    imagePullSecrets: [{ name: 'registry' }],
    extraEnv: [{ name: 'SMTP_URL', valueFrom: { secretKeyRef: { name: 'mail', key: 'url' } } }],
    extraVolumes: [{ name: 'seal', secret: { secretName: 'seal' } }],
    extraVolumeMounts: [{ name: 'seal', mountPath: '/seal', readOnly: true }],
    podLabels: { team: 'legal' },
    podAnnotations: { 'example.com/yes': 'yes' },
    spreadOver: [],
    nodeSelector: { 'kubernetes.io/arch': 'amd64' },
    tolerations: [{ key: 'signing', operator: 'Exists', effect: 'NoSchedule' }],
    affinity: {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [{ matchExpressions: [{ key: 'zone', operator: 'In', values: ['a'] }] }],
        },
      },
    },
  },
};

type Variable = { readonly name: string; readonly value?: unknown; readonly valueFrom?: unknown };
const podOf = (deployment: Values | undefined) => deployment?.['spec'].template.spec as Values;
const containerOf = (deployment: Values | undefined) => podOf(deployment)['containers'][0] as Values;
const variablesOf = (deployment: Values | undefined) => containerOf(deployment)['env'] as Variable[];

describe('the values', () => {
  it('are all described, and named by templates only if they exist', () => {
    const { properties } = JSON.parse(read('deploy/chart/values.schema.json')) as Values;
    expect(Object.keys(properties).sort()).toEqual([...Object.keys(values), 'global'].sort());
    for (const template of readdirSync(join(ROOT, 'deploy/chart/templates')))
      for (const [, path = ''] of read(`deploy/chart/templates/${template}`).matchAll(/\.Values\.([\w.]+)/g))
        expect(values).toHaveProperty(path);
  });

  it('name settings and programs that exist', () => {
    expect(environment.shape).toMatchObject(
      Object.fromEntries(Object.keys(values['settings']).map((name) => [name, expect.anything()])),
    );
    for (const part of ['web', 'worker']) {
      const words = values[part].command as string[];
      const [node, program] = words.filter((word) => !word.startsWith('--'));
      expect([node, existsSync(join(ROOT, program ?? ''))]).toEqual(['node', true]);
    }
  });

  it('are in the version of the program', () => {
    const { version } = JSON.parse(read('package.json')) as Values;
    expect(parse(read('deploy/chart/Chart.yaml'))).toMatchObject({ version, appVersion: version });
  });

  it.each(Object.keys(CASES))('may be: %s', (name) => {
    expect(complaintsAbout(JSON.stringify(CASES[name]))).toEqual([]);
  });

  it.each([
    ['settings: { DOCX_CONVERTER: off }', '/settings/DOCX_CONVERTER must be string,number'],
    ['settings: { ORIGIN: https://a.example }', '/settings property name must be valid'],
    ['setings: { ACCESS_LOG: text }', ' must NOT have additional properties'],
    ['origin: https://sign.example.com/path', '/origin must match pattern "^https?://[^/\\s]+$"'],
    ['web: { replicas: two }', '/web/replicas must be integer'],
    ['ingress: { enabled: "yes" }', '/ingress/enabled must be boolean'],
    ['image: { tag: 1.10 }', '/image/tag must be string'],
    ['shutdownDelaySeconds: 301', '/shutdownDelaySeconds must be <= 300'],
  ])('may not be: %s', (text, complaint) => {
    expect(complaintsAbout(text)).toContain(complaint);
  });
});

describe.skipIf(!HAS_HELM_PACKAGES)('the chart, as Helm renders it', () => {
  it('consists of objects of Kubernetes, whatever the values', async () => {
    const objects = Object.values(CASES).flatMap((given) => rendered(given).objects);
    expect(await kubernetesComplaints(objects)).toEqual([]);
  });

  it('has nothing else by default', () => {
    expect(
      rendered()
        .objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`)
        .sort(),
    ).toEqual([
      'Deployment sign-web',
      'Deployment sign-worker',
      'PodDisruptionBudget sign-web',
      'PodDisruptionBudget sign-worker',
      'Service sign-web',
      'ServiceAccount sign',
    ]);
  });

  it('passes settings on as they are written', () => {
    const SMS_BODY = `{"to": '{to}'}\n{{ .Release.Name }} # ü \\ on`;
    const settings = {
      SMS_BODY,
      MAIL_FROM: 'Bo "B" <bo@example.com>',
      LOG_PUBLIC: 'false',
      LOG_ORIGIN: '0x1F',
    };
    const numbers = { MAX_DOCUMENT_BYTES: 52428800, CONNECTIONS_MAX: 1000000, TIMESTAMP_TIMEOUT_MS: 100 };
    const { find } = rendered({ settings: { ...settings, ...numbers, ACCESS_LOG: null } });
    for (const part of ['web', 'worker']) {
      const variables = variablesOf(find('Deployment', `sign-${part}`));
      expect(variables).toHaveLength(4 + 7);
      const passed = Object.fromEntries(variables.map(({ name, value }) => [name, value]));
      expect(passed).toMatchObject(settings);
      for (const [name, number] of Object.entries(numbers)) expect(passed[name]).toBe(String(number));
      expect(Object.keys(passed).filter((name) => !(name in environment.shape))).toEqual([]);
    }
  });

  it('probes the port that it opens', () => {
    const container = containerOf(rendered().find('Deployment', 'sign-worker'));
    const { value } = container['env'].find(({ name }: Variable) => name === 'OPERATIONS_PORT');
    expect(container['ports']).toEqual([{ name: 'operations', containerPort: Number(value) }]);
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'])
      expect(container[probe].httpGet).toMatchObject({
        path: expect.stringMatching(/^\/(livez|readyz)$/),
        port: 'operations',
      });
  });

  it('selects exactly its own pods', () => {
    const { find } = rendered();
    const labelsOf = (part: string) => find('Deployment', `sign-${part}`)?.['spec'].template.metadata.labels;
    for (const part of ['web', 'worker']) {
      const { matchLabels } = find('Deployment', `sign-${part}`)?.['spec'].selector;
      expect(labelsOf(part)).toMatchObject(matchLabels);
      expect(find('PodDisruptionBudget', `sign-${part}`)?.['spec'].selector).toEqual({ matchLabels });
      for (const { labelSelector } of podOf(find('Deployment', `sign-${part}`))['topologySpreadConstraints'])
        expect(labelSelector).toEqual({ matchLabels });
    }
    const { selector } = find('Service', 'sign-web')?.['spec'];
    expect(labelsOf('web')).toMatchObject(selector);
    expect(labelsOf('worker')).not.toMatchObject(selector);
  });

  it('leads the host of the origin to the web server', () => {
    const { find } = rendered({ origin: 'https://a.example:8443', ingress: { enabled: true } });
    expect(find('Ingress', 'sign')?.['spec']).toMatchObject({
      tls: [{ hosts: ['a.example'], secretName: 'countersign-tls' }],
      rules: [{ host: 'a.example', http: { paths: [{ backend: { service: { name: 'sign-web' } } }] } }],
    });
    expect(find('Ingress', 'sign')?.['spec']).not.toHaveProperty('ingressClassName');
  });

  it.each(['1', '1e3', 'true', LONG_NAME])(
    'writes names as text of at most 63 characters in a release called %s',
    (name) => {
      const { objects } = rendered({ ingress: { enabled: true } }, name);
      const names = objects.map(({ metadata }) => metadata.name as unknown);
      expect(names.filter((given) => typeof given !== 'string' || given.length > 63)).toEqual([]);
      for (const { metadata } of objects) expect(metadata.labels['app.kubernetes.io/instance']).toBe(name);
    },
  );

  it('refuses a longer name', () => {
    expect(() => rendered({}, `${LONG_NAME}x`)).toThrow('longer than 53');
  });

  it('gives processes the time to stop', () => {
    const pod = podOf(rendered({ shutdownDelaySeconds: 120 }).find('Deployment', 'sign-web'));
    expect(pod['terminationGracePeriodSeconds']).toBe(170);
  });

  it('takes what a pod needs from the values', () => {
    const given = CASES['everything for the pods'] ?? {};
    const pod = podOf(rendered(given).find('Deployment', 'sign-worker'));
    const { imagePullSecrets, nodeSelector, tolerations, affinity, extraEnv, extraVolumes } = given;
    expect(pod).toMatchObject({ imagePullSecrets, nodeSelector, tolerations, affinity });
    expect(pod['containers'][0].env).toEqual(expect.arrayContaining(extraEnv));
    expect(pod['volumes']).toEqual(expect.arrayContaining(extraVolumes));
  });

  it('says where the service is, and how to begin', () => {
    expect(rendered().notes).toContain('once your proxy leads there:\nthe service sign-web, port 80.');
    const { notes } = rendered({ ingress: { enabled: true }, settings: { TRUSTED_PROXIES: '10.0.0.0/8' } });
    expect(notes).toContain('will answer at https://sign.example.com.\n');
    expect(notes).toContain('exec deployment/sign-web -- \\\n    node src/cli/main.ts bootstrap');
    expect(notes).not.toContain('TRUSTED_PROXIES');
  });
});
