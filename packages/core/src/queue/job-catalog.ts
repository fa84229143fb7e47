import Joi from 'joi';
import type { ProductType } from '../provider/provider.port';

/** Products without a queue: the API process sends them, and the workers sweep what it left behind when it died. */
export const synchronousProducts: readonly ProductType[] = ['CABLE_TV', 'ELECTRICITY'];

/** Whether the API process itself sends purchases of the product. */
export const isSynchronous = (product: ProductType): boolean => synchronousProducts.includes(product);

/**
 * Every queue: its name, its product, and how long finished jobs stay. A job carries the ids of rows to look at, with
 * the ids of the requests they come from; never money or personal data. A lost job costs milliseconds, a repeated one
 * nothing.
 */
export const jobCatalog = {
  /** Ids of airtime purchases to send. */
  airtime: {
    queue: 'airtime',
    product: 'AIRTIME',
    retention: { removeOnComplete: { age: 300, count: 1_000 }, removeOnFail: { age: 86_400, count: 5_000 } },
  },
  /** Ids of data purchases to send. */
  data: {
    queue: 'data',
    product: 'DATA',
    retention: { removeOnComplete: { age: 300, count: 1_000 }, removeOnFail: { age: 86_400, count: 5_000 } },
  },
  /** Ids of webhook events to deliver. */
  webhooks: {
    queue: 'webhooks',
    product: null,
    retention: { removeOnComplete: { age: 60, count: 1_000 }, removeOnFail: { age: 86_400, count: 5_000 } },
  },
  /** Ids of notifications to send: the token of prepaid electricity by SMS. */
  notifications: {
    queue: 'notifications',
    product: null,
    retention: { removeOnComplete: { age: 60, count: 1_000 }, removeOnFail: { age: 86_400, count: 5_000 } },
  },
} as const satisfies Record<string, { queue: string; product: ProductType | null; retention: JobRetention }>;

export type QueueName = keyof typeof jobCatalog;

export const queueNames = Object.keys(jobCatalog) as QueueName[];

/** The names of the queues in Redis or PostgreSQL. */
export const storedQueues: string[] = Object.values(jobCatalog).map(({ queue }) => queue);

/**
 * In BullMQ's terms; ages are in seconds. Finished jobs stay for a while, so that a second job for the same id is
 * dropped.
 */
type JobRetention = { removeOnComplete: { age: number; count: number }; removeOnFail: { age: number; count: number } };

/**
 * The id of a row to look at. `requestId`: the X-Request-Id of the client's request, for the log only. `lane`: in which
 * a purchase waits for its turn (`laneOf`).
 */
export type Job = { id: string; requestId?: string; lane?: string };

const payload = Joi.object<Job>({
  id: Joi.string().uuid().required(),
  requestId: Joi.string().uuid(),
  lane: Joi.string().max(100),
}).required();

/** @throws Error when the data is no job of ours, because another program writes to this queue */
export function readJob(data: unknown): Job {
  const { value, error } = payload.validate(data);
  if (error) throw new Error(`not a job of ours: ${error.message}`);
  return value;
}
