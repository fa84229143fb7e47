export function OperatorAccountPage() {
  return <h1 tabIndex={-1}>Account</h1>;
}
