export function TransactionsPage() {
  return <h1 tabIndex={-1}>Transactions</h1>;
}
