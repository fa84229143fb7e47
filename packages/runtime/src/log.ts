import winston from 'winston';

/**
 * The logger of one process: JSON lines on standard output. Callers choose the fields: no payloads, keys or full phone
 * numbers. When nobody reads them any more (EPIPE), lines are lost and the process goes on.
 */
export type Log = winston.Logger;

export function createLog(service: string, level: string): Log {
  for (const stream of [process.stdout, process.stderr]) stream.off('error', loseLine).on('error', loseLine);
  return winston.createLogger({
    level,
    defaultMeta: { service },
    format: line(),
    transports: [new winston.transports.Console({ log: write })],
  });
}

/** Without a listener, the error of a stream would be an exception, and end a process that is selling. */
const loseLine = (): void => undefined;

/** The property in which winston keeps the text of a line. */
const MESSAGE = Symbol.for('message');

/** Handles what JSON.stringify throws at (bigints, circles). It also sorts the fields: too slow for every line. */
const careful = winston.format.json();

const line = winston.format((info) => {
  info.timestamp = new Date().toISOString();
  try {
    info[MESSAGE] = JSON.stringify(info);
    return info;
  } catch {
    return careful.transform(info, careful.options);
  }
});

/** Writes each line in the tick in which it was logged: buffered lines would be lost with a process that is killed. */
function write(info: winston.Logform.TransformableInfo, next: () => void): void {
  process.stdout.write(`${info[MESSAGE]}\n`);
  next();
}

/** The name, message and code of an error. Never all of it: axios and Prisma attach requests and parameters. */
export function errorFields(error: unknown): { error: string; code?: string } {
  if (!(error instanceof Error)) return { error: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  return { error: `${error.name}: ${error.message.split('\n').filter(Boolean).at(-1) ?? ''}`.slice(0, 500), ...code };
}
