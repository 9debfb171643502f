/** Site options: name/value pairs that operators change while the shop runs. */
import { brokenConstraint, type Queryable } from '../../platform/db.ts';
import { seconds } from '../../platform/durations.ts';
import { type SiteOption, siteOptions, updateOption } from './queries.ts';
import { remember } from './remember.ts';

/** Options that hold a whole number; the database refuses anything else in them. */
export type WholeOption =
  | 'pro_member_threshold'
  | 'max_codes_per_order'
  | 'max_unpaid_codes_per_member'
  | 'order_lapse_minutes'
  | 'throttle_login_account'
  | 'throttle_login_address'
  | 'throttle_registration_address'
  | 'throttle_forgot_account'
  | 'throttle_forgot_address'
  | 'throttle_mail_account'
  | 'throttle_redeem_misses';

export interface Options {
  /** A number, such as the limit of a throttle. */
  whole(name: WholeOption): Promise<number>;
  /** What every visitor may see. */
  publicOnes(): Promise<readonly SiteOption[]>;
}

const rememberedMs = seconds(2);

/** Reads the options; a change is seen by every process within seconds. */
export function makeOptions(db: Queryable): Options {
  const all = remember(rememberedMs, () => siteOptions(db));
  return {
    async whole(name) {
      const option = (await all()).find((one) => one.name === name);
      if (!option) throw new Error(`the site option ${name} is missing`);
      return Number(option.value);
    },
    async publicOnes() {
      return (await all()).filter((option) => option.public);
    },
  };
}

/** Every option, the ones nobody sees too. */
export function allOptions(db: Queryable): Promise<SiteOption[]> {
  return siteOptions(db);
}

/** Sets an option; every process knows within seconds. */
export async function setOption(
  db: Queryable,
  name: string,
  value: string,
): Promise<'set' | 'unknown' | 'not whole'> {
  try {
    return (await updateOption(db, name, value)) === 1 ? 'set' : 'unknown';
  } catch (error) {
    if (brokenConstraint(error) === 'site_options_whole') return 'not whole';
    throw error;
  }
}
