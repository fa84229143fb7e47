export function WalletPage() {
  return <h1 tabIndex={-1}>Wallet</h1>;
}
