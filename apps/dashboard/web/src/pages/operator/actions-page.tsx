export function OperatorActionsPage() {
  return <h1 tabIndex={-1}>Audit log</h1>;
}
