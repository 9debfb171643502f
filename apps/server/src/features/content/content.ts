/** Site options, which operators change at run time, and the static pages. */
import type { Queryable } from '../../platform/db/db.ts';
import { brokenConstraint } from '../../platform/db/errors.ts';
import { remember } from '../../platform/db/remember.ts';
import { seconds } from '../../platform/process/durations.ts';
import { plainAddress } from '../../providers/mail/port.ts';
import type { WholeOption } from './option-names.ts';
import {
  allPages,
  type SiteOption,
  type StaticPage,
  siteOptions,
  updateOption,
} from './queries.ts';

export { findPage, PageRefused, type StaticPage, setPage } from './edit-page.ts';
export type { WholeOption } from './option-names.ts';
export { publishPages } from './own-pages.ts';

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

export type OptionOutcome =
  | 'set'
  | 'unknown'
  | 'changed'
  | 'not whole'
  | 'no explorer'
  | 'no address';

const refusals: Readonly<Record<string, 'not whole' | 'no explorer'>> = {
  site_options_whole: 'not whole',
  site_options_explorer: 'no explorer',
};

/**
 * Sets an option, where its value is `before` if that is given, and keeps who changed what; every process sees it within
 * seconds. Refused values are returned as the reason.
 */
export async function setOption(
  db: Queryable,
  name: string,
  value: string,
  { editor = '', before }: { readonly editor?: string; readonly before?: string } = {},
): Promise<OptionOutcome> {
  if (name === 'support_email' && value !== '' && !plainAddress.test(value)) return 'no address';
  try {
    const { known, set } = await updateOption(db, { name, value, before }, editor);
    return set ? 'set' : known ? 'changed' : 'unknown';
  } catch (error) {
    const refused = refusals[brokenConstraint(error) ?? ''];
    if (refused) return refused;
    throw error;
  }
}
