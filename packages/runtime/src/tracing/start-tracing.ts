import type { Log } from '../log';
import type { SamplerName } from './sampling';

/** Settings of traces (`tracing` of @topup/settings). */
export type TracingSettings = {
  /** Undefined: traces are off. */
  OTEL_EXPORTER_OTLP_ENDPOINT: string | undefined;
  OTEL_EXPORTER_OTLP_HEADERS: Record<string, string>;
  OTEL_TRACES_SAMPLER: SamplerName;
  OTEL_TRACES_SAMPLER_ARG: number;
  OTEL_RESOURCE_ATTRIBUTES: Record<string, string>;
};

export type TraceFacts = Record<string, string | number>;

/** A span, as core asks for it (`Span` of @topup/core/shared says what each part is). */
export type TraceSpan = {
  readonly traceparent: string;
  readonly logFields: { trace_id: string; span_id: string };
  note(facts: TraceFacts): void;
  end(end?: { name?: string; facts?: TraceFacts; failed?: boolean; endedMs?: number }): void;
};

export type Traces = {
  receive(name: string, traceparent: string | undefined, facts: TraceFacts): TraceSpan | undefined;
  begin(
    name: string,
    parent: string,
    options?: { kind?: 'server' | 'client' | 'consumer' | 'internal'; facts?: TraceFacts; startedMs?: number },
  ): TraceSpan;
  /** Sends what was not sent yet, for at most `FLUSH_MS`. */
  close(): Promise<void>;
};

/**
 * The traces of a process, sent to a collector over OTLP/HTTP. Undefined when they are off: then OpenTelemetry is not
 * even loaded, which takes 0.2 s and 17 MB.
 * @param service the name of the service in traces, unless OTEL_RESOURCE_ATTRIBUTES has another
 */
export async function startTracing(settings: TracingSettings, service: string, log: Log): Promise<Traces | undefined> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER: sampler } = settings;
  if (endpoint === undefined || sampler === 'always_off') return undefined;
  const { openTelemetry } = await import('./open-telemetry.js');
  return openTelemetry({ ...settings, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, service, log);
}
