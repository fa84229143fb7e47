type ScriptedAnswer = { status: number; body?: unknown; headers?: Record<string, string>; afterMs?: number };

/** An answer of the service, or a fault on the way to it. */
export type Scripted = ScriptedAnswer | Error;

type ScriptedFetch = {
  fetch: typeof fetch;
  /** The requests that were sent. */
  sent: { url: URL; init: RequestInit; body: unknown }[];
  /** The next answers, in order. The last one is given again and again. */
  answer(...answers: Scripted[]): void;
};

/** A `fetch` that answers from a script, so that a test can also decide what time it is. */
export function scriptedFetch(): ScriptedFetch {
  let script: Scripted[] = [];
  const sent: ScriptedFetch['sent'] = [];
  return {
    sent,
    answer: (...answers) => {
      script = answers;
    },
    fetch: async (url, init = {}) => {
      sent.push({
        url: new URL(String(url)),
        init,
        body: init.body === undefined ? null : JSON.parse(String(init.body)),
      });
      const next = script.length > 1 ? script.shift() : script[0];
      if (next === undefined) throw new Error('nothing is scripted');
      if (next instanceof Error) throw next;
      const { status, body, headers, afterMs } = next;
      if (afterMs !== undefined) await new Promise((resolve) => setTimeout(resolve, afterMs));
      return new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers: headers ?? {} });
    },
  };
}

/** Makes the error that Node's fetch throws for a fault of the connection. */
export const broken = (code: string): Error =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });

const REQUEST_ID = '0f8fad5b-d9cb-469f-a165-70867728950e';

/** An error of the service with this code. */
export const refused = (
  status: number,
  code: string,
  more: { error?: string; retryAfter?: number } = {},
): ScriptedAnswer => ({
  status,
  body: { status: 'error', message: `The text of ${code}.`, ...(more.error && { error: more.error }) },
  headers: {
    'X-Request-Id': REQUEST_ID,
    'X-Error-Code': code,
    Link: `</docs/errors#${code}>; rel="help"`,
    ...(more.retryAfter !== undefined && { 'Retry-After': String(more.retryAfter) }),
  },
});

const WORDS: Record<number, string> = { 200: 'successful', 202: 'pending', 424: 'failed' };

/** An answer about the purchase `order-1`. `more`: of its `data`. */
export const outcome = (status: 200 | 202 | 424, code?: string, more: object = {}): Scripted => ({
  status,
  body: {
    status: WORDS[status],
    status_code: status,
    message: `It is ${WORDS[status]}.`,
    reference: 'order-1',
    data: { amount: '100.00', network: 'mtn', phone: '08031234567', ...more },
  },
  headers: { 'X-Request-Id': REQUEST_ID, ...(code && { 'X-Error-Code': code }) },
});
