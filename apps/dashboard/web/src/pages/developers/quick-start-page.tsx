export function QuickStartPage() {
  return <h1 tabIndex={-1}>Quick start</h1>;
}
