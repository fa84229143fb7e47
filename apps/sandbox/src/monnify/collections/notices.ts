import { fixedText, toExactJson } from '../../http/exact-json';
import { activityTimeOf, spacedOf, twelveHoursOf } from './lagos';
import { methodOf, payerOf, productOf } from './replies';
import { isPaid, type Transfer } from './transfer';

export const EVENTS = ['SUCCESSFUL_TRANSACTION', 'ACCOUNT_ACTIVITY', 'SETTLEMENT'] as const;
export type EventType = (typeof EVENTS)[number];

/** The wallet, in kobo, for a notice of a movement of it. */
type WalletLook = { account: string; balance: number };

/** The bytes of the notice of a transfer. Amounts are JSON numbers, but `settlementAmount` is a text. */
export function noticeOf(event: EventType, transfer: Transfer, wallet: WalletLook): string {
  const eventData = { SUCCESSFUL_TRANSACTION: successOf, ACCOUNT_ACTIVITY: activityOf, SETTLEMENT: settlementOf };
  return toExactJson({
    eventType: event,
    eventData: eventData[event](transfer, wallet),
    ...(event === 'ACCOUNT_ACTIVITY' && { metaData: ACTIVITY_SENDER }),
  });
}

function successOf(transfer: Transfer) {
  const { transactionReference, amount, payable, fee, destination, card } = transfer;
  return {
    product: productOf(transfer),
    transactionReference,
    paymentReference: transactionReference,
    paidOn: spacedOf(paidAtOf(transfer)),
    paymentDescription: transfer.description,
    metaData: {},
    paymentSourceInformation: sourceOf(transfer),
    destinationAccountInformation: card ? {} : destination,
    amountPaid: amount / 100,
    totalPayable: payable / 100,
    cardDetails: {},
    paymentMethod: methodOf(transfer),
    currency: 'NGN',
    settlementAmount: fixedText(amount - fee, 2),
    paymentStatus: noticedStatus(transfer),
    customer: transfer.customer,
  };
}

function sourceOf({ source, bank, amount, payer, sessionId, payerAccount }: Transfer): object {
  const one = {
    bankCode: bank,
    amountPaid: amount / 100,
    accountName: payer,
    sessionId,
    accountNumber: payerAccount,
  };
  return { array: [one], empty: {}, object: one }[source];
}

/** The money as it reaches the wallet, under a reference of its own. */
function activityOf(transfer: Transfer, { account, balance }: WalletLook) {
  const { amount, fee, destination, payer, payerAccount, sessionId } = transfer;
  const at = paidAtOf(transfer);
  const movement = `${sessionId.slice(0, 19)}_CBA_CREDIT_0`;
  return {
    accountType: 'MAIN',
    accountName: 'Sandbox',
    accountNumber: account,
    accountNuban: null,
    activityType: 'TRANSACTION',
    amount: (amount - fee) / 100,
    currency: '566',
    balanceBefore: balance / 100,
    balanceAfter: (balance + amount - fee) / 100,
    reference: `MFY_WTP_TRF_${sessionId.slice(-9)}_${movement}_CREDIT_0`,
    narration: [
      ' MFY-WT',
      `TRF|${sessionId.slice(-9)}|${movement}`,
      spacedOf(at).slice(0, 10),
      `VA-${destination.accountNumber}`,
      `From-${destination.bankName}`,
      payer,
      payerAccount,
    ].join('/#/'),
    activityTime: activityTimeOf(at),
  };
}

const ACTIVITY_SENDER = {
  senderAccount: 'Monnify Service',
  sourceAccountName: null,
  sourceAccountNumber: null,
  sourceBankCode: null,
  sourceBankName: null,
};

/** The day's money as it leaves for our bank: here one transfer, with its reference and the type that samples have. */
function settlementOf(transfer: Transfer, { account }: WalletLook) {
  const { transactionReference, amount, payable, fee, accountReference, sessionId, customer } = transfer;
  const at = twelveHoursOf(paidAtOf(transfer));
  return {
    amount: fixedText(amount - fee, 2),
    settlementTime: at,
    settlementReference: sessionId.slice(0, 20),
    destinationAccountNumber: account,
    destinationBankName: 'Fidelity Bank',
    destinationAccountName: 'Sandbox',
    transactionsCount: 1,
    transactions: [
      {
        product: { reference: accountReference, type: accountReference },
        transactionReference,
        paymentReference: transactionReference,
        paidOn: at,
        paymentDescription: transfer.description,
        ...payerOf(transfer),
        amountPaid: fixedText(amount, 2),
        totalPayable: fixedText(payable, 2),
        cardDetails: {},
        paymentMethod: methodOf(transfer),
        currency: 'NGN',
        paymentStatus: noticedStatus(transfer),
        customer,
      },
    ],
  };
}

/** A notice never says anything else than paid, even about what is not, or not any more. */
const noticedStatus = ({ status }: Transfer) => (isPaid(status) ? status : 'PAID');

const paidAtOf = ({ paidAt, at }: Transfer) => new Date(paidAt ?? at);
