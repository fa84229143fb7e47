import { type Changes, follow, POLL_SECONDS } from './changes';
import { DuplicateReferenceError, PurchaseFailedError, TopUpError } from './errors/errors';
import { type Asking, OutcomeUnknownError } from './errors/outcome-unknown-error';
import { factsOf, referenceIn } from './errors/to-error';
import { type Connection, type RawAnswer, requireConnection } from './exchange';
import { type HeardEvent, type ListenOptions, listen } from './listen';
import type { BodyOf, OperationName, PurchaseName, RequestOf } from './operations';
import { type LogEntry, type PerCall, type Performer, type PerPurchase, perform } from './perform';
import type { Pending, PurchaseCall, PurchaseStatus, SettleOptions, Sold } from './purchase';
import { createHints, originOf, settle } from './settle';

export type TopUpOptions = Connection & {
  /** For a whole call, with everything that is sent again. Default 60,000: the service answers within 35,000. */
  timeoutMs?: number;
  /** How often a request may be sent again, where that is safe. Default 2. */
  maxRetries?: number;
  /** Gets one entry for each request, answer and retry. What it throws is ignored. */
  onLog?: (entry: LogEntry) => void;
};

type Data<Name extends OperationName> = BodyOf<Name, 200> extends { data: infer D } ? D : never;
type ListName = 'listTransactions' | 'listWalletEntries' | 'listRequests';
type ItemOf<Name extends OperationName> = BodyOf<Name, 200> extends { data: (infer Item)[] } ? Item : never;
type Filter<Name extends ListName> = Omit<RequestOf<Name>, 'cursor'>;

/** One page of a list, newest first. `nextCursor` is null at the end. */
export type Page<Item> = { items: Item[]; nextCursor: string | null };

/** All items of a list, page by page as they are used: `for await (const item of list)`. Or one page at a time. */
export type Pages<Item> = AsyncIterable<Item> & {
  /** @param cursor `nextCursor` of the page before; without it the first page */
  page(cursor?: string): Promise<Page<Item>>;
};

const toPages = <Item>(read: (cursor: string | undefined) => Promise<Page<Item>>): Pages<Item> => ({
  page: read,
  async *[Symbol.asyncIterator]() {
    let cursor: string | undefined;
    do {
      const { items, nextCursor }: Page<Item> = await read(cursor);
      yield* items;
      cursor = nextCursor ?? undefined;
    } while (cursor !== undefined);
  },
});

/** A purchase, and a change of the wallet, as the lists show them. */
export type Transaction = ItemOf<'listTransactions'>;
export type WalletEntry = ItemOf<'listWalletEntries'>;
/** A purchase that became final, or was reversed. */
export type Change = ItemOf<'listChanges'>;
/** A call to the service, as its request log has it. */
export type LoggedRequest = ItemOf<'listRequests'>;

const toStatus = ({ headers, body }: RawAnswer): PurchaseStatus => {
  const error_code = body?.status === 'failed' ? headers.get('x-error-code') : null;
  return { ...body, error_code } as unknown as PurchaseStatus;
};

/**
 * The service for programs that buy. Every call resolves with what was asked for, and rejects with a TopUpError, or
 * with the reason of your `signal`. It repeats a request only when that is safe, and always with the same reference.
 */
export class TopUp {
  readonly #performer: Performer;
  readonly #hints = createHints();
  readonly #asking: Asking = {
    status: (reference, options) => this.status(reference, options),
    query: async (reference, options) => {
      const request = { request_ref: reference };
      const answer = await this.#ask('transactionStatus', request, options);
      const { baseUrl } = this.#performer.connection;
      return answer.body?.status === 'failed'
        ? new PurchaseFailedError(factsOf(answer, { request, baseUrl }))
        : toStatus(answer);
    },
    settled: (reference, options = {}) => settle(this.#asking, this.#hints, reference, options),
  };

