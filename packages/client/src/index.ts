export {
  AuthenticationError,
  ConnectionError,
  DuplicateReferenceError,
  type ErrorCode,
  InsufficientBalanceError,
  NotFoundError,
  NotRecognisedError,
  PurchaseFailedError,
  RateLimitedError,
  TopUpError,
  UnavailableError,
  ValidationError,
} from './errors/errors';
export { OutcomeUnknownError } from './errors/outcome-unknown-error';
export type { HeardEvent, ListenOptions } from './listen';
export type { LogEntry } from './log-entry';
export type { OperationName, PurchaseName, RequestOf } from './operations';
export type { Page, Pages } from './pages';
export type { PerCall } from './perform';
export type { Pending, PurchaseCall, PurchaseStatus, SettleOptions, Sold } from './purchase';
export { tokenFields } from './token-fields';
export { type LoggedRequest, TopUp, type TopUpOptions, type Transaction, type WalletEntry } from './topup';
export { type ReceiveOptions, receiveEvent } from './webhooks/receive-event';
export { type VerifyOptions, verifyWebhook, verifyWebhookHash, type WebhookEvent } from './webhooks/verify-webhook';
export {
  type SignatureOptions,
  verifyWebhookSignature,
  type WebhookHeaders,
} from './webhooks/verify-webhook-signature';
