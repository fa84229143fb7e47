export function ForgotPage() {
  return <h1 tabIndex={-1}>Forgotten password</h1>;
}
