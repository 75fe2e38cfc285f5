import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { METRICS, type CounterName, type HistogramName, type Labels, type Sample } from './catalogue.ts';

/** What the process has counted and measured since it started. */
export type Metrics = {
  readonly count: <N extends CounterName>(name: N, labels: Labels<N>) => void;
  readonly observe: <N extends HistogramName>(name: N, labels: Labels<N>, value: number) => void;
  /** Returns all metrics in Prometheus' text format, together with the samples read at this moment. */
  readonly render: (samples: readonly Sample[]) => Promise<string>;
  /** The media type of the text format. */
  readonly contentType: string;
};

/** The upper bounds of the buckets in seconds, from a cached answer to a document that takes minutes. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
/**
 * The most series per metric, which limits the memory. Series beyond it are counted together, with `other` as
 * each label.
 */
const SERIES_MAX = 2_000;

/** Opens an empty registry of `METRICS`. */
export function openMetrics(): Metrics {
  const registry = new Registry();
  const counters = new Map<string, Counter>();
  const gauges = new Map<string, Gauge>();
  const histograms = new Map<string, Histogram>();
  for (const [name, { kind, help, labels }] of Object.entries(METRICS)) {
    const options = { name, help, labelNames: [...labels], registers: [registry] };
    if (kind === 'counter') counters.set(name, new Counter(options));
    else if (kind === 'gauge') gauges.set(name, new Gauge(options));
    else histograms.set(name, new Histogram({ ...options, buckets: BOUNDS }));
  }
  const bounded = createSeriesLimit();
  return {
    count: (name, labels) => counters.get(name)?.inc(bounded(name, labels)),
    observe: (name, labels, value) => histograms.get(name)?.observe(bounded(name, labels), value),
    render: (samples) => {
      for (const gauge of gauges.values()) gauge.reset();
      for (const { name, labels = {}, value } of samples) gauges.get(name)?.set(labels, value);
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}

/**
 * Starts measuring the process. Returns a function that renders the measurements in Prometheus' text format.
 */
export function watchProcess(): () => Promise<string> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return () => registry.metrics();
}

/**
 * Returns a function that picks the labels of a series: its own labels, or `other` if the metric has too many
 * series already.
 */
function createSeriesLimit() {
  const known = new Map<string, Set<string>>();
  return (name: CounterName | HistogramName, labels: Readonly<Record<string, string>>) => {
    const own = known.get(name) ?? new Set<string>();
    known.set(name, own);
    const key = METRICS[name].labels.map((label) => labels[label]).join('\n');
    if (own.has(key)) return labels;
    if (own.size >= SERIES_MAX)
      return Object.fromEntries(METRICS[name].labels.map((label) => [label, 'other']));
    own.add(key);
    return labels;
  };
}
