export function SetPasswordPage() {
  return <h1 tabIndex={-1}>Set a password</h1>;
}
