import { findFundingAccount, listTransfers, openFundingAccount } from '@topup/core/collection';
import { pick, toWire } from '@topup/core/shared';
import type { FundingNumbers } from '@topup/dashboard-contract';
import { Router } from 'express';
import Joi from 'joi';
import { liveAccountIdOf, requireRight } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { serveChange } from '../../http/change';
import { textRule } from '../../http/read-fields';

const PATH = '/wallet/funding-account';

/** The bank accounts into which the account transfers. Nobody transfers test money, so they are of the live account. */
export function fundingAccountRoutes({ db, collector }: Pick<Deps, 'db' | 'collector'>): Router {
  const router = Router();
  // while the collector is off, nobody credits what is transferred to them
  const numbersOf = async (accountId: string): Promise<FundingNumbers> => {
    const transfers = await listTransfers(db, { accountId, state: 'waiting', limit: 10 });
    const waiting = transfers.map((each) => toWire(pick(each, 'id', 'amountKobo', 'payer', 'foundAt')));
    if (collector === null) return { offered: false, banks: [], waiting };
    return { offered: true, banks: (await findFundingAccount(db, accountId))?.banks ?? [], waiting };
  };
  router.get(PATH, requireRight('read'), async (_request, response) =>
    response.json(await numbersOf(liveAccountIdOf(response))),
  );
  router.post(PATH, requireRight('money'));
  // asks the collector for it; the number is passed on, and kept nowhere
  serveChange(router, PATH, {
    of: (_request, response) => liveAccountIdOf(response),
    body: Joi.object<{ identity: 'bvn' | 'nin'; number: string }>({
      identity: Joi.valid('bvn', 'nin').required(),
      number: elevenDigits.label('The number'),
    }),
    make: ({ identity, number }, by, accountId) =>
      openFundingAccount({ db, collector }, by, { accountId, [identity]: number }),
    answer: (_made, _given, accountId) => numbersOf(accountId),
  });
  return router;
}

const elevenDigits = textRule('must have 11 digits', (text) => (/^\d{11}$/.test(text.trim()) ? text.trim() : null));
