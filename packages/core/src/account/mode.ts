/** Whether an account buys for money or tries things out. A test account is the twin of a live one. */
export const modes = ['live', 'test'] as const;
export type Mode = (typeof modes)[number];

/** Of a live account. A suspended one buys nothing. */
export type AccountStatus = 'active' | 'suspended';
