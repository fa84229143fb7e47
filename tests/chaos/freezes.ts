import type { ServiceProcess } from '@topup/testkit';

/** When the run froze processes, in monotonic milliseconds. */
export type Freezes = {
  add(process: ServiceProcess, from: number, to: number): void;
  /** How long the api at this URL was frozen between these moments. Its answers may be late by as much. */
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
