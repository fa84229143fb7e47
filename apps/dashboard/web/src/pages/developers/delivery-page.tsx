export function DeliveryPage() {
  return <h1 tabIndex={-1}>Delivery</h1>;
}
