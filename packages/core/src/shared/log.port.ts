/** Where core logs. Fields never hold keys, payloads or full phone numbers. */
export type Log = {
  info(message: string, fields?: object): unknown;
  warn(message: string, fields?: object): unknown;
  error(message: string, fields?: object): unknown;
};

export function withFields(log: Log, fields: object): Log {
  return {
    info: (message, more) => log.info(message, { ...fields, ...more }),
    warn: (message, more) => log.warn(message, { ...fields, ...more }),
    error: (message, more) => log.error(message, { ...fields, ...more }),
  };
}

export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
