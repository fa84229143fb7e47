import {
  approvalSentence,
  cancelApproval,
  findApproval,
  listApprovals,
  readApprovalPolicy,
} from '@topup/core/operator-guard';
import { countArgument, idArgument } from '../arguments';
import { changes, group, needed, option, reads } from '../declare';
import { tableOf, time } from '../output';
import { done, refusalOf } from '../refusal';

const ID = needed('<id>', 'the id of the request', idArgument);

export const approvalCommands = group('approval', 'requests that a second operator decides on in the console', [
  reads(
    'list',
    'list the requests, newest first',
    [option('--open', 'only open requests'), option('--limit <number>', 'how many at most', countArgument, 50)],
    async (db, { open = false, limit }) => {
      const approvals = await listApprovals(db, { open, limit });
      const { approvals: needed } = await readApprovalPolicy(db);
      const none = needed === 'off' ? 'Nothing was asked for: approvals are off.' : 'Nothing was asked for.';
      return {
        json: approvals,
        text: tableOf(
          approvals,
          ['id', ['ASKED FOR', 'requestedAt'], 'state', ['BY', 'requester'], ['WHAT', approvalSentence]],
          none,
        ),
      };
    },
  ),
  reads('show', 'show a request and its outcome', [ID], async (db, { id }) => {
    const approval = await findApproval(db, id);
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
    return { json: approval, text: lines.join('\n') };
  }),
  changes('cancel', 'take back a request that `ops` made', [ID], async (db, by, { id }) => {
    const { kind: state } = done(await cancelApproval(db, by, id));
    return { json: { approval: id, state }, text: `Approval ${id} is cancelled.` };
  }),
]);
