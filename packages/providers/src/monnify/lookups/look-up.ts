import type { Lookup } from '@topup/core/provider';
import { type LookUpOptions as Asked, lookUp as ask } from '../../http/look-up';
import { type Answer, readAnswer } from '../answer/read-answer';

type LookUpOptions<T> = Omit<Asked<T>, 'rejection' | 'read'> & { read: (answer: Answer) => Lookup<T> };

/** Asks Monnify something that sells nothing. Never throws. */
export const lookUp = <T>({ read, ...asked }: LookUpOptions<T>): Promise<Lookup<T>> =>
  ask<T>({
    ...asked,
    rejection: ({ httpStatus }) => (httpStatus === 401 || httpStatus === 403 ? `http_${httpStatus}` : null),
    read: ({ httpStatus, bodyText }) => read(readAnswer(httpStatus, bodyText)),
  });
