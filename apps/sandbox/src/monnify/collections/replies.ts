import { fixedNumber, fixedText } from '../../http/exact-json';
import { success } from '../replies';
import { totalOf } from './collection-book';
import { offsetOf, twelveHoursOf } from './lagos';
import type { ReservedAccount } from './reserved-account';
import type { Transfer } from './transfer';

const MERCHANT = { merchantCode: 'SANDBOX00001', merchantName: 'Sandbox' };

/** The account as create and delete answer it. It says ACTIVE in both, and repeats the BVN and the NIN. */
export const toAccountReply = (account: ReservedAccount, contractCode: string) =>
  success(toAccount(account, contractCode));

/** The same as it is read, with what was paid into it. */
export function toAccountRead(account: ReservedAccount, contractCode: string, payments: readonly Transfer[]) {
  const { count, kobo } = totalOf(payments);
  return success({
    ...toAccount(account, contractCode),
    contract: { name: 'Default Contract', code: contractCode },
    transactionCount: count,
    totalAmount: fixedNumber(kobo, 2),
  });
}

function toAccount(account: ReservedAccount, contractCode: string) {
  const { accountReference, accountName, customerEmail, customerName, bvn, nin } = account;
  return {
    contractCode,
    accountReference,
    accountName,
    currencyCode: 'NGN',
    customerEmail,
    customerName,
    accounts: account.accounts.map((each) => ({ ...each, accountName })),
    collectionChannel: 'RESERVED_ACCOUNT',
    reservationReference: account.reservationReference,
    reservedAccountType: 'GENERAL',
    status: 'ACTIVE',
    createdOn: account.createdOn,
    incomeSplitConfig: [],
    ...(bvn !== null && { bvn }),
    ...(nin !== null && { nin }),
    restrictPaymentSource: false,
  };
}

/** One transfer as it is looked up: amounts are texts, and nothing says into which account number it was paid. */
export function toStatusReply(transfer: Transfer) {
  const { paidAt, amount, payable, fee, card } = transfer;
  const paid = paidAt !== null;
  return success({
    transactionReference: transfer.transactionReference,
    paymentReference: transfer.transactionReference,
    amountPaid: fixedText(paid ? amount : 0, 2),
    totalPayable: fixedText(paid ? payable : 0, 2),
    settlementAmount: paid ? fixedText(amount - fee, 2) : null,
    paidOn: paid ? twelveHoursOf(new Date(paidAt)) : null,
    paymentStatus: transfer.status,
    paymentDescription: transfer.description,
    currency: 'NGN',
    paymentMethod: methodOf(transfer),
    product: productOf(transfer),
    cardDetails: card && paid ? CARD : {},
    ...(paid && !card && payerOf(transfer)),
    customer: transfer.customer,
    metaData: {},
  });
}

const CARD = { cardType: 'VISA', last4: '1111', expMonth: '10', expYear: '29', bin: '411111', reusable: false };

/** The payer, whose number is masked, under both names that Monnify has for it. */
export function payerOf({ amount, payer, bank, payerAccount }: Transfer) {
  const accountNumber = payerAccount.slice(-4).padStart(payerAccount.length, '*');
  const accountDetails = { bankCode: bank, amountPaid: fixedText(amount, 2), accountName: payer, accountNumber };
  return { accountDetails, accountPayments: [accountDetails] };
}

export const methodOf = ({ card }: Transfer) => (card ? 'CARD' : 'ACCOUNT_TRANSFER');

/** A payment by card can carry the reference of the account, but never its type. */
export const productOf = ({ card, accountReference }: Transfer) => ({
  type: card ? 'WEB_SDK' : 'RESERVED_ACCOUNT',
  reference: accountReference,
});

export function toPaymentRow(transfer: Transfer) {
  const { customer, amount, payable, fee, at, paidAt } = transfer;
  const paid = paidAt !== null;
  return {
    customerDTO: { ...customer, merchantCode: MERCHANT.merchantCode },
    providerAmount: fixedNumber(paid ? fee : 0, 2),
    paymentMethod: methodOf(transfer),
    createdOn: offsetOf(new Date(at)),
    completedOn: paid ? offsetOf(new Date(paidAt)) : null,
    amount: fixedNumber(amount, 2),
    amountPaid: fixedNumber(paid ? amount : 0, 2),
    payableAmount: fixedNumber(payable, 2),
    fee: fixedNumber(paid ? fee : 0, 2),
    flagged: false,
    providerCode: '98271',
    currencyCode: 'NGN',
    paymentDescription: transfer.description,
    paymentStatus: transfer.status,
    transactionReference: transfer.transactionReference,
    paymentReference: transfer.transactionReference,
    ...MERCHANT,
    completed: paid,
  };
}
