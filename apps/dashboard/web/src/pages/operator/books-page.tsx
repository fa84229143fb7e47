export function OperatorBooksPage() {
  return <h1 tabIndex={-1}>Books</h1>;
}
