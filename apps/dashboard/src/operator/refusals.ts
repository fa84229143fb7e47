import type { MappingRefusal } from '@topup/core/catalogue';
import { refusalTexts } from '@topup/core/errors';
import type { GuardRefusal } from '@topup/core/operator-guard';
import type { Closing, Withdrawal } from '@topup/core/reconciliation';
import { Refusal, refusalOf } from '../http/refusal';

/**
 * Every refusal of the console: HTTP status, code, and the field it belongs to. The text is that of core's catalogue,
 * which `ops` uses too. A row that does not exist is `notFound`; a field that is wrong by itself is declined where it
 * is read.
 */

/** The page shows the text at the field. */
function atField(status: number, code: string, field: string, text: string): Refusal {
  return new Refusal(status, code, text, { [field]: text });
}

const conflict = (code: string, text: string): Refusal => new Refusal(409, code, text);

// ---- accounts and users

export const nameTaken = (name: string): Refusal =>
  atField(409, 'name_taken', 'name', refusalTexts.account_name_taken({ name }));

export const referenceUsed = (earlier: Parameters<typeof refusalTexts.reference_used>[0]): Refusal =>
  atField(409, 'reference_used', 'reference', refusalTexts.reference_used(earlier));

export const notAPaymentReference = (): Refusal =>
  atField(400, 'validation_failed', 'reference', refusalTexts.not_a_payment_reference());

export const mistypedPaymentReference = (reference: string): Refusal =>
  atField(400, 'validation_failed', 'reference', refusalTexts.payment_reference_mistyped({ reference }));

export const noSuchPaymentReference = (reference: string): Refusal =>
  atField(404, 'not_found', 'reference', refusalTexts.no_such_payment_reference({ reference }));

export const isAnOperator = (user: { email: string }): Refusal =>
  new Refusal(403, 'is_an_operator', refusalTexts.is_an_operator(user));

// ---- the approval policy

export const guardRefused = (refusal: GuardRefusal): Refusal =>
  refusal.kind === 'approval_needed'
    ? conflict('approval_needed', refusalTexts.approval_needed(refusal))
    : conflict('cap_exceeded', refusalTexts.cap_exceeded(refusal));

export const adjustmentUsed = (earlier: Parameters<typeof refusalTexts.adjustment_used>[0]): Refusal =>
  atField(409, 'adjustment_used', 'reference', refusalTexts.adjustment_used(earlier));

export const noSuchEntry = (entryId: bigint): Refusal =>
  atField(400, 'validation_failed', 'entry', refusalTexts.no_such_entry({ entryId }));

export const belowZero = (balanceKobo: bigint): Refusal =>
  atField(409, 'below_zero', 'amount', refusalTexts.below_zero({ balanceKobo }));

// ---- approvals

export const approvalDecided = (state: string): Refusal =>
  conflict('approval_decided', refusalTexts.approval_decided({ state }));

export const approvalExpired = (): Refusal => conflict('approval_expired', refusalTexts.approval_expired());

export const ownRequest = (): Refusal => conflict('own_request', refusalTexts.own_request());

export const aboutDecider = (): Refusal => conflict('about_decider', refusalTexts.about_decider());

export const factorTooYoung = (): Refusal => conflict('factor_too_young', refusalTexts.factor_too_young());

/** `why`: the outcome of the step. */
export const approvalNotDone = (why: string): Refusal =>
  conflict('approval_not_done', refusalTexts.approval_not_done({ why }));

export const notYourRequest = (): Refusal => conflict('not_your_request', refusalTexts.not_your_request());

// ---- operators

export const emailTaken = (email: string): Refusal =>
  atField(409, 'email_taken', 'email', refusalTexts.email_taken({ email }));

export const noTwoFactor = (email: string): Refusal => conflict('no_two_factor', refusalTexts.no_two_factor({ email }));

// ---- purchases

export const severalPurchases = (reference: string, candidates: { account: string }[]): Refusal =>
  conflict(
    'several_purchases',
    refusalTexts.several_purchases({ reference, accounts: candidates.map(({ account }) => account) }),
  );

export const nothingToRequery = (): Refusal => conflict('never_sent', refusalTexts.nothing_to_requery());

export const neverSent = (): Refusal => conflict('never_sent', refusalTexts.never_sent());

export const takesNoToken = (): Refusal => atField(409, 'takes_no_token', 'token', refusalTexts.takes_no_token());

export const unclearTokens = (): Refusal => atField(409, 'unclear_tokens', 'token', refusalTexts.unclear_tokens());

/** `until`: the end of the lease, when it is known. */
export const inFlight = (until: Date | null): Refusal => conflict('in_flight', refusalTexts.in_flight({ until }));

export const wasRefunded = (status: string): Refusal =>
  conflict('was_refunded', `${refusalTexts.was_refunded({ status })} To close the review, settle it as not delivered.`);

export const overtaken = (status: string): Refusal => conflict('overtaken', refusalTexts.overtaken({ status }));

// ---- catalogue and prices

export const noSuchTier = (tier: string): Refusal =>
  atField(400, 'validation_failed', 'tier', refusalTexts.no_such_tier({ tier }));

export const noSuchPlan = (planId: string): Refusal =>
  atField(400, 'validation_failed', 'planId', refusalTexts.no_such_plan({ planId }));

export const notAnnounced = (id: number): Refusal => conflict('not_announced', refusalTexts.not_announced({ id }));

export const notWithdrawn = (id: number): Refusal => conflict('not_withdrawn', refusalTexts.not_withdrawn({ id }));

export const notStopped = (planId: string): Refusal => conflict('not_stopped', refusalTexts.not_stopped({ planId }));

