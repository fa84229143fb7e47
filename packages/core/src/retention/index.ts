export { type Blanked, blankPersonalData } from './blank-personal-data';
export { countHistoryOutside, forgetEvents, keepPurchaseHistory, REMOVED } from './retention.store';
