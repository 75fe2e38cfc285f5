import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Ajv } from 'ajv';
import ts from 'typescript';
import { parse } from 'yaml';
import { buildGoProgram } from './go-program.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const CHART = join(ROOT, 'deploy/chart');
const read = (name: string) => readFileSync(join(CHART, name), 'utf8');

export type Values = { [key: string]: any };

const renderer = buildGoProgram('render-chart', ['github.com/Masterminds/sprig', 'sigs.k8s.io/yaml']);

/**
 * Whether the packages for building Helm are installed: Debian's golang-github-masterminds-sprig-dev and
 * golang-k8s-sigs-yaml-dev.
 */
export const HAS_HELM_PACKAGES = renderer !== null;

/** Returns what Kubernetes gets from the chart, and its notes for the operator, with values as in a file. */
export function rendered(values: Values = {}, release = 'sign') {
  if (renderer === null) throw new Error('Go or the packages of Helm are missing');
  const { status, stdout, stderr } = spawnSync(renderer, {
    input: JSON.stringify({ chart: CHART, release, values: JSON.stringify(values) }),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  const { objects, notes } = JSON.parse(stdout) as { objects: Values[]; notes: string };
  const find = (kind: string, name: string) =>
    objects.find((object) => object['kind'] === kind && object['metadata'].name === name);
  return { objects, notes, find };
}

const isValid = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(
  JSON.parse(read('values.schema.json')) as object,
);

/** Returns Helm's complaints about values before it renders anything. Helm reads YAML 1.1. */
export function complaintsAbout(text: string): string[] {
  const values = merged(
    parse(text, { version: '1.1' }) as Values | null,
    parse(read('values.yaml')) as Values,
  );
  return isValid(values)
    ? []
    : (isValid.errors ?? []).map((error) => `${error.instancePath} ${error.message}`);
}

function merged(given: Values | null, defaults: Values): Values {
  const all = Object.entries(given ?? {}).map(([name, value]) => [
    name,
    isTable(value) && isTable(defaults[name]) ? merged(value, defaults[name]) : value,
  ]);
  return Object.fromEntries(
    Object.entries({ ...defaults, ...Object.fromEntries(all) }).filter(([, value]) => value !== null),
  );
}

const isTable = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns complaints of the Kubernetes schemas about objects, and unknown fields. */
export async function kubernetesComplaints(objects: readonly Values[]): Promise<string[]> {
  const complaints = await Promise.all(objects.map(schemaComplaint));
  return [...complaints.flat(), ...unknownFields(objects)];
}

async function schemaComplaint({ ...object }: Values): Promise<string[]> {
  const models = (await import(moduleOf(object))) as Values;
  const Model = models[object['kind']] as new (data: Values) => { validate(): void };
  try {
    new Model(object).validate();
    return [];
  } catch (error) {
    return [`${object['kind']} ${object['metadata'].name}: ${(error as Error).message}`];
  }
}

const moduleOf = (object: Values) => `kubernetes-models/${object['apiVersion']}`;

/** The schemas accept unknown fields, like Kubernetes, which drops them. Its types don't. */
function unknownFields(objects: readonly Values[]): string[] {
  const file = join(ROOT, 'tests/support/rendered-objects.ts');
  const text = objects
    .map((object, at) => {
      const type = `I${object['kind']}`;
      return `import type { ${type} as T${at} } from '${moduleOf(object)}';\nexport const o${at}: T${at} = ${JSON.stringify(object)};`;
    })
    .join('\n');
  const options: ts.CompilerOptions = {
    module: ts.ModuleKind.NodeNext,
    noEmit: true,
    skipLibCheck: true,
    strict: true,
    types: [],
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (path) => path === file || fileExists(path);
  host.readFile = (path) => (path === file ? text : readFile(path));
  host.getSourceFile = (path, version, ...rest) =>
    path === file ? ts.createSourceFile(path, text, version) : getSourceFile(path, version, ...rest);
  const program = ts.createProgram([file], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
