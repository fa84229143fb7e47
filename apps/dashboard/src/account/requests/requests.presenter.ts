import type { PurchaseRecord } from '@topup/core/reporting';
import type { LoggedRequest as StoredRequest } from '@topup/core/request-log';
import { pick, toWire } from '@topup/core/shared';
import type { DeliveryRow, LoggedRequest, RequestRow } from '@topup/dashboard-contract';
import { toDeliveryRow } from '../developers/deliveries.presenter';
import { toTransactionRow } from '../transactions/transactions.presenter';

export const toRequestRow = (stored: StoredRequest): RequestRow =>
  toWire(pick(stored, 'id', 'at', 'method', 'path', 'status', 'errorCode', 'durationMs', 'keyName', 'reference'));

/** `record`: of the purchase with the request's reference; null when there is none. */
export const toLoggedRequest = (stored: StoredRequest, record: PurchaseRecord | null): LoggedRequest => ({
  ...toRequestRow(stored),
  ...pick(stored, 'requestId', 'keyDisplay', 'request', 'answer'),
  purchase: record && toTransactionRow(record.purchase),
  deliveries: (record?.events ?? []).map((event) =>
    toDeliveryRow({ ...event, requestRef: stored.reference, state: event.state as DeliveryRow['state'] }),
  ),
});
