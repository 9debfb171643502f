/** Site options, which operators change at run time, and the static pages. */
import type { Queryable } from '../../platform/db/db.ts';
import { brokenConstraint } from '../../platform/db/errors.ts';
import { remember } from '../../platform/db/remember.ts';
import { seconds } from '../../platform/process/durations.ts';
import {
  allPages,
  type SiteOption,
  type StaticPage,
  siteOptions,
  updateOption,
} from './queries.ts';

export { findPage, PageRefused, type StaticPage, setPage } from './edit-page.ts';
export { publishPages } from './own-pages.ts';

/**
 * Options with whole numbers, enforced by a database constraint. Their first values are in `sql/`, most in
 * `0001_platform.sql`; docs/operations.md says what each does.
 */
export type WholeOption =
  | 'pro_member_threshold'
  | 'max_codes_per_order'
  | 'unpaid_share_of_card'
  | 'unpaid_share_of_card_new'
  | 'unpaid_minutes_a_day'
  | 'order_lapse_minutes'
  | 'max_pending_sell_orders'
  | 'max_cards_per_sale'
  | 'sell_payout_daily_limit'
  | 'top_up_least'
  | 'top_up_daily_limit'
  | 'top_up_daily_limit_verified'
  | 'send_daily_limit'
  | 'coin_send_daily_limit'
  | 'coin_approve_above'
  | 'coin_new_address_above'
  | 'coin_hold_minutes'
  | 'coin_confirmations_btc'
  | 'coin_confirmations_ltc'
  | 'throttle_search_member'
  | 'points_percent'
  | 'points_least'
  | 'friend_points'
  | 'friend_least_purchase'
  | 'friend_wait_days'
  | 'friend_yearly_limit'
  | 'friend_tie_days'
  | 'throttle_search_day'
  | 'throttle_search_address'
  | 'verified_email_needed'
  | 'reveals_without_password'
  | 'reveals_value_without_password'
  | 'wallet_purchases_without_password'
  | 'session_idle_days'
  | 'session_days'
  | 'throttle_login_account'
  | 'throttle_login_address'
  | 'throttle_registration_address'
  | 'throttle_forgot_account'
  | 'throttle_forgot_address'
  | 'throttle_mail_account'
  | 'throttle_redeem_misses'
  | 'throttle_contact_address'
  | 'throttle_newsletter_address'
  | 'throttle_push_address'
  | 'throttle_upload_member'
  | 'throttle_upload_megabytes'
  | 'max_unused_uploads_per_member'
  | 'close_grace_days'
  | 'identity_kept_years'
  | 'exports_per_day';

export interface Options {
  /** A number, such as a rate limit. */
  whole(name: WholeOption): Promise<number>;
  /** Recipient of messages to support; empty if not set. */
  supportEmail(): Promise<string>;
  /** The operator's name, address and registration, as far as they are set. */
  company(): Promise<string[]>;
  /** Options that visitors may see. */
  publicOnes(): Promise<readonly SiteOption[]>;
}

const rememberedMs = seconds(2);

/** Reads options through a cache of two seconds, so that every process sees changes soon. */
export function makeOptions(db: Queryable): Options {
  const all = remember(rememberedMs, () => siteOptions(db));
  const optionOf = async (name: string) => {
    const option = (await all()).find((one) => one.name === name);
    if (!option) throw new Error(`the site option ${name} is missing`);
    return option.value;
  };
  return {
    whole: async (name) => Number(await optionOf(name)),
    supportEmail: () => optionOf('support_email'),
    company: async () => {
      const names = ['company_name', 'company_address', 'company_registration'];
      return (await Promise.all(names.map(optionOf))).filter(Boolean);
    },
    async publicOnes() {
      return (await all()).filter((option) => option.public);
    },
  };
}

/** Reads static pages by path, through a cache of two seconds. */
export function pageReader(db: Queryable): (path: string) => Promise<StaticPage | undefined> {
  const pages = remember(rememberedMs, () => allPages(db));
  return async (path) => (await pages()).find((page) => page.path === path);
}

/** All options, private ones included. */
export function allOptions(db: Queryable): Promise<SiteOption[]> {
  return siteOptions(db);
}

const refusals: Readonly<Record<string, 'not whole' | 'no explorer'>> = {
  site_options_whole: 'not whole',
  site_options_explorer: 'no explorer',
};

/** Sets an option; every process sees it within seconds. Refused values are returned as the reason. */
export async function setOption(
  db: Queryable,
  name: string,
  value: string,
): Promise<'set' | 'unknown' | 'not whole' | 'no explorer'> {
  try {
    return (await updateOption(db, name, value)) === 1 ? 'set' : 'unknown';
  } catch (error) {
    const refused = refusals[brokenConstraint(error) ?? ''];
    if (refused) return refused;
    throw error;
  }
}
