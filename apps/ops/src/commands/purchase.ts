import { decisionAction, insertAction, purchaseAction, withAuditLog } from '@topup/core/audit';
import { refusalTexts } from '@topup/core/errors';
import { guardActorOf } from '@topup/core/operator-guard';
import {
  awaitsToken,
  type DecisionOutcome,
  decidePurchase,
  type Evidence,
  findPurchase,
  tokensIn,
} from '@topup/core/purchase';
import { listStatementEvidence } from '@topup/core/reconciliation';
import {
  listPurchaseCandidates,
  listPurchasesUnderReview,
  type PurchaseCandidate,
  readPurchaseRecord,
} from '@topup/core/reporting';
import { assertNever, type Db, formatNaira, redactNumbers } from '@topup/core/shared';
import type { Command } from 'commander';
import { keyChangeTokensArgument, lineArgument, tokenArgument } from '../arguments';
import { askApproval } from '../guarded';
import { type Report, reporting, table, time } from '../output';
import { Misuse, Refusal } from '../refusal';
import { type ActingAs, changeDatabase, requireAccount, withDatabase } from '../with-database';
import { recordToJson, recordToText } from './purchase-record';

const ACCOUNT = ['--account <id or name>', 'whose purchase, when several accounts have this reference'] as const;

export function purchaseCommands(program: Command): void {
  const purchase = program.command('purchase').description('single purchases');
  purchase
    .command('show')
    .description('show everything about a purchase')
    .argument('<reference>', 'the client’s request_ref')
    .option(...ACCOUNT)
    .option('--full', 'show numbers and tokens in full')
    .action(reporting(show));
  purchase.command('review').description('list the purchases that wait for a decision').action(reporting(review));
  purchase
    .command('settle')
    .description('settle a purchase by what you have learned from the provider or the customer')
    .argument('<reference>', 'the client’s request_ref')
    .option(...ACCOUNT)
    .option('--success', 'the customer has the value')
    .option('--refund', 'the customer does not have it: give the money back')
    .option(
      '--token <digits>',
      'with --success of prepaid electricity: its token, which is also sent to the customer',
      tokenArgument,
    )
    .option(
      '--key-change-tokens <tokens>',
      'with --token: the tokens that the customer enters before it, in their order, separated by commas',
      keyChangeTokensArgument,
    )
    .option('--bonus-token <digits>', 'with --token: a second token, for free energy', tokenArgument)
    .requiredOption('--note <text>', 'how you know; kept in the history', lineArgument)
    .action(reporting(settle));
}

async function show(
  reference: string,
  { full = false, account, ...as }: ActingAs & { full?: boolean; account?: string },
): Promise<Report> {
  const record = await changeDatabase(as, async (db, by) => {
    const { id, accountId } = await requireId(db, reference, account);
    // as in the console, what is worth money is shown once that is recorded
    if (full)
      await insertAction(db, by.actor, by.origin, purchaseAction('show_token', { requestRef: reference, accountId }));
    return { found: await readPurchaseRecord(db, { id }), statements: await listStatementEvidence(db, id) };
  });
  if (record.found === null) throw noSuchPurchase(reference);
  const json = recordToJson(record.found, full, record.statements);
  return { json, text: recordToText(json) };
}

async function review(): Promise<Report> {
  const waiting = (await withDatabase(listPurchasesUnderReview)).map(
    ({ requestRef, amountKobo, recipient, reason, ...rest }) => {
      const hide = redactNumbers(recipient);
      return {
        reference: requestRef,
        ...rest,
        amount: formatNaira(amountKobo),
        recipient: hide(recipient),
        reason: hide(reason),
      };
    },
  );
  const rows = waiting.map((each) => [
    each.reference,
    each.account,
    each.productType,
    each.status,
    each.amount,
    time(each.createdAt),
    each.reason,
  ]);
  const headings = ['REFERENCE', 'ACCOUNT', 'PRODUCT', 'STATUS', 'AMOUNT', 'CREATED', 'WHY'];
  return { json: waiting, text: table(headings, rows, 'No purchase waits for review.') };
}

