-- The tree of seals (RFC 9162, SHA-256): seal n is its n-th leaf. A row has the root of the tree of its seal's
-- journals, and the hashes of all complete subtrees that end with this leaf, the smallest first, 32 bytes each:
-- the leaf, then a node for each power of two that divides n. Seals made before have their rows from a chore.
create table ledger_tree (
  seal bigint primary key constraint ledger_tree_seal references ledger_seals,
  root bytea not null constraint ledger_tree_root check (octet_length(root) = 32),
  nodes bytea not null,
  constraint ledger_tree_nodes check (
    octet_length(nodes) % 32 = 0
    and (seal & -seal) = (1::bigint << (octet_length(nodes) / 32 - 1)))
);
-- Hashes do not compress.
alter table ledger_tree alter column nodes set storage plain;

create trigger ledger_tree_append_only before update or delete on ledger_tree
  for each row execute function ledger_refuse_change();
create trigger ledger_tree_no_truncate before truncate on ledger_tree
  for each statement execute function ledger_refuse_change();

-- The root of the tree up to the last seal that a check recomputed; null where the tree does not reach it yet.
alter table ledger_checks add column tree_root bytea;
