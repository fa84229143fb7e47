import { createLog } from '../log';
import { startTracing, type Traces } from './start-tracing';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

let traces: Traces;
beforeAll(async () => {
  const started = await startTracing(
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
      OTEL_EXPORTER_OTLP_HEADERS: {},
      OTEL_TRACES_SAMPLER: 'parentbased_always_on',
      OTEL_TRACES_SAMPLER_ARG: 1,
      OTEL_RESOURCE_ATTRIBUTES: {},
    },
    'test',
    createLog('test', 'error'),
  );
  if (started === undefined) throw new Error('traces are off');
  traces = started;
});

describe('the trace of a client breaks off, or a header of its own breaks ours', () => {
  test.each([
    ['as the standard has it', `00-${TRACE}-${SPAN}-01`],
    ['with flags that are newer', `00-${TRACE}-${SPAN}-03`],
    ['of a later version, with more behind it', `01-${TRACE}-${SPAN}-01-what`],
  ])('a traceparent %s is gone on with', (_what, header) => {
    expect(traces.receive('GET', header, {})?.traceparent).toMatch(
      new RegExp(`^00-${TRACE}-(?!${SPAN})[0-9a-f]{16}-01$`),
    );
  });

  test.each([
    ['is absent', undefined],
    ['is empty', ''],
    ['has no trace', `00-${'0'.repeat(32)}-${SPAN}-01`],
    ['has no span', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['has capitals', `00-${TRACE.toUpperCase()}-${SPAN}-01`],
    ['is of the version that there is not', `ff-${TRACE}-${SPAN}-01`],
    ['is too long for its version', `00-${TRACE}-${SPAN}-01-what`],
    ['came twice', `00-${TRACE}-${SPAN}-01, 00-${TRACE}-${SPAN}-01`],
    ['is no traceparent', 'x'.repeat(10_000)],
  ])('one that %s begins a trace', (_what, header) => {
    const { trace_id } = traces.receive('GET', header, {})?.logFields ?? {};
    expect(trace_id).toMatch(/^[0-9a-f]{32}$/);
    expect(trace_id).not.toBe(TRACE);
  });

  test('what the client does not sample has no span', () => {
    expect(traces.receive('GET', `00-${TRACE}-${SPAN}-00`, {})).toBeUndefined();
  });
});
