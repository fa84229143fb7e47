import type { ServiceReport as Report, ServiceSum, Wire } from '@topup/core/records';

/**
 * GET /api/operator/service-report?day= or ?month=, as a file with `.csv`. Without both: yesterday. `period`: the day
 * or the month. Of the rest, `ServiceSum` has the definitions.
 */
export type ServiceReport = { period: string } & Wire<Report>;

/** One service, or the total. */
export type ServiceReportRow = Wire<ServiceSum>;
