/** What core says to the log. Fields never carry keys, payloads or full phone numbers. */
export type Log = {
  info(message: string, fields?: object): unknown;
  warn(message: string, fields?: object): unknown;
  error(message: string, fields?: object): unknown;
};
