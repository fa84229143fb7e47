import { limitActions, withAuditLog } from '@topup/core/audit';
import { changeLimits, guardActorOf, isGuardRefusal, readApprovalPolicy, readCapUse } from '@topup/core/operator-guard';
import { formatNaira } from '@topup/core/shared';
import type { Command } from 'commander';
import { lineArgument, nairaFromZeroArgument } from '../arguments';
import { askApproval } from '../guarded';
import { type Report, reporting } from '../output';
import { Misuse } from '../refusal';
import { type ActingAs, changeDatabase, withDatabase } from '../with-database';

export function limitsCommands(program: Command): void {
  const limits = program.command('limits').description('what operators and `ops` may move without a second operator');
  limits.command('show').description('show the approval limit and the daily cap').action(reporting(show));
  limits
    .command('set')
    .description('ask a second operator to change the approval limit or the daily cap')
    .option('--approval-limit <naira>', 'what is above it needs an approval', nairaFromZeroArgument)
    .option('--daily-cap <naira>', 'what an operator, or `ops`, may move in a day', nairaFromZeroArgument)
    .requiredOption('--note <text>', 'why: for the second operator who decides, and the audit log', lineArgument)
    .action(reporting(set));
}

function show(): Promise<Report> {
  return withDatabase(async (db) => {
    const { approvalLimitKobo, dailyCapKobo, approvals } = await readApprovalPolicy(db);
    const [approvalLimit, dailyCap, usedByOps] = [approvalLimitKobo, dailyCapKobo, await readCapUse(db, 'ops')].map(
      formatNaira,
    );
    const above =
      approvals === 'off'
        ? 'Nothing needs an approval: OPERATOR_APPROVALS is off.'
        : `What is above NGN ${approvalLimit} needs the approval of a second operator.`;
    return {
      json: { approvals, approvalLimit, dailyCap, usedByOps },
      text: `${above}\nEach operator, and \`ops\`, may move NGN ${dailyCap} in a day. Today \`ops\` has moved NGN ${usedByOps}.`,
    };
  });
}

type SetOptions = ActingAs & { approvalLimit?: bigint; dailyCap?: bigint; note: string };

function set({ approvalLimit, dailyCap, note, ...as }: SetOptions): Promise<Report> {
  if (approvalLimit === undefined && dailyCap === undefined)
    throw new Misuse('Give --approval-limit, --daily-cap, or both.');
  return changeDatabase(as, async (db, by) => {
    return withAuditLog(db, by.actor, by.origin, async (tx) => {
      const rule = await readApprovalPolicy(tx);
      const limits = {
        approvalLimitKobo: approvalLimit ?? rule.approvalLimitKobo,
        dailyCapKobo: dailyCap ?? rule.dailyCapKobo,
      };
      const outcome = await changeLimits(tx, limits, guardActorOf(by.actor));
      if (isGuardRefusal(outcome))
        return { result: await askApproval(tx, by, outcome, { kind: 'limits', ...limits }, note), action: null };
      const [limit, cap] = [limits.approvalLimitKobo, limits.dailyCapKobo].map(formatNaira);
      return {
        result: {
          json: { approvalLimit: limit, dailyCap: cap },
          text: `The approval limit is NGN ${limit}, and the daily cap is NGN ${cap}.`,
        },
        action: limitActions.changed(outcome.before, limits, { note }),
      };
    });
  });
}
