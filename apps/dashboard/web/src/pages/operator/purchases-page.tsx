export function OperatorPurchasesPage() {
  return <h1 tabIndex={-1}>Purchases</h1>;
}
