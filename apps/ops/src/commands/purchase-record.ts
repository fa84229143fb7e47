import { basisText, causeText, decisionText, OUTCOME_WORDS, outcomeFacts, whenSent } from '@topup/core/purchase';
import type { StatementEvidence } from '@topup/core/reconciliation';
import type { PurchaseRecord } from '@topup/core/reporting';
import type { Decision } from '@topup/core/routing';
import { findTokens, maskNumbers, pick, toWire } from '@topup/core/shared';
import { facts, hostOf, tableOf } from '../output';

type RecordJson = ReturnType<typeof recordToJson>;

/**
 * A purchase with everything that belongs to it, for --json: webhook URLs as their host. Phone, smartcard and meter
 * numbers and tokens are masked unless `full`.
 */
export function recordToJson(
  { purchase, account, attempts, history, entries, events, notifications, claim }: PurchaseRecord,
  full: boolean,
  statements: StatementEvidence[],
) {
  const {
    requestRef,
    amountKobo: chargedKobo,
    faceKobo,
    costKobo,
    accountId: _account,
    claimToken: _token,
    recipient,
    details,
    providerOrder,
    // among the facts of `result`, masked
    result: _result,
    providerEvidence: _evidence,
    tokenAwaited: _awaited,
    quarantinedAt: _quarantined,
    contradictedBy: _contradicted,
    decision: _decision,
    reviewedAt: _reviewed,
    reviewNote: _note,
    ...rest
  } = purchase;
  const hide = full
    ? <T>(value: T) => value
    : maskNumbers(recipient, providerOrder.contactPhone, ...findTokens(outcomeFacts(purchase)));
  const { message, description, cause } = rest;
  const result = outcomeFacts(purchase);
  return toWire({
    reference: requestRef,
    account,
    ...rest,
    amountKobo: faceKobo ?? chargedKobo,
    ...(faceKobo !== null && { chargedKobo }),
    costKobo,
    ...hide({ recipient, details, providerOrder, message, description, cause, result }),
    ...(claim !== null && {
      claim: { ...hide(pick(claim, 'note', 'answer')), ...pick(claim, 'state', 'filedAt', 'answeredAt') },
    }),
    attempts: attempts.map((attempt) => ({
      ...pick(attempt, 'number', 'provider', 'providerRef', 'sends'),
      sentAt: whenSent(attempt),
      ...pick(attempt, 'outcome', 'endedAt', 'contradictedAt'),
      basis: hide(basisText(attempt, purchase.cause)),
      costKobo: attempt.costKobo,
      decision: attempt.decision as Decision | null,
    })),
    history: history.map(({ fromStatus, toStatus, at, ...why }) => {
      return { from: fromStatus, to: toStatus, cause: hide(causeText(why)), at };
    }),
    entries: entries.map((entry) =>
      pick(entry, 'id', 'kind', 'amountKobo', 'balanceBeforeKobo', 'balanceAfterKobo', 'createdAt'),
    ),
    events: events.map((event) => ({
      ...pick(event, 'id', 'event', 'status', 'state'),
      host: hostOf(event.url),
      ...pick(event, 'httpStatus', 'durationMs', 'error', 'createdAt', 'finishedAt', 'resentFrom'),
    })),
    notifications: notifications.map(({ purchaseId: _purchase, ...notification }) => notification),
    statements,
  });
}

export function recordToText(record: RecordJson): string {
  const { account, details, providerOrder, result, attempts, history, entries, events, notifications, ...rest } =
    record;
  const { statements, claim, ...single } = rest;
  const lists = [
    tableOf(
      attempts,
      [
        ['ATTEMPT', 'number'],
        'provider',
        ['ITS REFERENCE', 'providerRef'],
        'sentAt',
        ['OUTCOME', ({ outcome }) => OUTCOME_WORDS[outcome]],
        'cost',
        'basis',
        ['WHY THERE', ({ decision }) => decisionText(decision)],
      ],
      '',
    ),
    tableOf(history, [['MOVED AT', 'at'], 'from', 'to', 'cause'], 'No history.'),
    tableOf(
      entries,
      [['ENTERED AT', 'createdAt'], 'kind', 'amount', ['BEFORE', 'balanceBefore'], ['AFTER', 'balanceAfter']],
      'No ledger entries.',
    ),
    tableOf(
      events,
      [
        ['EVENT OF', 'createdAt'],
        ['EVENT', ({ event, resentFrom }) => (resentFrom === null ? event : `${event} (again)`)],
        'status',
        'state',
        'host',
        ['HTTP', 'httpStatus'],
        ['ERROR', ({ error }) => error ?? ''],
      ],
      'No events.',
    ),
    tableOf(
      notifications,
      [
        ['NOTIFICATION OF', 'createdAt'],
        'kind',
        'state',
        'attempts',
        'finishedAt',
        ['ERROR', ({ error }) => error ?? ''],
      ],
      'No notifications.',
    ),
    tableOf(
      statements,
      [
        ['CHARGED AT', 'at'],
        'provider',
        'attempt',
        'row',
        ['KIND', ({ direction, kind }) => `${direction}, ${kind}`],
        'amount',
        ['SURE', ({ suggested }) => (suggested ? 'no: amount and time are near' : 'yes')],
      ],
      'No row of a statement, which proves nothing.',
    ),
  ];
  const head = facts([
    ['account', `${account.name} (${account.id})`],
    ...Object.entries(single).map(([name, value]): [string, string] => [label(name), String(value ?? '-')]),
    ['details', JSON.stringify(details)],
    ['provider order', JSON.stringify(providerOrder)],
    ['result', JSON.stringify(result)],
    ...(claim === undefined ? [] : [['claim', JSON.stringify(claim)] satisfies [string, string]]),
  ]);
  return [head, ...lists].join('\n\n');
}

/** nextCheckAt → next check at */
const label = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
