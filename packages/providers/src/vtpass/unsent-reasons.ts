/** Why an order was not sent, where that is our doing and says nothing about the provider. */
export const UNSENT = {
  tooLate: 'the deadline had passed',
  tooLateMeanwhile: 'the deadline passed',
  tooLateToWrite: 'EDEADLINE',
  incomplete: 'the order is not complete',
} as const;
