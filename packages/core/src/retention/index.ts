export { type Redacted, redactByHand } from './redact-personal-data';
export { countHistoryOutside, forgetEvents, forgetTestData, keepPurchaseHistory, REMOVED } from './retention.store';
