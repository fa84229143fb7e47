import type { Fault } from '@topup/dashboard-contract';
import { withNaira } from '../format/naira';
import { withTimes } from '../format/time';

/** An answer that is not 2xx, with the server's message. `status` 0: no answer. `fields`: what is wrong with inputs. */
export class RequestFault extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly fields: Record<string, string> = {},
  ) {
    super(message);
  }
}

export type Query = Record<string, string | undefined>;

/** @throws RequestFault */
export const getJson = <Answer>(path: string, query: Query = {}, signal?: AbortSignal): Promise<Answer> =>
  ask<Answer>(withQuery(path, query), signal === undefined ? {} : { signal });

/** Sends a request that needs a fresh second factor again when the user has given a code. @throws RequestFault */
export async function postJson<Answer>(path: string, body: unknown = {}): Promise<Answer> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  try {
    return await ask<Answer>(path, init);
  } catch (error) {
    const stale = error instanceof RequestFault && error.code === 'factor_needed';
    if (stale && (await askForFactor())) return ask<Answer>(path, init);
    throw error;
  }
}

/** Asks the user for a code. False when they gave none. */
type AskForFactor = () => Promise<boolean>;
let askForFactor: AskForFactor = async () => false;

export function onFactorNeeded(ask: AskForFactor): () => void {
  askForFactor = ask;
  return () => {
    askForFactor = async () => false;
  };
}

/** The path with the parts of the query that are not empty. */
export function withQuery(path: string, query: Query): string {
  const said = Object.entries(query).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[1] !== '',
  );
  return said.length === 0 ? path : `${path}?${new URLSearchParams(said)}`;
}

/** The text that a user reads about any error. */
export function messageOf(error: unknown): string {
  return error instanceof RequestFault
    ? withNaira(withTimes(error.message))
    : 'Something went wrong. Reload the page and try again.';
}

async function ask<Answer>(path: string, init: RequestInit): Promise<Answer> {
  const response = await fetch(path, { ...init, credentials: 'same-origin' }).catch((cause: unknown) => {
    if (init.signal?.aborted) throw cause;
    throw new RequestFault(0, 'unreachable', 'We can’t reach the server. Check your connection and try again.');
  });
  const body: unknown = await response.json().catch(() => null);
  if (response.ok) return body as Answer;
  throw asFault(response.status, body);
}

/** The body may be a proxy's, without our fields. */
function asFault(status: number, body: unknown): RequestFault {
  const { code = 'unknown', message = '', fields } = Object(body) as Partial<Fault>;
  return new RequestFault(
    status,
    code,
    message === '' ? `Something went wrong (HTTP ${status}). Try again shortly.` : message,
    fields,
  );
}
