import { refusalText } from '@topup/core/errors';
import { type Decision, recordTokensShown, settleByHand } from '@topup/core/purchase';
import { listStatementEvidence } from '@topup/core/reconciliation';
import {
  listPurchaseCandidates,
  listPurchasesUnderReview,
  type PurchaseCandidate,
  readPurchaseRecord,
} from '@topup/core/reporting';
import { type Db, formatNaira, maskNumbers } from '@topup/core/shared';
import { keyChangeTokensArgument, lineArgument, tokenArgument } from '../arguments';
import { changes, command, group, needed, option, reads } from '../declare';
import { listOf, tableOf } from '../output';
import { Misuse, Refusal, refusalOf, reportGuarded } from '../refusal';
import { changeDatabase, readDatabase, requireAccount } from '../with-database';
import { recordToJson, recordToText } from './purchase-record';

export const REFERENCE = needed('<reference>', 'the client’s request_ref');
export const ACCOUNT = option('--account <id or name>', 'whose purchase, if several accounts used the reference');

export const purchaseCommands = group('purchase', 'single purchases', [
  changes(
    'show',
    'show everything about a purchase',
    [REFERENCE, ACCOUNT, option('--full', 'show numbers and tokens in full')],
    async (db, by, { reference, account, full = false }) => {
      const { id } = await requireId(db, reference, account);
      const found = await readPurchaseRecord(db, { id });
      if (found === null) throw refusalOf({ kind: 'no_such_purchase', reference });
      // tokens are worth money: like the console, `ops` records that it shows them before it does
      if (full) await recordTokensShown(db, by, found.purchase);
      const json = recordToJson(found, full, await listStatementEvidence(db, id));
      return { json, text: recordToText(json) };
    },
  ),
  reads('review', 'list the purchases that wait for a decision', [], async (db) => {
    const waiting = (await listPurchasesUnderReview(db)).map(
      ({ requestRef: reference, recipient, reason, ...rest }) => {
        const mask = maskNumbers(recipient);
        return { reference, ...rest, recipient: mask(recipient), reason: mask(reason) };
      },
    );
    return listOf(
      waiting,
      [
        'reference',
        'account',
        ['PRODUCT', 'productType'],
        'status',
        'amount',
        ['CREATED', 'createdAt'],
        ['WHY', 'reason'],
      ],
      'No purchase waits for review.',
    );
  }),
  command(
    'settle',
    'settle a purchase by evidence; a large refund needs an approval',
    [
      REFERENCE,
      ACCOUNT,
      option('--success', 'the customer has the value'),
      option('--refund', 'the customer does not have it: return the money'),
      option(
        '--token <digits>',
        'with --success, for prepaid electricity: its token, which the customer gets too',
        tokenArgument,
      ),
      option(
        '--key-change-tokens <tokens>',
        'with --token: the tokens to enter before it, in order, separated by commas',
        keyChangeTokensArgument,
      ),
      option('--without-token', 'with --success: the customer gets no token, now or later'),
      option('--bonus-token <digits>', 'with --token: a second token, for free energy', tokenArgument),
      needed('--note <text>', 'how you know; kept in the history', lineArgument),
    ],
    async ({ reference, account, success = false, refund = false, withoutToken = false, as, ...evidence }) => {
      if (success === refund) throw new Misuse('Give either --success or --refund.');
      const decision = success ? 'success' : 'refund';
      return changeDatabase({ as }, async (db, by) => {
        const found = await requireId(db, reference, account);
        const purchase = { id: found.id, requestRef: reference };
        const settlement = { decision, withoutToken, ...evidence } as const;
        const outcome = await settleByHand(db, by, purchase, settlement, evidence.note);
        return reportGuarded(outcome, by, (settled) => {
          const { kind, status } = settled;
          const json = { reference, status, changed: kind === 'settled' };
          if (kind === 'confirmed')
            return {
              json,
              text: `Purchase ${reference} was ${status} already${settled.reviewed ? '; its review is closed' : ''}.`,
            };
          const without = settled.lacksToken ? ' It has no token, so none is sent to the customer.' : '';
          const back = success
            ? ''
            : ` NGN ${formatNaira(found.amountKobo)} is back in the wallet of ${found.account}.`;
          return { json, text: `Purchase ${reference} is now ${status}.${back}${without}` };
        });
      });
    },
  ),
]);

type ToSettle = { reference: string; account: string | undefined; decision: Decision };

/** Shows a person what they decide on, and what follows; null when the command refuses it anyway. */
export const askBeforeSettling = ({ reference, account, decision }: ToSettle): Promise<string | null> =>
  readDatabase(async (db) => {
    const [found, ...others] = await listCandidates(db, reference, account);
    const record = found === undefined || others.length > 0 ? null : await readPurchaseRecord(db, { id: found.id });
    if (record === null) return null;
    const { purchase, account: owner, attempts } = record;
    const { productType, status, needsReview, recipient, amountKobo, faceKobo } = purchase;
    const charge = `NGN ${formatNaira(amountKobo)}`;
    const face = `NGN ${formatNaira(faceKobo ?? amountKobo)}`;
    const last = attempts.at(-1);
    const said = last?.evidence.requery_answer ?? last?.evidence.send_answer ?? 'nothing';
    const review = needsReview ? 'under review' : 'not under review';
    const lines = [
      `${reference} of ${owner.name}: ${productType} for ${face} to ${maskNumbers(recipient)(recipient)}.`,
      `It is ${status}, and ${review}. ${last?.provider ?? 'The provider'} said last: ${said}.`,
      decision === 'success'
        ? `Settle it as delivered, without a refund?`
        : `Settle it as not delivered, and return ${charge} to ${owner.name}?`,
    ];
    return lines.join('\n');
  });

/** @throws Refusal when no purchase has this reference, or several accounts have one and none is named */
export async function requireId(db: Db, reference: string, account: string | undefined): Promise<PurchaseCandidate> {
  const candidates = await listCandidates(db, reference, account);
  const [found] = candidates;
  if (found === undefined) throw refusalOf({ kind: 'no_such_purchase', reference });
  if (candidates.length === 1) return found;
  const accounts = candidates.map(({ account }) => account);
  const refusal = refusalText({ kind: 'several_purchases', reference, accounts });
  const list = tableOf(
    candidates,
    [
      'account',
      ['ID', 'accountId'],
      ['PRODUCT', 'productType'],
      'status',
      ['CHARGED', ({ amountKobo }) => formatNaira(amountKobo)],
      ['CREATED', 'createdAt'],
    ],
    '',
  );
  throw new Refusal(`${refusal} Add --account <id or name>.\n${list}`);
}

async function listCandidates(db: Db, reference: string, account: string | undefined): Promise<PurchaseCandidate[]> {
  const accountId = account === undefined ? null : (await requireAccount(db, account)).id;
  return listPurchaseCandidates(db, reference, { accountId, limit: 100 });
}
