import type { Fields } from '../../http/read-body';
import { decimal, faultsOf, flag, type KnobRules, listOf, oneOf, someText, whole } from '../../operator/knob-rules';
import { EVENTS } from './notices';
import { type NoticeRequest, SIGNATURES } from './send-notice';
import { isPaid, SOURCES, STATUSES, type Transfer, type TransferRequest } from './transfer';

const MAX_NAIRA = 999_999_999;

/** The fields of one notice in a call of an operator. Amounts in naira. */
type NoticeFields = {
  event: NoticeRequest['event'];
  times: number;
  after_ms: number;
  signature: NoticeRequest['signature'];
  reference: string;
  account_reference: string;
  account_number: string;
  amount: number;
};

const NOTICE_RULES: KnobRules<NoticeFields> = {
  event: oneOf(...EVENTS),
  times: whole(100),
  after_ms: whole(86_400_000),
  signature: oneOf(...SIGNATURES),
  reference: someText,
  account_reference: someText,
  account_number: someText,
  amount: decimal(MAX_NAIRA),
};

type StatusFields = { status: Transfer['status']; notices: Partial<NoticeFields>[] };

const STATUS_RULES: KnobRules<StatusFields> = { status: oneOf(...STATUSES), notices: listOf(NOTICE_RULES) };

type TransferFields = StatusFields & {
  account_number: string;
  amount: number;
  payable: number;
  payer: string;
  bank: string;
  card: boolean;
  source: TransferRequest['source'];
};

const TRANSFER_RULES: KnobRules<TransferFields> = {
  ...STATUS_RULES,
  account_number: someText,
  amount: decimal(MAX_NAIRA),
  payable: decimal(MAX_NAIRA),
  payer: someText,
  bank: someText,
  card: flag,
  source: oneOf(...SOURCES),
};

type Read<Value> = (Value & { error: null }) | { error: string };

/** Reads a transfer that an operator has the bank make. It is announced once if it is paid. */
export function readTransfer(
  fields: Fields,
): Read<{ accountNumber: string; transfer: TransferRequest; notices: NoticeRequest[] }> {
  const error = errorOf(TRANSFER_RULES, fields);
  if (error !== null) return { error };
  const { account_number, amount, payable = amount, ...others } = fields as Partial<TransferFields>;
  if (account_number === undefined || amount === undefined || payable === undefined || amount === 0)
    return { error: 'send { "account_number", "amount" }, an amount in naira above 0' };
  const { status = 'PAID', notices = announced(status) } = others;
  const { payer = 'Monnify Limited', bank = '', card = false, source = 'array' } = others;
  const transfer = { amount: koboOf(amount), payable: koboOf(payable), status, payer, bank, card, source };
  return { error: null, accountNumber: account_number, transfer, notices: notices.map(toNotice) };
}

/** Reads a new status of a transfer. It is announced if it is paid now and was not before. */
export function readStatus(
  fields: Fields,
  before: Transfer['status'],
): Read<{ status: Transfer['status']; notices: NoticeRequest[] }> {
  const error = errorOf(STATUS_RULES, fields);
  if (error !== null) return { error };
  const { status, notices } = fields as Partial<StatusFields>;
  if (status === undefined) return { error: `send { "status": ${STATUS_RULES.status.wants} }` };
  const asked = notices ?? (isPaid(before) ? [] : announced(status));
  return { error: null, status, notices: asked.map(toNotice) };
}

export function readNotice(fields: Fields): Read<{ notice: NoticeRequest }> {
  const error = errorOf(NOTICE_RULES, fields);
  return error === null ? { error, notice: toNotice(fields as Partial<NoticeFields>) } : { error };
}

function errorOf<Named>(rules: KnobRules<Named>, fields: Fields): string | null {
  const faults = faultsOf(rules, fields, 'field');
  return faults.length === 0 ? null : faults.join('; ');
}

const announced = (status: Transfer['status']): Partial<NoticeFields>[] => (isPaid(status) ? [{}] : []);

function toNotice(fields: Partial<NoticeFields>): NoticeRequest {
  const { event = EVENTS[0], times = 1, after_ms = 0, signature = 'right' } = fields;
  const { reference, account_reference, account_number, amount } = fields;
  return {
    event,
    times,
    afterMs: after_ms,
    signature,
    says: {
      ...(reference !== undefined && { transactionReference: reference }),
      ...(account_reference !== undefined && { accountReference: account_reference }),
      ...(account_number !== undefined && { accountNumber: account_number }),
      ...(amount !== undefined && { amount: koboOf(amount) }),
    },
  };
}

const koboOf = (naira: number): number => Math.round(naira * 100);
