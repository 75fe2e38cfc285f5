import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { METRICS } from '#server/metrics/catalogue.ts';

const FOLDER = new URL('../../../deploy/monitoring/', import.meta.url);
const ALERTS = fileURLToPath(new URL('alerts.yaml', FOLDER));
const ALERT_TESTS = fileURLToPath(new URL('alerts.yaml', import.meta.url));
const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

const rules: { alert: string; expr: string }[] = parse(readFileSync(ALERTS, 'utf8')).groups[0].rules;
const dashboard: { panels: { title: string; targets: { expr: string }[] }[] } = JSON.parse(
  readFileSync(new URL('grafana.json', FOLDER), 'utf8'),
);
const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...dashboard.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const)),
];

/** Returns the names of all series: those of histograms have an ending. */
async function listSeries(): Promise<Set<string>> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const own = Object.entries(METRICS).flatMap(([name, { kind }]) =>
    kind === 'histogram' ? [`${name}_bucket`, `${name}_count`, `${name}_sum`] : [name],
  );
  return new Set(['up', ...own, ...(await registry.getMetricsAsJSON()).map(({ name }) => name)]);
}

it.each(expressions)('%s asks for metrics that exist', async (_, expression) => {
  const names = expression.match(/\b(?:up|countersign|process|nodejs)(?:_\w+|\b)/g) ?? [];
  expect(names).not.toEqual([]);
  const series = await listSeries();
  expect(names.filter((name) => !series.has(name) && name !== 'countersign')).toEqual([]);
});

it('every alert is fired by a test', () => {
  const tests: { name: string }[] = parse(readFileSync(ALERT_TESTS, 'utf8')).tests;
  expect(tests.map(({ name }) => name)).toEqual([...rules.map(({ alert }) => alert), 'all is well']);
});

describe.skipIf(!hasPromtool)('Prometheus (skipped where there is no promtool)', () => {
  it('takes the rules, and each alert fires when it should', () => {
    expect(execFileSync('promtool', ['check', 'rules', ALERTS], { encoding: 'utf8' })).toContain(
      `SUCCESS: ${rules.length} rules found`,
    );
    expect(execFileSync('promtool', ['test', 'rules', ALERT_TESTS], { encoding: 'utf8' })).toContain(
      'SUCCESS',
    );
  });

  it('parses what the dashboard asks', () => {
    const asked = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    const rules = asked.map((expr, index) => ({ record: `panel_${index}`, expr }));
    const path = join(mkdtempSync(join(tmpdir(), 'countersign-dashboard-')), 'rules.json');
    writeFileSync(path, JSON.stringify({ groups: [{ name: 'dashboard', rules }] }));
    const { stdout } = spawnSync('promtool', ['check', 'rules', path], { encoding: 'utf8' });
    expect(stdout).toContain(`SUCCESS: ${asked.length} rules found`);
    rmSync(dirname(path), { recursive: true });
  });
});
