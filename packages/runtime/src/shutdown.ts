import { createLog, errorFields, type Log } from './log';

/** One step of stopping. */
export type ShutdownStep = { name: string; run: () => Promise<unknown> | unknown };

/**
 * Stops the process on SIGTERM or SIGINT: runs all steps one after another and exits 0, or 1 after `graceMs`. Others
 * cover what is left. An unhandled rejection or exception is a bug: it is logged, and the process exits 1 at once.
 */
export function shutDownOnSignal(log: Log, graceMs: number, steps: ShutdownStep[]): void {
  let stopping = false;
  const stop = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info('stopping', { signal });
    setTimeout(() => exit(log, 1, 'gave up waiting for what was in hand'), graceMs).unref();
    for (const step of steps) {
      try {
        await step.run();
      } catch (error) {
        log.error(`while stopping: ${step.name}`, errorFields(error));
      }
    }
    exit(log, 0, 'stopped');
  };
  process.on('SIGTERM', () => void stop('SIGTERM'));
  process.on('SIGINT', () => void stop('SIGINT'));
  process.on('unhandledRejection', (reason) => exit(log, 1, 'unhandled rejection', reason));
  process.on('uncaughtException', (error) => exit(log, 1, 'uncaught exception', error));
}

/** Ends a process that could not start, with one line of its log that says why. */
export function endUnstarted(service: string, reason: string): void {
  const log = createLog(service, 'error');
  log.error('could not start', { reason });
  end(log, 1);
}

function exit(log: Log, code: number, text: string, error?: unknown): void {
  const fields =
    error === undefined ? {} : { ...errorFields(error), stack: error instanceof Error ? error.stack : undefined };
  log.log(code === 0 ? 'info' : 'error', text, fields);
  end(log, code);
}

function end(log: Log, code: number): void {
  // the last line must reach the pipe before the process ends
  log.end(() => process.exit(code));
  setTimeout(() => process.exit(code), 500).unref();
}
