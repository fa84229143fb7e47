/** The fields of `data` that hold tokens of prepaid electricity, in the order in which a customer enters them. */
export const tokenFields = ['key_change_tokens', 'token', 'bonus_token'] as const;
