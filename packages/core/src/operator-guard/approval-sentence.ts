import { formatNaira, formatPercent } from '../shared/money';
import type { Approval } from './approval.store';

/** Describes a request for operators: the end of a sentence that begins with "asks for your approval:". */
export function approvalSentence(approval: Approval): string {
  const { kind, accountName, amountKobo, reference, userEmail } = approval;
  const amount = `NGN ${formatNaira(amountKobo ?? 0n)}`;
  switch (kind) {
    case 'fund':
      return `fund account "${accountName}" with ${amount}, reference "${reference}"`;
    case 'adjust': {
      const deep = approval.belowZero ? ', even to a negative balance' : '';
      return `adjust the wallet of account "${accountName}" by ${amount}${deep}, reference "${reference}"`;
    }
    case 'refund': {
      const was = approval.delivered ? 'which was delivered' : 'which awaits confirmation';
      return `refund purchase "${reference}" of account "${accountName}", ${amount}, ${was}`;
    }
    case 'limits': {
      const [limit, cap] = [approval.approvalLimitKobo ?? 0n, approval.dailyCapKobo ?? 0n].map(formatNaira);
      return `set the approval limit to NGN ${limit} and the daily cap to NGN ${cap}`;
    }
    case 'collections': {
      const cap = formatNaira(approval.collectorCapKobo ?? 0n);
      return `turn the crediting of collected transfers ${approval.collections}, at most NGN ${cap} a day`;
    }
    case 'price': {
      const [price, cost] = [approval.priceKobo ?? 0n, approval.costKobo ?? 0n].map(formatNaira);
      return `sell plan "${approval.planId}" to tier "${approval.tier}" at NGN ${price}, below its cost of NGN ${cost}`;
    }
    case 'discount': {
      const { tier, service, bps } = approval;
      return `give tier "${tier}" a discount of ${formatPercent(bps ?? 0)} % on ${service}, which sells it below cost`;
    }
    case 'operator_add':
      return `add ${userEmail} as an operator`;
    case 'operator_link':
      return `create a password link for operator ${userEmail}`;
    case 'operator_factor_reset':
      return `reset two-factor authentication of operator ${userEmail}`;
    case 'operator_disable':
      return `disable operator ${userEmail}`;
    case 'owner_add':
      return `invite ${userEmail} as an owner of account "${accountName}", which has or had an owner`;
  }
}
