export { type Blanked, blankByHand } from './blank-personal-data';
export { countHistoryOutside, forgetEvents, forgetTestData, keepPurchaseHistory, REMOVED } from './retention.store';
