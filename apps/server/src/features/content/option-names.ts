/**
 * Options with whole numbers, enforced by a database constraint. Their first values are in `sql/`, most in
 * `0001_platform.sql`; docs/operations.md says what each does, and the catalogue in a sentence.
 */
const wholeOptions = [
  'pro_member_threshold',
  'max_codes_per_order',
  'unpaid_share_of_card',
  'unpaid_share_of_card_new',
  'unpaid_minutes_a_day',
  'order_lapse_minutes',
  'max_pending_sell_orders',
  'max_cards_per_sale',
  'sell_payout_daily_limit',
  'top_up_least',
  'top_up_daily_limit',
  'top_up_daily_limit_verified',
  'send_daily_limit',
  'coin_send_daily_limit',
  'coin_approve_above',
  'coin_new_address_above',
  'coin_hold_minutes',
  'coin_confirmations_btc',
  'coin_confirmations_ltc',
  'throttle_search_member',
  'points_percent',
  'points_least',
  'friend_points',
  'friend_least_purchase',
  'friend_wait_days',
  'friend_yearly_limit',
  'friend_tie_days',
  'throttle_search_day',
  'throttle_search_address',
  'verified_email_needed',
  'reveals_without_password',
  'reveals_value_without_password',
  'wallet_purchases_without_password',
  'session_idle_days',
  'session_days',
  'throttle_login_account',
  'throttle_login_address',
  'throttle_registration_address',
  'throttle_forgot_account',
  'throttle_forgot_address',
  'throttle_mail_account',
  'throttle_redeem_misses',
  'throttle_contact_address',
  'throttle_newsletter_address',
  'throttle_push_address',
  'throttle_upload_member',
  'throttle_upload_megabytes',
  'max_unused_uploads_per_member',
  'close_grace_days',
  'identity_kept_years',
  'exports_per_day',
  'codes_voided_alone',
  'vouchers_alone',
  'claim_days',
  'claim_answer_hours',
] as const;
export type WholeOption = (typeof wholeOptions)[number];

const textOptions = [
  'media_url',
  'banner_video',
  'banner_poster',
  'sell_video',
  'sell_poster',
  'support_email',
  'company_name',
  'company_address',
  'company_registration',
  'explorer_btc',
  'explorer_ltc',
] as const;

export type OptionName = WholeOption | (typeof textOptions)[number];

const names: ReadonlySet<string> = new Set([...wholeOptions, ...textOptions]);

/** Whether an option is for people to set. */
export const isOptionName = (name: string): name is OptionName => names.has(name);
