import { limitActions } from '@topup/core/audit';
import {
  changeLimits,
  countOpenApprovals,
  isGuardRefusal,
  readApprovalPolicy,
  readCapUse,
} from '@topup/core/operator-guard';
import { type Db, formatNaira } from '@topup/core/shared';
import type { ApprovalPolicy } from '@topup/dashboard-contract';
import type { RequestHandler } from 'express';
import Joi from 'joi';
import { signedInOf } from '../../auth/signed-in';
import type { Deps } from '../../deps';
import { readFields } from '../../http/read-fields';
import { approvalNote, naira, nairaFromZero } from '../operator.input';
import { toLimits } from './approvals.presenter';
import { isAsked, sendAsked, tryStep } from './try-step';

/** The approval policy, what the operator may still move today, and how many approvals wait for them. */
export function showApprovalPolicy({ db }: Pick<Deps, 'db'>): RequestHandler {
  return async (_request, response) => {
    response.json(await readRule(db, signedInOf(response).userId));
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
    const changed = await tryStep(db, response, approvalNote, async (tx, actor) => {
      const result = await changeLimits(tx, limits, actor);
      if (isGuardRefusal(result)) return { refusal: result, guarded: { kind: 'limits', ...limits } };
      return { done: result, action: limitActions.changed(result.before, limits) };
    });
    if (isAsked(changed)) return sendAsked(response, changed);
    response.json(await readRule(db, signedInOf(response).userId));
  };
}

async function readRule(db: Db, me: string): Promise<ApprovalPolicy> {
  const [rule, used, usedByOps, toDecide] = await Promise.all([
    readApprovalPolicy(db),
    readCapUse(db, me),
    readCapUse(db, 'ops'),
    countOpenApprovals(db, me),
  ]);
  const left = rule.dailyCapKobo - used;
  return {
    ...toLimits(rule),
    approvals: rule.approvals,
    leftToday: formatNaira(left > 0n ? left : 0n),
    usedByOps: formatNaira(usedByOps),
    toDecide,
  };
}
