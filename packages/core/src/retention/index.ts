export { blankByHand } from './blank-by-hand';
export type { Blanked } from './blank-personal-data';
export { countHistoryOutside, forgetEvents, forgetTestData, keepPurchaseHistory, REMOVED } from './retention.store';
