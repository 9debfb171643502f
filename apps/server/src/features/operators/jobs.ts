/** The mail of an invitation. */
import { text } from '@giftlane/texts/text.ts';
import { defineJob, type Handlers } from '../../jobs/jobs.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Config } from '../../platform/process/config.ts';
import type { KeyRing } from '../../platform/secrets/secrets.ts';
import { compose, dispatch, type PostParts } from '../mails/mails.ts';
import { invitationDays, offerInvitation } from './invitations.ts';
import { findInvited } from './staff-queries.ts';

/** Mails an invitation to an operator to whom one is due. */
export const invitationJob = defineJob<{ operatorId: string; mailId: string }>(
  'operators.send_invitation',
);

interface JobParts extends Omit<PostParts, 'config'> {
  readonly db: Db;
  readonly keys: KeyRing;
  readonly config: Pick<Config, 'publicUrl' | 'office'>;
}

export const invitationLink = ({ office }: Pick<Config, 'office'>, token: string): string =>
  `${office?.url ?? 'OFFICE_URL'}/invitation#${token}`;

/** The handler. A repeat sends the same link. */
export function operatorJobs(parts: JobParts): Handlers {
  const { db, keys, config } = parts;
  const shop = { shop: text('shop.name') };
  return {
    [invitationJob.task]: async (payload: { operatorId: string; mailId: string }) => {
      const { operatorId, mailId } = payload;
      if (!config.office) throw new Error('OFFICE_URL is not set: an invitation leads nowhere');
      // By the mail's id, as the mailbox drops a repeat.
      const token = keys.fingerprint(`invitation ${mailId}`).toString('base64url');
      const invited = await db.tx(async (tx) => {
        const found = await findInvited(tx, operatorId);
        if (found) await offerInvitation(tx, keys, { ...found, token });
        return found;
      });
      if (!invited) return;
      const letter = compose({
        heading: text('mail.operatorInvitation.heading', shop),
        paragraphs: [text('mail.operatorInvitation.text', { ...shop, days: invitationDays })],
        action: {
          label: text('mail.operatorInvitation.action'),
          url: invitationLink(config, token),
        },
        remark: text('mail.operatorInvitation.remark'),
      });
      await dispatch(parts, { mailId, to: invited.email, letter });
    },
  };
}
