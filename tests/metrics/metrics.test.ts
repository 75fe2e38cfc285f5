import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { METRICS } from '#server/metrics/catalogue.ts';
import { openMetrics } from '#server/metrics/metrics.ts';

describe('the text format', () => {
  it('has each metric once, with help and type before its values', async () => {
    const metrics = openMetrics();
    metrics.count('countersign_mails_total', { result: 'accepted' });
    metrics.count('countersign_mails_total', { result: 'deferred' });
    metrics.count('countersign_mails_total', { result: 'accepted' });
    const text = await metrics.render([
      { name: 'countersign_health', labels: { check: 'mail' }, value: 0 },
      { name: 'countersign_database_waiting', value: 3 },
    ]);
    const blockOf = (name: 'countersign_mails_total' | 'countersign_health', kind: string) =>
      `# HELP ${name} ${METRICS[name].help}\n# TYPE ${name} ${kind}\n`;
    expect(text).toContain(
      `${blockOf('countersign_mails_total', 'counter')}countersign_mails_total{result="accepted"} 2\ncountersign_mails_total{result="deferred"} 1\n`,
    );
    expect(text).toContain(`${blockOf('countersign_health', 'gauge')}countersign_health{check="mail"} 0\n`);
    expect(text).toContain('countersign_database_waiting 3\n');
    expect(await metrics.render([])).not.toContain('countersign_health{');
  });

  it('has cumulative buckets, the sum and the count of a histogram', async () => {
    const metrics = openMetrics();
    const labels = { queue: 'svc/envelope.completed', result: 'completed' };
    for (const seconds of [0.004, 0.2, 0.25, 1_000])
      metrics.observe('countersign_job_duration_seconds', labels, seconds);
    const text = await metrics.render([]);
    const series = 'queue="svc/envelope.completed",result="completed"}';
    expect(text).toContain(`_bucket{le="0.005",${series} 1\n`);
    expect(text).toContain(`_bucket{le="0.25",${series} 3\n`);
    expect(text).toContain(`_bucket{le="300",${series} 3\n`);
    expect(text).toContain(`_bucket{le="+Inf",${series} 4\n`);
    expect(text).toContain(`_sum{${series} 1000.454\n`);
    expect(text).toContain(`_count{${series} 4\n`);
  });

  it('escapes what a label may contain', async () => {
    const metrics = openMetrics();
    metrics.count('countersign_mails_total', { result: 'a\\b"c\nd' });
    expect(await metrics.render([])).toContain('{result="a\\\\b\\"c\\nd"} 1\n');
  });

  it('stops opening series, so that nobody can fill the memory', async () => {
    const metrics = openMetrics();
    for (let n = 0; n < 2_100; n += 1)
      metrics.count('countersign_storage_errors_total', { operation: `made-up-${n}` });
    const lines = (await metrics.render([]))
      .split('\n')
      .filter((line) => line.startsWith('countersign_storage_errors_total{'));
    expect(lines).toHaveLength(2_001);
    expect(lines.at(-1)).toBe('countersign_storage_errors_total{operation="other"} 100');
  });
});

it('docs/operations.md lists every metric with its labels', () => {
  const documented = readFileSync(new URL('../../docs/operations.md', import.meta.url), 'utf8')
    .split('\n')
    .flatMap((line) => /^\| `((?:countersign)_\w+)` +\| ([^|]*?) *\|/.exec(line)?.slice(1) ?? [])
    .join(' | ');
  const expected = Object.entries(METRICS)
    .flatMap(([name, { labels }]) => [name, labels.map((label) => `\`${label}\``).join(', ')])
    .join(' | ');
  expect(documented).toBe(expected);
});
