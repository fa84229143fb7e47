import Joi from 'joi';
import { type PurchaseQueue, purchaseQueues } from '../product/definition';

/** In BullMQ's terms. Finished jobs stay for a while, so that a second job for the same id is dropped. */
const queueOf = (queue: string, keptS: number) => ({
  queue,
  retention: { removeOnComplete: { age: keptS, count: 1_000 }, removeOnFail: { age: 86_400, count: 5_000 } },
});

/** One for each queue that products name. Its jobs carry ids of purchases to send. */
const queuesOfPurchases = Object.fromEntries(purchaseQueues.map((queue) => [queue, queueOf(queue, 300)])) as Record<
  PurchaseQueue,
  ReturnType<typeof queueOf>
>;

/** A job carries ids of rows and requests, no personal data: a lost one costs milliseconds, a repeated one nothing. */
export const jobCatalog = {
  ...queuesOfPurchases,
  webhooks: queueOf('webhooks', 60),
  notifications: queueOf('notifications', 60),
};

export type QueueName = keyof typeof jobCatalog;

export const queueNames = Object.keys(jobCatalog) as QueueName[];

export const storedQueues: string[] = Object.values(jobCatalog).map(({ queue }) => queue);

/** `id`: of a row to look at. `requestId`: for the log only. `lane`: in which a purchase waits (`toLane`). */
type Job = { id: string; requestId?: string; lane?: string };

const payload = Joi.object<Job>({
  id: Joi.string().uuid().required(),
  requestId: Joi.string().uuid(),
  lane: Joi.string().max(100),
}).required();

/** @throws Error when the data is not one of our jobs, because another program writes to this queue */
export function readJob(data: unknown): Job {
  const { value, error } = payload.validate(data);
  if (error) throw new Error(`not one of our jobs: ${error.message}`);
  return value;
}
