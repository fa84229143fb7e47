/** Series with their values, one in a minute from minute 0 on, as promtool writes them: `5x2` is three times 5. */
export type Series = Record<string, string>;

/** The behaviour of one alert on given series. */
export type Case = {
  alert: string;
  /** It fires on these. */
  firing: Series;
  /** The labels that it then has, besides `severity`. Default: none. */
  labels?: Record<string, string>;
  /** Its summary then. */
  summary: string;
  /** It does not fire on these, by what they show. */
  quiet: Record<string, Series>;
  /** When that is looked at. Default: after 20 minutes. */
  at?: string;
  /**
   * When an alert with `for` does not fire yet on the series of `firing`, though its expression holds. Default: a
   * minute before the end of its `for`.
   */
  notYet?: string;
};
