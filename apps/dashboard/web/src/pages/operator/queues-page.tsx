export function OperatorQueuesPage() {
  return <h1 tabIndex={-1}>Queues</h1>;
}
