export { type BatchFault, type BatchFile, type BatchNote, type BatchRow, readBatchFile } from './batch-file';
export type { Changes } from './changes';
export {
  AuthenticationError,
  ConnectionError,
  DuplicateReferenceError,
  type ErrorCode,
  InsufficientBalanceError,
  NotFoundError,
  NotRecognisedError,
  type OriginalStatus,
  PurchaseFailedError,
  RateLimitedError,
  TopUpError,
  UnavailableError,
  ValidationError,
} from './errors/errors';
export { OutcomeUnknownError } from './errors/outcome-unknown-error';
export { events } from './generated/endpoints';
export type { HeardEvent, ListenOptions } from './listen';
export type { OperationName, PurchaseName, RequestOf } from './operations';
export type { LogEntry, PerCall, PerPurchase } from './perform';
export {
  type Pending,
  type PurchaseCall,
  type PurchaseStatus,
  type SettleOptions,
  type Sold,
  tokenFields,
} from './purchase';
export {
  type Change,
  type LoggedRequest,
  type Page,
  type Pages,
  TopUp,
  type TopUpOptions,
  type Transaction,
  type WalletEntry,
} from './topup';
export {
  type ReceiveOptions,
  receiveEvent,
  type VerifyOptions,
  verifyWebhook,
  verifyWebhookHash,
  type WebhookEvent,
} from './webhooks/verify-webhook';
export {
  type SignatureOptions,
  verifyWebhookSignature,
  type WebhookHeaders,
} from './webhooks/verify-webhook-signature';
