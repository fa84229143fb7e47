import type * as core from '@topup/core';
import type * as contract from '.';

type Same<A, B> = [A, B] extends [B, A] ? 'same' : 'different';

describe('a word that only core or only the pages know', () => {
  test('does not compile: both have the same words', () => {
    const words: Record<string, 'same'> = {
      role: 'same' satisfies Same<contract.Role, core.UserRole>,
      product: 'same' satisfies Same<contract.Product, core.ProductType>,
      dataNetwork: 'same' satisfies Same<contract.DataNetwork, core.DataNetwork>,
      purchaseStatus: 'same' satisfies Same<contract.PurchaseStatus, core.PurchaseStatus>,
      entryKind: 'same' satisfies Same<contract.EntryKind, core.EntryKind>,
      deliveryState: 'same' satisfies Same<contract.DeliveryState, core.DeliveryState>,
      accountStatus: 'same' satisfies Same<contract.AccountStatus, core.AccountSummary['status']>,
      planState: 'same' satisfies Same<contract.PlanState, core.CataloguedPlan['state']>,
      backlog: 'same' satisfies Same<contract.Backlog, core.Backlog>,
    };
    expect(new Set(Object.values(words))).toEqual(new Set(['same']));
  });
});
