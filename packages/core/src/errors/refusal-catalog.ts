import { formatNaira, formatPercent } from '../shared/money';

type Place = {
  /** The code of the console's answer, where it is not the name in the catalogue. */
  code?: string;
  /** The field of the console's request that is wrong. */
  field?: string;
  /** Sentence that `ops` adds: the command or option that helps. */
  inOps?: string | Text;
  /** Sentence that the console adds: what to do on the page. */
  inConsole?: string | Text;
};

/** Its parameter says which facts the refusal has. */
type Text = (facts: never) => string;

type Entry = Place & { status: number; text: Text };

/** Something that was named does not exist. */
const missing = <T extends Text>(text: T, more: Place = {}) => ({ status: 404, code: 'not_found', text, ...more });

/** The value of a field is wrong, whatever the state. */
const wrong = <T extends Text>(field: string, text: T, more: Place = {}) => ({
  status: 400,
  code: 'validation_failed',
  field,
  text,
  ...more,
});

/** It contradicts what is there now, as a text alone does; with more to say. */
const conflict = <T extends Text>(text: T, more: Place) => ({ status: 409, text, ...more });

/** Something that is asked does not answer now. */
const unavailable = <T extends Text>(text: T) => ({ status: 503, text });

/**
 * Every refusal that an operator can get from `ops` or from the console, once: its text, the HTTP status and field of
 * the console, and what each of the two adds. Not here: mistakes in the form of a command or a field, sign-in, and
 * failures of the database, because each exists on one surface only.
 */
