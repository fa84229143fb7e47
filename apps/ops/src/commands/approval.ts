import {
  type Approval,
  approvalSentence,
  cancelApproval,
  findApproval,
  listApprovals,
  readApprovalPolicy,
} from '@topup/core/operator-guard';
import { formatNaira } from '@topup/core/shared';
import type { Command } from 'commander';
import { countArgument, idArgument } from '../arguments';
import { type Report, reporting, table, time } from '../output';
import { done, refusalOf } from '../refusal';
import { type ActingAs, changeDatabase, withDatabase } from '../with-database';

export function approvalCommands(program: Command): void {
  const approval = program
    .command('approval')
    .description('what needs a second operator, who decides on it in the console');
  approval
    .command('list')
    .description('list what was asked for, the newest first')
    .option('--open', 'only what can still be decided')
    .option('--limit <number>', 'how many at most', countArgument, 50)
    .action(reporting(list));
  approval
    .command('show')
    .description('show what was asked for, by whom, and what became of it')
    .argument('<id>', 'the approval', idArgument)
    .action(reporting(show));
  approval
    .command('cancel')
    .description('take back what `ops` asked for')
    .argument('<id>', 'the approval', idArgument)
    .action(reporting(cancel));
}

function list({ open = false, limit }: { open?: boolean; limit: number }): Promise<Report> {
  return withDatabase(async (db) => {
    const [approvals, { approvals: needed }] = [await listApprovals(db, { open, limit }), await readApprovalPolicy(db)];
    const rows = approvals.map((each) => [
      each.id,
      time(each.requestedAt),
      each.state,
      each.requester,
      approvalSentence(each),
    ]);
    const none = needed === 'off' ? 'Nothing was asked for: approvals are off.' : 'Nothing was asked for.';
    return {
      json: approvals.map(toJson),
      text: table(['ID', 'ASKED FOR', 'STATE', 'BY', 'WHAT'], rows, none),
    };
  });
}

async function show(id: string): Promise<Report> {
  const approval = await withDatabase((db) => findApproval(db, id));
  if (approval === null) throw refusalOf({ kind: 'no_such_approval', id });
  const { state, requester, requestedAt, expiresAt, decider, decidedAt, decisionNote, note } = approval;
  const lines = [
    `${requester} asked for an approval: ${approvalSentence(approval)}.`,
    `Why: ${note}`,
    `Asked for ${time(requestedAt)}, expires ${time(expiresAt)}.`,
    decidedAt === null
      ? `It is ${state}.`
      : `It is ${state}${decider === null ? '' : ` by ${decider}`}, ${time(decidedAt)}.`,
    ...(decisionNote === null ? [] : [`Their note: ${decisionNote}`]),
  ];
  return { json: toJson(approval), text: lines.join('\n') };
}

function cancel(id: string, as: ActingAs): Promise<Report> {
  return changeDatabase(as, async (db, by) => {
    const { kind: state } = done(await cancelApproval(db, by, id));
    return { json: { approval: id, state }, text: `Approval ${id} is cancelled.` };
  });
}

/** Amounts as naira texts. */
function toJson({ amountKobo, approvalLimitKobo, dailyCapKobo, entryId, ...approval }: Approval) {
  const naira = (kobo: bigint | null) => (kobo === null ? null : formatNaira(kobo));
  return {
    ...approval,
    requestedAt: time(approval.requestedAt),
    expiresAt: time(approval.expiresAt),
    decidedAt: time(approval.decidedAt),
    amount: naira(amountKobo),
    entryId: entryId === null ? null : `${entryId}`,
    approvalLimit: naira(approvalLimitKobo),
    dailyCap: naira(dailyCapKobo),
  };
}
