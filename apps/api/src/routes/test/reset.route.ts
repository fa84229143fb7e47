import { resetTestAccount } from '@topup/core/account';
import { AppError } from '@topup/core/errors';
import { pause } from '@topup/core/shared';
import type { RequestHandler } from 'express';
import type { Deps } from '../../deps';
import { balanceAnswer } from '../../http/balance-answer';
import { readFields, requestBody } from '../../http/fields';
import { bodyOf, callerOf } from '../../http/request-context';

export const testReset = requestBody({});

/** After this every API process knows which account a key is of (authenticate.ts). */
const KNOWN_EVERYWHERE_MS = 1_000;

/**
 * POST /v1/test/reset: a fresh test account behind the same keys, URL and webhook secrets, at most once a minute. It
 * answers when every API process knows it.
 */
export function resetTest({ db, changeInTurns }: Deps): RequestHandler {
  return async (request, response) => {
    readFields(testReset, bodyOf(request));
    const { accountId } = callerOf(response);
    const reset = await changeInTurns(accountId, () => resetTestAccount(db, accountId));
    // the account was reset or suspended while the request was on its way
    if (reset.kind === 'not_test') throw new AppError('unauthorized');
    if (reset.kind === 'too_soon') {
      response.setHeader('Retry-After', reset.waitSeconds);
      throw new AppError('rate_limited', 'A test account can be reset once a minute.');
    }
    await pause(KNOWN_EVERYWHERE_MS);
    response.json(balanceAnswer('Test account reset.', 0n));
  };
}
