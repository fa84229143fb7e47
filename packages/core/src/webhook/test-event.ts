/** The documented events, each with the status that a test of it has. */
export const testEvents = {
  'airtime.purchase.success': 'success',
  'airtime.purchase.failed': 'failed',
  'airtime.purchase.pending': 'pending',
  'data.purchase.success': 'success',
  'data.purchase.failed': 'failed',
  'transaction.requery': 'success',
} as const;

export type EventName = keyof typeof testEvents;

export const eventNames = Object.keys(testEvents) as EventName[];

export const testEventDetails = 'A test event: nothing was sold.';