export const lossCapReached = (planId: string): Refusal =>
  conflict('loss_cap_reached', refusalTexts.loss_cap_reached({ planId }));

export const stillBelowCost = (planId: string, tiers: string[]): Refusal =>
  conflict('still_below_cost', `${refusalTexts.still_below_cost({ planId, tiers })} Set another price.`);

export const planIdTaken = (id: number): Refusal => conflict('plan_id_taken', refusalTexts.plan_id_taken({ id }));

/** Why a mapping was not decided. */
export function mappingRefused(refusal: MappingRefusal): Refusal {
  switch (refusal.kind) {
    case 'no_such_mapping':
      return new Refusal(404, 'not_found', refusalTexts.no_such_mapping(refusal));
    case 'no_such_provider_product':
      return atField(404, 'not_found', 'productId', refusalTexts.no_such_provider_product(refusal));
    case 'no_such_product':
      return atField(400, 'validation_failed', 'to', refusalTexts.no_such_product(refusal));
    case 'product_gone':
      return conflict('product_gone', refusalTexts.product_gone(refusal));
    case 'mapping_taken':
      return conflict('mapping_taken', refusalTexts.mapping_taken(refusal));
    case 'product_differs':
      return atField(409, 'product_differs', 'productId', refusalTexts.product_differs(refusal));
  }
}

export const syncUnderWay = (): Refusal => conflict('under_way', refusalTexts.sync_under_way());

export const belowCost = (planId: string, costKobo: bigint): Refusal =>
  atField(
    409,
    'below_cost',
    'price',
    `${refusalTexts.below_cost({ planId, costKobo })} To sell at a loss, allow a price below our cost.`,
  );

export const previewStale = (): Refusal => conflict('preview_stale', refusalTexts.preview_stale());

export const forceNeedsPrice = (): Refusal =>
  atField(400, 'validation_failed', 'force', refusalTexts.force_needs_price());

// ---- the providers

/** `service` null: the whole provider. */
type Closed = { provider: string; service: string | null };

export const noSuchProvider = (provider: string, known: string[]): Refusal =>
  atField(400, 'validation_failed', 'provider', refusalTexts.no_such_provider({ provider, known }));

export const noSuchService = ({ provider, service }: Closed): Refusal =>
  atField(400, 'validation_failed', 'service', refusalTexts.no_such_service({ provider, service: service ?? '' }));

export const alreadyClosed = (what: Closed): Refusal => conflict('already_closed', refusalTexts.already_closed(what));

export const notClosed = (what: Closed): Refusal => conflict('not_closed', refusalTexts.not_closed(what));

// ---- books and queues

export const verificationUnderWay = (): Refusal => conflict('under_way', refusalTexts.verification_under_way());

export const queuesAway = (): Refusal => new Refusal(503, 'queues_away', refusalTexts.queues_away());

// ---- routing

export const routingFaulty = (faults: readonly string[]): Refusal =>
  atField(400, 'validation_failed', 'rules', `${refusalTexts.routing_faulty({ faults })}`);

export const noSuchRoutingVersion = (version: number): Refusal =>
  new Refusal(404, 'not_found', refusalTexts.no_such_routing_version({ version }));

export const routingActiveAlready = (version: number | null): Refusal =>
  conflict('active_already', refusalTexts.routing_active_already({ version }));

export const noServiceOfProduct = (service: string, product: string, services: string[]): Refusal =>
  atField(400, 'validation_failed', 'service', refusalTexts.no_service_of_product({ service, product, services }));

export const codeNeeded = (): Refusal => atField(400, 'validation_failed', 'code', refusalTexts.code_needed());

export const noSuchProduct = (product: string): Refusal =>
  atField(400, 'validation_failed', 'code', refusalTexts.no_such_product({ product }));

// ---- reconciliation

export const noSuchFinding = (id: bigint): Refusal =>
  new Refusal(404, 'not_found', refusalTexts.no_such_finding({ id }));

export const findingNotOpen = (id: bigint, state: string): Refusal =>
  conflict('finding_not_open', refusalTexts.finding_not_open({ id, state }));

export const nothingSuggested = (id: bigint): Refusal =>
  conflict('nothing_suggested', refusalTexts.nothing_suggested({ id }));

/** Why a day stays open. */
export function dayNotClosed({ kind, report }: Exclude<Closing, { kind: 'closed' }>, day: string): Refusal {
  const { open = 0, findings = 0, driftKobo = 0n, unexplainedKobo = 0n } = report ?? {};
  return conflict(kind, refusalTexts[kind]({ day, open, findings, driftKobo, unexplainedKobo }));
}

export const fileNotReadable = (faults: string[]): Refusal =>
  atField(400, 'csv_unreadable', 'file', refusalTexts.csv_unreadable({ faults }));

/** Why an import stays. */
export function importNotWithdrawn(withdrawal: Exclude<Withdrawal, { kind: 'withdrawn' }>, id: bigint): Refusal {
  switch (withdrawal.kind) {
    case 'no_such_import':
      return new Refusal(404, 'not_found', refusalTexts.no_such_import({ id }));
    case 'day_closed':
      return conflict('import_day_closed', refusalTexts.import_day_closed({ id, day: withdrawal.day }));
    default:
      return conflict(withdrawal.kind, refusalTexts[withdrawal.kind]({ id }));
  }
}

export const fileRangeEmpty = (): Refusal => refusalOf({ kind: 'range_empty' });

export const fileRangeNotOver = (until: Date): Refusal =>
  atField(409, 'range_not_over', 'until', refusalTexts.range_not_over({ until }));
