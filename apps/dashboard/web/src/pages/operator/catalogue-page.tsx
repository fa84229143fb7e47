export function OperatorCataloguePage() {
  return <h1 tabIndex={-1}>Catalogue and prices</h1>;
}
