import { formatNaira } from '../shared/money';
import type { Approval } from './approval.store';

/** What is asked for, for operators: the end of a sentence that begins with "asks for your approval:". */
export function stepSentence(approval: Approval): string {
  const { kind, accountName, amountKobo, reference, userEmail } = approval;
  const amount = `NGN ${formatNaira(amountKobo ?? 0n)}`;
  switch (kind) {
    case 'fund':
      return `fund account "${accountName}" with ${amount}, reference "${reference}"`;
    case 'adjust': {
      const deep = approval.belowZero ? ', below zero if need be' : '';
      return `adjust the wallet of account "${accountName}" by ${amount}${deep}, reference "${reference}"`;
    }
    case 'refund': {
      const was = approval.delivered ? 'which was delivered' : 'of which the outcome is not known';
      return `refund purchase "${reference}" of account "${accountName}", ${amount}, ${was}`;
    }
    case 'limits': {
      const [limit, cap] = [approval.approvalLimitKobo ?? 0n, approval.dailyCapKobo ?? 0n].map(formatNaira);
      return `set the approval limit to NGN ${limit} and the daily cap to NGN ${cap}`;
    }
    case 'operator_add':
      return `make ${userEmail} an operator`;
    case 'operator_link':
      return `make a link with which operator ${userEmail} sets a new password`;
    case 'operator_factor_reset':
      return `remove the second factor of operator ${userEmail}, who has lost it`;
    case 'operator_disable':
      return `disable operator ${userEmail}`;
  }
}
