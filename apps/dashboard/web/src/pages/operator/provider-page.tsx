export function OperatorProviderPage() {
  return <h1 tabIndex={-1}>Provider</h1>;
}
