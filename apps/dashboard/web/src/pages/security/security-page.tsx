export function SecurityPage() {
  return <h1 tabIndex={-1}>Security</h1>;
}
