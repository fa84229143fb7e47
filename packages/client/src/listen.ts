import { ConnectionError, TopUpError } from './errors/errors';
import { toError } from './errors/to-error';
import { BAD_PORT, type Connection, codeOf, isProvablyUnsent, readObject, requestHeaders } from './exchange';
import { faultText, remedyText } from './no-answer-text';
import { sleep } from './sleep';

/** An event of a test account: its id, and the headers and the body that a webhook URL would get. */
export type HeardEvent = { event: string; id: string; headers: Record<string, string>; body: string };

export type ListenOptions = {
  /** Ends the stream: the loop rejects with its reason. */
  signal?: AbortSignal;
  /** The id of an event, after which the stream begins. Default: with new events. */
  since?: string;
  /** Called when events can come, even after a break, with the secret that signs them. A key keeps its secret. */
  onReady?: (webhookSecret: string) => void;
};

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;

/**
 * Yields every event of a test account as it happens. After a break it connects again, and goes on where it was.
 * @throws TopUpError when the first connection fails, or the key opens no test account any more
 */
export async function* listen(
  connection: Required<Connection>,
  { signal, since, onReady }: ListenOptions = {},
): AsyncGenerator<HeardEvent> {
  let last = since;
  for (let failures = 0, wasReady = false; ; failures += 1) {
    try {
      for await (const { event, id, data } of open(connection, last, signal)) {
        if (event === 'ready') {
          [failures, wasReady] = [0, true];
          if (id !== '') last ??= id; // a break before the first event loses none
          onReady?.(data.webhook_secret);
          continue;
        }
        yield { event, id, headers: data.headers, body: data.body };
        last = id;
      }
    } catch (error) {
      signal?.throwIfAborted();
      const comesBack = error instanceof TopUpError && (error.httpStatus === null || error.retryable);
      if (!wasReady || !comesBack) throw error;
    }
    await sleep(Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS), signal);
  }
}

/** Of `ready` the secret, of the others what is sent. */
type Message = { event: string; id: string; data: { webhook_secret: string } & Pick<HeardEvent, 'headers' | 'body'> };

/** The messages of one connection. @throws TopUpError */
async function* open(
  connection: Required<Connection>,
  last: string | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<Message> {
  const { baseUrl, fetch: send } = connection;
  const headers = { ...requestHeaders(connection), ...(last !== undefined && { 'Last-Event-ID': last }) };
  try {
    const response = await send(`${baseUrl}/v1/test/events`, { headers, redirect: 'manual', signal: signal ?? null });
    if (response.status !== 200 || response.body === null) throw await refusal(response, baseUrl);
    yield* messagesIn(response.body);
  } catch (cause) {
    if (cause instanceof TopUpError) throw cause;
    const code = codeOf(cause);
    const fault = isProvablyUnsent(cause) ? faultText(cause, baseUrl) : `The stream of events broke (${code}).`;
    const message = `${fault} This call moved no money. ${remedyText(cause)}`;
    throw new ConnectionError({ message, retryable: code !== BAD_PORT, cause });
  }
}

async function refusal(response: Response, baseUrl: string): Promise<TopUpError> {
  const { status, headers } = response;
  const body = readObject(await response.text());
  return toError({ status, headers, body }, { name: 'listenToEvents', request: undefined, baseUrl });
}

/** Server-sent events, each of them one line of each field, as the service writes them. */
async function* messagesIn(stream: ReadableStream<Uint8Array>): AsyncGenerator<Message> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const chunk of stream) {
    rest += decoder.decode(chunk, { stream: true });
    const blocks = rest.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const fields = Object.fromEntries(
        [...block.matchAll(/^(\w+): ?(.*)$/gm)].map(([, name, value]) => [name, value]),
      );
      if (fields.data !== undefined)
        yield { event: fields.event ?? '', id: fields.id ?? '', data: JSON.parse(fields.data) };
    }
  }
}
