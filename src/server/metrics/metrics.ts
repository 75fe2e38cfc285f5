import { METRICS, type CounterName, type HistogramName, type Labels, type Sample } from './catalogue.ts';
import { exposition } from './exposition.ts';

/** What the process has counted and measured since it started. */
export type Metrics = {
  readonly count: <N extends CounterName>(name: N, labels: Labels<N>) => void;
  readonly observe: <N extends HistogramName>(name: N, labels: Labels<N>, value: number) => void;
  /** Returns everything in Prometheus' text format, together with what is read at this moment. */
  readonly render: (samples: readonly Sample[]) => string;
};

/** Upper bounds in seconds: from a cached answer to a document that takes minutes. */
const BOUNDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];
/** Bounds the memory. Series beyond it are counted together, with `other` as each label. */
const SERIES_MAX = 2_000;

type Counter = { readonly labels: Readonly<Record<string, string>>; value: number };
type Histogram = {
  readonly labels: Readonly<Record<string, string>>;
  readonly buckets: number[];
  sum: number;
  count: number;
};

/** Opens an empty registry of `METRICS`. */
export function openMetrics(): Metrics {
  const counters = new Map<CounterName, Map<string, Counter>>();
  const histograms = new Map<HistogramName, Map<string, Histogram>>();
  return {
    count: (name, labels) => {
      series(counters, name, labels, (own) => ({ labels: own, value: 0 })).value += 1;
    },
    observe: (name, labels, value) => {
      const found = series(histograms, name, labels, (own) => ({
        ...{ labels: own, sum: 0, count: 0 },
        buckets: BOUNDS.map(() => 0),
      }));
      const bucket = BOUNDS.findIndex((bound) => value <= bound);
      if (bucket !== -1) found.buckets[bucket] = (found.buckets[bucket] ?? 0) + 1;
      found.sum += value;
      found.count += 1;
    },
    render: (samples) =>
      exposition([
        ...[...counters].flatMap(([name, all]) => [...all.values()].map((one) => ({ name, ...one }))),
        ...samples.map(({ labels = {}, ...sample }) => ({ ...sample, labels })),
        ...[...histograms].flatMap(([name, all]) => [...all.values()].flatMap((one) => linesOf(name, one))),
      ]),
  };
}

function series<N extends CounterName | HistogramName, Series>(
  all: Map<N, Map<string, Series>>,
  name: N,
  labels: Readonly<Record<string, string>>,
  open: (labels: Readonly<Record<string, string>>) => Series,
): Series {
  const own = all.get(name) ?? new Map<string, Series>();
  all.set(name, own);
  const known = own.get(keyOf(name, labels));
  if (known !== undefined) return known;
  const kept =
    own.size < SERIES_MAX
      ? labels
      : Object.fromEntries(METRICS[name].labels.map((label) => [label, 'other']));
  const key = keyOf(name, kept);
  const opened = own.get(key) ?? open(kept);
  own.set(key, opened);
  return opened;
}

function keyOf(name: CounterName | HistogramName, labels: Readonly<Record<string, string>>): string {
  return METRICS[name].labels.map((label) => labels[label]).join('\n');
}

/** Buckets are cumulative in the text format. */
function linesOf(name: HistogramName, { labels, buckets, sum, count }: Histogram) {
  let below = 0;
  const upTo = BOUNDS.map((bound, index) => {
    below += buckets[index] ?? 0;
    return { name, suffix: '_bucket', labels: { ...labels, le: String(bound) }, value: below };
  });
  return [
    ...upTo,
    { name, suffix: '_bucket', labels: { ...labels, le: '+Inf' }, value: count },
    { name, suffix: '_sum', labels, value: sum },
    { name, suffix: '_count', labels, value: count },
  ];
}
