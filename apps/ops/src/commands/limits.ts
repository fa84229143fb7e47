import { changePolicy, readApprovalPolicy, readCapUse } from '@topup/core/operator-guard';
import { formatNaira } from '@topup/core/shared';
import { lineArgument, nairaFromZeroArgument } from '../arguments';
import { command, group, needed, option, reads } from '../declare';
import { Misuse, reportGuarded } from '../refusal';
import { changeDatabase } from '../with-database';

export const limitsCommands = group('limits', 'what operators and `ops` may do alone', [
  reads('show', 'show the approval limit and the daily cap', [], async (db) => {
    const { approvalLimitKobo, dailyCapKobo, approvals } = await readApprovalPolicy(db);
    const [approvalLimit, dailyCap, usedByOps] = [approvalLimitKobo, dailyCapKobo, await readCapUse(db, 'ops')].map(
      formatNaira,
    );
    const above =
      approvals === 'off'
        ? 'Nothing needs an approval: OPERATOR_APPROVALS is off.'
        : `An amount above NGN ${approvalLimit} needs the approval of a second operator.`;
    return {
      json: { approvals, approvalLimit, dailyCap, usedByOps },
      text: `${above}\nEach operator, and \`ops\`, may add NGN ${dailyCap} to wallets in a day. Today \`ops\` has added NGN ${usedByOps}.`,
    };
  }),
  command(
    'set',
    'change the approval limit or the daily cap; needs an approval',
    [
      option('--approval-limit <naira>', 'amounts above it need an approval', nairaFromZeroArgument),
      option(
        '--daily-cap <naira>',
        'how much one operator, or `ops`, may add to wallets in a day',
        nairaFromZeroArgument,
      ),
      needed('--note <text>', 'why, for the second operator and the audit log', lineArgument),
    ],
    async ({ approvalLimit, dailyCap, note, ...as }) => {
      if (approvalLimit === undefined && dailyCap === undefined)
        throw new Misuse('Give --approval-limit, --daily-cap, or both.');
      const change = { approvalLimitKobo: approvalLimit, dailyCapKobo: dailyCap };
      return changeDatabase(as, async (db, by) =>
        reportGuarded(await changePolicy(db, by, change, { note, approval: note }), by, ({ limits }) => {
          const [limit, cap] = [limits.approvalLimitKobo, limits.dailyCapKobo].map(formatNaira);
          return {
            json: { approvalLimit: limit, dailyCap: cap },
            text: `The approval limit is NGN ${limit}, and the daily cap is NGN ${cap}.`,
          };
        }),
      );
    },
  ),
]);
