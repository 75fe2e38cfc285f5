import {
  context,
  propagation,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Span,
} from '@opentelemetry/api';

/** Carries a trace to another process (W3C Trace Context). Empty if there is no trace. */
export type TraceCarrier = { readonly traceparent?: string };

type SpanOptions = {
  readonly kind?: 'internal' | 'server' | 'client' | 'consumer';
  /**
   * Must not contain names, addresses, titles, links or other contents, because the collector may belong to
   * somebody else.
   */
  readonly attributes?: Attributes;
  /** The context that requested the work, if it wasn't requested here. */
  readonly parent?: TraceCarrier;
};

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
} as const;

/** Starts a span. Whatever `within` runs becomes part of it. Costs next to nothing while tracing is off. */
export function startSpan(
  name: string,
  { kind = 'internal', attributes = {}, parent }: SpanOptions = {},
): { readonly span: Span; readonly within: <T>(work: () => T) => T } {
  const above = parent === undefined ? context.active() : propagation.extract(context.active(), parent);
  const span = trace.getTracer('countersign').startSpan(name, { kind: KINDS[kind], attributes }, above);
  const below = trace.setSpan(above, span);
  return { span, within: (work) => context.with(below, work) };
}

/**
 * Runs work in a span and ends the span with it. Only the type of an error is recorded, because messages may
 * contain values.
 */
export async function runInSpan<T>(name: string, options: SpanOptions, run: () => Promise<T>): Promise<T> {
  const { span, within } = startSpan(name, options);
  try {
    return await within(run);
  } catch (error) {
    failSpan(span, error instanceof Error ? error.name : typeof error);
    throw error;
  } finally {
    span.end();
  }
}

/** Returns the identifier of a span's trace. Nothing while tracing is off, or if the trace isn't sampled. */
export function getTraceId(span: Span): { readonly traceId?: string } {
  const { traceId, traceFlags } = span.spanContext();
  return (traceFlags & TraceFlags.SAMPLED) === 0 ? {} : { traceId };
}

/** Marks a span as failed, with the kind of failure. */
export function failSpan(span: Span, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

/** Returns the carrier that sends the current trace along with a job. */
export function getTraceCarrier(): TraceCarrier {
  const carrier: { traceparent?: string } = {};
  propagation.inject(context.active(), carrier);
  return carrier.traceparent === undefined ? {} : { traceparent: carrier.traceparent };
}
