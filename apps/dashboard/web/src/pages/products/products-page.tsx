export function ProductsPage() {
  return <h1 tabIndex={-1}>Products</h1>;
}
