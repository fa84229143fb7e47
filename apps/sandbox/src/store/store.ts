import { openJournal } from './journal';
import { createLedgerBook, type DeliveryLine, type Ledger, type PostLine, type ReversalLine } from './ledger';

/** A change that every provider can have. `naira`: the new balance of our account. */
export type CommonChange =
  | ({ entry: 'post' } & Omit<PostLine, 'provider'>)
  | { entry: 'float'; naira: number; at: string }
  | { entry: 'products-off'; products: readonly string[]; at: string }
  | { entry: 'knobs'; knobs: object; at: string };

/** How a provider acts on its changes. */
type Handlers<Change, Knobs> = {
  apply(change: Change): void;
  setFloat(naira: number, at: string): void;
  /** The knobs are other ones than these. */
  turned?(before: Knobs): void;
};

/** The lines of the file that belong to one provider, and its part of the ledger. */
export type Kept<Change, Knobs> = {
  /** Writes the change to the file, then acts on it. */
  record(change: Change | CommonChange): void;
  /** The same for one line of `posts` in the ledger. */
  post(reference: unknown, at: Date, outcome: string): void;
  knobs(): Knobs;
  /** Whether an operator turned off one of these. */
  isOff(...codes: string[]): boolean;
  delivered(line: Omit<DeliveryLine, 'provider'>): void;
  reversed(line: Omit<ReversalLine, 'provider'>): void;
  /** It keeps an order with this reference, delivered or not. */
  recorded(reference: string): void;
};

export type Store = {
  /** Must be called for each provider before `replay`. */
  keep<Change, Knobs extends object>(
    provider: string,
    knobs: Knobs,
    handlers: Handlers<Change, Knobs>,
  ): Kept<Change, Knobs>;
  /** Acts on what the file holds of earlier runs. */
  replay(): void;
  /** Of all providers. */
  ledger(): Ledger;
  close(): void;
};

type Line = { provider?: string; entry: string };
type Place = { handlers: Handlers<unknown, object>; knobs: object; off: ReadonlySet<string> };

/** Lines of the first versions name no provider. */
const FIRST = 'vtpass';

/**
 * Opens the store, on `file` if one is named. Lookups use maps, so their cost does not grow with the file.
 * @throws Error when the file cannot be opened or read
 */
export function openStore(file: string | null): Store {
  const journal = openJournal<Line>(file);
  const ledger = createLedgerBook();
  const places = new Map<string, Place>();

  function apply(line: Line): void {
    const { provider = FIRST } = line;
    const place = places.get(provider);
    if (place === undefined) throw new Error(`the sandbox file holds an entry of ${provider}, which is not played`);
    const change = line as CommonChange;
    switch (change.entry) {
      case 'post': {
        const { request_id, at, outcome } = change;
        ledger.posted({ request_id, at, outcome, provider });
        return;
      }
      case 'float':
        place.handlers.setFloat(change.naira, change.at);
        return;
      case 'products-off':
        place.off = new Set(change.products);
        return;
      case 'knobs': {
        const before = place.knobs;
        place.knobs = { ...before, ...change.knobs };
        place.handlers.turned?.(before);
        return;
      }
      default:
        place.handlers.apply(line);
    }
  }

  return {
    keep<Change, Knobs extends object>(provider: string, knobs: Knobs, handlers: Handlers<Change, Knobs>) {
      const place = { handlers: handlers as Handlers<unknown, object>, knobs, off: new Set<string>() };
      places.set(provider, place);
      const kept: Kept<Change, Knobs> = {
        record(change) {
          const line = { provider, ...change } as unknown as Line;
          journal.append(line);
          apply(line);
        },
        post: (reference, at, outcome) =>
          kept.record({
            entry: 'post',
            request_id: typeof reference === 'string' ? reference : null,
            at: at.toISOString(),
            outcome,
          }),
        knobs: () => place.knobs,
        isOff: (...codes) => codes.some((code) => place.off.has(code)),
        delivered: (line) => ledger.delivered({ ...line, provider }),
        reversed: (line) => ledger.reversed({ ...line, provider }),
        recorded: (reference) => ledger.recorded(provider, reference),
      };
      return kept;
    },
    replay: () => journal.past.forEach(apply),
    ledger: ledger.read,
    close: journal.close,
  };
}
