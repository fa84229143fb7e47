import { matchPaymentReference } from '@topup/core/account';
import type { AccountRow } from '@topup/dashboard-contract';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { line, readQuery } from '../../http/read-fields';
import { mistypedPaymentReference, noSuchPaymentReference, notAPaymentReference } from '../refusals';
import { toAccountRow } from './accounts.presenter';

/** Whose the payment reference of a bank transfer is, so that the operator sees the name before they fund. */
export function findPayer({ db }: Pick<Deps, 'db'>): RequestHandler {
  const query = Joi.object<{ reference: string }>({ reference: line.label('Payment reference') });
  return async (request, response) => {
    const found = await matchPaymentReference(db, readQuery(query, request).reference);
    if (found.kind === 'not_one') throw notAPaymentReference();
    if (found.kind === 'mistyped') throw mistypedPaymentReference(found.reference);
    if (found.kind === 'no_account') throw noSuchPaymentReference(found.reference);
    response.json(toAccountRow(found.account) satisfies AccountRow);
  };
}
