type Metric = {
  readonly kind: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly labels: readonly string[];
};

/**
 * All metrics at `/metrics` except those about the process (prom-client's own). docs/operations.md is tested
 * against this list.
 */
export const METRICS = {
  countersign_request_duration_seconds: {
    kind: 'histogram',
    help: 'Time from a request to the end of its answer. Status 499: the client left before it.',
    labels: ['method', 'route', 'status'],
  },
  countersign_job_duration_seconds: {
    kind: 'histogram',
    help: 'Time that one run of a job took.',
    labels: ['queue', 'result'],
  },
  countersign_jobs_waiting: {
    kind: 'gauge',
    help: 'Jobs that wait for a worker or for their next attempt.',
    labels: ['queue'],
  },
  countersign_jobs_due_seconds: {
    kind: 'gauge',
    help: 'How long ago the oldest waiting job was due.',
    labels: ['queue'],
  },
  countersign_jobs_failed: {
    kind: 'gauge',
    help: 'Jobs of the last seven days that failed for good.',
    labels: ['queue'],
  },
  countersign_mails_total: {
    kind: 'counter',
    help: 'Attempts to send an email: accepted, rejected for good, or deferred.',
    labels: ['result'],
  },
  countersign_seals_total: {
    kind: 'counter',
    help: 'Attempts to seal an envelope.',
    labels: ['result'],
  },
  countersign_storage_errors_total: {
    kind: 'counter',
    help: 'Calls of the document storage that failed.',
    labels: ['operation'],
  },
  countersign_database_connections: {
    kind: 'gauge',
    help: 'Connections of the pools for queries.',
    labels: ['state'],
  },
  countersign_database_waiting: {
    kind: 'gauge',
    help: 'Transactions that wait for a connection.',
    labels: [],
  },
  countersign_database_conflicts_total: {
    kind: 'counter',
    help: 'Transactions that PostgreSQL gave up for another one. They are run again, up to three times.',
    labels: [],
  },
  countersign_list_reads_total: {
    kind: 'counter',
    help: 'Lists by the server that they were read from, with a replica.',
    labels: ['from'],
  },
  countersign_event_partitions_ahead: {
    kind: 'gauge',
    help: 'Coming months that events have a partition for, usually three.',
    labels: [],
  },
  countersign_health: {
    kind: 'gauge',
    help: 'One for each health check that passes, 0 for each that fails.',
    labels: ['check'],
  },
  countersign_ready: {
    kind: 'gauge',
    help: 'Whether this process accepts requests: 0 while it stops or the database is away.',
    labels: [],
  },
  countersign_seal_key_expiring: {
    kind: 'gauge',
    help: 'Whether the configured sealing certificate expires within 90 days.',
    labels: [],
  },
  countersign_seal_certificate_expiry_timestamp_seconds: {
    kind: 'gauge',
    help: 'When the configured sealing certificate expires (Unix time).',
    labels: [],
  },
  countersign_webhook_attempts_total: {
    kind: 'counter',
    help: 'Attempts to deliver an event to a webhook.',
    labels: ['result'],
  },
  countersign_build_info: {
    kind: 'gauge',
    help: 'Always 1. The labels say what runs.',
    labels: ['version', 'node'],
  },
} as const satisfies Readonly<Record<string, Metric>>;

type MetricName = keyof typeof METRICS;
type Of<Kind extends Metric['kind']> = {
  [N in MetricName]: (typeof METRICS)[N]['kind'] extends Kind ? N : never;
}[MetricName];
export type CounterName = Of<'counter'>;
export type HistogramName = Of<'histogram'>;
type GaugeName = Of<'gauge'>;
/** The labels of a metric with their values. */
export type Labels<N extends MetricName> = Readonly<Record<(typeof METRICS)[N]['labels'][number], string>>;

/** A value that is read at the moment it is needed. */
export type Sample = {
  readonly name: GaugeName;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
};
