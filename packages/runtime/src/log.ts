import winston from 'winston';

/** A logger of one process: JSON lines on standard output, with `service` on each. Fields are chosen by the caller: no payloads, keys or full phone numbers. */
export type Log = winston.Logger;

export function createLog(service: string, level: string): Log {
  return winston.createLogger({
    level,
    defaultMeta: { service },
    format: winston.format.combine(winston.format.timestamp(), winston.format.errors({ stack: true }), winston.format.json()),
    transports: [new winston.transports.Console({ stderrLevels: [], consoleWarnLevels: [] })],
  });
}

/** What may be said of an error in a log: its name, message and code. Never the whole object: axios and Prisma hang requests and parameters on theirs. */
export function errorFields(error: unknown): { error: string; code?: string } {
  if (!(error instanceof Error)) return { error: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  return { error: `${error.name}: ${error.message.split('\n').filter(Boolean).at(-1) ?? ''}`.slice(0, 500), ...code };
}
