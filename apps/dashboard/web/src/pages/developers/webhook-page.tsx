export function WebhookPage() {
  return <h1 tabIndex={-1}>Webhook</h1>;
}
