export {
  jobCatalog,
  type QueueName,
  queueNames,
  readJob,
  storedQueues,
} from './job-catalog';
export { findOpenWork, type OpenWork } from './open-work.store';
