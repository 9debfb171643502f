/** Tables without members' data, and their columns. */
import { words } from './table.ts';

export const house: Readonly<Record<string, readonly string[]>> = {
  brand_views: words('brand_id views'),
  brands:
    words(`id slug title category short_desc short_sell_desc description redeem logo banner video
    revision retired_at created_at updated_at best_place taken_back`),
  brands_before: words('import_id brand_id revision before'),
  cards:
    words(`id brand_id currency value_minor price_minor discount_bp cashback_bp service_charge_bp
    exchange_fees_bp read_only sellable version retired_at created_at updated_at taken_back`),
  card_stock: words('card_id free reserved sold void revision'),
  code_moves: words('id card_id was state codes'),
  code_batches: words('id source loaded created_at undone_at'),
  code_removals: words(`id kind batch_id card_id serials reason asked needs_second asked_by asked_at
    decided_by decided_at accepted removed`),
  coming_prices: words(`id card_id starts_at price_minor discount_bp cashback_bp service_charge_bp
    exchange_fees_bp operator_id created_at applied_at`),
  import_lines: words('import_id position line outcome field what'),
  imports: words(`id kind name content encoding separator head columns notes state edition added
    changed same refused total done batch_id operator_id created_at loaded_at undone_by undone_at`),
  coin_rates: words('coin taken_at usd'),
  day_figures: words('day figure subject amount'),
  exchange_rates: words('as_of currency per_usd'),
  file_moves: words('key place'),
  file_places: words('name id since'),
  kept_figures: words('single begun_at liabilities stock counted_at'),
  job_queues: words('name worker leased_until'),
  ledger_checks: words(
    'id started_at took_ms ok problems chain_behind chain_seal chain_hash tree_root',
  ),
  ledger_passes: words('id asked_by started_at state mac done_at'),
  coin_accounts: words('coin number xpub tag kept_back created_at'),
  coin_blocks: words('coin height hash'),
  // Public data of the chain.
  coin_inputs: words('coin txid spent_txid spent_vout'),
  coin_cold_found: words('coin txid vout value xpub index created_at'),
  coin_sweeps: words('transfer_id xpub index'),
  coin_holds: words('coin held_at reason'),
  coin_chains: words('coin network height hash work moved_at looked_at'),
  coin_prices: words('coin source usd seen_at'),
  key_checks: words('name digest created_at sealed_at dropped_at'),
  key_walks: words('place to_key after seen changed failed began_at ended_at held_until'),
  ledger_eras: words('seq cluster from_journal'),
  ledger_head_mails: words('day'),
  ledger_tree: words('seal root nodes'),
  ledger_seals: words('seq from_xid to_xid journals hash sealed_at era'),
  newsletter_issues: words('id content_hash subject body created_at sender readers stopped_at'),
  oldest_release: words('single migration'),
  // Staff, not members.
  operators: words(
    'id email email_key role created_at name password_hash totp_secret totp_step closed_at seen_at',
  ),
  ledger_corrections: words('id entries reason asked_by decided_by decision created_at decided_at'),
  ledger_days: words('day kind account currency amount postings'),
  ledger_days_to: words('single seal'),
  settlement_files: words('id hash name account begins_at ends_at read_by created_at'),
  settlement_sums: words(
    'file_id currency matched paid_minor returned_minor fee_minor others other_minor',
  ),
  // Of transactions as the provider numbers them.
  settlement_differences: words(`file_id position kind transaction_id event at file_minor
    file_currency books_minor books_currency`),
  office_cases: words('queue id operator_id until'),
  operator_invitations: words('token_hash operator_id totp_secret expires_at'),
  operator_recoveries: words('operator_id started_by started_at confirmed_by'),
  operator_roles: words('id name permissions'),
  operator_sessions: words('token_hash id operator_id created_at seen_at device place'),
  option_changes: words('id name before value editor changed_at'),
  page_versions: words('path version title body editor saved_at'),
  pages: words('path kind title body updated_at edited_at edition version'),
  schema_migrations: words('name hash applied_at'),
  spent_challenges: words('challenge_hash spent_at'),
  contact_prepared: words('id title words'),
  voucher_batches: words('id key_hash value_minor currency count issuer created_at'),
  site_options: words('name value kind public'),
  test_clock: words('offset_by'),
};
