import { changePolicy, countOpenApprovals, readApprovalPolicy, readCapUse } from '@topup/core/operator-guard';
import { type Db, formatNaira } from '@topup/core/shared';
import type { ApprovalPolicy } from '@topup/dashboard-contract';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import { signedInOf } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { change } from '../../http/change';
import { approvalNote, naira, nairaFromZero } from '../operator.input';
import { toLimits } from './approvals.presenter';

/** The approval policy, what the operator may still move today, and how many approvals wait for them. */
export function showApprovalPolicy({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (_request, response) => {
    response.json(await readPolicy(db, signedInOf(response).userId));
  };
}

type Given = { approvalLimit: bigint; dailyCap: bigint; approvalNote?: string };

export const changeMoneyLimits = ({ db }: Pick<Deps, 'db'>): RequestHandler =>
  change({
    of: (_request, response) => signedInOf(response).userId,
    body: Joi.object<Given>({
      approvalLimit: nairaFromZero.label('Approval limit'),
      dailyCap: naira.label('Daily cap'),
      approvalNote,
    }),
    make: ({ approvalLimit: approvalLimitKobo, dailyCap: dailyCapKobo, approvalNote: approval }, by) =>
      changePolicy(db, by, { approvalLimitKobo, dailyCapKobo }, { approval }),
    answer: (_made, _given, me) => readPolicy(db, me),
  });

async function readPolicy(db: Db, me: string): Promise<ApprovalPolicy> {
  const [policy, used, usedByOps, toDecide] = await Promise.all([
    readApprovalPolicy(db),
    readCapUse(db, me),
    readCapUse(db, 'ops'),
    countOpenApprovals(db, me),
  ]);
  const left = policy.dailyCapKobo - used;
  return {
    ...toLimits(policy),
    approvals: policy.approvals,
    leftToday: formatNaira(left > 0n ? left : 0n),
    usedByOps: formatNaira(usedByOps),
    toDecide,
  };
}