const CATALOG = {
  // ---- accounts, tiers and money
  no_such_account: missing(({ account }: { account: string }) => `There is no account "${account}".`, {
    inOps: '`account list` shows all accounts.',
  }),
  account_name_taken: conflict(
    ({ name }: { name: string }) => `There is already an account "${name}". Choose another name.`,
    { code: 'name_taken', field: 'name' },
  ),
  no_such_tier: wrong('tier', ({ tier }: { tier: string }) => `There is no tier "${tier}".`, {
    inOps: '`tier list` shows all tiers.',
  }),
  tier_name_taken: conflict(({ name }: { name: string }) => `There is already a tier "${name}". Choose another name.`, {
    code: 'name_taken',
    field: 'name',
  }),
  /** A transfer with this reference is known, which has another amount or account, or does not wait any more. */
  transfer_told_otherwise: conflict(
    ({ reference, amountKobo }: { reference: string; amountKobo: bigint }) =>
      `Transfer "${reference}" of NGN ${formatNaira(amountKobo)} has another amount or account, or no longer waits. Nothing was added.`,
    {
      field: 'reference',
      inOps: '`collections list` shows it.',
      inConsole: 'The page Collections shows it.',
    },
  ),
  no_such_transfer: missing(({ id }: { id: bigint }) => `There is no transfer ${id}.`, {
    inOps: '`collections list` shows the transfers.',
  }),
  transfer_not_open: conflict(
    ({ id }: { id: bigint }) => `Transfer ${id} does not wait any more. Nothing was changed.`,
    {},
  ),
  transfer_needs_account: wrong(
    'account',
    ({ id }: { id: bigint }) => `Transfer ${id} belongs to no account. Name the account that gets it.`,
  ),
  /** Of `fundingReferenceFault`. */
  transfer_reference_odd: conflict(
    ({ id }: { id: bigint }) =>
      `The reference of transfer ${id} has characters that can fund no wallet. Fund the wallet by hand, and dismiss the transfer.`,
    {},
  ),
  matched_changed: conflict(
    ({ count, totalKobo }: { count: number; totalKobo: bigint }) =>
      `The list has changed. Now ${count} matched transfers of NGN ${formatNaira(totalKobo)} wait. Nothing was added. Look at them again.`,
    {},
  ),
  collections_off: conflict(() => 'No collector is set up, so there are no account numbers to transfer into.', {
    inOps: 'Set COLLECTIONS.',
  }),
  no_owner_yet: conflict(
    ({ account }: { account: string }) =>
      `Account "${account}" has no owner with an e-mail address, which the collector needs. Invite one first.`,
    {},
  ),
  /** `reason`: in the collector's own words. */
  collector_refused: conflict(
    ({ reason }: { reason: string }) =>
      `The collector opened no account (${reason}). Correct the number, and ask again.`,
    {},
  ),
  collector_silent: unavailable(
    () => 'The collector did not answer. Ask again in a minute, which finds an account that it has opened.',
  ),
  collector_knows_customer: conflict(
    ({ reason }: { reason: string }) =>
      `The collector has an account of this person under another reference (${reason}). Ask it to release that one.`,
    {},
  ),
  /** `reference` belongs to an earlier funding, of another account or amount. `account`: its name. */
  reference_used: conflict(
    (earlier: { reference: string; account: string; at: Date; amountKobo: bigint }) => {
      const at = earlier.at.toISOString().slice(0, 16).replace('T', ' ');
      const funded = `funded account "${earlier.account}" with NGN ${formatNaira(earlier.amountKobo)} at ${at} UTC`;
      return `Reference "${earlier.reference}" ${funded}. Nothing was added. For another payment, add a suffix such as "-2".`;
    },
    { field: 'reference' },
  ),

  /** `reference` was used before, for another amount. The balances are those around that adjustment. */
  adjustment_used: conflict(
    (earlier: { reference: string; amountKobo: bigint; balanceBeforeKobo: bigint; balanceAfterKobo: bigint }) => {
      const [naira, before, after] = [earlier.amountKobo, earlier.balanceBeforeKobo, earlier.balanceAfterKobo].map(
        formatNaira,
      );
      const adjustment = `an earlier adjustment of NGN ${naira}, from ${before} to ${after}`;
      return `Reference "${earlier.reference}" belongs to ${adjustment}. Nothing was changed. Choose another reference.`;
    },
    { field: 'reference' },
  ),
  /** `limitKobo` null: what always needs one. */
  approval_needed: ({ limitKobo }: { limitKobo: bigint | null }) =>
    `${limitKobo === null ? 'This' : `An amount above NGN ${formatNaira(limitKobo)}`} needs the approval of a second operator.`,
  /** `leftKobo`: what is left today, or the whole cap of an amount above it. */
  cap_exceeded: ({ leftKobo }: { leftKobo: bigint }) =>
    `This exceeds the daily cap, so nothing was changed. At most NGN ${formatNaira(leftKobo)} is possible today. Wait until midnight in Lagos, or raise the cap.`,
  no_such_entry: wrong(
    'entry',
    ({ entryId }: { entryId: bigint }) => `This account has no ledger entry ${entryId}. Check its number.`,
  ),
  below_zero: conflict(
    ({ balanceKobo }: { balanceKobo: bigint }) =>
      `The balance is NGN ${formatNaira(balanceKobo)}, so this would make it negative. Nothing was changed.`,
    {
      field: 'amount',
      inOps: 'If that is right, give --below-zero.',
      inConsole: 'If that is right, allow a negative balance.',
    },
  ),
  no_such_approval: missing(({ id }: { id: string }) => `There is no approval ${id}.`, {
    inOps: '`approval list` shows all approvals.',
  }),
  /** Of taking a request back. */
  not_your_request: () => 'Only the requester can cancel this request.',
  approval_decided: ({ state }: { state: string }) => `This request is already ${state}.`,
  /** The text that was typed has another form. */
  not_a_payment_reference: wrong(
    'reference',
    () => 'This is not a payment reference. It has "TUP-" and six characters, such as TUP-7K2MRW.',
  ),
  payment_reference_mistyped: wrong(
    'reference',
    ({ reference }: { reference: string }) =>
      `The payment reference ${reference} has a typing error. A character is wrong, or two are swapped. Check it against the transfer.`,
  ),
  no_such_payment_reference: missing(
    ({ reference }: { reference: string }) =>
      `No account has the payment reference ${reference}. Check it against the transfer.`,
    { field: 'reference' },
  ),
  approval_expired: () => 'This request expired after 24 hours. The requester can ask again.',
  own_request: () => 'You made this request. Another operator must decide.',
  about_decider: () => 'This request is about you. Another operator must decide.',
  factor_too_young: () =>
    'You set up two-factor authentication after this request, so another operator must decide. Or the requester cancels it and asks again.',
  /** `why`: the outcome of the guarded action. */
  approval_not_done: ({ why }: { why: string }) =>
    `The change was not made, because ${NOT_DONE[why] ?? 'something has changed since the request'}. The request stays open.`,

  // ---- keys and users
  no_active_key: missing(
    ({ id }: { id: string }) => `There is no active key ${id}. It was revoked before, or the id is wrong.`,
    { inOps: '`key list --account …` shows the ids.' },
  ),
  expires_in_past: wrong(
    'expiresAt',
    ({ at }: { at: Date }) => `The key would have expired at ${at.toISOString()}. Choose a time in the future.`,
  ),
  /** `names`: of keys and secrets in use that no master key opens; three are given. `all`: how many there are. */
  unreadable_keys: ({ names, all }: { names: string[]; all: number }) => {
    const three = `${names.slice(0, 3).join(', ')}${names.length > 3 ? ' …' : ''}`;
    const which = `${names.length} of ${all} keys and webhook secrets (${three})`;
    return `Nothing was changed. The master keys given do not open ${which}.`;
  },
  has_webhook_secret: ({ account }: { account: string }) =>
    `The account "${account}" already has a webhook secret. Rotate it, or revoke it first.`,
  no_webhook_secret: missing(({ account }: { account: string }) => `The account "${account}" has no webhook secret.`, {
    inOps: '`webhook-secret create --account …` makes one.',
  }),
  webhook_secret_changed: ({ account }: { account: string }) =>
    `The webhook secret of "${account}" was changed at the same moment. Look at it before you try again.`,
  no_such_user: missing(({ user }: { user: string }) => `There is no user "${user}".`, {
    inOps: '`user list` shows all users.',
  }),
  email_taken: conflict(
    ({ email }: { email: string }) => `The e-mail address ${email} is already in use. Use another address.`,
    { field: 'email', inOps: '`user list` shows all users.' },
  ),
  user_disabled: conflict(({ email }: { email: string }) => `The user ${email} is disabled, so they get no link.`, {
    inOps: '`user create` lets them in again.',
    inConsole: 'Add them again to let them in.',
  }),
  already_disabled: ({ email }: { email: string }) => `The user ${email} is already disabled.`,
  no_two_factor: ({ email }: { email: string }) =>
    `The user ${email} has not set up two-factor authentication, so there is nothing to remove.`,
  /** Of `--as`. */
  not_an_operator: missing(({ email }: { email: string }) => `No operator may sign in with the address ${email}.`, {
    inOps: '`user list` shows all users.',
  }),
  is_an_operator: {
    status: 403,
    text: ({ email }: { email: string }) =>
      `The user ${email} is an operator. Manage operators on the page "Operators" or with \`ops user\`.`,
  },

  // ---- data plans and prices
  no_such_plan: wrong('planId', ({ planId }: { planId: string }) => `There is no plan with the plan_id "${planId}".`, {
    inOps: '`catalogue list --all` shows all plans.',
  }),
  no_such_plan_row: missing(({ id }: { id: number }) => `There is no plan ${id}.`, {
    inOps: '`catalogue list --all` shows all plans.',
  }),
  not_announced: conflict(
    ({ id }: { id: number }) =>
      `Plan ${id} is not an announced plan. A plan that the provider sells can only be withdrawn.`,
    { inOps: '`catalogue list` shows the announced plans.' },
  ),
  not_withdrawn: ({ id }: { id: number }) => `Plan ${id} was not withdrawn, so there is nothing to restore.`,
  plan_id_taken: conflict(
    ({ id }: { id: number }) =>
      `Another plan is now sold under the plan_id of plan ${id}. Withdraw that plan first, then restore this one.`,
    { inOps: '`catalogue withdraw` does that.' },
  ),
  below_cost: conflict(
    ({ planId, costKobo }: { planId: string; costKobo: bigint }) =>
      `Plan "${planId}" costs us NGN ${formatNaira(costKobo)}, so this price is below cost. Nothing was changed.`,
    {
      field: 'price',
      inOps: '--force sells it at a loss.',
      inConsole: 'To sell at a loss, allow a price below our cost.',
    },
  ),
  /** `costBps`: what it costs, in hundredths of a percent of the face value. */
  discount_below_cost: conflict(
    ({ service, bps, costBps }: { service: string; bps: number; costBps: number }) =>
      `A discount of ${formatPercent(bps)} % on ${service} is below cost. The least commission of a provider was ${formatPercent(Math.max(10_000 - costBps, 0))} % in the last 30 days${costBps < 10_000 ? '' : ', or nothing was sold'}. Nothing was changed.`,
    {
      field: 'percent',
      inOps: '--allow-loss sells it at a loss.',
      inConsole: 'To sell at a loss, allow a discount below our cost.',
    },
  ),
  takes_no_discount: wrong(
    'product',
    () => 'Data plans take no discount, because each has a price. Set the prices of the plans instead.',
    { inOps: '`price set` does that.' },
  ),
  no_such_discount: missing(
    ({ tier, service }: { tier: string; service: string }) =>
      `Tier "${tier}" has no discount on ${service}, so there is nothing to remove.`,
    { inOps: '`discount list` shows the discounts.' },
  ),
  not_on_hold: conflict(
    ({ planId }: { planId: string }) => `Plan "${planId}" is not on hold, so there is nothing to resume.`,
    { inOps: '`catalogue holds` lists the plans that are on hold.' },
  ),
  loss_cap_reached: ({ planId }: { planId: string }) =>
    `The daily loss cap is used up, so plan "${planId}" stays on hold until midnight in Lagos. To sell it earlier, raise its price or DAILY_LOSS_CAP_NAIRA.`,
  /** It was sold below a cost that no sync has found, and such sales have lost what is left of the cap today. */
  cost_not_known: conflict(
    ({ planId }: { planId: string }) =>
      `Plan "${planId}" was sold below a cost that no sync has found, and the daily loss cap is used up. You can resume it once a sync finds that cost, or after midnight in Lagos.`,
    {
      inOps: ({ planId }: { planId: string }) =>
        `Run \`catalogue sync\`, set a price above the cost in \`catalogue holds\` with \`price set\`, then run \`catalogue resume --plan ${planId}\`.`,
      inConsole: 'Sync with providers, set a price above that cost, then resume it.',
    },
  ),
  /** `tiers`: whose price is below cost. */
  still_below_cost: conflict(
    ({ planId, tiers }: { planId: string; tiers: string[] }) =>
      `Plan "${planId}" costs more than its price in ${tiers.map((tier) => `tier "${tier}"`).join(', ')}, so it is not sold there.`,
    { inOps: '`price set` or `price clear` corrects it.', inConsole: 'Set another price.' },
  ),
  force_needs_price: wrong(
    'force',
    () => 'Only an exact price can be forced, because a price by markup is never below cost.',
  ),
  preview_stale: () => 'A price or a cost has changed since this preview. Go back and review it again.',
  sync_under_way: conflict(() => 'A sync is already running. Wait until it has finished.', { code: 'under_way' }),

  // ---- routing
  /** The faults follow, one sentence each. */
  routing_faulty: wrong(
    'rules',
    ({ faults }: { faults: readonly string[] }) =>
      `The rules have ${faults.length === 1 ? 'an error' : `${faults.length} errors`}, so nothing was changed. ${faults.join(' ')}`,
  ),
  no_such_routing_version: missing(
    ({ version }: { version: number }) => `There is no version ${version} of the routing rules.`,
    { inOps: '`route show --json` lists the latest versions.' },
  ),
  /** `version` null: none. */
  routing_active_already: conflict(
    ({ version }: { version: number | null }) =>
      version === null
        ? 'No routing rules are active, so there is nothing to switch off.'
        : `Version ${version} of the rules is already active.`,
    { code: 'active_already' },
  ),
  no_service_of_product: wrong(
    'service',
    ({ service, product, services }: { service: string; product: string; services: string[] }) =>
      services.length === 0
        ? `No provider in PROVIDERS sells ${product}.`
        : `${product} has no service "${service}". It must be one of ${services.join(', ')}.`,
  ),
  product_off: wrong(
    'product',
    ({ product, setting }: { product: string; setting: string }) =>
      `The product ${product} is off, so nothing was changed. Set ${setting}=on first.`,
  ),
  message_has_ended: wrong('until', () => 'The end of a message must be in the future.'),
  no_message: missing(
    ({ product, service }: { product: string; service: string }) => `${product} ${service} has no message.`,
    { inOps: '`service list` shows those that there are.' },
  ),
  code_needed: wrong('code', () => 'Enter the code of the plan or package. For a meter, enter prepaid or postpaid.'),
  no_such_mapping: missing(({ id }: { id: number }) => `There is no mapping ${id}.`, {
    inOps: '`catalogue map` shows the proposals, and `catalogue map --all` all mappings.',
  }),
  no_such_provider_product: missing(({ id }: { id: number }) => `There is no provider product ${id}.`, {
    field: 'productId',
    inOps: '`catalogue map` shows the provider products.',
  }),
  /** Of an order, whose plan or package is not ours. */
  not_sold: wrong(
    'code',
    ({ product }: { product: string }) => `We do not sell the product "${product}". Check its code.`,
  ),
  no_such_product: wrong('to', ({ product }: { product: string }) => `We do not sell the product "${product}".`, {
    inOps: '`catalogue map` shows the products without a mapping.',
  }),
  product_gone: conflict(
    ({ provider, theirs }: { provider: string; theirs: string }) =>
      `The product "${theirs}" is no longer in the list of ${provider}, so no order can go there.`,
    { inOps: '`catalogue sync` reads the list again.', inConsole: 'Sync with providers to read the list again.' },
  ),
  /** `by`: the mapping that holds it. */
  mapping_taken: ({ ours, provider, by }: { ours: string; provider: string; by: number }) =>
    `Mapping ${by} already maps "${ours}" to another product of ${provider}. Reject that mapping first.`,
  /** `is`: what theirs is. */
  product_differs: conflict(
    ({ ours, theirs, is }: { ours: string; theirs: string; is: string }) =>
      `The product "${theirs}" is ${is}, so it cannot be "${ours}". Nothing was changed. Choose another product.`,
    { field: 'productId' },
  ),

  // ---- purchases
  no_such_purchase: missing(
    ({ reference }: { reference: string }) =>
      `There is no purchase "${reference}". It was never accepted, or the reference is misspelled.`,
  ),
  /** `accounts`: the names of the accounts that have a purchase with this reference; three are named. */
  several_purchases: ({ reference, accounts }: { reference: string; accounts: string[] }) => {
    const named = `${accounts.slice(0, 3).join(', ')}${accounts.length > 3 ? ' …' : ''}`;
    return `Several accounts have a purchase "${reference}" (${named}). Choose the account.`;
  },
  /** `state`: of the claim that it has; null: none. */
  no_open_claim: ({ reference, state }: { reference: string; state: string | null }) =>
    `The claim of purchase "${reference}" ${state === null ? 'was never filed' : `is already ${state}`}. Nothing was changed.`,
  never_sent: conflict(
    () => 'This purchase was never sent to the provider, so it cannot have succeeded. Only a refund is possible.',
    { inOps: 'Use --refund.' },
  ),
  nothing_to_requery: conflict(() => 'This purchase was never sent to the provider, so there is nothing to requery.', {
    code: 'never_sent',
  }),
  /** `until`: when the lease of the send ends; null when that is not known. */
  in_flight: ({ until }: { until: Date | null }) => {
    const end = until === null ? '' : ` until ${until.toISOString()}`;
    return `The order may be on its way to the provider${end}. Wait for the outcome, then try again.`;
  },
  takes_no_token: conflict(
    () => 'You can only give a token when you settle a pending prepaid electricity purchase as successful.',
    { field: 'token' },
  ),
  token_missing: conflict(() => 'The customer needs the token or PIN, and none can be added after the settlement.', {
    field: 'token',
    inOps: 'Give a meter’s with --token. Give --without-token if there is none, or if you tell a PIN yourself.',
  }),
  unclear_tokens: conflict(
    () => 'Give the energy token too, and each number only once. A known key change token cannot be the energy token.',
    { field: 'token' },
  ),
  was_refunded: conflict(
    ({ status }: Refunded) => `This purchase is ${status} and its money is back in the wallet. You cannot undo this.`,
    {
      inOps: ({ underReview }: Refunded) =>
        underReview ? 'To close the review, use --refund.' : `${TAKE_BACK} \`wallet adjust\`.`,
      inConsole: ({ underReview }: Refunded) =>
        underReview
          ? 'To close the review, settle it as not delivered.'
          : `${TAKE_BACK} “Adjust” on the account’s page.`,
    },
  ),
  overtaken: ({ status }: { status: string }) =>
    `This purchase became ${status} at the same moment. We saved your decision, and the purchase is now under review.`,

  // ---- what people buy in the dashboard
  buying_off: () => 'Buying in the dashboard is off. An owner of the account can allow it.',
  second_factor_needed: {
    status: 403,
    code: 'factor_enrolment_needed',
    text: () => 'Set up two-factor authentication before you buy. Nothing was bought.',
  },
  /** `leftKobo`: of the account's cap for people, today. */
  buying_cap_reached: conflict(
    ({ leftKobo }: { leftKobo: bigint }) =>
      `This exceeds the daily cap of the account, so nothing was bought. NGN ${formatNaira(leftKobo)} is left today.`,
    { code: 'cap_reached' },
  ),
  balance_too_low: ({ balanceKobo }: { balanceKobo: bigint }) =>
    `The balance of NGN ${formatNaira(balanceKobo)} is too low, so nothing was bought. Fund the wallet first.`,
  charge_changed: conflict(
    ({ chargeKobo }: { chargeKobo: bigint }) =>
      `It costs NGN ${formatNaira(chargeKobo)} now, so nothing was bought. Check it again.`,
    { field: 'charge' },
  ),
  total_changed: conflict(
    ({ totalKobo }: { totalKobo: bigint }) =>
      `The total is NGN ${formatNaira(totalKobo)} now, so nothing was bought. Look at it again before you confirm.`,
    { field: 'total' },
  ),
  no_such_batch: missing(() => 'There is no such batch.'),
  batch_id_taken: () => 'This id is already in use. Try again with another one.',
  batch_move_not_possible: ({ state }: { state: string }) => `This batch is ${state}, so nothing was changed.`,

  // ---- the service
  /** `n` null: the last link. */
  no_seal: missing(({ n }: { n: bigint | null }) =>
    n === null
      ? 'The audit log has no seal yet. A worker seals it every five seconds.'
      : `The audit log has no seal ${n} yet. Choose a smaller number.`,
  ),
  still_signs_in: conflict(
    ({ email }: { email: string }) => `The user ${email} can still sign in, so their actions must stay readable.`,
    { inOps: 'Run `user disable` first.' },
  ),
  verification_under_way: conflict(() => 'A check of the books is already running. Wait until it has finished.', {
    code: 'under_way',
  }),
  no_such_provider: wrong(
    'provider',
    ({ provider, known }: { provider: string; known: string[] }) =>
      `There is no provider "${provider}". It must be one of ${known.join(', ')}.`,
  ),
  provider_needed: wrong(
    'provider',
    ({ known }: { known: string[] }) => `There are several providers. Name one of ${known.join(', ')}.`,
  ),
  no_such_service: wrong(
    'service',
    ({ provider, service }: { provider: string; service: string }) =>
      `The provider ${provider} sells no service "${service}". Check its name.`,
  ),
  /** Of what is closed or open, null is the whole provider. */
  already_closed: conflict((what: Closable) => `${closable(what)} is already closed by an operator.`, {
    inOps: '`provider status` shows since when, and why.',
  }),
  /** `closed`: what else an operator has closed at this provider. */
  not_closed: conflict(
    ({ closed, ...what }: NotClosed) =>
      closed.length === 0
        ? `${closable(what)} is not closed by an operator. A breaker that opened automatically also closes automatically.`
        : `${closable(what)} is not closed by an operator, but ${closed.map(partOfIt).join(' and ')} is.`,
    {
      inOps: ({ provider, closed }: NotClosed) =>
        closed.length === 0
          ? '`provider status` lists what is closed.'
          : `Run ${closed.map((service) => opening({ provider, service })).join(' or ')}.`,
    },
  ),
  float_unavailable: unavailable(
    ({ provider, reason }: { provider: string; reason: string }) =>
      `The float at ${provider} could not be read (${reason}). Try again.`,
  ),

  // ---- reconciliation
  no_statement: ({ provider }: { provider: string }) =>
    `The provider ${provider} has no statement API. Import its statement from a file.`,
  statement_unreadable: unavailable(
    ({ provider, reason }: { provider: string; reason: string }) =>
      `The statement of ${provider} could not be read to its end (${reason}). The rows already read are kept. Try again.`,
  ),
  /** At most two of the faults are named. */
  csv_unreadable: wrong(
    'file',
    ({ faults }: { faults: string[] }) =>
      `The file was not imported (${faults.slice(0, 2).join(', ')}${faults.length > 2 ? ' …' : ''}). Correct the file, and import it again.`,
    { code: 'csv_unreadable' },
  ),
  range_not_over: conflict(
    ({ until }: { until: Date }) =>
      `The file cannot be complete up to ${until.toISOString()}, because that is in the future. Give the time at which it was made.`,
    { field: 'until' },
  ),
  range_empty: wrong('until', () => '“Complete up to” must be after “Complete from”.'),
  no_such_import: missing(({ id }: { id: bigint }) => `There is no import with the number ${id}.`, {
    inOps: '`recon pulls` lists the imports.',
  }),
  not_read: ({ id }: { id: bigint }) =>
    `Import ${id} was withdrawn before, or could not be read, so there is nothing to withdraw.`,
  rows_unknown: ({ id }: { id: bigint }) =>
    `Import ${id} cannot be withdrawn, because an older version imported it and did not note its rows.`,
  import_day_closed: ({ id, day }: { id: bigint; day: string }) =>
    `Import ${id} cannot be withdrawn, because its day ${day} is closed. A closed day cannot be changed.`,
  no_such_finding: missing(({ id }: { id: bigint }) => `There is no finding ${id}.`, {
    inOps: '`recon findings` lists the open ones.',
  }),
  finding_not_open: ({ id, state }: { id: bigint; state: string }) => `Finding ${id} is already ${state}.`,
  /** What clients transfer to us is in no float. */
  no_float: ({ id }: { id: bigint }) => `Finding ${id} is about a transfer, which no float has. Explain it.`,
  nothing_suggested: ({ id }: { id: bigint }) =>
    `Finding ${id} has no suggested row to match. Accept it or explain it instead.`,
  /** `from`: when the hour after the day is over. */
  day_not_over: conflict(
    ({ provider, day, from }: OfDay & { from: Date }) =>
      `You can close ${day} at ${provider} from ${inLagos(from)} in Lagos on, an hour after its end.`,
    { inOps: (of: OfDay) => `Then run ${closing(of)}, and until then ${showingSums(of)} shows its sums.` },
  ),
  day_closed_before: conflict(
    ({ provider, day, by, at }: OfDay & { by: string; at: Date }) =>
      `The day ${day} at ${provider} was closed by ${by} at ${inLagos(at)} in Lagos.`,
    {
      inOps: (of: OfDay) => `${showingSums(of)} shows the sums that were signed.`,
      inConsole: 'A closed day never changes.',
    },
  ),
  /** `first`: the first closed day. */
  day_before_first: conflict(
    ({ provider, day, first }: OfDay & { first: string }) =>
      `The closed days at ${provider} begin with ${first}, so you can no longer close ${day}.`,
    { inOps: ({ provider }: OfDay) => `\`recon closed --provider ${provider}\` lists them.` },
  ),
  /** `next`: the day to close now. `last`: the day before the one that was asked for. */
  day_before_is_open: conflict(
    ({ provider, next, last }: OpenDays) =>
      next === last
        ? `The earlier day ${next} at ${provider} is still open.`
        : `The ${daysFrom(next, last)} days from ${next} to ${last} at ${provider} are still open.`,
    {
      inOps: (of: OpenDays) =>
        `Close ${earliestOf(of)} first with ${closing({ provider: of.provider, day: of.next })}.`,
      inConsole: (of: OpenDays) => `Close ${earliestOf(of)} first.`,
    },
  ),
  /** `needed`: the day and the hour after it. `covered`: the part of the day that is read; null when nothing is. */
  statement_incomplete: conflict(
    ({ provider, needed, covered }: Uncovered) =>
      `The statement of ${provider} must cover ${spanText(needed)} in Lagos, but covers ${covered === null ? 'none of it' : spanText(covered)}.`,
    {
      inOps: ({ provider, day, needed, hasApi }: Uncovered) =>
        hasApi
          ? `Run \`recon pull --provider ${provider} --since ${day}\` to read the rest.`
          : `Import a file that does, with \`recon import --provider ${provider} --since ${day} --until ${inLagos(needed.to).replace(' ', 'T')}+01:00 --file <path>\`.`,
      inConsole: ({ hasApi }: Uncovered) =>
        hasApi ? 'A worker reads it every hour, or you can import a file.' : 'Import a file that does.',
    },
  ),
  /** Of the first day. `firstDay`: the next one whose opening balance was read; null when none was. */
  opening_unknown: conflict(
    ({ provider, day }: FirstDay) =>
      `The opening balance of ${provider} on ${day} is in no statement, and was not read in the two hours before.`,
    {
      inOps: ({ provider, firstDay }: FirstDay) =>
        firstDay === null
          ? `Begin with a later day whose sums ${showingSums({ provider, day: '<day>' })} shows, with ${closing({ provider, day: '<day>' })}.`
          : `Begin with ${firstDay}, whose sums ${showingSums({ provider, day: firstDay })} shows, with ${closing({ provider, day: firstDay })}.`,
      inConsole: ({ firstDay }: FirstDay) => `You can begin with ${firstDay ?? 'a later day'}.`,
    },
  ),
  day_has_open_orders: conflict(
    ({ provider, day, open }: OfDay & { open: number }) =>
      `The cost of ${day} at ${provider} is not known yet, because ${open === 1 ? '1 order is' : `${open} orders are`} still pending.`,
    {
      inOps: '`purchase review` lists the orders that wait for you, and workers settle the others.',
      inConsole: 'Settle the purchases under review, and workers settle the others.',
    },
  ),
  collections_not_compared: conflict(
    ({ day }: { day: string }) =>
      `The transfers of ${day} were not compared with the collector's list yet. A worker does it every six hours.`,
    { inOps: '`collections days` shows the compared days.' },
  ),
  /** `findings`: those of this day and of earlier ones, from `firstDay` on. `unknownCosts`: of orders of this day. */
  day_has_findings: conflict(
    ({ provider, day, findings, firstDay, unknownCosts }: OpenFindings) => {
      const days = firstDay === day ? `The day ${day}` : `The days from ${firstDay} to ${day}`;
      const open = [counted(findings, 'open finding'), ...unknownText(unknownCosts)].join(' and ');
      return `${days} at ${provider} ${firstDay === day ? 'has' : 'have'} ${open}.`;
    },
    {
      inOps: ({ provider, firstDay }: OpenFindings) =>
        `Run ${listingFindings({ provider, day: firstDay })}, and resolve each with \`recon resolve\`.`,
      inConsole: ({ firstDay }: OpenFindings) => `Resolve each open finding of ${firstDay}.`,
    },
  ),
  /** Parts of the closing balance that our float, and the provider's own rows, do not explain. */
  day_drifts: conflict(
    ({ provider, day, driftKobo, unexplainedKobo, unknownCosts }: Drift) => {
      const parts = [
        ...(driftKobo === 0n ? [] : [`a drift of NGN ${formatNaira(driftKobo)}`]),
        ...(unexplainedKobo === 0n ? [] : [`NGN ${formatNaira(unexplainedKobo)} unexplained`]),
        ...unknownText(unknownCosts),
      ];
      return `The sums of ${day} at ${provider} have ${parts.join(', ').replace(/, (?=[^,]*$)/, ' and ')}.`;
    },
    {
      inOps: (of: OfDay) => `Run ${listingFindings(of)}, and resolve the drift with \`recon resolve\`.`,
      inConsole: ({ day }: OfDay) => `Resolve the finding “Day not balanced” of ${day}.`,
    },
  ),

  queues_away: unavailable(
    () => 'The queues cannot be read now. Purchases continue through the database. Try again shortly.',
  ),
} satisfies Record<string, Text | Entry>;

