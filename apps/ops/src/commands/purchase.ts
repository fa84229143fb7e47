import { refusalText } from '@topup/core/errors';
import { type Evidence, recordTokensShown, settleByHand } from '@topup/core/purchase';
import { listStatementEvidence } from '@topup/core/reconciliation';
import {
  listPurchaseCandidates,
  listPurchasesUnderReview,
  type PurchaseCandidate,
  readPurchaseRecord,
} from '@topup/core/reporting';
import { type Db, formatNaira, redactNumbers } from '@topup/core/shared';
import type { Command } from 'commander';
import { keyChangeTokensArgument, lineArgument, tokenArgument } from '../arguments';
import { reportGuarded } from '../guarded';
import { type Report, reporting, table, time } from '../output';
import { Misuse, Refusal, refusalOf } from '../refusal';
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
    if (full) await recordTokensShown(db, by, { requestRef: reference, accountId });
    return { found: await readPurchaseRecord(db, { id }), statements: await listStatementEvidence(db, id) };
  });
  if (record.found === null) throw refusalOf({ kind: 'no_such_purchase', reference });
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

async function settle(
  reference: string,
  { account, as, success = false, refund = false, ...evidence }: SettleOptions,
): Promise<Report> {
  if (success === refund) throw new Misuse('Give either --success or --refund.');
  const decision = success ? 'success' : 'refund';
  const outcome = await changeDatabase({ as }, async (db, by) => {
    const { id } = await requireId(db, reference, account);
    return settleByHand(db, by, { id, requestRef: reference }, { decision, ...evidence }, evidence.note);
  });
  return reportGuarded(outcome, { as }, (settled) => {
    const { kind, status } = settled;
    const json = { reference, status, changed: kind === 'settled' };
    if (kind === 'confirmed')
      return {
        json,
        text: `Purchase ${reference} was ${status} already${settled.reviewed ? '; its review is closed' : ''}.`,
      };
    const without = settled.lacksToken ? ' It has no token, so none is sent to the customer.' : '';
    return { json, text: `Purchase ${reference} is now ${status}.${without}` };
  });
}

/** @throws Refusal when no purchase has this reference, or several accounts have one and none is named */
async function requireId(db: Db, reference: string, account: string | undefined): Promise<PurchaseCandidate> {
  const accountId = account === undefined ? null : (await requireAccount(db, account)).id;
  const candidates = await listPurchaseCandidates(db, reference, { accountId, limit: 100 });
  const [found] = candidates;
  if (found === undefined) throw refusalOf({ kind: 'no_such_purchase', reference });
  if (candidates.length === 1) return found;
  const rows = candidates.map((each) => [
    each.account,
    each.accountId,
    each.productType,
    each.status,
    formatNaira(each.amountKobo),
    time(each.createdAt),
  ]);
  const accounts = candidates.map(({ account }) => account);
  const refusal = refusalText({ kind: 'several_purchases', reference, accounts });
  const list = table(['ACCOUNT', 'ID', 'PRODUCT', 'STATUS', 'AMOUNT', 'CREATED'], rows, '');
  throw new Refusal(`${refusal} Add --account <id or name>.\n${list}`);
}
