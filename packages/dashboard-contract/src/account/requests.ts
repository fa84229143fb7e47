import type { DeliveryRow } from './developers';
import type { Range } from './overview';
import type { TransactionRow } from './transactions';

/**
 * GET /api/requests?status=&endpoint=&key=&search=&from=&to=&cursor=&limit=: the requests to the API of the last 30
 * days, newest first. `status`: such as `400`, `4xx`, `refused` for 4xx but 424, or `error` for 5xx too.
 * `endpoint`: such as `POST /v1/airtime/purchase`. `key`: the id of an API key. `search`: a whole reference or request
 * id. A page can have no row and still a `next`.
 */
export type RequestRow = {
  id: string;
  /** Of the answer. */
  at: string;
  method: string;
  path: string;
  /** 0: the connection broke before the answer. */
  status: number;
  errorCode: string | null;
  durationMs: number;
  keyName: string;
  reference: string | null;
};

/** GET /api/requests/:id. `request` is the body or the query, `answer` the body: masked, null when there is none. */
export type LoggedRequest = RequestRow & {
  requestId: string;
  keyDisplay: string;
  request: unknown;
  answer: unknown;
  /** The purchase with the request's reference, and its deliveries in the order of their events. */
  purchase: TransactionRow | null;
  deliveries: DeliveryRow[];
};

/**
 * GET /api/request-rates?range=: of all requests (`sample` null), or of the newest `sample.requests` of every
 * `sample.minutes`.
 */
export type RequestRates = {
  range: Range;
  sample: { requests: number; minutes: number } | null;
  /** The begin of each point, in order and without gaps. Days are those of the account's time zone. */
  points: string[];
  /** At most 20, those with the most requests first. */
  endpoints: EndpointRates[];
};

/** `points`: one for each point; null where the sample has no request. */
export type EndpointRates = Rates & { endpoint: string; points: (Rates | null)[] };

/** An error is an answer 4xx but 424, or 5xx, or none because the connection broke. `errorRate`: from 0 to 1. */
export type Rates = { requests: number; errorRate: number; p50Ms: number; p95Ms: number };
