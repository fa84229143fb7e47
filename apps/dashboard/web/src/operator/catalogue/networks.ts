/** Whose data plans are sold, as the catalogue writes them. */
export const NETWORKS = ['MTN', 'GLO', 'AIRTEL', '9MOBILE'];
