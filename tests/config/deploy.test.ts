import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { describe, expect, it } from 'vitest';
// Installed with the generator of the OpenAPI document.
import { parse } from 'yaml';
import { environment } from '#server/runtime/config/variables.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string) => readFileSync(join(ROOT, 'deploy', path), 'utf8');
const SETTINGS = new Set(Object.keys(environment.shape));
/** Variables of Node and of the installed command. */
const OTHERS = new Set(['NODE_ENV', 'COUNTERSIGN_ENVIRONMENT']);
const unknownSettings = (names: readonly string[]) =>
  names.filter((name) => !SETTINGS.has(name) && !OTHERS.has(name));

type Values = { [key: string]: any };
function programsIn(text: string): string[] {
  return [...text.matchAll(/src\/cli\/[\w-]+\.ts/g)].map(([path]) => path);
}

describe('every file', () => {
  const files = ['Dockerfile', 'compose.yaml', 'countersign'];

  it.each(files)('%s starts programs that exist', (file) => {
    const programs = programsIn(read(file));
    expect(programs.length).toBeGreaterThan(0);
    expect(programs.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});

it('every file starts Node with the limits of memory that npm start has', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  const flagsIn = (text: string) =>
    [...text.matchAll(/node\b(.*?)src\/cli\/(?:start|worker)\.ts/g)].map(([, flags = '']) =>
      flags.split(/[^\w=-]+/).filter((word) => word.startsWith('--')),
    );
  const [limits = []] = flagsIn(scripts['start'] ?? '');
  expect(limits.map((flag) => flag.split('=')[0])).toEqual(['--max-semi-space-size', '--max-old-space-size']);
  const files = ['Dockerfile', 'compose.yaml', 'countersign', 'chart/values.yaml'];
  for (const text of [scripts['worker'] ?? '', ...files.map(read)]) {
    const found = flagsIn(text);
    expect(found.length).toBeGreaterThan(0);
    for (const flags of found) expect(flags).toEqual(limits);
  }
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
    expect(text).toContain("'http://127.0.0.1:' + process.env.OPERATIONS_PORT + '/livez'");
  });

  it('has no mistakes', () => {
    expect(validate(text).map(({ range, message }) => `line ${range.start.line + 1}: ${message}`)).toEqual(
      [],
    );
  });

  it('does not run as root', () => {
    expect(
      text
        .trimEnd()
        .split('\n')
        .filter((line) => line.startsWith('USER')),
    ).toEqual(['USER 10001:10001']);
  });

  it('has a Node that runs the program, and scripts that exist', () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Values;
    for (const [, script = ''] of text.matchAll(/npm run ([\w:]+)/g)) expect(scripts).toHaveProperty(script);
    const bases = [...text.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base ?? '');
    expect(bases.filter((base) => !/^node:24\./.test(base))).toEqual([]);
  });
});

describe('compose.yaml', () => {
  const { configs, services, volumes } = parse(read('compose.yaml'), { merge: true }) as Values;

  it('sets only settings that exist', () => {
    for (const name of ['web', 'worker'])
      expect(unknownSettings(Object.keys(services[name].environment))).toEqual([]);
  });

  it('is what the specification describes, without mistakes', () => {
    const linter = new DCLinter({ rules: {}, quiet: true, debug: false, exclude: [] });
    const found = linter.lintFiles([join(ROOT, 'deploy/compose.yaml')], false);
    const messages = found.flatMap(({ messages: each }) => each);
    // Style warnings are about the order of keys and about quotes.
    expect(messages.filter(({ type, category }) => type === 'error' || category !== 'style')).toEqual([]);
  });

  it('opens only the web server, to this machine', () => {
    const open = Object.entries<Values>(services).filter(([, { ports }]) => ports !== undefined);
    expect(open.map(([name, { ports }]) => [name, ports])).toEqual([['web', ['127.0.0.1:3000:3000']]]);
  });

  it('logs in as the user that it creates, which is no superuser', () => {
    const { username, pathname } = new URL(services.web.environment.DATABASE_URL.replace(/\$\{.*?\}/, 'x'));
    const sql = configs[services.database.configs[0].source].content as string;
    expect(sql).toContain(`create role ${username} login createrole password`);
    expect(sql).toContain(`create database ${pathname.slice(1)} owner ${username};`);
    expect(services.database.environment).not.toHaveProperty('POSTGRES_USER');
  });

  it('names services and volumes that exist', () => {
    const { DATABASE_URL, STORAGE_URL, GOTENBERG_URL } = services.web.environment;
    for (const url of [DATABASE_URL, STORAGE_URL, GOTENBERG_URL])
      expect(services).toHaveProperty(/[@/]([a-z]+):\d+/.exec(url)?.[1] ?? 'none');
    const mounted = Object.values<Values>(services).flatMap(({ volumes: own = [] }) => own as string[]);
    expect(mounted.map((volume) => volume.split(':')[0])).toEqual(Object.keys(volumes));
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

  it('lets bubblewrap isolate what reads documents', () => {
    expect(text).toMatch(/^SystemCallFilter=.*@mount/m);
    expect(text).not.toMatch(/^(RestrictNamespaces|ProtectKernelTunables)=/m);
  });

  const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
  it.skipIf(!hasSystemd)('is a unit without mistakes, and exposed little', () => {
    const home = mkdtempSync(join(tmpdir(), 'countersign-unit-'));
    const path = join(home, 'countersign.service');
    // Nothing is installed here, and systemd looks whether the program exists.
    writeFileSync(path, text.replaceAll('/opt/countersign/', ROOT));
    expect(spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' }).stderr).toBe('');
    for (const name of ['countersign-backup.service', 'countersign-backup.timer']) {
      writeFileSync(join(home, name), read(name).replaceAll('/opt/countersign/', ROOT));
      const { stderr } = spawnSync('systemd-analyze', ['verify', join(home, name)], { encoding: 'utf8' });
      expect(stderr).toBe('');
    }
    const report = execFileSync('systemd-analyze', ['security', '--offline=true', path], {
      encoding: 'utf8',
    });
    expect(Number(/exposure level for .*: ([\d.]+)/.exec(report)?.[1])).toBeLessThan(3);
    rmSync(home, { recursive: true });
  });
});
