import { changePolicy, countOpenApprovals, readApprovalPolicy, readCapUse } from '@topup/core/operator-guard';
import { type Db, formatNaira } from '@topup/core/shared';
import type { ApprovalPolicy } from '@topup/dashboard-contract';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import { signedInOf } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { byOf } from '../../http/audit';
import { readFields } from '../../http/read-fields';
import { done } from '../../http/refusal';
import { approvalNote, naira, nairaFromZero } from '../operator.input';
import { isAsked, sendAsked } from './answer-guarded';
import { toLimits } from './approvals.presenter';

/** The approval policy, what the operator may still move today, and how many approvals wait for them. */
export function showApprovalPolicy({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (_request, response) => {
    response.json(await readPolicy(db, signedInOf(response).userId));
  };
}

type Given = { approvalLimit: bigint; dailyCap: bigint; approvalNote?: string };

export function changeMoneyLimits({ db }: Pick<Deps, 'db'>): RequestHandler {
  const body = Joi.object<Given>({
    approvalLimit: nairaFromZero.label('Approval limit'),
    dailyCap: naira.label('Daily cap'),
    approvalNote,
  });
  return async (request, response) => {
    const { approvalLimit, dailyCap, approvalNote } = readFields(body, request.body);
    const limits = { approvalLimitKobo: approvalLimit, dailyCapKobo: dailyCap };
    const changed = await changePolicy(db, byOf(response), limits, { approval: approvalNote });
    if (isAsked(changed)) return sendAsked(response, changed);
    done(changed);
    response.json(await readPolicy(db, signedInOf(response).userId));
  };
}

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