type Closable = { provider: string; service: string | null };
type NotClosed = Closable & { closed: Closable['service'][] };

const closable = ({ provider, service }: Closable): string =>
  service === null ? `Provider ${provider}` : `Service "${service}" at ${provider}`;
const partOfIt = (service: Closable['service']): string =>
  service === null ? 'the whole provider' : `its service "${service}"`;
const opening = ({ provider, service }: Closable): string =>
  `\`provider open --provider ${provider}${service === null ? '' : ` --service ${service}`}\``;

type Refunded = { status: string; underReview: boolean };
const TAKE_BACK = 'If the customer has the value after all, take the money back from the wallet:';

type OfDay = { provider: string; day: string };
type OpenDays = OfDay & { next: string; last: string };
type Range = { from: Date; to: Date };
type Uncovered = OfDay & { needed: Range; covered: Range | null; hasApi: boolean };
type FirstDay = OfDay & { firstDay: string | null };
type OpenFindings = OfDay & { findings: number; firstDay: string; unknownCosts: number };
type Drift = OfDay & { driftKobo: bigint; unexplainedKobo: bigint; unknownCosts: number };

const showingSums = ({ provider, day }: OfDay): string => `\`recon report --provider ${provider} --day ${day}\``;
const closing = ({ provider, day }: OfDay): string =>
  `\`recon close --provider ${provider} --day ${day} --as <address>\``;
