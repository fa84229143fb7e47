export function OperatorBooksCheckPage() {
  return <h1 tabIndex={-1}>Check of the books</h1>;
}
