export const QUEUE = 'naive-airtime';

/** Everything that the worker needs, so that it does not read the purchase again. */
export type NaiveJob = { purchaseId: string; network: string; phone: string; amountKobo: string };