type SettleOptions = ActingAs & { account?: string; success?: boolean; refund?: boolean } & Evidence;

/** `asked`: it needs an approval, and was asked for. */
type Settled = (Exclude<DecisionOutcome, { kind: 'refused' }> | { kind: 'asked'; asked: Report }) & {
  lacksToken?: boolean;
};

async function settle(
  reference: string,
  { account, as, success = false, refund = false, ...evidence }: SettleOptions,
): Promise<Report> {
  if (success === refund) throw new Misuse('Give either --success or --refund.');
  const decision = success ? 'success' : 'refund';
  const outcome = await changeDatabase({ as }, async (db, by) => {
    const { id } = await requireId(db, reference, account);
    return withAuditLog<Settled>(db, by.actor, by.origin, async (tx) => {
      const purchase = await findPurchase(tx, { id });
      const result = await decidePurchase(tx, { id }, decision, evidence, guardActorOf(by.actor));
      if (result.kind === 'refused') {
        const asked = await askApproval(tx, by, result.refusal, result.guarded, evidence.note);
        return { result: { kind: 'asked', asked }, action: null };
      }
      const lacksToken = success && tokensIn(evidence) === undefined && purchase !== null && awaitsToken(purchase);
      return {
        result: { ...result, lacksToken },
        action: purchase && decisionAction(purchase, { decision, ...evidence }, result),
      };
    });
  });
  switch (outcome.kind) {
    case 'settled':
      return toReport(
        reference,
        outcome,
        `Purchase ${reference} is now ${outcome.status}.${outcome.lacksToken ? ' It has no token, so none is sent to the customer.' : ''}`,
      );
    case 'asked':
      return outcome.asked;
    case 'confirmed':
      return toReport(
        reference,
        outcome,
        `Purchase ${reference} was ${outcome.status} already${outcome.reviewed ? '; its review is closed' : ''}.`,
      );
    case 'not_found':
      throw noSuchPurchase(reference);
    case 'never_sent':
      throw new Refusal(`${refusalTexts.never_sent()} Use --refund.`);
    case 'takes_no_token':
      throw new Refusal(refusalTexts.takes_no_token());
    case 'unclear_tokens':
      throw new Refusal(refusalTexts.unclear_tokens());
    case 'in_flight':
      throw new Refusal(refusalTexts.in_flight(outcome));
    case 'was_refunded':
      throw new Refusal(`${refusalTexts.was_refunded(outcome)} --refund closes its review.`);
    case 'overtaken':
      throw new Refusal(refusalTexts.overtaken(outcome));
    default:
      return assertNever(outcome);
  }
}

function toReport(
  reference: string,
  { kind, status }: Extract<DecisionOutcome, { kind: 'settled' | 'confirmed' }>,
  text: string,
): Report {
  return { json: { reference, status, changed: kind === 'settled' }, text };
}

/** @throws Refusal when no purchase has this reference, or several accounts have one and none is named */
async function requireId(db: Db, reference: string, account: string | undefined): Promise<PurchaseCandidate> {
  const accountId = account === undefined ? null : (await requireAccount(db, account)).id;
  const candidates = await listPurchaseCandidates(db, reference, { accountId, limit: 100 });
  const [found] = candidates;
  if (found === undefined) throw noSuchPurchase(reference);
  if (candidates.length === 1) return found;
  const rows = candidates.map((each) => [
    each.account,
    each.accountId,
    each.productType,
    each.status,
    formatNaira(each.amountKobo),
    time(each.createdAt),
  ]);
  const refusal = refusalTexts.several_purchases({ reference, accounts: candidates.map(({ account }) => account) });
  const list = table(['ACCOUNT', 'ID', 'PRODUCT', 'STATUS', 'AMOUNT', 'CREATED'], rows, '');
  throw new Refusal(`${refusal} Add --account <id or name>.\n${list}`);
}

const noSuchPurchase = (reference: string): Refusal => new Refusal(refusalTexts.no_such_purchase({ reference }));
