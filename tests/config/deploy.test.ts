import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
// Comes with the generator of the OpenAPI document.
import { parse, parseAllDocuments } from 'yaml';
import { environment } from '#server/app/config/variables.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, 'deploy', path), 'utf8');
const SETTINGS = new Set(Object.keys(environment.shape));
/** Not ours: Node's own. */
const OTHERS = new Set(['NODE_ENV']);
const unknownSettings = (names: readonly string[]) =>
  names.filter((name) => !SETTINGS.has(name) && !OTHERS.has(name));

type Values = { [key: string]: any };
const values = parse(read('chart/values.yaml')) as Values;
const TEMPLATES = readdirSync(join(ROOT, 'deploy/chart/templates'));

/** A template's objects with a word in place of each value: lines that are only a directive go. */
function objectsOf(template: string): Values[] {
  const plain = read(`chart/templates/${template}`)
    .replaceAll(/^ *\{\{- .*\}\}\n/gm, '')
    .replaceAll(/\{\{.*?\}\}/g, 'x');
  return parseAllDocuments(plain).flatMap((document) => {
    expect(document.errors).toEqual([]);
    const object = document.toJS() as Values | null;
    return object === null ? [] : [object];
  });
}

function programsIn(text: string): string[] {
  return [...text.matchAll(/src\/cli\/[\w-]+\.ts/g)].map(([path]) => path);
}

describe('every file', () => {
  const files = ['Dockerfile', 'compose.yaml', 'countersign.service', 'chart/values.yaml'];

  it.each(files)('%s starts programs that exist', (file) => {
    const programs = programsIn(read(file));
    expect(programs.length).toBeGreaterThan(0);
    expect(programs.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

describe('Dockerfile', () => {
  const text = read('Dockerfile');
  const set = Object.fromEntries(
    [...(/^ENV (.*)$/m.exec(text)?.[1] ?? '').matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [
      name,
      value,
    ]),
  );

  it('sets only settings that exist, and asks the ports that it exposes', () => {
    expect(unknownSettings(Object.keys(set))).toEqual([]);
    expect(/^EXPOSE (.*)$/m.exec(text)?.[1]).toBe(`${set['PORT']} ${set['OPERATIONS_PORT']}`);
    expect(text).toContain(`http://127.0.0.1:${set['OPERATIONS_PORT']}/livez`);
  });

  it('does not run as root', () => {
    expect(
      text
        .trimEnd()
        .split('\n')
        .filter((line) => line.startsWith('USER')),
    ).toEqual(['USER 10001']);
  });

  it('has a Node that runs the program, and scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Values;
    for (const [, script = ''] of text.matchAll(/npm run ([\w:]+)/g)) expect(scripts).toHaveProperty(script);
    const bases = [...text.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base ?? '');
    expect(bases.filter((base) => !/^node:24\./.test(base))).toEqual([]);
  });
});

describe('compose.yaml', () => {
  const { services, volumes } = parse(read('compose.yaml'), { merge: true }) as Values;

  it('sets only settings that exist', () => {
    for (const name of ['web', 'worker'])
      expect(unknownSettings(Object.keys(services[name].environment))).toEqual([]);
  });

  it('opens only the web server, to this machine', () => {
    const open = Object.entries<Values>(services).filter(([, { ports }]) => ports !== undefined);
    expect(open.map(([name, { ports }]) => [name, ports])).toEqual([['web', ['127.0.0.1:3000:3000']]]);
  });

  it('names services and volumes that exist', () => {
    const { DATABASE_URL, STORAGE_URL, GOTENBERG_URL } = services.web.environment;
    for (const url of [DATABASE_URL, STORAGE_URL, GOTENBERG_URL])
      expect(services).toHaveProperty(/[@/]([a-z]+):\d+/.exec(url)?.[1] ?? 'none');
    const mounted = Object.values<Values>(services).flatMap(({ volumes: own = [] }) => own as string[]);
    expect(mounted.map((volume) => volume.split(':')[0])).toEqual(Object.keys(volumes));
  });
});

describe('the chart', () => {
  it.each(TEMPLATES)('%s is YAML and names values that exist', (template) => {
    expect(objectsOf(template).length).toBeGreaterThan(0);
    const named = [...read(`chart/templates/${template}`).matchAll(/\.Values\.([\w.]+)/g)];
    for (const [, path = ''] of named) expect(values).toHaveProperty(path);
  });

  it('sets only settings that exist, and probes the port that it opens', () => {
    const [deployment] = objectsOf('deployments.yaml');
    const [container] = deployment?.['spec'].template.spec.containers as Values[];
    const env = container?.['env'] as { name: string; value: string }[];
    expect(unknownSettings(env.map(({ name }) => name).filter((name) => name !== 'x'))).toEqual([]);
    expect(unknownSettings(Object.keys(values['settings']))).toEqual([]);
    const port = env.find(({ name }) => name === 'OPERATIONS_PORT')?.value;
    const ports = container?.['ports'] as { name: string; containerPort: number }[];
    expect(ports.find(({ name }) => name === 'operations')?.containerPort).toBe(Number(port));
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'])
      expect(container?.[probe].httpGet).toMatchObject({
        path: expect.stringMatching(/^\/(livez|readyz)$/),
        port: 'operations',
      });
  });

  it('has the version of the program', () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Values;
    const chart = parse(read('chart/Chart.yaml')) as Values;
    expect([chart['version'], chart['appVersion'], values['image'].tag]).toEqual([version, version, version]);
  });
});

describe('countersign.service', () => {
  const text = read('countersign.service');

  it('sets only settings that exist', () => {
    const set = [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) =>
      line.split(' ').map((pair) => pair.split('=')[0] ?? ''),
    );
    expect(set).toContain('DATA_DIR');
    expect(unknownSettings(set)).toEqual([]);
  });

  const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
  it.skipIf(!hasSystemd)('is a unit without mistakes, and exposed little', () => {
    const path = join(ROOT, 'deploy/countersign.service');
    expect(spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' }).stderr).toBe('');
    const report = execFileSync('systemd-analyze', ['security', '--offline=true', path], {
      encoding: 'utf8',
    });
    expect(Number(/exposure level for .*: ([\d.]+)/.exec(report)?.[1])).toBeLessThan(2);
  });
});
