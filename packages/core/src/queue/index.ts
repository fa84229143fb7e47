export {
  isSynchronous,
  type Job,
  jobCatalog,
  type QueueName,
  queueNames,
  readJob,
  storedQueues,
  synchronousProducts,
} from './job-catalog';
export { findOpenWork, type OpenWork } from './open-work.store';
