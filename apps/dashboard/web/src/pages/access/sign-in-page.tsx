export function SignInPage() {
  return <h1 tabIndex={-1}>Sign in</h1>;
}
