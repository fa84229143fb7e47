import { changePolicy, readApprovalPolicy, readCapUse } from '@topup/core/operator-guard';
import { formatNaira } from '@topup/core/shared';
import type { Command } from 'commander';
import { lineArgument, nairaFromZeroArgument } from '../arguments';
import { reportGuarded } from '../guarded';
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

async function set({ approvalLimit, dailyCap, note, as }: SetOptions): Promise<Report> {
  if (approvalLimit === undefined && dailyCap === undefined)
    throw new Misuse('Give --approval-limit, --daily-cap, or both.');
  const change = { approvalLimitKobo: approvalLimit, dailyCapKobo: dailyCap };
  const changed = await changeDatabase({ as }, (db, by) => changePolicy(db, by, change, { note, approval: note }));
  return reportGuarded(changed, { as }, ({ limits }) => {
    const [limit, cap] = [limits.approvalLimitKobo, limits.dailyCapKobo].map(formatNaira);
    return {
      json: { approvalLimit: limit, dailyCap: cap },
      text: `The approval limit is NGN ${limit}, and the daily cap is NGN ${cap}.`,
    };
  });
}
