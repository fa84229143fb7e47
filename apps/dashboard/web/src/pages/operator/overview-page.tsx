export function OperatorOverviewPage() {
  return <h1 tabIndex={-1}>Overview</h1>;
}
