/** A span says of its work our ids, words from fixed lists and numbers. Never recipients, keys or payloads. */
export type SpanFacts = Record<string, string | number>;

export type SpanOptions = {
  /** `server` answers a request, `client` makes one, `consumer` does what a job announced. Default: `internal`. */
  kind?: 'server' | 'client' | 'consumer' | 'internal';
  facts?: SpanFacts;
  /** When the work began: milliseconds of the monotonic clock of this process, or since 1970. Default: now. */
  startedMs?: number;
};

/** `name`: when only the end tells what the work was. `failed`: it counts as an error. `endedMs`: as `startedMs`. */
type SpanEnd = { name?: string; facts?: SpanFacts; failed?: boolean; endedMs?: number };

/** One piece of work in a trace. No method throws, and nothing depends on them. */
export type Span = {
  /** The header by which work elsewhere names it as its parent (W3C Trace Context). */
  readonly traceparent: string;
  /** The fields of log lines that belong to it, under the names of OpenTelemetry. */
  readonly logFields: { trace_id: string; span_id: string };
  note(facts: SpanFacts): void;
  /** To be called once. */
  end(end?: SpanEnd): void;
};

/** Makes spans. Undefined wherever it is asked for: traces are off. */
export type Tracing = {
  /**
   * The span of a request that came in, in the trace that `traceparent`, the header of its client, names, or in a new
   * one. Undefined: it is not sampled, and nothing that follows from it is traced.
   */
  receive(name: string, traceparent: string | undefined, facts: SpanFacts): Span | undefined;
  /** A span below `parent`, the `traceparent` of another of our spans. */
  begin(name: string, parent: string, options?: SpanOptions): Span;
};

/** Does the work of a span, if there is one, and ends it: as `endOf` says of the result, or failed when it throws. */
export async function inSpan<T>(
  span: Span | undefined,
  work: () => Promise<T>,
  endOf?: (done: T) => SpanEnd,
): Promise<T> {
  if (span === undefined) return work();
  try {
    const done = await work();
    span.end(endOf?.(done));
    return done;
  } catch (error) {
    span.end({ failed: true });
    throw error;
  }
}
