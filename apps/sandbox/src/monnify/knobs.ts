import { decimal, flag, type KnobRules, oneOf, orNull, webUrl, whole } from '../operator/knob-rules';

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
  /** The HTTP status of the requery of an unknown reference, and of the look-up of an unknown transfer. */
  not_found_http: 200 | 400 | 404;
  /** `none` leaves our reference out of the answers to vend and requery. */
  echo: 'reference' | 'none';
  /** Writes the two balances of the wallet as texts, as the documentation does. */
  quoted_balances: boolean;
  /** The life of an access token in seconds. */
  expires_in: number;
  /** The life of a validation reference in seconds. */
  validation_s: number;
  /** Gets the notices of transfers; null sends none. */
  notice_url: string | null;
  /** `no` leaves the signature out of every notice. */
  signs: 'yes' | 'no';
  /** The pause before a notice is sent again to which a client did not answer 200, in milliseconds. */
  resend_ms: number;
  /** Naira that a transfer costs us, without the VAT on them. Never more than the transfer. */
  transfer_fee: number;
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
  notice_url: null,
  signs: 'yes',
  resend_ms: 300_000,
  transfer_fee: 10,
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
  notice_url: orNull(webUrl),
  signs: oneOf('yes', 'no'),
  resend_ms: whole(86_400_000),
  transfer_fee: decimal(10_000),
};
