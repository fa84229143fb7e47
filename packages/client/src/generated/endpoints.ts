// Written by `npm run generate` from docs/reference/openapi.json.

export const endpoints = {
  buyAirtime: ['POST', '/v1/airtime/purchase'],
  listDataPlans: ['GET', '/v1/data/plans'],
  buyData: ['POST', '/v1/data/purchase'],
  cablePackages: ['POST', '/v1/cabletv/variations'],
  verifySmartcard: ['POST', '/v1/cabletv/verify'],
  buyCable: ['POST', '/v1/cabletv/purchase'],
  verifyMeter: ['POST', '/v1/electricity/verify'],
  buyElectricity: ['POST', '/v1/electricity/purchase'],
  listExams: ['GET', '/v1/exams'],
  verifyProfile: ['POST', '/v1/exams/verify'],
  buyExamPin: ['POST', '/v1/exams/purchase'],
  services: ['GET', '/v1/services'],
  prices: ['GET', '/v1/prices'],
  transactionStatus: ['POST', '/v1/transaction/status'],
  claimTransaction: ['POST', '/v1/transaction/claim'],
  listTransactions: ['GET', '/v1/transactions'],
  listChanges: ['GET', '/v1/transactions/changes'],
  setWebhook: ['POST', '/v1/webhook/set'],
  getWebhook: ['GET', '/v1/webhook/get'],
  walletBalance: ['GET', '/v1/wallet/balance'],
  fundingAccounts: ['GET', '/v1/wallet/funding-accounts'],
  listWalletEntries: ['GET', '/v1/wallet/entries'],
  listRequests: ['GET', '/v1/requests'],
  fundTestWallet: ['POST', '/v1/test/wallet/fund'],
  resetTestAccount: ['POST', '/v1/test/reset'],
  triggerEvent: ['POST', '/v1/test/events'],
} as const;

/** The calls that spend money. */
export const purchases = ['buyAirtime', 'buyData', 'buyCable', 'buyElectricity', 'buyExamPin'] as const;

/** Every event of a webhook. */
export const events = ["airtime.purchase.success","airtime.purchase.failed","airtime.purchase.pending","data.purchase.success","data.purchase.failed","transaction.requery"] as const;
