import type { AccountSummary, LimitName } from '@topup/core/account';
import type { ActorKind } from '@topup/core/audit';
import type { CataloguedPlan, HoldReason, MappedPair } from '@topup/core/catalogue';
import type { ApprovalState, GuardedActionKind } from '@topup/core/operator-guard';
import type { DataNetwork } from '@topup/core/product';
import type { BreakerReason } from '@topup/core/provider';
import type { PurchaseStatus } from '@topup/core/purchase';
import type { CsvColumn } from '@topup/core/reconciliation';
import type { DeliveryState, EntryKind, SearchedStatus } from '@topup/core/reporting';
import type { UserRole } from '@topup/core/user';

import type * as contract from '.';

type Same<A, B> = [A, B] extends [B, A] ? 'same' : 'different';

describe('a word that only core or only the pages know', () => {
  test('does not compile: both have the same words', () => {
    const words: Record<string, 'same'> = {
      role: 'same' satisfies Same<contract.Role, UserRole>,
      dataNetwork: 'same' satisfies Same<contract.DataNetwork, DataNetwork>,
      purchaseStatus: 'same' satisfies Same<contract.PurchaseStatus, PurchaseStatus>,
      searchedStatus: 'same' satisfies Same<contract.SearchedStatus, SearchedStatus>,
      entryKind: 'same' satisfies Same<contract.EntryKind, EntryKind>,
      deliveryState: 'same' satisfies Same<contract.DeliveryState, DeliveryState>,
      accountStatus: 'same' satisfies Same<contract.AccountStatus, AccountSummary['status']>,
      limitName: 'same' satisfies Same<contract.LimitName, LimitName>,
      planState: 'same' satisfies Same<contract.PlanState, CataloguedPlan['state']>,
      mappingStatus: 'same' satisfies Same<contract.MappingStatus, MappedPair['status']>,
      holdReason: 'same' satisfies Same<contract.HoldReason, HoldReason>,
      breakerReason: 'same' satisfies Same<contract.BreakerReason, BreakerReason>,
      actorKind: 'same' satisfies Same<contract.ActorKind, ActorKind>,
      approvalKind: 'same' satisfies Same<contract.ApprovalKind, GuardedActionKind>,
      approvalState: 'same' satisfies Same<contract.ApprovalState, ApprovalState>,
      csvColumn: 'same' satisfies Same<contract.CsvColumn, CsvColumn>,
    };
    expect(new Set(Object.values(words))).toEqual(new Set(['same']));
  });
});
