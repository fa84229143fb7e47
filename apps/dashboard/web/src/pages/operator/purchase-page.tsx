export function OperatorPurchasePage() {
  return <h1 tabIndex={-1}>Purchase</h1>;
}