const listingFindings = ({ provider, day }: OfDay): string => `\`recon findings --provider ${provider} --day ${day}\``;

const counted = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`;
const unknownText = (costs: number): string[] => (costs === 0 ? [] : [counted(costs, 'unknown cost')]);

const daysFrom = (first: string, last: string): number => (Date.parse(last) - Date.parse(first)) / 86_400_000 + 1;
const earliestOf = ({ next, last }: OpenDays): string => (next === last ? 'it' : 'the earliest');

/** 2026-11-21 01:00: Lagos is an hour ahead of UTC all year. */
const inLagos = (at: Date): string => new Date(at.getTime() + 3_600_000).toISOString().slice(0, 16).replace('T', ' ');
const spanText = ({ from, to }: Range): string => `${inLagos(from)} to ${inLagos(to)}`;

export type RefusalCode = keyof typeof CATALOG;

/** Facts that the text of a refusal names. */
type FactsOf<C extends RefusalCode> =
  TextOf<(typeof CATALOG)[C]> extends (facts: infer F) => string ? (unknown extends F ? object : F) : never;
type TextOf<E> = E extends { text: infer T } ? T : E;

/** An outcome of a change which the catalogue explains: its code, and what its text names. Nothing was changed. */
export type Refused<C extends RefusalCode = RefusalCode> = { [K in C]: { kind: K } & FactsOf<K> }[C];

export const refusalCodes = Object.keys(CATALOG) as RefusalCode[];

export const isRefused = (outcome: { kind: string }): outcome is Refused => Object.hasOwn(CATALOG, outcome.kind);

/** Explanation of a refusal by the catalogue. `code`, `field`: of the console's answer. */
type ExplainedRefusal = {
  status: number;
  code: string;
  field?: string;
  text: string;
  inOps?: string;
  inConsole?: string;
};

export function explainRefusal(refused: Refused): ExplainedRefusal {
  const found: Text | Entry = CATALOG[refused.kind];
  const { text, inOps, inConsole, ...entry }: Entry =
    typeof found === 'function' ? { status: 409, text: found } : found;
  const say = (said: string | Text) => (typeof said === 'string' ? said : said(refused as never));
  return {
    code: refused.kind,
    ...entry,
    text: say(text),
    ...(inOps !== undefined && { inOps: say(inOps) }),
    ...(inConsole !== undefined && { inConsole: say(inConsole) }),
  };
}

/** Its text alone, which names no command and no page. */
export const refusalText = (refused: Refused): string => explainRefusal(refused).text;

/** Why an approval was not done, by the outcome of its guarded action. */
const NOT_DONE: Record<string, string> = {
  cap_exceeded: 'it exceeds what the requester has left of the daily cap today',
  approval_not_valid: 'the cost of the plan has changed in the meantime',
  no_such_price: 'the tier or the plan no longer exists',
  funded_before: 'the reference was used in the meantime',
  reference_used: 'the reference belongs to another funding',
  told_otherwise: 'a transfer with the reference has another amount or account, or no longer waits',
  bad_reference: 'the reference has a character that is not printable ASCII',
  adjusted_before: 'the reference was used in the meantime',
  below_zero: 'the balance would become negative',
  email_taken: 'the e-mail address is already in use',
  no_such_operator: 'the operator is disabled',
  no_factor: 'the operator has not set up two-factor authentication',
  not_an_operator: 'the requester is no longer an operator',
};
