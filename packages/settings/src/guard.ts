import { atLevel, confidential, oneOf, parsed, required, text, withDefault } from '@topup/runtime/settings';

/** Whole naira, in kobo. */
function nairaIn(text: string): bigint {
  if (!/^[0-9]{1,12}$/.test(text)) throw new Error('must be whole naira such as 1000000');
  return BigInt(text) * 100n;
}

/** Of `db:migrate`. */
export const guard = {
  ...atLevel('production', {
    OPERATOR_APPROVALS: withDefault(
      oneOf('required', 'off'),
      'required',
      'Whether large payments, refunds and the like need a second operator. Set `off` with one operator. Each `db:migrate` writes it.',
    ),
  }),
  APPROVAL_LIMIT_NAIRA: withDefault(
    parsed(nairaIn),
    '1000000',
    'Amounts above this limit need a second operator’s approval. Only the first `db:migrate` writes it. Later, `ops limits set` changes it.',
  ),
  OPERATOR_DAILY_CAP_NAIRA: withDefault(
    parsed(nairaIn),
    '5000000',
    'How much one operator may add to wallets in a Lagos day, and `ops` in all. It holds without approvals too. Only the first `db:migrate` writes it.',
  ),
};

/** Of `db:grant --create`. In ASCII, because PostgreSQL would normalise other characters before it hashes them. */
export const rolePassword = atLevel('rotation', {
  ROLE_PASSWORD: confidential(
    required(
      text().pattern(/^[\x21-\x7e]{8,}$/, 'of 8 or more letters, digits and signs'),
      'The password that `db:grant --create` gives the role.',
    ),
  ),
});
