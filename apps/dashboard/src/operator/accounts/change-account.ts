import { lockAccount, setAccountStatus, setAccountTier } from '@topup/core/account';
import { withAuditLog } from '@topup/core/audit';
import { formatNaira } from '@topup/core/shared';
import { fundWallet } from '@topup/core/wallet';
import type { AccountRow, Funding } from '@topup/dashboard-contract';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import type { Deps } from '../../deps';
import { idOf } from '../../http/parse-id-param';
import { readFields } from '../../http/read-fields';
import { notFound, Refusal } from '../../http/refusal';
import { operatorOf } from '../audit-actor';
import { line, naira } from '../operator.input';
import { noSuchTier } from '../refusals';
import { toldAccount } from './accounts.presenter';

/** Suspends an account, which refuses its keys within a second while open purchases still finish, or lets it buy again. */
export function setStatus({ db }: Pick<Deps, 'db'>): RequestHandler {
  const body = Joi.object<{ status: 'active' | 'suspended' }>({ status: Joi.valid('active', 'suspended').required() });
  return async (request, response) => {
    const id = idOf(request, 'account');
    const { status } = readFields(body, request.body);
    const account = await withAuditLog(db, operatorOf(response), async (tx) => {
      const before = await lockAccount(tx, id);
      if (before === null) throw notFound('account');
      const changed = await setAccountStatus(tx, id, status);
      const action = status === 'suspended' ? 'account.suspend' : 'account.resume';
      return {
        result: { ...before, status },
        action: changed ? { action, subject: before.name, accountId: id } : null,
      };
    });
    response.json(toldAccount(account) satisfies AccountRow);
  };
}

/** Its next purchase of data is at the prices of that tier. */
export function setTier({ db }: Pick<Deps, 'db'>): RequestHandler {
  const body = Joi.object<{ tier: string }>({ tier: line });
  return async (request, response) => {
    const id = idOf(request, 'account');
    const { tier } = readFields(body, request.body);
    const account = await withAuditLog(db, operatorOf(response), async (tx) => {
      const before = await lockAccount(tx, id);
      if (before === null) throw notFound('account');
      if (!(await setAccountTier(tx, id, tier))) throw noSuchTier(tier);
      const action = {
        action: 'account.tier',
        subject: before.name,
        accountId: id,
        details: { from: before.tier, to: tier },
      };
      return { result: { ...before, tier }, action: before.tier === tier ? null : action };
    });
    response.json(toldAccount(account) satisfies AccountRow);
  };
}

type Payment = { amount: bigint; reference: string; note: string };

/** Adds money once per reference. The same again answers the figures of then; another amount under a known reference is refused with them. */
export function fund({ db }: Pick<Deps, 'db'>): RequestHandler {
  const body = Joi.object<Payment>({ amount: naira, reference: line, note: line });
  return async (request, response) => {
    const id = idOf(request, 'account');
    const { amount, reference, note } = readFields(body, request.body);
    const funding = await withAuditLog(db, operatorOf(response), async (tx) => {
      const account = await lockAccount(tx, id);
      if (account === null) throw notFound('account');
      const result = await fundWallet(tx, id, amount, reference);
      const details = { amount: formatNaira(amount), reference, balanceAfter: formatNaira(result.balanceAfterKobo) };
      return {
        result,
        action: result.funded ? { action: 'wallet.fund', subject: account.name, accountId: id, note, details } : null,
      };
    });
    const [naira, before, after] = [funding.amountKobo, funding.balanceBeforeKobo, funding.balanceAfterKobo].map(
      formatNaira,
    ) as [string, string, string];
    if (funding.amountKobo !== amount) {
      const message = `Reference "${reference}" stands for an earlier payment of NGN ${naira}, which took the wallet from ${before} to ${after}. Nothing was added: use a reference of its own for another payment.`;
      throw new Refusal(409, 'reference_used', message, { reference: message });
    }
    response.json({
      funded: funding.funded,
      amount: naira,
      balanceBefore: before,
      balanceAfter: after,
    } satisfies Funding);
  };
}
