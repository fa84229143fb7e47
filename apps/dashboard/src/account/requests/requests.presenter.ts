import type { PurchaseRecord } from '@topup/core/reporting';
import type { LoggedRequest as StoredRequest } from '@topup/core/request-log';
import type { DeliveryRow, LoggedRequest, RequestRow } from '@topup/dashboard-contract';
import { toDeliveryRow } from '../developers/deliveries.presenter';
import { toTransactionRow } from '../transactions/transactions.presenter';

export const toRequestRow = (stored: StoredRequest): RequestRow => ({
  id: stored.id,
  at: stored.at.toISOString(),
  method: stored.method,
  path: stored.path,
  status: stored.status,
  errorCode: stored.errorCode,
  durationMs: stored.durationMs,
  keyName: stored.keyName,
  reference: stored.reference,
});

/** `record`: of the purchase with the request's reference; null when there is none. */
export const toLoggedRequest = (stored: StoredRequest, record: PurchaseRecord | null): LoggedRequest => ({
  ...toRequestRow(stored),
  requestId: stored.requestId,
  keyDisplay: stored.keyDisplay,
  request: stored.request,
  answer: stored.answer,
  purchase: record && toTransactionRow(record.purchase),
  deliveries: (record?.events ?? []).map((event) =>
    toDeliveryRow({ ...event, requestRef: stored.reference, state: event.state as DeliveryRow['state'] }),
  ),
});
