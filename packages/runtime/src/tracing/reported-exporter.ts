import { type ExportResult, ExportResultCode } from '@opentelemetry/core';
import type { SpanExporter } from '@opentelemetry/sdk-trace';
import { errorFields, type Log } from '../log';

/** The same exporter, which logs once when the collector does not take spans, and once when it does again. */
export function reportedExporter(exporter: SpanExporter, log: Log): SpanExporter {
  let failing = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result: ExportResult) => {
        const failed = result.code === ExportResultCode.FAILED;
        if (failed && !failing)
          log.warn(
            'traces cannot be sent to their collector; what it does not take is lost',
            errorFields(result.error),
          );
        if (!failed && failing) log.info('traces are sent to their collector again');
        failing = failed;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}
