import { ExportResultCode } from '@opentelemetry/core';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import type { Log } from '../log';
import { reportedExporter } from './open-telemetry';

describe('a collector that is away fills the log', () => {
  test('it is said once, and once when it takes traces again', () => {
    const lines: [string, object?][] = [];
    const say = (text: string, fields?: object) => lines.push(fields === undefined ? [text] : [text, fields]);
    let failed = false;
    const exporter: SpanExporter = {
      export: (_spans, done) =>
        done(
          failed
            ? { code: ExportResultCode.FAILED, error: new Error('connect ECONNREFUSED') }
            : { code: ExportResultCode.SUCCESS },
        ),
      shutdown: async () => undefined,
    };
    const reported = reportedExporter(exporter, { info: say, warn: say } as unknown as Log);
    const codes: number[] = [];
    for (failed of [false, true, true, true, false, false]) reported.export([], ({ code }) => codes.push(code));
    expect(codes).toEqual([0, 1, 1, 1, 0, 0]);
    expect(lines).toEqual([
      ['traces cannot be sent to their collector and are lost', { error: 'Error: connect ECONNREFUSED' }],
      ['traces are sent to their collector again'],
    ]);
  });
});
