import { useQuery } from '@tanstack/react-query';
import type { MoneyRule } from '@topup/dashboard-contract';
import { thingQuery } from '../../api/queries';

export const ruleQuery = thingQuery<MoneyRule>('/api/operator/limits', { poll: true });

/** The rule of money, for operators; undefined until it is known. */
export const useRule = (): MoneyRule | undefined => useQuery(ruleQuery).data;
