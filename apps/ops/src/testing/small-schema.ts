/** A schema.prisma of two tables, and its two migrations and one function. */
export const SCHEMA = `datasource db {
  provider = "postgresql"
}

model Wallet {
  id      Int    @id
  balance BigInt
  owner   Int
  moves   Move[]

  @@map("wallet")
}

model Move {
  id       Int    @id
  walletId Int    @map("wallet_id")
  wallet   Wallet @relation(fields: [walletId], references: [id], onDelete: NoAction, onUpdate: NoAction)

  @@map("move")
}

model FunctionSet {
  n      Int    @id @default(autoincrement())
  digest String @unique

  @@map("function_set")
}
`;
// SQL that our real migrations have and schema.prisma cannot express, with semicolons where a simple split would cut.
export const FIRST = `CREATE TABLE wallet (
  id INTEGER PRIMARY KEY, balance BIGINT NOT NULL CHECK (balance >= 0), owner INTEGER NOT NULL);
CREATE TABLE move (id INTEGER PRIMARY KEY, wallet_id INTEGER NOT NULL);
ALTER TABLE move ADD CONSTRAINT move_wallet_id_fkey FOREIGN KEY (wallet_id) REFERENCES wallet (id);
CREATE TABLE function_set (n INTEGER PRIMARY KEY GENERATED ALWAYS AS IDENTITY, digest TEXT NOT NULL);
CREATE UNIQUE INDEX function_set_digest_key ON function_set (digest);
CREATE TRIGGER move_is_append_only BEFORE UPDATE ON move FOR EACH ROW EXECUTE FUNCTION refuse();
CREATE INDEX wallet_rich ON wallet (owner) WHERE balance > 100; -- the end;
`;
export const REFUSE = `CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'append only; never'; END; $$;
`;
export const SECOND =
  'CREATE TABLE extra (id INTEGER); INSERT INTO wallet (id, balance, owner) VALUES (1, 5, 5); DROP TABLE extra;\n';
