/** `coin status`: how each coin stands by the shop's own books. */
import { unitsText } from '../coins/units.ts';
import { coinStatus } from '../features/coins/coins.ts';
import type { Command } from './command.ts';

export const coinStatusShow: Command = {
  words: 'coin status',
  usage:
    'coin status                              each coin: how far its chain is followed, what lies on it and whose it is',
  async run({ db }) {
    const all = await coinStatus(db);
    return {
      json: all.map((one) => ({
        ...one,
        height: Number(one.height),
        lookedAt: one.lookedAt.toISOString(),
        onChain: one.onChain.toString(),
        ofMembers: one.ofMembers.toString(),
        sending: one.sending.toString(),
      })),
      lines: all.flatMap((one) => [
        `${one.coin} on ${one.network}: block ${one.height}, looked at ${one.lookedAt.toISOString()}`,
        `  ${unitsText(one.onChain)} on the chain, ${unitsText(one.ofMembers)} of members in ${one.wallets} wallets, ${unitsText(one.sending)} on its way`,
        `  ${one.accountsReady} accounts ready, ${one.wishesOpen} wishes wait for the signer`,
      ]),
    };
  },
};
