import Joi from 'joi';
import type { ProductType } from '../provider/provider.port';

/**
 * Products that have no queue: the API process itself sends them, and every worker sweeps what one that died has left.
 */
export const synchronousProducts: readonly ProductType[] = ['CABLE_TV', 'ELECTRICITY'];

/** Whether the API process itself sends purchases of the product. */
export const isSynchronous = (product: ProductType): boolean => synchronousProducts.includes(product);

/**
 * Every queue: its name, what its jobs carry (one hint or several, each an id and that of the request it comes from; never money or personal data) and how long finished jobs stay. A job is a hint that something is
 * in the database to be done: losing one costs milliseconds, doubling one nothing.
 */
export const jobCatalog = {
  /** The id of an airtime purchase to be sent. */
  airtime: {
    queue: 'airtime',
    product: 'AIRTIME',
    retention: { removeOnComplete: { age: 300, count: 1_000 }, removeOnFail: { age: 86_400, count: 5_000 } },
  },
  /** The id of a data purchase to be sent. */
  data: {
    queue: 'data',
    product: 'DATA',
    retention: { removeOnComplete: { age: 300, count: 1_000 }, removeOnFail: { age: 86_400, count: 5_000 } },
  },
  /** The id of a webhook event to be delivered. */
  webhooks: {
    queue: 'webhooks',
    product: null,
    retention: { removeOnComplete: { age: 60, count: 1_000 }, removeOnFail: { age: 86_400, count: 5_000 } },
  },
  /** The id of a notification to a customer: the token of prepaid electricity by SMS. */
  notifications: {
    queue: 'notifications',
    product: null,
    retention: { removeOnComplete: { age: 60, count: 1_000 }, removeOnFail: { age: 86_400, count: 5_000 } },
  },
} as const satisfies Record<string, { queue: string; product: ProductType | null; retention: JobRetention }>;

export type QueueName = keyof typeof jobCatalog;

export const queueNames = Object.keys(jobCatalog) as QueueName[];

/** The same as the stores know them. */
export const storedQueues: string[] = Object.values(jobCatalog).map(({ queue }) => queue);

/** In BullMQ's terms; ages in seconds. Kept a while so that a second hint for the same id finds the first and is dropped. */
type JobRetention = { removeOnComplete: { age: number; count: number }; removeOnFail: { age: number; count: number } };

/** One hint: the id of what is to be looked at. `requestId`, the X-Request-Id of the client that set it off, is for the log alone. */
export type Job = { id: string; requestId?: string };

const payload = Joi.object<Job>({ id: Joi.string().uuid().required(), requestId: Joi.string().uuid() }).required();

/** @throws Error when a job carries anything else: somebody else writes to this queue */
export function readJob(data: unknown): Job {
  const { value, error } = payload.validate(data);
  if (error) throw new Error(`not a job of ours: ${error.message}`);
  return value;
}
