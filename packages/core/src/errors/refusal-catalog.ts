import { formatNaira } from '../shared/money';

/**
 * Every refusal that an operator can get from `ops` or from the console, once: its code and its text. A surface adds
 * only what to do there: `ops` names a command, the console a page. Not here: mistakes in the form of a command or a
 * field, sign-in, and failures of the database, because each exists on one surface only.
 */
export const refusalTexts = {
  // ---- accounts, tiers and money
  no_such_account: ({ account }: { account: string }) => `There is no account "${account}".`,
  account_name_taken: ({ name }: { name: string }) => `There is already an account "${name}". Choose another name.`,
  no_such_tier: ({ tier }: { tier: string }) => `There is no tier "${tier}".`,
  tier_name_taken: ({ name }: { name: string }) => `There is already a tier "${name}". Choose another name.`,
  /** `reference` was used before, for another amount. The balances are those before and after that earlier funding. */
  reference_used: (earlier: {
    reference: string;
    amountKobo: bigint;
    balanceBeforeKobo: bigint;
    balanceAfterKobo: bigint;
  }) => {
    const [naira, before, after] = [earlier.amountKobo, earlier.balanceBeforeKobo, earlier.balanceAfterKobo].map(
      formatNaira,
    );
    const funding = `an earlier funding of NGN ${naira}, from ${before} to ${after}`;
    const belongs = `Reference "${earlier.reference}" belongs to ${funding}.`;
    return `${belongs} Nothing was added. Each payment needs its own reference.`;
  },

  /** The same of an adjustment. */
  adjustment_used: (earlier: {
    reference: string;
    amountKobo: bigint;
    balanceBeforeKobo: bigint;
    balanceAfterKobo: bigint;
  }) => {
    const [naira, before, after] = [earlier.amountKobo, earlier.balanceBeforeKobo, earlier.balanceAfterKobo].map(
      formatNaira,
    );
    const adjustment = `an earlier adjustment of NGN ${naira}, from ${before} to ${after}`;
    return `Reference "${earlier.reference}" belongs to ${adjustment}. Nothing was changed.`;
  },
  /** `limitKobo` null: what always needs one. */
  approval_needed: ({ limitKobo }: { limitKobo: bigint | null }) =>
    `${limitKobo === null ? 'This' : `What is above NGN ${formatNaira(limitKobo)}`} needs the approval of a second operator.`,
  cap_exceeded: ({ leftKobo }: { leftKobo: bigint }) =>
    `This is above the daily cap, of which NGN ${formatNaira(leftKobo)} is left today. Nothing was changed.`,
  no_such_entry: ({ entryId }: { entryId: bigint }) => `This account has no ledger entry ${entryId}.`,
  below_zero: ({ balanceKobo }: { balanceKobo: bigint }) =>
    `The balance is NGN ${formatNaira(balanceKobo)}, so it would end below zero. Nothing was changed.`,
  no_such_approval: ({ id }: { id: string }) => `There is no approval ${id}.`,
  /** Of taking a request back. */
  not_your_request: () => 'Only who asked for an approval can take the request back.',
  approval_decided: ({ state }: { state: string }) => `This approval is ${state} already.`,
  /** What was typed has another form. */
  not_a_payment_reference: () =>
    'This is not a payment reference. One is "TUP-" and six characters, such as TUP-7K2MRW.',
  payment_reference_mistyped: ({ reference }: { reference: string }) =>
    `The check character of ${reference} does not match. A character was mistyped, or two have changed places.`,
  no_such_payment_reference: ({ reference }: { reference: string }) =>
    `No account has the payment reference ${reference}.`,
  approval_expired: () => 'It was asked for more than 24 hours ago, so it has expired. It can be asked for again.',
  own_request: () => 'You asked for this yourself. Another operator must decide on it.',
  about_decider: () => 'This is about you. Another operator must decide on it.',
  factor_too_young: () =>
    'Your second factor was set up after this was asked for. An operator with an older one must decide.',
  /** `why`: the outcome of the step. */
  approval_not_done: ({ why }: { why: string }) =>
    `This cannot be done, because ${NOT_DONE[why] ?? 'something has changed since it was asked for'}. It stays open.`,

  // ---- keys and users
  no_active_key: ({ id }: { id: string }) => `There is no active key ${id}. It was revoked before, or the id is wrong.`,
  expires_in_past: ({ at }: { at: Date }) => `The key would have expired at ${at.toISOString()}. Give a time to come.`,
  /** `names`: of keys and secrets in use that no master key opens; three are given. `all`: how many there are. */
  unreadable_keys: ({ names, all }: { names: string[]; all: number }) => {
    const three = `${names.slice(0, 3).join(', ')}${names.length > 3 ? ' …' : ''}`;
    const which = `${names.length} of ${all} keys and webhook secrets (${three})`;
    return `Nothing was changed. The master keys given do not open ${which}.`;
  },
  has_webhook_secret: ({ account }: { account: string }) =>
    `The account "${account}" has a webhook secret already. Rotate it, or revoke it first.`,
  no_webhook_secret: ({ account }: { account: string }) => `The account "${account}" has no webhook secret.`,
  webhook_secret_changed: ({ account }: { account: string }) =>
    `The webhook secret of "${account}" was changed at the same moment. Look at it before you try again.`,
  no_such_user: ({ user }: { user: string }) => `There is no user "${user}".`,
  email_taken: ({ email }: { email: string }) => `Somebody already signs in with ${email}.`,
  user_disabled: ({ email }: { email: string }) => `The user ${email} is disabled.`,
  already_disabled: ({ email }: { email: string }) => `The user ${email} is already disabled.`,
  no_two_factor: ({ email }: { email: string }) => `The user ${email} has no second factor.`,
  /** Of `--as`. */
  not_an_operator: ({ email }: { email: string }) => `No operator may sign in with the address ${email}.`,
  is_an_operator: ({ email }: { email: string }) =>
    `The user ${email} is an operator. Operators are changed under "Operators" or with \`ops user\`.`,

  // ---- data plans and prices
  no_such_plan: ({ planId }: { planId: string }) => `There is no plan with the plan_id "${planId}".`,
  no_such_plan_row: ({ id }: { id: number }) => `There is no plan ${id}.`,
  not_announced: ({ id }: { id: number }) =>
    `Plan ${id} is not an announced plan. A plan that the provider sells can only be withdrawn.`,
  not_withdrawn: ({ id }: { id: number }) => `Plan ${id} was not withdrawn, so there is nothing to restore.`,
  plan_id_taken: ({ id }: { id: number }) =>
    `Another plan is now sold under the plan_id of plan ${id}. Withdraw that plan first, then restore this one.`,
  below_cost: ({ planId, costKobo }: { planId: string; costKobo: bigint }) =>
    `Plan "${planId}" costs us NGN ${formatNaira(costKobo)}, so this price is below cost. Nothing was changed.`,
  not_stopped: ({ planId }: { planId: string }) => `Plan "${planId}" is not stopped, so there is nothing to resume.`,
  /** `tiers`: whose price is below cost. */
  still_below_cost: ({ planId, tiers }: { planId: string; tiers: string[] }) =>
    `Plan "${planId}" costs more than its price in ${tiers.map((tier) => `tier "${tier}"`).join(', ')}.`,
  force_needs_price: () => 'Only an exact price can be forced, because a price by markup is never below cost.',
  sync_under_way: () => 'The plans of the provider are already being read. Wait until that has ended.',

  // ---- routing
  /** The faults follow, one sentence each. */
  routing_faulty: ({ faults }: { faults: readonly string[] }) =>
    `The rules have ${faults.length === 1 ? 'a fault' : `${faults.length} faults`}, so nothing was changed.`,
  no_such_routing_version: ({ version }: { version: number }) => `There is no version ${version} of the routing rules.`,
  /** `version` null: none. */
  routing_active_already: ({ version }: { version: number | null }) =>
    version === null ? 'No routing rules are active already.' : `Version ${version} of the rules is active already.`,
  no_service_of_product: ({ service, product, services }: { service: string; product: string; services: string[] }) =>
    `${product} has no service "${service}". It must be one of ${services.join(', ')}.`,
  code_needed: () => 'Give the code of the plan or the package, or for a meter prepaid or postpaid.',
  no_such_mapping: ({ id }: { id: number }) => `There is no mapping ${id}.`,
  no_such_provider_product: ({ id }: { id: number }) => `There is no provider product ${id}.`,
  no_such_product: ({ product }: { product: string }) => `We sell no product "${product}".`,
  product_gone: ({ provider, theirs }: { provider: string; theirs: string }) =>
    `The product "${theirs}" is no longer in the list of ${provider}, so no order can go there.`,
  /** `by`: the mapping that holds it. */
  mapping_taken: ({ ours, provider, by }: { ours: string; provider: string; by: number }) =>
    `Mapping ${by} gives "${ours}" another product of ${provider}. Reject that mapping first.`,
  /** `is`: what theirs is. */
  product_differs: ({ ours, theirs, is }: { ours: string; theirs: string; is: string }) =>
    `The product "${theirs}" is ${is}, so it cannot be "${ours}". Nothing was changed.`,

  // ---- purchases
  no_such_purchase: ({ reference }: { reference: string }) =>
    `There is no purchase "${reference}". It was never accepted, or the reference is misspelled.`,
  /** `accounts`: the names of the accounts that have a purchase with this reference; three are named. */
  several_purchases: ({ reference, accounts }: { reference: string; accounts: string[] }) => {
    const named = `${accounts.slice(0, 3).join(', ')}${accounts.length > 3 ? ' …' : ''}`;
    return `Several accounts have a purchase "${reference}" (${named}). Name the account that you mean.`;
  },
  never_sent: () =>
    'This purchase was never sent to the provider, so it cannot have succeeded. Only a refund is possible.',
  nothing_to_requery: () => 'This purchase was never sent to the provider, so there is nothing to requery.',
  /** `until`: when the lease of the send ends; null when that is not known. */
  in_flight: ({ until }: { until: Date | null }) => {
    const end = until === null ? '' : ` until ${until.toISOString()}`;
    return `A send may be in progress${end}. Wait for its outcome, then look again.`;
  },
  takes_no_token: () =>
    'A token can only be given with the success of a prepaid electricity purchase that is still open.',
  was_refunded: ({ status }: { status: string }) =>
    `This purchase is ${status} and its amount is back in the wallet. That cannot be undone.`,
  overtaken: ({ status }: { status: string }) =>
    `This purchase became ${status} at the same moment. Your decision is noted on it, and it is now under review.`,

  // ---- the service
  /** `n` null: the last link. */
  no_seal: ({ n }: { n: number | null }) =>
    n === null
      ? 'The audit log has no seal yet. A worker seals it every five seconds.'
      : `The audit log has no seal ${n}.`,
  still_signs_in: ({ email }: { email: string }) =>
    `The user ${email} may still sign in, so what they did must stay readable.`,
  verification_under_way: () => 'The books are already being verified. Wait until that has ended.',
  no_such_provider: ({ provider, known }: { provider: string; known: string[] }) =>
    `There is no provider "${provider}". It must be one of ${known.join(', ')}.`,
  provider_needed: ({ known }: { known: string[] }) => `There are several providers. Name one of ${known.join(', ')}.`,
  no_such_service: ({ provider, service }: { provider: string; service: string }) =>
    `The provider ${provider} sells no service "${service}".`,
  /** `service` null: the whole provider. */
  already_closed: (what: { provider: string; service: string | null }) =>
    `${closable(what)} is closed by hand already.`,
  not_closed: (what: { provider: string; service: string | null }) =>
    `${closable(what)} is not closed by hand. A breaker that opened by itself closes by itself.`,
  float_unavailable: ({ provider, reason }: { provider: string; reason: string }) =>
    `The provider ${provider} did not give the float (${reason}). Try again.`,

  // ---- reconciliation
  no_statement: ({ provider }: { provider: string }) =>
    `The provider ${provider} gives no statement. Its rows can be imported from a file.`,
  statement_unreadable: ({ provider, reason }: { provider: string; reason: string }) =>
    `The statement of ${provider} could not be read to its end (${reason}). What was read is kept. Try again.`,
  /** At most two of the faults are named. */
  csv_unreadable: ({ faults }: { faults: string[] }) =>
    `The file was not imported (${faults.slice(0, 2).join(', ')}${faults.length > 2 ? ' …' : ''}).`,
  range_not_over: ({ until }: { until: Date }) =>
    `A file cannot have every row up to ${until.toISOString()}, because that is in the future. Give the time at which it was made.`,
  no_such_finding: ({ id }: { id: bigint }) => `There is no finding ${id}.`,
  finding_not_open: ({ id, state }: { id: bigint; state: string }) => `Finding ${id} is ${state} already.`,
  nothing_suggested: ({ id }: { id: bigint }) => `Finding ${id} names no row and purchase that belong together.`,
  day_not_over: ({ day }: { day: string }) => `The day ${day} can be closed an hour after it has ended in Lagos.`,
  day_closed_before: ({ day }: { day: string }) => `The day ${day} is closed already. A closed day does not change.`,
  day_before_is_open: ({ day }: { day: string }) =>
    `The day before ${day} is not closed. Days are closed in their order.`,
  statement_incomplete: ({ day }: { day: string }) =>
    `The statement must cover all of ${day} and the hour after it. A balance at its beginning must be known.`,
  day_has_open_orders: ({ day, open }: { day: string; open: number }) =>
    `Of the orders of ${day}, ${open} are open. What they cost is not known yet.`,
  day_has_findings: ({ day, findings }: { day: string; findings: number }) =>
    `Up to ${day}, ${findings} findings are not resolved.`,
  /** What our float, and the provider's own rows, do not explain of its closing balance. */
  day_drifts: ({ day, driftKobo, unexplainedKobo }: { day: string; driftKobo: bigint; unexplainedKobo: bigint }) =>
    `The sums of ${day} do not agree. Our float leaves NGN ${formatNaira(driftKobo)} of the balance unexplained, its rows NGN ${formatNaira(unexplainedKobo)}. The finding "day_drifts" names it.`,

  queues_away: () => 'The queues do not answer. Purchases continue through the database.',
};

const closable = ({ provider, service }: { provider: string; service: string | null }): string =>
  service === null ? `Provider ${provider}` : `Service "${service}" at ${provider}`;

/** Several are also the `kind` of the store outcome that they explain. */
export type RefusalCode = keyof typeof refusalTexts;

/** Why an approval was not done, by the outcome of its step. */
const NOT_DONE: Record<string, string> = {
  cap_exceeded: 'it is above what is left today of the daily cap of its requester',
  funded_before: 'its reference was used in the meantime',
  adjusted_before: 'its reference was used in the meantime',
  below_zero: 'the balance would end below zero',
  email_taken: 'somebody signs in with the address already',
  no_such_operator: 'the operator is disabled',
  no_factor: 'the operator has no second factor',
  not_an_operator: 'its requester is no operator any more',
};
