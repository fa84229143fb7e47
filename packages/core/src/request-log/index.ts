export { createRequestLog, type RequestLog, type RequestRecord } from './recorder';
export {
  keepRequestLog,
  type LoggedRequest,
  listRequests,
  type RequestFilter,
  readRequest,
  type StatusClass,
  statusClasses,
} from './request-log.store';
export {
  type EndpointSample,
  SAMPLE_PARTS,
  SAMPLE_REQUESTS,
  sampleRequests,
} from './request-rates.store';
export { type RequestSum, sumRequests } from './request-totals.store';
