import { METRICS, type MetricName } from './catalogue.ts';

type Line = {
  readonly name: MetricName;
  readonly suffix?: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
};

/** The media type of Prometheus' text format, version 0.0.4. */
export const EXPOSITION_TYPE = 'text/plain; version=0.0.4; charset=utf-8';

/** Writes values in Prometheus' text format: each metric once, with its help and type before its values. */
export function exposition(lines: readonly Line[]): string {
  const byName = Map.groupBy(lines, ({ name }) => name);
  return [...byName]
    .map(([name, own]) => {
      const { help, kind } = METRICS[name];
      return `# HELP ${name} ${help}\n# TYPE ${name} ${kind}\n${own.map(lineOf).join('')}`;
    })
    .join('');
}

function lineOf({ name, suffix = '', labels, value }: Line): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escaped(text)}"`);
  return `${name}${suffix}${pairs.length === 0 ? '' : `{${pairs.join(',')}}`} ${value}\n`;
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
