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
  type RequestSum,
  SAMPLE_PARTS,
  SAMPLE_REQUESTS,
  sampleRequests,
  sumRequests,
} from './request-rates.store';
