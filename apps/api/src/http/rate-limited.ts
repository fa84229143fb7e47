import { GREATEST_TEST_LIMIT, type LimitName } from '@topup/core/account';
import { AppError, type ErrorCode } from '@topup/core/errors';
import { addressGroup, type RateCount } from '@topup/runtime';
import type { Request, RequestHandler, Response } from 'express';
import type { Deps } from '../deps';
import { callerOf } from './request-context';

/**
 * Counts the request for its account. Over the limit it gets 429 before its body is read, so nothing is debited. Every
 * answer that follows has the headers of the limit.
 */
export function rateLimited({ rateLimits }: Pick<Deps, 'rateLimits'>, name: LimitName): RequestHandler {
  return async (_request, response, next) => {
    const { accountId, limits, mode } = callerOf(response);
    const ofAccount = limits[name] ?? rateLimits.defaults[name];
    const perMinute = mode === 'test' ? Math.min(ofAccount, GREATEST_TEST_LIMIT) : ofAccount;
    const limit: Limit = { name, perMinute, error: 'rate_limited' };
    describeLimit(response, limit, await count(rateLimits, response, limit, accountId));
    next();
  };
}

/** One each half second. Each sends an event: a client that answers every event with a query would go on forever. */
const STATUS_OF_REFERENCE: Limit = { name: 'status-per-reference', perMinute: 120, error: 'rate_limited' };

/** Counts a status query of this reference. @throws AppError rate_limited */
export async function limitStatusOf(
  { rateLimits }: Pick<Deps, 'rateLimits'>,
  response: Response,
  requestRef: string,
): Promise<void> {
  await count(rateLimits, response, STATUS_OF_REFERENCE, `${callerOf(response).accountId}:${requestRef}`);
}

/** Each change is an entry of the audit log, which nothing deletes. */
const WEBHOOK_CHANGES: Limit = { name: 'webhook-changes', perMinute: 30, error: 'rate_limited' };

/** Counts a change of the webhook URL. @throws AppError rate_limited */
export async function limitWebhookChanges({ rateLimits }: Pick<Deps, 'rateLimits'>, response: Response): Promise<void> {
  await count(rateLimits, response, WEBHOOK_CHANGES, callerOf(response).accountId);
}

/** Counts a request without a valid key for its address. @throws AppError too_many_failed_keys */
export async function limitFailedKeys(
  { rateLimits }: Pick<Deps, 'rateLimits'>,
  request: Request,
  response: Response,
): Promise<void> {
  const perMinute = rateLimits.failedKeysPerAddress;
  const limit: Limit = { name: 'failed-keys', perMinute, error: 'too_many_failed_keys' };
  await count(rateLimits, response, limit, addressGroup(request.ip));
}

type Limit = { name: string; perMinute: number; error: ErrorCode };

/** @throws AppError over the limit. The headers of the answer are then those of this limit */
async function count(
  { limiter }: Deps['rateLimits'],
  response: Response,
  limit: Limit,
  subject: string,
): Promise<RateCount> {
  const counted = await limiter.take(`${limit.name}:${subject}`, limit.perMinute);
  if (counted.allowed) return counted;
  describeLimit(response, limit, counted);
  response.setHeader('Retry-After', String(counted.resetSeconds));
  throw new AppError(limit.error);
}

/** The headers of draft-ietf-httpapi-ratelimit-headers-10. */
function describeLimit(response: Response, { name, perMinute }: Limit, { remaining, resetSeconds }: RateCount): void {
  response.setHeader('RateLimit-Policy', `"${name}";q=${perMinute};w=60`);
  response.setHeader('RateLimit', `"${name}";r=${remaining};t=${resetSeconds}`);
}
