export {
  type BuyingAccount,
  codeOfBatch,
  debitedStatuses,
  findBatch,
  listBatches,
  listBatchRows,
  listSameBefore,
  readBuyingAccount,
  rowStatuses,
  wantedOf,
} from './batch.store';
export { buyByForm, referenceOfForm } from './buy-by-form';
export { changeBuyingCap } from './change-cap';
export { type CheckedForm, checkForm, customerOf, type FormDeps, type FormFields } from './check-form';
export { leftOf } from './may-buy';
export { confirmBatch, resumeBatch, stopBatch } from './move-batch';
export { type FileRow, noteDraft, openFile } from './open-file';
export type { Batch, BatchNote, BatchRow, Customer, RowStatus } from './records';
export { forgetDrafts, takeBatchRows } from './sale.store';
export { createRowSales, type RowSales } from './sell-row';
