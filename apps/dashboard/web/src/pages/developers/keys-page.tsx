export function KeysPage() {
  return <h1 tabIndex={-1}>API keys</h1>;
}
