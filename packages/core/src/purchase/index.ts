export type { Order } from './accept/accept.store';
export { ACCEPT_CONNECTIONS, type Accepter, createAccepter } from './accept/accept-batcher';
export { type AcceptedPurchase, acceptPurchase, isRepriced } from './accept/accept-purchase';
export { ACCEPT_QUERY_TIMEOUT_MS } from './accept/accept-runner';
export type { Attempt, AttemptOutcome } from './attempts/attempt.store';
export { basisText, causeText, decisionText, OUTCOME_WORDS, whenSent } from './attempts/attempt-words';
export { confirmClaim } from './not-received/confirm-claim';
export { fileClaim, fileClaimByKey } from './not-received/file-claim';
export { findClaim, listClaims } from './not-received/not-received.store';
export { checkExam, type Exam, needsProfile, readExams, requireExam } from './order/check-exam';
export { checkPackage, requireAnswer } from './order/check-package';
export { airtimeOrder, cableOrder, dataOrder, electricityOrder, examOrder } from './order/orders';
export { referenceFault } from './order/reference-fault';
export { requirePrice } from './order/require-price';
export { routeOrder } from './order/route-order';
export {
  amountFields,
  findPurchase,
  isReferenceOfAnother,
  isReferenceUsed,
  outcomeFacts,
  type Purchase,
} from './purchase.store';
export { recordTokensShown } from './purchase-actions';
export { type Claim, type ClaimState, claimStates, type ListedClaim } from './records';
export { checkPurchase, readCheckWait } from './requery/check-purchase';
export {
  type DuePurchase,
  findSentPurchase,
  listNeverSent,
  takeClosedAttempts,
  takeDuePurchases,
} from './requery/due.store';
export {
  countConnections,
  noteServer,
  noteServerByHand,
  previewQuarantine,
  type Quarantine,
  quarantine,
} from './requery/quarantine.store';
export { type RequeryByHandDeps, requeryByHand } from './requery/requery-by-hand';
export { createRequeryScheduler, type RequeryScheduler } from './requery/requery-purchase';
export { type RequeryRules, refundsEarly, requeryRules } from './requery/requery-rules';
export { createClaimer } from './send/claimer';
export { createNextAttempts, type NextAttempts } from './send/next-attempt';
export { type ClaimDeps, claimPurchase, type SendDeps, sendClaimed, sendPurchase } from './send/send-purchase';
export { createSendScheduler, placeOf, type SendPlace, type SendScheduler, toLane } from './send/send-scheduler';
export { createWaitingRoom, type WaitingRoom } from './send/waiting-room';
export { type CauseCode, causeCodes, failureCodeOf } from './settle/cause';
export { type Decision, decidePurchase, type Evidence, refusedSuccess, takesToken } from './settle/decide-purchase';
export { settleByHand } from './settle/settle-by-hand';
export { type SettleDeps, settlePurchase } from './settle/settle-purchase';
export { createSettler, type Settler } from './settle/settler';
export { verdictOfNeverSent } from './settle/verdict';
export { legalMoves, messages, type PurchaseStatus, purchaseStates, toPublicStatus } from './status';
export { sendTraced, tracedAccepter, traceWork, withRequestId } from './traced';
export {
  listExpiredWindows,
  markPending,
  type PurchaseState,
  readMovedPurchases,
  readPurchaseStates,
} from './wait/waiting.store';
export { readVersions, type Watched } from './watched.store';
