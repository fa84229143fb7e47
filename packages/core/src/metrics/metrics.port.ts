type Labels<L extends string> = Record<L, string>;

/** Port by which core declares metrics; the runtime's `Metrics` implements it. Label values come from fixed lists. */
export type Metrics = {
  /** A counter. `zeros`: series that exist from the start. Returns what adds to it. */
  counter<L extends string>(
    name: string,
    help: string,
    labels: readonly L[],
    zeros?: readonly Labels<L>[],
  ): (labels: Labels<L>, value?: number) => void;
  gauge<L extends string>(name: string, help: string, labels: readonly L[]): (labels: Labels<L>, value: number) => void;
  gauges<N extends string>(
    source: string,
    declared: Record<N, { help: string; labels: readonly string[] }>,
    read: () => Promise<{ name: N; labels?: Record<string, string>; value: number }[]>,
  ): void;
  /** A histogram of durations. Returns what records one, in seconds. */
  duration<L extends string>(
    name: string,
    help: string,
    labels: readonly L[],
  ): (labels: Labels<L>, seconds: number) => void;
};
