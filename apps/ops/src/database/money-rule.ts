import type { Say, Session } from './session';

/** The settings of `@topup/settings` guard, in kobo. */
export type MoneyRuleSettings = { approvals: 'required' | 'off'; approvalLimitKobo: bigint; dailyCapKobo: bigint };

/** What the settings are by default. */
export const STANDARD_RULE: MoneyRuleSettings = {
  approvals: 'required',
  approvalLimitKobo: 100_000_000n,
  dailyCapKobo: 500_000_000n,
};

/**
 * Writes whether approvals are required, each time; and the limits the first time only, because later they are changed
 * by an approval. Says so when approvals are off, and when the settings have other limits than the database.
 */
export async function writeMoneyRule(
  session: Session,
  { approvals, approvalLimitKobo, dailyCapKobo }: MoneyRuleSettings,
  say: Say,
): Promise<void> {
  const { rows: tables } = await session.query("SELECT to_regclass('money_rule') IS NOT NULL AS present");
  if (!tables[0].present) return; // the migrations of a test
  const { rows } = await session.query(
    `UPDATE money_rule
        SET approvals = $1,
            approval_limit_kobo = CASE WHEN changed_at IS NULL THEN $2::bigint ELSE approval_limit_kobo END,
            daily_cap_kobo = CASE WHEN changed_at IS NULL THEN $3::bigint ELSE daily_cap_kobo END,
            changed_at = coalesce(changed_at, clock_timestamp())
     RETURNING approval_limit_kobo::text = $2::text AND daily_cap_kobo::text = $3::text AS as_set`,
    [approvals, `${approvalLimitKobo}`, `${dailyCapKobo}`],
  );
  if (approvals === 'off') say('OPERATOR_APPROVALS is off: no step of an operator needs a second operator');
  if (!rows[0].as_set)
    say('the limits of operators are not those of the settings: they were changed later (`ops limits show`)');
}
