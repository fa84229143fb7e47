import { oneOf, parsed, withDefault } from '@topup/runtime/settings';

/** Whole naira, in kobo. */
function nairaIn(text: string): bigint {
  if (!/^[0-9]{1,12}$/.test(text)) throw new Error('must be whole naira such as 1000000');
  return BigInt(text) * 100n;
}

/** Of `db:migrate`. */
export const guard = {
  OPERATOR_APPROVALS: withDefault(
    oneOf('required', 'off'),
    'required',
    'Whether large payments, refunds and the like need the approval of a second operator. `off` is for an installation with one operator. Each `db:migrate` writes it to the database.',
  ),
  APPROVAL_LIMIT_NAIRA: withDefault(
    parsed(nairaIn),
    '1000000',
    'What is above it needs an approval. Only the first `db:migrate` writes it; later `ops limits set` changes it, by an approval.',
  ),
  OPERATOR_DAILY_CAP_NAIRA: withDefault(
    parsed(nairaIn),
    '5000000',
    'What an operator may move in a day in Lagos, and `ops` in all. It holds without approvals too. Only the first `db:migrate` writes it.',
  ),
};
