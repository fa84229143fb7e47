import { decimal, flag, type KnobRules, oneOf, whole } from '../operator/knob-rules';

/** Settings of Monnify's behaviour that an operator can change. Each is a point that the sheet of facts leaves open. */
export type MonnifyKnobs = {
  /** `legacy` ignores the client's `reference`, and makes one: what a client must notice and stop for. */
  reference_field: 'strict' | 'legacy';
  /** Naira that each vend is charged beside its amount. */
  fee: number;
  /** Percent of the amount, which comes back after the vend. */
  commission: number;
  /** False debits the amount less the commission at once, in one row. */
  gross_debit: boolean;
  /** The result of the second vend with one reference. */
  duplicate_reference: 'error_99' | 'same_result' | 'second_vend';
  /** The HTTP status of the requery of an unknown reference. */
  not_found_http: 200 | 400 | 404;
  /** `none` leaves our reference out of the answers to vend and requery. */
  echo: 'reference' | 'none';
  /** Writes the two balances of the wallet as texts, as the documentation does. */
  quoted_balances: boolean;
  /** The life of an access token in seconds. */
  expires_in: number;
  /** The life of a validation reference in seconds. */
  validation_s: number;
};

export const MONNIFY_KNOBS: MonnifyKnobs = {
  reference_field: 'strict',
  fee: 0,
  commission: 3,
  gross_debit: true,
  duplicate_reference: 'error_99',
  not_found_http: 200,
  echo: 'reference',
  quoted_balances: false,
  expires_in: 3600,
  validation_s: 600,
};

export const MONNIFY_KNOB_RULES: KnobRules<MonnifyKnobs> = {
  reference_field: oneOf('strict', 'legacy'),
  fee: decimal(10_000),
  commission: decimal(50),
  gross_debit: flag,
  duplicate_reference: oneOf('error_99', 'same_result', 'second_vend'),
  not_found_http: oneOf(200, 400, 404),
  echo: oneOf('reference', 'none'),
  quoted_balances: flag,
  expires_in: whole(86_400),
  validation_s: whole(86_400),
};
