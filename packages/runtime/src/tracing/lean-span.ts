import { type SpanContext, type SpanKind, type SpanStatus, SpanStatusCode, TraceFlags } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import { RandomIdGenerator, type ReadableSpan } from '@opentelemetry/sdk-trace';
import type { TraceFacts, TraceSpan } from './start-tracing';

type HrTime = [seconds: number, nanoseconds: number];

export const ids = new RandomIdGenerator();

const NONE: never[] = [];
const SCOPE = { name: 'topup' };
const UNSET: SpanStatus = { code: SpanStatusCode.UNSET };
const FAILED: SpanStatus = { code: SpanStatusCode.ERROR };
/** Below it, a time is one of the monotonic clock of this process: half a century of uptime, or of 1970. */
const MONOTONIC_BELOW_MS = 1_577_000_000_000;

/** Where the spans of a process belong, and who sends those that ended. */
type SpanOrigin = { resource: Resource; ended(span: LeanSpan): void };

type SpanStart = {
  name: string;
  kind: SpanKind;
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 hexadecimal digits. Undefined: the span begins its trace. */
  parentId: string | undefined;
  facts: TraceFacts;
  startedMs?: number | undefined;
};

/**
 * A span as the exporters of OpenTelemetry read it. The span of its SDK also has events, links, limits and metrics,
 * which nothing here uses: with it a traced purchase took 0.6 ms of CPU.
 */
export class LeanSpan implements TraceSpan, ReadableSpan {
  name: string;
  readonly kind: SpanKind;
  readonly traceparent: string;
  readonly parentSpanContext?: SpanContext;
  readonly startTime: HrTime;
  endTime: HrTime = [0, 0];
  status = UNSET;
  attributes: TraceFacts;
  ended = false;
  readonly links = NONE;
  readonly events = NONE;
  readonly droppedAttributesCount = 0;
  readonly droppedEventsCount = 0;
  readonly droppedLinksCount = 0;
  readonly instrumentationScope = SCOPE;
  readonly #origin: SpanOrigin;
  readonly #context: SpanContext;

  constructor(origin: SpanOrigin, { name, kind, traceId, parentId, facts, startedMs }: SpanStart) {
    const spanId = ids.generateSpanId();
    this.name = name;
    this.kind = kind;
    this.traceparent = `00-${traceId}-${spanId}-01`;
    if (parentId !== undefined)
      this.parentSpanContext = { traceId, spanId: parentId, traceFlags: TraceFlags.SAMPLED, isRemote: true };
    this.startTime = toHrTime(startedMs ?? performance.now());
    this.attributes = facts;
    this.#origin = origin;
    this.#context = { traceId, spanId, traceFlags: TraceFlags.SAMPLED };
  }

  get logFields() {
    return { trace_id: this.#context.traceId, span_id: this.#context.spanId };
  }

  get resource(): Resource {
    return this.#origin.resource;
  }

  get duration(): HrTime {
    const [seconds, nanoseconds] = [this.endTime[0] - this.startTime[0], this.endTime[1] - this.startTime[1]];
    return nanoseconds < 0 ? [seconds - 1, nanoseconds + 1e9] : [seconds, nanoseconds];
  }

  spanContext(): SpanContext {
    return this.#context;
  }

  note(facts: TraceFacts): void {
    this.attributes = { ...this.attributes, ...facts };
  }

  end({ name, facts, failed, endedMs = performance.now() }: Parameters<TraceSpan['end']>[0] = {}): void {
    if (name !== undefined) this.name = name;
    if (facts !== undefined) this.note(facts);
    if (failed) this.status = FAILED;
    this.endTime = toHrTime(endedMs);
    this.ended = true;
    this.#origin.ended(this);
  }
}

/** @param ms of the monotonic clock of this process, or since 1970 */
function toHrTime(ms: number): HrTime {
  const since1970 = ms < MONOTONIC_BELOW_MS ? performance.timeOrigin + ms : ms;
  const seconds = Math.floor(since1970 / 1_000);
  return [seconds, Math.round((since1970 - seconds * 1_000) * 1e6)];
}
