export function OperatorAccountsPage() {
  return <h1 tabIndex={-1}>Accounts</h1>;
}
