#!/bin/sh
# Run once by the image of PostgreSQL: the owner of the tables, and the shop's role, which can switch no guard off.
set -eu
psql -v ON_ERROR_STOP=1 -U "$POSTGRES_USER" -v owner="$OWNER_PASSWORD" -v shop="$SHOP_PASSWORD" <<'SQL'
create role giftlane_owner login password :'owner';
create role giftlane_shop login password :'shop';
grant giftlane_shop to giftlane_owner;
create database giftlane owner giftlane_owner;
SQL
