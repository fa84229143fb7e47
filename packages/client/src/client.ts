import { NoAnswerError } from './errors/no-answer-error';
import { toError } from './errors/to-error';
import { type Connection, exchange, referenceOf, requireConnection } from './exchange';
import { type AnswerOf, endpoints, isServiceStatus, type OperationName, type RequestOf } from './operations';

export type ClientOptions = Connection & {
  /** For the whole exchange. Default 60,000, which is longer than the service waits for a provider. */
  timeoutMs?: number;
};

/** `signal` ends the wait. It does not cancel a purchase. */
export type CallOptions = { signal?: AbortSignal };

type Call<Name extends OperationName> = [RequestOf<Name>] extends [never]
  ? (options?: CallOptions) => Promise<AnswerOf<Name>>
  : (request: RequestOf<Name>, options?: CallOptions) => Promise<AnswerOf<Name>>;

/**
 * One function for each endpoint. It resolves with the answer for every documented HTTP status. It rejects with
 * TopUpError when the service answers with a status that this version does not know, and with NoAnswerError if no
 * answer arrived. Nothing is sent twice, because the outcome of the first request is then unknown.
 */
export type Client = { [Name in OperationName]: Call<Name> };

/**
 * The endpoints as they are. `TopUp` is made for programs that buy: it throws errors, and repeats what is safe.
 *
 * @throws TypeError if `baseUrl` is not an absolute http(s) URL or `apiKey` is empty
 */
export function createClient(options: ClientOptions): Client {
  const { timeoutMs = 60_000, ...given } = options;
  const settings = { connection: requireConnection(given), timeoutMs };
  return {
    buyAirtime: (order, call) => ask(settings, 'buyAirtime', order, call),
    listDataPlans: (call) => ask(settings, 'listDataPlans', undefined, call),
    buyData: (order, call) => ask(settings, 'buyData', order, call),
    cablePackages: (query, call) => ask(settings, 'cablePackages', query, call),
    verifySmartcard: (query, call) => ask(settings, 'verifySmartcard', query, call),
    buyCable: (order, call) => ask(settings, 'buyCable', order, call),
    verifyMeter: (query, call) => ask(settings, 'verifyMeter', query, call),
    buyElectricity: (order, call) => ask(settings, 'buyElectricity', order, call),
    transactionStatus: (query, call) => ask(settings, 'transactionStatus', query, call),
    setWebhook: (settingsOfWebhook, call) => ask(settings, 'setWebhook', settingsOfWebhook, call),
    getWebhook: (call) => ask(settings, 'getWebhook', undefined, call),
    walletBalance: (call) => ask(settings, 'walletBalance', undefined, call),
    listTransactions: (query, call) => ask(settings, 'listTransactions', query, call),
    listWalletEntries: (query, call) => ask(settings, 'listWalletEntries', query, call),
    listRequests: (query, call) => ask(settings, 'listRequests', query, call),
    fundTestWallet: (funding, call) => ask(settings, 'fundTestWallet', funding, call),
    resetTestAccount: (options, call) => ask(settings, 'resetTestAccount', options, call),
    triggerEvent: (kind, call) => ask(settings, 'triggerEvent', kind, call),
  };
}

/** One exchange, as an answer of the documented statuses. */
async function ask<Name extends OperationName>(
  { connection, timeoutMs }: { connection: Required<Connection>; timeoutMs: number },
  name: Name,
  request: object | undefined,
  { signal }: CallOptions = {},
): Promise<AnswerOf<Name>> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const either = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
  const answer = await exchange(connection, name, request, either).catch((error) => {
    if (!(error instanceof NoAnswerError) || !timeout.aborted) throw error;
    throw noAnswer(name, request, `none within ${timeoutMs} ms`, error.cause);
  });
  const { status, headers, body } = answer;
  const [errorCode, requestId] = [headers.get('x-error-code'), headers.get('x-request-id')];
  if (body !== null && isServiceStatus(status))
    return { httpStatus: status, body, errorCode, requestId, headers } as AnswerOf<Name>;
  if (body !== null && errorCode !== null) throw toError(answer, { name, request, baseUrl: connection.baseUrl });
  throw noAnswer(name, request, `HTTP ${status} came from something in between`);
}

const noAnswer = (name: OperationName, request: object | undefined, what: string, cause?: unknown) =>
  new NoAnswerError(endpoints[name].join(' '), what, referenceOf(name, request), { cause });
