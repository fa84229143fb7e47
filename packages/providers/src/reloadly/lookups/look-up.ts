import type { Lookup } from '@topup/core/provider';
import type { Answered } from '../../http/http-once';
import { type LookUpOptions as Asked, lookUp as ask } from '../../http/look-up';
import { codeOf, isShutOut, isSuccess, readAnswer } from '../answer/read-answer';
import { RESPONSE_CODES } from '../response-codes';
import { NOT_NAIRA } from './read-balance';

type LookUpOptions<T> = Omit<Asked<T>, 'rejection' | 'read'> & {
  /** Reads the body of an answer under 2xx. */
  read: (bodyText: string) => Lookup<T>;
};

/** Asks Reloadly something that sells nothing. Never throws. */
export async function lookUp<T>({ read, ...asked }: LookUpOptions<T>): Promise<Lookup<T>> {
  const answer = await ask<T>({
    ...asked,
    rejection: accountRejection,
    read: ({ httpStatus, bodyText }) =>
      isSuccess(httpStatus) ? read(bodyText) : { kind: 'unavailable', reason: `HTTP ${httpStatus}` },
  });
  if (answer.kind === 'unavailable' && answer.reason === NOT_NAIRA) asked.onOddity?.(NOT_NAIRA, { about: asked.about });
  return answer;
}

function accountRejection({ httpStatus, bodyText }: Answered): string | null {
  const answer = readAnswer(httpStatus, bodyText);
  const row = RESPONSE_CODES.get(codeOf(answer));
  const isOurs = row?.proves === 'refused' && row.fault === 'account' && row.http.includes(httpStatus);
  return isOurs || isShutOut(answer) ? codeOf(answer) : null;
}
