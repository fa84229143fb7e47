/** One movement of the wallet. Amounts in kobo. */
export type WalletRow = {
  reference: string;
  type: 'DEBIT' | 'CREDIT';
  amount: number;
  before: number;
  after: number;
  narration: string;
  at: string;
};

export type Wallet = {
  /** Oldest first. */
  rows(): readonly WalletRow[];
  /** Kobo. */
  balance(): number;
  move(row: Omit<WalletRow, 'before' | 'after'>): void;
  /** Adds the row that leads to this balance. */
  fundTo(kobo: number, at: string): void;
};

export function createWallet(firstKobo: number): Wallet {
  const rows: WalletRow[] = [];
  let balance = firstKobo;

  function move(row: Omit<WalletRow, 'before' | 'after'>): void {
    const before = balance;
    balance += row.type === 'CREDIT' ? row.amount : -row.amount;
    rows.push({ ...row, before, after: balance });
  }

  return {
    rows: () => rows,
    balance: () => balance,
    move,
    fundTo(kobo, at) {
      const difference = kobo - balance;
      if (difference === 0) return;
      const type = difference > 0 ? 'CREDIT' : 'DEBIT';
      const reference = `MFWF-${rows.length + 1}`;
      move({ reference, type, amount: Math.abs(difference), narration: 'Wallet funding', at });
    },
  };
}
