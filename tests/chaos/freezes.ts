import type { ServiceProcess } from '@topup/testkit';

/** When processes stood still by order; monotonic milliseconds. */
export type Freezes = {
  add(process: ServiceProcess, from: number, to: number): void;
  /** For how long the api at this URL stood still between these moments: nothing it answers can be held against it. */
  within(url: string, from: number, to: number): number;
};

export function recordFreezes(): Freezes {
  const spans: { process: ServiceProcess; from: number; to: number }[] = [];
  const urlOf = (process: ServiceProcess) => ('url' in process ? process.url : undefined);
  return {
    add: (process, from, to) => void spans.push({ process, from, to }),
    within: (url, from, to) =>
      spans
        .filter(({ process }) => urlOf(process) === url)
        .reduce((sum, span) => sum + Math.max(0, Math.min(to, span.to) - Math.max(from, span.from)), 0),
  };
}
