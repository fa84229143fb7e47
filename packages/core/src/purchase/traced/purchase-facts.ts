import type { SpanFacts } from '../../shared/tracing';
import type { Purchase } from '../purchase.store';

/** What each span says of its purchase. */
export const purchaseFacts = ({ id, productType }: Pick<Purchase, 'id' | 'productType'>): SpanFacts => ({
  'topup.purchase_id': id,
  'topup.product': productType,
});
