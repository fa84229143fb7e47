export function TransactionPage() {
  return <h1 tabIndex={-1}>Purchase</h1>;
}