  /** @throws TypeError if `baseUrl` is not an absolute http(s) URL or `apiKey` is empty */
  constructor({ timeoutMs = 60_000, maxRetries = 2, onLog, ...connection }: TopUpOptions) {
    this.#performer = {
      connection: requireConnection(connection),
      timeoutMs,
      maxRetries,
      log: (entry) => {
        try {
          onLog?.(entry);
        } catch {
          // a log must not fail a purchase
        }
      },
      unknownOutcome: ({ message, cause, from, request }) =>
        new OutcomeUnknownError(
          {
            message: `${message} The outcome of the purchase is unknown: ask for its status before you buy again.`,
            ...originOf(from),
            reference: String(referenceIn(request)),
            cause,
          },
          this.#asking,
        ),
    };
  }

  buyAirtime(order: RequestOf<'buyAirtime'>, options?: PerPurchase): PurchaseCall<'buyAirtime'> {
    return this.#buy('buyAirtime', order, options);
  }

  buyData(order: RequestOf<'buyData'>, options?: PerPurchase): PurchaseCall<'buyData'> {
    return this.#buy('buyData', order, options);
  }

  buyCable(order: RequestOf<'buyCable'>, options?: PerPurchase): PurchaseCall<'buyCable'> {
    return this.#buy('buyCable', order, options);
  }

  buyElectricity(order: RequestOf<'buyElectricity'>, options?: PerPurchase): PurchaseCall<'buyElectricity'> {
    return this.#buy('buyElectricity', order, options);
  }

  buyExamPin(order: RequestOf<'buyExamPin'>, options?: PerPurchase): PurchaseCall<'buyExamPin'> {
    return this.#buy('buyExamPin', order, options);
  }

  /** How a purchase stands. A failed one is an answer here. The service answers 120 of one reference in a minute. */
  async status(reference: string, options?: PerCall): Promise<PurchaseStatus> {
    return toStatus(await this.#ask('transactionStatus', { request_ref: reference }, options));
  }

  /** Claims that a successful purchase was not received. Later calls return the same claim, with its answer. */
  claim(claim: RequestOf<'claimTransaction'>, options?: PerCall): Promise<Data<'claimTransaction'>> {
    return this.#data('claimTransaction', claim, options);
  }

  /**
   * Waits for the end of a purchase that was begun elsewhere, such as before a restart of this process.
   * @throws as `settled` of a purchase
   */
  settled(reference: string, options?: SettleOptions): Promise<Sold> {
    return this.#asking.settled(reference, options);
  }

  /**
   * Takes a verified event, so that a waiting `settled` asks for the status at once. An event is only a hint: it can be
   * late, or repeated.
   */
  receive({ event, reference }: { event: string; reference: string }): void {
    if (event !== 'transaction.requery') this.#hints.give(reference); // each status query sends that one
  }

  /**
   * Every purchase when it becomes final, and once more if it is reversed, oldest first. The loop waits for the next
   * one. It outlives restarts of the service, and of your program if you save `cursor`.
   * @param after a cursor; `now` skips all that is final already; without it, the oldest comes first
   * @throws in the loop: TopUpError if the key or the cursor is wrong; the reason of `signal`
   */
  changes(after?: string, { signal }: Pick<PerCall, 'signal'> = {}): Changes<Change> {
    // the time of the poll comes on top, and `follow` decides when to ask again
    const timeoutMs = POLL_SECONDS * 1_000 + this.#performer.timeoutMs;
    const options = { timeoutMs, maxRetries: 0, ...(signal && { signal }) };
    const read = async (cursor: string | undefined) => {
      const query = { after: cursor, limit: 100, wait: POLL_SECONDS };
      const { body } = await this.#ask('listChanges', query, options);
      const { data: rows, next_cursor } = body as { data: Change[]; next_cursor: string };
      return { rows, cursor: next_cursor };
    };
    return follow(read, after, signal);
  }

  /** The purchases of the account, newest first. `limit`: of each page. */
  transactions(filter: Filter<'listTransactions'> = {}, options?: PerCall): Pages<Transaction> {
    return this.#list('listTransactions', filter, options);
  }

  /** The changes of the wallet, newest first. `limit`: of each page. */
  walletEntries(filter: Filter<'listWalletEntries'> = {}, options?: PerCall): Pages<WalletEntry> {
    return this.#list('listWalletEntries', filter, options);
  }

  /** The account's calls of the last 30 days, newest first; with `after` those after that one, oldest first. */
  requests(filter: Filter<'listRequests'> = {}, options?: PerCall): Pages<LoggedRequest> {
    return this.#list('listRequests', filter, options);
  }

  /** What can be bought now: each network, cable TV product type and disco, with its state. The same in test mode. */
  services(options?: PerCall): Promise<Data<'services'>> {
    return this.#data('services', undefined, options);
  }

  /** Your discount on each network, cable TV product type and disco. Data plans have prices: `listDataPlans`. */
  prices(options?: PerCall): Promise<Data<'prices'>> {
    return this.#data('prices', undefined, options);
  }

  listDataPlans(options?: PerCall): Promise<Data<'listDataPlans'>> {
    return this.#data('listDataPlans', undefined, options);
  }

  cablePackages(query: RequestOf<'cablePackages'>, options?: PerCall): Promise<Data<'cablePackages'>> {
    return this.#data('cablePackages', query, options);
  }

  /** @throws NotRecognisedError */
  verifySmartcard(query: RequestOf<'verifySmartcard'>, options?: PerCall): Promise<Data<'verifySmartcard'>> {
    return this.#data('verifySmartcard', query, options);
  }

  /** @throws NotRecognisedError */
  verifyMeter(query: RequestOf<'verifyMeter'>, options?: PerCall): Promise<Data<'verifyMeter'>> {
    return this.#data('verifyMeter', query, options);
  }

  listExams(options?: PerCall): Promise<Data<'listExams'>> {
    return this.#data('listExams', undefined, options);
  }

  /** @throws NotRecognisedError */
  verifyProfile(query: RequestOf<'verifyProfile'>, options?: PerCall): Promise<Data<'verifyProfile'>> {
    return this.#data('verifyProfile', query, options);
  }

  walletBalance(options?: PerCall): Promise<Data<'walletBalance'>> {
    return this.#data('walletBalance', undefined, options);
  }

  /** The bank accounts into which you transfer money for your wallet. Empty until an owner asks for one. */
  fundingAccounts(options?: PerCall): Promise<Data<'fundingAccounts'>> {
    return this.#data('fundingAccounts', undefined, options);
  }

  /** `webhook_url: null` removes the URL. */
  setWebhook(settings: RequestOf<'setWebhook'>, options?: PerCall): Promise<Data<'setWebhook'>> {
    return this.#data('setWebhook', settings, options);
  }

  getWebhook(options?: PerCall): Promise<Data<'getWebhook'>> {
    return this.#data('getWebhook', undefined, options);
  }

  /** Adds test money. Only with a test key. */
  fundTestWallet(funding: RequestOf<'fundTestWallet'>, options?: PerCall): Promise<Data<'fundTestWallet'>> {
    return this.#data('fundTestWallet', funding, options);
  }

  /** Opens a fresh test account behind the same keys. Only with a test key, once a minute. */
  resetTestAccount(options?: PerCall): Promise<Data<'resetTestAccount'>> {
    return this.#data('resetTestAccount', {}, options);
  }

  /** Sends a test event to the webhook URL and to all listeners. Only with a test key. */
  triggerEvent(kind: RequestOf<'triggerEvent'>, options?: PerCall): Promise<Data<'triggerEvent'>> {
    return this.#data('triggerEvent', kind, options);
  }

  /**
   * Every event of the test account as it happens, also without a webhook URL, until `signal` ends it. After a break it
   * goes on where it was. Only with a test key.
   * @throws TopUpError when the first connection fails, or the key opens no test account any more
   */
  listen(options?: ListenOptions): AsyncIterable<HeardEvent> {
    return listen(this.#performer.connection, options);
  }

  #ask(name: OperationName, request: object | undefined, options: PerPurchase | undefined): Promise<RawAnswer> {
    return perform(this.#performer, name, request, options);
  }

  async #data<Name extends OperationName>(
    name: Name,
    request: object | undefined,
    options: PerCall | undefined,
  ): Promise<Data<Name>> {
    const { body } = await this.#ask(name, request, options);
    return body?.data as Data<Name>;
  }

  #list<Name extends ListName>(name: Name, filter: Filter<Name>, options: PerCall | undefined): Pages<ItemOf<Name>> {
    return toPages(async (cursor) => {
      const { body } = await this.#ask(name, { ...filter, cursor }, options);
      const { data: items, next_cursor: nextCursor } = body as { data: ItemOf<Name>[]; next_cursor: string | null };
      return { items, nextCursor };
    });
  }

  /** What became of the first purchase with the reference, which ordered the same. */
  async #original(reference: string, options: PerCall): Promise<Sold | Pending> {
    const found = await this.#asking.query(reference, options).catch((cause: unknown) => {
      const why = cause instanceof Error ? cause.message : String(cause);
      const message = `You have bought this before, and its status is not known: ${why} Do not buy again: ask for its status later.`;
      const origin = originOf(cause instanceof TopUpError ? cause : null);
      throw new OutcomeUnknownError({ ...origin, message, reference, cause }, this.#asking);
    });
    if (found instanceof PurchaseFailedError) throw found;
    const { error_code: _none, ...answer } = found;
    return answer as Sold | Pending;
  }

  #buy<Name extends PurchaseName>(
    name: Name,
    order: RequestOf<Name> & { request_ref: string },
    options: PerPurchase | undefined,
  ): PurchaseCall<Name> {
    const { request_ref: reference } = order;
    const until = performance.now() + (options?.timeoutMs ?? this.#performer.timeoutMs);
    const first = this.#ask(name, order, options).then(
      ({ body }) => body as unknown as Sold<Name> | Pending<Name>,
      (error: unknown) => {
        if (!(error instanceof DuplicateReferenceError) || error.originalMatches !== true) throw error;
        const leftMs = Math.max(1_000, until - performance.now());
        return this.#original(reference, { ...options, timeoutMs: leftMs }) as Promise<Sold<Name> | Pending<Name>>;
      },
    );
    return Object.assign(first, {
      reference,
      settled: (options: SettleOptions = {}) =>
        settle(this.#asking, this.#hints, reference, options, first) as Promise<Sold<Name>>,
    });
  }
}
