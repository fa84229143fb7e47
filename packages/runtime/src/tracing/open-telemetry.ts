import { hostname } from 'node:os';
import { SpanKind } from '@opentelemetry/api';
import { type ExportResult, ExportResultCode, parseTraceParent } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanExporter } from '@opentelemetry/sdk-trace';
import { errorFields, type Log } from '../log';
import { RUNNING_VERSION } from '../version';
import { within } from '../within';
import { ids, LeanSpan } from './lean-span';
import { createSampler } from './sampling';
import type { Traces, TracingSettings } from './start-tracing';

/** How long a process that stops waits for its collector. */
const FLUSH_MS = 3_000;
/** The most spans that wait for the collector; those above it are dropped. About 2 MB. */
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
  const resource = resourceFromAttributes({
    'service.name': service,
    'service.version': RUNNING_VERSION,
    'service.instance.id': `${hostname()}:${process.pid}`,
    ...settings.OTEL_RESOURCE_ATTRIBUTES,
  });
  const processor = new BatchSpanProcessor({ exporter: reportedExporter(exporter, log), maxQueueSize: MAX_WAITING });
  const origin = { resource, ended: (span: LeanSpan) => processor.onEnd(span) };
  const isSampled = createSampler(settings.OTEL_TRACES_SAMPLER, settings.OTEL_TRACES_SAMPLER_ARG);

  return {
    receive(name, traceparent, facts) {
      const parent = traceparent === undefined ? null : parseTraceParent(traceparent);
      if (!isSampled(parent === null ? undefined : (parent.traceFlags & 1) === 1)) return undefined;
      const { traceId, spanId } = parent ?? { traceId: ids.generateTraceId(), spanId: undefined };
      return new LeanSpan(origin, { name, kind: SpanKind.SERVER, traceId, parentId: spanId, facts });
    },
    begin(name, parent, { kind = 'internal', facts = {}, startedMs } = {}) {
      const [, traceId = '', parentId] = parent.split('-');
      return new LeanSpan(origin, { name, kind: KINDS[kind], traceId, parentId, facts, startedMs });
    },
    close: () =>
      within(FLUSH_MS, 'the collector', processor.shutdown()).catch(
        (error) => void log.warn('the last traces were not sent', errorFields(error)),
      ),
  };
}

/** The same exporter, which logs once when the collector does not take spans, and once when it does again. */
export function reportedExporter(exporter: SpanExporter, log: Log): SpanExporter {
  let failing = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result: ExportResult) => {
        const failed = result.code === ExportResultCode.FAILED;
        if (failed && !failing)
          log.warn('traces cannot be sent to their collector and are lost', errorFields(result.error));
        if (!failed && failing) log.info('traces are sent to their collector again');
        failing = failed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
