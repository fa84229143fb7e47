import { hostname } from 'node:os';
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { AlwaysOnSampler, BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { errorFields, type Log } from '../log';
import { VERSION } from '../version';
import { within } from '../within';
import { reportedExporter } from './reported-exporter';
import { createSampler } from './sampling';
import type { TraceSpan, Traces, TracingSettings } from './start-tracing';

/** How long a process that stops waits for its collector. */
const FLUSH_MS = 3_000;
/** What waits for the collector, in spans: what comes above it is dropped. About 2 MB. */
const MAX_WAITING = 2_048;

const KINDS = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

/** `startTracing`, once traces are on. */
export function openTelemetry(
  settings: TracingSettings & { OTEL_EXPORTER_OTLP_ENDPOINT: string },
  service: string,
  log: Log,
): Traces {
  const exporter = new OTLPTraceExporter({
    url: `${settings.OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces`,
    headers: settings.OTEL_EXPORTER_OTLP_HEADERS,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': settings.OTEL_SERVICE_NAME ?? service,
      'service.version': VERSION,
      'service.instance.id': `${hostname()}:${process.pid}`,
      ...settings.OTEL_RESOURCE_ATTRIBUTES,
    }),
    sampler: new AlwaysOnSampler(), // whoever is not sampled asks for no span
    spanProcessors: [new BatchSpanProcessor({ exporter: reportedExporter(exporter, log), maxQueueSize: MAX_WAITING })],
  });
  const tracer = provider.getTracer('topup');
  const isSampled = createSampler(settings.OTEL_TRACES_SAMPLER, settings.OTEL_TRACES_SAMPLER_ARG);

  return {
    receive(name, traceparent, facts) {
      const parent = traceparent === undefined ? null : parseTraceParent(traceparent);
      if (!isSampled(parent === null ? undefined : (parent.traceFlags & 1) === 1)) return undefined;
      return toSpan(tracer.startSpan(name, { kind: SpanKind.SERVER, attributes: facts }, below(parent)));
    },
    begin(name, parent, { kind = 'internal', facts, startedMs } = {}) {
      const options = {
        kind: KINDS[kind],
        ...(facts && { attributes: facts }),
        ...(startedMs !== undefined && { startTime: startedMs }),
      };
      return toSpan(tracer.startSpan(name, options, below(parseTraceParent(parent))));
    },
    close: () =>
      within(FLUSH_MS, 'the collector', provider.shutdown()).catch(
        (error) => void log.warn('the last traces were not sent', errorFields(error)),
      ),
  };
}

/** A context whose spans are below this one. Null: they begin a trace. */
const below = (parent: ReturnType<typeof parseTraceParent>): Context =>
  parent === null ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, { ...parent, traceFlags: 1, isRemote: true });

function toSpan(span: Span): TraceSpan {
  const { traceId, spanId } = span.spanContext();
  return {
    traceparent: `00-${traceId}-${spanId}-01`,
    logFields: { trace_id: traceId, span_id: spanId },
    note: (facts) => void span.setAttributes(facts),
    end({ name, facts, failed, endedMs = performance.now() } = {}) {
      if (name !== undefined) span.updateName(name);
      if (facts !== undefined) span.setAttributes(facts);
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(endedMs); // by the clock of `startedMs`; without it OpenTelemetry would take whole milliseconds
    },
  };
}
