export { type CallOptions, type Client, type ClientOptions, createClient } from './client';
export type { components, operations, paths } from './generated/api';
export { NoAnswerError } from './no-answer-error';
export type { AnswerOf, OperationName, RequestOf } from './operations';
export { type ReceiveOptions, receiveEvent } from './receive-event';
export { verifyWebhook, type WebhookEvent } from './verify-webhook';
export { type SignatureOptions, verifyWebhookSignature, type WebhookHeaders } from './verify-webhook-signature';
