/** The mailbox of support. */
import type { Db } from '../../platform/db/db.ts';
import type { Config } from '../../platform/process/config.ts';
import type { Options } from '../content/content.ts';
import type { PostParts } from '../mails/mails.ts';

export interface ContactJobParts extends PostParts {
  readonly db: Db;
  readonly options: Options;
  readonly config: Pick<Config, 'publicUrl' | 'mail'>;
}

/** The address inside a sender such as `Giftlane <shop@example.com>`. */
const addressIn = (sender: string) => /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender.trim();

/** Where messages go, and what writers answer to. */
export const supportAddress = async ({ options, config }: ContactJobParts): Promise<string> =>
  (await options.supportEmail()) || addressIn(config.mail.from);
