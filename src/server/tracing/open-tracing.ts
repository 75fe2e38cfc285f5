import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { context, diag, DiagLogLevel, propagation, trace } from '@opentelemetry/api';
import type { Logger } from 'pino';

export type Tracing = { readonly close: () => Promise<void> };

/**
 * Sends spans to an OpenTelemetry collector over OTLP/HTTP, in the background. The standard `OTEL_` variables
 * control sampling, headers, resource and limits. Loads nothing if there is no endpoint.
 */
export async function openTracing(endpoint: string | null, version: string, log: Logger): Promise<Tracing> {
  if (endpoint === null) return { close: async () => undefined };
  const { BatchSpanProcessor, NodeTracerProvider } = await import('@opentelemetry/sdk-trace-node');
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  const { defaultResource, detectResources, envDetector, resourceFromAttributes } =
    await import('@opentelemetry/resources');
  const report = (level: 'warn' | 'error') => (message: string) => log[level]({ reason: message }, 'tracing');
  const doNothing = () => undefined;
  diag.setLogger(
    { error: report('error'), warn: report('warn'), info: doNothing, debug: doNothing, verbose: doNothing },
    DiagLogLevel.WARN,
  );
  const provider = new NodeTracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'countersign', ...describeProcess(version) }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [
      new BatchSpanProcessor(new OTLPTraceExporter({ url: new URL('v1/traces', withSlash(endpoint)).href })),
    ],
  });
  provider.register();
  return {
    close: async () => {
      await provider.shutdown();
      trace.disable();
      context.disable();
      propagation.disable();
      diag.disable();
    },
  };
}

/** Tells processes apart (OpenTelemetry's semantic conventions for resources). */
function describeProcess(version: string): Record<string, string | number> {
  return {
    'service.version': version,
    'service.instance.id': randomUUID(),
    'host.name': hostname(),
    'process.pid': process.pid,
  };
}

const withSlash = (url: string) => (url.endsWith('/') ? url : `${url}/`);
