export function TeamPage() {
  return <h1 tabIndex={-1}>Team</h1>;
}
