#!/bin/sh
# Writes the secrets that docker-compose.secrets.yml reads, one a file, and asks for those of the provider. What is there
# stays.
# usage: docker/make-secrets.sh [directory, else ./secrets]
set -eu
directory=${1:-secrets}
# The directory is closed to others. The files are not, because the containers read them as a user of their own.
mkdir -p -m 700 "$directory"
cd "$directory"
umask 022

for name in postgres_password service_database_password dashboard_database_password ops_database_password \
  key_encryption_secret dashboard_secret ops_token; do
  [ -s "$name" ] || openssl rand -hex 32 >"$name"
done

for name in vtpass_api_key vtpass_public_key vtpass_secret_key; do
  [ -s "$name" ] && continue
  if [ -t 0 ]; then
    printf '%s: ' "$name" >&2
    read -r value
    echo "$value" >"$name"
  else
    echo "$directory/$name is missing: write the provider's key to it." >&2
  fi
done

echo "postgresql://topup:$(cat postgres_password)@postgres:5432/topup" >owner_database_url
for role in service dashboard ops; do
  echo "postgresql://topup_$role:$(cat "${role}_database_password")@postgres:5432/topup" >"${role}_database_url"
done
