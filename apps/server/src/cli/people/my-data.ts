/** `member close` and `member export`: what members do on the page My data, for those who write instead. */
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { Data } from '@giftlane/contract/call.ts';
import type { showMyData } from '@giftlane/contract/members/my-data.ts';
import { closeAccount, zipOf } from '../../features/mydata/mydata.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { type Command, CommandRefused } from '../command.ts';
import { theMember } from './members.ts';

type InTheWay = Data<typeof showMyData>['aInTheWay'];

/** Lists what prevents closing the account. */
function withReasons(error: unknown): unknown {
  if (!(error instanceof Refusal) || error.code !== 'account.not_closable') return error;
  const { aInTheWay } = error.reply as { aInTheWay: InTheWay };
  const reasons = aInTheWay.map(({ eKind }) => eKind).join(', ');
  return new CommandRefused(`The account can not be closed yet: ${reasons}.`);
}

export const memberClose: Command = {
  words: 'member close',
  deed: true,
  operand: 'EMAIL',
  flags: { reason: 'needed' },
  usage:
    'member close EMAIL --reason TEXT         closes an account; its data is erased some days later',
  async run({ db, options, by }, { operand, values }) {
    const memberId = await theMember(db, operand);
    const closing = { memberId, actor: by, reason: values.get('reason') ?? '' };
    const eraseAt = await closeAccount({ db, options }, closing).catch((error: unknown) => {
      throw withReasons(error);
    });
    const erased = eraseAt.toISOString();
    return { json: { memberId, erased }, lines: [`Closed; its data is erased at ${erased}.`] };
  },
};

export const memberExport: Command = {
  words: 'member export',
  deed: true,
  operand: 'EMAIL',
  file: 'FILE',
  usage: 'member export EMAIL FILE                 saves a copy of all data of a member as a ZIP',
  async run({ db, files, keys, options }, { operand, file }) {
    const memberId = await theMember(db, operand);
    const identityYears = await options.whole('identity_kept_years');
    await db.survey(async (tx) => {
      const zip = await zipOf(tx, { db, files, keys }, { memberId, identityYears });
      await pipeline(zip, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
    });
    return { json: { memberId, file }, lines: [`Written to ${file}.`] };
  },
};
