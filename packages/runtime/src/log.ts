import winston from 'winston';

/** A logger of one process: JSON lines on standard output, with `service` on each. Fields are chosen by the caller: no payloads, keys or full phone numbers. */
export type Log = winston.Logger;

export function createLog(service: string, level: string): Log {
  return winston.createLogger({
    level,
    defaultMeta: { service },
    format: line(),
    transports: [new winston.transports.Console({ log: write })],
  });
}

/** Where winston keeps the text of a line. */
const MESSAGE = Symbol.for('message');

/** Takes what JSON.stringify throws at (bigints, circles); it sorts the fields too, which for every line would cost more than the rest. */
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

/** A whole line each time, in the tick in which it was said: lines that wait would be lost with a process that is killed. */
function write(info: winston.Logform.TransformableInfo, next: () => void): void {
  process.stdout.write(`${info[MESSAGE]}\n`);
  next();
}

/** What may be said of an error in a log: its name, message and code. Never the whole object: axios and Prisma hang requests and parameters on theirs. */
export function errorFields(error: unknown): { error: string; code?: string } {
  if (!(error instanceof Error)) return { error: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  return { error: `${error.name}: ${error.message.split('\n').filter(Boolean).at(-1) ?? ''}`.slice(0, 500), ...code };
}
