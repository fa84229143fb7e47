import type { ErrorCode } from './errors/errors';
import type { OperationName } from './operations';

/** One step of a call, for `onLog`. It has neither keys nor bodies nor references: they can contain numbers. */
export type LogEntry = {
  /** `answer`: HTTP came back. `no_answer`: nothing did. `retry`: the request is sent again after `waitMs`. */
  event: 'answer' | 'no_answer' | 'retry';
  operation: OperationName;
  /** 1 for the first request of a call. */
  attempt: number;
  durationMs?: number;
  status?: number;
  errorCode?: ErrorCode | null;
  requestId?: string | null;
  waitMs?: number;
  /** Why no answer came, such as `ECONNRESET`. */
  reason?: string;
};
