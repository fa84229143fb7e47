export { blankByHand } from './blank-by-hand';
export { type Blanked, blankPersonalData } from './blank-personal-data';
export { countHistoryOutside, forgetEvents, forgetTestData, keepPurchaseHistory, REMOVED } from './retention.store';
