import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Queue } from 'bullmq';
import { errorFields, type Log } from '../log';
import { connectQueue } from './connect-queue';
import { type QueueStore, warnOf } from './store-options';

/** The pages of an operations port that show what is in the queues. */
export type QueueBoard = {
  /** Answers a request whose path is `QUEUE_BOARD_PATH` or below it; never rejects. */
  serve(request: IncomingMessage, response: ServerResponse): Promise<void>;
  close(): Promise<void>;
};

export const QUEUE_BOARD_PATH = '/queues';

type Back = { text: string; url: string };
type Opened = { handle: RequestListener; close(): Promise<unknown> };

/**
 * Bull Board over the queues with these names, read-only: retrying or deleting a job does nothing for a purchase. It
 * connects at the first request, with connections of its own, so that no job waits for it.
 * @param back where its menu leads back to, if it belongs to other pages
 */
export function createQueueBoard(store: QueueStore, names: readonly string[], log: Log, back?: Back): QueueBoard {
  let opening: Promise<Opened> | undefined;
  async function opened(): Promise<Opened> {
    opening ??= open(store, names, log, back);
    return opening.catch((error) => {
      opening = undefined; // otherwise one failure would be remembered forever
      throw error;
    });
  }
  return {
    async serve(request, response) {
      if (request.method !== 'GET' && request.method !== 'HEAD')
        return reject(response, 405, 'The queues are shown here, not changed.');
      try {
        const { handle } = await opened();
        for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
        request.url = request.url?.slice(QUEUE_BOARD_PATH.length).replace(/^(?!\/)/, '/') ?? '/';
        handle(request, response);
      } catch (error) {
        log.warn('the board of the queues could not be opened', errorFields(error));
        reject(response, 503, 'The queues cannot be reached.');
      }
    },
    close: async () => {
      await opening?.then(
        ({ close }) => close(),
        () => undefined,
      );
    },
  };
}

/** Bull Board's page links a font at Google, which must not learn of visits; its own styles are inline. */
const HEADERS = {
  'content-security-policy':
    "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; base-uri 'self'; form-action 'none'; frame-ancestors 'none'",
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

function reject(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  response.end(JSON.stringify({ status: 'error', message }));
}

async function open(store: QueueStore, names: readonly string[], log: Log, back?: Back): Promise<Opened> {
  const [{ createBullBoard }, { BullMQAdapter }, { ExpressAdapter }] = await Promise.all([
    import('@bull-board/api'),
    import('@bull-board/api/bullMQAdapter'),
    import('@bull-board/express'),
  ]);
  const queues = await connectAll(store, names, warnOf(log, 'board of the queues'));
  const serverAdapter = new ExpressAdapter().setBasePath(QUEUE_BOARD_PATH);
  createBullBoard({
    queues: queues.map((queue) => new BullMQAdapter(queue as Queue, { readOnlyMode: true })),
    serverAdapter,
    options: { uiConfig: { boardTitle: 'Queues', ...(back !== undefined && { miscLinks: [back] }) } },
  });
  return { handle: serverAdapter.getRouter().disable('x-powered-by'), close: () => closeAll(queues) };
}

async function connectAll(store: QueueStore, names: readonly string[], onError: (error: Error) => void) {
  const connecting = await Promise.allSettled(names.map((name) => connectQueue(store, name, 1, onError)));
  const queues = connecting.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failed = connecting.find((one) => one.status === 'rejected');
  if (failed === undefined) return queues;
  await closeAll(queues);
  throw failed.reason;
}

const closeAll = (queues: { close(): Promise<unknown> }[]) => Promise.allSettled(queues.map((queue) => queue.close()));
