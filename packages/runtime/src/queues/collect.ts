/** Passes on together what is added in one tick, and then what was added in the meantime. */
type Collector<T> = {
  add(item: T): void;
  /** Resolves when everything that was added is passed on. */
  flushed(): Promise<void>;
};

/** @param passOn gets the items; it must not reject */
export function collect<T>(passOn: (items: T[]) => Promise<void>): Collector<T> {
  const waiting: T[] = [];
  let underWay: Promise<void> | undefined;
  async function passOnAll(): Promise<void> {
    while (waiting.length > 0) await passOn(waiting.splice(0));
    underWay = undefined;
  }
  return {
    add: (item) => {
      waiting.push(item);
      underWay ??= Promise.resolve().then(passOnAll);
    },
    flushed: async () => underWay,
  };
}
