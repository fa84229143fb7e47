import { useQuery } from '@tanstack/react-query';
import type { ApprovalPolicy } from '@topup/dashboard-contract';
import { thingQuery } from '../../api/queries';

export const policyQuery = thingQuery<ApprovalPolicy>('/api/operator/limits', { poll: true });

/** The approval policy, for operators; undefined until it is known. */
export const usePolicy = (): ApprovalPolicy | undefined => useQuery(policyQuery).data;
