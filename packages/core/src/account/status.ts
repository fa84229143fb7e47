/** Of a live account. A suspended one buys nothing. */
export type AccountStatus = 'active' | 'suspended';
