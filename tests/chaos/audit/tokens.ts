import { keyOf } from '../client-answers';
import { attemptsByOrder, orderKey } from './attempts';
import type { Evidence } from './evidence';

type Issued = { meter: string; tokens: readonly string[] };

/**
 * Answers and SMS that name other tokens than the provider issued, or in another order, and customers without an SMS.
 * A customer who enters key change tokens in the wrong order, or gets one as the energy, has a meter that takes no
 * token.
 */
export function untrueTokens({ purchases, answers, messages, ...evidence }: Evidence): string[] {
  const issued = issuedById(evidence);
  const rows = new Map(purchases.map((row) => [keyOf({ account: row.account_id, ref: row.request_ref }), row]));
  const untrue = answers.flatMap((answer) => {
    const { ref, asked, outcome, tokens } = answer;
    if (tokens === undefined) return [];
    const row = rows.get(keyOf(answer));
    const due = outcome === 'success' && row !== undefined ? (issued.get(row.id)?.tokens ?? []) : [];
    return isSame(tokens, due) ? [] : [`${ref}: ${asked} answered ${outcome} with ${compared(tokens, due)}`];
  });
  const sold = purchases.flatMap((row) => {
    const due = row.status === 'success' ? issued.get(row.id) : undefined;
    return due === undefined ? [] : [`meter ${due.meter}: ${due.tokens}`];
  });
  const sent = messages.map(({ meter, tokens }) => `meter ${meter}: ${tokens}`);
  const [isSold, isSent] = [new Set(sold), new Set(sent)];
  return [
    ...untrue,
    ...sent.filter((sms) => !isSold.has(sms)).map((sms) => `an SMS that nobody is due, for ${sms}`),
    ...sold.filter((due) => !isSent.has(due)).map((due) => `no SMS for ${due}`),
  ];
}

/** Returns the tokens that the providers issued for each purchase, by its id. */
function issuedById(evidence: Pick<Evidence, 'attempts' | 'ledger'>): Map<string, Issued> {
  const known = attemptsByOrder(evidence);
  return new Map(
    evidence.ledger.deliveries.flatMap(({ provider, request_id, recipient, tokens }): [string, Issued][] => {
      const id = known.get(orderKey(provider, request_id))?.purchase_id;
      return id === undefined || tokens === undefined ? [] : [[id, { meter: recipient, tokens }]];
    }),
  );
}

const isSame = (one: readonly string[], other: readonly string[]): boolean => one.join() === other.join();

const compared = (tokens: readonly string[], due: readonly string[]): string =>
  `${tokens.join(', ') || 'no token'} instead of ${due.join(', ') || 'none'}`;
