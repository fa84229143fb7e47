import { matchPaymentReference } from '@topup/core/account';
import { toWire } from '@topup/core/shared';
import type { AccountRow } from '@topup/dashboard-contract';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { line, readQuery } from '../../http/read-fields';
import { done } from '../../http/refusal';
import { toAccountRow } from './accounts.presenter';

/** Whose the payment reference of a bank transfer is, so that the operator sees the name before they fund. */
export function findPayer({ db }: Pick<Deps, 'db'>): RequestHandler {
  const query = Joi.object<{ reference: string }>({ reference: line.label('Payment reference') });
  return async (request, response) => {
    const { account } = done(await matchPaymentReference(db, readQuery(query, request).reference));
    response.json(toWire(toAccountRow(account)) satisfies AccountRow);
  };
}
