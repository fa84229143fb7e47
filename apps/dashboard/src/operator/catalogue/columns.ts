import type { CataloguedPlan, PlanStop } from '@topup/core/catalogue';
import { columnsOf } from '../../http/csv';

export const PLAN_COLUMNS = columnsOf<CataloguedPlan & { priced: string }>()([
  'id,plan_id,network,name,validity,cost,price,priced,state,cost_seen_at,stale',
]);

export const STOP_COLUMNS = columnsOf<PlanStop>()(['plan_id,network,name,tier,reason,cost,since,until']);
